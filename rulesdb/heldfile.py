"""The form of the data file of one edition, `core-1.4.json`.

A JSON object with one rule a line, so that its history reads well:

    {"edition":"core-1.4","rules":[
    {"number":"300","hash":"...","title":"Playing the Game"},
    {"number":"301","parent":"300","hash":"...","title":"The Turn"},
    {"number":"303.2.a","parent":"303.2","hash":"...","see":["382"],"examples":1},
    ...
    ]}

A rule with a title is a heading. Fields that are absent are empty.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from rulesdb.errors import DamagedData


class HeldRule(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One rule as the data file has it: structure and hash, no wording."""

    number: str
    parent: str | None = None
    hash: str = ""
    title: str | None = None
    see: tuple[str, ...] = ()
    examples: int = 0


class HeldEdition(msgspec.Struct, frozen=True):
    """All rules of one edition in the order of the document."""

    edition: str
    rules: tuple[HeldRule, ...]


def data_file(edition: str) -> Path:
    """Where the data file of an edition lies, or would lie, inside this package."""
    return Path(__file__).with_name(f"{edition}.json")


def encoded(held: HeldEdition) -> bytes:
    """The content of the data file: always the same bytes for the same rules."""
    lines = b",\n".join(msgspec.json.encode(rule) for rule in held.rules)
    head = b'{"edition":' + msgspec.json.encode(held.edition) + b',"rules":[\n'
    return head + lines + b"\n]}\n"


def decoded(content: bytes, place: str) -> HeldEdition:
    """The rules in the content of a data file. Raises `DamagedData`, naming `place`."""
    try:
        return msgspec.json.decode(content, type=HeldEdition)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DamagedData(place, str(error)) from error


def load(edition: str) -> HeldEdition:
    """All rules of an edition that this package holds.

    Raises `DamagedData` if the file is missing, unreadable or of another edition.
    """
    file = data_file(edition)
    try:
        content = file.read_bytes()
    except FileNotFoundError as error:
        raise DamagedData(file.name, "the data file is missing from the package") from error
    held = decoded(content, file.name)
    if held.edition != edition:
        raise DamagedData(file.name, f"holds {held.edition}")
    return held
