"""Contested: a unit is present at a battlefield that its controller does not control (190.3)."""

from __future__ import annotations

from judge.board import events as ev
from judge.board.state import GameObject
from judge.layers.characteristics import is_unit
from judge.ruling.run import Run


def apply_contested(run: Run, place: str, player: str, *numbers: str) -> None:
    """A unit of `player` became present at a battlefield: Contested applies to it if it is new
    (190.3).
    """
    battlefield = run.table.battlefields.get(place)
    if (
        battlefield is None
        or battlefield.contested_by is not None
        or battlefield.controller == player
    ):
        return
    if run.in_force("190.3.a.1", *numbers):
        run.emit(ev.Contested(at=place, by=player))


def become_present(run: Run, things: list[GameObject]) -> None:
    """Units that are attached have come to where their Top-Most Cards are: that is no Move (446.1),
    and it applies Contested all the same (190.3.a).
    """
    for thing in sorted(things, key=lambda thing: thing.id):
        if is_unit(run.table, run.catalogue, thing) and run.in_force("190.3.a"):
            apply_contested(run, run.table.places[thing.id], thing.controller)
