"""The points that win the game, with what texts in play add to them (194.3, 483.3)."""

from __future__ import annotations

from judge.board.state import Board
from judge.effects import notation as n
from judge.effects.catalogue import Catalogue
from judge.modes.modes import goal_of


def goal(board: Board, catalogue: Catalogue, disabled: frozenset[str] = frozenset()) -> int:
    """The points a player must reach to win: of the board, else of its mode, and what battlefields
    say beside (194.3.a).
    """
    score = goal_of(board.mode, board.victory_score, disabled)
    return score if "194.3.a" in disabled else score + raised(board, catalogue)


def raised(board: Board, catalogue: Catalogue) -> int:
    """By how much the battlefields raise the Victory Score."""
    return sum(
        n.fixed(change.amount)
        for battlefield in board.battlefields
        for ability in catalogue[battlefield.card].abilities
        if isinstance(ability, n.Static)
        for change in ability.changes
        if isinstance(change, n.RuleChange) and change.what == "victory_score"
    )


__all__ = ["goal", "raised"]
