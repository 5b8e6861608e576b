"""Gaining points and winning (193-196)."""

from __future__ import annotations

from typing import Literal

from judge.actions.door import Attempt, through
from judge.board import events as ev
from judge.board.state import Result
from judge.ruling.run import Run


class GameEnded(Exception):
    """The game was won in the middle of what was being done; nothing more happens (196)."""


def gain_points(run: Run, player: str, amount: int, *, reason: str, certain: bool = False) -> int:
    """The player gains points (194.1); how many. `certain`: nothing replaces them (431.3.b)."""
    if amount == 0:
        return 0
    assume_points(run, player)
    attempts = [Attempt("gain_points", by=player, amount=amount, reason=reason, certain=certain)]
    for attempt in attempts if certain else through(run, attempts):
        run.emit(ev.PointsGained(player=player, amount=attempt.amount, reason=reason), by=player)
        return attempt.amount
    return 0


def assume_points(run: Run, player: str) -> None:
    """What a point leads to depends on the score, which the board may have left out."""
    run.assume_default(
        f"players.{player}.points",
        0,
        f"{player} is taken to have had 0 points, since the board gives none.",
    )


def lose_points(run: Run, player: str, amount: int) -> int:
    """The player loses points, as many as there are; how many (194.4)."""
    if amount == 0:
        return 0
    held = run.table.player(player).points
    if held < amount:
        words = f"{player} is taken to have {held} points."
        run.assume_default(f"players.{player}.points", held, words)
    lost = min(amount, held)
    if lost < amount and not run.in_force("194.4"):
        lost = amount
    if lost < 1:
        run.note(f"{player} has no points to lose.", "194.4.a")
        # without an event nothing triggers on it either
        if run.in_force("194.4.b"):
            return 0 if run.in_force("194.4.a") else amount
    if not through(run, [Attempt("lose_points", by=player, amount=lost)]):
        return 0
    run.emit(ev.PointsLost(player=player, amount=lost), by=player)
    return lost


def winning_with(run: Run, player: str) -> list[str]:
    """Who wins if the player does: the team (489.6.a)."""
    team = run.table.team_of(player)
    return team if len(team) < 2 or run.in_force("489.6.a") else [player]


def win(
    run: Run, winners: list[str], cause: Literal["points", "effect", "last_player", "burn_out"]
) -> None:
    """The game ends: `winners` have won (196)."""
    run.in_force("196")
    run.emit(ev.GameWon(result=Result(winners=sorted(winners), cause=cause)))
