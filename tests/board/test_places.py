"""Where in the document stands what a ruling is about."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from judge.board.faults import show_path
from judge.board.reading import read_board

BOARD: dict[str, Any] = {
    "turn": {"player": "A.1"},
    "players": {
        "A.1": {
            "runes": 2,
            "hand": ["Void Seeker", {"id": "h2", "card": "unknown"}],
            "base": ["Stalwart Poro", {"id": "a.b", "card": "Stalwart Poro"}],
        },
        "B": {"hand": 3},
    },
    "battlefields": [
        {"id": "west", "card": "Windswept Hillock", "owner": "B", "facedown": [{"controller": "B"}]}
    ],
}


@pytest.mark.parametrize(
    ("about", "path"),
    [
        ("objects.A.1.unknown-rune.card", "$.players['A.1'].runes"),
        ("objects.A.1.unknown-rune-2.card", "$.players['A.1'].runes"),
        ("objects.A.1.stalwart-poro.exhausted", "$.players['A.1'].base[0]"),
        ("objects.a.b.exhausted", "$.players['A.1'].base[1].exhausted"),
        ("cards.h2.card", "$.players['A.1'].hand[1].card"),
        ("players.A.1.chosen_champion", "$.players['A.1'].chosen_champion"),
        ("players.B.hand", "$.players.B.hand"),
        ("facedown.B.facedown-1.since", "$.battlefields[0].facedown[0].since"),
        ("battlefields.west.scored", "$.battlefields[0].scored"),
        ("turn.additional.resume_after", "$.turn.additional.resume_after"),
        ("edition", "$.edition"),
    ],
)
def test_a_fact_has_the_place_where_it_was_typed(about: str, path: str) -> None:
    place = read_board(BOARD).place_of(about)
    assert place is not None
    assert show_path(place) == path


@pytest.mark.parametrize("about", ["Noxus Saboteur: hide rule", "token: Marsh Guard", "removal"])
def test_what_a_card_says_has_no_place_on_a_board(about: str) -> None:
    assert read_board(BOARD).place_of(about) is None


def test_on_the_board_of_a_ruling_the_place_is_that_on_this_board() -> None:
    board = read_board(BOARD).board
    place = read_board(msgspec.json.encode(board)).place_of("objects.a.b.exhausted")
    assert place is not None
    found: Any = msgspec.to_builtins(board)
    for step in place[:-1]:
        found = found[step]
    assert (found["id"], place[-1]) == ("a.b", "exhausted")
