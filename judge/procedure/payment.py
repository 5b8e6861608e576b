"""Paying Energy and Power: from the Rune Pool, and from Add reactions of runes and gear (163-167,
357).

`plan` finds a payment without touching the board, so that a search for completions may ask it
freely. The choice is made for the player: the pool first, then what leaves most behind.
"""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from judge.abilities.affording import can_be_paid_with, is_forbidden, may_use_ability
from judge.actions.decks import recycle_object
from judge.actions.door import Attempt, through
from judge.actions.objects import exhaust, kill
from judge.board import events as ev
from judge.board.state import GameObject, PoolUnit
from judge.board.table import Table, base_of, reference
from judge.effects.catalogue import UNKNOWN_RUNE, Catalogue
from judge.effects.notation import Activated, Add, AnyAbility, Cost, fixed
from judge.procedure.adding import add_sources
from judge.procedure.payments import (
    ANY,
    FOR_ANYTHING,
    PaymentPlan,
    Price,
    Shortfall,
    Source,
    converted,
    converters,
    may_pay,
    restriction_of,
)
from judge.ruling.run import Run


def runes_of(table: Table, catalogue: Catalogue, player: str) -> list[GameObject]:
    """The runes the player controls, by id."""
    found = table.memo.get(("runes", player))
    if found is None:
        found = sorted(
            (
                thing
                for thing in table.objects.values()
                if thing.controller == player
                and thing.attached_to is None
                and catalogue[thing.name].is_rune
            ),
            key=lambda thing: thing.id,
        )
        table.memo[("runes", player)] = found
    assert isinstance(found, list)
    return found


def domain_of_rune(catalogue: Catalogue, thing: GameObject) -> str | None:
    """The domain of the Power a basic rune yields (164.2.b.1); None when its face is unknown."""
    definition = catalogue[thing.name]
    return definition.domains[0] if definition.domains else None


def _is_usable(run: Run, player: str, ref: str, cost: Cost) -> bool:
    """Whether nothing forbids to use an Add ability of an object, or what its own cost is."""
    verbs = [verb for verb in ("exhaust", "kill", "recycle") if getattr(cost, verb) == "me"]
    return may_use_ability(run, player, ref) and all(
        can_be_paid_with(run, player, verb, ref) for verb in verbs
    )


def usable_runes(run: Run, player: str) -> tuple[list[GameObject], frozenset[str]]:
    """The runes whose abilities the player may use, and references of those that give no Energy,
    since they cannot be exhausted for it (203.3).
    """
    runes = [
        rune
        for rune in runes_of(run.table, run.catalogue, player)
        if may_use_ability(run, player, reference(rune))
    ]
    stuck = (ref for ref in map(reference, runes) if is_forbidden(run, player, "exhaust", ref))
    return runes, frozenset(stuck)


def plan(
    run: Run,
    player: str,
    price: Price,
    *,
    busy: frozenset[str] = frozenset(),
    keep: frozenset[str] = frozenset(),
    pool_only: bool = False,
    use: str | None = None,
) -> PaymentPlan | Shortfall:
    """A payment of the price, or what is missing. `use`: what it is for, if some resources may be
    spent for that alone.

    `busy`: objects the cost already uses otherwise. `keep`: references that must not leave the
    board for it, since they are chosen (357.3). `pool_only`: nothing can be added (357.1.a).
    """
    if not price.energy and not price.power:
        return PaymentPlan()
    table, catalogue = run.table, run.catalogue
    held = held_for(run, player, use)
    if pool_only:
        planned = _plan(table, catalogue, price, held, [], [], keep)
        if isinstance(planned, PaymentPlan):
            planned.use = use
        return planned
    adders = [
        adder
        for adder in add_sources(run, player, use)
        if adder.ref.partition("@")[0] not in busy and not (adder.destroys and adder.ref in keep)
    ]
    usable, stuck = usable_runes(run, player)
    runes = [rune for rune in usable if rune.id not in busy]
    rich = [adder for adder in adders if adder.yields_several]
    adders = [adder for adder in adders if not adder.yields_several]
    first: list[Source] = []
    while True:
        found = _plan(table, catalogue, price, held, adders, runes, keep, stuck)
        if isinstance(found, PaymentPlan):
            found.first, found.use = first, use
            return found
        if not rich:
            # what is paid for another resource is paid for nothing else
            held = [unit for unit in held if unit.restriction is None]
            return converted(
                found,
                price,
                [
                    (source, paying)
                    for source, paying in converters(table, catalogue, player, busy)
                    if _is_usable(run, player, source.ref, Cost(exhaust="me"))
                ],
                partial(
                    _plan,
                    table,
                    catalogue,
                    held=held,
                    adders=adders,
                    runes=runes,
                    keep=keep,
                    stuck=stuck,
                ),
            )
        # what yields several things at once joins the Rune Pool before the rest is worked out
        source = rich.pop(0)
        first.append(source)
        held = [*held, *yields_of(source)]


