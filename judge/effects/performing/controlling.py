"""Instructions that change who controls an object (190-192)."""

from __future__ import annotations

from judge.actions import controlling
from judge.board import events as ev
from judge.effects import notation as n
from judge.effects.execution import Execution, meant
from judge.effects.performing.executing import execute
from judge.effects.performing.registry import performs
from judge.effects.performing.responsible import performer_of
from judge.effects.performing.until import lasts, source_of
from judge.effects.unread import refused

#: how the instruction to make new choices calls what control has been gained of
TAKEN = "taken_over"


@performs(n.GainControl)
def _gain_control(execution: Execution, instruction: n.GainControl) -> bool:
    run = execution.run
    player = performer_of(execution, instruction)
    if player is None:
        return False
    refs = meant(execution, instruction.what)
    items = {item.id for item in run.table.items()}
    # 192.1: control is the same status for all Game Objects
    of_items = items.issuperset(refs) and instruction.until == "unlimited"
    if of_items and run.in_force("192.1"):
        return _of_items(execution, instruction, refs, player)
    for ref in refs:
        if run.table.find(ref) is None or instruction.new_choices:
            raise refused(
                "clause",
                f"{execution.name} gives control of {run.thing(ref)} in a way that is not "
                "modelled.",
                f"{execution.name}: gain control",
                "191",
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


def _of_items(
    execution: Execution, instruction: n.GainControl, refs: list[str], player: str
) -> bool:
    """Control of spells and abilities on the chain, and new choices for them if the text says so
    (191.2, 191.4, 750).
    """
    run = execution.run
    controllers = {item.id: item.controller for item in run.table.items()}
    done = [ref for ref in refs if controllers[ref] != player]
    for ref in done:
        run.emit(ev.ItemControlChanged(id=ref, player=player), by=player)
    execution.name_result(instruction.label, done, len(done))
    if instruction.new_choices and refs:
        # it is the same item, whether or not it still is what it was chosen as
        execution.context = execution.context.knowing(TAKEN, refs)
        execute(execution, [n.ChooseAnew(what=TAKEN, may=True, who=instruction.who)])
    return bool(refs)
