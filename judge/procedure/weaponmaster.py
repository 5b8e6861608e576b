"""What Weaponmaster does as it resolves: the Equip cost of the chosen card is paid, reduced, and
the card is attached (821).
"""

from __future__ import annotations

from judge.abilities.moments import Occurrence
from judge.abilities.triggers import happened
from judge.actions import attaching
from judge.board.table import reference
from judge.effects import notation as n
from judge.effects.context import Context
from judge.effects.execution import Execution, legal_targets
from judge.effects.keywordtexts import equip_costs
from judge.effects.performing.procedures import procedure
from judge.effects.unmodelled import refuse_clauses
from judge.layers.lost import lost_printed
from judge.procedure.costs import pay_for
from judge.procedure.paying import Payable, plan_cost, why_not_payable
from judge.procedure.payment import Price
from judge.procedure.planning import Decider, Live
from judge.procedure.spending import pay_spending
from judge.procedure.totals import ability_price, resources_of
from judge.ruling.questions import Option, Question


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
    # 821.1.d: each instance resolves by itself, though another has chosen the same and attached it
    if thing.attached_to == bearer.partition("@")[0] and not run.in_force("821.1.d"):
        return False
    if definition.text == "unmodelled" and "Equip" in definition.clauses:
        refuse_clauses(run, definition, ["Equip"])
    # 725.3: its Equip counts although it is inactive on an attached card
    costs = equip_costs(definition) if thing.attached_to is None or run.in_force("725.3") else []
    # 477.2.a: an Equip ability that is lost has no cost
    costs = [] if lost_printed(run.table, run.catalogue, thing) else costs
    if not costs:
        run.note(f"{run.thing(ref)} has no Equip cost that could be paid.", "821.1.c.4")
        return not run.in_force("821.1.c.4") and attaching.attach(run, ref, bearer, by=player)
    cost = costs[0] if len(costs) == 1 else costs[_which(execution, costs)]
    context = Context(player, source=ref, here=run.table.places[thing.id])
    # 821.1.c.2: what its cost depends on is the unit with Weaponmaster
    context = context.knowing("it", [bearer])
    # 821.1.c.2, 206.1: with what alters it, as though it was activated
    if run.in_force("821.1.c.2", "206.1"):
        asked = ability_price(run, context, definition, cost, keyword="Equip")
    else:
        asked = resources_of(run, context, definition, cost)
    power = list(asked.power)
    reduced = [entry for entry in power if "any" in entry]
    if power and not reduced and run.rely_on("OP-49") == "a":
        reduced = power[:1]
    if reduced and run.in_force("821.1.c"):
        power.remove(reduced[0])
    elif not reduced and not run.in_force("821.1.c.3"):
        return False
    price = Price(asked.energy, tuple(power))
    if not _agrees(execution, ref, bearer, context, cost, price):
        return False

    def planner(decide: Decider) -> Payable:
        return plan_cost(
            run, player, run.thing(ref), definition, cost, context, decide, price=price
        )

    chosen_payment = planner(Live(run, planner, {}, player))
    pay_for(run, player, f"Equip of {definition.name}", price, chosen_payment.payment)
    # 818.1.c.3: a cost may have other parts than resources
    pay_spending(run, player, chosen_payment.spending)
    if run.table.find(bearer) is None or run.table.find(ref) is None:
        run.note(f"{run.thing(ref)} cannot be attached any more.", "359.3.e.6")
        return False
    # 821.1.c.6: the Equip ability is not activated, and the unit not chosen
    if not run.in_force("821.1.c.6"):
        there, item = run.table.place_of(bearer), execution.item
        happened(run, Occurrence("play_ability", ("377.2.a",), ref, player, there))
        happened(run, Occurrence("choose", ("383.4.b.2",), bearer, player, there, other_item=item))
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


def _agrees(
    execution: Execution, ref: str, bearer: str, context: Context, cost: n.Cost, price: Price
) -> bool:
    """Whether the cost is paid; it is not where it cannot be or its player declines."""
    run, player = execution.run, execution.context.controller
    thing = run.table.find(ref)
    assert thing is not None
    definition = run.catalogue[thing.name]
    short = why_not_payable(run, player, run.thing(ref), definition, cost, context, price=price)
    if short:
        run.note(short[0].sentence, *short[0].rules)
        if run.in_force("821.1.c.5"):
            run.note(f"{run.thing(ref)} stays where it is.")
        else:
            attaching.detach(run, [ref], by=player)
        return False
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
        return False
    return True
