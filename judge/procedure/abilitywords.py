"""Activated abilities in a few words, for questions and lists (376-378)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from judge.effects.notation import Activated, Add, AnyInstruction, CardDefinition, Selector
from judge.procedure.spending import VERBS


def describe_ability(ability: Activated, definition: CardDefinition) -> str:
    """A few words for an ability of a card: its cost and what it does."""
    cost = []
    if ability.cost.energy or ability.cost.power:
        cost.append(f"pay {ability.cost.energy} Energy and {len(ability.cost.power)} Power")
    cost += [
        _describe_part(verb, getattr(ability.cost, verb))
        for verb in VERBS
        if getattr(ability.cost, verb) not in (None, 0)
    ]
    does = ", ".join(_describe_instruction(i, definition) for i in ability.does)
    return f"{' and '.join(cost) or 'no cost'}: {does}"


def _describe_part(verb: str, what: Any) -> str:
    """A few words for a non-standard cost."""
    words = verb.replace("_", " ")
    if isinstance(what, Selector):
        number = what.min if what.min == what.max else f"{what.min} or more"
        return f"{words} {number}" + (" from the trash" if what.zone == "trash" else "")
    if verb == "spend_xp":
        return f"spend {what} XP"
    return f"{words} it" if what == "me" else f"{words} {what}"


def _describe_instruction(instruction: AnyInstruction, definition: CardDefinition) -> str:
    """A few words for an instruction: what it does, and how much."""
    if isinstance(instruction, Add):
        what = [f"{instruction.energy} Energy"] if instruction.energy else []
        domains = Counter(
            " or ".join(definition.domains) or "unknown" if domain == "own" else domain
            for domain in instruction.power
        )
        what += [
            f"{count} Power of any domain" if domain == "any" else f"{count} {domain} Power"
            for domain, count in domains.items()
        ]
        return f"add {' and '.join(what)}"
    tag = type(instruction).__struct_config__.tag
    words = str(tag).replace("_", " ")
    amount = getattr(instruction, "amount", None)
    return words if amount is None else f"{words} {amount}"


__all__ = ["describe_ability"]
