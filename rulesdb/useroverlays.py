"""Overlays that a user has loaded: files in `overlays` of the user's own data directory (D4).

Each is a file of the form that `rulesdb.overlays` describes, called after its id, checked more
strictly than its form alone: whatever it names has to exist. What is wrong with one is said in
full, since whoever wrote it is at hand. Files are read anew when they change.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import msgspec

from rulesdb import wordings
from rulesdb.cards import catalogue_bytes
from rulesdb.editions import edition
from rulesdb.errors import (
    DamagedData,
    DamagedStore,
    MalformedOverlay,
    NoDataDirectory,
    RulesdbError,
    UnknownOverlay,
)
from rulesdb.graph.cites import SCENARIO, held_cites
from rulesdb.overlays import Overlay, held_overlays, read_overlay
from rulesdb.rules import exists

__all__ = [
    "LONGEST_GIST",
    "MOST_OVERLAYS",
    "OVERLAY_BYTES",
    "add_overlay",
    "overlay_folder",
    "remove_overlay",
    "user_overlays",
]

OVERLAY_BYTES = 262_144
MOST_OVERLAYS = 100
LONGEST_GIST = 500

#: The open points and the letters of their readings: `OP-3 <TAB> ab`, as docs/open-points.md has
#: them, which a package is without.
POINTS_FILE = Path(__file__).with_name("open-points.tsv")

_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_POINT = re.compile(r"(OP-[1-9][0-9]*)\t([a-z]+)")


def overlay_folder() -> Path:
    """Where the user's overlays lie; it need not exist. Raises `NoDataDirectory`."""
    return wordings.data_directory() / "overlays"


def user_overlays() -> tuple[Overlay, ...]:
    """The overlays that the user has loaded, the oldest first.

    Raises `DamagedStore`: a file can't be read, or is not what `add_overlay` would take.
    """
    if wordings.are_ignored():
        return ()
    # asked with every reply: without a folder this has to cost next to nothing
    folder = _folder_by(*wordings.surroundings())
    if folder is None:
        return ()
    try:
        with os.scandir(folder) as entries:
            files = tuple(
                sorted(
                    (entry.name, status.st_mtime_ns, status.st_size, status.st_ino)
                    for entry in entries
                    if entry.name.endswith(".json") and not entry.name.startswith(".")
                    for status in (entry.stat(),)
                )
            )
    except (FileNotFoundError, NotADirectoryError):
        return ()
    except OSError as error:
        raise DamagedStore(str(folder), error.strerror or str(error)) from error
    return _loaded(Path(folder), files)


@lru_cache(maxsize=8)
def _folder_by(*_values: str | None) -> str | None:
    try:
        return str(overlay_folder())
    except NoDataDirectory:
        return None


def add_overlay(content: bytes, place: str) -> Overlay:
    """Check the content of a file and keep it; one of the same id is replaced.

    The scenarios that it overturns have to be among those of this release. That is asked only here:
    a file that was taken is not damaged when a later release calls a scenario otherwise.

    Raises `MalformedOverlay` with every fault, `DamagedStore`, `NoDataDirectory`, `OSError`.
    """
    overlay = _checked(content, place)
    scenarios = {cite.source for cite in held_cites() if cite.kind == SCENARIO}
    unknown = [each for each in overlay.overturns if each not in scenarios]
    if unknown:
        faults = [f"overturns: this release has no scenario {each!r}" for each in unknown]
        raise MalformedOverlay(place, faults)
    folder = overlay_folder()
    others = {file.stem for file in folder.glob("*.json")} if folder.is_dir() else set()
    if len(others | {overlay.id}) > MOST_OVERLAYS:
        raise MalformedOverlay(place, [f"{MOST_OVERLAYS} overlays are loaded (MOST_OVERLAYS)"])
    wordings.replace_file(folder / f"{overlay.id}.json", content)
    return overlay


def remove_overlay(identity: str) -> None:
    """Remove an overlay that the user has loaded, damaged or not.

    Raises `UnknownOverlay` (with the ids that are there), `NoDataDirectory` and `OSError`.
    """
    folder = overlay_folder()
    loaded = sorted(file.stem for file in folder.glob("*.json")) if folder.is_dir() else []
    if identity not in loaded:
        raise UnknownOverlay(identity, tuple(loaded), is_held=identity in _held_ids())
    (folder / f"{identity}.json").unlink()


@lru_cache(maxsize=4)
def _loaded(
    folder: Path,
    files: tuple[tuple[str, int, int, int], ...],
) -> tuple[Overlay, ...]:
    found = []
    if len(files) > MOST_OVERLAYS:
        raise DamagedStore(str(folder), f"more than {MOST_OVERLAYS} overlays (MOST_OVERLAYS)")
    for name, _, size, _ in files:
        file = folder / name
        if size > OVERLAY_BYTES:
            raise DamagedStore(str(file), f"larger than {OVERLAY_BYTES} bytes (OVERLAY_BYTES)")
        try:
            overlay = _checked(file.read_bytes(), str(file))
        except MalformedOverlay as error:
            raise DamagedStore(str(file), "; ".join(error.faults)) from error
        except OSError as error:
            raise DamagedStore(str(file), error.strerror or str(error)) from error
        if overlay.id != file.stem:
            raise DamagedStore(str(file), f"holds {overlay.id}")
        found.append(overlay)
    return tuple(sorted(found, key=lambda overlay: (overlay.date, overlay.id)))


