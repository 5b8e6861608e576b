"""Steps 3 and 4 of playing: the total cost, and paying it (356-357)."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Mapping
from typing import Any

from judge.actions.decks import discard, recycle_from_trash
from judge.effects.notation import CardDefinition
from judge.effects.unread import refused
from judge.layers.characteristics import acting_keywords, of
from judge.procedure.adding import asking_more, refuse_asking_more
from judge.procedure.payment import (
    ANY,
    PaymentPlan,
    Price,
    Shortfall,
    assume_paid,
    carry_out,
    plan,
    shares_unknown,
)
from judge.procedure.payments import RESTRICTIONS
from judge.ruling.actions import Payment
from judge.ruling.problems import problem
from judge.ruling.ruling import Problem, Refusal
from judge.ruling.run import Refused, Run


def power_price(
    run: Run, definition: CardDefinition, entries: Iterable[str]
) -> tuple[frozenset[str], ...]:
    """Power symbols as sets of domains that pay for each; `own` is any of the card's
    (135.2.e.6).
    """
    domains = definition.domains
    if len(domains) > 1 and not run.stands("135.2.e.6.c"):
        domains = domains[:1]
    if not domains and run.stands("135.2.e.6.b"):
        domains = [ANY]
    price = []
    for entry in entries:
        if entry == "own":
            price.append(frozenset(domains))
        else:
            price.append(frozenset([entry]))
    return tuple(price)


def deflect_price(
    run: Run, player: str, targets: Mapping[str, Iterable[str]], *, ignoring: bool = False
) -> Price:
    """The Power that Deflect adds to a spell or an ability of `player` for what it chooses.

    809.1.c: its value once for each time that an object is chosen which an opponent controls;
    809.1.c.1: of any domain. `ignoring`: a spell says that it is ignored for its costs.
    """
    # 355.7: it is about what is targeted
    if not run.stands("809.1.c", "355.7"):
        return Price()
    # 766: it is inactive while these costs are paid, and no others
    if ignoring and run.stands("766"):
        return Price()
    mates = run.table.team_of(player)
    power: list[frozenset[str]] = []
    # 355.14.d: each target counts for itself
    single = not run.stands("355.14.d")
    for ref in (ref for refs in targets.values() for ref in (list(refs)[:1] if single else refs)):
        thing = run.table.find(ref)
        if thing is not None and thing.controller not in mates:
            now = of(run.table, run.catalogue, thing)
            # of any domain, whatever those of the two cards are
            own = [ANY] if run.stands("809.1.c.1") else now.definition.domains or [ANY]
            power += [frozenset(own)] * acting_keywords(run.table, run.catalogue, thing).get(
                "Deflect", 0
            )
    return Price(power=tuple(power))


def say_deflect(run: Run, thing: str, price: Price) -> None:
    """Put into the trace what Deflect adds, if it adds something."""
    if price.power and run.in_force("356.2.a.2", "809.1.c", "809.1.c.1"):
        run.note(f"Deflect adds {len(price.power)} Power of any domain to the cost of {thing}.")


def find_payment(
    run: Run,
    player: str,
    thing: str,
    price: Price,
    found: list[Problem],
    *,
    busy: frozenset[str] = frozenset(),
    keep: frozenset[str] = frozenset(),
    deflect: Price | None = None,
    use: str | None = None,
) -> PaymentPlan | None:
    """Step 4, without paying: how the price can be paid, or why it cannot.

    `busy`: objects the cost uses otherwise. `keep`: what is chosen must not leave the board for it.
    `deflect`: the part of the price that Deflect adds. `use`: what it is for, if some resources may
    be spent for that alone.
    """
    if run.board.resources == "enough":
        return None
    # 444.2.c, 429.3.a: also while something resolves
    resolving = ("444.2.c", "429.3", "429.3.a")
    adding = run.stands(*resolving) if run.resolving else run.stands("357.1.a", "429.3")
    payment = plan(run, player, price, busy=busy, keep=keep, pool_only=not adding, use=use)
    if isinstance(payment, PaymentPlan):
        return payment
    found.extend(shortfall_problems(run, player, thing, price, payment))
    if deflect is not None and deflect.power and payment.power_missing:
        found.append(problem("deflect_not_payable", amount=len(deflect.power), thing=thing))
    return None


def shortfall_problems(
    run: Run, player: str, thing: str, price: Price, short: Shortfall
) -> list[Problem]:
    """Why a price cannot be paid. Raises `Refused` where runes of unknown domain could
    decide it.
    """
    if (
        shares_unknown(short)
        and not short.energy_missing
        and len(short.unknown_runes) >= len(short.power_missing)
    ):
        run.refuse(
            Refusal(
                reason="missing_fact",
                sentence=f"Whether {player} can pay for {thing} depends on runes "
                "whose face the board does not give.",
                about=f"objects.{short.unknown_runes[0]}.card",
                rules=["164.2.b.1"],
            )
        )
    refuse_asking_more(run, player, thing, asking_more(run, player, short))
    if short.energy_missing or short.power_missing:
        run.assume_default(
            f"players.{player}.base", [], f"{player} is taken to have no runes and no gear."
        )
        run.assume_default(f"players.{player}.runes", [], f"{player} is taken to have no runes.")
        run.assume_default(f"players.{player}.pool", [], f"{player}'s Rune Pool is taken as empty.")
    found = []
    if short.energy_missing:
        found.append(
            problem(
                "not_enough_energy",
                thing=thing,
                wanted=price.energy,
                player=player,
                available=short.energy_available,
            )
        )
    if short.power_missing:
        found.append(problem("not_enough_power", thing=thing, wanted=price.words(), player=player))
    return found


def refuse_restricted(run: Run, player: str, thing: str, found: list[Problem]) -> None:
    """Raises `Refused` where nothing but the cost stands against it and the player holds resources
    with a restriction, which might allow this very use.
    """
    pool = run.table.player(player).pool
    held = [unit for unit in pool if unit.restriction not in (None, *RESTRICTIONS)]
    if held and found and {each.code for each in found} <= _NOT_ENOUGH:
        words = ", ".join(sorted({str(unit.restriction) for unit in held}))
        raise refused(
            "clause",
            f"Whether {player} can pay for {thing} depends on resources with a restriction "
            f"({words}), which is not modelled.",
            f"players.{player}.pool",
            "166",
        )


_NOT_ENOUGH = frozenset({"not_enough_energy", "not_enough_power"})


def written_payment(
    run: Run,
    player: str,
    thing: str,
    price: Price,
    pay: Any,
    found: list[Problem],
    use: str | None = None,
) -> PaymentPlan | None:
    """The payment that the action or an answer writes out; None for the automatic one (357.1)."""
    if pay == "auto":
        return None
    if pay == "ask" and (run.board.resources == "enough" or not (price.energy or price.power)):
        return None  # there is nothing to ask about
    from judge.procedure.written import ask_payment, check_payment

    if pay == "ask":
        if found:
            return None
        pay = ask_payment(run, player, thing, price, use)
    assert isinstance(pay, Payment)
    return check_payment(run, player, thing, price, pay, found, use)


def check_written(
    run: Run,
    player: str,
    thing: str,
    price: Price,
    pay: Any,
    found: list[Problem],
    use: str | None = None,
) -> None:
    """What is wrong with a written payment of something that is illegal already."""
    from judge.procedure.written import check_payment

    if isinstance(pay, Payment):
        with contextlib.suppress(Refused):  # what is illegal stays so, whatever the runes are
            check_payment(run, player, thing, price, pay, found, use)


def pay_for(run: Run, player: str, thing: str, price: Price, payment: PaymentPlan | None) -> bool:
    """Steps 3 and 4: say the total cost and pay it (356-357); False where something else happened
    in place of the payment, which is a cost that was paid all the same (357.2.a).
    """
    words = f"{price.energy} Energy" + (f" and Power ({price.words()})" if price.power else "")
    with run.step("357", text=f"{thing} costs {words}", by=player):
        if not run.in_force("357.1"):
            return True
        if payment is not None:
            return carry_out(run, player, price, payment)
        if run.board.resources == "enough":
            return assume_paid(run, player, price, thing)
        return True


def pay_other(run: Run, player: str, source: str | None, spend: dict[str, list[str]]) -> None:
    """Non-standard costs: cards discarded, cards recycled from the trash (357.2)."""
    if spend.get("discard"):
        run.in_force("357.2", "422.3")
        discard(run, player, len(spend["discard"]), chosen=spend["discard"])
    if spend.get("recycle"):
        run.in_force("357.2", "416.3")
        recycle_from_trash(run, player, spend["recycle"])
