"""Whether an instruction with a "may" in it could be done to anything, so that it is worth asking
for (383.3.a.3).
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judge.board.state import UNKNOWN
from judge.effects import notation as n
from judge.effects.execution import Execution, meant, reading, things_meant
from judge.effects.meaning import candidates, held_meant
from judge.effects.performing.responsible import performer_of
from judge.effects.zones import PUBLIC, Held, find_held, off_board

#: decks may hold what nobody has seen, and are drawn from as long as they have cards
_DECKS = frozenset({"main_deck", "rune_deck"})


def is_possible(execution: Execution, instruction: Any) -> bool:
    """Whether what the instruction is done to, or chooses from, is there at all."""
    if isinstance(instruction, n.Choose):
        return _could_choose(execution, instruction.from_)
    if isinstance(instruction, n.SpendBuff):
        return _could_spend_buff(execution, instruction)
    for field in ("what", "to"):
        objects = getattr(instruction, field, None)
        if isinstance(objects, n.Selector) and objects.zone == "board":
            return bool(meant(execution, objects))
        if isinstance(objects, str) and objects in execution.chooses:
            return bool(meant(execution, objects))
        if isinstance(objects, str) and objects in execution.late:
            return _could_choose(execution, late_choice(execution.late[objects]))
    return True


def _could_spend_buff(execution: Execution, instruction: n.SpendBuff) -> bool:
    """Whether any of the units has a buff, and is of who would spend it (702.2.b.1-2)."""
    run, player = execution.run, performer_of(execution, instruction)
    found = (run.table.find(ref) for ref in things_meant(execution, instruction.what))
    buffed = any(t is not None and t.buffs and t.controller == player for t in found)
    return buffed or not run.in_force("702.2.b.1")


def late_choice(selector: n.Selector) -> n.Selector:
    """A slot of a hand as it is chosen on resolution: your hand, where nothing else is said."""
    if selector.side == "any" and selector.of is None and selector.the is None:
        return replace(selector, side="yours")
    return selector


def _could_choose(execution: Execution, selector: n.Selector) -> bool:
    """Whether there is anything to choose, or a card of unknown face that might be."""
    if selector.zone in _DECKS and selector.the is None:
        return True
    run, context = execution.run, reading(execution, selector).anywhere()
    if selector.the is not None:
        named = (find_held(run.table, ref) for ref in context.refs(selector.the))
        if any(held is not None and held.card.card == UNKNOWN for held in named):
            return True
    if candidates(run, selector, context):
        return True
    if not off_board(selector):
        return False
    unknown = [held for held in held_meant(run, selector, context) if held.card.card == UNKNOWN]
    for held in unknown:
        words = f"{held.card.id}, whose face the board does not give, is taken to be one to choose."
        run.assume(f"cards.{held.card.id}.card", UNKNOWN, words, audience=_who_sees(held))
    return bool(unknown)


def _who_sees(held: Held) -> str:
    """Who may be told of a card by its id: where it lies open all may (128)."""
    return "all" if held.zone in PUBLIC else held.owner


__all__ = ["is_possible", "late_choice"]
