"""A definition without one use of a word."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import msgspec

from judge.effects import notation as n
from judge.effects.linting import HARMLESS, findings
from judge.effects.support import unsupported
from tests.vocabulary.words import Path, Use

#: how many other words are tried in the place of one
AT_MOST = 16
_ALWAYS: dict[str, Any] = {"if": "all", "of": []}
_NEVER: dict[str, Any] = {"if": "not", "that": _ALWAYS}


def without(definition: n.CardDefinition, use: Use) -> Iterator[n.CardDefinition]:
    """The definitions that are left where a word is taken out, one for each way of doing so."""
    whole = msgspec.to_builtins(definition)
    if not use.others:
        yield from _meaning_something(definition, whole, _left_out(whole, use.path))
        return
    others = list(_meaning_something(definition, whole, _other_words(whole, use)))
    if not others:
        # no other word could stand there: it goes with its node
        node = use.path[:-1] if isinstance(use.path[-1], str) else use.path[:-2]
        others = list(_meaning_something(definition, whole, _left_out(whole, node)))
    yield from others


def _meaning_something(
    definition: n.CardDefinition, whole: Any, ways: Iterator[Any]
) -> Iterator[n.CardDefinition]:
    """Of what is left those that are definitions, and ask no more of the engine than before."""
    lacking = set(unsupported(definition))
    tried = 0
    for data in ways:
        if data == whole:
            continue
        try:
            changed = msgspec.convert(data, n.CardDefinition)
        except msgspec.ValidationError:
            continue
        if set(unsupported(changed)) - lacking:
            continue
        if any(found.code not in (*HARMLESS, "says_nothing") for found in findings(changed)):
            continue
        yield changed
        tried += 1
        if tried == AT_MOST:
            return


def _other_words(whole: Any, use: Use) -> Iterator[Any]:
    *above, last = use.path
    if isinstance(last, int):
        data = copy.deepcopy(whole)
        del _at(data, tuple(above))[last]
        yield data
    elif use.default is not msgspec.NODEFAULT:
        data = copy.deepcopy(whole)
        _at(data, tuple(above)).pop(last, None)
        yield data
    said = _at(whole, tuple(above))
    said = said[last] if isinstance(last, int) else said.get(last)
    object_of = f" of {said.rpartition(' ')[2]}" if isinstance(said, str) and " of " in said else ""
    for other in use.others:
        data = copy.deepcopy(whole)
        _at(data, tuple(above))[last] = f"{other[:-3]}{object_of}" if other[-3:] == " of" else other
        yield data


def _left_out(whole: Any, path: Path) -> Iterator[Any]:
    """Without the node at a place; where it cannot be absent, with one that means nothing, and
    without what it stands in.
    """
    *above, last = path
    if not above:
        return
    around = _at(whole, tuple(above))
    node = around[last]
    data = copy.deepcopy(whole)
    if isinstance(last, int):
        rest = _at(data, tuple(above))
        del rest[last]
        if isinstance(node, dict) and node.get("label"):
            rest[:] = [each for each in rest if not _mentions(each, node["label"])]
    else:
        del _at(data, tuple(above))[last]
    yield data
    for nothing in _nothing(node):
        data = copy.deepcopy(whole)
        _at(data, tuple(above))[last] = nothing
        yield data
    if not isinstance(last, int) or len(around) == 1:
        # a part that its node needs: the node goes with it
        outer = tuple(above)
        while outer and not isinstance(_at(whole, outer), dict):
            outer = outer[:-1]
        if len(outer) > 1:
            yield from _left_out(whole, outer)


def _nothing(node: Any) -> Iterator[Any]:
    if isinstance(node, dict):
        if "do" in node:
            yield {"do": "if", "condition": _NEVER, "then": [node]}
        if "value" in node:
            yield 0
            yield 1
        if "if" in node:
            yield _ALWAYS
            yield _NEVER


def _mentions(value: Any, label: str) -> bool:
    if isinstance(value, dict):
        return any(_mentions(each, label) for each in value.values())
    if isinstance(value, list):
        return any(_mentions(each, label) for each in value)
    return isinstance(value, str) and label in value.split()


def _at(data: Any, path: Path) -> Any:
    for step in path:
        data = data[step]
    return data
