"""A catalogue as of a day: cards that were worded otherwise then have a text that is not modelled.

Of an earlier or later wording nothing is known here but that it is another; a ruling that needs
the text stops and says so by name, as with any text that is not modelled (D13).
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable

import msgspec

from judge.effects.catalogue import Catalogue
from judge.effects.clauses import clauses_of, effect_clause
from judge.effects.notation import CardDefinition


def as_of(
    catalogue: Catalogue,
    reworded: Collection[str],
    banned: Container[str],
    bans_of: Iterable[str],
) -> Catalogue:
    """The catalogue in which the texts of the `reworded` cards are not modelled, and of the cards
    in `bans_of` those are banned that are `banned`; itself where nothing is otherwise.
    """
    own: dict[str, CardDefinition] = {}
    for name in bans_of:
        card = catalogue.get(name)
        if card is not None and card.banned != (name in banned):
            own[name] = msgspec.structs.replace(card, banned=name in banned)
    for name in reworded:
        card = own.get(name) or catalogue.get(name)
        if card is not None:
            own[name] = _without_text(card)
    if not own:
        return catalogue
    kept = {name: catalogue.read[name] for name in own if name in catalogue.read}
    return catalogue.extended(
        list(own.values()), {name: text for name, text in kept.items() if name not in reworded}
    )


def _without_text(card: CardDefinition) -> CardDefinition:
    clauses = list(card.clauses)
    if card.is_spell:
        clauses.append("spell text")
    for ability in card.abilities:
        clauses += clauses_of(ability)
    if card.effect_text:
        clauses.append("effect text")
    for ability in card.effect_text:
        clauses += map(effect_clause, clauses_of(ability))
    if card.additional_costs:
        clauses.append("additional cost")
    return msgspec.structs.replace(
        card,
        text="unmodelled",
        clauses=list(dict.fromkeys(clauses)) or ["text"],
        chooses={},
        does=[],
        abilities=[],
        effect_text=[],
        additional_costs=[],
    )


__all__ = ["as_of"]
