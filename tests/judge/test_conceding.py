"""Conceding at any time: as an action, as an answer, and while a game is set up (650-652)."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from judge import Action, Setup, adjudicate, encode_board, new_board, read_board
from tests.selfplay.decks import vanilla_setup


def setup_of(mode: str = "duel") -> Setup:
    return msgspec.convert(vanilla_setup(mode), Setup)


def answers_until(kind: str) -> list[Any]:
    """Answers to the questions of a setup up to the first of a kind."""
    given: list[Any] = []
    while True:
        question = new_board(setup_of(), given).question
        assert question is not None
        if question.form == kind:
            return given
        given.append(question.options[0].id)


@pytest.mark.parametrize("kind", ["chance", "choose_some"])
def test_conceding_while_the_game_is_set_up_ends_a_duel(kind: str) -> None:
    ruling = new_board(setup_of(), [*answers_until(kind), {"concede": "A"}])
    assert ruling.verdict == "legal"
    assert ruling.board is not None
    assert ruling.board.result is not None
    assert ruling.board.result.winners == ["B"]
    # what a ruling gives can be looked at again, though no turn has begun
    document = encode_board(ruling.board)
    assert encode_board(read_board(json.loads(document)).board) == document


FOUR: dict[str, Any] = {
    "mode": "ffa3",
    "order": ["A", "B", "C"],
    "first_player": "A",
    "turn": {"player": "A", "number": 4, "begun": {"A": 2, "B": 1, "C": 1}},
    "window": {"priority": "C", "passed": ["A", "B"]},
    "chain": {"items": [{"id": "s1", "card": "Ebb", "controller": "A", "origin": "hand"}]},
    "cards": {
        "Field": {"types": ["Battlefield"]},
        "Plain": {"types": ["Unit"], "might": 2},
        "Ebb": {
            "types": ["Spell"],
            "does": [{"do": "discard", "who": "each"}, {"do": "draw", "amount": 2}],
        },
    },
    "players": {
        name: {
            "hand": [{"id": f"{name}1", "card": "Plain"}, {"id": f"{name}2", "card": "Plain"}],
            "deck": 9,
            "rune_deck": 5,
        }
        for name in "ABC"
    },
    "battlefields": [{"id": f"f{name}", "card": "Field", "owner": name} for name in "ABC"],
}


def test_two_players_may_concede_to_one_question() -> None:
    board = read_board(FOUR).board
    ruling = adjudicate(board, Action(by="C", do="pass"), [{"concede": "B"}])
    assert ruling.verdict == "legal"
    assert ruling.board is not None
    assert ruling.board.result is None
    again = adjudicate(ruling.board, Action(by="C", do="pass"), [{"concede": "C"}])
    assert again.verdict == "legal"
    assert again.board is not None
    assert again.board.result is not None
    assert again.board.result.winners == ["A"]
    # nothing unfinished rests on a finished board (D1)
    assert not [
        item for item in (again.board.chain.items if again.board.chain else []) if item.pending
    ]


def test_a_player_who_is_not_there_cannot_concede() -> None:
    from judge import MalformedAnswer

    with pytest.raises(MalformedAnswer, match="no player"):
        adjudicate(read_board(FOUR).board, Action(by="C", do="pass"), [{"concede": "Z"}])


def test_who_concedes_while_a_board_is_settled_leaves_it_and_the_action_follows() -> None:
    document: dict[str, Any] = {
        "mode": "ffa3",
        "order": ["A", "B", "C"],
        "first_player": "A",
        "turn": {"player": "A", "number": 5},
        "cards": {"Field": {"types": ["Battlefield"]}, "Plain": {"types": ["Unit"], "might": 2}},
        "players": {name: {"hand": [], "deck": 9, "rune_deck": 5} for name in "ABC"},
        "battlefields": [
            {
                "id": place,
                "card": "Field",
                "owner": place[-1],
                "contested_by": "A",
                "units": [{"id": f"a{place}", "card": "Plain", "controller": "A"}],
            }
            for place in ("fA", "fB")
        ]
        + [{"id": "fC", "card": "Field", "owner": "C"}],
    }
    board = read_board(document).board
    asked = adjudicate(board, Action(by="A", do="pass"), settle=True).question
    assert asked is not None
    assert asked.rules == ["323.12"]
    ruling = adjudicate(board, Action(by="A", do="pass"), [{"concede": "C"}, "fA"], settle=True)
    assert ruling.board is not None
    assert [removed.player for removed in ruling.board.removed] == ["C"]
    # the Cleanup was not left out, nor the action that came after it
    assert ruling.board.showdown is not None
    assert ruling.board.window.focus_passed == ["A"]


def test_a_question_that_comes_again_after_somebody_left_is_another() -> None:
    board = read_board({**FOUR, "window": {"priority": "A", "passed": []}}).board
    first = adjudicate(board, None, then="resolve-chain").question
    assert first is not None
    answers = [{"id": first.id, "value": {"concede": "C"}}]
    second = adjudicate(board, None, answers, then="resolve-chain").question
    assert second is not None
    assert (second.to, second.form) == (first.to, first.form)
    assert second.id != first.id
