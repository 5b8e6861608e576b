"""Loops: a board that comes again, and what leaves more of something each time (OP-20)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import judge
from judge.board.positions import position
from judge.effects.catalogue import standard_catalogue
from judge.limits import EARLIER, ITERATIONS, REPEATS
from judge.ruling.actions import Action, Do, MalformedAction
from judge.ruling.ruling import Earlier, Ruling
from judge.ruling.waiving import Waiver


def triggered(when: str, *does: str, may: bool = False) -> dict[str, Any]:
    instructions = [
        {"do": "give_might", "amount": 1, "to": "me"}
        if verb == "give_might"
        else {"do": verb, **({} if verb in ("draw", "gain_points") else {"what": "me"})}
        for verb in does
    ]
    return {"kind": "triggered", "when": when, "may": may, "does": instructions}


def board(*abilities: dict[str, Any], **changes: Any) -> judge.Board:
    return judge.read_board(
        {
            "turn": {"player": "A", "number": 7},
            "order": ["A", "B"],
            "cards": {
                "Seesaw": {"types": ["Unit"], "might": 2, "abilities": list(abilities)},
                "Crank": {
                    "types": ["Gear"],
                    "abilities": [
                        {
                            "kind": "activated",
                            "cost": {"energy": 0},
                            "does": [{"do": "ready", "what": {"kind": "gear", "side": "friendly"}}],
                        }
                    ],
                },
                "Field": {"types": ["Battlefield"]},
            },
            "players": {
                "A": {
                    "hand": 0,
                    "deck": 30,
                    "base": [{"id": "saw", "card": "Seesaw"}, {"id": "crank", "card": "Crank"}],
                },
                "B": {"hand": 0, "deck": 30},
            },
            "battlefields": [
                {"id": "west", "card": "Field", "owner": "A"},
                {"id": "east", "card": "Field", "owner": "B"},
            ],
            **changes,
        }
    ).board


MOVE = Action(by="A", do=Do(move="saw", to="west"))
READY = triggered("exhaust", "ready")
EXHAUST = triggered("ready", "exhaust")


def run(
    on: judge.Board, answers: Any = (), waivers: dict[str, Any] | None = None, **how: Any
) -> Ruling:
    typed = msgspec.convert(waivers or {}, dict[str, Waiver])
    return judge.adjudicate(on, MOVE, answers, then="resolve-chain", waivers=typed, **how)


def test_a_board_that_comes_again_within_a_ruling_is_a_loop() -> None:
    found = run(board(READY, EXHAUST))
    assert (found.verdict, found.basis) == ("not_adjudicable", "reading")
    assert found.refusal is not None
    assert (found.refusal.reason, found.refusal.about) == ("loop", "loop")
    assert found.refusal.waive == ["iterations"]
    assert found.refusal.loop is not None
    assert found.refusal.loop.maintained_by == []
    assert any("passes Priority" in step for step in found.refusal.loop.steps)
    assert found.board is not None
    assert not found.board.stable


def test_who_decides_in_a_loop_maintains_it() -> None:
    found = run(board(triggered("exhaust", "ready", may=True), EXHAUST), lambda question: True)
    assert found.refusal is not None
    assert found.refusal.loop is not None
    assert found.refusal.loop.maintained_by == ["A"]
    given = [True, True]
    left = run(
        board(triggered("exhaust", "ready", may=True), EXHAUST),
        lambda question: given.pop() if given else False,
    )
    assert left.verdict == "legal"


def test_a_loop_is_left_after_a_number_of_iterations() -> None:
    for times in (0, 1, 3, ITERATIONS):
        found = run(board(READY, EXHAUST), waivers={"loop": {"iterations": times}})
        assert (found.verdict, found.basis) == ("legal", "waived")
        assert found.board is not None
        assert found.board.chain is not None
        assert "waived" in [caveat.code for caveat in found.caveats]
    refused = run(board(READY, EXHAUST), waivers={"loop": "no_effect"})
    assert refused.verdict == "not_adjudicable"
    assert "waiver_does_not_fit" in [caveat.code for caveat in refused.caveats]


def test_what_leaves_more_each_time_is_a_limit_that_says_what() -> None:
    found = run(board(READY, triggered("ready", "give_might", "exhaust")))
    assert found.refusal is not None
    assert (found.refusal.reason, found.refusal.about) == ("limit", "REPEATS")
    assert str(REPEATS) in found.refusal.sentence
    assert "Might that effects give by +1" in found.refusal.sentence
    assert found.refusal.waive == ["edits"]


def test_what_comes_to_an_end_by_itself_is_neither() -> None:
    found = run(board(READY, {**EXHAUST, "times_each_turn": 3}))
    assert found.verdict == "legal"


def activate(on: judge.Board, earlier: list[Earlier] | None, **how: Any) -> Ruling:
    action = Action(by="A", do=Do(activate="crank"))
    return judge.adjudicate(on, action, then="resolve-chain", earlier=earlier, **how)


def test_a_board_that_comes_again_over_a_series_is_a_loop() -> None:
    here = board()
    assert activate(here, None).verdict == "legal"
    assert activate(here, None).position is None
    found = activate(here, [])
    assert found.refusal is not None
    assert found.refusal.reason == "loop"
    assert found.refusal.loop is not None
    assert found.refusal.loop.maintained_by == ["A"]
    assert found.refusal.loop.steps == ["A activates crank"]
    given = msgspec.convert({"loop": {"iterations": 4}}, dict[str, Waiver])
    left = activate(here, [], waivers=given)
    assert (left.verdict, left.basis) == ("legal", "waived")
    assert left.position is not None
    assert left.board is not None
    assert left.position.position == position(
        left.board, standard_catalogue().with_inline(here.cards)
    )


def test_a_series_of_several_actions_names_each() -> None:
    action = Action(by="A", do=Do(activate="crank"))
    first = judge.adjudicate(board(), action, earlier=[])
    assert first.verdict == "legal"
    assert first.position is not None
    assert first.board is not None
    series = [first.position]
    now = first.board
    for player in ("A", "B"):
        found = judge.adjudicate(now, Action(by=player, do="pass"), earlier=series)
        if found.verdict != "legal":
            break
        assert found.position is not None
        assert found.board is not None
        series.append(found.position)
        now = found.board
    assert found.refusal is not None
    assert found.refusal.loop is not None
    assert found.refusal.loop.steps == ["A activates crank", "A passes", "B passes"]
    assert found.refusal.loop.maintained_by == ["A"]


def test_another_than_the_judge_is_only_told_that_the_board_looks_the_same() -> None:
    found = activate(board(), [], seen_by="B")
    assert found.verdict == "legal"
    assert "board_looks_the_same" in [caveat.code for caveat in found.caveats]


def test_a_position_does_not_go_by_ids_generations_or_turn_numbers() -> None:
    cards = standard_catalogue().with_inline(board().cards)
    one = board()
    tree = msgspec.to_builtins(one)
    tree["players"]["A"]["base"][0].update(id="other", generation=4)
    tree["turn"]["number"] = 9
    assert position(judge.read_board(tree).board, cards) == position(one, cards)
    tree["players"]["A"]["base"][0]["exhausted"] = True
    assert position(judge.read_board(tree).board, cards) != position(one, cards)


def test_too_many_actions_before_are_refused_by_name() -> None:
    many = [Earlier(position="x")] * (EARLIER + 1)
    with pytest.raises(MalformedAction, match="EARLIER"):
        activate(board(), many)
