"""Units that an effect would play into a combat of other players (462.2)."""

from __future__ import annotations

from msgspec.structs import replace

from judge.actions.destinations import is_combat_of_others
from judge.board.table import base_of
from judge.effects.execution import Execution
from judge.ruling.run import keeps_citations


@keeps_citations
def away_from_combat(execution: Execution, player: str, places: list[str]) -> list[str]:
    """Where an effect plays a unit of the player that it is to play at these places: in their base
    if others fight at all of them (462.2.a), which "here" then means for the rest of the effect
    (462.2.b).
    """
    run = execution.run
    fought_over = [
        place
        for place in places
        if (battlefield := run.table.battlefields.get(place)) is not None
        and is_combat_of_others(run, player, battlefield)
    ]
    if not places or len(fought_over) < len(places) or not run.in_force("462.2.a"):
        return places
    base = base_of(player)
    run.note(f"Others fight at {run.place(places[0])}; the unit is played to {run.place(base)}.")
    if execution.context.here in places and run.in_force("462.2.b"):
        execution.context = replace(execution.context, here=base)
    return [base]


__all__ = ["away_from_combat"]
