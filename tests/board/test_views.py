"""What each viewer sees of a board, zone by zone (128)."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from judge import Action, Do, adjudicate, encode, view_ruling
from judge.board.canonical import canonical
from judge.board.reading import read_board
from judge.board.state import UNKNOWN, Board, Deck
from judge.board.views import view_board
from tests.board.cards import CATALOGUE

NOCTURNE = "Nocturne, Horrifying"
TWO = "turn: {player: A}\norder: [A, B]\n"


def board_of(text: str) -> Board:
    return read_board(yaml.safe_load(text), CATALOGUE).board


def faces(cards: list[Any]) -> list[str]:
    return [card.card for card in cards]


def test_the_judge_sees_everything() -> None:
    board = board_of(f"{TWO}players: {{A: {{hand: [Spark]}}}}")
    assert view_board(board, "judge") == canonical(board)


def test_a_viewer_is_a_player_of_this_game() -> None:
    with pytest.raises(ValueError, match="'C'"):
        view_board(board_of(TWO), "C")


def test_a_hand_is_private() -> None:
    board = board_of(f"{TWO}players: {{A: {{hand: [Spark, Riddle]}}, B: {{hand: [Oru]}}}}")
    mine = view_board(board, "A")
    assert faces(mine.players["A"].hand) == ["Riddle", "Spark"]
    assert [(c.id, c.card) for c in mine.players["B"].hand] == [("B.hand-1", UNKNOWN)]
    public = view_board(board, "public")
    assert [c.id for c in public.players["A"].hand] == ["A.hand-1", "A.hand-2"]


def test_who_was_shown_a_card_sees_it_and_no_more() -> None:
    board = board_of(f"{TWO}players: {{A: {{hand: [{{card: Spark, known_to: [B]}}, Riddle]}}}}")
    seen = view_board(board, "B").players["A"].hand
    assert [(c.card, c.known_to) for c in seen] == [(UNKNOWN, []), ("Spark", ["B"])]
    assert all(c.known_to == [] for c in view_board(board, "public").players["A"].hand)
    assert ["B"] in [c.known_to for c in view_board(board, "A").players["A"].hand]


def test_a_facedown_card_is_seen_by_its_controller() -> None:
    board = board_of(
        f"{TWO}battlefields: [{{id: west, card: Old Mill, owner: A, controller: B,"
        " facedown: [{card: Spark, controller: B, owner: A, since: 3}]}]"
    )
    assert faces(view_board(board, "B").battlefields[0].facedown) == ["Spark"]
    (card,) = view_board(board, "A").battlefields[0].facedown
    assert (card.id, card.card, card.since, card.owner) == ("west.facedown-1", UNKNOWN, 3, "A")


def test_an_effect_may_let_a_player_look() -> None:
    text = (
        f"{TWO}players: {{B: {{hand: [Riddle]}}}}\n"
        "battlefields: [{id: west, card: Old Mill, owner: A, controller: B,"
        " facedown: [{id: f, card: Spark, since: 1}]}]\n"
    )
    by_id = board_of(f"{text}effects: [{{controller: A, kind: look, affects: [f]}}]")
    assert faces(view_board(by_id, "A").battlefields[0].facedown) == ["Spark"]
    assert faces(view_board(by_id, "A").players["B"].hand) == [UNKNOWN]
    zone = "{controller: A, kind: look, affects: [], open: {zone: hand, player: B}}"
    by_zone = board_of(f"{text}effects: [{zone}]")
    assert faces(view_board(by_zone, "A").players["B"].hand) == ["Riddle"]
    assert faces(view_board(by_zone, "A").battlefields[0].facedown) == [UNKNOWN]


DECK = (
    "{top: [Spark, {card: Riddle, known_to: [A]}, Oru], middle: {Spark: 2, Ember Fox: 1}, count: 4}"
)


def test_the_order_of_a_deck_is_secret_and_its_names_are_its_owners() -> None:
    board = board_of(f"{TWO}players: {{A: {{deck: [Spark, Spark, Ember Fox]}}}}")
    mine = view_board(board, "A").players["A"].main_deck
    assert mine == Deck(middle={"Spark": 2, "Ember Fox": 1})
    assert view_board(board, "B").players["A"].main_deck == Deck(count=3)


def test_cards_on_top_that_the_viewer_was_not_shown_are_part_of_the_heap() -> None:
    deck = "{top: [Spark, Oru], middle: {Spark: 1}, bottom: [Riddle]}"
    board = board_of(f"{TWO}players: {{A: {{deck: {deck}}}}}")
    mine = view_board(board, "A").players["A"].main_deck
    assert mine == Deck(middle={"Spark": 2, "Oru, Patient": 1, "Riddle": 1})
    assert view_board(board, "public").players["A"].main_deck == Deck(count=4)


def test_a_hidden_card_among_shown_ones_makes_the_heap_a_count_for_its_owner_too() -> None:
    board = board_of(f"{TWO}players: {{A: {{deck: {DECK}}}}}")
    mine = view_board(board, "A").players["A"].main_deck
    assert [(c.id, c.card) for c in mine.top] == [
        ("A.main-deck-1", UNKNOWN),
        ("A.riddle", "Riddle"),
    ]
    assert (mine.middle, mine.count) == ({}, 8)
    theirs = view_board(board, "B").players["A"].main_deck
    assert theirs == Deck(count=10)


def test_a_deck_of_unknown_size_stays_one() -> None:
    board = board_of(f"{TWO}players: {{A: {{deck: {{middle: [Spark], count: null}}}}}}")
    assert view_board(board, "B").players["A"].main_deck == Deck(count=None)


def test_open_zones_are_open() -> None:
    board = board_of(
        f"{TWO}players: {{A: {{trash: [Spark], banished: [Riddle], champion: Oru,"
        " base: [Ember Fox],"
        " legend: The Lamplighter}}\nchain: {items: [{card: Quiet Word, controller: A}]}"
    )
    seen = view_board(board, "B")
    for zone in ("trash", "banished", "champion", "base", "legend"):
        assert getattr(seen.players["A"], zone) == getattr(board.players["A"], zone)
    assert seen.chain == board.chain


def test_what_names_a_hidden_card_follows_its_new_id() -> None:
    board = board_of(
        f"""{TWO}
