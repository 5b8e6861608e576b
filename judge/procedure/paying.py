"""Costs that are paid outside the process of play: within instructions, and as the leading cost of
a triggered ability (204.3, 404, 444.2).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from judge.board.state import ChainItem
from judge.effects import notation as n
from judge.effects.context import Context
from judge.effects.execution import Execution, reading, who_is_meant
from judge.effects.performing.executing import execute
from judge.effects.performing.registry import performs
from judge.layers.seen import STAYS, Seen, from_picture
from judge.procedure.adding import gear_alone
from judge.procedure.costs import find_payment, pay_for
from judge.procedure.payment import PaymentPlan, Price
from judge.procedure.planning import Budget, Decider, Incomplete, Live, completable
from judge.procedure.spending import (
    Spending,
    choose_spending,
    parts_of,
    pay_spending,
)
from judge.procedure.totals import resources_of
from judge.ruling.questions import Option, Question
from judge.ruling.ruling import Problem
from judge.ruling.run import Run

#: the most that a cost of any amount is tried for
MOST = 99


@dataclass(slots=True)
class Payable:
    """A cost with a way to pay it."""

    price: Price
    payment: PaymentPlan | None
    spending: Spending


def plan_cost(
    run: Run,
    player: str,
    name: str,
    definition: n.CardDefinition,
    cost: n.Cost,
    context: Context,
    decide: Decider,
    *,
    times: int = 1,
    keep: frozenset[str] = frozenset(),
    price: Price | None = None,
) -> Payable:
    """How the player pays the cost. Raises `Incomplete` with why it cannot be paid. `price`: its
    resources, where something has altered them.
    """
    found: list[Problem] = []
    if price is None:
        one = resources_of(run, context, definition, cost)
        price = Price(one.energy * times, one.power * times)
    spending = choose_spending(
        run, decide, player, name, parts_of(run, context, cost), context, {}, found
    )
    payment = find_payment(
        run,
        player,
        name,
        price,
        found,
        busy=spending.exhausted,
        keep=spending.removed | keep,
    )
    if found and gear_alone(run, player, definition):
        run.rests_on("OP-190", "a", "To pay for what triggered is not to use an ability.")
    if found:
        raise Incomplete(found)
    return Payable(price, payment, spending)


def why_not_payable(
    run: Run,
    player: str,
    name: str,
    definition: n.CardDefinition,
    cost: n.Cost,
    context: Context,
    *,
    times: int = 1,
    price: Price | None = None,
) -> list[Problem]:
    """Why the cost cannot be paid at all (203.3); empty when it can."""

    def first(choice: Any) -> Any:
        return choice.options[: choice.min]

    def planner(decide: Decider) -> Payable:
        return plan_cost(
            run, player, name, definition, cost, context, decide, times=times, price=price
        )

    try:
        planner(first)
    except Incomplete as incomplete:
        # what was tried first may have been the wrong thing to spend
        return [] if completable(planner, [], {}, Budget()) else incomplete.problems
    return []


def pay_cost(
    run: Run,
    player: str,
    name: str,
    definition: n.CardDefinition,
    cost: n.Cost,
    context: Context,
    *,
    times: int = 1,
    keep: frozenset[str] = frozenset(),
) -> tuple[dict[str, dict[str, Any]], bool]:
    """Pay a cost that can be paid, with the choices that it asks; what was spent, as it was, and
    whether all of it happened, and nothing in its place.
    """

    def planner(decide: Decider) -> Payable:
        return plan_cost(
            run, player, name, definition, cost, context, decide, times=times, keep=keep
        )

    chosen = planner(Live(run, planner, {}, player))
    paid = pay_for(run, player, name, chosen.price, chosen.payment)
    seen = pay_spending(run, player, chosen.spending)
    return seen, paid and not chosen.spending.averted


@performs(n.Pay)
def _pay(execution: Execution, instruction: n.Pay) -> bool:
    """A cost within an instruction: who pays it gets what it is linked to (204.3.b, 444.2)."""
    run = execution.run
    who = who_is_meant(execution, instruction.who)
    if not who:
        return False  # 359.3.f.2.a: nobody can be asked, and what depends on it is ignored
    player = who[0]
    if not run.in_force("204.3.b"):
        return False
    context = replace(reading(execution, instruction.cost), controller=player)
    if not run.in_force("355.10.c.1"):
        return False  # what a cost speaks of would be a target, chosen before
    context = context.anywhere()
    definition = run.catalogue[execution.item.card or execution.item.of or execution.name]
    times = _times(execution, instruction, player, context, definition)
    if times:
        seen, happened = pay_cost(
            run, player, execution.name, definition, instruction.cost, context, times=times
        )
        run.in_force("444.2")
        counts = happened or _counts_as_paid(execution, instruction)
        if not counts:
            execution.mark_averted(instruction.label)
        _remember(execution, seen, times)
        execution.name_result(instruction.label, amount=times)
        execute(execution, instruction.then if counts else instruction.otherwise)
        return True
    if not run.in_force("203", "444.2.b"):
        execute(execution, instruction.then)
        return True
    run.note(f"{player} does not pay for {execution.name}.", by=player)
    execute(execution, instruction.otherwise)
    return bool(instruction.otherwise)


def _counts_as_paid(execution: Execution, instruction: n.Pay) -> bool:
    """Whether a payment in place of which something else happened was made: a cost was (203.2),
    which it is where an effect is linked to it; otherwise it is a game action that nobody performed
    (205).
    """
    is_cost = bool(instruction.then or instruction.otherwise)
    run = execution.run
    return run.in_force("203.2") if is_cost else not run.in_force("205")


def _times(
    execution: Execution,
    instruction: n.Pay,
    player: str,
    context: Context,
    definition: n.CardDefinition,
) -> int:
    """How often the player pays the cost: never, once, or any number of times."""
    run, name, cost = execution.run, execution.name, instruction.cost
    if not cost.any_amount:
        short = why_not_payable(run, player, name, definition, cost, context)
        if short and run.in_force("203.3"):
            run.note(short[0].sentence, *short[0].rules)
            return 0
        answer = run.ask(
            Question(
                form="yes_no",
                to=player,
                prompt=f"Does {player} pay for {name}?",
                slot="pay",
                rules=["444.2", "204.3.b"],
            )
        )
        return 1 if answer else 0
    most = 0
    while most < MOST and not why_not_payable(
        run, player, name, definition, cost, context, times=most + 1
    ):
        most += 1
    if most == 0:
        return 0
    answer = run.ask(
        Question(
            form="choose_one",
            to=player,
            prompt=f"How often does {player} pay for {name}?",
            slot="pay",
            rules=["204.3.b", "444.2"],
            options=[Option(id=str(number)) for number in range(most + 1)],
        )
    )
    return int(answer)


def _remember(execution: Execution, pictures: dict[str, dict[str, Any]], times: int) -> None:
    """What was paid with is `paid` from now on, as it was (359.3.e.13), and how often it was."""
    run = execution.run
    refs, frozen = _pictured(run, pictures)
    execution.name_result("paid", refs, times)
    context = execution.context
    execution.context = replace(context, frozen=(*context.frozen, *frozen))


def knowing_payment(run: Run, context: Context, item: ChainItem) -> Context:
    """The context of an item with what was paid for it: the additional costs by their labels, and
    what was spent as it was (359.3.e.13).

    A play effect knows it of the permanent whose play it is, as its condition froze it (359.3.f.3).
    """
    costs: dict[str, int] = {}
    pictures: dict[str, dict[str, Any]] = {}
    if item.paid is not None:
        costs, pictures = item.paid.costs, item.paid.looked_back
    played = item.about.get("paid")
    if isinstance(played, dict):
        costs = {**played.get("costs", {}), **costs}
        pictures = {**played.get("looked_back", {}), **pictures}
    if not costs and not pictures:
        return context
    refs, frozen = _pictured(run, pictures)
    context = context.knowing("paid", refs)
    return replace(
        context,
        paid_costs=frozenset(costs),
        frozen=(*context.frozen, *frozen),
    )


def _pictured(
    run: Run, pictures: dict[str, dict[str, Any]]
) -> tuple[list[str], tuple[tuple[str, Seen], ...]]:
    """What was spent, and what of it a text looks back at, since the cost has moved it to another
    zone (359.3.e.13). What was only exhausted is read as it is, and is nothing once it has left
    (359.3.e.12).
    """
    seen = {
        ref: found
        for ref, kept in pictures.items()
        if (found := from_picture(run, kept)) is not None
    }
    return list(seen), tuple(
        (ref, found) for ref, found in seen.items() if not pictures[ref].get(STAYS)
    )


__all__ = ["Payable", "knowing_payment", "pay_cost", "plan_cost", "why_not_payable"]
