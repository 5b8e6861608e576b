"""Dependent text: Legion and Level, under whose condition an ability is active (727, 812, 824)."""

from __future__ import annotations

from judge.board.table import split_reference
from judge.effects import notation as n
from judge.ruling.run import Run

#: the rules under whose condition dependent texts are active
LEVEL, LEGION = "824.1.c", "812.1.c"


def why_inactive(
    run: Run, ability: n.Ability, ref: str, controller: str | None
) -> tuple[str, str] | None:
    """The rule under which an ability is inactive, and why, in words; None when it is active.

    With several dependent keywords all of them must be satisfied (727.1.b.3).
    """
    if ability.level is not None and not _has_level(run, ability.level, controller):
        return LEVEL, f"is inactive below Level {ability.level}"
    if ability.legion and not _has_legion(run, ref, controller):
        return LEGION, "is inactive, since its player has finalized no other card this turn"
    return None


def _has_level(run: Run, level: int, controller: str | None) -> bool:
    """824.1.c: its controller has that much XP."""
    if controller is None:
        return False
    words = f"{controller} is taken to have no XP."
    run.assume_default(f"players.{controller}.xp", 0, words)
    return run.table.player(controller).xp >= level


def _has_legion(run: Run, ref: str, controller: str | None) -> bool:
    """812.1.c: its controller has finalized a card other than this one this turn."""
    if controller is None:
        return False
    identity, _ = split_reference(ref)
    others = [card for card in run.table.facts(controller).finalized if card.id != identity]
    # a token that was played is no card
    return any(not card.token for card in others) or bool(others and not run.in_force("185"))


__all__ = ["LEGION", "LEVEL", "why_inactive"]