#: the Power of a rune whose face is unknown: it pays where any domain does (135.2.e.5.a)
_UNSTATED = "unstated"


def _plan(
    table: Table,
    catalogue: Catalogue,
    price: Price,
    held: list[PoolUnit],
    adders: list[Source],
    runes: list[GameObject],
    keep: frozenset[str],
    stuck: frozenset[str] = frozenset(),
) -> PaymentPlan | Shortfall:
    result = PaymentPlan()
    missing = _match_power(table, catalogue, price, held, adders, runes, keep, result)
    recycled = {source.ref for source, _ in result.power if source and source.how == "recycle"}
    ready = [
        rune
        for rune in runes
        if not rune.exhausted and reference(rune) not in stuck and "164.2.a" not in table.disabled
    ]
    energy_adders = [adder for adder in adders if not adder.domain]
    # 163.1: what Energy there is pays for what a cost says as a number
    of_energy = [unit for unit in held if unit.kind == "energy" and "163.1" not in table.disabled]
    in_pool = sum(unit.amount for unit in of_energy)
    available = in_pool + len(ready) + sum(energy_of(source) for source in energy_adders)
    if from_pool := min(price.energy, in_pool):
        result.pool.append(PoolUnit(kind="energy", amount=from_pool))
    # runes that are recycled anyway give their Energy first, as far as it is needed (357.1.a)
    both = [reference(rune) for rune in ready if reference(rune) in recycled]
    result.exhaust = both[: max(0, price.energy - from_pool)]
    left = price.energy - from_pool - len(result.exhaust)
    others = [reference(rune) for rune in ready if reference(rune) not in recycled]
    result.exhaust += others[: max(0, left)]
    left -= len(others[: max(0, left)])
    for adder in sorted(energy_adders, key=lambda s: (s.preference, s.ref)):
        if left <= 0:
            break
        result.energy_abilities.append(adder)
        left -= energy_of(adder)
    if left > 0 or missing:
        return Shortfall(
            energy_missing=max(0, left),
            energy_available=available,
            power_missing=missing,
            unknown_runes=[reference(r) for r in runes if domain_of_rune(catalogue, r) is None],
        )
    return result


