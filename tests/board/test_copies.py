"""A board and its copy share their cards, and nothing that an event writes to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from hypothesis import HealthCheck, given, settings

from judge.board import events as ev
from judge.board.applying import apply, copy_board
from judge.board.canonical import encode_board
from judge.board.reading import read_board
from judge.board.state import Board, Card
from judge.board.table import Table
from tests.board.strategies import boards

BOARD: dict[str, Any] = {
    "turn": {"player": "A", "number": 3},
    "players": {
        "A": {
            "points": 0,
            "hand": ["unknown", "unknown"],
            "trash": ["Void Seeker"],
            "main_deck": {"top": ["unknown", "unknown"], "count": 20},
        },
        "B": {"points": 0, "hand": 4},
    },
    "battlefields": [{"card": "Void Gate", "owner": "A"}, {"card": "Void Gate", "owner": "B"}],
}


def _written_to(board: Board) -> Iterator[ev.AnyEvent]:
    """An event for each way in which something is found out about a card where it lies."""
    player = board.players["A"]
    hand, trash, top = (cards[0].id for cards in (player.hand, player.trash, player.main_deck.top))
    yield ev.CardsLooked(player="A", zone="hand", refs=[hand], by="B")
    yield ev.CardsLooked(player="A", zone="main_deck", refs=[top], by="A")
    for identity in (hand, trash, top):
        yield ev.FaceSeen(id=identity, card="Stalwart Poro")


def test_an_event_that_tells_of_a_card_leaves_the_board_alone_of_which_its_own_is_a_copy() -> None:
    board = read_board(BOARD).board
    before = encode_board(board)
    for event in _written_to(board):
        copied = copy_board(board)
        apply(Table(copied), event)
        assert encode_board(copied) != before, event
        assert encode_board(board) == before, event


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(boards())
def test_a_copy_is_the_same_board_in_parts_of_its_own(board: Board) -> None:
    copied = copy_board(board)
    assert copied == board
    assert msgspec.to_builtins(copied) == msgspec.to_builtins(board)
    own = {id(part) for part in _parts(board)}
    shared = [part for part in _parts(copied) if id(part) in own and part]
    assert all(isinstance(part, Card) for part in shared), shared


def _parts(part: object) -> Iterator[object]:
    """Everything in a part of a board that can be written to, save in its cards and in the
    definitions that it brings.
    """
    if isinstance(part, msgspec.Struct):
        yield part
        if isinstance(part, Card):
            return
        for field in part.__struct_fields__:
            if field != "cards":
                yield from _parts(getattr(part, field))
    elif isinstance(part, list | dict):
        yield part
        for each in part.values() if isinstance(part, dict) else part:
            yield from _parts(each)
