"""Which function performs an instruction, by its type."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from judge.effects import notation as n
from judge.effects.execution import Execution

#: Carries an instruction out as far as possible; whether any of it could be followed (359.3.e.6).
Performer = Callable[[Execution, Any], bool]
PerformerT = TypeVar("PerformerT", bound=Performer)

PERFORMERS: dict[type[n.Instruction], Performer] = {}


def performs(*kinds: type[n.Instruction]) -> Callable[[PerformerT], PerformerT]:
    """Register the function as what performs instructions of these types."""

    def register(performer: PerformerT) -> PerformerT:
        for kind in kinds:
            assert kind not in PERFORMERS, kind
            PERFORMERS[kind] = performer
        return performer

    return register