def _match_power(
    table: Table,
    catalogue: Catalogue,
    price: Price,
    held: list[PoolUnit],
    adders: list[Source],
    runes: list[GameObject],
    keep: frozenset[str],
    result: PaymentPlan,
) -> tuple[frozenset[str], ...]:
    """Match each Power of the price to a source, into `result`; what is left without one."""
    off = table.disabled
    sources: list[Source | PoolUnit] = []
    domains: list[str] = []
    for unit in held:
        # 163.1.a: Energy has no domain, so that no Power is paid with it
        if unit.kind == "power" or "163.1.a" in off:
            for _ in range(unit.amount):
                sources.append(PoolUnit(kind=unit.kind, domain=unit.domain))
                domains.append(unit.domain or ANY)
    for adder in adders:
        if adder.domain:
            sources.append(adder)
            domains.append(adder.domain)
    for rune in runes if "164.2.b" not in off else ():
        if reference(rune) not in keep:
            own = domain_of_rune(catalogue, rune) if "164.2.b.1" not in off else ANY
            domain = own or _UNSTATED
            sources.append(Source(reference(rune), "recycle", domain, 2 if rune.exhausted else 3))
            domains.append(domain)
    order = sorted(
        range(len(sources)),
        key=lambda i: (s.preference if isinstance(s := sources[i], Source) else 0, i),
    )
    wanted = sorted(
        range(len(price.power)), key=lambda i: (len(price.power[i]), ANY in price.power[i], i)
    )
    fitting: list[list[int]] = [
        [
            source
            for source in order
            if pays_for(table, domains[source], allowed)
            and not (FOR_ANYTHING in allowed and is_for_something(sources[source]))
        ]
        for allowed in price.power
    ]
    taken: dict[int, int] = {}  # source -> requirement
    missing = tuple(price.power[r] for r in wanted if not _place(r, fitting, taken, set()))
    for source in sorted(taken, key=order.index):
        thing_or_unit = sources[source]
        if isinstance(thing_or_unit, PoolUnit):
            result.power.append((None, thing_or_unit.domain))
        else:
            domain = domains[source]
            result.power.append((thing_or_unit, ANY if domain == _UNSTATED else domain))
    return missing


def is_for_something(source: Source | PoolUnit) -> bool:
    """Whether what a source gives, or a unit of the Rune Pool, may not be spent on anything."""
    restriction = source.restriction if isinstance(source, PoolUnit) else source.only_for
    return restriction is not None


def _place(
    requirement: int, fitting: list[list[int]], taken: dict[int, int], seen: set[int]
) -> bool:
    """Find a source for a requirement, moving others to another of theirs where that helps."""
    for source in fitting[requirement]:
        if source in seen:
            continue
        seen.add(source)
        if source not in taken or _place(taken[source], fitting, taken, seen):
            taken[source] = requirement
            return True
    return False


def pays_for(table: Table, domain: str, allowed: frozenset[str]) -> bool:
    """Whether Power of a domain pays for a Power of one of the domains that are allowed."""
    off = table.disabled
    if ANY in allowed and "135.2.e.5.a" not in off:
        return True
    if domain == ANY and "135.2.e.5.b" not in off:
        return True
    # 163.2: Power pays for what a domain asks for, and it has one itself (163.2.a)
    return "163.2" not in off and (domain in allowed or "163.2.a" in off)


def yields_of(source: Source) -> list[PoolUnit]:
    """What an Add ability puts into the Rune Pool."""
    assert source.ability is not None
    units = []
    for instruction in source.ability.does:
        assert isinstance(instruction, Add)
        units += added_by(instruction)
    return units


def added_by(instruction: Add) -> list[PoolUnit]:
    """What an Add instruction puts into the Rune Pool (429.5)."""
    only = restriction_of(instruction)
    units = []
    if instruction.energy:
        amount = fixed(instruction.energy)
        units.append(PoolUnit(kind="energy", amount=amount, restriction=only))
    units += [
        PoolUnit(kind="power", domain=domain, restriction=only) for domain in instruction.power
    ]
    return units


def held_for(run: Run, player: str, use: str | None) -> list[PoolUnit]:
    """What of a Rune Pool may be spent for a use, what is for that alone first."""
    held = [u for u in run.table.player(player).pool if may_pay(run.table, u.restriction, use)]
    return sorted(held, key=lambda unit: unit.restriction is None)


def energy_of(source: Source) -> int:
    """The Energy that a source's ability adds."""
    assert source.ability is not None
    return sum(fixed(i.energy) for i in source.ability.does if isinstance(i, Add))


