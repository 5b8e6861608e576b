"""Instructions that double and swap: Might and places (432, 433)."""

from __future__ import annotations

from judge.actions import swapping
from judge.effects import notation as n
from judge.effects.execution import Execution, meant
from judge.effects.performing.moves import refuse_applied
from judge.effects.performing.registry import performs
from judge.effects.performing.responsible import performer_of
from judge.effects.performing.until import lasts, source_of


@performs(n.DoubleMight)
def _double_might(execution: Execution, instruction: n.DoubleMight) -> bool:
    done = [
        ref
        for ref in meant(execution, instruction.to)
        if swapping.double_might(
            execution.run,
            ref,
            until=lasts(execution, instruction.until),
            controller=execution.context.controller,
            origin=execution.name,
            source=source_of(execution),
        )
    ]
    execution.name_result(instruction.label, done, len(done))
    return bool(done)


@performs(n.SwapMight)
def _swap_might(execution: Execution, instruction: n.SwapMight) -> bool:
    pair = _pair(execution, instruction)
    if pair is None:
        return False
    done = swapping.swap_might(
        execution.run,
        *pair,
        until=lasts(execution, instruction.until),
        controller=execution.context.controller,
        origin=execution.name,
        source=source_of(execution),
    )
    execution.name_result(instruction.label, pair if done else ())
    return done


@performs(n.SwapPlaces)
def _swap_places(execution: Execution, instruction: n.SwapPlaces) -> bool:
    pair = _pair(execution, instruction)
    player = performer_of(execution, instruction)
    if pair is None:
        return False
    places = [execution.run.table.place_of(ref) for ref in reversed(pair)]
    for ref, to in zip(pair, places, strict=True):
        refuse_applied(execution, [ref], to or "")
    done = swapping.swap_places(execution.run, *pair, by=player)
    execution.name_result(instruction.label, pair if done else ())
    return done


def _pair(execution: Execution, instruction: n.SwapMight | n.SwapPlaces) -> tuple[str, str] | None:
    """The two things that are swapped; None where one of them is not there any more."""
    table = execution.run.table
    first = [ref for ref in meant(execution, instruction.what) if table.find(ref) is not None]
    second = [ref for ref in meant(execution, instruction.other) if table.find(ref) is not None]
    if not first or not second or first[0] == second[0]:
        return None
    return first[0], second[0]
