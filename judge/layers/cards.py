"""The keywords of cards that are not on the board: what they print, and what texts in play give
them where they are (801.3.a, 366).

A selector means such a card by its zone; one of spells, or of cards, means those that are being
played or hidden as well, wherever they come from.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from judge.board.state import UNKNOWN, Effect
from judge.board.table import Table
from judge.effects import notation as n
from judge.effects.catalogue import Catalogue
from judge.effects.granted import passive_texts
from judge.keywords import combine
from judge.layers.lost import statics_in_play
from judge.layers.reading import View, holds, is_player_meant, lacks_print
from judge.layers.standings import view_of
from judge.ruling.run import Run

#: zones by the word of the engine, as selectors call them
_ZONES: Mapping[str, n.Zone] = {"champion": "champion_zone", "facedown": "facedown_zone"}


class Granted(msgspec.Struct, frozen=True):
    """A keyword that a text gives a card, with its price where it has one."""

    keyword: str
    value: int
    origin: str
    cost: n.Cost | None = None
    cost_of_itself: bool = False


def keywords_of(
    run: Run, face: str, ref: str, player: str, zone: str, *, played: bool = False
) -> Mapping[str, int]:
    """The keywords of a card in a zone of its player's, by value; `played`: as it is played."""
    printed = run.catalogue[face].keywords
    given = granted_to(run, face, ref, player, zone, played=played)
    if not given:
        return printed
    keywords = dict(printed)
    for each in given:
        held = keywords.get(each.keyword, 0)
        keywords[each.keyword] = combine(each.keyword, held, each.value, run.disabled)
    return keywords


def granted_to(
    run: Run, face: str, ref: str, player: str, zone: str, *, played: bool = False
) -> list[Granted]:
    """The keywords that texts in play give a card; `played`: one that is being played."""
    table = run.table
    key = ("granted", face, ref, player, zone, played)
    found: list[Granted] | None = table.memo.get(key)
    if found is None:
        found = []
        if face != UNKNOWN and "801.3.a" not in table.disabled:
            found = list(_granted(table, run.catalogue, face, ref, player, zone, played))
        table.memo[key] = found
    return found


def _granted(
    table: Table,
    catalogue: Catalogue,
    face: str,
    ref: str,
    player: str,
    zone: str,
    played: bool,
) -> Iterator[Granted]:
    definition = catalogue[face]
    place = _ZONES.get(zone, zone)
    for source in statics_in_play(table, catalogue):
        card, ability = source.card, source.ability
        view = view_of(table, catalogue, source)
        if means_card(view, ability.affects, definition, player, place, played) and (
            _applies_always(ability, table.disabled) or holds(view, ability.while_)
        ):
            yield from _of_changes(ability.changes, card)
    for effect in table.applying():
        if effect.affects is not None and ref in effect.affects:
            for keyword, value in effect.keywords.items():
                yield Granted(keyword, value, effect.origin or effect.id)
    for effect, text in _passive(table, catalogue, definition, ref, player, place, played):
        yield from _of_changes(text.changes, effect.origin or effect.id)


def _applies_always(ability: n.Static, disabled: frozenset[str]) -> bool:
    """Whether nobody asks for the condition of a text, without which a card has no keyword that the
    text gives: not Action (806.4) and not Reaction (813.4) either.
    """
    given = [each.keyword for each in ability.changes if isinstance(each, n.GrantKeyword)]
    own = {"Action": "806.4", "Reaction": "813.4"}
    return bool({"364.3.a", *(own.get(keyword, "") for keyword in given)} & disabled)


def _passive(
    table: Table,
    catalogue: Catalogue,
    definition: n.CardDefinition,
    ref: str,
    player: str,
    place: str,
    played: bool,
) -> Iterator[tuple[Effect, n.Static]]:
    """The delayed passive abilities that apply to a card, each with the effect it stands in."""
    for effect in table.applying():
        if effect.affects is not None and ref not in effect.affects:
            continue
        view = View(table, catalogue, effect.controller, None, "")
        for text in passive_texts(effect) or []:
            costs = all(isinstance(change, n.CostChange) for change in text.changes)
            if effect.affects is not None or means_card(
                view, text.affects, definition, player, place, played, costs=costs
            ):
                yield effect, text


def passives_on(
    run: Run, face: str, ref: str, player: str, zone: str
) -> list[tuple[Effect, n.Static]]:
    """The delayed passive abilities that apply to a card as it is played (390.4, 391)."""
    if not run.board.effects or face == UNKNOWN or not run.stands("390.4"):
        return []
    place = _ZONES.get(zone, zone)
    definition = run.catalogue[face]
    return list(_passive(run.table, run.catalogue, definition, ref, player, place, True))


def _of_changes(changes: list[n.Change], origin: str) -> Iterator[Granted]:
    for change in changes:
        if isinstance(change, n.GrantKeyword):
            yield Granted(
                change.keyword,
                n.fixed(change.value),
                origin,
                change.cost,
                change.cost_of_itself,
            )


def means_card(
    view: View,
    what: n.Objects,
    definition: n.CardDefinition,
    player: str,
    zone: str,
    played: bool,
    *,
    costs: bool = False,
) -> bool:
    """Whether a text means a card of a zone that is not the board, by its print and its player;
    `costs`: the text is about what cards cost.
    """
    if not isinstance(what, n.Selector):
        return False
    as_spell = played and what.zone == "board" and (costs or what.kind in ("spell", "card"))
    if not as_spell and what.zone not in (zone, "any"):
        return False
    if what.not_zone is not None and (what.not_zone == zone or not played):
        return False
    return (
        _is_kind(definition, what.kind)
        and is_player_meant(view, what, player)
        and not lacks_print(what, definition)
    )


def is_of_plays_from_elsewhere(run: Run, face: str, player: str) -> bool:
    """Whether a text in play speaks of what a player plays from anywhere but a zone, and would mean
    this.
    """
    table, catalogue = run.table, run.catalogue
    return any(
        isinstance(source.ability.affects, n.Selector)
        and source.ability.affects.not_zone is not None
        and means_card(
            view_of(table, catalogue, source),
            source.ability.affects,
            catalogue[face],
            player,
            "",
            True,
        )
        for source in statics_in_play(table, catalogue)
    )


def _is_kind(definition: n.CardDefinition, kind: n.Kind) -> bool:
    match kind:
        case "unit":
            return definition.is_unit
        case "gear":
            return definition.is_gear
        case "equipment":
            return definition.is_gear and "Equipment" in definition.tags
        case "permanent":
            return definition.is_permanent
        case "spell":
            return definition.is_spell
    return kind == "card"


__all__ = [
    "Granted",
    "granted_to",
    "is_of_plays_from_elsewhere",
    "keywords_of",
    "means_card",
    "passives_on",
]
