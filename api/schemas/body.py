"""From the bytes of a request to its envelope.

A body is JSON, not nested deeper than `judge.limits.NESTING`, with integers that every JSON reader
keeps exact. What these hold off can then not trouble the layers behind.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any, NoReturn

import flask
import marshmallow
import msgspec
from flask_smorest import Blueprint as SmorestBlueprint
from webargs.flaskparser import FlaskParser
from werkzeug.exceptions import RequestEntityTooLarge

from api.errors import malformed, not_json
from api.schemas.shapes import schema_faults
from judge.board.faults import Fault, Path, show_path
from judge.board.shapes import no_such_key
from judge.limits import NESTING, REQUEST_BYTES

#: 2 ** 53 - 1, the largest integer up to which every JSON reader is exact (RFC 8259, section 6).
LARGEST_INTEGER = 9_007_199_254_740_991


def decode(body: bytes) -> Any:
    """The plain tree of a JSON body. Raises `api.errors.RequestRefused`."""
    try:
        tree = msgspec.json.decode(body)
    except RecursionError as error:
        raise malformed([_too_deep(())], limit="NESTING") from error
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise malformed([Fault("$", "syntax", _not_json(body, str(error)))]) from error
    keys = _count_keys(tree)
    if keys is None or _LONG_NUMBER in body.translate(_DIGITS_ALIKE):
        refuse_beyond_bounds(tree)
    # each member has a colon of its own: where no text holds one, they tell how many there are
    if keys != body.count(b":") and keys != body.translate(None, _BLANKS).count(b'":'):
        # a key stands twice, or a text holds what looks like one
        _refuse_keys_twice(body)
    return tree


def _not_json(body: bytes, said: str) -> str:
    """Where a body ceases to be JSON."""
    if not body.strip():
        return "the body is empty; a JSON object is needed"
    if "out of range" in said:
        return f"a number is larger than a JSON reader can hold: {said}"
    at = re.search(r"\(byte (\d+)\)", said)
    if at is None:
        return "the body is not JSON: it ends within a value"
    before = body[: int(at[1])]
    line, column = before.count(b"\n") + 1, len(before) - before.rfind(b"\n")
    return f"the body is not JSON from line {line}, column {column} on"


_BLANKS = b" \t\r\n"
_DIGITS_ALIKE = bytes.maketrans(b"123456789", b"000000000")
#: Digits of an integer that may be beyond `LARGEST_INTEGER`.
_LONG_NUMBER = b"0" * 16


def _refuse_keys_twice(body: bytes) -> None:
    """A key that stands twice would drop a fact in silence."""
    twice: list[str] = []

    def members(pairs: list[tuple[str, Any]]) -> None:
        counts = Counter(key for key, _ in pairs)
        twice.extend(key for key, count in counts.items() if count > 1)

    json.loads(body, object_pairs_hook=members)
    if twice:
        raise malformed(
            Fault("$", "key_twice", f"the key {key!r} stands twice in one object") for key in twice
        )


def _count_keys(tree: Any) -> int | None:
    """How many keys a tree has; None when it is nested too deep. Every body is asked: be quick."""
    level = [tree] if type(tree) in _CONTAINERS else []
    keys = 0
    for _ in range(NESTING):
        below: list[Any] = []
        for value in level:
            if type(value) is dict:
                keys += len(value)
                below += value.values()
            else:
                below += value
        level = [each for each in below if type(each) in _CONTAINERS]
        if not level:
            return keys
    return None


_CONTAINERS = frozenset({dict, list})


def refuse_beyond_bounds(tree: Any) -> None:
    """Refuse what is nested too deep, and integers that lose digits on the way through JSON."""
    level: list[tuple[Path, Any]] = [((), tree)] if type(tree) in _CONTAINERS else []
    faults: list[Fault] = []
    for _ in range(NESTING):
        level = [child for path, value in level for child in _children(path, value, faults)]
        if not level:
            break
    else:
        raise malformed([*faults, _too_deep(level[0][0])], limit="NESTING")
    if faults:
        raise malformed(faults)


def _children(path: Path, value: Any, faults: list[Fault]) -> list[tuple[Path, Any]]:
    """The lists and mappings in one of them, with their paths. Integers are looked at here."""
    children: list[tuple[Path, Any]] = []
    for key, below in value.items() if type(value) is dict else enumerate(value):
        if type(below) in _CONTAINERS:
            children.append(((*path, key), below))
        elif type(below) is int and not -LARGEST_INTEGER <= below <= LARGEST_INTEGER:
            message = "an integer beyond what JSON keeps exact"
            faults.append(Fault(show_path((*path, key)), "wrong_value", message))
    return children


def _too_deep(path: Path) -> Fault:
    return Fault(show_path(path), "limit", f"nested deeper than {NESTING} (limit NESTING)")


class EnvelopeParser(FlaskParser):
    """Hands the envelope of a request to its marshmallow schema."""

    DEFAULT_VALIDATION_STATUS = 400

    def _raw_load_json(self, req: flask.Request) -> Any:
        if not req.is_json:
            given = req.mimetype or "none"
            raise not_json(f"Send Content-Type: application/json (given: {given}).")
        body = req.get_data(cache=False)
        if len(body) > REQUEST_BYTES:
            raise RequestEntityTooLarge
        return decode(body)

    def handle_error(
        self,
        error: marshmallow.ValidationError,
        req: flask.Request,
        schema: marshmallow.Schema,
        *,
        error_status_code: int | None,
        error_headers: Any,
    ) -> NoReturn:
        messages = error.messages
        place = ""
        # webargs files the messages under the place they were read from
        if isinstance(messages, dict) and messages.keys() in ({"json"}, {"query"}):
            ((place, messages),) = messages.items()
        faults = schema_faults(messages, error.data, schema, of_address=place == "query")
        raise malformed(faults) from error


class Blueprint(SmorestBlueprint):  # type: ignore[misc]
    """A blueprint whose arguments are read by `EnvelopeParser`.

    Under a prefix (`/v1`) no parameter of an address is passed over: one that the route does not
    know is refused before the route is called, and so is one that is given twice and counts once.
    What has no prefix is asked by probes and scrapers, which add parameters of their own.
    """

    ARGUMENTS_PARSER = EnvelopeParser()

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        if self.url_prefix:
            self.before_request(_refuse_unknown_parameters)


def _refuse_unknown_parameters() -> None:
    """Raises `api.errors.RequestRefused`."""
    given = flask.request.args
    if not given:
        return
    known = query_fields(flask.current_app.view_functions[flask.request.endpoint or ""])
    faults = [
        Fault(name, "unknown_key", _not_known(name, known)) for name in given if name not in known
    ]
    faults += [
        Fault(name, "key_twice", f"the parameter {name!r} is given twice")
        for name, field in known.items()
        if len(given.getlist(name)) > 1 and not isinstance(field, marshmallow.fields.List)
    ]
    if faults:
        raise malformed(faults)


@cache
def query_fields(view: Any) -> Mapping[str, marshmallow.fields.Field[Any]]:
    """The parameters that a route takes from the address, by name, none if it takes none."""
    fields: dict[str, marshmallow.fields.Field[Any]] = {}
    for arguments in getattr(view, "_apidoc", {}).get("arguments", {}).get("parameters", ()):
        if arguments["in"] == "query":
            schema = arguments["schema"]
            loaded = (schema() if isinstance(schema, type) else schema).fields
            fields |= {field.data_key or name: field for name, field in loaded.items()}
    return fields


def _not_known(name: str, known: Mapping[str, object]) -> str:
    if not known:
        return f"the parameter {name!r} is not known; this address takes none"
    return no_such_key(name, known)
