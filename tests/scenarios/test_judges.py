"""The two judges of a scenario: the engine in this process, and a service over HTTP."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import judge
from api.app import create_app
from api.notation_yaml import load
from api.scenarios.judges import (
    Declined,
    Judge,
    OverHttp,
    Unavailable,
    in_process,
    over_test_client,
)
from judge.ruling.actions import Action, Do
from tests.selfplay.decks import vanilla_setup

BOARD: dict[str, Any] = load(
    """
    order: [A, B]
    turn: {player: A, number: 3}
    cards: {Quiet Shore: {types: [Battlefield]}, Old Bridge: {types: [Battlefield]},
      Rower: {types: [Unit], might: 3, keywords: {Assault: 2}}}
    players:
      A: {hand: 2, deck: 20, rune_deck: 6, base: [{id: a1, card: Rower}, {id: a2, card: Rower}]}
      B: {hand: 2, deck: 20, rune_deck: 6}
    battlefields:
      - {id: shore, card: Quiet Shore, owner: A}
      - {id: bridge, card: Old Bridge, owner: B}
    """
)
MOVE = Action(by="A", do=Do(move=["a1"], to="shore"))


@pytest.fixture(params=["in process", "over HTTP"])
def either(request: pytest.FixtureRequest) -> Judge:
    if request.param == "in process":
        return in_process()
    return over_test_client(create_app().test_client())


def test_both_read_the_same_board(either: Judge) -> None:
    assert judge.encode(either.read(BOARD).board) == judge.encode(judge.read_board(BOARD).board)


def test_both_give_the_same_ruling(either: Judge) -> None:
    ruling = either.adjudicate(either.read(BOARD), MOVE, [], "nothing")
    expected = judge.adjudicate(judge.read_board(BOARD).board, MOVE)
    assert judge.encode(ruling) == judge.encode(expected)


def test_both_list_the_same_actions_and_find_the_same_faults(either: Judge) -> None:
    position = either.read(BOARD)
    board = judge.read_board(BOARD).board
    assert either.legal(position, "A") == judge.legal_actions(board, "A")
    found = judge.check_board(board, judge.read_board(BOARD))
    assert either.check(position).warnings == found.warnings


def test_both_know_what_an_object_is(either: Judge) -> None:
    traits = either.traits(either.read(BOARD).board, "a1")
    assert (traits.might, traits.keywords, traits.is_mighty) == (3, {"Assault": 2}, False)
    with pytest.raises(LookupError):
        either.traits(either.read(BOARD).board, "nobody")


def test_both_show_what_a_viewer_sees(either: Judge) -> None:
    position = either.read({**BOARD, "players": {**BOARD["players"], "A": {"hand": ["Rower"]}}})
    assert [card.card for card in either.view(position, "A").players["A"].hand] == ["Rower"]
    assert [card.card for card in either.view(position, "B").players["A"].hand] == ["unknown"]
    with pytest.raises(Declined):
        either.view(position, "C")


def test_both_find_the_faults_of_decks(either: Judge) -> None:
    setup = vanilla_setup()
    assert either.deck_faults(setup) == []
    runes = {"Fury Rune": 6, "Calm Rune": 5}
    decks = {**setup["decks"], "A": {**setup["decks"]["A"], "runes": runes}}
    assert either.deck_faults({**setup, "decks": decks}) == ["wrong_number_of_runes"]
    with pytest.raises(Declined):
        either.deck_faults({"decks": 7})
    with pytest.raises(Declined):
        either.new({**setup, "decks": decks}, [])


def test_both_decline_what_means_nothing(either: Judge) -> None:
    with pytest.raises(Declined) as declined:
        either.read({**BOARD, "turn": {"player": "A", "numbr": 3}, "mode": "chess"})
    assert len(declined.value.lines) >= 1
    assert any("numbr" in line for line in declined.value.lines)
    position = either.read(BOARD)
    with pytest.raises(Declined):
        either.legal(position, "C")
    with pytest.raises(Declined):
        either.adjudicate(position, Action(by="A", do=Do()), [], "nothing")
    with pytest.raises(Declined):
        either.adjudicate(position, Action(by="C", do="pass"), [], "nothing")
    with pytest.raises(Declined):
        either.new({"decks": 7}, [])


@pytest.mark.parametrize(
    ("status", "body", "error"),
    [
        (400, b'{"title": "No", "detail": "Because."}', Declined),
        (422, b'{"errors": [{"path": "board", "message": "means nothing"}]}', Declined),
        (404, b"<html>", Declined),
        (503, b"{}", Unavailable),
        (200, b"<html>", Unavailable),
        (200, b'{"verdict": "perhaps"}', Unavailable),
    ],
)
def test_a_reply_that_is_no_ruling_is_told_apart(
    status: int, body: bytes, error: type[Exception]
) -> None:
    service = OverHttp(lambda path, sent: (status, body), "somewhere")
    position = in_process().read(BOARD)
    with pytest.raises(error):
        service.adjudicate(position, MOVE, [], "nothing")


def test_what_is_sent_is_the_board_as_it_was_typed() -> None:
    sent: list[Any] = []

    def send(path: str, body: bytes) -> tuple[int, bytes]:
        sent.append((path, msgspec.json.decode(body)))
        return 400, b"{}"

    with pytest.raises(Declined):
        OverHttp(send, "somewhere").adjudicate(
            in_process().read(BOARD), MOVE, ["a1", True], "resolve-chain"
        )
    assert sent == [
        (
            "/v1/adjudications",
            {
                "board": BOARD,
                "action": {"by": "A", "do": {"move": ["a1"], "to": "shore"}},
                "answers": ["a1", True],
                "then": "resolve-chain",
            },
        )
    ]
