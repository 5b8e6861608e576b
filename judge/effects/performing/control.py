"""Instructions that contain instructions: which of them are executed, by whom, and how often."""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs

from judge.effects import notation as n
from judge.effects.conditions import holds
from judge.effects.execution import Execution, amount_of, meant, reading
from judge.effects.performing.executing import execute, is_stopped
from judge.effects.performing.registry import performs
from judge.effects.performing.rounds import as_before, joined, labels_of, without


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
    rounds: list[str | None]
    if instruction.of is not None:
        rounds = list(meant(execution, instruction.of))
    else:
        times = 0 if instruction.times is None else amount_of(execution, instruction.times) or 0
        rounds = [None] * times
    labels = labels_of(instruction.does)
    if instruction.of is not None:
        # a loop within this one has a thing of its own that it is at
        labels |= {"each"}
    before = execution.context
    for ref in rounds:
        if execution.run.stands("359.3.e.14.a"):
            execution.context = as_before(execution.context, before, labels)
        if ref is not None:
            execution.context = execution.context.knowing("each", [ref])
        execute(execution, instruction.does)
        if is_stopped(execution):
            break
    if execution.run.stands("359.3.d"):
        execution.context = as_before(execution.context, before, labels)
    return bool(rounds)


@performs(n.EachPlayer)
def _each_player(execution: Execution, instruction: n.EachPlayer) -> bool:
    """Each player in turn follows the instructions as "you" (355.10.e)."""
    run, context = execution.run, execution.context
    controller = context.controller
    first = controller
    if instruction.starting == "turn_player":
        first = run.board.turn.player
    elif instruction.starting == "next":
        first = run.table.next_player(controller)
    order = run.table.turn_order(first)
    if instruction.opponents_only:
        order = [name for name in order if name in run.table.opponents(controller)]
    if instruction.others_only:
        order = [name for name in order if name != controller]
    labels = labels_of(instruction.does)
    begun = without(context, labels - {"paid"})
    rounds = []
    for name in order:
        # 411.1: each is responsible for what they do
        responsible = name if run.in_force("411.1") else controller
        own = structs.replace(begun, controller=responsible, unowned=False)
        acting = replace(execution, context=own)
        execute(acting, instruction.does)
        rounds.append(acting.context)
        if is_stopped(execution):
            break
    # what speaks of it afterwards speaks of what all of them did it to
    if labels and run.stands("359.3.e.14"):
        execution.context = joined(begun, rounds, labels)
    return bool(order)
