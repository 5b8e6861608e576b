"""The static abilities in play that change what objects are (364, 477)."""

from __future__ import annotations

from typing import NamedTuple, TypeGuard

from judge.board.table import ASKS_FOR_STATES, Table, split_reference
from judge.effects.activetexts import texts_of, worded
from judge.effects.catalogue import Catalogue
from judge.effects.notation import (
    AnyAbility,
    ChangeNode,
    GrantAbilities,
    GrantAbility,
    GrantKeyword,
    LoseAbilities,
    Might,
    RuleChange,
    Selector,
    SetMight,
    Static,
    Trait,
)
from judge.effects.supporting_selectors import said

#: what a static ability asks of a thing that is its own: what it is, whose, and where it is
_OF_ITSELF = frozenset(
    ["kind", "side", "where", "other", "tag", "not_tag", "type", "not_type", "supertype", "domain"]
)


class Source(NamedTuple):
    """A static ability in play: the card that prints it, where it is, who controls it, the id of
    the object that has it (a battlefield is no object), and for effect text the attached card
    (136.2.d).
    """

    card: str
    place: str
    controller: str | None
    thing: str | None
    ability: Static
    this: str | None = None


def text_key(ability: Static) -> str | None:
    """How a board calls the texts that are active under the same conditions as this one; None for
    one that is under none.
    """
    parts = ["empowered"] if ability.empowered else []
    parts += ["legion"] if ability.legion else []
    parts += [] if ability.level is None else [f"level {ability.level}"]
    return ", ".join(parts) or None


#: how a board calls the texts of an object that are under no condition, where they began to apply
#: at another time than their object: they had been lost
OWN_TEXT = "text"


def appended_since(table: Table, this: str | None) -> int | None:
    """Since when effect text is appended by an attached card, 0 where the board does not say it;
    None for what is no effect text.
    """
    if this is None:
        return None
    gear = table.objects.get(split_reference(this)[0])
    return 0 if gear is None else gear.since or 0


def holder_of(table: Table, source: Source) -> str | None:
    """The id of the object on which it is kept since when a text applies: of effect text that
    depends on XP or on plays the attached card, else what has the text.
    """
    dependent = source.ability.legion or source.ability.level is not None
    if source.this is not None and dependent:
        return split_reference(source.this)[0]
    return source.thing


def static_sources(table: Table, catalogue: Catalogue) -> list[Source]:
    """Every static ability in play that the layers read; kept while nothing changes."""
    found: list[Source] | None = table.texts.get("statics")
    if found is None:
        found = []
        for thing, place in worded(table, catalogue, Static):
            for text in texts_of(table, catalogue, thing):
                if is_layered(text.ability):
                    own = (text.card, place, thing.controller, thing.id, text.ability, text.this)
                    found.append(Source(*own))
        for battlefield in table.board.battlefields:
            for ability in catalogue[battlefield.card].abilities:
                if is_layered(ability):
                    place, controller = battlefield.id, battlefield.controller
                    found.append(Source(battlefield.card, place, controller, None, ability))
        table.texts["statics"] = found
        table.texts[ASKS_FOR_STATES] = not all(map(asks_of_things_alone, found))
    return found


def rule_sources(table: Table, catalogue: Catalogue) -> list[Source]:
    """Those that change a number or a switch of the rules."""
    found: list[Source] | None = table.texts.get("rule statics")
    if found is None:
        found = table.texts["rule statics"] = [
            source
            for source in static_sources(table, catalogue)
            if any(isinstance(change, RuleChange) for change in source.ability.changes)
        ]
    return found


def asks_for_states(table: Table, catalogue: Catalogue) -> bool:
    """Whether one of them asks for more than what things are by themselves and where they are."""
    found: bool | None = table.texts.get(ASKS_FOR_STATES)
    if found is None:
        static_sources(table, catalogue)
        found = table.texts[ASKS_FOR_STATES]
    return bool(found)


def asks_of_things_alone(source: Source) -> bool:
    """Whether a static ability asks for nothing but what a thing is by itself and where it is: it
    has no condition, and gives so much Might or a keyword of so much, whatever there is.
    """
    ability = source.ability
    return (
        ability.while_ is None
        and not ability.legion
        and ability.level is None
        and all(map(is_fixed, ability.changes))
        and (
            ability.affects == "me"
            or (isinstance(ability.affects, Selector) and said(ability.affects) <= _OF_ITSELF)
        )
    )


def is_fixed(change: ChangeNode) -> bool:
    """Whether a change is the same whatever there is."""
    match change:
        case Might() | SetMight():
            return isinstance(change.amount, int)
        case GrantKeyword():
            # what is attached to it may change
            plain = not change.if_lacking and not change.to_bearer
            return isinstance(change.value, int) and plain
    return True


def is_layered(ability: AnyAbility) -> TypeGuard[Static]:
    """Whether an ability changes what objects are; what intercedes is asked elsewhere."""
    return isinstance(ability, Static) and any(
        isinstance(
            change,
            Might
            | GrantAbilities
            | GrantAbility
            | GrantKeyword
            | LoseAbilities
            | RuleChange
            | SetMight
            | Trait,
        )
        for change in ability.changes
    )
