"""Hiding a card: a discretionary action that is not a play and opens no chain (421, 811)."""

from __future__ import annotations

from judge.abilities.forbidding import why_forbidden
from judge.actions.destinations import location_named, nearest_location
from judge.actions.door import Attempt
from judge.board import events as ev
from judge.board.state import UNKNOWN, FacedownCard
from judge.board.table import base_of
from judge.layers.occupancy import facedown_capacity
from judge.procedure.costs import shortfall_problems
from judge.procedure.finding import CardAt, find_card, keywords_at
from judge.procedure.hidecosts import HIDE_PRICE, hide_prices, payable_prices, say_price
from judge.procedure.payment import PaymentPlan, Price, assume_paid, carry_out, plan
from judge.procedure.timing import in_closed_state, in_showdown_state, may_use, priority, standing
from judge.procedure.written import ask_payment, check_payment
from judge.ruling.actions import Do, Payment
from judge.ruling.problems import problem, resting_on
from judge.ruling.questions import Option, Question
from judge.ruling.ruling import Problem, Refusal
from judge.ruling.run import Run


def hide_timing(run: Run, player: str) -> list[Problem]:
    """Every reason why the player can hide nothing now (811.1.b, 410.1.a)."""
    found = priority(run, player)
    if run.board.turn.player != player:
        found.append(problem("hide_not_own_turn"))
    # 410.1.a: in a Neutral Open State, as any Discretionary Action
    if in_closed_state(run) and run.stands("410.1.a"):
        found.append(problem("hide_in_closed_state"))
    if in_showdown_state(run) and not _may_hide_in_showdown(run, player):
        found.append(problem("hide_in_showdown"))
    if run.board.turn.player == player and run.board.turn.phase != "main":
        rules = ["316.5.a", "410.1.a"]
        found.append(problem("not_main_phase", player=player, rules=rules))
    return found


def _may_hide_in_showdown(run: Run, player: str) -> bool:
    """OP-10, which arises only where nothing else forbids it: an Open State of one's own turn."""
    if run.board.turn.player != player or in_closed_state(run):
        return False
    return run.rely_on("OP-10") == "b"


def why_not_hide_at(run: Run, player: str, place: str) -> list[Problem]:
    """Every reason why the player can hide no card at `place` (107.3, 811.1.b)."""
    battlefield = run.table.battlefields.get(place)
    if battlefield is None:
        known = place in run.table.locations()
        return [
            problem("hide_not_battlefield", place=place)
            if known
            else problem("no_such_location", thing=place, meant=nearest_location(run, place))
        ]
    found = []
    if not may_use(run, player, battlefield.controller, "489.8.c.1") and run.stands("107.3.c"):
        rules = ["107.3.c", "811.1.b"]
        if battlefield.controller in run.table.team_of(player):
            rules.append("489.8.c.1")
        found.append(
            problem("hide_not_controlled", player=player, place=place, objects=[place], rules=rules)
        )
    if len(battlefield.facedown) >= facedown_capacity(run.table, run.catalogue, place):
        found.append(problem("facedown_zone_full", place=place, objects=[place]))
    return found


