"""Each property of self-play can fail: a ruling that breaks it on purpose is found out, and the
same ruling as it was is not.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

import judge
from judge.board import state
from judge.effects.catalogue import standard_catalogue
from judge.ruling.legal import LegalActions, MatchRecord, Pattern, PlayedGame, Setup
from judge.ruling.questions import Option, Question
from judge.ruling.ruling import Citation, Ruling, Step
from tests.selfplay import games, invariants
from tests.selfplay.games import Game, Tally, plain, play
from tests.selfplay.invariants import PROPERTIES, BrokenProperty, Seen, events_of, hold_all
from tests.selfplay.setups import setup_for
from tests.selfplay.wild import covered

BOARD: dict[str, Any] = {
    "mode": "2v2",
    "teams": [["A", "C"], ["B", "D"]],
    "order": ["A", "B", "C", "D"],
    "first_player": "A",
    "turn": {"player": "A", "number": 5, "begun": {"A": 2, "B": 1, "C": 1, "D": 1}},
    "cards": {
        "Plain": {"types": ["Unit"], "energy": 1, "might": 2},
        "Field": {"types": ["Battlefield"]},
    },
    "players": {
        name: {
            "points": 2,
            "hand": [{"id": f"{name}h{n}", "card": card} for n, card in enumerate(hand)],
            "main_deck": {"middle": {"Flash": 2, "Cleave": 2, "Defy": 2, "Charm": 2}},
            "rune_deck": {"middle": {"Fury Rune": 3}},
            "runes": [{"id": f"{name}r{n}", "card": "Fury Rune"} for n in range(3)],
            "base": [{"id": f"{name}u", "card": "Plain"}],
        }
        for name, hand in {
            "A": ["Plain", "Cleave"],
            "B": ["Defy", "Plain"],
            "C": ["Charm", "Gust"],
            "D": ["Plain", "Gust"],
        }.items()
    },
    "battlefields": [
        {
            "id": "west",
            "card": "Field",
            "owner": "B",
            "controller": "B",
            "units": [{"id": "bw", "card": "Plain", "controller": "B"}],
            "facedown": [{"id": "bf", "card": "Charm", "controller": "B", "since": 2}],
        },
        {"id": "east", "card": "Field", "owner": "C"},
        {"id": "north", "card": "Field", "owner": "D"},
    ],
}
MOVE = {"by": "A", "do": {"move": ["Au"], "to": "east"}}


class Always(random.Random):
    """Chance by which everything that is looked at now and then is looked at."""

    def random(self) -> float:
        return 0.0


def seen(**more: Any) -> Seen:
    """The ruling on a move to an open battlefield, everything known to a judge."""
    before = judge.read_board(BOARD).board
    before = judge.read_board(json.loads(judge.encode_board(before))).board
    action = msgspec.convert(MOVE, judge.Action)
    ruling = judge.adjudicate(before, action)
    assert ruling.verdict == "legal", ruling.sentence

    def again(answers: list[Any]) -> Ruling:
        return judge.adjudicate(before, action, answers)

    return Seen(
        before=before,
        ruling=copied(ruling),
        catalogue=standard_catalogue().with_inline(before.cards),
        rng=Always(1),
        again=again,
        offered=judge.legal_actions(before),
        **more,
    )


def copied(ruling: Ruling) -> Ruling:
    return msgspec.json.decode(judge.encode(ruling), type=Ruling)


def test_nothing_is_found_where_nothing_is_wrong() -> None:
    hold_all(seen())


# --- what breaks a ruling -----------------------------------------------------------------------

Break = Callable[[Seen], None]


def a_card_is_lost(seen: Seen) -> None:
    del seen.after.players["A"].hand[0]


def a_card_has_another_face(seen: Seen) -> None:
    seen.after.players["A"].hand[0].card = "Defy"


def a_card_of_the_deck_is_lost(seen: Seen) -> None:
    seen.after.players["B"].rune_deck.middle["Fury Rune"] -= 1


def a_card_comes_from_nowhere(seen: Seen) -> None:
    seen.after.players["D"].trash.append(state.Card(id="new", card="Plain"))


def a_card_of_somebody_who_left_stays(seen: Seen) -> None:
    seen.after.removed = [state.Removed(player="D", how="conceded")]


def nobody_has_priority(seen: Seen) -> None:
    seen.after.window.priority = None


def priority_of_somebody_who_left(seen: Seen) -> None:
    seen.after.removed = [state.Removed(player="A", how="conceded")]
    seen.after.window.priority = "A"


def focus_of_a_stranger(seen: Seen) -> None:
    seen.after.window.focus = "Z"


def focus_without_showdown(seen: Seen) -> None:
    seen.after.showdown = None
    seen.after.window.focus = "A"


def priority_that_was_passed(seen: Seen) -> None:
    assert seen.after.window.priority is not None
    seen.after.window.passed = [seen.after.window.priority]


def two_facedown_cards(seen: Seen) -> None:
    west = seen.after.battlefields[-1]
    for name in ("f1", "f2"):
        west.facedown.append(
            state.FacedownCard(id=name, card="Plain", controller="B", owner="B", since=1)
        )


def a_facedown_card_of_another(seen: Seen) -> None:
    for battlefield in seen.after.battlefields:
        for card in battlefield.facedown:
            card.controller = "A"


def a_negative_point(seen: Seen) -> None:
    seen.after.players["A"].points = seen.after.players["C"].points = -1


def negative_experience(seen: Seen) -> None:
    seen.after.players["B"].xp = -1


def negative_damage(seen: Seen) -> None:
    seen.after.players["B"].base[0].damage = {"A": -1}


def a_pool_below_nothing(seen: Seen) -> None:
    seen.after.players["A"].pool = [state.PoolUnit(kind="energy", amount=-1)]


def a_team_with_two_scores(seen: Seen) -> None:
    seen.after.players["A"].points = 3


def another_ruling_the_second_time(seen: Seen) -> None:
    def again(answers: list[Any]) -> Ruling:
        return msgspec.structs.replace(seen.ruling, sentence="Otherwise.")

    seen.again = again


def another_question_than_was_asked(seen: Seen) -> None:
    seen.questions = [Question(form="yes_no", to="A", prompt="Never asked.", rules=["355"])]
    seen.answers = [True]
    ruling = msgspec.structs.replace(seen.ruling)
    seen.again = lambda answers: ruling


def an_event_is_left_out(seen: Seen) -> None:
    for step in flat(seen.ruling.trace):
        if step.event is not None:
            step.event = None
            return


def the_board_is_not_what_happened(seen: Seen) -> None:
    seen.after.players["C"].base[0].exhausted = True


def a_rule_that_does_not_exist(seen: Seen) -> None:
    seen.ruling.citations.append(Citation(edition="core-1.4", rule="465.2.c.99"))


def a_rule_of_another_edition(seen: Seen) -> None:
    seen.ruling.citations.append(Citation(edition="core-1.3", rule="104"))


def a_step_that_cites_nothing(seen: Seen) -> None:
    flat(seen.ruling.trace)[-1].rules = []


def a_step_beside_the_citations(seen: Seen) -> None:
    seen.ruling.citations = seen.ruling.citations[1:]


def a_question_that_cites_nothing(seen: Seen) -> None:
    seen.questions = [Question(form="yes_no", to="A", prompt="Why?")]


def a_pattern_that_cites_nothing(seen: Seen) -> None:
    seen.offered = LegalActions(
        player="A", patterns=[Pattern(by="A", do=judge.Do(end_turn=True), text="end")]
    )


def a_board_out_of_order(seen: Seen) -> None:
    seen.after.players["A"].hand.reverse()


def a_board_that_does_not_read_back(seen: Seen) -> None:
    seen.after.players["B"].base[0].card = "No Such Card"


def a_unit_that_contests_nothing(seen: Seen) -> None:
    for battlefield in seen.after.battlefields:
        battlefield.contested_by, battlefield.staged = None, []
    seen.after.showdown = None
    seen.after.window = state.Window(priority="A")


def a_unit_with_lethal_damage(seen: Seen) -> None:
    seen.after.players["B"].base[-1].damage = {"A": 7}


def flat(steps: list[Step]) -> list[Step]:
    return [each for step in steps for each in (step, *flat(step.children))]


BREAKS: dict[str, list[Break]] = {
    "cards conserved": [
        a_card_is_lost,
        a_card_has_another_face,
        a_card_of_the_deck_is_lost,
        a_card_comes_from_nowhere,
        a_card_of_somebody_who_left_stays,
    ],
    "one priority and one focus": [
        nobody_has_priority,
        priority_of_somebody_who_left,
        focus_of_a_stranger,
        focus_without_showdown,
        priority_that_was_passed,
    ],
    "facedown occupancy": [two_facedown_cards, a_facedown_card_of_another],
    "points never negative": [
        a_negative_point,
        negative_experience,
        negative_damage,
        a_pool_below_nothing,
        a_team_with_two_scores,
    ],
    "reproducible": [another_ruling_the_second_time, another_question_than_was_asked],
    "events fold": [an_event_is_left_out, the_board_is_not_what_happened],
    "citations exist": [
        a_rule_that_does_not_exist,
        a_rule_of_another_edition,
        a_step_that_cites_nothing,
        a_step_beside_the_citations,
        a_question_that_cites_nothing,
        a_pattern_that_cites_nothing,
    ],
    "reads back": [a_board_out_of_order, a_board_that_does_not_read_back],
    "can come about": [a_unit_that_contests_nothing, a_unit_with_lethal_damage],
}


def test_every_property_has_something_that_breaks_it() -> None:
    assert set(BREAKS) == set(PROPERTIES)


@pytest.mark.parametrize(
    ("name", "broken"),
    [(name, each) for name, several in BREAKS.items() for each in several],
    ids=lambda value: getattr(value, "__name__", None) or str(value),
)
def test_a_broken_ruling_is_found_out(name: str, broken: Break) -> None:
    it = seen()
    broken(it)
    assert list(PROPERTIES[name](it))


def test_somebody_else_who_may_act_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    offered = judge.legal_actions(judge.read_board(BOARD).board)
    monkeypatch.setattr(judge, "legal_actions", lambda *args, **named: offered)
    assert list(PROPERTIES["one priority and one focus"](seen()))


def test_a_view_that_shows_too_much_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    view = judge.view_board

    def everything(board: judge.Board, viewer: str, *rest: Any) -> judge.Board:
        return view(board, "judge")

    assert not list(PROPERTIES["reads back"](seen()))
    monkeypatch.setattr(judge, "view_board", everything)
    assert any("may not see" in what for what in PROPERTIES["reads back"](seen()))


def test_the_order_of_events_matters_to_the_fold() -> None:
    """The events of the ruling that is broken above are worth folding."""
    assert len(list(events_of(seen().ruling.trace))) > 3


# --- what is about the way through a game -------------------------------------------------------


def begun(rng: random.Random | None = None) -> Game:
    return Game(rng or random.Random(2), Tally(), games.silent, played=True)


def test_an_offer_that_is_refused_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = LegalActions(
        player="A",
        patterns=[Pattern(by="A", do=judge.Do(move=["bw"], to="base"), text="", rules=["144"])],
    )
    monkeypatch.setattr(judge, "legal_actions", lambda *args, **named: wrong)
    with pytest.raises(BrokenProperty, match=invariants.ACCEPTED):
        begun().step(judge.read_board(BOARD).board)


def test_where_nothing_is_offered_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = LegalActions(player="A")
    monkeypatch.setattr(judge, "legal_actions", lambda *args, **named: nothing)
    with pytest.raises(BrokenProperty, match="nothing is offered"):
        begun().step(judge.read_board(BOARD).board)


def test_what_is_legal_and_not_offered_is_found_out() -> None:
    board = json.loads(judge.encode_board(judge.read_board(BOARD).board))
    offered = plain(judge.legal_actions(judge.read_board(BOARD).board))["patterns"]
    assert covered(MOVE, board, offered)
    without = [each for each in offered if each["do"].get("to") != "east"]
    assert len(without) < len(offered)
    assert not covered(MOVE, board, without)
    play_ = {"by": "A", "do": {"play": "Ah0"}}
    assert covered(play_, board, offered)
    assert not covered(play_, board, [each for each in offered if "play" not in each["do"]])


@pytest.mark.parametrize("way", ["try_wild", "step"])
def test_a_board_that_is_changed_is_found_out(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    adjudicate = judge.adjudicate

    def careless(board: judge.Board, *rest: Any, **named: Any) -> Ruling:
        ruling = adjudicate(board, *rest, **named)
        board.players["A"].points += 1
        return ruling

    monkeypatch.setattr(judge, "adjudicate", careless)
    board = judge.read_board(BOARD).board
    monkeypatch.setattr(games, "wild_action", lambda *args: {"by": "B", "do": {"end_turn": True}})
    written = judge.encode_board(board)

    def look() -> None:
        if way == "step":
            begun().step(board)
        else:
            begun().try_wild(board, written, [], complete=True)

    with pytest.raises(BrokenProperty, match=invariants.UNCHANGED):
        look()


def test_a_game_that_does_not_end_is_found_out() -> None:
    (report,) = play("duel", 3, deck="vanilla", most=4).broken
    assert report["property"] == invariants.ENDS
    assert "--mode duel --seed 3 --games 1 -v" in report["again"]


def test_questions_that_do_not_end_are_found_out() -> None:
    game = begun()
    question = Question(form="yes_no", to="A", prompt="Again?", options=[Option(id="a")])
    for _ in range(400):
        game.decide(question)
    with pytest.raises(BrokenProperty, match=invariants.ENDS):
        game.decide(question)


def test_a_fault_of_the_engine_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*rest: Any, **named: Any) -> Ruling:
        raise KeyError("x1")

    monkeypatch.setattr(judge, "legal_actions", fails)
    (report,) = play("duel", 3, deck="vanilla").broken
    assert report["property"] == invariants.NO_FAULT


@pytest.mark.parametrize(
    ("fields", "winners"),
    [
        (["Windswept Hillock", "Windswept Hillock"], ["A", "B"]),
        (["Windswept Hillock"], ["A", "A", "A"]),
    ],
)
def test_a_match_that_goes_wrong_is_found_out(fields: list[str], winners: list[str]) -> None:
    setup = msgspec.convert(setup_for("match", 0, "modelled"), Setup)
    played = [
        PlayedGame(battlefields={"A": fields[n % len(fields)]}, winner=winner)
        for n, winner in enumerate(winners)
    ]
    setup.match = MatchRecord(best_of=3, games=played)
    with pytest.raises(BrokenProperty, match=invariants.MATCH):
        games._match_over(setup)
