"""The documents that commands read, strict YAML or JSON: a file, standard input, an argument."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from api.cli.output import Complaint, refuse, tree_path
from api.notation_yaml import Document, NotationError, load_document
from api.notation_yaml import Path as TreePath
from judge.board.faults import Fault, show_path
from judge.board.shapes import shape_faults
from judge.limits import REQUEST_BYTES

_STANDARD_INPUT = "standard input"


class Input:
    """A document that was read, and where each part of it stands."""

    def __init__(self, name: str, document: Document, *, has_lines: bool) -> None:
        self.name = name
        self.tree = document.tree
        self._document = document
        self._has_lines = has_lines

    def at(self, path: TreePath, message: str, code: str = "wrong_value") -> Complaint:
        """A complaint about what stands at `path`."""
        place = self._document.place_of(path) if self._has_lines else None
        return Complaint(
            path=show_path(path),
            code=code,
            message=message,
            document=self.name,
            line=place.line if place else None,
            column=place.column if place else None,
        )

    def faults(self, faults: Iterable[Fault], within: TreePath) -> list[Complaint]:
        """The faults of what stands at `within`, each with its line."""
        return [
            self.at((*within, *tree_path(fault.path)), fault.message, fault.code)
            for fault in faults
        ]


def read_file(name: str) -> Input:
    """The document of a file, `-` for standard input. Ends the program when there is none."""
    shown = _STANDARD_INPUT if name == "-" else name
    try:
        if name == "-":
            content = sys.stdin.buffer.read(REQUEST_BYTES + 1)
        else:
            with Path(name).open("rb") as file:
                content = file.read(REQUEST_BYTES + 1)
    except OSError as error:
        refuse([_unreadable(shown, f"{error.strerror or error}")])
    if len(content) > REQUEST_BYTES:
        message = f"larger than {REQUEST_BYTES} bytes (the limit REQUEST_BYTES)"
        refuse([_unreadable(shown, message, code="limit")])
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        refuse([_unreadable(shown, f"not UTF-8 (byte {error.start})", code="syntax", line=line)])
    return read_text(text, shown)


def _unreadable(
    name: str,
    message: str,
    *,
    code: str = "unreadable",
    line: int | None = None,
    column: int | None = None,
) -> Complaint:
    """A complaint about a whole document, or about a place in its text."""
    return Complaint(path="$", code=code, message=message, document=name, line=line, column=column)


def read_text(text: str, name: str) -> Input:
    """The document of a text. Ends the program when it is none."""
    if name.endswith(".json") or text.lstrip().startswith(("{", "[")):
        found = _as_json(text, name)
        if found is not None:
            return found
    try:
        return Input(name, load_document(text, name=name), has_lines=True)
    except NotationError as error:
        refuse(
            [_unreadable(name, error.problem, code="syntax", line=error.line, column=error.column)]
        )


def _as_json(text: str, name: str) -> Input | None:
    """The text as JSON; None for YAML that merely begins like it."""
    try:
        tree = json.loads(text, object_pairs_hook=_without_repeats)
    except _KeyTwice as error:
        message = f"the key {error.args[0]!r} stands twice in one object"
        refuse([_unreadable(name, message, code="key_twice")])
    except RecursionError:
        refuse([_unreadable(name, "nested too deeply", code="limit")])
    except ValueError as error:
        if not name.endswith(".json"):
            return None
        message, line, column = "not JSON", None, None
        if isinstance(error, json.JSONDecodeError):
            message, line, column = "not JSON from here on", error.lineno, error.colno
        refuse([_unreadable(name, message, code="syntax", line=line, column=column)])
    return Input(name, Document(tree, {}), has_lines=False)


class _KeyTwice(Exception):
    """A key of a JSON object that stands in it twice."""


def _without_repeats(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    tree: dict[str, Any] = {}
    for key, value in pairs:
        if key in tree:
            raise _KeyTwice(key)
        tree[key] = value
    return tree


def read_argument(text: str, option: str, such_as: str) -> Input:
    """A document given on the line itself (`{...}`, `[...]`), or the file that the text names.

    `such_as`: what one looks like, for a text that is neither.
    """
    if text.lstrip().startswith(("{", "[")):
        return read_text(text, option)
    if text != "-" and not Path(text).exists():
        message = f"there is no file {text!r}; write it out, such as {such_as}, or name a file"
        refuse([Complaint(path=option, code="unreadable", message=f"{option}: {message}")])
    return read_file(text)


def converted(document: Input, tree: Any, path: TreePath, kind: Any) -> Any:
    """A part of a document as a typed value. Ends the program when it has another shape."""
    try:
        return msgspec.convert(tree, kind)
    except msgspec.ValidationError as error:
        found = document.faults(shape_faults(tree, kind), path)
        # what only msgspec minds is said in its words
        refuse(found or [document.at(path, str(error))])
