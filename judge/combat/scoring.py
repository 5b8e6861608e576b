"""Scoring: holding and conquering battlefields, and the final point (467-472)."""

from __future__ import annotations

from typing import Literal

from judge.actions.decks import draw, victory_score
from judge.actions.destinations import players_with_units, unit_refs
from judge.actions.door import Attempt, through
from judge.actions.points import assume_points, gain_points
from judge.board import events as ev
from judge.board.state import Battlefield
from judge.ruling.run import Run

# --- the two ways ---------------------------------------------------------------------------------


def hold_all(run: Run, player: str) -> None:
    """The Scoring Step: the Turn Player holds every battlefield they control (315.2.b.2, 469.2)."""
    _note_allies(run, player)
    with run.together():  # one Task, so that what triggers on it is one batch (315.2.b.2, 383.3.d)
        for battlefield in run.board.battlefields:
            if battlefield.controller == player:
                _hold(run, player, battlefield)


def _note_allies(run: Run, player: str) -> None:
    """What teammates control now is disqualified for this turn (315.2.b.3); who occupies what is
    asked for the Final Point of whichever player (489.8.g.1).
    """
    mates = set(run.table.team_of(player)) - {player}
    if not mates:
        return
    controlled = [b.id for b in run.board.battlefields if b.controller in mates]
    present = {b.id: sorted(players_with_units(run, b.id)) for b in run.board.battlefields}
    occupied = {place: players for place, players in present.items() if players}
    if (controlled or occupied) and run.in_force("315.2.b.3"):
        run.emit(ev.AlliesNoted(controlled=controlled, occupied=occupied), by=player)


def _hold(run: Run, player: str, battlefield: Battlefield) -> None:
    if player in battlefield.scored and run.in_force("470"):
        run.note(f"{player} has scored {run.place(battlefield.id)} this turn already.")
        return
    if _may_score(run, player, battlefield.id) and run.in_force("315.2.b.2", "469.2"):
        _score(run, player, battlefield, "hold")


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
    if _may_score(run, player, place) and run.in_force("469.1"):
        _score(run, player, battlefield, "conquer", uncontrolled=uncontrolled)


def assume_unscored(run: Run, player: str, battlefield: Battlefield) -> None:
    """Whether a battlefield can be scored depends on who has scored it this turn (470)."""
    if player not in battlefield.scored:
        run.assume_default(
            f"battlefields.{battlefield.id}.scored",
            {},
            f"{player} is taken not to have scored {run.place(battlefield.id)} this turn before.",
        )


def _may_score(run: Run, player: str, place: str) -> bool:
    """Whether nothing forbids or replaces that the player scores there."""
    return bool(through(run, [Attempt("score", what=place, by=player)]))


# --- what it brings -------------------------------------------------------------------------------


def _score(
    run: Run,
    player: str,
    battlefield: Battlefield,
    how: Literal["hold", "conquer"],
    *,
    uncontrolled: bool = False,
) -> None:
    """The player scores, which brings up to one point and what triggers on it (471)."""
    words = "holding" if how == "hold" else "conquering"
    words = f"{player} scores by {words} {run.place(battlefield.id)}"
    # what triggers on it is looked at once the point has been gained (383.4.c.2.a)
    with run.step("469.2" if how == "hold" else "469.1", text=words, by=player), run.together():
        units = unit_refs(run, battlefield.id, player)
        scored = ev.Scored(
            player=player, at=battlefield.id, how=how, units=units, uncontrolled=uncontrolled
        )
        run.emit(scored, by=player)
        if run.in_force("471"):
            _gain_the_point(run, player, how)


def _gain_the_point(run: Run, player: str, how: Literal["hold", "conquer"]) -> None:
    """Up to one point, depending on the score (471.1)."""
    if how == "conquer":
        assume_points(run, player)
    final = run.table.player(player).points >= victory_score(run) - 1
    # points from another source than a conquest are not held back
    if final and how != "conquer" and run.in_force("471.1.a.1"):
        final = False
    if not (final and run.in_force("471.1.b")):
        if run.in_force("471.1"):
            gain_points(run, player, 1, reason=how)
        return
    # the Final Point needs every battlefield scored this turn, by either way
    missing = [b for b in run.board.battlefields if not _counts(run, b, player)]
    for battlefield in missing:
        assume_unscored(run, player, battlefield)
    if not run.in_force("471.1.b.1"):
        return
    if not missing:
        gain_points(run, player, 1, reason=how)
        return
    places = ", ".join(run.place(battlefield.id) for battlefield in missing)
    run.note(f"{player} has not scored {places} this turn and draws a card instead.")
    draw(run, player, 1)


def _counts(run: Run, battlefield: Battlefield, player: str) -> bool:
    """Whether the Final Point finds this battlefield scored (471.1.b.1; 489.8.g.1 for an
    ally's).
    """
    if player in battlefield.scored:
        return True
    run.assume_default(
        "turn.occupied",
        {},
        "No ally is taken to have occupied a battlefield in the Scoring Step.",
    )
    allies = set(run.table.team_of(player)) - {player}
    occupants = run.board.turn.occupied.get(battlefield.id, [])
    return not allies.isdisjoint(occupants) and run.in_force("489.8.g.1")
