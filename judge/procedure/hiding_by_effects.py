"""Hiding cards as an effect says it, for the cost of Hidden or without it (421.1)."""

from __future__ import annotations

from judge.actions import cards
from judge.board import events as ev
from judge.board.state import UNKNOWN, FacedownCard
from judge.effects import notation as n
from judge.effects.execution import Execution, meant
from judge.effects.performing.registry import performs
from judge.effects.performing.responsible import performer_of
from judge.effects.unread import refused
from judge.effects.zones import Held, find_held, held_keywords
from judge.layers.occupancy import facedown_capacity
from judge.procedure.finding import CardAt
from judge.procedure.hidecosts import hide_prices, payable_prices
from judge.procedure.hiding import choose_price, pay_to_hide
from judge.procedure.payment import PaymentPlan, plan
from judge.ruling.questions import Option, Question


@performs(n.Hide)
def _hide(execution: Execution, instruction: n.Hide) -> bool:
    """Put cards facedown at a battlefield that their player controls, without the cost of Hidden
    (421.1).
    """
    run = execution.run
    player = performer_of(execution, instruction)
    if player is None:
        return False
    hidden = []
    for ref in meant(execution, instruction.what):
        held = find_held(run.table, ref)
        place = None if held is None else _hiding_place(execution, instruction, player)
        if held is None or place is None:
            continue
        face = held.card.card
        if face == UNKNOWN or "Hidden" not in held_keywords(run, held):
            # 421.3: only the effect could say how such a card may be played
            raise refused(
                "clause",
                f"{execution.name} puts a card facedown that has no Hidden, or whose face the "
                "board does not give.",
                f"cards.{held.card.id}.card",
                "421.3",
            )
        if not run.in_force("421.1"):
            continue
        if not instruction.free and not _pays(execution, instruction, player, held):
            continue
        facedown = FacedownCard(
            id=held.card.id,
            controller=player,
            owner=held.owner,
            card=face,
            generation=held.card.generation + 1,
            since=run.board.turn.number,
        )
        source = cards.ZONES[held.zone]
        run.emit(ev.CardHidden(at=place, card=facedown, source=source), by=player)
        hidden.append(ref)
    execution.name_result(instruction.label, hidden, len(hidden))
    return bool(hidden)


def _pays(execution: Execution, instruction: n.Hide, player: str, held: Held) -> bool:
    """Whether the player pays what hiding the card costs, as the instruction is executed (421.2.a,
    444.2).
    """
    run = execution.run
    zone = "champion" if held.zone == "champion_zone" else held.zone
    card = CardAt(held.card.id, held.card.card, zone, held.card.generation, held.owner)
    if not run.in_force("421.2.a"):
        return True
    prices = payable_prices(run, player, hide_prices(run, player, card))
    if not prices and run.in_force("203.3"):
        run.note(f"{player} cannot pay to hide the card.")
        return False
    # who has said that they follow the instruction has said that they pay
    if not instruction.may and not run.ask(
        Question(
            form="yes_no",
            to=player,
            prompt=f"Does {player} pay to hide a card for {execution.name}?",
            slot="pay",
            rules=["444.2", "421.2.a"],
        )
    ):
        run.note(f"{player} does not pay to hide the card.", "444.2")
        return False
    price = choose_price(run, player, prices)
    planned = plan(run, player, price)
    enough = run.board.resources == "enough"
    pay_to_hide(
        run, player, price, planned if isinstance(planned, PaymentPlan) and not enough else None
    )
    return True


def _hiding_place(execution: Execution, instruction: n.Hide, player: str) -> str | None:
    """The battlefield where a card is hidden: one that its player controls, with room for it
    (107.3.b, 107.3.c); None where there is none.
    """
    run = execution.run
    places = [
        battlefield.id
        for battlefield in run.board.battlefields
        if battlefield.controller == player
        and len(battlefield.facedown) < facedown_capacity(run.table, run.catalogue, battlefield.id)
    ]
    if instruction.at is not None:
        named = meant(execution, instruction.at)
        places = [place for place in places if place in named]
    if len(places) < 2:
        return next(iter(places), None)
    answer = run.ask(
        Question(
            form="choose_one",
            to=player,
            prompt="At which battlefield is the card hidden?",
            slot="to",
            rules=["421.1", "107.3.c"],
            options=[Option(id=place) for place in places],
        )
    )
    return str(answer)
