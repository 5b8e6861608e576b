"""Gaining points and winning (193-196)."""

from __future__ import annotations

from typing import Literal

from judge.board import events as ev
from judge.board.state import Result
from judge.ruling.run import Run


class GameEnded(Exception):
    """The game was won in the middle of what was being done; nothing more happens (196)."""


def gain_points(run: Run, player: str, amount: int, *, reason: str) -> None:
    """The player gains points (194.1)."""
    run.emit(ev.PointsGained(player=player, amount=amount, reason=reason), by=player)


def lose_points(run: Run, player: str, amount: int) -> int:
    """The player loses points, as many as there are; how many (194.4)."""
    held = run.table.player(player).points
    lost = min(amount, held)
    if lost < amount and not run.in_force("194.4"):
        lost = amount
    if lost < 1:
        run.note(f"{player} has no points to lose.", "194.4.a")
        return 0 if run.in_force("194.4.a") else amount
    run.emit(ev.PointsLost(player=player, amount=lost), by=player)
    return lost


def win(
    run: Run, winners: list[str], cause: Literal["points", "effect", "last_player", "burn_out"]
) -> None:
    """The game ends: `winners` have won (196)."""
    run.in_force("196")
    run.emit(ev.GameWon(result=Result(winners=sorted(winners), cause=cause)))
