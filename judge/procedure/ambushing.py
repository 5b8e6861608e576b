"""Ambush: a unit played to a battlefield where its player has units, also in reply (822)."""

from __future__ import annotations

from collections.abc import Mapping

from judge.actions.destinations import crowded, unit_refs
from judge.effects.notation import CardDefinition
from judge.procedure.timing import play_timing
from judge.ruling.problems import problem
from judge.ruling.ruling import Problem
from judge.ruling.run import Run


def ambush_places(
    run: Run, player: str, definition: CardDefinition, keywords: Mapping[str, int]
) -> list[str]:
    """The battlefields to which Ambush lets a player play the unit: those where they control units
    (822.1.b, 822.1.c). None without the keyword.
    """
    if not (definition.is_unit and "Ambush" in keywords) or not run.stands("822.1.b"):
        return []
    return [
        battlefield.id
        for battlefield in run.board.battlefields
        if unit_refs(run, battlefield.id, player) and not crowded(run, player, battlefield.id)
    ]


def only_in_ambush(
    run: Run, player: str, definition: CardDefinition, keywords: Mapping[str, int]
) -> list[Problem]:
    """Why the unit cannot be played now but to such a battlefield: as long as it is played there it
    has Reaction (822.1.b). Empty where its timing is as legal without.
    """
    action = "Action" in keywords
    plainly = play_timing(
        run, player, definition.name, action=action, reaction="Reaction" in keywords
    )
    replying = play_timing(run, player, definition.name, action=action, reaction=True)
    left = {each.code for each in replying}
    found = [each for each in plainly if each.code not in left]
    for each in found:
        each.rules = [*each.rules, "822.1.b"]
    return found


def ambush_lost(
    run: Run, player: str, thing: str, place: str, removed: frozenset[str]
) -> list[Problem]:
    """Why the unit cannot enter there after all: what is spent to play it leaves none of its
    player's units at the place (822.3).
    """
    if set(unit_refs(run, place, player)) - removed or not run.stands("822.3"):
        return []
    return [problem("no_units_to_join", thing=thing, place=place, player=player, objects=[place])]


def only_companion(run: Run, player: str, place: str) -> frozenset[str]:
    """What may not be used up to pay for a play there: the player's only unit at the place."""
    refs = unit_refs(run, place, player)
    return frozenset(refs) if len(refs) == 1 and run.stands("822.3") else frozenset()
