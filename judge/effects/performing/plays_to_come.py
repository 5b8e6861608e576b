"""Delayed passive abilities about plays that are to come: the next spell, or the cards that a text
names (390.4, 391).
"""

from __future__ import annotations

from typing import Any

import msgspec

from judge.board import events as ev
from judge.board.state import Effect
from judge.effects import notation as n
from judge.effects.execution import Execution, meant
from judge.effects.performing.until import lasts, source_of
from judge.effects.supporting_cards import is_to_come, permits_once


def give_to_plays(execution: Execution, instruction: n.Give) -> bool:
    """Cards have keywords or other costs as they are played: those of a kind that come, or only so
    many of them (`next`), or those that lie where the text says.
    """
    run, to = execution.run, instruction.to
    to_come = isinstance(to, n.Selector) and is_to_come(to, instruction.changes)
    to_come = to_come or permits_once(n.Static(affects=to, changes=instruction.changes))
    refs = [] if to_come else meant(execution, to)
    if not (to_come or refs) or not run.in_force("390.4", "391"):
        return False
    what: dict[str, Any] = {"kind": "grant", "affects": refs}
    ability = n.Static(changes=instruction.changes)
    if to_come:
        what = {"kind": "passive", "uses": instruction.next}
        ability = n.Static(affects=to, changes=instruction.changes)
    effect = Effect(
        id=run.table.mint("e"),
        controller=execution.context.controller,
        origin=execution.name,
        source=source_of(execution),
        abilities=[msgspec.to_builtins(ability)],
        until=lasts(execution, instruction.until),
        **what,
    )
    run.emit(ev.EffectBegan(effect=effect), by=execution.item.controller)
    execution.name_result(instruction.label, refs)
    return True


__all__ = ["give_to_plays"]
