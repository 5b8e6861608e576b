"""What playing a card costs: what was decided of a play, and its price (204, 356)."""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec

from judge.board.state import Choices
from judge.effects.context import Context
from judge.effects.keywordtexts import spelled_out
from judge.effects.notation import AdditionalCost, CardDefinition, CostChange
from judge.procedure.costs import find_payment, power_price
from judge.procedure.finding import CardAt, keywords_at, permitting_effect
from judge.procedure.payment import PaymentPlan, Price
from judge.procedure.payments import use_of
from judge.procedure.repeating import prefix_of
from judge.procedure.spending import Spending
from judge.procedure.totals import (
    Applying,
    Component,
    Ignoring,
    Total,
    changes_of,
    may_lower,
    resources_of,
    total_cost,
)
from judge.ruling.ruling import Problem
from judge.ruling.run import Run


class Permission(msgspec.Struct, frozen=True):
    """What an effect says about a play that it permits, beside the normal process (419.3.b).

    `places`: where it has to enter, `further`: where it may. `cost`: what is paid as base cost.
    """

    ignoring: Ignoring | None = None
    places: tuple[str, ...] | None = None
    further: tuple[str, ...] = ()
    cost: Price | None = None
    less: CostChange | None = None
    exhausted: bool | None = None
    leaves_to: str | None = None


@dataclass(slots=True)
class PlannedPlay:
    """What steps 2 to 4 decided."""

    card: CardAt
    definition: CardDefinition
    price: Price
    additional: dict[str, bool] = field(default_factory=dict)
    modes: list[str] = field(default_factory=list)
    location: str | None = None
    targets: dict[str, list[str]] = field(default_factory=dict)
    destinations: dict[str, str] = field(default_factory=dict)
    #: what was chosen for each execution beside the first (820.2)
    again: list[Choices] = field(default_factory=list)
    spending: Spending = field(default_factory=Spending)
    total: Total | None = None
    payment: PaymentPlan | None = None
    #: the part of the price that Deflect adds
    deflect: Price = field(default_factory=Price)
    permission: Permission | None = None
    #: what may be paid in place of the base cost (356.1.a, 829)
    alternative: CostChange | None = None
    #: it enters where it does by Ambush alone (822)
    ambush: bool = False

    @property
    def chosen(self) -> dict[str, list[str]]:
        """The targets of every execution, by the names of their choices."""
        found = dict(self.targets)
        for number, choices in enumerate(self.again, 1):
            found.update(
                (f"{prefix_of(number)}{slot}", refs) for slot, refs in choices.targets.items()
            )
        return found


def total_of(
    run: Run, player: str, planned: PlannedPlay, costs: list[AdditionalCost], context: Context
) -> Total:
    """356: the total cost with the choices made."""
    definition, permission = planned.definition, planned.permission
    changes = changes_of(run, player, definition, context, card=planned.card)
    if permission is not None and permission.less is not None:
        changes.append(Applying(permission.less, "the effect", context))
    additions = [
        Component(cost.label, resources_of(run, context, definition, cost.cost), not cost.mandatory)
        for cost in costs
    ]
    if planned.additional.get("accelerate"):
        price = accelerate_price(run, player, planned.card, definition)
        additions.append(Component("accelerate", price, optional=True))
    if planned.deflect.power:
        additions.append(Component("deflect", planned.deflect))
    alternative = permission.cost if permission is not None else None
    other = planned.alternative
    if planned.additional.get("alternative") and other is not None and other.alternative:
        alternative = resources_of(run, context, definition, other.alternative)
    return total_cost(
        run,
        base_price(run, definition, planned.card),
        additions,
        changes,
        ignoring=permission.ignoring if permission is not None else None,
        alternative=alternative,
    )


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
    permission: Permission | None,
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


def too_dear_with(
    run: Run, player: str, planned: PlannedPlay, costs: list[AdditionalCost], context: Context
) -> list[Problem]:
    """Why the optional costs decided on cannot be paid together, as far as that is told before the
    other choices.
    """
    definition, card = planned.definition, planned.card
    chosen = any(planned.additional.values())
    if not chosen or planned.permission is not None or planned.alternative is not None:
        return []
    if may_be_cheaper(run, player, card, definition):
        return []
    problems: list[Problem] = []
    for price in total_of(run, player, planned, costs, context).prices:
        short: list[Problem] = []
        find_payment(run, player, definition.name, price, short, use=use_of(definition))
        if not short:
            return []
        problems = problems or short
    return problems


def may_be_cheaper(run: Run, player: str, card: CardAt, definition: CardDefinition) -> bool:
    reader = Context(player, item=card.id, origin=card.zone)
    own = [
        Applying(change, definition.name, reader)
        for ability in map(spelled_out, definition.abilities)
        for change in getattr(ability, "changes", [])
        if isinstance(change, CostChange)
    ]
    return (
        permitting_effect(run, player, card) is not None
        or may_lower(own)
        or may_lower(changes_of(run, player, definition, reader, card=card))
    )
