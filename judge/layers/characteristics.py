"""What an object is right now: its traits, keywords and Might after all continuous effects
(473-480).

The vocabulary so far knows only additions to Might and grants of keywords, whose order cannot
change
the result; copies, assignments and dependencies come with the layers proper. `why` has one line for
each thing that counted, with its rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeGuard

from judge.board.state import GameObject
from judge.board.table import Table, reference
from judge.effects.activetexts import bearing, texts_of, worded
from judge.effects.catalogue import Catalogue
from judge.effects.notation import (
    AnyAbility,
    CardDefinition,
    GrantKeyword,
    Might,
    RuleChange,
    Selector,
    Static,
    fixed,
)
from judge.keywords import KEYWORDS, combine
from judge.layers.reading import View, holds, is_meant, value_of

MIGHTY = 5


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
    """Whether the object is a unit. Nothing in the vocabulary changes types yet, so print
    decides.
    """
    return catalogue[thing.card].is_unit


def _compute(table: Table, catalogue: Catalogue, thing: GameObject) -> Characteristics:
    definition = catalogue[thing.card]
    ref = reference(thing)
    keywords = dict(definition.keywords)
    why: list[Line] = []
    if definition.might is not None:
        why.append(Line("printed Might", ("143.2",), definition.might))
    # 477.2: abilities before arithmetic, so that granted Assault and Shield count below
    for source, _, ability in _statics_on(table, catalogue, thing):
        for change in ability.changes:
            if isinstance(change, GrantKeyword):
                keyword, value = change.keyword, fixed(change.value)
                keywords[keyword] = combine(keyword, keywords.get(keyword, 0), value)
                why.append(Line(f"{keyword} from {source}", ("477.2.a",)))
    for effect in table.applying():
        if effect.affects is not None and ref in effect.affects:
            for keyword, value in effect.keywords.items():
                kind = KEYWORDS.get(keyword)
                if kind is None or kind.combining_rule not in table.disabled:
                    keywords[keyword] = combine(keyword, keywords.get(keyword, 0), value)
                why.append(Line(f"{keyword} from {effect.origin or effect.id}", ("477.2.a",)))
    if definition.might is not None or "Unit" in definition.types:
        why.extend(_might_lines(table, catalogue, thing, definition, keywords))
        might: int | None = sum(line.amount for line in why)
    else:
        might = None
    return Characteristics(
        definition=definition,
        controller=thing.controller,
        types=definition.types,
        tags=definition.tags,
        keywords=keywords,
        might_value=might,
        why=why,
    )


def _might_lines(
    table: Table,
    catalogue: Catalogue,
    thing: GameObject,
    definition: CardDefinition,
    keywords: dict[str, int],
) -> Iterator[Line]:
    off = table.disabled
    if thing.buffs and "703" not in off:
        yield Line(f"{thing.buffs} buff", ("703",), thing.buffs)
    if thing.designation == "attacker" and "Assault" in keywords and "807.1.c" not in off:
        yield Line("Assault while attacking", ("807.1.c",), keywords["Assault"])
    if thing.designation == "defender" and "Shield" in keywords and "814.1.c" not in off:
        yield Line("Shield while defending", ("814.1.c",), keywords["Shield"])
    for source, view, ability in _statics_on(table, catalogue, thing):
        for change in ability.changes:
            if isinstance(change, Might):
                yield Line(f"{source}", ("477.3.a",), value_of(view, change.amount))
    for effect in table.applying():
        if effect.might and effect.affects is not None and reference(thing) in effect.affects:
            yield Line(f"{effect.origin or effect.id}", ("477.3.a",), effect.might)
    for gear in bearing(table, thing):
        bonus = catalogue[gear.card].might_bonus or 0
        if bonus and not {"477.3.d", "434.1.d"} & off:
            yield Line(f"Might Bonus of {gear.card}", ("477.3.d", "137.3", "434.1.d"), bonus)


def _static_sources(
    table: Table, catalogue: Catalogue
) -> list[tuple[str, str, str | None, str | None, Static]]:
    """Every static ability in play: (card, place, controller, id of the source object, ability)."""
    found = table.memo.get("statics")
    if found is None:
        found = []
        for thing, place in worded(table, catalogue):
            for text in texts_of(table, catalogue, thing):
                if _is_layered(text.ability):
                    found.append((text.card, place, thing.controller, thing.id, text.ability))
        for battlefield in table.board.battlefields:
            for ability in catalogue[battlefield.card].abilities:
                if _is_layered(ability):
                    found.append(
                        (battlefield.card, battlefield.id, battlefield.controller, None, ability)
                    )
        table.memo["statics"] = found
    assert isinstance(found, list)
    return found


def _is_layered(ability: AnyAbility) -> TypeGuard[Static]:
    """Whether an ability changes what objects are; what intercedes is asked elsewhere."""
    return isinstance(ability, Static) and any(
        isinstance(change, Might | GrantKeyword | RuleChange) for change in ability.changes
    )


def reads_states(table: Table, catalogue: Catalogue) -> bool:
    """Whether a static ability in play may ask if something is exhausted, stunned or damaged, or
    how many there are of something.
    """
    return any(
        ability.while_ is not None
        or any(isinstance(c, Might) and not isinstance(c.amount, int) for c in ability.changes)
        or (isinstance(ability.affects, Selector) and bool(ability.affects.state))
        or (isinstance(ability.affects, Selector) and bool(ability.affects.not_state))
        for _, _, _, _, ability in _static_sources(table, catalogue)
    )


def _statics_on(
    table: Table, catalogue: Catalogue, thing: GameObject
) -> Iterator[tuple[str, View, Static]]:
    """The static abilities that apply to an object, each with its card and on whose behalf."""
    sources = _static_sources(table, catalogue)
    if not sources or "364.1" in table.disabled:
        return
    for card, place, controller, source, ability in sources:
        if ability.affects == "me" and source != thing.id:
            continue
        view = View(table, catalogue, controller, source, place)
        if "364.3.a" not in table.disabled and not holds(view, ability.while_):
            continue
        if ability.affects == "me" or (
            isinstance(ability.affects, Selector) and is_meant(view, ability.affects, thing)
        ):
            yield card, view, ability


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


def assigned_by_text(
    table: Table, catalogue: Catalogue, thing: GameObject, what: Literal["first", "last"]
) -> bool:
    """Whether a text says that combat damage must be assigned to it first, or last (465.2.c.2)."""
    return any(
        isinstance(change, RuleChange) and change.what == f"assigned_{what}"
        for _, _, ability in _statics_on(table, catalogue, thing)
        for change in ability.changes
    )


def killing_with_any(table: Table, catalogue: Catalogue, thing: GameObject) -> set[str]:
    """The players any amount of whose damage is enough to kill the unit (142.4.c)."""
    if "142.4.c" in table.disabled:
        return set()
    return {
        view.controller
        for _, view, ability in _statics_on(table, catalogue, thing)
        if view.controller is not None
        and any(
            isinstance(change, RuleChange) and change.what == "lethal_damage"
            for change in ability.changes
        )
    }
