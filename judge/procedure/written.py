"""Payments that a player writes out instead of leaving them to the engine (357.1)."""

from __future__ import annotations

from judge.board.state import PoolUnit
from judge.board.table import reference
from judge.procedure.payment import ANY, PaymentPlan, Price, Source, domain_of_rune, plan, runes_of
from judge.ruling.actions import Payment
from judge.ruling.problems import problem
from judge.ruling.questions import Question
from judge.ruling.ruling import Problem
from judge.ruling.run import IllegalAnswer, Run


def ask_payment(run: Run, player: str, thing: str, price: Price) -> Payment:
    """Ask the player how to pay. The example of the question is the payment the engine
    would make.
    """
    automatic = plan(run.table, run.catalogue, player, price)
    assert isinstance(automatic, PaymentPlan)
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
            },
        )
    )
    payment = Payment(
        exhaust=list(answer.get("exhaust", [])), recycle=list(answer.get("recycle", []))
    )
    found: list[Problem] = []
    check_payment(run, player, thing, price, payment, found)
    if found:
        raise IllegalAnswer(found)
    return payment


def check_payment(
    run: Run, player: str, thing: str, price: Price, payment: Payment, found: list[Problem]
) -> PaymentPlan | None:
    """The plan for a written payment; what is wrong with it goes to `found`.

    Runes may produce more than is needed; the rest stays in the Rune Pool.
    """
    runes = {reference(rune): rune for rune in runes_of(run.table, run.catalogue, player)}
    faulty = False
    for ref in [*payment.exhaust, *payment.recycle]:
        if ref not in runes:
            found.append(problem("payment_not_a_rune", target=ref, player=player, objects=[ref]))
            faulty = True
    for ref in payment.exhaust:
        if ref in runes and runes[ref].exhausted:
            found.append(problem("rune_exhausted", target=ref, objects=[ref]))
            faulty = True
    for refs in (payment.exhaust, payment.recycle):
        if len(set(refs)) < len(refs):
            found.append(problem("payment_wrong", thing=thing, why="a rune stands in it twice"))
            faulty = True
    if faulty:
        return None
    pool = run.table.player(player).pool
    energy = sum(u.amount for u in pool if u.kind == "energy" and u.restriction is None)
    if energy + len(payment.exhaust) < price.energy:
        found.append(
            problem(
                "payment_wrong",
                thing=thing,
                why=f"it gives {energy + len(payment.exhaust)} Energy of {price.energy}",
            )
        )
        return None
    held: list[tuple[Source | None, str]] = [
        (None, unit.domain or ANY)
        for unit in pool
        if unit.kind == "power" and unit.restriction is None
        for _ in range(unit.amount)
    ]
    sources: list[tuple[Source | None, str]] = [
        (Source(ref, "recycle", domain, 0), domain)
        for ref in payment.recycle
        if (domain := domain_of_rune(run.catalogue, runes[ref])) is not None
    ]
    used = _match([*sources, *held], price)
    if used is None:
        found.append(
            problem(
                "payment_wrong",
                thing=thing,
                why=f"it does not give the Power needed ({price.words()})",
            )
        )
        return None
    # what was recycled beyond the price is produced as well; its Power stays in the pool
    spare = [source for source in sources if source not in used]
    return PaymentPlan(
        pool=[PoolUnit(kind="energy", amount=min(energy, price.energy))] if energy else [],
        exhaust=payment.exhaust,
        power=used,
        spare=[source for source, _ in spare if source is not None],
    )


def _match(
    sources: list[tuple[Source | None, str]], price: Price
) -> list[tuple[Source | None, str]] | None:
    """One source for each Power of the price, or None; in the order of the sources."""

    def search(requirement: int, left: list[int]) -> list[int] | None:
        if requirement == len(price.power):
            return []
        allowed = price.power[requirement]
        for index in left:
            domain = sources[index][1]
            if ANY in allowed or domain == ANY or domain in allowed:
                rest = search(requirement + 1, [other for other in left if other != index])
                if rest is not None:
                    return [index, *rest]
        return None

    found = search(0, list(range(len(sources))))
    return None if found is None else [sources[index] for index in sorted(found)]
