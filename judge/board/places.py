"""Where in the document a fact stands that a ruling names by an id.

Rulings speak of `objects.A.fury-rune.exhausted`, since the id is what a board keeps. Whoever typed
the board looks for `$.players.A.runes[0].exhausted`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from judge.board.document import BoardDocument
from judge.board.faults import Path

#: what a path by an id begins with
_BY_ID = ("objects.", "cards.", "facedown.", "effects.", "battlefields.", "chain.items.", "chain.")


def typed_places(board: msgspec.Struct, typed: Mapping[int, Path]) -> dict[str, Path]:
    """By id, where each part of a board that was expanded from a document was typed.

    `typed`: the places by the identity of the part.
    """
    return {
        name: typed[here]
        for part in _parts(board)
        if (here := id(part)) in typed and isinstance(name := getattr(part, "id", None), str)
    }


def _parts(value: Any) -> Iterator[Any]:
    if isinstance(value, msgspec.Struct):
        yield value
        for below in msgspec.structs.astuple(value):
            yield from _parts(below)
    elif isinstance(value, list):
        for each in value:
            yield from _parts(each)
    elif isinstance(value, dict):
        for each in value.values():
            yield from _parts(each)


def named_places(tree: Any, path: Path = ()) -> Iterator[tuple[str, Path]]:
    """By id, where the document itself gives it."""
    if isinstance(tree, dict):
        identity = tree.get("id")
        if isinstance(identity, str):
            yield identity, path
        for key, below in tree.items():
            yield from named_places(below, (*path, str(key)))
    elif isinstance(tree, list):
        for index, below in enumerate(tree):
            yield from named_places(below, (*path, index))


def place_of(about: str, places: Mapping[str, Path], tree: Any) -> Path | None:
    """Where in a document stands what a ruling is about; None for what is no fact of the board.

    What is not there itself, since it was left out or a count stands for it, has the place of the
    innermost part around it; a key that could be added to a mapping is given with it.
    """
    for prefix in _BY_ID:
        if about.startswith(prefix):
            rest = about.removeprefix(prefix)
            known = [name for name in places if rest == name or rest.startswith(f"{name}.")]
            if known:
                name = max(known, key=len)
                tail = rest.removeprefix(name).removeprefix(".")
                return _within(tree, places[name], tail.split(".") if tail else [])
    first, *others = about.split(".")
    if first not in BoardDocument.__struct_fields__ or ":" in about:
        return None
    if first == "players" and isinstance(tree, dict):
        # the name of a player may hold a dot
        rest = about.removeprefix("players.")
        for name in sorted(tree.get("players") or {}, key=len, reverse=True):
            if rest.startswith(f"{name}."):
                return _within(tree, ("players", name), rest.removeprefix(f"{name}.").split("."))
    return _within(tree, (), [first, *others])


def _within(tree: Any, start: Path, tail: list[str]) -> Path:
    found: Path = ()
    for step in start:
        try:
            tree = tree[step]
        except (IndexError, KeyError, TypeError):
            return found  # a name or a count stands for all that is further in
        found = (*found, step)
    for each in tail:
        if isinstance(tree, list) and each.isdecimal() and int(each) < len(tree):
            step, tree = int(each), tree[int(each)]
        elif isinstance(tree, dict):
            # a key that is not there yet is where the fact belongs
            step, tree = each, tree.get(each, {})
        else:
            return found
        found = (*found, step)
    return found
