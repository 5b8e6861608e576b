"""Carrying one instruction out, and what of its game action came about: what is linked to it is
followed or not (359.3.e.14).
"""

from __future__ import annotations

from typing import Any

from judge.actions.door import Door
from judge.effects import notation as n
from judge.effects.execution import Execution
from judge.effects.performing.registry import PERFORMERS

#: the event of the game action that an instruction is, as texts forbid and replace it
EVENTS: dict[type[n.Instruction], n.Event] = {
    n.Kill: "die",
    n.Banish: "banish",
    n.ReturnToHand: "return_to_hand",
    n.Stun: "stun",
    n.Ready: "ready",
    n.Exhaust: "exhaust",
    n.Buff: "buff",
    n.Recall: "recall",
    n.Heal: "heal",
    n.Deal: "deal",
    n.Move: "move",
    n.Draw: "draw",
    n.Discard: "discard",
    n.Score: "gain_points",
}


def perform(execution: Execution, instruction: Any) -> bool:
    """Carry an instruction out; whether any of it was followed, if only by what replaced it."""
    run = execution.run
    event, door = EVENTS.get(type(instruction)), run.door
    performer = PERFORMERS[type(instruction)]
    if event is None or door is None or not door.watches(run, event):
        return performer(execution, instruction)
    watcher: Door = door
    with watcher.following(event) as outcome:
        followed = performer(execution, instruction)
    # a move knows itself what it could not do, and what it recalled instead (447.2.c)
    ignored = outcome.is_forbidden and not (followed and isinstance(instruction, n.Move))
    if ignored and run.in_force("359.3.e.6", "359.3.e.14.a"):
        return False
    if outcome.is_replaced and run.in_force("359.3.e.14.b"):
        # something else happened, which stops nothing but what speaks of the game action itself
        execution.mark_averted(instruction.label)
        return True
    return followed


__all__ = ["EVENTS", "perform"]
