"""A card of a list in English: read into notation, or named as not modelled by its clauses.

What a list leaves out of a card's corners is not made up. It is named like a clause of its text,
`printed cost` or `printed Might`, so that a ruling which needs it stops there.
"""

from __future__ import annotations

from typing import Any

import msgspec

from judge.cardtext.cards import print_card, print_effect_text
from judge.cardtext.reading.reader import Read, Refused, read
from judge.effects import notation as n
from rulesdb.cards import cardtext

#: what a text may belong to, where a list does not say it
_TYPES = (["Unit"], ["Spell"], ["Gear"], ["Battlefield"], ["Legend"])
#: types that are paid for, and those of a domain
_PAID = frozenset({"Unit", "Spell", "Gear"})
_OF_A_DOMAIN = frozenset({*_PAID, "Legend", "Rune"})


class CardText(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A card as a list has it. `types` is empty where it does not say them; `corners`: what else is
    printed, by the fields of `CardDefinition`; `told`: of types, energy, power, might, domains and
    tags those that the list gives, be it as none.
    """

    name: str
    text: str
    types: list[str] = []
    effect_text: str = ""
    might: int | None = None
    corners: dict[str, Any] = {}
    told: list[str] = []


class TakenCard(msgspec.Struct, kw_only=True):
    """A card of a list as the engine takes it. `printed`: what was read, printed back, if the text
    was read whole; `refused`: the clauses that were not read; `left_out`: what the list leaves out.
    """

    definition: n.CardDefinition
    printed: str | None
    refused: list[Refused]
    left_out: list[str]


def read_text(card: CardText) -> tuple[list[str], Read]:
    """The text of a card, read, and its types: where none are given, those that it fits."""

    def as_(types: list[str]) -> Read:
        return read(
            card.text,
            name=card.name,
            types=types,
            might=card.might,
            effect_text=card.effect_text,
            corners=card.corners,
        )

    if card.types:
        return card.types, as_(card.types)
    tried = [(types, as_(types)) for types in _TYPES]
    return max(tried, key=lambda one: (one[1].definition is not None, len(one[1].clauses)))


def take(card: CardText) -> TakenCard:
    """A card of a list as a definition that the engine can judge with."""
    types, made = read_text(card)
    left_out = _left_out(card, types)
    clauses = [*left_out, *(["combat rule of itself"] if "printed Might" in left_out else [])]
    printed = None
    definition = made.definition
    if definition is None:
        told = cardtext.read(card.text, card.effect_text or None, is_spell="Spell" in types)
        definition = n.CardDefinition(
            name=card.name,
            types=types,
            might=card.might,
            keywords=dict(told.keywords),
            **card.corners,
        )
        clauses += told.clauses or ["text"]
    else:
        printed = _printed(definition)
    changes: dict[str, Any] = {}
    if definition.is_unit and definition.might is None:
        changes["might"] = 0
    if clauses:
        changes["text"] = "unmodelled"
        changes["clauses"] = list(dict.fromkeys([*definition.clauses, *clauses]))
    definition = msgspec.structs.replace(definition, **changes)
    return TakenCard(
        definition=definition, printed=printed, refused=made.refused, left_out=left_out
    )


def _left_out(card: CardText, types: list[str]) -> list[str]:
    """What of the card's corners a list leaves out, each in the words of a clause."""
    told, found = set(card.told), set(types)
    is_token = bool(card.corners.get("token"))
    missing = []
    if "types" not in told or not card.types:
        missing.append("printed type")
    has_cost = {"energy", "power"} <= told and card.corners.get("energy") is not None
    if found & _PAID and not is_token and not has_cost:
        missing.append("printed cost")
    if "Unit" in found and card.might is None:
        missing.append("printed Might")
    if found & _OF_A_DOMAIN and not is_token and "domains" not in told:
        missing.append("printed domains")
    if found & _OF_A_DOMAIN and "tags" not in told:
        missing.append("printed tags")
    return missing


def _printed(definition: n.CardDefinition) -> str:
    effect = print_effect_text(definition)
    text = print_card(definition)
    return f"{text}\n{effect}".strip() if effect else text


__all__ = ["CardText", "TakenCard", "read_text", "take"]
