"""The words of the notation, and where a definition uses them."""

from __future__ import annotations

import types
from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from judge.effects import notation as n
from judge.effects.notation import words as lists
from tests.docs.notation_table import called, nodes

#: a way into the plain data of a definition
Path = tuple[str | int, ...]

#: whom a text may mean, as `Who` has it
_WHO = (
    *("you", "opponent", "opponents", "teammate", "allies", "each", "each_other", "that_player"),
    *("chosen", "turn_player", "attacker", "defender", "controller of", "owner of"),
)

#: the lists that have a name, by their words
_NAMED = {
    get_args(each): name
    for name, each in {
        **{name: getattr(lists, name) for name in lists.__dict__ if name[0].isupper()},
        "Event": n.Event,
        "Who": Literal[*_WHO],
    }.items()
    if get_origin(each) is Literal
}
_NODES = (*nodes(), n.Following)


class Use(msgspec.Struct, frozen=True):
    """One use of a word: where it stands, and, of a word of a list, the words it could be."""

    word: str
    path: Path
    others: tuple[str, ...] = ()
    default: Any = None


def name_of(node: type[n.Node]) -> str:
    """What a node is called, or `Ability` for the one that all abilities come from."""
    return called(node)


@cache
def _lists(node: type[n.Node]) -> dict[str, list[tuple[str, tuple[str, ...]]]]:
    """The closed lists of each parameter of a node: what the list is called, and its words."""
    hints = get_type_hints(node, include_extras=True)
    found = {}
    for field in node.__struct_fields__:
        held = [
            (_NAMED.get(words, f"{name_of(node)}, {field}"), words)
            for words in _literals(hints[field])
        ]
        if held:
            found[field] = held
    return found


def _literals(hint: Any) -> Iterator[tuple[str, ...]]:
    origin = get_origin(hint)
    if hint == n.Who:
        yield _WHO
    elif origin is Literal:
        yield get_args(hint)
    elif origin in (Union, types.UnionType, list, Annotated):
        for part in get_args(hint):
            yield from _literals(part)


@cache
def vocabulary() -> tuple[str, ...]:
    """Every word: the nodes in the order of the document, then the lists."""
    found = dict.fromkeys(name_of(node) for node in _NODES)
    for node in _NODES:
        for held in _lists(node).values():
            for name, words in held:
                found.update(dict.fromkeys(_word(name, word) for word in words))
    return tuple(found)


def _word(name: str, word: str) -> str:
    return f"{name}: {word}"


def uses(definition: n.CardDefinition) -> Iterator[Use]:
    """Each use of a word in what a card says."""
    for field in ("chooses", "does", "abilities", "effect_text", "additional_costs"):
        yield from _within(getattr(definition, field), (field,))


def _within(value: Any, path: Path) -> Iterator[Use]:
    if isinstance(value, list):
        for index, each in enumerate(value):
            yield from _within(each, (*path, index))
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from _within(each, (*path, key))
    elif isinstance(value, n.Node):
        yield Use(name_of(type(value)), path)
        held = _lists(type(value))
        for field in msgspec.structs.fields(value):
            each, at = getattr(value, field.name), (*path, field.encode_name)
            for name, words in held.get(field.name, ()):
                for word, where in _said(each, at):
                    known = " ".join(word.split()[:2]) if words is _WHO and " of " in word else word
                    if known in words:
                        rest = tuple(other for other in words if other != known)
                        default = None if isinstance(each, list) else field.default
                        yield Use(_word(name, known), where, rest, default)
            yield from _within(each, at)


def _said(value: Any, path: Path) -> Iterator[tuple[str, Path]]:
    if isinstance(value, str):
        yield value, path
    elif isinstance(value, list):
        for index, each in enumerate(value):
            if isinstance(each, str):
                yield each, (*path, index)
