"""Hold effects that are conquer effects as well, and the other way round, as a text says of an
object (364.1, 383.4).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from judge.abilities.listening import Listener, keywords, listeners
from judge.board.table import split_reference
from judge.effects import notation as n
from judge.effects.unread import refused
from judge.layers.lost import kept_rules
from judge.ruling.run import Run

#: the other name of an event
_OTHER: dict[n.Event, n.Event] = {"conquer": "hold", "hold": "conquer"}
#: the events that have one
ALIASED = frozenset(_OTHER)


def also_listening(run: Run, event: n.Event, what: str | None) -> Iterator[Listener]:
    """The abilities that wait for the other of the two events, with this one in its place."""
    other = _OTHER.get(event)
    if other is not None and _having(run):
        yield from in_place_of(run, event, (*listeners(run, other), *keywords(run, other, what)))


def in_place_of(run: Run, event: n.Event, those: Iterable[Listener]) -> Iterator[Listener]:
    """Of these abilities those that are effects of the event as well, waiting for it."""
    other, having = _OTHER.get(event), _having(run)
    if other is None or not having:
        return
    for listener in those:
        ability = listener.ability
        waits = {moment.event for moment in ability.moments}
        # an effect that is of both kinds already is what it was
        if split_reference(listener.ref)[0] not in having or event in waits or other not in waits:
            continue
        if any(moment.nth is not None for moment in ability.moments):
            raise refused(
                "clause",
                f"How often an ability of {listener.card} has been fulfilled this turn is not "
                "counted where its condition is another as well.",
                f"{listener.card}: trigger rule",
                "383.1.b",
            )
        moments = [
            replace(moment, event=event, nth=None) if moment.event == other else moment
            for moment in ability.moments
        ]
        if run.in_force("364.1"):
            yield replace(listener, ability=replace(ability, when=moments))


def _having(run: Run) -> set[str]:
    """The objects of which a text says so."""
    if "364.1" in run.disabled:
        return set()
    return {
        source.thing
        for source in kept_rules(run.table, run.catalogue)
        for change in source.ability.changes
        if isinstance(change, n.RuleChange) and change.what == "trigger_alias"
        if source.thing is not None
    }


__all__ = ["ALIASED", "also_listening", "in_place_of"]
