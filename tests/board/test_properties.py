"""What holds of every board: round trip, independence of order, and views that betray nothing."""

from __future__ import annotations

import json
import random

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from judge.board.canonical import canonical, digest, encode_board
from judge.board.reading import read_board
from judge.board.state import UNKNOWN, Board, Card
from judge.board.views import view_board
from tests.board.cards import CATALOGUE, MAIN
from tests.board.strategies import boards, documents, shuffled

often = settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))


@often
@given(boards())
def test_a_canonical_board_is_read_back_as_it_was_written(board: Board) -> None:
    written = encode_board(board)
    reading = read_board(written, CATALOGUE)
    assert reading.board == board
    assert reading.assumptions == []
    assert encode_board(reading.board) == written
    assert read_board(json.loads(written), CATALOGUE).board == board


@often
@given(boards(), st.integers(0, 2**16))
def test_a_canonical_board_is_the_same_in_whatever_order_it_comes(board: Board, seed: int) -> None:
    tree = shuffled(msgspec.to_builtins(board), random.Random(seed))
    assert read_board(json.dumps(tree), CATALOGUE).board == board


@often
@given(documents(), st.integers(0, 2**16))
def test_a_typed_board_is_the_same_in_whatever_order_it_is_typed(
    document: dict[str, object], seed: int
) -> None:
    reading = read_board(document, CATALOGUE)
    again = read_board(json.dumps(shuffled(document, random.Random(seed))), CATALOGUE)
    assert encode_board(again.board) == encode_board(reading.board)
    assert again.assumptions == reading.assumptions
    assert digest(again.board) == digest(reading.board)


@often
@given(documents())
def test_a_typed_board_reads_to_a_board_that_reads_to_itself(document: dict[str, object]) -> None:
    board = read_board(document, CATALOGUE).board
    assert board == canonical(board)
    assert read_board(encode_board(board), CATALOGUE).board == board


@often
@given(boards())
def test_warnings_can_be_worked_out_for_every_board_that_means_something(board: Board) -> None:
    for warning in read_board(board, CATALOGUE).warnings:
        assert warning.rules
        assert warning.sentence.endswith(".")


# --- views --------------------------------------------------------------------------------------


def changed_out_of_sight(board: Board, viewer: str, chance: random.Random) -> Board:
    """Another board, which differs from `board` only in what `viewer` may not see."""
    other = msgspec.convert(msgspec.to_builtins(board), Board)
    fresh = iter(f"z{number}" for number in range(1000))
    looked_at = {
        ref
        for effect in board.effects
        if effect.kind == "look" and effect.controller == viewer
        for ref in effect.affects or []
    }
    renamed: dict[str, str] = {}

    def swap(cards: list[Card]) -> None:
        for card in cards:
            if viewer in card.known_to or card.id in looked_at:
                continue
            new = next(fresh)
            renamed[card.id] = new
            card.id = new
            card.card = chance.choice([UNKNOWN, *MAIN])
            card.known_to = [name for name in card.known_to if name != viewer]
        chance.shuffle(cards)

    for name, player in other.players.items():
        if name != viewer:
            swap(player.hand)
            # nothing is known of the heap but its size, so its names are as good as any
            deck = player.main_deck
            heap = sum(deck.middle.values()) + (deck.count or 0)
            deck.middle = {}
            deck.count = None if deck.count is None else heap
    for battlefield in other.battlefields:
        for hidden in battlefield.facedown:
            seen = viewer in (hidden.controller, *hidden.known_to) or hidden.id in looked_at
            if not seen:
                renamed[hidden.id] = next(fresh)
                hidden.id = renamed[hidden.id]
                hidden.card = chance.choice([UNKNOWN, *MAIN])
        chance.shuffle(battlefield.facedown)
    for item in other.chain.items if other.chain is not None else []:
        for choice in item.chose:
            choice.targets = {
                slot: [renamed.get(ref, ref) for ref in refs]
                for slot, refs in choice.targets.items()
            }
        item.about = {key: [renamed.get(r, r) for r in refs] for key, refs in item.about.items()}
    for effect in other.effects:
        if effect.affects is not None:
            effect.affects = [renamed.get(ref, ref) for ref in effect.affects]
    other.this_turn.uses = {
        f"{renamed.get(key.partition('/')[0], key.partition('/')[0])}/0": use
        for key, use in other.this_turn.uses.items()
    }
    return canonical(other)


@settings(parent=often, max_examples=40)
@given(boards(), st.sampled_from(["A", "B", "public"]), st.integers(0, 2**16))
def test_boards_that_differ_only_out_of_sight_have_one_view(
    board: Board, viewer: str, seed: int
) -> None:
    other = changed_out_of_sight(board, viewer, random.Random(seed))
    assert encode_board(view_board(other, viewer)) == encode_board(view_board(board, viewer))


@often
@given(documents(), documents(), st.sampled_from(["A", "public"]))
def test_typed_boards_that_differ_only_in_a_hand_have_one_view(
    document: dict[str, object], other: dict[str, object], viewer: str
) -> None:
    """Ids are generated from names: none that the viewer sees may depend on a hidden name."""
    mine = read_board(document, CATALOGUE).board
    hand = mine.players["B"].hand
    faces: list[object] = [
        card.card for card in read_board(other, CATALOGUE).board.players["B"].hand
    ]
    faces = (faces + [UNKNOWN] * len(hand))[: len(hand)]
    players = dict(document["players"])  # type: ignore[call-overload]
    if "hand" not in players["B"]:
        return
    players["B"] = {**players["B"], "hand": faces}
    theirs = read_board({**document, "players": players}, CATALOGUE).board
    assert encode_board(view_board(theirs, viewer)) == encode_board(view_board(mine, viewer))


@often
@given(boards(), st.sampled_from(["A", "B", "public"]))
def test_a_view_is_a_board_that_can_be_read_and_viewed_again(board: Board, viewer: str) -> None:
    before = encode_board(board)
    seen = view_board(board, viewer, CATALOGUE)
    assert encode_board(board) == before
    assert read_board(encode_board(seen), CATALOGUE).board == seen
    assert view_board(seen, viewer) == seen
    for name, player in board.players.items():
        assert len(seen.players[name].hand) == len(player.hand)
        assert _size(seen.players[name].main_deck) == _size(player.main_deck)


def _size(deck: object) -> int | None:
    count = deck.count  # type: ignore[attr-defined]
    if count is None:
        return None
    known = sum(deck.middle.values()) + len(deck.top)  # type: ignore[attr-defined]
    return known + count + sum(len(group) for group in deck.bottom)  # type: ignore[attr-defined]
