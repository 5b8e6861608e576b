"""Payments that a player writes out instead of leaving them to the engine (357.1)."""

from __future__ import annotations

from itertools import combinations

from judge.abilities.affording import why_not_performed
from judge.abilities.forbidding import why_forbidden
from judge.actions.door import Attempt
from judge.board.state import GameObject, PoolUnit
from judge.board.table import Table, reference
from judge.effects.notation import Pay
from judge.procedure.adding import add_sources, asking_more, refuse_asking_more
from judge.procedure.payment import (
    ANY,
    PaymentPlan,
    Price,
    Source,
    domain_of_rune,
    energy_of,
    held_for,
    pays_for,
    plan,
    runes_of,
    yields_of,
)
from judge.procedure.payments import Shortfall, converters, split, takes_energy
from judge.ruling.actions import Payment
from judge.ruling.problems import problem
from judge.ruling.questions import Question
from judge.ruling.ruling import Problem, Refusal
from judge.ruling.run import IllegalAnswer, Run


def ask_payment(run: Run, player: str, thing: str, price: Price, use: str | None = None) -> Payment:
    """Ask the player how to pay. The example of the question is the payment the engine
    would make.
    """
    automatic = plan(run, player, price, use=use)
    assert isinstance(automatic, PaymentPlan)
    if not automatic.uses_add_abilities and not (
        runes_of(run.table, run.catalogue, player) or add_sources(run, player, use)
    ):
        return Payment()  # only the Rune Pool can pay
    answer = run.ask(
        Question(
            form="pay",
            to=player,
            prompt=f"How does {player} pay for {thing}: {price.energy} Energy"
            + (f", Power: {price.words()}" if price.power else "")
            + "?",
            slot="pay",
            rules=["357.1", "357.1.a"],
            example=_written(automatic),
        )
    )
    payment = Payment(
        exhaust=list(answer.get("exhaust", [])),
        recycle=list(answer.get("recycle", [])),
        use=list(answer.get("use", [])),
    )
    found: list[Problem] = []
    check_payment(run, player, thing, price, payment, found, use)
    if found:
        raise IllegalAnswer(found)
    return payment


def _written(payment: PaymentPlan) -> dict[str, list[str]]:
    """A payment as a player would write it out."""
    turned = payment.to_energy[1] if payment.to_energy is not None else []
    power = [source for source, _ in [*turned, *payment.power] if source is not None]
    turning = [each[0] for each in (payment.convert, payment.to_energy) if each is not None]
    return {
        "exhaust": payment.exhaust,
        "recycle": [source.ref for source in power if source.how == "recycle"],
        "use": [
            *(source.ref for source in payment.first),
            *(source.ref for source in payment.energy_abilities),
            *(source.ref for source in power if source.how == "ability"),
            *(source.ref for source in turning),
        ],
    }


