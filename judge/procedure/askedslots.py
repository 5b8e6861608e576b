"""Which slots of a text are filled as it is finalized (355.5): not those of which only dependent
text speaks that is inactive and has no effect (721.2).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from judge.effects import notation as n
from judge.effects.conditions import holds
from judge.effects.context import Context
from judge.effects.opponents import with_opponent
from judge.effects.texts import all_instructions, all_slots, names_in
from judge.ruling.run import Run


def asked_slots(
    run: Run,
    context: Context,
    chooses: Mapping[str, n.Selector],
    does: Sequence[n.AnyInstruction],
    modes: Iterable[str],
) -> dict[str, n.Selector]:
    """The slots of a text and its chosen modes that its player fills as it is finalized, with one
    for an opponent where it speaks of one of several.
    """
    modes = list(modes)
    slots = all_slots(dict(chooses), does, modes)
    followed = all_instructions(does, modes)
    return with_opponent(run, context.controller, _active(run, context, slots, followed), followed)


def _active(
    run: Run, context: Context, slots: dict[str, n.Selector], does: Sequence[n.AnyInstruction]
) -> dict[str, n.Selector]:
    if not any(map(_is_dependent, does)) or not run.stands("721.2"):
        return slots
    processed: list[n.AnyInstruction] = []
    for each in does:
        if isinstance(each, n.If) and _is_dependent(each):
            active = holds(run, context, each.condition)
            processed += each.then if active else each.otherwise
        else:
            processed.append(each)
    left_out = names_in(list(does)) - names_in(processed)
    return {slot: selector for slot, selector in slots.items() if slot not in left_out}


def _is_dependent(instruction: n.AnyInstruction) -> bool:
    """Whether it is text behind a Level of a spell (824.1.b)."""
    return isinstance(instruction, n.If) and n.level_asked(instruction.condition) is not None


def unasked(
    chooses: Mapping[str, n.Selector],
    asked: Mapping[str, n.Selector],
    does: Sequence[n.AnyInstruction],
) -> dict[str, list[str]]:
    """Slots that are left out as a text is finalized: it is known that nothing was chosen for them,
    whatever becomes active later.
    """
    if not any(map(_is_dependent, does)):
        return {}
    return {slot: [] for slot in all_slots(dict(chooses), does, []) if slot not in asked}


def required_slots(
    run: Run,
    context: Context,
    slots: Mapping[str, n.Selector],
    does: Sequence[n.AnyInstruction],
    targets: Mapping[str, list[str]],
) -> dict[str, n.Selector]:
    """The slots that have to be filled as the text resolves: not those that were left out as it was
    finalized, and are empty, nor those of which only inactive text speaks.
    """
    active = _active(run, context, dict(slots), does)
    empty = {slot for slot, refs in targets.items() if not refs}
    if empty:
        dependent = [each for each in does if _is_dependent(each)]
        rest = [each for each in does if not _is_dependent(each)]
        empty &= names_in(dependent) - names_in(rest)
    return {slot: own for slot, own in slots.items() if slot in active and slot not in empty}


__all__ = ["asked_slots", "required_slots", "unasked"]
