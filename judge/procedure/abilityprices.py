"""What an activated ability costs in resources (403)."""

from __future__ import annotations

from judge.effects.context import Context
from judge.effects.keywordtexts import spelled_out
from judge.effects.notation import Activated, CardDefinition, CostChange, KeywordAbility, Static
from judge.effects.texts import names_in
from judge.procedure.payment import Price
from judge.procedure.totals import ability_price
from judge.ruling.run import Run


def price_of_ability(
    run: Run, context: Context, definition: CardDefinition, ability: Activated
) -> Price:
    """The resources that an ability costs (403.1.a), with what its own card says of it (403.3)."""
    keyword = keyword_spelled(definition, ability)
    return ability_price(run, context, definition, ability.cost, keyword=keyword)


def keyword_spelled(definition: CardDefinition, ability: Activated) -> str | None:
    """The keyword that an ability of a card is (818, 827); None for one that it spells out."""
    found = (
        each.keyword
        for each in definition.abilities
        if isinstance(each, KeywordAbility) and spelled_out(each) is ability
    )
    return next(found, None)


def depends_on_choice(definition: CardDefinition, ability: Activated) -> bool:
    """Whether what an Equip ability costs depends on the unit that it chooses (403.2)."""
    return keyword_spelled(definition, ability) == "Equip" and any(
        isinstance(change, CostChange) and change.of == "equip" and "it" in names_in(change)
        for each in definition.abilities
        if isinstance(each, Static)
        for change in each.changes
    )


__all__ = ["depends_on_choice", "keyword_spelled", "price_of_ability"]
