"""What an object is right now: its traits, keywords and Might after all continuous effects
(473-480).

`judge.layers.layering` applies the layers; here is what the rest of the engine asks of the result.
`why` has one line for each step, with its rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from judge.board.state import Effect, GameObject
from judge.board.table import Table, reference
from judge.effects.activetexts import bearing
from judge.effects.catalogue import Catalogue
from judge.effects.granted import assigns_might
from judge.effects.notation import (
    AllOf,
    AnyOf,
    CardDefinition,
    Compare,
    Condition,
    Event,
    Happened,
    Not,
    RuleChange,
    Tally,
    Trait,
    fixed,
)
from judge.layers.entries import indexed
from judge.layers.lost import kept_rules, kept_sources
from judge.layers.reading import applies, holds, is_mighty, kept_by_name
from judge.layers.standings import is_untouched, standing, traits, view_of
from judge.layers.worked import Line, Worked, active_keywords


class Characteristics(msgspec.Struct):
    """The characteristics of one object. `might_value` may be negative; `might` never is
    (143.2.b).
    """

    definition: CardDefinition
    controller: str
    types: list[str]
    tags: list[str]
    keywords: dict[str, int]
    might_value: int | None
    #: every step of the layers to it; the amounts of Might in them add up to `might_value`
    why: list[Line] = []
    #: 708: Might 5 or more
    is_mighty: bool = False

    @property
    def might(self) -> int:
        """Might as effects and damage sums see it: 0 when it is less (143.2.b), 0 without Might."""
        return max(0, self.might_value or 0)

    @property
    def is_unit(self) -> bool:
        return "Unit" in self.types

    @property
    def is_gear(self) -> bool:
        return "Gear" in self.types

    @property
    def is_rune(self) -> bool:
        return "Rune" in self.types

    def has(self, keyword: str) -> bool:
        return keyword in self.keywords


def characteristics(table: Table, catalogue: Catalogue, ref: str) -> Characteristics:
    """The characteristics of the object `ref` means. Raises `KeyError` when it is not on
    the board.
    """
    key = ("characteristics", ref)
    found: Characteristics | None = table.layered.get(key)
    if found is None:
        thing = table.find(ref)
        if thing is None:
            raise KeyError(f"no object {ref} on the board")
        found = table.layered[key] = _compute(table, catalogue, thing)
    return found


def of(table: Table, catalogue: Catalogue, thing: GameObject) -> Characteristics:
    """The characteristics of an object that is known to be on the board."""
    return characteristics(table, catalogue, reference(thing))


def active_keyword(table: Table, catalogue: Catalogue, thing: GameObject, keyword: str) -> int:
    """The value of a keyword as far as its text is active. What an attached card prints is not
    (135.4), and what it has been given is all the same (135.4.b).
    """
    return acting_keywords(table, catalogue, thing).get(keyword, 0)


def acting_keywords(table: Table, catalogue: Catalogue, thing: GameObject) -> dict[str, int]:
    """The keywords of an object that act, and are not only there for others to see (722)."""
    if thing.attached_to is None:
        return of(table, catalogue, thing).keywords
    return active_keywords(standing(table, catalogue, thing), table.disabled)


def is_unit(table: Table, catalogue: Catalogue, thing: GameObject) -> bool:
    """Whether the object is a unit, by print or by what effects make of it (177, 477.1)."""
    if not indexed(table, catalogue).gives_traits:
        return thing.name in catalogue.unit_names
    return traits(table, catalogue, thing).is_unit


def has_several_types(table: Table, catalogue: Catalogue, thing: GameObject) -> bool:
    """Whether the object is of more than one type (178)."""
    return len(traits(table, catalogue, thing).types) > 1


def is_equipped(table: Table, catalogue: Catalogue, thing: GameObject) -> bool:
    """Whether Equipment is attached to it, and not just any card (818.3)."""
    if "818.3" in table.disabled:
        return bool(bearing(table, thing))
    return any("Equipment" in of(table, catalogue, gear).tags for gear in bearing(table, thing))


def _compute(table: Table, catalogue: Catalogue, thing: GameObject) -> Characteristics:
    """What the layers make of an object (473-480). What nothing is applied to is as it is printed,
    whatever happens to others.
    """
    if not is_untouched(table, catalogue, thing):
        return _of(table, thing, standing(table, catalogue, thing))
    key = ("printed", thing.name, thing.controller, thing.token, bool(thing.copied))
    kept = kept_by_name(table, catalogue)
    found: Characteristics | None = kept.get(key)
    if found is None:
        found = kept[key] = _of(table, thing, standing(table, catalogue, thing))
    return found


def _of(table: Table, thing: GameObject, work: Worked) -> Characteristics:
    # 710: on the board by what it has now, and not by print
    might = work.might if "710" not in table.disabled else work.first.might
    return Characteristics(
        definition=work.definition,
        controller=thing.controller,
        types=work.definition.types,
        tags=work.definition.tags,
        keywords=work.keywords,
        might_value=work.might,
        why=work.lines,
        is_mighty=is_mighty(table, might),
    )


def appends_to(table: Table, catalogue: Catalogue, thing: GameObject) -> bool:
    """Whether a passive ability appends traits to the object now."""
    return any(
        entry.source is not None and isinstance(entry.change, Trait)
        for entry, _ in standing(table, catalogue, thing).applied
    )


def given_to(table: Table, catalogue: Catalogue, thing: GameObject) -> bool:
    """Whether a lasting effect gives traits to the object."""
    return any(
        entry.source is None and isinstance(entry.change, Trait)
        for entry, _ in standing(table, catalogue, thing).applied
    )


def assigned_might(table: Table, thing: GameObject) -> list[Effect]:
    """The effects that assign the Might of an object, oldest first (477.1.a.1)."""
    ref = reference(thing)
    return [
        effect
        for effect in table.applying()
        if assigns_might(effect) and effect.affects is not None and ref in effect.affects
    ]


def asks_for_attaching(table: Table, catalogue: Catalogue) -> bool:
    """Whether a static ability in play depends on what has been attached this turn."""
    return any(
        fact == "attached"
        for own in kept_sources(table, catalogue)
        for fact in _asked(own.ability.while_)
    )


def waiting_for_deeds(table: Table, catalogue: Catalogue) -> list[tuple[str, str]]:
    """The players on whose deeds of this turn it depends whether a static ability in play does
    something, each with how the facts of the turn call these.
    """
    return sorted(
        {
            (own.controller, fact)
            for own in kept_sources(table, catalogue)
            if own.controller is not None
            for fact in _asked(own.ability.while_)
            if fact != "attached"
        }
    )


def waiting_for_legion(table: Table, catalogue: Catalogue) -> list[str]:
    """The players on whose cards of this turn it depends whether a static ability in play is active
    (812).
    """
    return sorted(
        {
            own.controller
            for own in kept_sources(table, catalogue)
            if own.ability.legion and own.controller is not None
        }
    )


def waiting_for_experience(table: Table, catalogue: Catalogue) -> list[str]:
    """The players on whose XP it depends whether a static ability in play is active (824)."""
    return sorted(
        {
            own.controller
            for own in kept_sources(table, catalogue)
            if own.ability.level is not None and own.controller is not None
        }
    )


#: how the facts of a turn call what happened in it
_FACTS: dict[Event, str] = {
    "attach": "attached",
    "discard": "discarded",
    "gain_xp": "xp_gained",
    "play": "finalized",
}


def _asked(condition: Condition | None) -> Iterator[str]:
    """The facts of this turn that a condition asks about."""
    match condition:
        case Happened():
            yield _FACTS[condition.moment.event]
        case Compare(value=Tally() as value):
            yield f"{value.what}_spent"
        case AllOf() | AnyOf():
            for each in condition.of:
                yield from _asked(each)
        case Not():
            yield from _asked(condition.that)


def preventing_nothing(table: Table, catalogue: Catalogue) -> set[str]:
    """The players whose damage cannot be prevented, as a text says (142.3.b)."""
    return {
        own.controller
        for own in kept_sources(table, catalogue)
        if own.controller is not None
        and any(
            isinstance(change, RuleChange) and change.what == "damage_cannot_be_prevented"
            for change in own.ability.changes
        )
        and holds(view_of(table, catalogue, own), own.ability.while_)
    }


def tied_result(table: Table, catalogue: Catalogue) -> set[str]:
    """The players for whom a text says that all units are recalled where a combat in which they are
    the attacker ends in a tie (740.3.a).
    """
    return {
        own.controller
        for own in kept_sources(table, catalogue)
        if own.controller is not None
        and any(
            isinstance(change, RuleChange) and change.what == "tied_result"
            for change in own.ability.changes
        )
        and holds(view_of(table, catalogue, own), own.ability.while_)
    }


def reached_from_anywhere(table: Table, catalogue: Catalogue) -> set[str]:
    """The battlefields to which units can move from anywhere, as their text says."""
    return {
        own.place
        for own in kept_sources(table, catalogue)
        if own.thing is None
        and any(
            isinstance(change, RuleChange) and change.what == "move_from_anywhere"
            for change in own.ability.changes
        )
        and holds(view_of(table, catalogue, own), own.ability.while_)
    }


def assigned_by_text(
    table: Table, catalogue: Catalogue, thing: GameObject, what: Literal["first", "last"]
) -> bool:
    """Whether a text says that combat damage must be assigned to it first, or last (465.2.c.2)."""
    return any(True for _ in _changing_rules(table, catalogue, thing, f"assigned_{what}"))


def deals_no_combat_damage(table: Table, catalogue: Catalogue, thing: GameObject) -> bool:
    """Whether a text says that it deals no combat damage (002)."""
    return any(True for _ in _changing_rules(table, catalogue, thing, "no_combat_damage"))


def _changing_rules(
    table: Table, catalogue: Catalogue, thing: GameObject, what: str
) -> Iterator[tuple[str | None, RuleChange]]:
    """The numbers and switches of the rules that static abilities change for an object, each with
    the controller of its source.
    """
    if "364.1" in table.disabled:
        return
    for own in kept_rules(table, catalogue):
        ability = own.ability
        if ability.affects == "me" and own.thing != thing.id:
            continue
        changes = [
            change
            for change in ability.changes
            if isinstance(change, RuleChange) and change.what == what
        ]
        if not changes:
            continue
        view = view_of(table, catalogue, own)
        if "364.3.a" not in table.disabled and not holds(view, ability.while_):
            continue
        if applies(view, ability, thing):
            for change in changes:
                yield own.controller, change


def damage_on(thing: GameObject) -> int:
    """All damage marked on the object, by whomever (142.2)."""
    return sum(thing.damage.values())


def lethal_damage(table: Table, catalogue: Catalogue, thing: GameObject) -> int:
    """The amount of marked damage that is lethal: its Might, at least 1 (142.4.b)."""
    return max(1, of(table, catalogue, thing).might)


def has_lethal_damage(table: Table, catalogue: Catalogue, thing: GameObject) -> bool:
    """142.4: nonzero damage that equals or exceeds the unit's Might, or any of a player for whom
    that is enough (142.4.c).
    """
    damage = damage_on(thing)
    if damage > 0 and damage >= lethal_damage(table, catalogue, thing):
        return True
    return damage > 0 and any(
        thing.damage.get(name) for name in killing_with_any(table, catalogue, thing)
    )


def killing_with_any(table: Table, catalogue: Catalogue, thing: GameObject) -> set[str]:
    """The players any amount of whose damage is enough to kill the unit (142.4.c)."""
    if "142.4.c" in table.disabled:
        return set()
    return {
        controller
        for controller, _ in _changing_rules(table, catalogue, thing, "lethal_damage")
        if controller is not None
    }


def most(table: Table, catalogue: Catalogue, thing: GameObject, what: str) -> int | None:
    """How many buffs an object can have, or how often it can be Empowered (426.1.b, 441.1.b): once,
    save where a text says more (426.1.b.2, 441.1.c.1); None for any number.
    """
    limits = [fixed(change.amount) for _, change in _changing_rules(table, catalogue, thing, what)]
    return None if 0 in limits else max(limits, default=1)
