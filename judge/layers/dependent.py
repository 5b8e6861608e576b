"""Texts behind Legion and Level that become active, and texts that were lost and are there again:
they begin to apply anew (480.2, 727). What those with a condition take from the facts of the turn.
"""

from __future__ import annotations

from collections.abc import Iterator

from judge.board import events as ev
from judge.board.table import Table, reference
from judge.effects.catalogue import Catalogue
from judge.layers.characteristics import (
    asks_for_attaching,
    waiting_for_deeds,
    waiting_for_experience,
    waiting_for_legion,
)
from judge.layers.lost import kept_sources, may_lose
from judge.layers.reading import View, is_awake
from judge.layers.statics import OWN_TEXT, asks_for_states, holder_of, static_sources, text_key
from judge.ruling.run import Run

#: what can make such a text active or inactive
_MATTERS = (
    ev.ExperienceGained,
    ev.ExperienceSpent,
    ev.ItemFinalized,
    ev.TurnBegan,
    ev.ObjectControlChanged,
    ev.ObjectEntered,
    ev.Attached,
    ev.Detached,
    ev.CopyChanged,
    ev.Empowered,
    ev.Disempowered,
)


def assume_asked(run: Run) -> None:
    """Record what the static abilities in play take from the facts of the turn, and of players."""
    if not asks_for_states(run.table, run.catalogue):
        return
    for player, fact in waiting_for_deeds(run.table, run.catalogue):
        run.assume_untold("players", player, fact)
        if fact == "finalized":  # of which it is asked how much Energy was spent
            for index, card in enumerate(run.table.facts(player).finalized):
                if "Spell" in card.types:
                    run.assume_untold("players", player, f"finalized.{index}.energy")
    if asks_for_attaching(run.table, run.catalogue):
        run.assume_untold("objects")
        for thing in run.table.objects.values():
            if thing.attached_to is not None:
                run.assume_untold("objects", reference(thing), "attached")
    for player in waiting_for_legion(run.table, run.catalogue):
        run.assume_untold("players", player, "finalized")
    for player in waiting_for_experience(run.table, run.catalogue):
        run.assume_default(f"players.{player}.xp", 0, f"{player} is taken to have no XP.")


def foresee_texts(run: Run, event: ev.Event) -> None:
    """See which texts are active before an event that may change it happens."""
    if event.changes_objects and may_lose(run.table, run.catalogue):
        run.lost = _lost(run.table, run.catalogue)
    elif run.lost:
        run.lost = set()
    if isinstance(event, _MATTERS):
        run.awake = set(_awake(run.table, run.catalogue))


def _lost(table: Table, catalogue: Catalogue) -> set[str]:
    """The objects that have lost static abilities which the layers read."""
    if not may_lose(table, catalogue):
        return set()
    kept = kept_sources(table, catalogue)
    without = [source for source in static_sources(table, catalogue) if source not in kept]
    things = [table.objects.get(source.thing or "") for source in without]
    return {reference(thing) for thing in things if thing is not None}


def _awake(table: Table, catalogue: Catalogue) -> Iterator[tuple[str, str]]:
    for source in static_sources(table, catalogue):
        ability = source.ability
        if not (ability.legion or ability.level is not None):
            continue
        holder = table.objects.get(holder_of(table, source) or "")
        key = text_key(ability)
        if holder is None or key is None:
            continue
        place, this = source.place, source.this
        if is_awake(View(table, catalogue, source.controller, source.thing, place, this), ability):
            yield reference(holder), key


def _began(table: Table, ref: str) -> tuple[int, str]:
    thing = table.find(ref)
    since = 0 if thing is None else max(thing.since or 0, thing.text_since.get(OWN_TEXT, 0))
    return since, ref


def watch_texts(run: Run, event: ev.Event) -> None:
    """Give a new timestamp to each such text that an event made active (480.2). What enters with
    its text active begins to apply as it enters (480.1).
    """
    if run.lost:
        still = _lost(run.table, run.catalogue)
        # those that come back together keep their order
        for ref in sorted(run.lost - still, key=lambda ref: _began(run.table, ref)):
            if run.table.find(ref) is not None and run.in_force("480.2"):
                since = run.table.latest() + 1
                run.emit(ev.TextBecameActive(ref=ref, text=OWN_TEXT, since=since))
    if not isinstance(event, _MATTERS):
        return
    woken = set(_awake(run.table, run.catalogue)) - run.awake
    entered = reference(event.object) if isinstance(event, ev.ObjectEntered) else None
    for ref, key in sorted(woken):
        if ref != entered and run.in_force("480.2"):
            run.emit(ev.TextBecameActive(ref=ref, text=key, since=run.table.latest() + 1))


__all__ = ["assume_asked", "foresee_texts", "watch_texts"]
