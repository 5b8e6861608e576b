"""What Weaponmaster does as it resolves: the Equip cost of the chosen card is paid, reduced, and
the card is attached (821).
"""

from __future__ import annotations

from judge.actions import attaching
from judge.board.table import reference
from judge.effects import notation as n
from judge.effects.context import Context
from judge.effects.execution import Execution, legal_targets
from judge.effects.keywordtexts import equip_costs
from judge.effects.performing.procedures import procedure
from judge.procedure.costs import find_payment, pay_for
from judge.procedure.payment import PaymentPlan, Price
from judge.procedure.totals import ability_price, resources_of
from judge.ruling.questions import Option, Question
from judge.ruling.ruling import Problem


@procedure("weaponmaster")
def _weaponmaster(execution: Execution, instruction: n.Procedure) -> bool:
    run, player = execution.run, execution.context.controller
    bearer = next(iter(execution.context.refs("me")), None)
    chosen = legal_targets(execution, str(instruction.what))
    if bearer is None or run.table.find(bearer) is None or not chosen:
        return False
    thing = run.table.find(chosen[0])
    assert thing is not None
    ref = reference(thing)
    definition = run.catalogue[thing.name]
    # 725.3: its Equip counts although it is inactive on an attached card
    costs = equip_costs(definition) if thing.attached_to is None or run.in_force("725.3") else []
    if not costs:
        run.note(f"{run.thing(ref)} has no Equip cost that could be paid.", "821.1.c.4")
        return not run.in_force("821.1.c.4") and attaching.attach(run, ref, bearer, by=player)
    cost = costs[0] if len(costs) == 1 else costs[_which(execution, costs)]
    context = Context(player, source=ref, here=run.table.places[thing.id])
    # 821.1.c.2, 206.1: with what alters it, as though it was activated
    if run.in_force("821.1.c.2", "206.1"):
        asked = ability_price(run, context, definition, cost, equip=True)
    else:
        asked = resources_of(run, context, definition, cost)
    power = list(asked.power)
    reduced = [entry for entry in power if "any" in entry]
    if reduced and run.in_force("821.1.c"):
        power.remove(reduced[0])
    elif not reduced and not run.in_force("821.1.c.3"):
        return False
    if power and not reduced:
        run.rests_on("OP-49", "b", "Power of a domain is not [A], and the cost is not reduced.")
    price = Price(asked.energy, tuple(power))
    agreed, payment = _payment(execution, ref, bearer, price)
    if not agreed:
        return False
    pay_for(run, player, f"Equip of {definition.name}", price, payment)
    # 821.1.c.6: the Equip ability is not activated, and the unit not chosen
    return attaching.attach(run, ref, bearer, by=player)


def _which(execution: Execution, costs: list[n.Cost]) -> int:
    """Which of several Equip costs is paid (818.4)."""
    player = execution.context.controller
    answer = execution.run.ask(
        Question(
            form="choose_one",
            to=player,
            prompt=f"Which Equip cost does {player} pay?",
            rules=["818.4"],
            options=[Option(id=str(number)) for number in range(len(costs))],
        )
    )
    return int(answer)


def _payment(
    execution: Execution, ref: str, bearer: str, price: Price
) -> tuple[bool, PaymentPlan | None]:
    """Whether the price is paid, and how; it is not where it cannot be or its player declines."""
    run, player = execution.run, execution.context.controller
    short: list[Problem] = []
    payment = find_payment(run, player, run.thing(ref), price, short)
    if short:
        run.note(short[0].sentence, *short[0].rules)
        if run.in_force("821.1.c.5"):
            run.note(f"{run.thing(ref)} stays where it is.")
        else:
            attaching.detach(run, [ref], by=player)
        return False, None
    run.rests_on("OP-15", "a", "The Equip cost of Weaponmaster is paid as it resolves.")
    answer = run.ask(
        Question(
            form="yes_no",
            to=player,
            prompt=f"Does {player} pay to attach {run.thing(ref)} to {run.thing(bearer)}?",
            slot="pay",
            rules=["821.1.c", "444.2"],
        )
    )
    if not answer and run.in_force("444.2"):
        run.note(f"{player} does not pay; the instruction is ignored.")
        return False, None
    return True, payment
