"""What a text asks of a thing where the rules are open about the answer (D10)."""

from __future__ import annotations

from judge.board.state import GameObject
from judge.effects import notation as n
from judge.effects.traits import has_state
from judge.layers.characteristics import Characteristics, of
from judge.layers.seen import Seen
from judge.layers.standings import standing
from judge.layers.worked import losses
from judge.ruling.run import Run


def was_alone(run: Run, seen: Seen) -> bool:
    """Whether what has left was alone (740.2.a); where all with whom it was have left as well, by
    OP-19.
    """
    if seen.alone or not _left_together(run, seen):
        return seen.alone
    return run.rely_on("OP-19") == "b"


def _left_together(run: Run, seen: Seen) -> bool:
    """Whether those beside whom something was have left as well, and nobody is there with whom it
    would not have been alone.
    """
    friends = run.table.team_of(seen.thing.controller)
    gone = any(
        other.place == seen.place and other.thing.controller in friends and other.now.is_unit
        for ref, other in run.seen.items()
        if other.thing.id != seen.thing.id and run.table.find(ref) is None
    )
    there = run.table.at(seen.place) if seen.place in run.table.locations() else []
    left = [each for each in there if each.controller in friends]
    return gone and not any(of(run.table, run.catalogue, each).is_unit for each in left)


def say_lost(run: Run, thing: GameObject, keyword: str) -> None:
    """Where a text asks for a keyword that a thing on the board has lost (OP-197)."""
    if run.table.objects.get(thing.id) is not thing:
        return
    work = standing(run.table, run.catalogue, thing)
    if not losses(work) or keyword in work.keywords:
        return
    granted = any(
        isinstance(entry.change, n.GrantKeyword) and entry.change.keyword == keyword
        for entry, _ in work.applied
    )
    if granted or keyword in work.first.keywords:
        words = f"{run.thing(work.ref)} has lost {keyword} and does not have it."
        run.rests_on("OP-197", "a", words)


def in_state(
    run: Run, thing: GameObject, now: Characteristics, state: str, seen: Seen | None
) -> bool:
    """Whether it is in the state; of what is gone, whether others had put it there (740.2)."""
    if seen is not None and state in ("equipped", "alone"):
        return seen.equipped if state == "equipped" else was_alone(run, seen)
    if seen is not None and state == "in_combat":
        return seen.thing.designation is not None  # which it has nowhere else (740.2.c)
    return has_state(run, thing, now, state)


__all__ = ["in_state", "say_lost", "was_alone"]
