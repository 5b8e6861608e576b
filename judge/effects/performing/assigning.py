"""Instructions that say what the Might of things is or is increased to, and give traits (477)."""

from __future__ import annotations

import msgspec

from judge.actions import objects
from judge.board import events as ev
from judge.board.state import Effect
from judge.effects import notation as n
from judge.effects.execution import Execution, amount_of, meant
from judge.effects.performing.until import lasts, source_of
from judge.layers.characteristics import characteristics


def give_trait(execution: Execution, instruction: n.Give) -> bool:
    """Append tags or domains to things for a duration (477.1.a)."""
    run, item = execution.run, execution.item
    refs = [ref for ref in meant(execution, instruction.to) if run.table.find(ref) is not None]
    if not refs or not run.in_force("477.1.a"):
        return False
    run.emit(
        ev.EffectBegan(
            effect=Effect(
                id=run.table.mint("e"),
                controller=item.controller,
                origin=execution.name,
                source=source_of(execution),
                kind="grant",
                affects=refs,
                abilities=[msgspec.to_builtins(n.Static(changes=instruction.changes))],
                until=lasts(execution, instruction.until),
            )
        ),
        by=item.controller,
    )
    execution.name_result(instruction.label, refs)
    return True


def give_set_might(execution: Execution, instruction: n.Give, change: n.SetMight) -> bool:
    """Assign Might (477.1.a.1), or increase it to so much by what is missing now (477.3.b)."""
    run, item = execution.run, execution.item
    refs = [ref for ref in meant(execution, instruction.to) if run.table.find(ref) is not None]
    amount = amount_of(execution, change.amount)
    if not refs or amount is None:
        return False
    if change.at_least:
        for ref in refs:
            now = characteristics(run.table, run.catalogue, ref).might_value or 0
            # it is not increased by a negative amount
            missing = max(0, amount - now) if run.in_force("477.3.c") else amount - now
            if not run.in_force("477.3.b", "477.3.e.1.b"):
                continue
            objects.give_might(
                run,
                [ref],
                missing,
                minimum=None,
                until=lasts(execution, instruction.until),
                controller=item.controller,
                origin=execution.name,
                source=source_of(execution),
            )
    elif run.in_force("477.1.a.1"):
        run.emit(
            ev.EffectBegan(
                effect=Effect(
                    id=run.table.mint("e"),
                    controller=item.controller,
                    origin=execution.name,
                    source=source_of(execution),
                    kind="grant",
                    affects=refs,
                    amounts={"might": amount},
                    until=lasts(execution, instruction.until),
                )
            ),
            by=item.controller,
        )
    execution.name_result(instruction.label, refs, amount)
    return True
