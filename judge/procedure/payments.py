"""What a payment consists of, and resources that are made of others on the way (163-167)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import msgspec

from judge.board.state import PoolUnit
from judge.board.table import Table, reference
from judge.effects.catalogue import Catalogue
from judge.effects.notation import Activated, Add, CardDefinition, Cost, Pay
from judge.layers.lost import lost_printed

ANY = "any"
#: what resources may be spent on alone, as a Rune Pool says it: to play spells
SPELLS = "spells"
#: the same of what may be spent during showdowns alone
SHOWDOWNS = "showdowns"
#: and of those that only play gear and use the activated abilities of gear
GEAR = "gear"
#: those that are read
RESTRICTIONS = frozenset({SPELLS, SHOWDOWNS, GEAR})


class Price(msgspec.Struct, frozen=True):
    """What must be paid in resources: Energy, and for each Power the domains it may have."""

    energy: int = 0
    power: tuple[frozenset[str], ...] = ()

    def plus(self, other: Price) -> Price:
        return Price(self.energy + other.energy, self.power + other.power)

    def words(self) -> str:
        """The Power part for a person: `Fury, Calm or Chaos`."""
        return ", ".join(
            "any domain" if ANY in domains else " or ".join(sorted(domains))
            for domains in self.power
        )


class Source(msgspec.Struct):
    """Something that can produce: a ready rune's Energy, a rune's Power, an Add ability of a gear.

    `how`: exhaust, recycle, or ability. `preference`: lower is used first.
    """

    ref: str
    how: str
    domain: str
    preference: int
    ability: Activated | None = None
    #: it leaves the board by being used
    destroys: bool = False
    #: one use yields more than one Power, or Power and Energy
    yields_several: bool = False
    #: of an ability: by what its uses are counted
    key: str = ""
    #: for what its resources may be spent alone, as in the Rune Pool
    only_for: str | None = None


def use_of(definition: CardDefinition) -> str | None:
    """What playing a card is, to resources that may be spent on that alone."""
    if definition.is_gear:
        return GEAR
    return SPELLS if definition.is_spell else None


def use_of_ability(definition: CardDefinition) -> str | None:
    """What using an activated ability of a card is, to such resources."""
    return GEAR if definition.is_gear else None


def restriction_of(instruction: Add) -> str | None:
    """For what the resources of an Add may be spent alone; None for anything."""
    if instruction.only_during is not None:
        return SHOWDOWNS
    if instruction.only_for is None:
        return None
    # judge.effects.support lists gear with its abilities, and spells
    return GEAR if instruction.abilities_too else SPELLS


def may_pay(table: Table, restriction: str | None, use: str | None) -> bool:
    """Whether a resource may be spent for a use: "only" excludes every other (054.2)."""
    if restriction is None or restriction == use:
        return True
    if restriction == SHOWDOWNS and table.board.showdown is not None:
        return True
    return restriction in RESTRICTIONS and "054.2" in table.disabled


class PaymentPlan(msgspec.Struct):
    """A payment that works: pool units, runes to exhaust, then sources of Power in order."""

    #: what is paid for, where that lets resources be spent which nothing else does
    use: str | None = None
    pool: list[PoolUnit] = []
    exhaust: list[str] = []
    energy_abilities: list[Source] = []
    power: list[tuple[Source | None, str | None]] = []
    #: abilities that yield several things, used before all else
    first: list[Source] = []
    #: used beyond the price, in a payment that a player wrote out
    spare: list[Source] = []
    #: an ability that Adds as much Power as Energy is paid for it, and how much that is
    convert: tuple[Source, int] | None = None
    #: one that Adds as much Energy as Power is paid for it, and where that Power comes from
    to_energy: tuple[Source, list[tuple[Source | None, str | None]]] | None = None

    @property
    def uses_add_abilities(self) -> bool:
        """Whether anything but what lies in the Rune Pool is used."""
        return bool(
            self.first
            or self.exhaust
            or self.energy_abilities
            or self.convert
            or self.to_energy
            or any(source for source, _ in self.power)
        )


class Shortfall(msgspec.Struct):
    """Why no payment works. `unknown_runes`: runes whose domain might have helped."""

    energy_missing: int = 0
    energy_available: int = 0
    power_missing: tuple[frozenset[str], ...] = ()
    unknown_runes: list[str] = []


def converters(
    table: Table, catalogue: Catalogue, player: str, busy: frozenset[str]
) -> list[tuple[Source, Pay]]:
    """Reactions that pay any amount of one resource to Add as much of the other (204.3.b)."""
    found = []
    for thing in sorted(table.objects.values(), key=lambda thing: thing.id):
        if thing.controller != player or thing.exhausted or thing.attached_to is not None:
            continue
        lost = lost_printed(table, catalogue, thing)
        for number, ability in enumerate(catalogue[thing.card].abilities):
            if thing.id in busy or number in lost:
                continue
            if not isinstance(ability, Activated) or ability.timing != "reaction":
                continue
            match ability.does:
                case [Pay(cost=Cost(any_amount=True), then=[Add()]) as paying]:
                    if ability.cost == Cost(exhaust="me") and ability.only_if is None:
                        source = Source(reference(thing), "ability", ANY, 5, ability)
                        found.append((source, paying))
    return found


def takes_energy(paying: Pay) -> bool:
    """Whether it is Energy that is paid for Power, and not the other way round."""
    return paying.cost == Cost(energy=1, any_amount=True)


#: among the domains of a Power that has to be paid: none that may be spent on something else alone
FOR_ANYTHING = "for anything"


def converted(
    short: Shortfall,
    price: Price,
    found_converters: list[tuple[Source, Pay]],
    again: Callable[[Price], PaymentPlan | Shortfall],
) -> PaymentPlan | Shortfall:
    """A payment in which Energy becomes the Power that is missing, or Power the Energy; else what
    is missing.
    """
    missing, energy = list(short.power_missing), short.energy_missing
    for source, paying in found_converters:
        gives_power = takes_energy(paying)
        if gives_power and missing and not energy:
            rest = list(price.power)
            for domains in missing:
                rest.remove(domains)
            found = again(Price(price.energy + len(missing), tuple(rest)))
            if isinstance(found, PaymentPlan):
                found.convert = (source, len(missing))
                found.power += [(None, ANY)] * len(missing)
                return found
        elif not gives_power and energy and not missing:
            more = (frozenset([ANY, FOR_ANYTHING]),) * energy
            found = again(Price(price.energy - energy, (*price.power, *more)))
            if isinstance(found, PaymentPlan):
                parted = split(found.power, price.power, energy)
                if parted is not None:
                    found.power, turned = parted
                    found.to_energy = (source, turned)
                    return found
    return short


def split(
    power: list[tuple[Source | None, str | None]], price: tuple[frozenset[str], ...], spare: int
) -> tuple[list[tuple[Source | None, str | None]], list[tuple[Source | None, str | None]]] | None:
    """Of sources of Power those that pay the price, and so many that are over for another use: none
    of those whose Power may be spent for the price alone.
    """
    for chosen in combinations(reversed(range(len(power))), spare):
        over = [power[number][0] for number in chosen]
        if any(source is not None and source.only_for is not None for source in over):
            continue
        rest = [each for number, each in enumerate(power) if number not in chosen]
        if _pay(rest, price):
            return rest, [power[number] for number in sorted(chosen)]
    return None


def _pay(power: list[tuple[Source | None, str | None]], price: tuple[frozenset[str], ...]) -> bool:
    """Whether each Power of a price has a source of its own."""
    if not price:
        return True
    first, *others = price
    return any(
        (ANY in first or domain in (*first, ANY))
        and _pay([*power[:number], *power[number + 1 :]], tuple(others))
        for number, (_, domain) in enumerate(power)
    )


__all__ = [
    "ANY",
    "GEAR",
    "RESTRICTIONS",
    "SPELLS",
    "PaymentPlan",
    "Price",
    "Shortfall",
    "Source",
    "converted",
    "converters",
    "may_pay",
    "restriction_of",
    "use_of",
    "use_of_ability",
]
