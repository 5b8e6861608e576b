"""What slots and modes are called in a text that was read, as whoever chooses in it sees them."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from judge.effects import notation as n

#: of several units of either side
_NUMBERED = ("first", "second", "third", "fourth", "fifth", "sixth")
_SIDES = {"friendly": "friend", "yours": "friend", "enemy": "foe"}
_KINDS = {"battlefield": "place", "rune": "rune", "legend": "legend", "player": "player"}
#: of several slots
_APART = {"equipment": "gear", "gear": "gear", "spell": "spell", "spell_or_ability": "item"}


def well_named(made: Any) -> Any:
    """A piece of notation whose slots have names that tell them apart: the only one is the target;
    of several, friends and foes, places, and the first and the second.
    """
    if isinstance(made, n.CardDefinition):
        own = _within(replace(made, abilities=[], effect_text=[]), set())
        abilities = [well_named(each) for each in made.abilities]
        effect_text = [well_named(each) for each in made.effect_text]
        return replace(own, abilities=abilities, effect_text=effect_text)
    return _within(made, set())


def named_as(made: list[Any], chooses: dict[str, n.Selector]) -> list[Any]:
    """A part of a text, with the names that the slots of all of it have."""
    found: list[Any] = _renamed(made, _names(chooses, set()))
    return found


def _within(value: Any, taken: set[str]) -> Any:
    if isinstance(value, list):
        return [_within(each, taken) for each in value]
    if isinstance(value, dict):
        return {key: _within(each, taken) for key, each in value.items()}
    if not isinstance(value, msgspec.Struct):
        return value
    chooses = getattr(value, "chooses", None)
    if chooses:
        names = _names(chooses, taken)
        value = _renamed(value, names)
        taken.update(names.values())
    fields = {field: _within(getattr(value, field), taken) for field in value.__struct_fields__}
    return replace(value, **fields)


def _names(chooses: dict[str, n.Selector], taken: set[str]) -> dict[str, str]:
    """A name for each slot."""
    found: dict[str, str] = {}
    units = [
        name
        for name, each in chooses.items()
        if each.side == "any" and _word(each) is None and each.kind not in _APART
    ]
    for name, selector in chooses.items():
        word = _word(selector)
        if word is None:
            alone = len(chooses) == 1 or len(units) == 1 or selector.side in _SIDES
            word = "target"
            if len(chooses) > 1:
                word = _APART.get(selector.kind) or _SIDES.get(selector.side, "target")
            if not alone and word == "target" and units.index(name) < len(_NUMBERED):
                word = _NUMBERED[units.index(name)]
        if takes_many(selector) and word not in _NUMBERED:
            word += "s"
        found[name] = _free(word, taken | set(found.values()))
    return found


def _word(selector: n.Selector) -> str | None:
    """The word of what is no permanent; an opponent is a foe."""
    if selector.kind == "player" and selector.side == "enemy":
        return "foe"
    return _KINDS.get(selector.kind)


def takes_many(selector: n.Selector) -> bool:
    """Whether several things can be chosen."""
    return selector.any_number or selector.max != 1 or selector.min not in (0, 1)


def _free(word: str, taken: set[str]) -> str:
    number, name = 1, word
    while name in taken:
        number += 1
        name = f"{word}{number}"
    return name


def _renamed(value: Any, names: dict[str, str]) -> Any:
    """With other names for slots, which no other word of the notation is the same as."""
    if isinstance(value, str):
        role, of, name = value.rpartition(" of ")
        return f"{role}{of}{names.get(name, name)}" if of else names.get(value, value)
    if isinstance(value, list):
        return [_renamed(each, names) for each in value]
    if isinstance(value, dict):
        return {names.get(key, key): _renamed(each, names) for key, each in value.items()}
    if not isinstance(value, msgspec.Struct):
        return value
    fields = {field: _renamed(getattr(value, field), names) for field in value.__struct_fields__}
    return replace(value, **fields)


def mode_name(does: list[Any], taken: set[str]) -> str:
    """What a mode is called: what it does first, or the keyword that it gives."""
    first = does[0]
    word = str(first.__struct_config__.tag)
    if isinstance(first, n.GiveKeyword):
        word = first.keyword.lower().replace("-", "_").replace(" ", "_")
    elif isinstance(first, n.Put) and first.position is not None:
        word = first.position
    return _free(word, taken)
