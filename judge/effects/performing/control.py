"""Instructions that contain instructions: which of them are executed, and how often."""

from __future__ import annotations

from judge.effects import notation as n
from judge.effects.conditions import holds
from judge.effects.execution import Execution, reading
from judge.effects.performing.executing import execute
from judge.effects.performing.registry import performs


@performs(n.If)
def _if(execution: Execution, instruction: n.If) -> bool:
    context = reading(execution, instruction.condition)
    chosen = holds(execution.run, context, instruction.condition)
    branch = instruction.then if chosen else instruction.otherwise
    execute(execution, branch)
    return bool(branch)
