"""XP: gained and spent (728-733)."""

from __future__ import annotations

from judge.actions.door import Attempt, through
from judge.board import events as ev
from judge.ruling.run import Run


def gain_experience(run: Run, player: str, amount: int) -> int:
    """The player gains XP, without any limit (730.1, 733); how much."""
    if amount < 1:
        return 0
    amount = sum(a.amount for a in through(run, [Attempt("gain_xp", by=player, amount=amount)]))
    if amount < 1 or not run.in_force("730.1"):
        return 0
    run.emit(ev.ExperienceGained(player=player, amount=amount), by=player)
    # 732: it is not shared with teammates
    for mate in run.table.team_of(player):
        if mate != player and not run.in_force("732"):
            run.emit(ev.ExperienceGained(player=mate, amount=amount), by=player)
    return amount


def spend_experience(run: Run, player: str, amount: int) -> int:
    """The player spends XP, all of the amount or none of it; how much (730.2)."""
    held = run.table.player(player).xp
    if amount < 1:
        return 0
    if f"players.{player}.xp" in run.board.defaulted:
        run.assume(f"players.{player}.xp", held, f"{player} is taken to have no XP.")
    if held < amount:
        run.note(f"{player} has {held} XP and cannot spend {amount}.", "730.2")
        return 0
    if not run.in_force("730.2"):
        return 0
    run.emit(ev.ExperienceSpent(player=player, amount=amount), by=player)
    return amount
