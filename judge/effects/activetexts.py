"""Which abilities an object has: what it prints, what its keywords are short for, and what is
appended from cards that are attached to it (718-725, 828).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from judge.board.state import GameObject
from judge.board.table import Table, reference
from judge.effects.catalogue import Catalogue
from judge.effects.keywordtexts import MEANING, spelled_out, triggers_of
from judge.effects.notation import (
    AnyAbility,
    CardDefinition,
    KeywordAbility,
    Replacement,
    Static,
)

#: how the keys of effect text begin: of what is printed there, and of what was copied into it
APPENDED = ("effect_", "copied_")


class Text(NamedTuple):
    """One ability that an object has: the card that prints it, and the key by which an item on the
    chain names it (`judge.effects.keywordtexts.ability_at`).
    """

    card: str
    key: str
    ability: AnyAbility
    #: of effect text, the attached card that appends it: what "this" means in it (136.2.d)
    this: str | None = None

    @property
    def is_appended(self) -> bool:
        """Whether it is effect text of a card that is attached (719.1)."""
        return self.key.startswith(APPENDED)


def texts_of(table: Table, catalogue: Catalogue, thing: GameObject) -> Sequence[Text]:
    """The abilities of an object that are active: printed ones first, then those of its keywords,
    then what is appended. Kept while no object on the board gets another text.
    """
    if table.objects.get(thing.id) is not thing:
        return tuple(_active(table, catalogue, thing))
    key = ("texts of", thing.id)
    found: Sequence[Text] | None = table.texts.get(key)
    if found is None:
        plain = thing.attached_to is None and thing.id not in bearers_of(table)
        if plain and not table.disabled:  # what nothing is appended to has what it prints
            found = printed(table, catalogue, thing)
        else:
            found = tuple(_active(table, catalogue, thing))
        table.texts[key] = found
    return found


def _active(table: Table, catalogue: Catalogue, thing: GameObject) -> Iterator[Text]:
    # 723: it is active unless a rule says otherwise
    if (thing.attached_to is None and "723" not in table.disabled) or "135.4" in table.disabled:
        yield from printed(table, catalogue, thing)
    elif thing.attached_to is not None and {"721.1", "721.2"} & table.disabled:
        for text in printed(table, catalogue, thing):
            # what is inactive does not apply, does not trigger and cannot be activated
            applies = isinstance(text.ability, Static | Replacement)
            if ("721.1" if applies else "721.2") in table.disabled:
                yield text
    if thing.attached_to is None and "136.2.b" in table.disabled:
        # effect text is no text of the card itself
        for place, ability in enumerate(catalogue[thing.name].effect_text):
            yield Text(thing.name, f"effect_{thing.id}_{place}", spelled_out(ability))
    if {"434.1.c", "477.2.c", "719.1"} & table.disabled:
        return
    # 135.4.b: to what is attached itself as well
    if thing.attached_to is not None and "135.4.b" in table.disabled:
        return
    for gear in bearing(table, thing):
        # 718.5.g: whoever controls the card
        yield from appended(table, catalogue, thing, gear)


def worded(table: Table, catalogue: Catalogue, kind: type) -> list[tuple[GameObject, str]]:
    """The objects that may have abilities of a kind, each with its place, by id: those whose card
    has one, printed or by a keyword, and those that something is attached to.
    """
    cards = catalogue.where(f"with {kind.__name__}", partial(_has, kind))
    names = table.names()
    bearers = bearers_of(table)
    found = [
        (thing, place)
        for thing, place in table.everything()
        if names[thing.id] in cards or thing.id in bearers
    ]
    return sorted(found, key=lambda pair: pair[0].id)


def _has(kind: type, definition: CardDefinition) -> bool:
    written = (*definition.abilities, *definition.effect_text)
    return any(isinstance(spelled_out(ability), kind) for ability in written) or any(
        isinstance(trigger, kind) for _, trigger in triggers_of(definition)
    )


def printed(table: Table, catalogue: Catalogue, thing: GameObject) -> Sequence[Text]:
    """The abilities that the card itself has, whether it is attached or not; kept with the
    catalogue, unless a rule that makes them so may be switched off.
    """
    kept = table.texts if table.disabled else catalogue.kept
    key = ("printed texts", thing.name, thing.empowered > 0)
    found: tuple[Text, ...] | None = kept.get(key)
    if found is None:
        found = kept[key] = tuple(_of_card(table, catalogue[thing.name], thing))
    return found


def _of_card(table: Table, definition: CardDefinition, thing: GameObject) -> Iterator[Text]:
    """The abilities that a card prints, as those of an object."""
    seen: set[str] = set()
    for place, ability in enumerate(definition.abilities):
        if not is_active(table, ability, thing):
            continue
        if isinstance(ability, KeywordAbility):
            if MEANING.get(ability.keyword) in table.disabled:
                continue
            # 818.4, 827.3: each instance is an ability of its own
            if ability.keyword in seen and {"818.4", "827.3"} & table.disabled:
                continue
            seen.add(ability.keyword)
        yield Text(definition.name, str(place), spelled_out(ability, table.disabled))
    for key, trigger in triggers_of(definition, table.disabled):
        yield Text(definition.name, key, trigger)


def appended(
    table: Table, catalogue: Catalogue, bearer: GameObject, gear: GameObject
) -> Iterator[Text]:
    """The effect text of a card that is attached, as the abilities of what bears it (719.1)."""
    for place, ability in enumerate(catalogue[gear.name].effect_text):
        if is_active(table, ability, bearer):
            key = f"effect_{gear.id}_{place}"
            yield Text(gear.name, key, spelled_out(ability, table.disabled), reference(gear))
    if gear.text_copied is not None:
        for text in _of_card(table, catalogue[gear.text_copied], bearer):
            yield text._replace(key=f"copied_{gear.id}:{text.key}", this=reference(gear))


def bearing(table: Table, thing: GameObject) -> list[GameObject]:
    """What is attached to an object, by id (434.1.b.1)."""
    return bearers_of(table).get(thing.id, [])


def bearers_of(table: Table) -> dict[str, list[GameObject]]:
    """What is attached, by the id of what it is attached to."""
    found: dict[str, list[GameObject]] | None = table.texts.get("attached")
    if found is None:
        found = table.texts["attached"] = {}
        attached = [other for other in table.objects.values() if other.attached_to is not None]
        for other in sorted(attached, key=lambda other: other.id):
            found.setdefault(other.attached_to or "", []).append(other)
    return found


def is_active(table: Table, ability: AnyAbility, thing: GameObject) -> bool:
    """Whether a dependent text is active on its object (828.1.b.1, 828.1.c)."""
    if not ability.empowered or "828.1.b.1" in table.disabled:
        return True
    return thing.empowered > 0
