"""Overlays: later official documents beside the edition that is played (D4).

A card's own text comes first; then an overlay that is newer than the edition; then the edition. An
overlay that is older than the edition holds where the edition is silent. Each is a JSON file in
`overlays/`, `ID.json`:

    {
      "id": "origins-faq-2025-10-16",
      "title": "...", "date": "2025-10-16",
      "authority": "official_faq",         # official_errata, official_notes, event
      "source": "where it was published",
      "edition": "core-1.4",               # whose numbers it uses, and against which it was read
      "changes": {
        "rules": {"108.7": "what is otherwise, in our own words"},
        "cards": {"The Boss": "what is otherwise"}
      },
      "settles": {"OP-57": "a"},           # open points, and the reading that it gives
      "overturns": ["id-of-a-scenario"],
      "absorbed": [{"about": "...", "by": ["144.2"], "cards": ["Arise!"]}],
      "overridden": [{"about": "...", "by": ["812.1.c"], "point": "OP-30"}]
    }

`absorbed` is what the edition (`by`) or the corrected card texts (`cards`) have come to say
themselves, `overridden` what the edition says otherwise; neither changes a ruling, and both are
there so that it can be checked how the document was read. All is in our own words.

`not-held.json` lists the documents that are known to exist and whose text is not here. What a user
has loaded is in `rulesdb.useroverlays`.
"""

from __future__ import annotations

import datetime
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from rulesdb.editions import NEWEST, edition
from rulesdb.errors import DamagedData

__all__ = [
    "AbsorbedItem",
    "Changes",
    "KnownDocument",
    "Overlay",
    "OverriddenItem",
    "held_overlays",
    "in_force",
    "not_held",
    "read_overlay",
    "stamp_overlays",
]

OVERLAY_FOLDER = Path(__file__).with_name("overlays")
NOT_HELD_FILE = "not-held.json"

Authority = Literal["official_faq", "official_errata", "official_notes", "event"]


class KnownDocument(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A dated document; `source` says where it was published."""

    id: str
    title: str
    date: datetime.date
    authority: Authority
    source: str

    @property
    def label(self) -> str:
        """Title and date, for people."""
        return f"{self.title} ({self.date.isoformat()})"


class Changes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is otherwise than in the edition: by rule number, and by card name."""

    rules: dict[str, str] = {}
    cards: dict[str, str] = {}


class AbsorbedItem(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something the document says that rules of the edition or corrected cards say themselves."""

    about: str
    by: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()


class OverriddenItem(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something the document says and the newer edition does not; `point`: the open point on it."""

    about: str
    by: tuple[str, ...]
    point: str | None = None


class Overlay(KnownDocument, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One overlay; see the form of its file above."""

    edition: str
    changes: Changes = Changes()
    settles: dict[str, str] = {}
    overturns: tuple[str, ...] = ()
    absorbed: tuple[AbsorbedItem, ...] = ()
    overridden: tuple[OverriddenItem, ...] = ()

    @property
    def is_in_force(self) -> bool:
        """Whether it says anything that the edition and the corrected cards do not."""
        return bool(self.changes.rules or self.changes.cards or self.settles or self.overturns)

    @property
    def outranks_edition(self) -> bool:
        """Whether it is newer than the edition, and so comes before it."""
        return self.date > datetime.date.fromisoformat(edition(self.edition).published)


def read_overlay(content: bytes, place: str) -> Overlay:
    """The overlay in the content of a file. Raises `DamagedData`, naming `place`."""
    try:
        overlay = msgspec.json.decode(content, type=Overlay)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DamagedData(place, str(error)) from error
    for item in overlay.absorbed:
        if not item.by and not item.cards:
            raise DamagedData(place, f"nothing is said to have absorbed {item.about!r}")
    return overlay


def held_overlays() -> tuple[Overlay, ...]:
    """Every overlay of this package, the oldest first. The files are read once.

    Raises `DamagedData`: a file is not of the form above, or not called after its id.
    """
    return _held(OVERLAY_FOLDER)


def in_force(edition: str = NEWEST) -> tuple[Overlay, ...]:
    """The overlays of this package that say something beside an edition, the oldest first.

    Raises `DamagedData`.
    """
    return _in_force(OVERLAY_FOLDER, edition)


def not_held() -> tuple[KnownDocument, ...]:
    """The documents that are known to exist and whose text is not here. Raises `DamagedData`."""
    return _not_held(OVERLAY_FOLDER / NOT_HELD_FILE)


def stamp_overlays(
    edition: str, wanted: tuple[str, ...] = ()
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What a ruling by an edition was made with, and without.

    With: the ids of the overlays in force. Without: the labels of the documents known and not
    held, and what a board asks for by id (`wanted`) that is not among the held ones.
    Raises `DamagedData`.
    """
    applied, without = _stamp(edition)
    if not wanted:
        return applied, without
    held = {overlay.id for overlay in held_overlays()}
    known = {document.id: document.label for document in not_held()}
    applied = tuple(dict.fromkeys([*applied, *(each for each in wanted if each in held)]))
    missing = (known.get(each, each) for each in wanted if each not in held)
    return applied, tuple(dict.fromkeys([*without, *missing]))


@cache
def _held(folder: Path) -> tuple[Overlay, ...]:
    found = []
    for file in folder.glob("*.json"):
        if file.name == NOT_HELD_FILE:
            continue
        overlay = read_overlay(file.read_bytes(), file.name)
        if overlay.id != file.stem:
            raise DamagedData(file.name, f"holds {overlay.id}")
        found.append(overlay)
    if not found:
        raise DamagedData(folder.name, "the overlays are missing from the package")
    return tuple(sorted(found, key=lambda overlay: (overlay.date, overlay.id)))


@cache
def _in_force(folder: Path, edition: str) -> tuple[Overlay, ...]:
    return tuple(
        overlay for overlay in _held(folder) if overlay.edition == edition and overlay.is_in_force
    )


@cache
def _not_held(file: Path) -> tuple[KnownDocument, ...]:
    try:
        return msgspec.json.decode(file.read_bytes(), type=tuple[KnownDocument, ...])
    except FileNotFoundError as error:
        raise DamagedData(file.name, "the data file is missing from the package") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DamagedData(file.name, str(error)) from error


@cache
def _stamp(edition: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return (
        tuple(overlay.id for overlay in in_force(edition)),
        tuple(document.label for document in not_held()),
    )
