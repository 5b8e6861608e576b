"""Named procedures of the engine, for what nothing else in the notation says."""

from __future__ import annotations

from collections.abc import Callable

from judge.effects import notation as n
from judge.effects.execution import Execution
from judge.effects.performing.registry import performs

#: Carries the instruction out; whether any of it could be followed.
NamedProcedure = Callable[[Execution, n.Procedure], bool]

PROCEDURES: dict[str, NamedProcedure] = {}


def procedure(name: str) -> Callable[[NamedProcedure], NamedProcedure]:
    """Register the function as the procedure of that name."""

    def register(function: NamedProcedure) -> NamedProcedure:
        assert name not in PROCEDURES, name
        PROCEDURES[name] = function
        return function

    return register


@performs(n.Procedure)
def _procedure(execution: Execution, instruction: n.Procedure) -> bool:
    return PROCEDURES[instruction.name](execution, instruction)