def hide(run: Run, player: str, do: Do) -> list[Problem]:
    """Hide a card as the action says; the problems when that is illegal, with the board
    untouched.
    """
    assert do.hide is not None
    found = standing(run, player)
    if found:
        return found
    found = hide_timing(run, player)
    to = location_named(run, do.to) if isinstance(do.to, str) else None
    if to == "base":
        to = base_of(player)
    unseen = False
    card = find_card(run, player, do.hide, do.source, to_hide=True)
    if isinstance(card, list):
        found += [
            problem("hide_wrong_zone", thing=do.hide, player=player, objects=p.objects)
            if p.code
            in (
                "wrong_zone",
                "no_such_card",
                "not_playable_type",
                "facedown_not_controlled",
                "card_elsewhere",
            )
            else p
            for p in card
        ]
    elif card.zone == "facedown":
        found.append(problem("hide_wrong_zone", thing=do.hide, player=player, objects=[card.id]))
    elif card.face == UNKNOWN:
        unseen = True
    elif "Hidden" not in keywords_at(run, player, card, played=False) and run.stands("421.2.a"):
        # a card that was not hidden stays private (358.5): it is called as the action calls it
        found.append(problem("not_hidden_card", thing=do.hide, objects=[card.id]))
    places = [b.id for b in run.board.battlefields if not why_not_hide_at(run, player, b.id)]
    if to is not None:
        found += why_not_hide_at(run, player, to)
    elif not places:
        for battlefield in run.board.battlefields:
            found += why_not_hide_at(run, player, battlefield.id)
    payment = None
    prices = [HIDE_PRICE] if isinstance(card, list) else hide_prices(run, player, card)
    payable = payable_prices(run, player, prices) or prices[:1]
    price = payable[0]
    if isinstance(do.pay, Payment):
        price = _price_written(run, player, payable, do.pay)
    if run.board.resources != "enough":
        planned = plan(run, player, price)
        if isinstance(planned, PaymentPlan):
            payment = planned
        elif run.stands("410.1.b.2"):
            short = shortfall_problems(run, player, "Hiding a card", price, planned)
            found += resting_on(short, "410.1.b.2", "421.2.a")
    if isinstance(do.pay, Payment):
        payment = check_payment(run, player, "Hiding a card", price, do.pay, found) or payment
    if not isinstance(card, list):
        attempts = [Attempt("hide", card.id, by=player, to=place) for place in [to] if place]
        found += why_forbidden(run, attempts)
    if found or isinstance(card, list):
        return found
    if unseen:
        # the face is private (811.6.a); whether it may be hidden cannot be told from outside
        run.refuse(
            Refusal(
                reason="missing_fact",
                sentence=f"Whether {card.id} may be hidden depends on its face, which the board "
                "does not give.",
                about=f"cards.{card.id}.card",
                rules=["128.4", "811.1"],
            )
        )
    if to is None:
        to = _choose_battlefield(run, player, places)
    if len(payable) > 1 and not isinstance(do.pay, Payment):
        price = choose_price(run, player, payable)
        planned = plan(run, player, price)
        payment = planned if isinstance(planned, PaymentPlan) else None
    if do.pay == "ask" and payment is not None:
        payment = check_payment(
            run,
            player,
            "Hiding a card",
            price,
            ask_payment(run, player, "Hiding a card", price),
            found,
        )
    _carry_out(run, player, card, to, price, payment)
    return []


def _price_written(run: Run, player: str, prices: list[Price], pay: Payment) -> Price:
    """Which of several prices a written payment is for; the first where it is for none."""
    for price in prices:
        wrong: list[Problem] = []
        check_payment(run, player, "Hiding a card", price, pay, wrong)
        if not wrong:
            return price
    return prices[0]


def choose_price(run: Run, player: str, prices: list[Price]) -> Price:
    """Which of several costs the player pays to hide a card, where one may be paid instead of
    another.
    """
    if len(prices) < 2:
        return prices[0]
    answer = run.ask(
        Question(
            form="choose_one",
            to=player,
            prompt=f"What does {player} pay to hide the card?",
            slot="pay",
            rules=["421.2.a", "811.1.b"],
            options=[Option(id=str(n), text=say_price(price)) for n, price in enumerate(prices)],
        )
    )
    return prices[int(answer)]


def _choose_battlefield(run: Run, player: str, places: list[str]) -> str:
    if len(places) == 1:
        return places[0]
    answer = run.ask(
        Question(
            form="choose_one",
            to=player,
            prompt="At which battlefield is the card hidden?",
            slot="to",
            rules=["811.1.b"],
            options=[Option(id=place) for place in places],
        )
    )
    return str(answer)


def pay_to_hide(run: Run, player: str, price: Price, payment: PaymentPlan | None) -> None:
    """Pay for hiding a card, which opens no chain (811.1.c.2)."""
    if payment is not None:
        carry_out(run, player, price, payment, "811.1.b")
    else:
        assume_paid(run, player, price, "hiding a card", "811.1.b")


def _carry_out(
    run: Run, player: str, card: CardAt, to: str, price: Price, payment: PaymentPlan | None
) -> None:
    with run.step("421", text=f"{player} hides a card at {run.place(to)}", by=player):
        pay_to_hide(run, player, price, payment)
        # 811.1.c.2: at once, without a chain
        if run.in_force("421.1", "811.1.b", "811.1.c.2"):
            run.emit(
                ev.CardHidden(
                    at=to,
                    card=FacedownCard(
                        id=card.id,
                        controller=player,
                        owner=card.owner,
                        card=card.face,
                        generation=card.generation + 1,
                        since=run.board.turn.number,
                    ),
                    source="hand" if card.zone == "hand" else "champion",
                ),
                by=player,
            )
