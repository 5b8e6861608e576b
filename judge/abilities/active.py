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
    if ability.level is not None and not _has_level(run, ability.level, ref, controller):
        return LEVEL, f"is inactive below Level {ability.level}"
    if ability.legion and not _has_legion(run, ability, ref, controller):
        return LEGION, "is inactive, since its player has finalized no other card this turn"
    return None


def _has_level(run: Run, level: int, ref: str, controller: str | None) -> bool:
    """Whether its controller has that much XP (824.1.b.1, 824.1.c)."""
    thing = run.table.find(ref)
    # 824.1.c.1: whoever that is by now
    if thing is not None and controller == thing.controller and not run.stands("824.1.c.1"):
        controller = thing.owner
    if controller is None or not run.stands("824.1.b.1"):
        return False
    words = f"{controller} is taken to have no XP."
    run.assume_default(f"players.{controller}.xp", 0, words)
    return run.table.player(controller).xp >= level


def _has_legion(run: Run, ability: n.Ability, ref: str, controller: str | None) -> bool:
    """Whether its controller has finalized a card other than this one this turn (812.1.b.1,
    812.1.c).
    """
    if controller is None or not run.stands("812.1.b.1"):
        return False
    identity, _ = split_reference(ref)
    others = [card for card in run.table.facts(controller).finalized if card.id != identity]
    itself = [card for card in run.table.facts(controller).finalized if card.id == identity]
    if isinstance(ability, n.Activated) and itself and not others and run.rely_on("OP-30") == "b":
        others = itself
    # 812.2: one card is enough for all instances, on this card and on others
    if len(others) < (1 if run.stands("812.2") else _instance(run, ability, ref)):
        return False
    # a token that was played is no card
    return any(not card.token for card in others) or bool(others and not run.in_force("185"))


def _instance(run: Run, ability: n.Ability, ref: str) -> int:
    """The number of an instance of Legion among those of its card."""
    thing = run.table.find(ref)
    printed = [] if thing is None else run.catalogue[thing.name].abilities
    dependent = [each for each in printed if each.legion]
    return next((number for number, each in enumerate(dependent, 1) if each == ability), 1)


__all__ = ["LEGION", "LEVEL", "why_inactive"]
