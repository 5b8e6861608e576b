"""Who performs an instruction, and so is responsible for the Game Action (411)."""

from __future__ import annotations

from judge.effects import notation as n
from judge.effects.execution import Execution, who_is_meant
from judge.effects.speaking import is_ignored, is_to_nobody


def performers_of(execution: Execution, instruction: n.Instruction) -> list[str]:
    """The players who perform it: the controller of the text, or who it says (411.1)."""
    if instruction.who == "you":
        nobody = is_to_nobody(execution.run, execution.context)
        nobody = nobody and is_ignored(execution.run, execution.context, instruction)
        return [] if nobody else [execution.context.controller]
    found = who_is_meant(execution, instruction.who)
    return found if execution.run.in_force("411.1") else [execution.context.controller]


def performer_of(execution: Execution, instruction: n.Instruction) -> str | None:
    """The one player who performs it; None where nobody is meant any more (359.3.f.2.a)."""
    return next(iter(performers_of(execution, instruction)), None)
