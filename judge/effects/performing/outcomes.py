"""Carrying one instruction out, and what of its game action came about: what is linked to it is
followed or not (359.3.e.14).
"""

from __future__ import annotations

from typing import Any

from judge.actions.door import Door
from judge.effects import notation as n
from judge.effects.execution import Execution, reading
from judge.effects.meaning import candidates
from judge.effects.performing.compelled import follows, may_ignore
from judge.effects.performing.registry import PERFORMERS
from judge.effects.performing.responsible import performer_of
from judge.effects.zones import off_board
from judge.ruling.run import keeps_citations

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
    n.GainExperience: "gain_xp",
    n.LosePoints: "lose_points",
    n.Empower: "empower",
    n.Attach: "attach",
    n.Detach: "detach",
    n.Channel: "channel",
}


@keeps_citations
def perform(execution: Execution, instruction: Any) -> bool:
    """Carry an instruction out; whether any of it was followed, if only by what replaced it."""
    run = execution.run
    if not _is_wanted(execution, instruction):
        return False
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


def _is_wanted(execution: Execution, instruction: Any) -> bool:
    """Whether an instruction is followed to which its player cannot be compelled, as it speaks of
    all cards of a kind in a hand (128.6.a); where it may be declined it has been asked already.
    """
    what = getattr(instruction, "what", None)
    if isinstance(instruction, n.Discard):
        return True  # each player who discards is asked for themselves
    if instruction.may or not isinstance(what, n.Selector) or not off_board(what):
        return True
    run, context = execution.run, reading(execution, what)
    player = performer_of(execution, instruction)
    if player is None or not candidates(run, what, context):
        return True
    if not may_ignore(run, what, context) or not run.in_force("128.6.a"):
        return True
    words = str(type(instruction).__struct_config__.tag).replace("_", " ")
    return follows(run, player, execution.name, words)


__all__ = ["EVENTS", "perform"]
