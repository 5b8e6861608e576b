"""Instructions that contain instructions: which of them are executed, by whom, and how often."""

from __future__ import annotations

from judge.effects import notation as n
from judge.effects.conditions import holds
from judge.effects.execution import Execution, amount_of, meant, reading
from judge.effects.performing.executing import execute
from judge.effects.performing.registry import performs


@performs(n.If)
def _if(execution: Execution, instruction: n.If) -> bool:
    context = reading(execution, instruction.condition)
    chosen = holds(execution.run, context, instruction.condition)
    branch = instruction.then if chosen else instruction.otherwise
    if chosen and _replaces(instruction) and not execution.run.in_force("158.2"):
        branch = [*instruction.otherwise, *instruction.then]
    execute(execution, branch)
    return bool(branch)


def _replaces(instruction: n.If) -> bool:
    """Whether the branch stands for a later part of the text that replaces an earlier one, and not
    for what happens or happens not after something was done or answered (158.2).
    """
    follows = isinstance(instruction.condition, n.Done | n.OptionChosen)
    return bool(instruction.otherwise) and not follows


@performs(n.ForEach)
def _for_each(execution: Execution, instruction: n.ForEach) -> bool:
    """The instructions once for each thing that is there as they begin, or so many times."""
    if instruction.of is not None:
        refs = meant(execution, instruction.of)
        for ref in refs:
            execution.context = execution.context.knowing("each", [ref])
            execute(execution, instruction.does)
        return bool(refs)
    times = 0 if instruction.times is None else amount_of(execution, instruction.times) or 0
    for _ in range(times):
        execute(execution, instruction.does)
    return times > 0
