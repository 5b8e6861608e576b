"""The canonical form: sets sorted, defaults left out, one digest for one board."""

from __future__ import annotations

import json

import msgspec

from judge.board import state
from judge.board.canonical import canonical, digest, encode_board
from judge.board.state import Board


def small(**fields: object) -> Board:
    return msgspec.convert(
        {"turn": {"player": "A"}, "order": ["A", "B"], "players": {"A": {}, "B": {}}, **fields},
        Board,
    )


def test_the_board_given_stays_as_it_is() -> None:
    board = small(window={"passed": ["B", "A"]})
    assert canonical(board).window.passed == ["A", "B"]
    assert board.window.passed == ["B", "A"]


def test_keys_are_sorted_and_defaults_left_out() -> None:
    written = encode_board(small(players={"B": {"points": 2}, "A": {}}))
    assert list(json.loads(written)["players"]) == ["A", "B"]
    assert b"resources" not in written
    assert json.loads(written)["players"]["A"] == {
        "main_deck": {"count": 0},
        "rune_deck": {"count": 0},
    }


def test_a_default_that_is_written_out_is_the_same_board() -> None:
    """Texts from a decoder equal the defaults of the structs without being the same objects."""
    spelled = small(
        edition="".join(["core-", "1.4"]),
        mode="duel",
        resources="counted",
        players={"A": {"hand": [{"id": "h", "card": "unk" + "nown"[0:]}]}, "B": {}},
        effects=[{"id": "e", "controller": "A", "until": "turn", "kind": "passive"}],
    )
    plain = small(
        players={"A": {"hand": [{"id": "h"}]}, "B": {}}, effects=[{"id": "e", "controller": "A"}]
    )
    decoded = msgspec.json.decode(msgspec.json.encode(msgspec.to_builtins(spelled)), type=Board)
    assert encode_board(decoded) == encode_board(plain)
    assert digest(decoded) == digest(plain)


def test_arrays_that_carry_order_keep_it() -> None:
    board = small(
        order=["B", "A"],
        effects=[{"id": "z", "controller": "A"}, {"id": "a", "controller": "A"}],
    )
    board.players["A"].main_deck = state.Deck(
        top=[state.Card(id="z"), state.Card(id="a")],
        bottom=[[state.Card(id="y"), state.Card(id="x")], [], [state.Card(id="b")]],
    )
    ordered = canonical(board)
    assert ordered.order == ["B", "A"]
    assert [effect.id for effect in ordered.effects] == ["z", "a"]
    deck = ordered.players["A"].main_deck
    assert [card.id for card in deck.top] == ["z", "a"]
    assert [[card.id for card in group] for group in deck.bottom] == [["x", "y"], ["b"]]


def test_an_amount_of_nothing_is_no_entry() -> None:
    unit = {"id": "u", "card": "x", "owner": "A", "controller": "A", "damage": {"A": 0, "B": 1}}
    board = small(players={"A": {"base": [unit]}, "B": {}})
    assert canonical(board).players["A"].base[0].damage == {"B": 1}


def test_a_digest_is_sixteen_hex_digits() -> None:
    assert len(digest(small())) == 16
    assert digest(small()) != digest(small(mode="match"))
