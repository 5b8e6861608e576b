"""Inviting a teammate to act in one's own turn (316.5.b.1)."""

from __future__ import annotations

from judge.procedure.timing import give_priority, in_neutral_open_state, priority, standing
from judge.ruling.problems import problem
from judge.ruling.ruling import Problem
from judge.ruling.run import Run


def teammates(run: Run, player: str) -> list[str]:
    """The teammates whom the player may invite, where the mode of play has any."""
    out = {removed.player for removed in run.board.removed}
    return [name for name in run.table.team_of(player) if name != player and name not in out]


def invite_timing(run: Run, player: str) -> list[Problem]:
    """Every reason why the player can invite nobody now: it is done with one's own Priority, in the
    open Main Phase of one's own turn.
    """
    found = []
    if run.board.turn.player != player:
        found.append(problem("not_turn_player", player=player))
    found += priority(run, player)
    if not in_neutral_open_state(run):
        found.append(problem("invite_not_open"))
    if run.board.turn.player == player and run.board.turn.phase != "main":
        found.append(problem("not_main_phase", player=player))
    return found


def invite(run: Run, player: str, mate: str) -> list[Problem]:
    """The Turn Player lends a teammate their Priority; the problems when that is illegal.

    The teammate plays one spell, activates one ability, or hands it back (OP-28).
    """
    found = standing(run, player)
    if found:
        return found
    found = invite_timing(run, player)
    if mate not in teammates(run, player) or not run.stands("316.5.b.1"):
        found.append(problem("not_teammate", player=player, thing=mate))
    if found:
        return found
    run.rests_on(
        "OP-28",
        "a",
        f"{mate} may play one spell or activate one ability; {player} has Priority again when the "
        "chain is empty.",
    )
    with run.step("316.5.b.1", text=f"{player} invites {mate}", by=player):
        give_priority(run, mate, fresh=True)
    return []


def decline(run: Run, player: str) -> None:
    """Who was invited plays nothing and hands Priority back to the Turn Player (316.5.b.1)."""
    with run.step("316.5.b.1", text=f"{player} declines the invitation", by=player):
        give_priority(run, run.board.turn.player, fresh=True)


__all__ = ["decline", "invite", "invite_timing", "teammates"]
