"""Scoring: holding and conquering battlefields, and the final point (467-472)."""

from __future__ import annotations

from judge.actions.decks import draw, victory_score
from judge.actions.destinations import players_with_units, unit_refs
from judge.actions.door import Attempt, through
from judge.actions.points import assume_points, gain_points
from judge.board import events as ev
from judge.board.state import Battlefield
from judge.ruling.ruling import Refusal
from judge.ruling.run import Run


def hold_all(run: Run, player: str) -> None:
    """The Scoring Step: the Turn Player holds every battlefield they control (315.2.b.2, 469.2)."""
    _note_allies(run, player)
    with run.together():  # one Task, so that what triggers on it is one batch (315.2.b.2, 383.3.d)
        for battlefield in run.board.battlefields:
            if battlefield.controller == player:
                _hold(run, player, battlefield)


def _note_allies(run: Run, player: str) -> None:
    """What teammates control or occupy now is disqualified for this turn (315.2.b.3, 489.8.g.1)."""
    mates = set(run.table.team_of(player)) - {player}
    if not mates:
        return
    controlled = [b.id for b in run.board.battlefields if b.controller in mates]
    occupied = [b.id for b in run.board.battlefields if mates & players_with_units(run, b.id)]
    if (controlled or occupied) and run.in_force("315.2.b.3"):
        run.emit(ev.AlliesNoted(controlled=controlled, occupied=occupied), by=player)


def _hold(run: Run, player: str, battlefield: Battlefield) -> None:
    if player in battlefield.scored and run.in_force("470"):
        run.note(f"{player} has scored {run.place(battlefield.id)} this turn already.")
        return
    if not _may_score(run, player, battlefield.id):
        return
    if run.in_force("315.2.b.2", "469.2"):
        words = f"{player} scores by holding {run.place(battlefield.id)}"
        with run.step("469.2", text=words, by=player):
            units = unit_refs(run, battlefield.id, player)
            scored = ev.Scored(player=player, at=battlefield.id, how="hold", units=units)
            run.emit(scored, by=player)
            if run.in_force("471.1"):
                gain_points(run, player, 1, reason="hold")


def _may_score(run: Run, player: str, place: str) -> bool:
    """Whether nothing forbids or replaces that the player scores there."""
    return bool(through(run, [Attempt("score", what=place, by=player)]))


def assume_unscored(run: Run, player: str, battlefield: Battlefield) -> None:
    """Whether a battlefield can be scored depends on who has scored it this turn (470)."""
    if player not in battlefield.scored:
        run.assume_default(
            f"battlefields.{battlefield.id}.scored",
            {},
            f"{player} is taken not to have scored {run.place(battlefield.id)} this turn before.",
        )


def conquer(run: Run, player: str, place: str, *, uncontrolled: bool) -> None:
    """Control was established: it is a conquest unless the player scored there this turn
    (469.1). `uncontrolled`: nobody controlled it before.
    """
    battlefield = run.table.battlefields[place]
    assume_unscored(run, player, battlefield)
    if player in battlefield.scored and run.in_force("470"):
        run.note(f"{player} has scored {run.place(place)} this turn already; this is no conquest.")
        return
    # 469.1.a: a battlefield a teammate controlled at the scoring step is disqualified
    run.assume_default(
        "turn.teammate_controlled",
        [],
        "No teammate is taken to have controlled a battlefield in the Scoring Step.",
    )
    theirs = player in run.table.team_of(run.board.turn.player)
    noted = theirs and place in run.board.turn.teammate_controlled
    if noted and run.in_force("469.1.a", "489.8.b"):
        run.note(f"{run.place(place)} is disqualified from being scored this turn.")
        return
    if not _may_score(run, player, place) or not run.in_force("469.1"):
        return
    words = f"{player} scores by conquering {run.place(place)}"
    # what triggers on it is looked at once the point has been gained (383.4.c.2.a)
    with run.step("469.1", text=words, by=player), run.together():
        units = unit_refs(run, place, player)
        scored = ev.Scored(
            player=player, at=place, how="conquer", units=units, uncontrolled=uncontrolled
        )
        run.emit(scored, by=player)
        _point_for_conquest(run, player)


def _point_for_conquest(run: Run, player: str) -> None:
    assume_points(run, player)
    if run.table.player(player).points < victory_score(run) - 1:
        if run.in_force("471.1"):
            gain_points(run, player, 1, reason="conquer")
        return
    # the Final Point needs every battlefield scored this turn, by either way
    missing = [b.id for b in run.board.battlefields if not _counts(run, b, player)]
    for battlefield in run.board.battlefields:
        if battlefield.id in missing:
            assume_unscored(run, player, battlefield)
    if not missing and run.in_force("471.1.b", "471.1.b.1"):
        gain_points(run, player, 1, reason="conquer")
    elif missing and run.in_force("471.1.b", "471.1.b.1"):
        run.note(
            f"{player} has not scored {', '.join(map(run.place, missing))} this turn "
            "and draws a card instead."
        )
        draw(run, player, 1)


def _counts(run: Run, battlefield: Battlefield, player: str) -> bool:
    """Whether the Final Point finds this battlefield scored (471.1.b.1; 489.8.g.1 for an
    ally's).
    """
    if player in battlefield.scored:
        return True
    run.assume_default(
        "turn.ally_occupied",
        [],
        "No ally is taken to have occupied a battlefield in the Scoring Step.",
    )
    if run.board.teams and player != run.board.turn.player:
        run.refuse(
            Refusal(
                reason="missing_fact",
                sentence=f"The board says which battlefields allies of {run.board.turn.player} "
                f"occupied in the Scoring Step, and not which those of {player} did.",
                about="turn.ally_occupied",
                rules=["489.8.g.1"],
            )
        )
    return battlefield.id in run.board.turn.ally_occupied and run.in_force("489.8.g.1")
