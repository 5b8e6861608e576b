"""What rests on how combat damage is assigned that is left when every unit has lethal damage
(465.2.c.4, OP-41).
"""

from __future__ import annotations

from typing import Any

from judge.combat.damage import assignment_problems
from judge.ruling.questions import DamageTarget, Question
from judge.ruling.run import Run


def hear_spare(run: Run, question: Question, answer: Any) -> None:
    """Say where what is left is given to another than the unit that could have been the last."""
    if question.form != "assign_damage" or not isinstance(answer, dict):
        return
    amount = question.amount or 0
    if assignment_problems(question.targets, amount, answer, run.disabled):
        return
    more = [each for each in question.targets if answer.get(each.id, 0) > each.lethal]
    if not more or sum(target.lethal for target in question.targets) >= amount:
        return
    if len(more) > 1 or not _may_be_last(more[0], question.targets):
        words = "What is left when every unit has lethal damage may go to any of them."
        run.rests_on("OP-41", "a", words)


def _may_be_last(target: DamageTarget, targets: list[DamageTarget]) -> bool:
    """Whether a unit may be assigned damage after all the others (465.2.c.6, 465.2.c.8)."""
    others = [each for each in targets if each.id != target.id]
    if target.first and not target.last and not all(each.first for each in others):
        return False
    return target.last or not any(each.last and not each.first for each in others)


__all__ = ["hear_spare"]
