"""The published shape of the notation, and every way in which a document departs from it (D11)."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from functools import cache
from itertools import islice
from typing import Any

import msgspec
from msgspec import inspect as shapes

from judge.board.document import BoardDocument
from judge.board.faults import Fault, Path, as_json, show_path, too_many_faults
from judge.limits import FAULTS

REF_TEMPLATE = "#/$defs/{name}"


def board_schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of a board as people may type it; canonical boards fit it too.

    Fields are described by the `#:` comments of the structs.
    """
    (root,), components = msgspec.json.schema_components([BoardDocument], ref_template=REF_TEMPLATE)
    for kind in _structs(shapes.type_info(BoardDocument), {}):
        described = components[kind.__name__].get("properties", {})
        for name, text in field_comments(kind).items():
            if name in described:
                described[name].setdefault("description", text)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Riftbound board",
        **root,
        "$defs": components,
    }


def _structs(shape: Any, seen: dict[type, None]) -> dict[type, None]:
    """Every struct that a type is made of, in the order in which they are met."""
    if isinstance(shape, shapes.StructType):
        if shape.cls in seen:
            return seen
        seen[shape.cls] = None
        for field in shape.fields:
            _structs(field.type, seen)
    elif isinstance(shape, shapes.UnionType):
        for part in shape.types:
            _structs(part, seen)
    elif isinstance(shape, shapes.DictType):
        _structs(shape.value_type, seen)
    elif isinstance(shape, shapes.ListType):
        _structs(shape.item_type, seen)
    return seen


@cache
def field_comments(kind: type) -> dict[str, str]:
    """What the `#:` comments above the fields of a struct say, bases first."""
    comments: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        if not issubclass(base, msgspec.Struct) or base is msgspec.Struct:
            continue
        lines: list[str] = []
        for line in inspect.getsource(base).splitlines():
            text = line.strip()
            if text.startswith("#:"):
                lines.append(text[2:].strip())
            elif (field := re.match(r"(\w+): ", text)) and lines:
                comments[field.group(1)] = " ".join(lines)
                lines = []
            else:
                lines = []
    return comments


# --- faults of shape ----------------------------------------------------------------------------


def shape_faults(tree: Any, kind: type) -> list[Fault]:
    """Where plain data departs from a type; msgspec itself stops at the first place.

    At most `limits.FAULTS` places, and then one fault more that says so.
    """
    found = [
        Fault(path=show_path(path), code=code, message=message)
        for path, code, message in islice(_departures(tree, shapes.type_info(kind), ()), FAULTS + 1)
    ]
    return [*found[:FAULTS], too_many_faults()] if len(found) > FAULTS else found


Departure = tuple[Path, str, str]

_WORDS: dict[type, str] = {
    shapes.StrType: "text",
    shapes.IntType: "a whole number",
    shapes.FloatType: "a number",
    shapes.BoolType: "true or false",
    shapes.NoneType: "null",
    shapes.ListType: "a list",
    shapes.DictType: "an object",
    shapes.StructType: "an object",
}


def _departures(tree: Any, shape: Any, path: Path) -> Iterator[Departure]:
    if isinstance(shape, shapes.AnyType):
        return
    branches = shape.types if isinstance(shape, shapes.UnionType) else (shape,)
    tagged = {b.tag: b for b in branches if isinstance(b, shapes.StructType) and b.tag is not None}
    if tagged and isinstance(tree, dict):
        yield from _of_a_kind(tree, tagged, path)
        return
    fitting = [branch for branch in branches if _fits(tree, branch)]
    if fitting:
        yield from _inner(tree, fitting[0], path)
    else:
        yield path, "wrong_type", f"{_wanted(branches)} is needed here, not {_called(tree)}"


def _of_a_kind(tree: dict[Any, Any], kinds: dict[Any, Any], path: Path) -> Iterator[Departure]:
    """Departures within an object whose kind stands in one of its own keys."""
    key = next(iter(kinds.values())).tag_field
    kind = tree.get(key)
    if kind is None:
        yield path, "missing_key", f"`{key}` is needed"
    elif not isinstance(kind, str) or kind not in kinds:
        yield (*path, key), "wrong_value", f"{as_json(kind)} is none of: {', '.join(sorted(kinds))}"
    else:
        yield from _inner({k: v for k, v in tree.items() if k != key}, kinds[kind], path)


def _inner(tree: Any, shape: Any, path: Path) -> Iterator[Departure]:
    """Departures within data whose outermost type is right."""
    if isinstance(shape, shapes.LiteralType):
        if tree not in shape.values:
            values = ", ".join(str(value) for value in shape.values)
            yield path, "wrong_value", f"{as_json(tree)} is none of: {values}"
    elif isinstance(shape, shapes.StructType):
        fields = {field.encode_name: field for field in shape.fields}
        for field in shape.fields:
            if field.required and field.encode_name not in tree:
                yield path, "missing_key", f"`{field.encode_name}` is needed"
        for key, value in tree.items():
            if key in fields:
                yield from _departures(value, fields[key].type, (*path, key))
            else:
                yield (*path, str(key)), "unknown_key", _no_such(str(key), fields)
    elif isinstance(shape, shapes.DictType):
        for key, value in tree.items():
            if not isinstance(key, str):
                message = f"{key!r} is a key and must be text"
                yield (*path, str(key)), "wrong_type", message
            else:
                yield from _departures(value, shape.value_type, (*path, key))
    elif isinstance(shape, shapes.ListType):
        for index, value in enumerate(tree):
            yield from _departures(value, shape.item_type, (*path, index))


def _no_such(key: str, known: Iterable[str]) -> str:
    near = get_close_matches(key, known, 1)
    guess = f" (perhaps `{near[0]}`)" if near else ""
    return f"no such key{guess}; there are: {', '.join(sorted(known))}"


def _fits(tree: Any, shape: Any) -> bool:
    """Whether the outermost type of the data is that of the shape."""
    if isinstance(shape, shapes.AnyType):
        return True
    if isinstance(shape, shapes.LiteralType):
        return isinstance(tree, str)
    if isinstance(shape, shapes.BoolType):
        return isinstance(tree, bool)
    if isinstance(shape, shapes.IntType):
        return isinstance(tree, int) and not isinstance(tree, bool)
    if isinstance(shape, shapes.StrType):
        return isinstance(tree, str)
    if isinstance(shape, shapes.NoneType):
        return tree is None
    if isinstance(shape, shapes.ListType):
        return isinstance(tree, list)
    return isinstance(shape, shapes.DictType | shapes.StructType) and isinstance(tree, dict)


def _wanted(branches: Any) -> str:
    words = []
    for branch in branches:
        if isinstance(branch, shapes.LiteralType):
            words.append("one of " + ", ".join(str(value) for value in branch.values))
        else:
            words.append(_WORDS.get(type(branch), "another type"))
    return " or ".join(dict.fromkeys(words))


def _called(tree: Any) -> str:
    if tree is None:
        return "null"
    if isinstance(tree, bool):
        return "true" if tree else "false"
    if isinstance(tree, str):
        return f"the text {as_json(tree)}" if len(tree) < 40 else "a text"
    if isinstance(tree, int | float):
        return f"the number {tree}"
    return "a list" if isinstance(tree, list) else "an object"
