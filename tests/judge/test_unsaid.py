"""What a board does not list is said to be taken as not there (D8)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import judge
from judge.ruling.actions import Action, Then
from judge.ruling.ruling import LEFT_OUT, Ruling
from judge.ruling.views import hide_from

CARDS: dict[str, Any] = {
    "Field": {"types": ["Battlefield"]},
    "Rower": {"types": ["Unit"], "might": 2},
    "Dart": {
        "types": ["Spell"],
        "energy": 0,
        "chooses": {"goal": {"kind": "unit"}},
        "does": [{"do": "deal", "amount": 3, "to": "goal"}],
    },
    "Purge": {
        "types": ["Spell"],
        "energy": 0,
        "does": [{"do": "discard", "who": "each"}],
    },
}


def board(**more: Any) -> dict[str, Any]:
    return {
        "turn": {"player": "Ana", "number": 5},
        "players": {
            "Ana": {
                "hand": [{"id": "s1", "card": "Dart"}],
                "base": [{"id": "a1", "card": "Rower"}],
            },
            "Bo": {"hand": [{"id": "h1"}], "base": [{"id": "b1", "card": "Rower", "damage": 1}]},
        },
        "battlefields": [{"id": "west", "card": "Field", "owner": "Bo", "controller": None}],
        "cards": CARDS,
        **more,
    }


def action(do: Any) -> Action:
    return msgspec.convert({"by": "Ana", "do": do}, Action)


def ruled(given: dict[str, Any], do: dict[str, Any], then: Then = "resolve-chain") -> Ruling:
    return judge.adjudicate(judge.read_board(given).board, action(do), then=then)


def on(first: Ruling, then: Action) -> Ruling:
    assert first.board is not None
    return judge.adjudicate(first.board, then)


def left_out(ruling: Ruling) -> set[str]:
    return {path for one in ruling.assumptions if one.path == LEFT_OUT for path in one.value}


DART = {"play": "s1", "targets": ["b1"]}


def test_a_ruling_names_the_places_of_which_nothing_is_said() -> None:
    ruling = ruled(board(), DART)
    assert ruling.verdict == "legal"
    assert ruling.basis == "assumed"
    named = left_out(ruling)
    assert {"battlefields.west.units", "battlefields.west.facedown", "chain", "effects"} <= named
    assert {"players.Bo.legend", "players.Ana.runes"} <= named
    assert not {"battlefields.west.controller", "players.Bo.base", "battlefields"} & named


def test_marks_are_named_where_the_ruling_speaks_of_the_object() -> None:
    named = left_out(ruled(board(), DART))
    assert "objects.b1.stunned" in named
    assert "objects.a1.stunned" not in named
    # every Cleanup holds the damage of each unit against its Might (323.5)
    assert "objects.a1.damage" in named
    assert "objects.b1.damage" not in named


def test_a_complete_board_leaves_nothing_to_be_assumed() -> None:
    ruling = ruled(board(complete=True), DART)
    assert left_out(ruling) == set()
    assert ruling.verdict == "legal"
    assert judge.read_board(board(complete=True)).board.complete


@pytest.mark.parametrize("complete", [False, True])
def test_the_result_says_the_same_of_itself(complete: bool) -> None:
    first = ruled(board(complete=complete), DART)
    again = on(first, action({"move": "a1", "to": "west"}))
    assert again.verdict == "legal"
    assert bool(left_out(again)) is not complete
    # b1 has left, and with it what was not said of it
    assert first.board is not None
    assert not [path for path in first.board.defaulted if path.startswith("objects.b1.")]


def test_what_an_event_says_is_no_default_any_more() -> None:
    moved = ruled(board(), {"move": "a1", "to": "west"}, then="nothing")
    assert "showdown" in left_out(moved)
    assert moved.board is not None
    assert not {"showdown", "battlefields.west.contested_by"} & set(moved.board.defaulted)


def test_a_card_of_unknown_face_is_taken_to_have_no_text_where_it_goes() -> None:
    given = board()
    given["players"]["Ana"]["hand"] = [{"id": "s1", "card": "Purge"}, {"id": "s2", "card": "Dart"}]
    ruling = ruled(given, {"play": "s1"})
    assert ruling.verdict == "legal", ruling.sentence
    assert "cards.h1.card" in {one.path for one in ruling.assumptions}
    assert "cards.s2.card" not in {one.path for one in ruling.assumptions}
    given["players"]["Bo"]["hand"] = [{"id": "h1", "card": "Rower"}]
    known = ruled(given, {"play": "s1"})
    assert "cards.h1.card" not in {one.path for one in known.assumptions}


def test_faces_that_lie_open_and_are_not_given_are_named() -> None:
    given = board()
    given["players"]["Bo"] |= {
        "trash": [{"id": "t1"}, {"id": "t2", "card": "Rower"}],
        "banished": 2,
    }
    named = left_out(ruled(given, DART))
    assert {"cards.t1.card", "players.Bo.banished"} <= named
    assert not {"cards.t2.card", "players.Bo.trash"} & named


def test_where_nothing_was_left_out_nothing_is_assumed() -> None:
    canonical = ruled(board(complete=True), DART).board
    assert canonical is not None
    canonical.complete = False
    canonical.defaulted = []
    ruling = judge.adjudicate(canonical, action("end_turn"))
    assert left_out(ruling) == set()


def test_what_is_hidden_from_a_viewer_is_not_named_to_them() -> None:
    given = board()
    given["players"]["Ana"]["hand"] = [{"id": "s1", "card": "Dart"}, {"id": "x1"}]
    given["players"]["Ana"]["deck"] = {"bottom": ["Dart"]}
    given["battlefields"][0] |= {"controller": "Bo", "units": [{"id": "b2", "card": "Rower"}]}
    given["battlefields"][0]["facedown"] = [{"id": "f1", "card": "Dart"}]
    ruling = ruled(given, {"play": "Gone Song"})
    assert ruling.verdict == "illegal"
    assert "players.Ana.hand" in {one.path for one in ruling.assumptions}
    assert {"facedown.f1.owner", "players.Ana.main_deck.top"} <= left_out(ruling)
    seen = hide_from(ruling, "public")
    assert "players.Ana.hand" not in {one.path for one in seen.assumptions}
    assert not {"facedown.f1.owner", "players.Ana.main_deck.top"} & left_out(seen)
    assert "chain" in left_out(seen)
    assert seen.board is not None
    assert not [path for path in seen.board.defaulted if "f1" in path or path.endswith("top")]


def test_a_basis_does_not_tell_of_what_is_hidden() -> None:
    given = board(complete=True, resources="counted")
    given["players"]["Ana"]["hand"] = [{"id": "s1", "card": "Dart"}, {"id": "x1"}]
    ruling = ruled(given, {"play": "Gone Song"})
    paths = {one.path for one in ruling.assumptions}
    assert "players.Ana.hand" in paths
    hidden = hide_from(ruling, "Bo")
    assert "players.Ana.hand" not in {one.path for one in hidden.assumptions}
    assert hidden.basis == ("assumed" if hidden.assumptions else "rules")
