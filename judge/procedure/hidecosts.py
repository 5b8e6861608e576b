"""What hiding a card costs: the Power of its keyword, with what texts change of it (811.1.b)."""

from __future__ import annotations

from judge.board.state import UNKNOWN
from judge.effects.context import Context
from judge.procedure.finding import CardAt, keywords_at
from judge.procedure.payment import PaymentPlan, Price, plan
from judge.procedure.totals import changes_of, resources_of, total_cost
from judge.ruling.run import Run

#: 811.1.b: hiding costs one Power of any domain
HIDE_PRICE = Price(0, (frozenset(["any"]),))


def hide_prices(run: Run, player: str, card: CardAt) -> list[Price]:
    """What the player may pay to hide a card, the cost of the keyword first; other texts may lower
    or raise it, and others may be paid instead of it.
    """
    if card.face == UNKNOWN or not run.stands("811.1.b"):
        return [HIDE_PRICE]
    price = HIDE_PRICE
    if "811.4" in run.disabled:  # once, however often it has the keyword
        times = keywords_at(run, player, card, played=False).get("Hidden", 1)
        price = Price(0, price.power * times)
    definition = run.catalogue[card.face]
    context = Context(player, item=card.id, origin=card.zone)
    changes = changes_of(run, player, definition, context, of=("hide",), card=card)
    found = list(total_cost(run, price, [], changes, of=("hide",)).prices)
    for each in changes:
        if each.change.alternative is not None:
            other = resources_of(run, each.context, definition, each.change.alternative)
            found += total_cost(run, other, [], changes, of=("hide",)).prices
    return list(dict.fromkeys(found))


def payable_prices(run: Run, player: str, prices: list[Price]) -> list[Price]:
    """Those of the prices that the player can pay."""
    if run.board.resources == "enough":
        return prices
    return [price for price in prices if isinstance(plan(run, player, price), PaymentPlan)]


def say_price(price: Price) -> str:
    """A price in a few words, as an option of a question."""
    parts = [f"{price.energy} Energy"] if price.energy else []
    parts += [f"Power ({price.words()})"] if price.power else []
    return " and ".join(parts) or "nothing"


__all__ = ["HIDE_PRICE", "hide_prices", "payable_prices", "say_price"]
