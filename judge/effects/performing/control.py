"""Instructions that contain instructions: which of them are executed, by whom, and how often."""

from __future__ import annotations

from dataclasses import replace

from judge.effects import notation as n
from judge.effects.conditions import holds
from judge.effects.execution import Execution, amount_of, meant
from judge.effects.performing.executing import execute
from judge.effects.performing.registry import performs


@performs(n.If)
def _if(execution: Execution, instruction: n.If) -> bool:
    chosen = holds(execution.run, execution.context, instruction.condition)
    branch = instruction.then if chosen else instruction.otherwise
    execute(execution, branch)
    return bool(branch)


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


@performs(n.EachPlayer)
def _each_player(execution: Execution, instruction: n.EachPlayer) -> bool:
    """Each player in turn order follows the instructions as "you", and is responsible for what
    they do (411.1).
    """
    run = execution.run
    controller = execution.context.controller
    start = run.board.turn.player
    if instruction.starting == "you":
        start = controller
    elif instruction.starting == "next":
        start = run.table.next_player(controller)
    players = run.table.turn_order(start)
    if instruction.opponents_only:
        players = [name for name in players if name in run.table.opponents(controller)]
    for player in players:
        before = execution.context
        responsible = player if run.in_force("411.1") else controller
        execution.context = replace(before, controller=responsible, done=frozenset())
        with run.step(text=f"{player} follows it", by=player):
            execute(execution, instruction.does)
        done = before.done | execution.context.done
        execution.context = replace(execution.context, controller=controller, done=done)
    return bool(players)
