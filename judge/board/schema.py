"""The published shape of a board (D11)."""

from __future__ import annotations

import inspect
import re
from functools import cache
from typing import Any

import msgspec
from msgspec import inspect as shapes

from judge.board.document import BoardDocument

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
