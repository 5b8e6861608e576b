"""Payments that a player writes out instead of leaving them to the engine (357.1)."""

from __future__ import annotations

from judge.abilities.affording import why_not_performed
from judge.abilities.forbidding import why_forbidden
from judge.actions.door import Attempt
from judge.board.state import GameObject, PoolUnit
from judge.board.table import Table, reference
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
from judge.procedure.payments import Shortfall
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
            example={
                "exhaust": automatic.exhaust,
                "recycle": [
                    s.ref for s, _ in automatic.power if s is not None and s.how == "recycle"
                ],
                "use": [
                    *(s.ref for s in automatic.first),
                    *(s.ref for s in automatic.energy_abilities),
                    *(s.ref for s, _ in automatic.power if s is not None and s.how == "ability"),
                ],
            },
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
    faults += [
        problem("payment_wrong", thing=thing, why=f"{ref} has no Add ability that can be used")
        for ref in payment.use
        if ref not in adders
    ]
    for refs in (payment.exhaust, payment.recycle, payment.use):
        if len(set(refs)) < len(refs):
            faults.append(problem("payment_wrong", thing=thing, why="a source stands in it twice"))
    if faults:
        found.extend(faults)
        return None
    used = [adders[ref] for ref in payment.use]
    pool = held_for(run, player, use)
    pool = [*pool, *(u for source in used if source.yields_several for u in yields_of(source))]
    held_energy = sum(unit.amount for unit in pool if unit.kind == "energy")
    single = [source for source in used if not source.yields_several]
    energy = held_energy + len(payment.exhaust) + sum(energy_of(s) for s in single if not s.domain)
    if energy < price.energy:
        why = f"it gives {energy} Energy of {price.energy}"
        faults.append(problem("payment_wrong", thing=thing, why=why))
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
    chosen = _match(run.table, sources, price)
    if chosen is None:
        why = f"it does not give the Power needed ({price.words()})"
        faults.append(problem("payment_wrong", thing=thing, why=why))
    if faults or chosen is None:
        found.extend(faults)
        return None
    return PaymentPlan(
        use=use,
        pool=[PoolUnit(kind="energy", amount=min(held_energy, price.energy))]
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
