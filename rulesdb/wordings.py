"""Official wording that a user imported, in the user's own data directory.

The package holds no sentence of the official rules (see `rulesdb.wording`). A user who has the
document may import it (`rulesdb.importing`); then it lies here, one file for each edition,
`wordings/core-1.4.json`:

    {"edition":"core-1.4","rules":{
    "100":{"wording":"...","state":"matches"},
    ...
    }}

`state` says how the wording compares with the hash that the package has: `matches`,
`without_examples` (the hash covers examples, which the user's copy left out), or `differs`.

Nothing is read before it is asked for. A file that changed is read anew, so that a running service
sees an import.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Literal

import msgspec

from rulesdb.editions import edition as edition_called
from rulesdb.errors import DamagedStore, NoDataDirectory

__all__ = [
    "HOME_VARIABLE",
    "State",
    "StoredWording",
    "add",
    "are_ignored",
    "data_directory",
    "ignored",
    "nearer",
    "replace_file",
    "store_file",
    "stored",
    "stored_wordings",
    "surroundings",
    "wording",
    "wordings",
]

#: names the data directory, before what the platform has
HOME_VARIABLE = "ARBITER_HOME"

State = Literal["matches", "without_examples", "differs"]

_NEARNESS: dict[State, int] = {"differs": 0, "without_examples": 1, "matches": 2}


class StoredWording(msgspec.Struct, frozen=True, gc=False):
    """A rule in the words of the user's copy."""

    wording: str
    state: State


_IGNORED = ContextVar("_IGNORED", default=False)


def nearer(state: State, other: State) -> bool:
    """Whether a wording of the first state is nearer to the known one than one of the other."""
    return _NEARNESS[state] > _NEARNESS[other]


class _File(msgspec.Struct, frozen=True):
    edition: str
    rules: dict[str, StoredWording]


def data_directory() -> Path:
    """Where the user's own data lies; it need not exist.

    `ARBITER_HOME` if it is set. Else `arbiter` under `XDG_DATA_HOME` or `~/.local/share`,
    `~/Library/Application Support/Arbiter` on macOS, `Arbiter` under `LOCALAPPDATA` on Windows.
    Raises `NoDataDirectory`.
    """
    try:
        return _data_directory()
    except RuntimeError as error:  # what pathlib says where nobody is at home
        raise NoDataDirectory(HOME_VARIABLE) from error


def _data_directory() -> Path:
    own = os.environ.get(HOME_VARIABLE)
    if own:
        return Path(own).expanduser()
    shared = os.environ.get("XDG_DATA_HOME")
    # the convention: a relative path there is to be ignored
    if shared and Path(shared).is_absolute():
        return Path(shared) / "arbiter"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Arbiter"
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA")
        return (Path(local) if local else Path.home() / "AppData" / "Local") / "Arbiter"
    return Path.home() / ".local" / "share" / "arbiter"


def surroundings() -> tuple[str | None, ...]:
    """What the place of the data directory depends on, for those who keep what follows from it."""
    return tuple(map(os.environ.get, _PLACES))


_PLACES = (HOME_VARIABLE, "XDG_DATA_HOME", "LOCALAPPDATA", "HOME", "USERPROFILE")


def store_file(edition: str) -> Path:
    """The file of an edition. Raises `UnknownEdition` and `NoDataDirectory`."""
    return data_directory() / "wordings" / f"{edition_called(edition).name}.json"


def wording(edition: str, number: str) -> str | None:
    """The official wording of a rule, None where the user imported none that is the known one.

    A wording that differs from the known one is no evidence of what the rule says; `stored` has
    it. Raises `UnknownEdition` and `DamagedStore`.
    """
    return wordings(edition).get(number)


def wordings(edition: str) -> Mapping[str, str]:
    """Every wording that `wording` gives for an edition, by number. Raises what it raises."""
    return _seen(edition).known


def stored(edition: str, number: str) -> StoredWording | None:
    """The wording of a rule in the user's copy, whatever its state. Raises what `wording` does."""
    return stored_wordings(edition).get(number)


def stored_wordings(edition: str) -> Mapping[str, StoredWording]:
    """Every wording of the user's copies of an edition. Raises what `wording` raises."""
    return _seen(edition).rules


@contextmanager
def ignored() -> Iterator[None]:
    """Inside it, or in a function so decorated, no wording and no overlay of the user is found.

    For what is made to be published, such as examples: official wording has no place there.
    """
    token = _IGNORED.set(True)
    try:
        yield
    finally:
        _IGNORED.reset(token)


def are_ignored() -> bool:
    """Whether the user's own data is to be left alone, inside `ignored`."""
    return _IGNORED.get()


def add(edition: str, rules: Mapping[str, StoredWording]) -> int:
    """Put what was read from a copy beside what is there; returns how many rules are there now.

    A wording never takes the place of one that is nearer to the known one. The file is replaced in
    one step: whoever reads it finds the old or the new. Raises `UnknownEdition`, `DamagedStore`,
    `NoDataDirectory` and `OSError`.
    """
    file = store_file(edition)
    merged = dict(_read(file).rules)
    for number, rule in rules.items():
        before = merged.get(number)
        if before is None or not nearer(before.state, rule.state):
            merged[number] = rule
    replace_file(file, _encoded(edition_called(edition).name, merged))
    return len(merged)


# --- the files ------------------------------------------------------------------------------------


class _Rules(msgspec.Struct, frozen=True):
    rules: Mapping[str, StoredWording]
    #: those whose wording is the known one
    known: Mapping[str, str]


_NONE = _Rules(MappingProxyType({}), MappingProxyType({}))


def _seen(edition: str) -> _Rules:
    # asked with every search and every rule: without a file this has to cost next to nothing
    file = _file_by(edition_called(edition).name, *surroundings())
    return _NONE if file is None or _IGNORED.get() else _read(file)


@lru_cache(maxsize=16)
def _file_by(edition: str, *_values: str | None) -> Path | None:
    try:
        return store_file(edition)
    except NoDataDirectory:
        return None


def _read(file: Path) -> _Rules:
    try:
        status = file.stat()
    except (FileNotFoundError, NotADirectoryError):
        return _NONE
    except OSError as error:
        raise DamagedStore(str(file), error.strerror or str(error)) from error
    return _loaded(file, status.st_mtime_ns, status.st_size, status.st_ino)


@lru_cache(maxsize=16)
def _loaded(file: Path, _changed: int, _size: int, _inode: int) -> _Rules:
    try:
        content = msgspec.json.decode(file.read_bytes(), type=_File)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DamagedStore(
            str(file), f"{error}; import the rules again after removing it"
        ) from error
    except OSError as error:
        raise DamagedStore(str(file), error.strerror or str(error)) from error
    if content.edition != file.stem:
        raise DamagedStore(str(file), f"holds {content.edition}")
    known = {
        number: rule.wording for number, rule in content.rules.items() if rule.state != "differs"
    }
    return _Rules(MappingProxyType(content.rules), MappingProxyType(known))


def _encoded(edition: str, rules: Mapping[str, StoredWording]) -> bytes:
    lines = b",\n".join(
        msgspec.json.encode(number) + b":" + msgspec.json.encode(rule)
        for number, rule in rules.items()
    )
    return b'{"edition":' + msgspec.json.encode(edition) + b',"rules":{\n' + lines + b"\n}}\n"


def replace_file(file: Path, content: bytes) -> None:
    """Write a file of the data directory in one step. Raises `OSError`."""
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(prefix=f".{file.stem}-", dir=file.parent)
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        os.replace(temporary, file)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise
