"""Cards that a user has imported: `cards` in the user's own data directory.

`cards/imported.json` has the texts as they came, each with the name of the file it came from, and
beside each what was made of it and by what (`reader`), so that nobody has to read it again:

    {"reader":"...","cards":[
    {"name":"...","source":"...","text":{...},"made":{...}},
    ...
    ]}

Beside it lie `cards/*.yaml`, notation that the user has written by hand, in `names` files of names
in other languages, `de.tsv`, and in `dates` those that `rulesdb.carddates` describes. The file of
the texts is replaced in one step: whoever reads it finds the old or the new. Two who change it at
once wait for each other. This module keeps bytes and plain data; `api.handlers.usercards` knows
what they mean.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from rulesdb import wordings
from rulesdb.errors import DamagedStore, NoDataDirectory

try:
    import fcntl
except ImportError:  # where there is none, two imports at once are not held apart
    fcntl = None  # type: ignore[assignment]

__all__ = [
    "MOST_IMPORTED",
    "STORE_BYTES",
    "Files",
    "Imported",
    "ImportedText",
    "card_folder",
    "change",
    "files",
    "imported",
    "language_of",
    "names_folder",
]

#: the largest file that is read, in bytes, and the most cards that may be imported
STORE_BYTES = 64 * 2**20
MOST_IMPORTED = 10_000

_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")


class ImportedText(msgspec.Struct, frozen=True, kw_only=True):
    """A text that was imported. `source`: the name of the file; `text`: the card as the list had
    it; `made`: what the reader made of it.
    """

    name: str
    source: str
    text: dict[str, Any]
    made: dict[str, Any]
    #: it was imported in the place of a card of the catalogue
    replaces: bool = False


class Imported(msgspec.Struct, frozen=True):
    """All texts that were imported, and what read them."""

    reader: str = ""
    cards: tuple[ImportedText, ...] = ()


class Files(NamedTuple):
    """The files of the user's about cards, as they are now: each with what tells whether it has
    changed. Two that are equal hold the same.
    """

    folder: str
    imported: tuple[tuple[str, int, int, int], ...] = ()
    notation: tuple[tuple[str, int, int, int], ...] = ()
    names: tuple[tuple[str, int, int, int], ...] = ()
    dates: tuple[tuple[str, int, int, int], ...] = ()


def card_folder() -> Path:
    """Where the user's cards lie; it need not exist. Raises `NoDataDirectory`."""
    return wordings.data_directory() / "cards"


def names_folder() -> Path:
    """Where the names in other languages lie; it need not exist. Raises `NoDataDirectory`."""
    return wordings.data_directory() / "names"


def files() -> Files | None:
    """The files that there are now; None where there are none. Raises `DamagedStore`."""
    if wordings.are_ignored():
        return None
    # asked with every request: without a folder this has to cost next to nothing
    folder = _folder_by(*wordings.surroundings())
    if folder is None or not os.path.isdir(folder):
        return None
    cards = _entries(os.path.join(folder, "cards"), (".json", ".yaml", ".yml"))
    names = _entries(os.path.join(folder, "names"), (".tsv",))
    dates = _entries(os.path.join(folder, "dates"), (".json",))
    if not cards and not names and not dates:
        return None
    return Files(
        folder,
        tuple(each for each in cards if each[0] == "imported.json"),
        tuple(each for each in cards if not each[0].endswith(".json")),
        names,
        dates,
    )


def language_of(name: str) -> str | None:
    """The language of a file of names such as `de.tsv`; None for one that is not called so."""
    stem = name.removesuffix(".tsv")
    return stem if _LANGUAGE.fullmatch(stem) else None


def imported() -> Imported:
    """Everything that was imported. Raises `DamagedStore` and `NoDataDirectory`."""
    return _decoded(card_folder() / "imported.json")


def change(changed: Callable[[Imported], Imported]) -> Imported:
    """Put in the place of what was imported what `changed` makes of it, in one step.

    What `changed` raises leaves everything as it was. Raises `DamagedStore`, `NoDataDirectory` and
    `OSError`.
    """
    file = card_folder() / "imported.json"
    with _alone(file.parent):
        after = changed(_decoded(file))
        if len(after.cards) > MOST_IMPORTED:
            reason = f"more than {MOST_IMPORTED} cards (the limit MOST_IMPORTED)"
            raise DamagedStore(str(file), reason)
        wordings.replace_file(file, _encoded(after))
    return after


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Inside it nobody else changes what was imported."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / ".lock").open("wb") as lock:
        if fcntl is not None:
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@lru_cache(maxsize=8)
def _folder_by(*_values: str | None) -> str | None:
    try:
        return str(wordings.data_directory())
    except NoDataDirectory:
        return None


def _entries(folder: str, suffixes: tuple[str, ...]) -> tuple[tuple[str, int, int, int], ...]:
    try:
        with os.scandir(folder) as entries:
            return tuple(
                sorted(
                    (entry.name, status.st_mtime_ns, status.st_size, status.st_ino)
                    for entry in entries
                    if entry.name.endswith(suffixes) and not entry.name.startswith(".")
                    for status in (entry.stat(),)
                )
            )
    except (FileNotFoundError, NotADirectoryError):
        return ()
    except OSError as error:
        raise DamagedStore(folder, error.strerror or str(error)) from error


def _decoded(file: Path) -> Imported:
    try:
        content = file.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return Imported()
    except OSError as error:
        raise DamagedStore(str(file), error.strerror or str(error)) from error
    if len(content) > STORE_BYTES:
        raise DamagedStore(str(file), f"larger than {STORE_BYTES} bytes (the limit STORE_BYTES)")
    try:
        return msgspec.json.decode(content, type=Imported)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise DamagedStore(
            str(file), f"{error}; import the cards again after removing it"
        ) from error


def _encoded(held: Imported) -> bytes:
    lines: Iterable[bytes] = map(msgspec.json.encode, _sorted(held.cards))
    head = b'{"reader":' + msgspec.json.encode(held.reader) + b',"cards":[\n'
    return head + b",\n".join(lines) + b"\n]}\n"


def _sorted(cards: Sequence[ImportedText]) -> list[ImportedText]:
    return sorted(cards, key=lambda card: card.name)
