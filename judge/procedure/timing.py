"""When an action may be taken: game over, Priority, the four states of the turn (307-313)."""

from __future__ import annotations

from collections.abc import Mapping

from judge.board import events as ev
from judge.ruling.problems import problem
from judge.ruling.ruling import Problem, Refusal
from judge.ruling.run import Run


def in_showdown_state(run: Run) -> bool:
    """308.1: a showdown or combat is in progress."""
    ongoing = run.board.showdown is not None or run.board.combat is not None
    return ongoing and run.stands("308.1")


def in_closed_state(run: Run) -> bool:
    """309.1, 354.1: a chain exists, in a showdown as elsewhere (342.1)."""
    if run.board.chain is None or not run.stands("309.1", "354.1"):
        return False
    return run.board.showdown is None or run.stands("342.1")


def in_neutral_open_state(run: Run) -> bool:
    """310.1: neither a showdown nor a combat (308.2), and no chain (309.2)."""
    if in_showdown_state(run) or in_closed_state(run):
        return False
    return run.stands("308.2", "309.2")


def in_showdown_open_state(run: Run) -> bool:
    """310.3."""
    return in_showdown_state(run) and not in_closed_state(run)


def standing(run: Run, player: str) -> list[Problem]:
    """Why the player may do nothing at all: the game is over, or they are out of it."""
    if run.board.result is not None:
        return [problem("game_over")]
    if any(removed.player == player for removed in run.board.removed):
        return [problem("player_removed", player=player)]
    return []


def priority(run: Run, player: str) -> list[Problem]:
    """Why the player may take no discretionary action now (312.1, 313.1)."""
    window = run.board.window
    holder = window.priority
    if holder == player and run.stands("312.1.a"):
        if in_showdown_open_state(run) and window.focus is not None:
            return _focus(run, player)
        return []
    if not run.stands("312.1") or (holder is None and not run.stands("312.1.b")):
        return []
    if window.focus == player and not run.stands("313.4"):
        return []
    # 312.1.b: that nobody has it is a case of its own
    rules = ["312.1"] if holder is not None else ["312.1", "312.1.b"]
    found = problem("no_priority", player=player, holder=holder, rules=rules)
    if holder is None:
        found.remedy = None
    return [found]


def _focus(run: Run, player: str) -> list[Problem]:
    """Why a player with Priority may not act in an open showdown: it takes Focus too (313.1)."""
    holder = run.board.window.focus
    if holder == player and run.stands("313.1"):
        return []
    return [problem("no_focus", player=player, holder=holder)]


def give_priority(run: Run, player: str, *, fresh: bool = False) -> None:
    """The player gains Priority, which is taken from whoever has it, since only one has (312,
    312.3).
    """
    if run.board.window.priority in (None, player) or run.in_force("312", "312.3"):
        run.emit(ev.PriorityGained(player=player, fresh=fresh), by=player)


def give_focus(run: Run, player: str, *, fresh: bool = False) -> None:
    """The player gains Focus, which nobody else has from then on (313)."""
    if run.board.window.focus in (None, player) or run.in_force("313"):
        run.emit(ev.FocusGained(player=player, fresh=fresh), by=player)


def play_timing(
    run: Run, player: str, thing: str, *, action: bool, reaction: bool, ability: bool = False
) -> list[Problem]:
    """Every reason why a card or an ability is not legally timed (308.1.a, 309.1.a, 310.1.a; of a
    card it is checked as its legality is, 358.4).

    `action`, `reaction`: whether it has the keyword. `ability`: it is an activated ability.
    """
    of_card = [] if ability else ["358.4"]
    found = priority(run, player)
    # 310: the two descriptions combine, so that Showdown Closed has both restrictions
    answers = reaction and run.stands("813.1.c.2" if ability else "813.1.c.1")
    answers = answers and _may_answer(run, player)
    if in_closed_state(run) and not answers and run.stands("309.1.a"):
        # what would permit it
        lacking = "813.1.c.2" if ability else "813.1.c.1"
        found.append(problem("needs_reaction", thing=thing, rules=["309.1.a", *of_card, lacking]))
    # 813.1.b: Reaction permits all that Action does
    permitted = (action and run.stands("806.1.b")) or (reaction and run.stands("813.1.b"))
    if in_showdown_state(run) and not _fits_showdown(run, player, permitted):
        found.append(problem("needs_action", thing=thing, rules=["308.1.a", *of_card, "806.1.b"]))
    if in_neutral_open_state(run) and run.stands("310.1.a"):
        theirs = run.board.turn.player != player and run.stands("316.5.b", "409")
        if theirs or _is_confined(run, action, reaction):
            _refuse_invited(run, player)
            found.append(problem("not_turn_player", player=player))
        elif run.board.turn.phase != "main":
            found.append(problem("not_main_phase", player=player))
    return found


def has_quick_draw(run: Run, keywords: Mapping[str, int]) -> bool:
    """Whether a card with these keywords has the Reaction that Quick-Draw gives (819.1.d)."""
    return "Quick-Draw" in keywords and run.in_force("819.1.d")


def _is_confined(run: Run, action: bool, reaction: bool) -> bool:
    """Whether a keyword keeps what has it to the states that it permits: Action does not keep it to
    showdowns (806.2), nor Reaction to them and to closed states (813.2).
    """
    if reaction:
        return not run.stands("813.2")
    return action and not run.stands("806.2")


def _may_answer(run: Run, player: str) -> bool:
    """Whether Reaction is legal timing on this chain (338.1.a.2), also for the player who has
    started it and has Priority for the first time (338.1.a.5).
    """
    items = run.table.items()
    begun = len(items) == 1 and items[0].controller == player and not run.board.window.passed
    if begun and not run.stands("338.1.a.5"):
        return False
    return run.stands("338.1.a", "338.1.a.2")


def _fits_showdown(run: Run, player: str, has_keyword: bool) -> bool:
    """Whether a card or ability may be used in a showdown: with Action or Reaction (316.8.c), in
    the open state by who has Focus (347.1); Focus lifts no such restriction (313.1.a).
    """
    if not run.stands("308.1.a"):
        return True
    if has_keyword:
        return run.stands("316.8.c") and (in_closed_state(run) or run.stands("347.1"))
    return run.board.window.focus == player and not run.stands("313.1.a")


def is_invited(run: Run, player: str) -> bool:
    """Whether the player has Priority in the open Main Phase of a teammate (316.5.b.1)."""
    turn = run.board.turn.player
    return (
        in_neutral_open_state(run)
        and run.stands("316.5.b.1")
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
