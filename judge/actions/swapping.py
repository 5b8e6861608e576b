"""Doubling and swapping (432, 433)."""

from __future__ import annotations

from judge.actions import objects
from judge.actions.destinations import players_with_units
from judge.board.table import base_of
from judge.layers.characteristics import characteristics
from judge.ruling.run import Run


def double_might(
    run: Run, ref: str, *, until: str, controller: str, origin: str, source: str | None
) -> bool:
    """Give a unit as much Might again as it has now (432.1), whether it has any.

    The amount is fixed by that: it does not change with the Might later (432.1.a).
    """
    if run.table.find(ref) is None:
        return False
    # 143.2.b.1: what is increased is the actual value; 477.3.c: never by a negative amount
    now = characteristics(run.table, run.catalogue, ref)
    amount = max(0, now.might_value or 0)
    if not run.in_force("432.1.a"):
        amount = now.definition.might or 0
    if not amount or not run.in_force("432.1"):
        return False
    run.note(f"{run.thing(ref)} has {amount} Might, which is doubled.")
    _give(run, ref, amount, until, controller, origin, source)
    return True


def swap_might(
    run: Run, one: str, other: str, *, until: str, controller: str, origin: str, source: str | None
) -> bool:
    """Reverse the Might of two units: the lower is increased by the difference, and the higher
    decreased (433.1.b); whether there was one.
    """
    values = {
        ref: characteristics(run.table, run.catalogue, ref).might_value or 0 for ref in (one, other)
    }
    low, high = sorted(values, key=lambda ref: values[ref])
    difference = values[high] - values[low]
    if not difference:
        run.note(f"Both have {values[low]} Might; swapping has no effect.", "433.1.c")
        return not run.in_force("433.1.c")
    if not run.in_force("433.1", "433.1.b"):
        return False
    with run.together():
        # 433.1.a: two effects, each of which lasts so long
        _give(run, low, difference, until, controller, origin, source)
        if run.in_force("433.1.a"):
            _give(run, high, -difference, until, controller, origin, source)
    return True


def _give(
    run: Run, ref: str, amount: int, until: str, controller: str, origin: str, source: str | None
) -> None:
    objects.give_might(
        run,
        [ref],
        amount,
        minimum=None,
        until=until,
        controller=controller,
        origin=origin,
        source=source,
    )


def swap_places(run: Run, one: str, other: str, *, by: str | None) -> bool:
    """Two units move at once, each to where the other was; whether they did.

    A unit that may not be where the other was is recalled instead (447.2.c).
    """
    places = {ref: run.table.place_of(ref) for ref in (one, other)}
    if places[one] == places[other]:
        run.note(f"{run.thing(one)} and {run.thing(other)} are at one place already.")
        return False
    with run.together():
        for ref, to in ((one, places[other]), (other, places[one])):
            thing = run.table.find(ref)
            assert thing is not None
            assert to is not None
            leaving = one if ref == other else other
            if _may_be(run, thing.controller, to, leaving):
                run.in_force("449")
                objects.move(run, [ref], to, by=by)
            elif run.in_force("447.2.c"):
                objects.recall(run, [ref], by=by)
    return True


def _may_be(run: Run, player: str, place: str, leaving: str) -> bool:
    """Whether a unit of the player may be at a place that another unit leaves."""
    if place.startswith("base:"):
        return place == base_of(player)
    gone = run.table.find(leaving)
    others = players_with_units(run, place) - {player}
    if gone is not None and run.table.places[gone.id] == place:
        left = [
            thing
            for thing in run.table.at(place)
            if thing.controller == gone.controller and thing.id != gone.id
        ]
        others -= set() if left else {gone.controller}
    return len(others) < 2
