"""The form of the data file of the tournament rules, `tournament-2026-07-16.json`.

A JSON object with one rule a line:

    {"document":"tournament-2026-07-16","core":"core-1.4","entries":[
    {"number":"700","kind":"heading","title":"Enforcement and Penalties","hash":"..."},
    {"number":"702.2","parent":"702","title":"Missed Trigger","penalty":"No Penalty","hash":"..."},
    ...
    ]}

`core` at the top names the edition of the core rules in which the numbers of each `core` are to
be looked up. Fields that are absent are empty, and `kind` is then a rule.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal, get_args

import msgspec

from rulesdb.errors import DamagedData

DOCUMENT = "tournament-2026-07-16"
CORE_EDITION = "core-1.4"

Penalty = Literal["No Penalty", "Warning", "Game Loss", "Match Loss", "Disqualification"]

# From the mildest to the hardest.
PENALTIES: tuple[Penalty, ...] = get_args(Penalty)


class HeldEntry(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One rule as the data file has it: structure and hash, no wording."""

    number: str
    parent: str | None = None
    kind: Literal["heading", "rule"] = "rule"
    title: str | None = None
    penalty: Penalty | None = None
    see: tuple[str, ...] = ()
    core: tuple[str, ...] = ()
    hash: str = ""


class HeldDocument(msgspec.Struct, frozen=True):
    """All rules of the document in its order; `core` is the edition they refer to."""

    document: str
    core: str
    entries: tuple[HeldEntry, ...]


def data_file(document: str = DOCUMENT) -> Path:
    """Where the data file lies, or would lie, inside this package."""
    return Path(__file__).with_name(f"{document}.json")


def encoded(held: HeldDocument) -> bytes:
    """The content of the data file: always the same bytes for the same rules."""
    lines = b",\n".join(msgspec.json.encode(entry) for entry in held.entries)
    document, core = msgspec.json.encode(held.document), msgspec.json.encode(held.core)
    return b'{"document":%b,"core":%b,"entries":[\n%b\n]}\n' % (document, core, lines)


def decoded(content: bytes, place: str) -> HeldDocument:
    """The rules in the content of a data file. Raises `DamagedData`, naming `place`."""
    try:
        return msgspec.json.decode(content, type=HeldDocument)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DamagedData(place, str(error)) from error


def load(document: str = DOCUMENT) -> HeldDocument:
    """All rules of the document that this package holds.

    Raises `DamagedData` if the file is missing, unreadable or of another document.
    """
    file = data_file(document)
    try:
        content = file.read_bytes()
    except FileNotFoundError as error:
        raise DamagedData(file.name, "the data file is missing from the package") from error
    held = decoded(content, file.name)
    if held.document != document:
        raise DamagedData(file.name, f"holds {held.document}")
    return held
