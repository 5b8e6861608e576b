"""A match is played from game to game by the record beside the boards (486.5, 486.6)."""

from __future__ import annotations

import random

import msgspec
import pytest

from judge import Board, MatchRecord, MeaninglessBoard, PlayedGame, Setup, new_board, record_game
from judge.board.state import ReplacedBattlefield, Result
from tests.selfplay.decks import vanilla_setup
from tests.selfplay.driver import answer


def begun(setup: Setup, seed: int = 0) -> Board:
    """The board of a game that is set up, everything answered by chance."""
    rng = random.Random(seed)
    ruling = new_board(setup, lambda question: answer(msgspec.to_builtins(question), rng))
    assert ruling.board is not None
    return ruling.board


def match(best_of: int) -> Setup:
    setup = msgspec.convert(vanilla_setup("match"), Setup)
    setup.match = MatchRecord(best_of=best_of)
    return setup


def won_by(board: Board, player: str | None) -> Board:
    board.result = Result(winners=[player]) if player is not None else None
    return board


def test_a_match_of_three_is_played_to_its_end() -> None:
    setup = match(3)
    used: list[dict[str, str]] = []
    for winner in ("A", "B", "A"):
        board = begun(setup)
        used.append({b.owner: b.card for b in board.battlefields})
        setup = record_game(setup, won_by(board, winner))
    assert all(len({game[player] for game in used}) == 3 for player in "AB")
    with pytest.raises(MeaninglessBoard) as raised:
        new_board(setup)
    assert [fault.code for fault in raised.value.faults] == ["match_over"]


def test_a_game_that_nobody_won_leaves_its_battlefields() -> None:
    setup = record_game(match(3), won_by(begun(match(3)), None))
    assert setup.match is not None
    (game,) = setup.match.games
    assert game.winner is None
    setup.battlefields = dict(game.battlefields)
    assert {b.owner: b.card for b in begun(setup).battlefields} == game.battlefields


def test_what_was_placed_is_recorded_whatever_has_replaced_it() -> None:
    board = begun(match(3))
    (first, _) = board.battlefields
    placed, first.card = first.card, "Bare Ground"
    first.replaced = [ReplacedBattlefield(card=placed)]
    recorded = record_game(match(3), won_by(board, "A")).match
    assert recorded is not None
    assert recorded.games[0].battlefields[first.owner] == placed


def test_who_has_nothing_left_to_present_is_refused_by_name() -> None:
    setup = match(5)
    fields = setup.decks["A"].battlefields
    setup.match = MatchRecord(
        best_of=5,
        games=[
            PlayedGame(battlefields={"A": field, "B": field}, winner=winner)
            for field, winner in zip(fields * 2, ["A", "B", "A", "B", None, None], strict=True)
        ],
    )
    setup.first_player = "A"
    ruling = new_board(setup)
    assert ruling.verdict == "not_adjudicable"
    assert ruling.refusal is not None
    assert ruling.refusal.about == "match.games"
