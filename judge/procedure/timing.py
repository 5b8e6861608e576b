"""When an action may be taken: game over, Priority, the four states of the turn (307-313)."""

from __future__ import annotations

from judge.ruling.problems import problem
from judge.ruling.ruling import Problem, Refusal
from judge.ruling.run import Run


def in_showdown_state(run: Run) -> bool:
    """308.1: a showdown or combat is in progress."""
    return run.board.showdown is not None or run.board.combat is not None


def in_closed_state(run: Run) -> bool:
    """309.1: a chain exists."""
    return run.board.chain is not None


def in_neutral_open_state(run: Run) -> bool:
    """310.1."""
    return not in_showdown_state(run) and not in_closed_state(run)


def standing(run: Run, player: str) -> list[Problem]:
    """Why the player may do nothing at all: the game is over, or they are out of it."""
    if run.board.result is not None:
        return [problem("game_over")]
    if any(removed.player == player for removed in run.board.removed):
        return [problem("player_removed", player=player)]
    return []


def priority(run: Run, player: str) -> list[Problem]:
    """Why the player may take no discretionary action now (312.1)."""
    holder = run.board.window.priority
    if holder == player:
        return []
    found = problem("no_priority", player=player, holder=holder)
    if holder is None:
        found.remedy = None
    return [found]


def play_timing(
    run: Run, player: str, thing: str, *, action: bool, reaction: bool
) -> list[Problem]:
    """Every reason why a card or an ability is not legally timed (308.1.a, 309.1.a, 310.1.a,
    358.4).

    `action`, `reaction`: whether it has the keyword. Reaction grants all that Action does
    (813.1.b).
    """
    found = priority(run, player)
    # 310: the two descriptions combine, so that Showdown Closed has both restrictions
    if in_closed_state(run) and not reaction:
        found.append(problem("needs_reaction", thing=thing))
    if in_showdown_state(run) and not (action or reaction):
        found.append(problem("needs_action", thing=thing))
    if in_neutral_open_state(run):
        if run.board.turn.player != player:
            _refuse_invited(run, player)
            found.append(problem("not_turn_player", player=player))
        elif run.board.turn.phase != "main":
            found.append(problem("not_main_phase", player=player))
    return found


def is_invited(run: Run, player: str) -> bool:
    """Whether the player has Priority in the open Main Phase of a teammate (316.5.b.1)."""
    turn = run.board.turn.player
    return (
        in_neutral_open_state(run)
        and run.board.window.priority == player != turn
        and player in run.table.team_of(turn)
    )


def _refuse_invited(run: Run, player: str) -> None:
    """Raises `Refused` where Priority in the Main Phase of a teammate says that the player has been
    invited (316.5.b.1): what that permits is open (OP-28) and not modelled.
    """
    if is_invited(run, player):
        run.refuse(
            Refusal(
                reason="clause",
                sentence=f"{player} has Priority in the turn of a teammate, who must have invited "
                "them; invitations are not modelled (OP-28).",
                about="window.priority",
                rules=["316.5.b.1", "489.8.a"],
            )
        )
