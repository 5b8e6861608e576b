"""Instructions that are done to items on the chain."""

from __future__ import annotations

from judge.effects import notation as n
from judge.effects.chainitems import counter
from judge.effects.execution import Execution, meant
from judge.effects.itemchoices import item_of
from judge.effects.performing.registry import performs


@performs(n.Counter)
def _counter(execution: Execution, instruction: n.Counter) -> bool:
    refs = meant(execution, instruction.what)
    for ref in refs:
        item = item_of(execution.run, ref)
        if item is not None:
            execution.countered[ref] = item
        counter(execution.run, ref, by=execution.item.controller)
    execution.name_result(instruction.label, refs, len(refs))
    return bool(refs)
