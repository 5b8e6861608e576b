"""Instructions that contain instructions: which of them are executed, by whom, and how often."""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs

from judge.effects import notation as n
from judge.effects.conditions import holds
from judge.effects.context import Context
from judge.effects.execution import Execution, amount_of, meant, reading
from judge.effects.performing.executing import execute, is_stopped
from judge.effects.performing.registry import performs
from judge.effects.performing.rounds import (
    as_before,
    did_name,
    joined,
    labels_of,
    picked_name,
    without,
)


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


def _kept_apart(does: list[n.AnyInstruction]) -> list[str]:
    """The labels of choices that none of what was chosen for them before may be."""
    return [
        each.label
        for each in does
        if isinstance(each, n.Choose) and each.label is not None and each.label in each.from_.unlike
    ]


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
        order = [
            name
            for name in order
            if name in run.table.opponents(controller)
            or (instruction.with_you and name == controller)
        ]
    if instruction.others_only:
        order = [name for name in order if name != controller]
    for option in [] if instruction.picked is None else [picked_name(instruction.picked)]:
        order = [name for name in order if name in context.refs(option)]
    for deed in [] if instruction.did is None else [did_name(instruction.did)]:
        order = [name for name in order if name in context.refs(deed)]
    if instruction.follower != "each":
        stead = [controller] if instruction.follower == "you" else []
        order = [each for name in order for each in stead or [controller, name]]
    labels = labels_of(instruction.does)
    begun = without(context, labels - {"paid"})
    rounds: list[Context] = []
    for name in order:
        # 411.1: each is responsible for what they do
        responsible = name if run.in_force("411.1") else controller
        own = structs.replace(begun, controller=responsible, unowned=False)
        for label in _kept_apart(instruction.does):
            # what the players before have chosen is not chosen again
            own = own.knowing(label, [ref for each in rounds for ref in each.refs(label)])
        acting = replace(execution, context=own)
        execute(acting, instruction.does)
        rounds.append(acting.context)
        if is_stopped(execution):
            break
    # what speaks of it afterwards speaks of what all of them did it to
    if labels and run.stands("359.3.e.14"):
        execution.context = joined(begun, rounds, labels)
        for label in labels:
            did = [each.controller for each in rounds if label in each.done - each.averted]
            if did:
                execution.context = execution.context.knowing(did_name(label), did)
    return bool(order)
