"""The strict YAML in which people type boards and scenarios.

It is YAML with everything left out that surprises people. Of what stands there without quotes,
only `true`, `false`, `null` (or nothing at all) and plain decimal integers are not text: `yes`,
`1.5`, `2026-07-16`, `~` and `0x1f` are. Refused, each with its line and column: a key that stands
twice, an alias, an anchor, a tag, a directive, a key that is not text, a second document, a tab,
and nesting beyond `judge.limits.NESTING`.

    >>> load("{phase: main, date: 2026-07-16, number: 7, stunned: no}")
    {'phase': 'main', 'date': '2026-07-16', 'number': 7, 'stunned': 'no'}
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import yaml
from yaml import events
from yaml.error import MarkedYAMLError

from judge.limits import NESTING

#: Steps from the root of a document to one of its values: keys and indexes.
Path = tuple[str | int, ...]

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_INTEGER = re.compile(r"0|-?[1-9][0-9]*")
_CONSTANTS: dict[str, bool | None] = {"true": True, "false": False, "null": None, "": None}
_TOO_DEEP = f"nested deeper than {NESTING} (the limit NESTING)"
#: A tab, and what YAML does not count among the printable characters.
_REFUSED_CHARACTER = re.compile("[^\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
#: What fits into 64 bits with certainty; a longer number is no number that a board could need.
_MOST_DIGITS = 18


class NotationError(ValueError):
    """A text that is not the strict YAML. Lines and columns count from one."""

    def __init__(self, problem: str, *, name: str, line: int, column: int) -> None:
        super().__init__(f"{name}:{line}:{column}: {problem}")
        self.problem = problem
        self.name = name
        self.line = line
        self.column = column


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands in a text, counted from one."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Document:
    """A tree, and where each of its values stands: at its key, or at itself inside a list."""

    tree: Any
    places: dict[Path, Place]

    def place_of(self, path: Path) -> Place:
        """Where the value at `path` stands, or the nearest value around it that exists."""
        for length in range(len(path), -1, -1):
            place = self.places.get(path[:length])
            if place is not None:
                return place
        return Place(1, 1)


@dataclass(slots=True)
class _Open:
    """A mapping or a list that is being read."""

    content: dict[str, Any] | list[Any]
    path: Path
    key: str | None = None
    key_lines: dict[str, int] = field(default_factory=dict)

    @property
    def wants_key(self) -> bool:
        return isinstance(self.content, dict) and self.key is None


def load(text: str, *, name: str = "<text>") -> Any:
    """The plain tree of one document; None for an empty one.

    `name` is what errors call the text. Raises `NotationError`.
    """
    return load_document(text, name=name).tree


def load_document(text: str, *, name: str = "<text>") -> Document:
    """The tree of one document, with the place of each value. Raises `NotationError`."""
    _refuse_characters(text, name)
    try:
        return _Reader(name).read(yaml.parse(text, Loader=_LOADER))
    except MarkedYAMLError as error:
        place = _place(error.problem_mark or error.context_mark)
        problem = error.problem or str(error)
        problem = _IN_OUR_WORDS.get(problem, problem)
        if "nesting" in problem:
            # the parser looks ahead, and has a limit of its own above ours
            problem = _TOO_DEEP
        raise NotationError(problem, name=name, line=place.line, column=place.column) from error


#: what the parser says, and what we say
_IN_OUR_WORDS = {
    "did not find expected ',' or '}'": "a `,` is missing here, or the `}` that ends the mapping",
    "did not find expected ',' or ']'": "a `,` is missing here, or the `]` that ends the list",
    "did not find expected key": "no key of what stands around it: the indent or a `:` is wrong",
    "did not find expected '-' indicator": "no entry of the list around it: a `- ` is missing",
    "did not find expected <document start>": "something stands before or after the document",
    "did not find expected node content": "a value is missing here",
    "mapping values are not allowed in this context": "a `:` where no key can stand; quote a text "
    "that has one",
    "could not find expected ':'": "a key without its `:`",
    "found unexpected end of stream": "the text ends within quotation marks",
    "found character that cannot start any token": "a character with which nothing can begin; "
    "quote the text",
    "found unknown escape character": 'an escape that there is not; in "..." write \\\\ for \\',
}


def _refuse_characters(text: str, name: str) -> None:
    """Refuse tabs, control characters and halves of surrogate pairs."""
    found = _REFUSED_CHARACTER.search(text)
    if found is None:
        return
    before = text[: found.start()]
    problem = "a character that is not allowed"
    if found.group() == "\t":
        problem = r'a tab; use spaces (in quoted text write "\t")'
    raise NotationError(
        problem,
        name=name,
        line=before.count("\n") + 1,
        column=len(before) - before.rfind("\n"),
    )


class _Reader:
    """Builds the tree from the parser's events, so that nothing is resolved behind its back."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.tree: Any = None
        self.places: dict[Path, Place] = {}
        self.open: list[_Open] = []

    def read(self, stream: Iterator[events.Event]) -> Document:
        documents = 0
        for event in stream:
            match event:
                case events.DocumentStartEvent():
                    documents += 1
                    if documents > 1:
                        self.refuse(event, "a second document; a file holds one")
                    if event.version or event.tags:
                        self.refuse(event, "a directive; none is allowed")
                case events.AliasEvent():
                    self.refuse(event, f"an alias (*{event.anchor}); write the value out")
                case events.ScalarEvent():
                    self.refuse_decorations(event)
                    self.scalar(event)
                case events.MappingStartEvent():
                    self.refuse_decorations(event)
                    self.begin(event, {})
                case events.SequenceStartEvent():
                    self.refuse_decorations(event)
                    self.begin(event, [])
                case events.MappingEndEvent() | events.SequenceEndEvent():
                    self.open.pop()
                case _:
                    pass
        return Document(self.tree, self.places)

    def refuse(self, event: events.Event, problem: str) -> None:
        """Raises `NotationError` at the event."""
        place = _place(event.start_mark)
        raise NotationError(problem, name=self.name, line=place.line, column=place.column)

    def refuse_decorations(self, event: events.NodeEvent) -> None:
        if event.anchor is not None:
            self.refuse(event, f"an anchor (&{event.anchor}); write the value out where it is used")
        tag = getattr(event, "tag", None)
        if tag is not None:
            self.refuse(event, f"a tag ({tag}); none is allowed (quote a text that begins with !)")

    def begin(self, event: events.Event, content: dict[str, Any] | list[Any]) -> None:
        if self.open and self.open[-1].wants_key:
            self.refuse(event, "a key that is a list or a mapping; a key is text")
        if len(self.open) >= NESTING:
            self.refuse(event, _TOO_DEEP)
        path = self.place(event, content)
        self.open.append(_Open(content, path))

    def scalar(self, event: events.ScalarEvent) -> None:
        if self.open and self.open[-1].wants_key:
            self.key(event)
        else:
            self.place(event, self.value(event))

    def key(self, event: events.ScalarEvent) -> None:
        """A key is text; an integer becomes text, so that numbered keys need no quotes."""
        within = self.open[-1]
        value = self.value(event)
        if value is None or isinstance(value, bool):
            shown = event.value or "nothing"
            self.refuse(event, f"a key that is not text: {shown} (quote it if it is meant as text)")
        if _is_plain(event) and event.value == "<<":
            self.refuse(event, "a merge key (<<); write the values out")
        key = str(value)
        place = _place(event.start_mark)
        if key in within.key_lines:
            first = within.key_lines[key]
            self.refuse(event, f"the key {key!r} stands twice, first in line {first}")
        within.key_lines[key] = place.line
        within.key = key
        self.places[(*within.path, key)] = place

    def value(self, event: events.ScalarEvent) -> Any:
        text = str(event.value)
        if not _is_plain(event):
            return text
        if text in _CONSTANTS:
            return _CONSTANTS[text]
        if _INTEGER.fullmatch(text):
            if len(text) > _MOST_DIGITS:
                self.refuse(event, f"a number of more than {_MOST_DIGITS} digits")
            return int(text)
        return text

    def place(self, event: events.Event, value: Any) -> Path:
        """Put a value where the innermost open collection wants it, and say under which path."""
        if not self.open:
            self.tree = value
            self.places[()] = _place(event.start_mark)
            return ()
        within = self.open[-1]
        if isinstance(within.content, list):
            path = (*within.path, len(within.content))
            self.places[path] = _place(event.start_mark)
            within.content.append(value)
            return path
        assert within.key is not None, "a value of a mapping follows its key"
        path = (*within.path, within.key)
        within.content[within.key] = value
        within.key = None
        return path


def _is_plain(event: events.ScalarEvent) -> bool:
    """Without quotes, and not a block of text."""
    return not event.style


def _place(mark: Any) -> Place:
    """The place of a parser's mark, which counts from zero."""
    return Place(mark.line + 1, mark.column + 1) if mark is not None else Place(1, 1)


# --- writing ---------------------------------------------------------------------------------


def written(tree: Any, *, flow: bool = False) -> str:
    """A tree in YAML that `read` takes back; `flow`: on one line."""
    text: str = yaml.dump(
        tree,
        Dumper=_Dumper,
        sort_keys=False,
        allow_unicode=True,
        default_flow_style=True if flow else None,
        width=10_000 if flow else 96,
    )
    return text.removesuffix("...\n").strip() if flow else text


class _Dumper(yaml.SafeDumper):
    """Without anchors, which the strict YAML refuses."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    """Quoted, where a reader would take a character for the end of a line."""
    style = '"' if _LINE_ENDS.search(text) else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_LINE_ENDS = re.compile("[\x85\u2028\u2029\ufeff]")
_Dumper.add_representer(str, _text)
