"""Instructions on statuses and counters: Empower, buffs that are spent (441-442, 702)."""

from __future__ import annotations

from judge.abilities.attributing import keyword_of
from judge.actions import statuses
from judge.effects import notation as n
from judge.effects.execution import Execution, amount_of, things_meant
from judge.effects.performing.registry import performs
from judge.effects.performing.responsible import performer_of


@performs(n.Empower, n.Disempower)
def _empower(execution: Execution, instruction: n.Empower | n.Disempower) -> bool:
    action = statuses.empower if isinstance(instruction, n.Empower) else statuses.disempower
    player = performer_of(execution, instruction)
    refs = things_meant(execution, instruction.what)
    # 827.2: the source of the keyword's ability becomes Empowered
    of_keyword = keyword_of(execution.run, execution.item) == "Empower"
    if of_keyword and not execution.run.in_force("827.2"):
        return False
    changed = action(execution.run, refs, by=player)
    execution.name_result(instruction.label, changed, len(changed))
    return bool(changed)


@performs(n.SpendBuff)
def _spend_buff(execution: Execution, instruction: n.SpendBuff) -> bool:
    player = performer_of(execution, instruction)
    if player is None:
        return False
    amount = None
    if instruction.amount is not None:
        amount = amount_of(execution, instruction.amount)
        if amount is None:
            return False  # 359.3.e.12: not as many as there are
    refs = things_meant(execution, instruction.what)
    spent = statuses.spend_buffs(execution.run, refs, amount, by=player)
    execution.name_result(instruction.label, refs, spent)
    return spent > 0
