"""Conceding (649-652)."""

from __future__ import annotations

from judge.actions.points import win
from judge.board import events as ev
from judge.procedure.timing import standing
from judge.ruling.ruling import Problem, Refusal
from judge.ruling.run import Run


def concede(run: Run, player: str) -> list[Problem]:
    """The player is removed from the game; who is left alone wins (650, 651.1).

    Possible at any time, whoever has Priority. Teammates go too (651.4). In a game that goes on for
    others the removal itself (652) is not modelled yet, and the ruling says so.
    """
    found = standing(run, player)
    if found:
        return found
    with run.step("651", text=f"{player} concedes", by=player):
        run.in_force("650", "651")
        run.emit(ev.PlayerRemoved(player=player, how="conceded"), by=player)
        for mate in run.table.team_of(player):
            if mate != player and run.in_force("651.4"):
                run.emit(ev.PlayerRemoved(player=mate, how="lost"))
        left = run.table.turn_order(run.board.turn.player)
        teams = {tuple(run.table.team_of(name)) for name in left}
        if len(teams) == 1:
            run.in_force("651.1", "195")
            win(run, left, "last_player")
        else:
            run.refuse(
                Refusal(
                    reason="clause",
                    sentence="The removal of a player from a game that goes on is not modelled yet.",
                    about="removal of a player",
                    rules=["651.2", "652"],
                )
            )
    return []
