"""Abilities that a lasting effect of the board gives or is, as far as they are executed."""

from __future__ import annotations

import msgspec

from judge.board.state import Effect
from judge.effects import notation as n
from judge.effects.catalogue import INTERCEDING
from judge.effects.support import missing_in
from judge.effects.supporting_cards import OF_PLAYS, permits_once
from judge.effects.supporting_gives import NEXT

#: kinds of effects that may be such an ability, or grant it
KINDS = frozenset({"replacement", "prohibition", "permission", "grant", "passive"})


def assigns_might(effect: Effect) -> bool:
    """Whether an effect says what the Might of things is (477.1.a.1)."""
    return effect.kind == "grant" and set(effect.amounts) == {"might"}


def more_of_buffs(effect: Effect) -> int:
    """How much Might more an effect says that each buff gives to the units that are friendly to its
    controller (703, 390.4).
    """
    said = effect.kind == "passive" and set(effect.amounts) == {"buff_value"}
    return effect.amounts["buff_value"] if said and effect.affects is None else 0


def given_changes(effect: Effect) -> list[n.Trait | n.LoseAbilities] | None:
    """What an effect appends to the traits of the objects that it names (477.1.a), or which
    abilities it takes away from them (477.2.a); None where it does something else, or what is not
    executed.
    """
    if effect.kind != "grant" or effect.affects is None or not effect.abilities:
        return None
    found: list[n.Trait | n.LoseAbilities] = []
    for data in effect.abilities:
        try:
            ability = msgspec.convert(data, n.Static)
        except msgspec.ValidationError:
            return None
        if ability != n.Static(changes=ability.changes):
            return None
        for change in ability.changes:
            if not isinstance(change, n.Trait | n.LoseAbilities) or missing_in(change):
                return None
            found.append(change)
    return found


def granted_triggers(effect: Effect) -> list[n.Triggered] | None:
    """The triggered abilities that an effect gives to the objects that it names (390.4); None where
    it gives something else, or what is not executed.
    """
    if effect.kind != "grant" or effect.affects is None or not effect.abilities:
        return None
    found: list[n.Triggered] = []
    for data in effect.abilities:
        try:
            ability = msgspec.convert(data, n.Triggered)
        except msgspec.ValidationError:
            return None
        if missing_in(ability) or effect.origin is None:
            return None
        found.append(ability)
    return found


def interceding_abilities(effect: Effect) -> list[n.Replacement | n.Static] | None:
    """The abilities of an effect; None where it has none, or one that is not executed."""
    if not effect.abilities or effect.kind not in KINDS:
        return None
    found: list[n.Replacement | n.Static] = []
    for data in effect.abilities:
        try:
            ability = msgspec.convert(data, n.AnyAbility)
        except msgspec.ValidationError:
            return None
        if not isinstance(ability, n.Replacement | n.Static) or missing_in(ability):
            return None
        if isinstance(ability, n.Static) and not all(
            isinstance(change, INTERCEDING) or ability.affects in NEXT.values()
            for change in ability.changes
        ):
            return None
        found.append(ability)
    return found


def passive_texts(effect: Effect) -> list[n.Static] | None:
    """The delayed passive abilities of an effect that speak of cards which are played: keywords
    that they are given, and what they cost (390.4); None where it has none, or one that is not
    executed.

    They apply to the cards that the effect names, or to those that they mean themselves.
    """
    if not effect.abilities or effect.kind not in ("grant", "passive"):
        return None
    found: list[n.Static] = []
    for data in effect.abilities:
        try:
            ability = msgspec.convert(data, n.Static)
        except msgspec.ValidationError:
            return None
        if (ability.affects == "me") == (effect.affects is None):
            return None
        if not ability.changes or not all(map(of_cards, ability.changes)):
            return None
        if missing_in(ability) and not permits_once(ability):
            return None
        found.append(ability)
    return found


def of_cards(change: n.Change) -> bool:
    """Whether a change is one that cards have as they are played or hidden."""
    if isinstance(change, n.GrantKeyword):
        return change.keyword in OF_PLAYS
    return isinstance(change, n.CostChange) and change.of in _OF_CARDS


#: of what costs such a change is
_OF_CARDS = frozenset(["play", "additional", "repeat", "hide"])
