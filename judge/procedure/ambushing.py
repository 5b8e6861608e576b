"""Ambush: a unit played to a battlefield where its player has units, also in reply (822)."""

from __future__ import annotations

from collections.abc import Mapping

from judge.abilities.permitting import is_permitting, permitted_places, restricted_timing
from judge.actions.destinations import crowded, players_with_units, unit_refs
from judge.effects.notation import CardDefinition
from judge.effects.supporting_entering import joins_what_is_spent
from judge.procedure.finding import CardAt, attempted_play
from judge.procedure.timing import play_timing
from judge.ruling.problems import problem
from judge.ruling.ruling import Problem
from judge.ruling.run import Run


def ambush_places(
    run: Run,
    player: str,
    definition: CardDefinition,
    keywords: Mapping[str, int],
    card: CardAt | None = None,
) -> list[str]:
    """The battlefields to which Ambush lets a player play the unit: those where they control units
    (822.1.b, 822.1.c), and those to which a text lets it Ambush (822.1.d).
    """
    if not definition.is_unit or not run.stands("822.1.b"):
        return []
    more = [] if card is None else ambush_by_texts(run, player, card)
    return [
        battlefield.id
        for battlefield in run.board.battlefields
        if battlefield.id in more
        or (
            "Ambush" in keywords
            and unit_refs(run, battlefield.id, player)
            and not crowded(run, player, battlefield.id)
        )
    ]


def ambush_by_texts(run: Run, player: str, card: CardAt) -> list[str]:
    """The battlefields to which texts let the player play the unit as by Ambush (822.1.d)."""
    if not (is_permitting(run, card.face) and run.stands("822.1.d")):
        return []
    return permitted_places(run, attempted_play(player, card), ambush=True)


def timing_of_ambush(run: Run, player: str, places: list[str]) -> set[str]:
    """The keywords of timing that a unit has while it is played to one of these battlefields:
    Reaction (822.1.b), unless a text lets its player Ambush in less (822.1.d).
    """
    if not places:
        return set()
    less = restricted_timing(run, player)
    return {"Reaction"} if less is None or not run.stands("822.1.d") else {less.capitalize()}


def only_in_ambush(
    run: Run, player: str, definition: CardDefinition, keywords: Mapping[str, int]
) -> list[Problem]:
    """Why the unit cannot be played now but to such a battlefield: as long as it is played there it
    has Reaction (822.1.b). Empty where its timing is as legal without.
    """
    own = {"Action", "Reaction"} & set(keywords)
    plainly = _timing(run, player, definition.name, own)
    replying = _timing(run, player, definition.name, own | timing_of_ambush(run, player, ["there"]))
    left = {each.code for each in replying}
    found = [each for each in plainly if each.code not in left]
    for each in found:
        each.rules = [*each.rules, "822.1.b"]
    return found


def _timing(run: Run, player: str, thing: str, keywords: set[str]) -> list[Problem]:
    action, reaction = "Action" in keywords, "Reaction" in keywords
    return play_timing(run, player, thing, action=action, reaction=reaction)


def ambush_lost(
    run: Run, player: str, definition: CardDefinition, place: str, removed: frozenset[str]
) -> list[Problem]:
    """Why the unit cannot enter there after all: what is spent to play it leaves none of its
    player's units at the place (822.3), unless its text lets it Ambush to where what was spent is
    (822.1.d).
    """
    thing = definition.name
    spent_there = any(run.table.place_of(ref) == place for ref in removed)
    may = any(map(joins_what_is_spent, definition.abilities))
    if may and spent_there and run.stands("822.1.d"):
        return []
    if set(unit_refs(run, place, player)) - removed or not run.stands("822.3"):
        return []
    if players_with_units(run, place):
        run.rests_on("OP-55", "a", "Units of others are none by which a unit may Ambush.")
    return [problem("no_units_to_join", thing=thing, place=place, player=player, objects=[place])]


def only_companion(run: Run, player: str, place: str) -> frozenset[str]:
    """What may not be used up to pay for a play there: the player's only unit at the place."""
    refs = unit_refs(run, place, player)
    return frozenset(refs) if len(refs) == 1 and run.stands("822.3") else frozenset()