players: {{B: {{hand: [{{id: h1, card: Spark, generation: 3}}, {{id: h2, card: Riddle}}]}}}}
chain: {{items: [{{card: Riddle, controller: A, targets: [h1@3]}}]}}
effects: [{{controller: A, affects: [h2, h1@3]}}]
this_turn: {{uses: {{h1@3/0: {{times: 1}}}}}}
battlefields:
  - {{id: west, card: Old Mill, owner: A, controller: B, facedown: [{{id: h3, card: Oru}}]}}
"""
    )
    seen = view_board(board, "A")
    assert seen.chain is not None
    assert seen.chain.items[0].chose[0].targets == {"target": ["B.hand-1"]}
    assert seen.effects[0].affects == ["B.hand-1", "B.hand-2"]
    assert list(seen.this_turn.uses) == ["B.hand-1/0"]
    assert "facedown.west.facedown-1.since" in seen.defaulted
    assert not {"h1", "h2", "h3"} & {card.id for card in seen.players["B"].hand}


def test_a_former_object_is_not_linked_to_the_card_it_became() -> None:
    board = board_of(
        f"""{TWO}
players: {{B: {{hand: [{{id: h1, card: Spark, generation: 3}}]}}}}
effects: [{{controller: A, affects: [h1@2]}}]
"""
    )
    assert view_board(board, "A").effects[0].affects == ["h1@2"]


def test_nobody_else_learns_which_card_could_leave_as_it_is_looked_at() -> None:
    board = read_board(
        {
            "turn": {"player": "A", "number": 3},
            "players": {
                "A": {
                    "hand": [{"id": "s1", "card": "Stacked Deck"}],
                    "deck": {
                        "top": [{"id": "n1", "card": NOCTURNE}, {"id": "n2", "card": NOCTURNE}],
                        "count": 9,
                    },
                    "rune_deck": 8,
                    "runes": ["Chaos Rune"],
                },
                "B": {"hand": 2, "deck": 20, "rune_deck": 8},
            },
            "battlefields": [
                {"id": "west", "card": "Void Gate", "owner": "A"},
                {"id": "east", "card": "Void Gate", "owner": "B"},
            ],
        }
    ).board
    action = Action(by="A", do=Do(play="s1"))
    for answers in ([], [["n1/0", "n2/0"]], [["n1/0", "n2/0"], False]):
        ruling = adjudicate(board, action, answers, then="resolve-chain")
        assert ruling.verdict == "question"
        assert b"Nocturne" in encode(view_ruling(ruling, "A"))
        for viewer in ("B", "public"):
            assert b"Nocturne" not in encode(view_ruling(ruling, viewer))
