"""The documents that commands read, strict YAML or JSON: a file, standard input, an argument."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from api.cli.output import refuse
from api.notation_yaml import Document, NotationError, load_document
from api.notation_yaml import Path as TreePath
from judge.board.faults import BoardError
from judge.board.schema import shape_faults
from judge.limits import REQUEST_BYTES

_PATH_PART = re.compile(r"\.([A-Za-z_][A-Za-z0-9_-]*)|\[([0-9]+)\]|\['((?:[^'\\]|\\.)*)'\]")
_STANDARD_INPUT = "standard input"


class Input:
    """A document that was read, and where each part of it stands."""

    def __init__(self, name: str, document: Document, *, has_lines: bool) -> None:
        self.name = name
        self.tree = document.tree
        self._document = document
        self._has_lines = has_lines

    def where(self, path: TreePath) -> str:
        """The name of the document, with line and column of what stands at `path`."""
        if not self._has_lines:
            return self.name
        place = self._document.place_of(path)
        return f"{self.name}:{place.line}:{place.column}"

    def at(self, path: TreePath, message: str) -> str:
        """A complaint about what stands at `path`."""
        shown = ".".join(str(part) for part in path)
        return f"{self.where(path)}: {f'{shown}: ' if shown else ''}{message}"

    def faults(self, error: BoardError, within: TreePath) -> list[str]:
        """The faults of a board that stands at `within`, each with its line."""
        return [self.at((*within, *tree_path(fault.path)), fault.message) for fault in error.faults]


def tree_path(path: str) -> TreePath:
    """The keys and indexes of a path such as `$.players.A.hand[0]`."""
    parts: list[str | int] = []
    for key, index, quoted in _PATH_PART.findall(path.removeprefix("$")):
        parts.append(int(index) if index else key or re.sub(r"\\(.)", r"\1", quoted))
    return tuple(parts)


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
        refuse([f"{shown}: {error.strerror or error}"])
    if len(content) > REQUEST_BYTES:
        refuse([f"{shown}: larger than {REQUEST_BYTES} bytes (the limit REQUEST_BYTES)"])
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        refuse([f"{shown}:{line}: not UTF-8 (byte {error.start})"])
    return read_text(text, shown)


def read_text(text: str, name: str) -> Input:
    """The document of a text. Ends the program when it is none."""
    if name.endswith(".json") or text.lstrip().startswith(("{", "[")):
        found = _as_json(text, name)
        if found is not None:
            return found
    try:
        return Input(name, load_document(text, name=name), has_lines=True)
    except NotationError as error:
        refuse([str(error)])


def _as_json(text: str, name: str) -> Input | None:
    """The text as JSON; None for YAML that merely begins like it."""
    try:
        tree = json.loads(text, object_pairs_hook=_without_repeats)
    except _KeyTwice as error:
        refuse([f"{name}: the key {error.args[0]!r} stands twice in one object"])
    except RecursionError:
        refuse([f"{name}: nested too deeply"])
    except ValueError as error:
        if not name.endswith(".json"):
            return None
        place = f":{error.lineno}:{error.colno}" if isinstance(error, json.JSONDecodeError) else ""
        message = error.msg if isinstance(error, json.JSONDecodeError) else str(error)
        refuse([f"{name}{place}: not JSON: {message}"])
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


def read_argument(text: str, option: str) -> Input:
    """A document given on the line itself (`{...}`, `[...]`), or the file that the text names."""
    if text.lstrip().startswith(("{", "[")):
        return read_text(text, option)
    return read_file(text)


def converted(document: Input, tree: Any, path: TreePath, kind: Any) -> Any:
    """A part of a document as a typed value. Ends the program when it has another shape."""
    try:
        return msgspec.convert(tree, kind)
    except msgspec.ValidationError as error:
        found = [
            document.at((*path, *tree_path(fault.path)), fault.message)
            for fault in shape_faults(tree, kind)
        ]
        # what only msgspec minds is said in its words
        refuse(found or [document.at(path, str(error))])
