"""What happens, as conditions of triggered abilities see it, and which ability a moment meets
(370.1.a, 383).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from judge.board.table import reference
from judge.effects import notation as n
from judge.effects.activetexts import texts_of
from judge.effects.conditions import holds
from judge.effects.context import Context
from judge.effects.meaning import fits, players
from judge.ruling.run import Run


@dataclass(frozen=True, slots=True)
class Occurrence:
    """Something that happened, in the words of the notation.

    `what`: the object or the item it happened to; `by`: the player who did it; `where`: its
    location; `controller`: who controlled the object, where it is gone. `rules`: under which a
    trigger on it is put on the chain; `about`: what is frozen for the ability (359.3.f.3).
    """

    event: n.Event
    rules: tuple[str, ...]
    what: str | None = None
    by: str | None = None
    where: str | None = None
    phase: str | None = None
    types: tuple[str, ...] = ()
    about: dict[str, Any] = field(default_factory=dict)
    #: conditions are looked at by these objects only, as of those that have left (808.1.d)
    only_by: tuple[str, str, str] | None = None


@dataclass(frozen=True, slots=True)
class Listener:
    """A triggered ability in play, and whose it is: `place` is its location, or its own id for a
    battlefield.
    """

    ref: str
    card: str
    controller: str | None
    place: str
    key: str
    ability: n.Triggered

    def context(self, controller: str) -> Context:
        """On whose behalf its condition is read."""
        return Context(controller, source=self.ref, here=self.place)


def abilities_of(
    run: Run, ref: str, card: str, controller: str | None, place: str
) -> Iterator[Listener]:
    """The triggered abilities that a card prints, as listeners."""
    for index, ability in enumerate(run.catalogue[card].abilities):
        if isinstance(ability, n.Triggered):
            yield Listener(ref, card, controller, place, str(index), ability)


def listeners(run: Run) -> dict[n.Event, list[Listener]]:
    """Everything in play that listens, by event, battlefields first and then by id; kept while
    nothing on the board changes.
    """
    kept: dict[n.Event, list[Listener]] | None = run.table.memo.get("listeners")
    if kept is not None:
        return kept
    kept = {}
    found: list[Listener] = []
    for battlefield in run.board.battlefields:
        found += abilities_of(
            run, battlefield.id, battlefield.card, battlefield.controller, battlefield.id
        )
    for thing, place in sorted(run.table.everything(), key=lambda pair: pair[0].id):
        ref, controller = reference(thing), thing.controller
        found += [
            Listener(ref, text.card, controller, place, text.key, text.ability)
            for text in texts_of(run.table, run.catalogue, thing)
            if isinstance(text.ability, n.Triggered)
        ]
    for listener in found:
        for event in dict.fromkeys(moment.event for moment in listener.ability.moments):
            kept.setdefault(event, []).append(listener)
    run.table.memo["listeners"] = kept
    return kept


def hearing(run: Run, occurrence: Occurrence) -> Iterator[tuple[Listener, str]]:
    """The abilities whose condition an occurrence meets, each with its controller."""
    if occurrence.only_by is not None:
        ref, card, controller = occurrence.only_by
        own = abilities_of(run, ref, card, controller, occurrence.where or "")
        listening = [
            listener
            for listener in own
            if occurrence.event in {moment.event for moment in listener.ability.moments}
        ]
    else:
        listening = listeners(run).get(occurrence.event, [])
    for listener in listening:
        # a battlefield that nobody controls has the ability of whoever does it there
        controller = listener.controller or occurrence.by or run.board.turn.player
        if any(
            meets(run, occurrence, moment, listener, controller)
            for moment in listener.ability.moments
        ):
            yield listener, controller


def meets(
    run: Run, occurrence: Occurrence, moment: n.Moment, listener: Listener, controller: str
) -> bool:
    """Whether what happened is what the moment says (383.2.c)."""
    if moment.event != occurrence.event:
        return False
    context = listener.context(controller)
    if moment.phase is not None and moment.phase != occurrence.phase:
        return False
    whose = moment.whose if moment.event in ("begin_phase", "end_turn") else None
    if whose is not None and run.board.turn.player not in players(run, context, whose):
        return False
    if moment.by is not None and occurrence.by not in players(run, context, moment.by):
        return False
    if not _there(run, moment.where, context, occurrence.where):
        return False
    if moment.what is not None and not _is_what(run, moment.what, context, occurrence):
        return False
    if moment.provided is None:
        return True
    # 383.2.a.1: what stands right after the condition is part of it
    what = [occurrence.what] if occurrence.what is not None else []
    known = replace(context.knowing("it", what), there=occurrence.where)
    return run.in_force("383.2.a.1") and holds(run, known, moment.provided)


def _there(run: Run, where: n.Where, context: Context, place: str | None) -> bool:
    match where:
        case "here":
            return place == context.here
        case "battlefield":
            return place in run.table.battlefields
        case "base":
            return place is not None and place.startswith("base:")
    return True


def _is_what(run: Run, what: n.Objects, context: Context, occurrence: Occurrence) -> bool:
    if occurrence.what is None:
        return False
    if what == "me":
        return occurrence.what == context.source
    if not isinstance(what, n.Selector):
        return False
    if occurrence.types and what.kind in ("spell", "unit", "gear", "card"):
        return _is_played(run, what, context, occurrence)
    return fits(run, what, context, occurrence.what)


def _is_played(run: Run, what: n.Selector, context: Context, occurrence: Occurrence) -> bool:
    """Whether a card that was played is of the kind that a text waits for."""
    kind = what.kind.capitalize()
    if what.kind != "card" and kind not in occurrence.types:
        return False
    return not (what.other and occurrence.what == context.source)


__all__ = ["Listener", "Occurrence", "abilities_of", "hearing", "listeners"]
