"""The shape of a definition's data, and what can be said of the rest where a part has another one.

A definition with a wrong key somewhere is not of the notation, but most of it is: what departs is
taken out, so that whoever typed it is told of everything at once.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec

from judge.board.shapes import departures
from judge.effects.notation import CardDefinition

Path = tuple[str | int, ...]

#: what the departures of any document are called in a definition
_CODES = {"wrong_value": "unknown_word", "wrong_type": "wrong_shape"}
#: the keys under which entries have names
_MAPPINGS = frozenset({"chooses", "keywords"})
#: what has to be there for the rest to be a definition
_STAND_INS: dict[str, Any] = {"name": "it", "types": ["Unit"]}


class Departure(NamedTuple):
    """A place where the data of a definition is not of the notation."""

    path: Path
    code: str
    message: str


def departures_of(data: Any) -> list[Departure]:
    """Every place where the data departs from the shape of a definition."""
    found = [
        Departure(path, _CODES.get(code, code), message)
        for path, code, message in departures(data, CardDefinition)
    ]
    if found:
        return found
    try:
        msgspec.convert(data, CardDefinition)
    except msgspec.ValidationError as error:
        # what only msgspec minds is said in its words
        found.append(Departure((), "wrong_shape", str(error)))
    return found


class Rest(NamedTuple):
    """What is left of a definition without the parts that depart, and where its parts were.

    `removed` are the places of those parts in the data; `typeless`: its types are none of them.
    """

    definition: CardDefinition
    removed: frozenset[Path]
    typeless: bool
    moved: dict[Path, tuple[int, ...]]

    def place(self, path: Path) -> Path:
        """Where that which stands at a path of the rest stood in the data."""
        there: Path = ()
        for at, step in enumerate(path):
            kept = self.moved.get(path[:at])
            there = (*there, kept[step] if kept is not None and isinstance(step, int) else step)
        return there


def rest_of(data: Any, found: Iterable[Departure]) -> Rest | None:
    """The definition that the data would be without what departs; None if that is none at all."""
    if not isinstance(data, dict):
        return None
    tree = {**_STAND_INS, **copy.deepcopy(data)}
    paths = {one.path[:1] and _taken_out(tree, one.path) for one in found}
    paths.discard(())
    for path in sorted(paths, key=_later_first, reverse=True):
        _remove(tree, path)
    for key, value in _STAND_INS.items():
        tree.setdefault(key, value)
    moved = {path: tuple(kept) for path, kept in _kept_places(data, paths).items()}
    try:
        definition = msgspec.convert(tree, CardDefinition)
    except msgspec.ValidationError:
        return None
    typeless = "types" not in data or any(path[0] == "types" for path in paths)
    return Rest(definition, frozenset(paths), typeless, moved)


def _taken_out(tree: Any, path: Path) -> Path:
    """The part that goes with a departure: the innermost entry of a list around it, or its key."""
    lists = [at for at, step in enumerate(path) if isinstance(step, int)]
    if lists:
        return path[: lists[-1] + 1]
    return path[: 2 if path[0] in _MAPPINGS else 1]


def _later_first(path: Path) -> tuple[tuple[int, int | str], ...]:
    return tuple((0, step) if isinstance(step, int) else (1, step) for step in path)


def _remove(tree: Any, path: Path) -> None:
    *above, last = path
    try:
        for step in above:
            tree = tree[step]
        del tree[last]
    except (KeyError, IndexError, TypeError):
        return  # it went with a part around it


def _kept_places(data: Any, removed: Iterable[Path]) -> dict[Path, list[int]]:
    """By the path of each list of the rest, the places that its entries had."""
    gone = set(removed)
    places: dict[Path, list[int]] = {}

    def walk(value: Any, was: Path, now: Path) -> None:
        if isinstance(value, list):
            kept = [at for at in range(len(value)) if (*was, at) not in gone]
            places[now] = kept
            for at, before in enumerate(kept):
                walk(value[before], (*was, before), (*now, at))
        elif isinstance(value, dict):
            for key, below in value.items():
                walk(below, (*was, key), (*now, key))

    walk(data, (), ())
    return places
