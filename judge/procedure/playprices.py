"""What a card costs before its choices are made, and whether that is too much (356)."""

from __future__ import annotations

from judge.effects.context import Context
from judge.effects.keywordtexts import spelled_out
from judge.effects.notation import CardDefinition, CostChange
from judge.procedure.costs import find_payment, power_price
from judge.procedure.finding import CardAt, keywords_at, permitting_effect
from judge.procedure.payment import Price
from judge.procedure.payments import use_of
from judge.procedure.totals import Applying, changes_of, may_lower
from judge.ruling.ruling import Problem
from judge.ruling.run import Run


def accelerate_price(run: Run, player: str, card: CardAt, definition: CardDefinition) -> Price:
    """What Accelerate costs: 1 Energy and 1 Power of a domain of the unit (805.1.a), of any domain
    for a unit that has none (805.1.a.2), however often it has the keyword (805.4).
    """
    times = keywords_at(run, player, card).get("Accelerate", 1) if "805.4" in run.disabled else 1
    if not definition.domains and not run.stands("805.1.a.2"):
        return Price(1, (frozenset(),))  # Power of its own domains, of which it has none
    symbol = "own" if run.stands("805.1.a.1") else "any"
    return Price(times, power_price(run, definition, [symbol] * times))


def base_price(run: Run, definition: CardDefinition, card: CardAt) -> Price:
    """The base cost in resources: what is printed (204.1.a), nothing from facedown (811.1.b)."""
    # 421.3: what it costs from there is said by what put it there
    if (card.zone == "facedown" and run.stands("421.3")) or not run.stands("204.1"):
        return Price()
    return Price(definition.energy or 0, power_price(run, definition, definition.power))


def too_dear(
    run: Run,
    player: str,
    card: CardAt,
    definition: CardDefinition,
    permission: object,
) -> list[Problem]:
    """Why not even the cost without anything optional can be paid, as far as that is told before
    the choices: not where a discount may depend on them.
    """
    if permission is not None or may_be_cheaper(run, player, card, definition):
        return []
    problems: list[Problem] = []
    price = base_price(run, definition, card)
    find_payment(run, player, definition.name, price, problems, use=use_of(definition))
    return problems


def may_be_cheaper(run: Run, player: str, card: CardAt, definition: CardDefinition) -> bool:
    reader = Context(player, item=card.id, origin=card.zone)
    own = [
        Applying(change, definition.name, reader)
        for ability in map(spelled_out, definition.abilities)
        for change in getattr(ability, "changes", [])
        if isinstance(change, CostChange)
    ]
    permitted = permitting_effect(run, player, card) is not None
    return (
        permitted
        or may_lower(own)
        or may_lower(changes_of(run, player, definition, reader, card=card))
    )
