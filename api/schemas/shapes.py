"""What the schema of a request refuses, in the words in which every document is refused.

The schemas are marshmallow's, and so are its messages. Nobody who sends a request knows that
library: what is said of a body and of the parameters of an address is what `judge.board.shapes`
says of boards and actions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import marshmallow
from marshmallow import fields, validate

from api.schemas.fields import Document
from judge.board.faults import Fault, Path, as_json, show_path
from judge.board.shapes import needed, no_such_key, none_of

_MISSING = "Missing data for required field."
_UNKNOWN = "Unknown field."
#: what marshmallow files the messages about a key or a value of a mapping under
_OF_ENTRIES = frozenset({"key", "value"})

_WANTED: tuple[tuple[type[fields.Field[Any]], str], ...] = (
    (fields.List, "a list"),
    (fields.Mapping, "an object"),
    (Document, "an object"),
    (fields.Integer, "a whole number"),
    (fields.Boolean, "true or false"),
    (fields.String, "text"),
)


def schema_faults(
    messages: Any, data: Any, schema: marshmallow.Schema, *, of_address: bool = False
) -> list[Fault]:
    """The faults that a schema found in data, from marshmallow's nested messages.

    The leaves of `messages` are sentences, or `Fault`s that a field of ours has made. `of_address`:
    the data are parameters of an address, each called by its name alone.
    """
    if not isinstance(messages, Mapping):
        messages = {"_schema": messages}
    found: list[Fault] = []
    for key, below in messages.items():
        if key == "_schema":
            found.append(Fault("$", "wrong_type", needed("an object", data)))
            continue
        known = {field.data_key or name: field for name, field in schema.fields.items()}
        given = data.get(key) if isinstance(data, Mapping) else None
        for path, leaf in _leaves(below, (key,)):
            if isinstance(leaf, Fault):
                found.append(leaf.under(show_path(path)))
            elif leaf == _MISSING and len(path) == 1:
                # a parameter has a name of its own, a key is missing from the body
                place = show_path((key,)) if of_address else "$"
                found.append(Fault(place, "missing_key", f"`{key}` is needed"))
            elif leaf == _UNKNOWN:
                found.append(Fault(show_path(path), "unknown_key", no_such_key(str(key), known)))
            else:
                found.append(_of_value(known.get(key), given, path, leaf))
    return [_of_parameter(fault) for fault in found] if of_address else found


def _of_parameter(fault: Fault) -> Fault:
    return Fault(fault.path.removeprefix("$.").removeprefix("$") or "$", fault.code, fault.message)


def _leaves(messages: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    if isinstance(messages, Mapping):
        for key, below in messages.items():
            yield from _leaves(below, path if key in _OF_ENTRIES else (*path, key))
    elif isinstance(messages, list):
        for each in messages:
            yield from _leaves(each, path)
    else:
        yield path, messages


def _of_value(field: fields.Field[Any] | None, given: Any, path: Path, said: str) -> Fault:
    """What is wrong with a value that stands in its place: its type, or that it is not listed."""
    for step in path[1:]:
        if isinstance(field, fields.List):
            field = field.inner
        elif isinstance(field, fields.Mapping):
            field = field.value_field
        try:
            given = given[step]
        except (IndexError, KeyError, TypeError):
            break
    place = show_path(path)
    if field is None:
        return Fault(place, "wrong_value", said)
    if said in set(field.error_messages.values()):
        wanted = next((words for kind, words in _WANTED if isinstance(field, kind)), "a value")
        return Fault(place, "wrong_type", needed(wanted, given))
    for one in field.validators:
        if isinstance(one, validate.OneOf):
            return Fault(place, "wrong_value", none_of(given, map(str, one.choices)))
        if isinstance(one, validate.Range):
            return Fault(place, "wrong_value", f"{given} is not from {one.min} to {one.max}")
        if isinstance(one, validate.Length) and one.max is not None:
            message = f"{len(given)} characters are more than {one.max}"
            return Fault(place, "wrong_value", message)
    return Fault(place, "wrong_value", f"{as_json(given)} does not fit here")
