"""The points that win the game, with what texts in play add to them (194.3, 483.3)."""

from __future__ import annotations

from collections.abc import Iterator

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
    raising = catalogue.where("raising the Victory Score", lambda card: any(_raises(card)))
    return sum(
        amount
        for card in [b.card for b in board.battlefields if b.card in raising]
        for amount in _raises(catalogue[card])
    )


def _raises(card: n.CardDefinition) -> Iterator[int]:
    for ability in card.abilities:
        if isinstance(ability, n.Static):
            for change in ability.changes:
                if isinstance(change, n.RuleChange) and change.what == "victory_score":
                    yield n.fixed(change.amount)


__all__ = ["goal", "raised"]