def _checked(content: bytes, place: str) -> Overlay:
    if len(content) > OVERLAY_BYTES:
        raise MalformedOverlay(place, [f"larger than {OVERLAY_BYTES} bytes (OVERLAY_BYTES)"])
    twice: list[str] = []

    def members(pairs: list[tuple[str, Any]]) -> None:
        keys = [key for key, _ in pairs]
        twice.extend(sorted({key for key in keys if keys.count(key) > 1}))

    try:
        overlay = read_overlay(content, place)
        json.loads(content, object_pairs_hook=members)
    except DamagedData as error:
        raise MalformedOverlay(place, [error.reason]) from error
    except (ValueError, RecursionError) as error:
        raise MalformedOverlay(place, ["not JSON, or nested too deeply"]) from error
    faults = [f"the key {key!r} stands twice in one object" for key in twice]
    faults += _faults(overlay)
    if faults:
        raise MalformedOverlay(place, faults)
    return overlay


def _faults(overlay: Overlay) -> Iterator[str]:
    if not _ID.fullmatch(overlay.id) or len(overlay.id) > 100:
        yield f"id: {overlay.id!r} is not of small letters, digits and single hyphens"
    elif not overlay.id.endswith(f"-{overlay.date.isoformat()}"):
        yield f"id: {overlay.id} does not end in its date, -{overlay.date.isoformat()}"
    elif overlay.id in _held_ids():
        yield f"id: {overlay.id} is an overlay of this release"
    for name, text in (("title", overlay.title), ("source", overlay.source)):
        if not text.strip() or len(text) > LONGEST_GIST:
            yield f"{name}: needs a text of at most {LONGEST_GIST} characters"
    try:
        name = edition(overlay.edition).name
    except RulesdbError as error:
        yield f"edition: {error}"
        return
    if name != overlay.edition:
        yield f"edition: write {name}"
        return
    yield from _unknown_things(overlay)
    points = _open_points()
    for point, reading in overlay.settles.items():
        if point not in points:
            yield f"settles.{point}: no open point is called so (docs/open-points.md)"
        elif reading not in points[point]:
            yield f"settles.{point}: has the readings {', '.join(points[point])}, not {reading!r}"
    for item in overlay.overridden:
        if item.point is not None and item.point not in points:
            yield f"overridden: no open point is called {item.point!r} (docs/open-points.md)"


def _unknown_things(overlay: Overlay) -> Iterator[str]:
    cards = _card_names()
    numbers = [("changes.rules", number) for number in overlay.changes.rules]
    numbers += [("absorbed", number) for item in overlay.absorbed for number in item.by]
    numbers += [("overridden", number) for item in overlay.overridden for number in item.by]
    for place, number in numbers:
        if not exists(number, overlay.edition):
            yield f"{place}: {overlay.edition} has no rule {number!r}"
    names = [("changes.cards", name) for name in overlay.changes.cards]
    names += [("absorbed", name) for item in overlay.absorbed for name in item.cards]
    for place, name in names:
        if name not in cards:
            yield f"{place}: no card is called {name!r}"
    for place, gists in (
        ("changes.rules", overlay.changes.rules),
        ("changes.cards", overlay.changes.cards),
    ):
        for about, gist in gists.items():
            if not gist.strip() or len(gist) > LONGEST_GIST:
                yield f"{place}: {about} needs a text of at most {LONGEST_GIST} characters"


class _Card(msgspec.Struct, frozen=True):
    name: str


@lru_cache(maxsize=1)
def _card_names() -> frozenset[str]:
    cards = msgspec.json.decode(catalogue_bytes(), type=tuple[_Card, ...])
    return frozenset(card.name for card in cards)


@cache
def _open_points() -> Mapping[str, tuple[str, ...]]:
    """The letters of the readings, by point. Raises `DamagedData`."""
    try:
        lines = POINTS_FILE.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise DamagedData(POINTS_FILE.name, "the list of open points cannot be read") from error
    points: dict[str, tuple[str, ...]] = {}
    for position, line in enumerate(lines, start=1):
        if not line or line.startswith("#"):
            continue
        match = _POINT.fullmatch(line)
        if match is None:
            raise DamagedData(
                f"{POINTS_FILE.name}:{position}", "needs a point, a tab and the letters of readings"
            )
        points[match[1]] = tuple(match[2])
    return points


def _held_ids() -> frozenset[str]:
    return frozenset(overlay.id for overlay in held_overlays())