def check_payment(
    run: Run,
    player: str,
    thing: str,
    price: Price,
    payment: Payment,
    found: list[Problem],
    use: str | None = None,
) -> PaymentPlan | None:
    """The plan for a written payment; what is wrong with it goes to `found`.

    What it names may produce more than is needed; the rest stays in the Rune Pool.
    """
    runes = {reference(rune): rune for rune in runes_of(run.table, run.catalogue, player)}
    adders = {source.ref: source for source in add_sources(run, player, use)}
    faults = [
        problem("payment_not_a_rune", target=ref, player=player, objects=[ref])
        for ref in [*payment.exhaust, *payment.recycle]
        if ref not in runes
    ]
    faults += [
        problem("rune_exhausted", target=ref, objects=[ref])
        for ref in payment.exhaust
        if ref in runes and runes[ref].exhausted
    ]
    for ref in dict.fromkeys([*payment.exhaust, *payment.recycle]):
        if ref in runes and ref in payment.exhaust:
            faults += why_not_performed(run, player, "exhaust", [ref], "164.2.a")
        if ref in runes:
            faults += why_forbidden(run, [Attempt("play_ability", ref, by=player)])
    anything = Shortfall(energy_missing=1, power_missing=(frozenset([ANY]),))
    asking = [] if faults else asking_more(run, player, anything)
    refuse_asking_more(run, player, thing, [ref for ref in payment.use if ref in asking])
    turning = {
        source.ref: (source, paying)
        for source, paying in converters(run.table, run.catalogue, player, frozenset())
    }
    faults += [
        problem("payment_wrong", thing=thing, why=f"{ref} has no Add ability that can be used")
        for ref in payment.use
        if ref not in adders and ref not in turning
    ]
    for refs in (payment.exhaust, payment.recycle, payment.use):
        if len(set(refs)) < len(refs):
            faults.append(problem("payment_wrong", thing=thing, why="a source stands in it twice"))
    if faults:
        found.extend(faults)
        return None
    used = [adders[ref] for ref in payment.use if ref in adders]
    pool = held_for(run, player, use)
    pool = [*pool, *(u for source in used if source.yields_several for u in yields_of(source))]
    held_energy = sum(unit.amount for unit in pool if unit.kind == "energy")
    single = [source for source in used if not source.yields_several]
    energy = held_energy + len(payment.exhaust) + sum(energy_of(s) for s in single if not s.domain)
    sources: list[tuple[Source | None, str | None]] = [
        (Source(ref, "recycle", domain, 0), domain)
        for ref in payment.recycle
        for domain in [_domain(run, thing, runes[ref])]
    ]
    sources += [(source, source.domain) for source in single if source.domain]
    written = len(sources)
    sources += [
        (None, unit.domain) for unit in pool if unit.kind == "power" for _ in range(unit.amount)
    ]
    meant, turned = price, [turning[ref] for ref in payment.use if ref in turning]
    if turned:
        _refuse_turning_twice(run, thing, [source.ref for source, _ in turned])
        found_price = _turned(run.table, turned[0][1], sources, price, energy)
        if found_price is None:
            why = f"{turned[0][0].ref} gives nothing that is missing"
            faults.append(problem("payment_wrong", thing=thing, why=why))
        else:
            meant = found_price
    if energy < meant.energy:
        why = f"it gives {energy} Energy of {meant.energy}"
        faults.append(problem("payment_wrong", thing=thing, why=why))
    chosen = _match(run.table, sources, meant)
    if chosen is None:
        why = f"it does not give the Power needed ({price.words()})"
        faults.append(problem("payment_wrong", thing=thing, why=why))
    if faults or chosen is None:
        found.extend(faults)
        return None
    plan_ = PaymentPlan(
        use=use,
        pool=[PoolUnit(kind="energy", amount=min(held_energy, meant.energy))]
        if held_energy
        else [],
        exhaust=payment.exhaust,
        first=[source for source in used if source.yields_several],
        energy_abilities=[source for source in single if not source.domain],
        power=[sources[index] for index in chosen],
        # what was used beyond the price is produced as well; its Power stays in the pool
        spare=[
            source
            for index, (source, _) in enumerate(sources[:written])
            if index not in chosen and source is not None
        ],
    )
    if turned and takes_energy(turned[0][1]):
        amount = meant.energy - price.energy
        plan_.convert = (turned[0][0], amount)
        plan_.power += [(None, ANY)] * amount
    elif turned:
        plan_.power, spent = split(plan_.power, price.power, price.energy - meant.energy)
        plan_.to_energy = (turned[0][0], spent)
    return plan_


def _turned(
    table: Table,
    paying: Pay,
    sources: list[tuple[Source | None, str | None]],
    price: Price,
    energy: int,
) -> Price | None:
    """What is to be paid once an ability makes one resource of the other, as much as is missing
    (204.3.b, 429.3); None where nothing is that it could give.
    """
    if not takes_energy(paying):
        missing = price.energy - energy
        more = (frozenset([ANY]),) * missing
        return Price(energy, (*price.power, *more)) if missing > 0 else None
    if _match(table, sources, price) is not None:
        return None
    most = min(len(price.power), energy - price.energy)
    for amount in range(1, most + 1):
        for given in combinations(range(len(price.power)), amount):
            rest = tuple(each for n, each in enumerate(price.power) if n not in given)
            if _match(table, sources, Price(power=rest)) is not None:
                return Price(price.energy + amount, rest)
    return None


def _refuse_turning_twice(run: Run, thing: str, refs: list[str]) -> None:
    """Raises `Refused` for a payment with several abilities that make one resource of another."""
    if len(refs) > 1:
        run.refuse(
            Refusal(
                reason="clause",
                sentence=f"{thing} is paid with {run.things(refs)}; of such abilities one in a "
                "payment is judged. Activate the others before.",
                about=f"objects.{refs[1].partition('@')[0]}",
                rules=["429.3"],
            )
        )


def _domain(run: Run, thing: str, rune: GameObject) -> str:
    """The domain of a rune that is recycled. Raises `Refused` when the board does not say."""
    domain = domain_of_rune(run.catalogue, rune)
    if domain is None:
        run.refuse(
            Refusal(
                reason="missing_fact",
                sentence=f"{thing} is paid with {rune.id}, whose face the board does not give.",
                about=f"objects.{rune.id}.card",
                rules=["164.2.b.1"],
            )
        )
    return domain or ANY


def _match(
    table: Table, sources: list[tuple[Source | None, str | None]], price: Price
) -> list[int] | None:
    """The index of one source for each Power of the price, or None; in the order of the sources."""

    def search(requirement: int, left: list[int]) -> list[int] | None:
        if requirement == len(price.power):
            return []
        allowed = price.power[requirement]
        for index in left:
            if pays_for(table, sources[index][1] or ANY, allowed):
                rest = search(requirement + 1, [other for other in left if other != index])
                if rest is not None:
                    return [index, *rest]
        return None

    found = search(0, list(range(len(sources))))
    return None if found is None else sorted(found)
