"""The facts of a typed board that may be left out."""

from __future__ import annotations

import types
from collections.abc import Iterator
from typing import Any, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec

from judge.board.document import BoardDocument

#: no facts of the board: how it is written down, and what the cards of the scenario are
NOT_FACTS = frozenset({"schema", "edition", "stable", "defaulted", "cards", "id"})

Place = tuple[str | int, ...]


class Fact(NamedTuple):
    """A key of a board that could be left out: its place, and the same with `*` for every name and
    `[]` for every place in a list.
    """

    place: Place
    key: str


def facts(board: dict[str, Any]) -> list[Fact]:
    """Every key on the board that has a default, from the outside in."""
    return [
        Fact(place, ".".join(names))
        for place, names in _optional(board, BoardDocument, (), ())
        if place[-1] not in NOT_FACTS and place[0] not in NOT_FACTS
    ]


def without(tree: Any, place: Place) -> Any:
    """The tree without what stands at a place; the tree itself stays as it is."""
    first, *rest = place
    copy = tree.copy()
    if rest:
        copy[first] = without(tree[first], tuple(rest))
    else:
        del copy[first]
    return copy


def _optional(
    value: Any, kind: Any, place: Place, names: tuple[str, ...]
) -> Iterator[tuple[Place, tuple[str, ...]]]:
    if isinstance(value, list):
        for inner in _arguments(kind, list):
            for index, part in enumerate(value):
                yield from _optional(part, inner[0], (*place, index), (*names, "[]"))
    elif isinstance(value, dict) and (structs := _structs(kind)):
        for struct in structs:
            hints = get_type_hints(struct)
            for field in msgspec.structs.fields(struct):
                key = field.encode_name
                if key in value:
                    there = ((*place, key), (*names, key))
                    if not field.required:
                        yield there
                    yield from _optional(value[key], hints[field.name], *there)
    elif isinstance(value, dict):
        for inner in _arguments(kind, dict):
            for key, part in value.items():
                yield from _optional(part, inner[1], (*place, key), (*names, "*"))


def _alternatives(kind: Any) -> Iterator[Any]:
    if get_origin(kind) in (Union, types.UnionType):
        for part in get_args(kind):
            yield from _alternatives(part)
    else:
        yield kind


def _structs(kind: Any) -> list[type[msgspec.Struct]]:
    """The structs of which a mapping of this kind may be one."""
    found = list(_alternatives(kind))
    return [one for one in found if isinstance(one, type) and issubclass(one, msgspec.Struct)]


def _arguments(kind: Any, container: type) -> list[tuple[Any, ...]]:
    return [get_args(one) for one in _alternatives(kind) if get_origin(one) is container]