def carry_out(
    run: Run, player: str, price: Price, payment: PaymentPlan, under: str | None = None
) -> bool:
    """Perform a planned payment: Add reactions first, then the Rune Pool pays (357.1, 429.3.a);
    False where something else happened in place of it.

    `under`: the rule that asks for it where it is not the cost of a play, as in hiding.
    """
    if payment.uses_add_abilities:
        run.in_force(under or "357.1.a")
    for source in payment.first:
        _use_ability(run, player, source)
    if payment.exhaust:
        run.in_force("164.2.a", "429.3.a")
        exhaust(run, payment.exhaust, by=player)
        _add(run, player, [PoolUnit(kind="energy", amount=len(payment.exhaust))])
    for source in payment.energy_abilities:
        _use_ability(run, player, source)
    if payment.convert is not None:
        _convert(run, player, *payment.convert)
    if payment.to_energy is not None:
        _turn(run, player, *payment.to_energy)
    paid: list[PoolUnit] = []
    if price.energy:
        paid.append(PoolUnit(kind="energy", amount=price.energy))
    paid += _make_power(run, player, payment.power)
    for source in payment.spare:
        if source.how == "recycle":
            recycle_for_power(run, player, source.ref)
        else:
            _use_ability(run, player, source)
    return pay_from_pool(run, player, paid, under or "357.1", payment.use)


def _make_power(
    run: Run, player: str, power: list[tuple[Source | None, str | None]]
) -> list[PoolUnit]:
    """Have the sources give their Power, which is what is paid."""
    for source, _ in power:
        if source is None:
            continue
        if source.how == "recycle":
            recycle_for_power(run, player, source.ref)
        else:
            _use_ability(run, player, source)
    # what has no domain is Energy (163.1.a)
    return [PoolUnit(kind="power" if domain else "energy", domain=domain) for _, domain in power]


def recycle_for_power(run: Run, player: str, ref: str) -> None:
    """The second ability of a basic rune: recycle it, add a Power of its domain (164.2.b)."""
    thing = run.table.find(ref)
    assert thing is not None
    domain = domain_of_rune(run.catalogue, thing)
    run.in_force("164.2.b")
    recycle_object(run, thing)
    if domain is not None and not run.in_force("164.2.b.1"):
        domain = None
    _add(run, player, [PoolUnit(kind="power", domain=domain or ANY)])


def exhaust_for_energy(run: Run, player: str, ref: str) -> None:
    """The first ability of a basic rune: exhaust it, add 1 Energy (164.2.a)."""
    run.in_force("164.2.a")
    exhaust(run, [ref], by=player)
    _add(run, player, [PoolUnit(kind="energy", amount=1)])


def _use_ability(run: Run, player: str, source: Source) -> None:
    assert source.ability is not None
    thing = run.table.find(source.ref)
    assert thing is not None
    run.in_force("429.3.a")
    run.emit(ev.AbilityUsed(key=source.key, player=player), by=player)
    cost = source.ability.cost
    if cost.exhausts_me:
        exhaust(run, [source.ref], by=player)
    if cost.recycles_me:
        recycle_object(run, thing)
    elif cost.kills_me:
        kill(run, [source.ref], by=player)
    for instruction in source.ability.does:
        assert isinstance(instruction, Add)
        add_resources(run, player, instruction)


def _convert(run: Run, player: str, source: Source, amount: int) -> None:
    """Use an ability that Adds as much Power as Energy is paid, in the middle of a payment (429.3,
    444.2.c).
    """
    assert source.ability is not None
    thing = run.table.find(source.ref)
    assert thing is not None
    run.in_force("429.3.a", "444.2.c")
    key = ability_key(source.ref, run.catalogue[thing.card].abilities, source.ability)
    run.emit(ev.AbilityUsed(key=key, player=player), by=player)
    exhaust(run, [source.ref], by=player)
    # 203.2: what is linked to it is executed, whatever happens in place of the payment
    pay_from_pool(run, player, [PoolUnit(kind="energy", amount=amount)], "204.3.b")
    _add(run, player, [PoolUnit(kind="power", domain=ANY, amount=amount)])


def _turn(
    run: Run, player: str, source: Source, power: list[tuple[Source | None, str | None]]
) -> None:
    """Use an ability that Adds as much Energy as Power is paid, in the middle of a payment (429.3,
    444.2.c).
    """
    assert source.ability is not None
    thing = run.table.find(source.ref)
    assert thing is not None
    units = _make_power(run, player, power)
    run.in_force("429.3.a", "444.2.c")
    key = ability_key(source.ref, run.catalogue[thing.card].abilities, source.ability)
    run.emit(ev.AbilityUsed(key=key, player=player), by=player)
    exhaust(run, [source.ref], by=player)
    pay_from_pool(run, player, units, "204.3.b")
    _add(run, player, [PoolUnit(kind="energy", amount=len(units))])


