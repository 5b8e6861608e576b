"""The nodes of a card's text, and the card without one of them.

A node is a part that can be left out by itself:

- each member of a list or a mapping: an instruction, an ability, a slot, a mode, a change, one of
  several moments, a tag, a state, a symbol of Power, a keyword
- each field beside its default: a condition, a filter of a selector, a part of a cost, a duration,
  a number, a switch; and the value of a plain keyword above 1

What a node cannot be without (the amount of a Deal, the event of a Moment, the cost of an activated
ability) goes with the node and is none by itself, and its own parts are nodes again. A keyword that
has an ability of its own is that ability. What says the same when it is left out
(`tests.cards.same`: whose trash it is, that a card there is a card, a label that nothing uses) says
nothing, and is no node. The corners of a card (types, costs, Might, tags) are no text.

A kind of a selector is a noun, which cannot be left out: it counts as left out where another kind
stands in its place, or the widest one.

The path of a node is that of its place in the card's document: `abilities.0.does.1.amount`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import msgspec

from judge.effects import notation as n
from judge.effects.catalogue import standard_catalogue
from judge.effects.linting import MeaninglessDefinition, decode_definition
from judge.effects.notation import CardDefinition
from judge.effects.support import unsupported
from tests.cards.same import same

#: where the text of a card stands
TEXT = ("chooses", "does", "abilities", "effect_text", "additional_costs")
#: lists whose members are known by their place: one that is left out keeps its place
KEYED = ("abilities", "effect_text")
#: an ability that does nothing
NOTHING = n.Static(affects=[], changes=[])

Path = tuple[str | int, ...]


@cache
def modelled() -> dict[str, CardDefinition]:
    """The cards of the official list whose text is in notation, by name."""
    known = standard_catalogue()
    cards = [known[name] for name in sorted(known.names())]
    return {card.name: card for card in cards if card.set and card.text == "modelled"}


class Node(NamedTuple):
    """A part of a text. `kind`: member of a list or mapping, field, or value of a keyword."""

    path: Path
    kind: str

    @property
    def name(self) -> str:
        """The path as it is written."""
        return ".".join(map(str, self.path))

    @property
    def part(self) -> Path:
        """The ability, instruction, slot or keyword of the card in which it stands."""
        return self.path[:2]


def nodes_of(card: CardDefinition) -> list[Node]:
    """Every node of the card's text, each before those within it."""
    found: list[Node] = []
    told = _told(card)
    for keyword, value in card.keywords.items():
        if keyword in told:
            continue
        found.append(Node(("keywords", keyword), "member"))
        if value > 1:
            found.append(Node(("keywords", keyword, "value"), "value"))
    for field in TEXT:
        found += _members(getattr(card, field), (field,))
    return [node for node in found if not _says_nothing(card, node)]


def _told(card: CardDefinition) -> set[str]:
    """The keywords that the abilities of the card have in full."""
    told: set[str] = set()
    for ability in (*card.abilities, *card.effect_text):
        if isinstance(ability, n.KeywordAbility):
            told.add(ability.keyword)
        if isinstance(ability, n.Triggered) and ability.deathknell:
            told.add("Deathknell")
        told |= {"Legion"} if ability.legion else set()
        told |= {"Level"} if ability.level is not None else set()
        told |= {"Empowered"} if ability.empowered else set()
    return told


#: fields that can be left out and still be meant
_UNSAID = frozenset({"side", "kind", "label", "zone", "supertype", "what", "type"})


def _says_nothing(card: CardDefinition, node: Node) -> bool:
    """Whether the card says the same without it: by `tests.cards.same`, and

    - at a battlefield, that "you" conquer or hold here: who does controls it (190.6.d)
    - of a spell, that it is about `this` where it would be about `me`
    """
    if node.path[-1] == "by" and "Battlefield" in card.types:
        moment = _at(card, node.path[:-1])
        if isinstance(moment, n.Moment) and moment.event in ("conquer", "hold"):
            return moment.by == "you" and moment.where == "here"
    if node.path[-1] == "what" and card.is_spell and _at(card, node.path) == "this":
        changed = _put(card, node.path, "me")
        return bool(changed == without(card, node))
    return node.path[-1] in _UNSAID and same(card, without(card, node))


