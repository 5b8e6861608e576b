"""What an object is right now: its traits, keywords and Might after all continuous effects
(473-480).

The traits, copied ones and those that are appended, come from `judge.layers.reading`. Beside them
the vocabulary so far knows only additions to Might and grants of keywords, whose order cannot
change the result; assignments come with the layers proper. `why` has one line for each thing that
counted, with its rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
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
    Condition,
    GrantKeyword,
    Happened,
    Might,
    Not,
    RuleChange,
    Selector,
    SetMight,
    Static,
    fixed,
)
from judge.keywords import combine
from judge.layers.reading import MIGHTY, View, holds, is_meant, traits, value_of, view_of
from judge.layers.statics import late_sources, static_sources


@dataclass(frozen=True, slots=True)
class Line:
    """One contribution: what, how much, and the rules that make it count."""

    text: str
    rules: tuple[str, ...]
    amount: int = 0


@dataclass(slots=True)
class Characteristics:
    """The characteristics of one object. `might_value` may be negative; `might` never is
    (143.2.b).
    """

    definition: CardDefinition
    controller: str
    types: list[str]
    tags: list[str]
    keywords: dict[str, int]
    might_value: int | None
    why: list[Line] = field(default_factory=list)

    @property
    def might(self) -> int:
        """Might as effects and damage sums see it: 0 when it is less (143.2.b), 0 without Might."""
        return max(0, self.might_value or 0)

    @property
    def is_mighty(self) -> bool:
        """708: Might 5 or more."""
        return self.might_value is not None and self.might_value >= MIGHTY

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
    found = table.memo.get(key)
    if found is None:
        thing = table.find(ref)
        if thing is None:
            raise KeyError(f"no object {ref} on the board")
        found = table.memo[key] = _compute(table, catalogue, thing)
    assert isinstance(found, Characteristics)
    return found


def of(table: Table, catalogue: Catalogue, thing: GameObject) -> Characteristics:
    """The characteristics of an object that is known to be on the board."""
    return characteristics(table, catalogue, reference(thing))


def is_unit(table: Table, catalogue: Catalogue, thing: GameObject) -> bool:
    """Whether the object is a unit, by print or by what effects make of it (177, 477.1)."""
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
    """What the layers make of an object, gone through again for what waits for its Might (476)."""
    named = [(card, ability) for card, _, ability in _applying_to(table, catalogue, thing)]
    found = _gone_through(table, catalogue, thing, named)
    late = [source for source in late_sources(table, catalogue) if source.thing == thing.id]
    while late and not {"476", "476.2", "364.1"} & table.disabled:
        able = [
            each
            for each in late
            if holds(view_of(table, catalogue, each, might=found.might), each.ability.while_)
        ]
        if not able:
            break
        # 476.1: each only a single time
        views = {id(each): view_of(table, catalogue, each) for each in able}
        named += [(each.card, counted(views[id(each)], each.ability)) for each in able]
        late = [each for each in late if each not in able]
        found = _gone_through(table, catalogue, thing, named)
    return found


def _gone_through(
    table: Table, catalogue: Catalogue, thing: GameObject, applying: list[tuple[str, Static]]
) -> Characteristics:
    """What traits, abilities and arithmetic come to with these static abilities (477)."""
    definition = traits(table, catalogue, thing)
    ref, off = reference(thing), table.disabled
    keywords = dict(definition.keywords)
    why: list[Line] = []
    # 477.2: abilities before arithmetic, so that granted Assault and Shield count below
    for source, ability in applying:
        for change in ability.changes:
            if isinstance(change, GrantKeyword) and "477.2.a" not in table.disabled:
                keyword, value = change.keyword, fixed(change.value)
                keywords[keyword] = combine(keyword, keywords.get(keyword, 0), value, off)
                why.append(Line(f"{keyword} from {source}", ("477.2.a",)))
    for effect in table.applying():
        if effect.affects is not None and ref in effect.affects:
            for keyword, value in effect.keywords.items():
                keywords[keyword] = combine(keyword, keywords.get(keyword, 0), value, off)
                why.append(Line(f"{keyword} from {effect.origin or effect.id}", ("477.2.a",)))
    for gear in bearing(table, thing) if not {"477.2.c", "719.1"} & table.disabled else ():
        for keyword, value in _copied_keywords(catalogue, gear):
            keywords[keyword] = combine(keyword, keywords.get(keyword, 0), value, off)
            why.append(Line(f"{keyword} from {gear.name}", ("477.2.c",)))
    might: int | None = None
    if definition.might is not None or "Unit" in definition.types:
        base = _base_might(table, thing, definition)
        # 477: what abilities there are is settled before the arithmetic in which they count
        counted = keywords if not {"477", "477.2"} & table.disabled else definition.keywords
        lines = list(_might_lines(table, catalogue, thing, applying, counted))
        why += [*base, *lines]
        why += _raised(table, applying, base, lines)
        might = _summed(table, why)
    return Characteristics(
        definition=definition,
        controller=thing.controller,
        types=definition.types,
        tags=definition.tags,
        keywords=keywords,
        might_value=might,
        why=why,
    )


def _summed(table: Table, lines: list[Line]) -> int:
    """The Might that the lines come to, below 0 as well: what is seen as 0 is not 0 where it goes
    up or down (143.2.b.1).
    """
    if "143.2.b.1" not in table.disabled:
        return sum(line.amount for line in lines)
    might = 0
    for line in lines:
        might = max(0, might + line.amount)
    return might


def _base_might(table: Table, thing: GameObject, definition: CardDefinition) -> list[Line]:
    """The Might that is printed, or that an effect has assigned: the newest of them (477.1.a.1)."""
    assigned = assigned_might(table, thing)
    if assigned and "477.1.a.1" not in table.disabled:
        newest = assigned[0] if "480.3" in table.disabled else assigned[-1]
        return [Line(newest.origin or newest.id, ("477.1.a.1",), newest.amounts["might"])]
    if definition.might is None:
        return []
    return [Line("printed Might", ("143.2",), definition.might)]


def assigned_might(table: Table, thing: GameObject) -> list[Effect]:
    """The effects that assign the Might of an object, oldest first (477.1.a.1)."""
    ref = reference(thing)
    return [
        effect
        for effect in table.applying()
        if assigns_might(effect) and effect.affects is not None and ref in effect.affects
    ]


def _raised(
    table: Table, applying: list[tuple[str, Static]], base: list[Line], lines: list[Line]
) -> Iterator[Line]:
    """What passive abilities increase Might to. They depend on the other increases, whose sum they
    look at, and so follow them (479.2); decreases come last (477.3.e, OP-35).
    """
    wanted = [
        (fixed(change.amount), card)
        for card, ability in applying
        for change in ability.changes
        if isinstance(change, SetMight)
    ]
    if not wanted:
        return
    off = table.disabled
    increases = [line for line in lines if line.amount > 0]
    if {"477.3.e.1.a", "477.3.e.2.a"} & off:
        increases = lines
    if {"478", "478.1.c"} & off or {"479", "479.2"} & off:
        increases = []
    now = sum(line.amount for line in (*base, *increases))
    amount, card = max(wanted)
    # 477.3.c: it never takes any away
    if amount > now or "477.3.c" in off:
        yield Line(f"{card}", ("477.3.a", "479.2"), amount - now)


def _copied_keywords(catalogue: Catalogue, gear: GameObject) -> Iterator[tuple[str, int]]:
    """The keywords in the text that an attached card has copied into its effect text."""
    if gear.text_copied is not None:
        yield from catalogue[gear.text_copied].keywords.items()


def _might_lines(
    table: Table,
    catalogue: Catalogue,
    thing: GameObject,
    applying: list[tuple[str, Static]],
    keywords: dict[str, int],
) -> Iterator[Line]:
    off = table.disabled
    if thing.buffs and "703" not in off:
        yield Line(f"{thing.buffs} buff", ("703",), thing.buffs)
    if thing.designation == "attacker" and "Assault" in keywords and "807.1.c" not in off:
        yield Line("Assault while attacking", ("807.1.c",), keywords["Assault"])
    if thing.designation == "defender" and "Shield" in keywords and "814.1.c" not in off:
        yield Line("Shield while defending", ("814.1.c",), keywords["Shield"])
    for source, ability in applying:
        for change in ability.changes:
            if isinstance(change, Might) and "477.3.a" not in off:
                yield Line(f"{source}", ("477.3.a",), fixed(change.amount))
    for effect in table.applying():
        if effect.might and effect.affects is not None and reference(thing) in effect.affects:
            yield Line(f"{effect.origin or effect.id}", ("477.3.a",), effect.might)
    for gear in bearing(table, thing):
        bonus = catalogue[gear.name].might_bonus or 0
        if bonus and "137.3.a" not in off and not {"477.3.d", "434.1.d"} & off:
            yield Line(f"Might Bonus of {gear.name}", ("477.3.d", "137.3", "434.1.d"), bonus)


def reads_states(table: Table, catalogue: Catalogue) -> bool:
    """Whether a static ability in play may ask if something is exhausted, stunned or damaged, or
    how many there are of something.
    """
    return any(
        own.ability.while_ is not None
        or any(isinstance(c, Might) and not isinstance(c.amount, int) for c in own.ability.changes)
        or (isinstance(own.ability.affects, Selector) and bool(own.ability.affects.state))
        or (isinstance(own.ability.affects, Selector) and bool(own.ability.affects.not_state))
        for own in static_sources(table, catalogue)
    )


def asks_about_the_turn(table: Table, catalogue: Catalogue) -> bool:
    """Whether a static ability in play depends on what has happened this turn."""
    return any(_asks(own.ability.while_) for own in static_sources(table, catalogue))


def _asks(condition: Condition | None) -> bool:
    match condition:
        case Happened():
            return True
        case AllOf() | AnyOf():
            return any(map(_asks, condition.of))
        case Not():
            return _asks(condition.that)
    return False


def preventing_nothing(table: Table, catalogue: Catalogue) -> set[str]:
    """The players whose damage cannot be prevented, as a text says (142.3.b)."""
    return {
        own.controller
        for own in static_sources(table, catalogue)
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
        for own in static_sources(table, catalogue)
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
        for own in static_sources(table, catalogue)
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
    return any(
        isinstance(change, RuleChange) and change.what == f"assigned_{what}"
        for _, _, ability in _applying_to(table, catalogue, thing)
        for change in ability.changes
    )


def counted(view: View, ability: Static) -> Static:
    """The ability with the numbers of Might that it counts as they are now (477.3.a)."""
    changes = [
        msgspec.structs.replace(change, amount=value_of(view, change.amount))
        if isinstance(change, Might) and not isinstance(change.amount, int)
        else change
        for change in ability.changes
    ]
    if changes == ability.changes:
        return ability
    return msgspec.structs.replace(ability, changes=changes)


def _applying_to(
    table: Table, catalogue: Catalogue, thing: GameObject
) -> Iterator[tuple[str, str | None, Static]]:
    """The static abilities that apply to an object, each with its card and its controller."""
    sources = static_sources(table, catalogue)
    if not sources or "364.1" in table.disabled:
        return
    for own in sources:
        card, controller, ability = own.card, own.controller, own.ability
        if ability.affects == "me" and own.thing != thing.id:
            continue
        view = view_of(table, catalogue, own)
        if "364.3.a" not in table.disabled and not holds(view, ability.while_):
            continue
        if ability.affects == "me" or (
            isinstance(ability.affects, Selector) and is_meant(view, ability.affects, thing)
        ):
            yield card, controller, counted(view, ability)


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
        for _, controller, ability in _applying_to(table, catalogue, thing)
        if controller is not None
        and any(
            isinstance(change, RuleChange) and change.what == "lethal_damage"
            for change in ability.changes
        )
    }


def most(table: Table, catalogue: Catalogue, thing: GameObject, what: str) -> int | None:
    """How many buffs an object can have, or how often it can be Empowered (426.1.b, 441.1.b): once,
    save where a text says more (426.1.b.2, 441.1.c.1); None for any number.
    """
    limits = [
        fixed(change.amount)
        for _, _, ability in _applying_to(table, catalogue, thing)
        for change in ability.changes
        if isinstance(change, RuleChange) and change.what == what
    ]
    return None if 0 in limits else max(limits, default=1)
