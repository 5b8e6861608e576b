"""Instructions on what players have: XP, points that are lost, winning (194-195, 730)."""

from __future__ import annotations

from judge.actions import experience
from judge.actions.points import GameEnded, lose_points, win, winning_with
from judge.effects import notation as n
from judge.effects.execution import Execution, amount_of
from judge.effects.performing.registry import performs
from judge.effects.performing.responsible import performers_of
from judge.effects.unread import refused


@performs(n.GainExperience, n.SpendExperience)
def _experience(execution: Execution, instruction: n.GainExperience | n.SpendExperience) -> bool:
    gains = isinstance(instruction, n.GainExperience)
    action = experience.gain_experience if gains else experience.spend_experience
    amount = amount_of(execution, instruction.amount) or 0
    total = 0
    for player in performers_of(execution, instruction):
        total += action(execution.run, player, amount)
    execution.name_result(instruction.label, amount=total)
    return total > 0


@performs(n.LosePoints)
def _lose_points(execution: Execution, instruction: n.LosePoints) -> bool:
    amount = amount_of(execution, instruction.amount) or 0
    lost = 0
    for player in performers_of(execution, instruction):
        lost += lose_points(execution.run, player, amount)
    execution.name_result(instruction.label, amount=lost)
    return lost > 0


@performs(n.Win)
def _win(execution: Execution, instruction: n.Win) -> bool:
    """Raises `GameEnded`: nothing more of the text is executed (196)."""
    run = execution.run
    for player in performers_of(execution, instruction):
        if run.in_force("195"):
            win(run, winning_with(run, player), "effect")
            if run.in_force("196"):
                raise GameEnded
    return False


@performs(n.Lose)
def _lose(execution: Execution, instruction: n.Lose) -> bool:
    """Raises `GameEnded` where one player or team is left (195), and `Refused` where a game goes on
    without the player whose text this is.
    """
    run = execution.run
    lost = False
    for player in performers_of(execution, instruction):
        if player == execution.context.controller and len(run.table.turn_order(player)) > 2:
            raise refused(
                "clause",
                f"{execution.name} removes the player whose text it is from a game that goes on.",
                f"{execution.name}: lose",
                "195.1",
            )
        if run.in_force("195.1"):
            assert run.removal is not None
            run.removal(run, player)
            lost = True
    return lost
