"""Instructions that change who controls an object (190-192)."""

from __future__ import annotations

from judge.actions import controlling
from judge.effects import notation as n
from judge.effects.execution import Execution, meant
from judge.effects.performing.registry import performs
from judge.effects.performing.responsible import performer_of
from judge.effects.performing.until import lasts, source_of
from judge.effects.unread import refused


@performs(n.GainControl)
def _gain_control(execution: Execution, instruction: n.GainControl) -> bool:
    run = execution.run
    player = performer_of(execution, instruction)
    if player is None:
        return False
    if _is_over(execution, instruction) and run.in_force("359.3.e.16"):
        run.note(f"{execution.name} has left the board already, and nobody gains control.")
        return False
    refs = meant(execution, instruction.what)
    for ref in refs:
        if run.table.find(ref) is None:
            raise refused(
                "clause",
                f"{execution.name} gives control of {run.thing(ref)}, which is no object on the "
                "board.",
                f"{execution.name}: gain control",
                "750",
            )
    done = [
        ref
        for ref in refs
        if controlling.gain_control(
            run,
            ref,
            player,
            until=lasts(execution, instruction.until),
            origin=execution.name,
            source=source_of(execution),
        )
    ]
    execution.name_result(instruction.label, done, len(done))
    return bool(done)


@performs(n.LoseControl)
def _lose_control(execution: Execution, instruction: n.LoseControl) -> bool:
    run = execution.run
    player = performer_of(execution, instruction)
    if player is None:
        return False
    refs = meant(execution, instruction.what)
    done = [ref for ref in refs if controlling.lose_control(run, ref, player)]
    execution.name_result(instruction.label, done, len(done))
    return bool(done)


def _is_over(execution: Execution, instruction: n.GainControl) -> bool:
    """Whether what it would last for, that its source is on the board, is no more."""
    sources = execution.context.refs("me")
    there = any(execution.run.table.find(ref) is not None for ref in sources)
    return instruction.until == "until_i_leave" and not there
