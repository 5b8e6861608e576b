"""Instructions that make or activate abilities: "do this", delayed abilities, "activate"
(383.4.g, 386-392).
"""

from __future__ import annotations

from dataclasses import replace

from judge.abilities.activation import activate_triggers
from judge.abilities.delayed import delay
from judge.abilities.reflexive import do_this
from judge.effects import notation as n
from judge.effects.context import Context
from judge.effects.execution import Execution, amount_of, legal_targets, meant
from judge.effects.performing.registry import performs


def _known(execution: Execution, ability: n.Triggered | n.Replacement) -> Context:
    """What the ability may speak of: all that this text knows, its legal targets among it."""
    context = execution.context
    for slot in execution.targets:
        if slot in execution.chooses:
            context = context.knowing(slot, legal_targets(execution, slot))
    # what the text has moved away is what it was before (359.3.e.13)
    return replace(context, frozen=(*context.frozen, *execution.looked_back.items()))


@performs(n.DoThis)
def _do_this(execution: Execution, instruction: n.DoThis) -> bool:
    times = amount_of(execution, instruction.times) or 0
    before = len(execution.run.table.items())
    if _second(execution) and not execution.run.in_force("387.1.b"):
        return False
    done = do_this(
        execution.run,
        execution.item,
        execution.name,
        instruction.ability,
        times,
        _known(execution, instruction.ability),
    )
    execution.name_result(instruction.label, amount=len(execution.run.table.items()) - before)
    return done


def _second(execution: Execution) -> bool:
    """Whether this execution has added a reflexive item before: "do the following" (387.1.b)."""
    return any(
        item.kind == "reflexive" and item.pending and item.id != execution.item.id
        for item in execution.run.table.items()
    )


def delay_trigger(execution: Execution, instruction: n.Delay) -> bool:
    """Begin a delayed trigger (390.2), unless its time is over (359.3.e.16)."""
    return delay(
        execution.run,
        execution.item,
        execution.name,
        instruction,
        _known(execution, instruction.ability),
    )


@performs(n.Activate)
def _activate(execution: Execution, instruction: n.Activate) -> bool:
    source = instruction.abilities.source
    event = instruction.abilities.event
    assert source is not None
    assert event is not None
    refs = meant(execution, source)
    return activate_triggers(execution.run, refs, event)
