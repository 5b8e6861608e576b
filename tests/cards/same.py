"""Whether two definitions say the same: the same notation, up to names that it gives itself.

Names of slots, labels and modes are free; a label to which nothing refers says nothing. The rest of
what is taken for the same is listed here, each a pair of forms with one meaning:

- a value for each thing, as a count so many times and as a count multiplied
- a card of one's own deck, hand or trash, with and without its side: the zone is one's own already
- a unit off the board, as a unit and as a card of that type
- a moment of the source itself, as a bare word and in full
- cards among those that were shown, with and without the word "card"
- a card among those that were shown, with and without the zone in which they lie
- a token, by its state and by its supertype
- something played, drawn or discarded, with and without the word "card"
- that I am played, and that you play me
- what is done at the end or the beginning of a phase of any player, and of each player
- any number, and any number from none
- what is done to a choice, linked to it or not: where nothing was chosen, it is done to nothing
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from judge.effects.notation import REFERENTS, CardDefinition

PARTS = ("keywords", "chooses", "does", "abilities", "effect_text", "additional_costs")
_OWN = ("main_deck", "rune_deck", "trash", "hand")
_OFF_BOARD = ("hand", "trash", "banishment", "banished_with_me")
#: fields whose words are no names
_WORDS = ("kind", "do", "if", "value", "change", "event", "token", "keyword", "where", "zone")
_OF = re.compile(r"^(controller|owner) of (.+)$")


def parts(definition: CardDefinition) -> dict[str, Any]:
    """What a card says, without its corners."""
    data = _without_defaults(definition)
    assert isinstance(data, dict)
    return {part: data[part] for part in PARTS if data.get(part)}


def _without_defaults(value: Any) -> Any:
    """Plain data of a node, without what is as it would be if it was not there."""
    if isinstance(value, list):
        return [_without_defaults(each) for each in value]
    if isinstance(value, dict):
        return {key: _without_defaults(each) for key, each in value.items()}
    if not isinstance(value, msgspec.Struct):
        return value
    config = value.__struct_config__
    found: dict[str, Any] = {}
    if config.tag is not None:
        found[str(config.tag_field)] = config.tag
    for field in msgspec.structs.fields(value):
        each = getattr(value, field.name)
        default = field.default
        if field.default_factory is not msgspec.NODEFAULT:
            default = field.default_factory()
        if default is msgspec.NODEFAULT or each != default:
            found[field.encode_name] = _without_defaults(each)
    return found


def canonical(definition: CardDefinition) -> dict[str, Any]:
    """What a card says in one form."""
    data = _plain(parts(definition))
    data["does"] = data.get("does", [])
    found: dict[str, Any] = {}
    text = {"chooses": data.pop("chooses", {}), "does": data.pop("does", [])}
    found |= _renamed(text)
    for key, value in data.items():
        found[key] = [_renamed(each) for each in value] if isinstance(value, list) else value
    return found


def same(one: CardDefinition, other: CardDefinition) -> bool:
    """Whether two cards say the same."""
    return canonical(one) == canonical(other)


def _plain(value: Any) -> Any:
    """One form of what has several."""
    if isinstance(value, list):
        return [_plain(each) for each in value]
    if not isinstance(value, dict):
        return value
    found = {key: _plain(each) for key, each in value.items()}
    if found.get("value") == "times" and isinstance(found["of"], dict):
        inner = found["of"]
        if inner.get("value") == "count":
            return _plain({**inner, "each": inner.get("each", 1) * found["by"]})
    if found.get("zone") in _OWN and found.get("side") == "yours" and "do" not in found:
        found.pop("side")
    if found.get("zone") in _OWN and found.get("of") == "you" and "do" not in found:
        found.pop("of")
    typed = found.get("kind") in ("unit", "gear", "spell") and "state" not in found
    if found.get("zone") in _OFF_BOARD and typed:
        found |= {"kind": "card", "type": [found["kind"].capitalize()]}
    when = found.get("when")
    if isinstance(when, dict) and when == {"event": when.get("event"), "what": "me"}:
        found["when"] = when["event"]
    if found.get("any_number"):
        found.pop("min", None)
    if "the" in found:
        found.pop("zone", None)
        if found.get("kind") == "card":
            found.pop("kind")
        if found.get("kind") in ("unit", "gear", "spell"):
            found["type"] = [found.pop("kind").capitalize()]
    if "after" in found and found["after"] == found.get("what"):
        found.pop("after")
    if found.get("supertype") == "Token":
        found.pop("supertype")
        found["state"] = sorted([*found.get("state", []), "token"])
    if found.get("event") in ("play", "draw", "discard") and found.get("what") == {"kind": "card"}:
        found.pop("what")
    if found.get("event") == "play" and found.get("what") == "me" and found.get("by") == "you":
        found.pop("by")
    if found.get("event") in ("begin_phase", "end_turn") and found.get("whose") == "each":
        found.pop("whose")
    return found


def _renamed(text: dict[str, Any]) -> dict[str, Any]:
    """A text with its own names replaced by numbers, in the order in which they come up."""
    declared: list[str] = []
    _declared(text, declared)
    used: set[str] = set()
    _used(text, used)
    order: dict[str, str] = {}
    result = _with_names(text, set(declared), used, order)
    assert isinstance(result, dict)
    return result


def _declared(value: Any, found: list[str]) -> None:
    if isinstance(value, list):
        for each in value:
            _declared(each, found)
    elif isinstance(value, dict):
        found += value.get("chooses", {})
        if "do" in value and value.get("label"):
            found.append(value["label"])
        for each in value.values():
            _declared(each, found)


_FREE = ("label", "name")


def _used(value: Any, found: set[str]) -> None:
    if isinstance(value, str):
        found.add(value)
        if match := _OF.match(value):
            found.add(match[2])
    elif isinstance(value, list):
        for each in value:
            _used(each, found)
    elif isinstance(value, dict):
        for key, each in value.items():
            if key not in _FREE and (key not in _WORDS or not isinstance(each, str)):
                _used(each, found)


def _with_names(value: Any, names: set[str], used: set[str], order: dict[str, str]) -> Any:
    def named(name: str) -> str:
        return order.setdefault(name, f"#{len(order)}")

    if isinstance(value, str):
        if match := _OF.match(value):
            name = match[2]
            return f"{match[1]} of {named(name) if name in names else name}"
        return named(value) if value in names and value not in REFERENTS else value
    if isinstance(value, list):
        return [_with_names(each, names, used, order) for each in value]
    if not isinstance(value, dict):
        return value
    found: dict[str, Any] = {}
    # what is chosen is named in the order in which the text speaks of it
    keys = sorted(value, key=lambda key: (key == "chooses", key))
    for key in keys:
        each = value[key]
        if key == "label" and "do" in value:
            if each in used:
                found[key] = named(each)
        elif key in _WORDS and isinstance(each, str):
            found[key] = each
        elif key == "name" and ("does" in value or "ability" in value):
            continue
        elif key == "chooses":
            slots = {named(name): slot for name, slot in each.items()}
            found[key] = {
                name: _with_names(slot, names, used, order) for name, slot in sorted(slots.items())
            }
        else:
            found[key] = _with_names(each, names, used, order)
    return found