def add_resources(run: Run, player: str, instruction: Add) -> None:
    """Execute an Add instruction (429)."""
    _add(run, player, added_by(instruction))


def ability_key(ref: str, printed: list[AnyAbility], ability: Activated, index: int = 0) -> str:
    """The key of an ability of an object: its place among those that the card prints.

    `index` is that of an ability which no card prints, of a basic rune (164.2).
    """
    for number, other in enumerate(printed):
        if other is ability:
            return f"{ref}/{number}"
    return f"{ref}/{index}"


def _add(run: Run, player: str, units: list[PoolUnit]) -> None:
    if run.in_force("166.1"):
        run.emit(ev.ResourcesAdded(player=player, units=units), by=player)


def pay_from_pool(
    run: Run, player: str, units: list[PoolUnit], under: str = "357.1", use: str | None = None
) -> bool:
    """Take the units out of the Rune Pool (444.1); False where that was replaced (370.1)."""
    if units and not _is_paid(run, player, sum(unit.amount for unit in units)):
        return False
    if units and run.in_force(under, "444.1"):
        units = _restricted_first(run, player, units, use)
        run.emit(ev.ResourcesPaid(player=player, units=units), by=player)
    return True


def _restricted_first(
    run: Run, player: str, units: list[PoolUnit], use: str | None
) -> list[PoolUnit]:
    """What is taken out of the Rune Pool for units of a payment: what may be spent for that alone
    before the rest.
    """
    held = held_for(run, player, use)
    if all(unit.restriction is None for unit in held):
        return units
    left = [unit.amount for unit in held]
    taken: list[PoolUnit] = []
    for wanted in units:
        missing = wanted.amount
        for number, unit in enumerate(held):
            amount = min(missing, left[number])
            if (unit.kind, unit.domain) == (wanted.kind, wanted.domain) and amount:
                taken.append(replace(unit, amount=amount))
                left[number] -= amount
                missing -= amount
        if missing:
            taken.append(replace(wanted, amount=missing))
    return taken


def _is_paid(run: Run, player: str, amount: int) -> bool:
    """Whether a payment happens that could be made, or something else in place of it."""
    done = bool(through(run, [Attempt("pay", by=player, amount=amount)]))
    if not done:
        words = "It is replaced only where it could be made, so that the resources are still there."
        run.rests_on("OP-140", "a", words)
    return done


def assume_paid(run: Run, player: str, price: Price, what: str, under: str = "357.1") -> bool:
    """A payment on a board that says that resources are enough: they count as spent (357.1); False
    where something else happened in place of it.
    """
    if not (price.energy or price.power):
        return True
    if not _is_paid(run, player, price.energy + len(price.power)):
        return False
    run.in_force(under)
    run.assume("resources", "enough", f"{player} can pay for {what}.")
    units = [PoolUnit(kind="energy", amount=price.energy)] if price.energy else []
    for domains in price.power:
        (domain,) = domains if len(domains) == 1 else (ANY,)
        units.append(PoolUnit(kind="power", domain=domain))
    run.emit(ev.ResourcesPaid(player=player, units=units, assumed=True), by=player)
    return True


def shares_unknown(shortfall: Shortfall) -> bool:
    """Whether runes of unknown face could have made the payment possible."""
    return bool(shortfall.power_missing) and len(shortfall.unknown_runes) > 0


__all__ = [
    "ANY",
    "UNKNOWN_RUNE",
    "PaymentPlan",
    "Price",
    "Shortfall",
    "Source",
    "ability_key",
    "add_resources",
    "add_sources",
    "added_by",
    "assume_paid",
    "base_of",
    "carry_out",
    "domain_of_rune",
    "energy_of",
    "exhaust_for_energy",
    "held_for",
    "pay_from_pool",
    "pays_for",
    "plan",
    "recycle_for_power",
    "runes_of",
    "shares_unknown",
    "usable_runes",
    "yields_of",
]
