"""Paying the applied costs of a move that an effect makes (204.4).

Who performs the move pays for it as it is performed, and moves no more units together than are paid
for.
"""

from __future__ import annotations

from judge.effects.execution import Execution
from judge.effects.performing.applied import pays_applied
from judge.procedure.costs import find_payment, pay_for
from judge.procedure.payment import Price
from judge.procedure.totals import applied_move_price
from judge.ruling.questions import Option, Question
from judge.ruling.ruling import Problem
from judge.ruling.run import IllegalAnswer, Run


@pays_applied
def pay_for_move(execution: Execution, refs: list[str], to: str, player: str) -> list[str]:
    """Which of the units move to a location together, and what is asked for it paid."""
    run, name = execution.run, f"the move of {execution.name}"
    if _price(run, player, refs, to) == Price() or not run.in_force("204.4", "204.4.a"):
        return refs
    cheapest = _cheapest_first(run, player, refs, to)
    free = _most(run, player, name, cheapest, to, paying=False)
    most = _most(run, player, name, cheapest, to, paying=run.stands("204.4.c"))
    if not run.in_force("204.4.c"):
        return refs
    if run.rely_on("OP-141") == "b" and most < len(refs):
        run.note(
            f"The move of all of them together is not paid for; none moves to {run.place(to)}."
        )
        return []
    options = [ref for ref in refs if _most(run, player, name, [ref], to, paying=True)]
    chosen = options[:most]
    if most > 0 and (free < most or most < len(options)):
        chosen = run.ask(
            Question(
                form="choose_some",
                to=player,
                prompt=f"Which units does {player} move to {run.place(to)} for {execution.name}, "
                "paying what is asked for them?",
                slot="move",
                rules=["204.4.c", "204.4.b"],
                options=[Option(id=ref, text=run.thing(ref)) for ref in options],
                min=free,
                max=most,
            )
        )
    moved = [ref for ref in refs if ref in chosen]
    if len(moved) < len(refs):
        run.note(f"{player} pays for {len(moved)} of the units, and the others do not move.")
    price = _price(run, player, moved, to)
    found: list[Problem] = []
    payment = find_payment(run, player, name, price, found)
    if found:
        raise IllegalAnswer(found)
    # 204.4.b: as the move is performed, without the chain
    if price != Price() and run.in_force("204.4.b"):
        pay_for(run, player, name, price, payment)
    return moved


def _price(run: Run, player: str, refs: list[str], to: str) -> Price:
    things = [thing for ref in refs if (thing := run.table.find(ref)) is not None]
    return applied_move_price(run, player, things, to) if things else Price()


def _cheapest_first(run: Run, player: str, refs: list[str], to: str) -> list[str]:
    """The units in an order in which each adds the least to the price."""
    order: list[str] = []
    while len(order) < len(refs):
        left = [ref for ref in refs if ref not in order]
        order.append(min(left, key=lambda ref: _size(_price(run, player, [*order, ref], to))))
    return order


def _size(price: Price) -> int:
    return price.energy + len(price.power)


def _most(run: Run, player: str, name: str, refs: list[str], to: str, *, paying: bool) -> int:
    """How many of the units can move together for nothing, or with what their player could pay."""
    for number in range(len(refs), 0, -1):
        price, short = _price(run, player, refs[:number], to), list[Problem]()
        if price == Price():
            return number
        if paying:
            find_payment(run, player, name, price, short)
            if not short:
                return number
    return 0


__all__ = ["pay_for_move"]