def _members(value: Any, path: Path) -> Iterator[Node]:
    """The nodes in what a field holds."""
    if isinstance(value, n.Node):
        yield from _fields(value, path)
    elif isinstance(value, list | dict):
        entries = enumerate(value) if isinstance(value, list) else value.items()
        for key, each in entries:
            yield Node((*path, key), "member")
            yield from _members(each, (*path, key))


def _fields(node: n.Node, path: Path) -> Iterator[Node]:
    for field in msgspec.structs.fields(node):
        value = getattr(node, field.name)
        at = (*path, field.encode_name)
        if not field.required:
            if value == default_of(field):
                continue
            if not isinstance(value, list | dict):
                yield Node(at, "field")
        yield from _members(value, at)


def default_of(field: msgspec.structs.FieldInfo) -> Any:
    """What a field is where it is left out."""
    if field.default is not msgspec.NODEFAULT:
        return field.default
    return field.default_factory() if field.default_factory is not msgspec.NODEFAULT else None


#: a kind in place of another: a noun cannot be left out, and `object` is a noun as well
_ANOTHER_KIND = {
    "unit": "gear",
    "gear": "unit",
    "equipment": "unit",
    "permanent": "rune",
    "rune": "unit",
    "legend": "unit",
    "spell": "unit",
    "ability": "spell",
    "spell_or_ability": "unit",
    "card": "rune",
    "facedown_card": "unit",
    "battlefield": "unit",
    "player": "unit",
}


def changed_by(card: CardDefinition, node: Node) -> list[CardDefinition]:
    """The card without the node; of the kind of a selector also with another one in its place."""
    found = [without(card, node)]
    if node.path[-1] == "kind":
        kind = _ANOTHER_KIND.get(_at(card, node.path))
        found += [_put(card, node.path, kind)] if kind is not None else []
    return found


def without(card: CardDefinition, node: Node, *, keyed: bool = True) -> CardDefinition:
    """The card without the node. `keyed`: an ability leaves one that does nothing in its place, so
    that the others are still called as before.
    """
    path = node.path
    if node.kind == "value":
        changed: CardDefinition = _put(card, path[:2], 1)
        return changed
    if keyed and len(path) == 2 and path[0] in KEYED:
        changed = _put(card, path, NOTHING)
        return changed
    changed = _removed(card, path)
    return changed


def blank(card: CardDefinition) -> CardDefinition:
    """The card without any text."""
    keyed = {field: [NOTHING] * len(getattr(card, field)) for field in KEYED}
    empty: dict[str, Any] = {"chooses": {}, "does": [], "additional_costs": [], "keywords": {}}
    return msgspec.structs.replace(card, **empty, **keyed)


def is_meaningless(card: CardDefinition, node: Node) -> bool:
    """Whether the card without the node is no text any more, or one that the engine refuses: a
    reference leads nowhere, an instruction has nothing left to say.
    """
    left = without(card, node, keyed=False)
    document = msgspec.to_builtins(left)
    try:
        made = decode_definition(document)
    except (MeaninglessDefinition, msgspec.ValidationError):
        return True
    return made.text != card.text or bool(unsupported(made))


def _attribute(node: Any, key: str | int) -> str:
    """The name of the attribute under which a struct keeps a field of its document."""
    return next(field.name for field in msgspec.structs.fields(node) if key in (field.encode_name,))


def _at(value: Any, path: Path) -> Any:
    for key in path:
        value = _get(value, key)
    return value


def _get(value: Any, key: str | int) -> Any:
    if isinstance(value, msgspec.Struct):
        return getattr(value, _attribute(value, key))
    return value[key]


def _set(value: Any, key: str | int, new: Any) -> Any:
    if isinstance(value, msgspec.Struct):
        return msgspec.structs.replace(value, **{_attribute(value, key): new})
    copy = list(value) if isinstance(value, list) else dict(value)
    copy[key] = new  # type: ignore[index]
    return copy


def _put(value: Any, path: Path, new: Any) -> Any:
    if not path:
        return new
    return _set(value, path[0], _put(_get(value, path[0]), path[1:], new))


def _removed(value: Any, path: Path) -> Any:
    first, rest = path[0], path[1:]
    if rest:
        return _set(value, first, _removed(_get(value, first), rest))
    if isinstance(value, msgspec.Struct):
        field = next(f for f in msgspec.structs.fields(value) if f.encode_name == first)
        return msgspec.structs.replace(value, **{field.name: default_of(field)})
    if isinstance(value, list):
        return [each for place, each in enumerate(value) if place != first]
    return {key: each for key, each in value.items() if key != first}
