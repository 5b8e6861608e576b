"""From when on cards are worded as they are, and where they are banned: dated files beside them.

Each is JSON without a sentence, `ID.json` in this folder, or in `dates` of the user's own data
directory:

    {
      "id": "example-bans-2026-09-01",
      "date": "2026-09-01",
      "source": "what it was taken from",
      "wordings": {"Void Seeker": "2e82f369"},
      "bans": {"constructed": {"Void Seeker": "banned"}}
    }

- `wordings`: the digest of a card's wording from that date on, as `rulesdb.cards.cardtext` makes it
- `bans`, by format: `banned` from that date on, `lifted` from that date on, or `stands`: it was on
  the list of that date, and since when is not told

What held on a day follows from the files up to that day. Where they do not tell it, that is said
(`unknown`), and nothing is made up.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from rulesdb.errors import DamagedData

__all__ = [
    "Ban",
    "CardDates",
    "Otherwise",
    "bans_on",
    "formats",
    "held_dates",
    "newest_wordings",
    "otherwise_worded",
    "read_dates",
]

FOLDER = Path(__file__).parent

State = Literal["banned", "lifted", "stands"]
#: whether a card is banned on a day
Ban = Literal["banned", "unknown"]

_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_DIGEST = re.compile(r"[0-9a-f]{8}")


class CardDates(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One dated file; see its form above."""

    id: str
    date: datetime.date
    source: str
    wordings: dict[str, str] = {}
    bans: dict[str, dict[str, State]] = {}


class Otherwise(msgspec.Struct, frozen=True, kw_only=True):
    """A card that was worded otherwise on a day than it is here: from `since` on (None: as first
    printed), and until `until` (None: still).
    """

    name: str
    since: datetime.date | None
    until: datetime.date | None


def read_dates(content: bytes, stem: str) -> CardDates:
    """The dates in the content of a file that is called `stem`. Raises `DamagedData`."""
    try:
        found = msgspec.json.decode(content, type=CardDates)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DamagedData(f"{stem}.json", str(error)) from error
    if found.id != stem or not _ID.fullmatch(found.id):
        raise DamagedData(f"{stem}.json", f"has the id {found.id}")
    if not found.id.endswith(f"-{found.date.isoformat()}"):
        raise DamagedData(f"{stem}.json", f"its id does not end in its date, {found.date}")
    for name, digest in found.wordings.items():
        if not _DIGEST.fullmatch(digest):
            raise DamagedData(f"{stem}.json", f"{name}: {digest!r} is no digest of eight digits")
    return found


@cache
def held_dates() -> tuple[CardDates, ...]:
    """The files of this package, the oldest first. Raises `DamagedData`."""
    found = [read_dates(file.read_bytes(), file.stem) for file in FOLDER.glob("*.json")]
    return _in_order(found)


def newest_wordings() -> Mapping[str, str]:
    """The digest of each card whose wording changed as far as this release knows, as it is now."""
    return {name: digest for each in held_dates() for name, digest in each.wordings.items()}


def formats(documents: Iterable[CardDates]) -> list[str]:
    """The formats of which any of the files says something."""
    return sorted({name for each in documents for name in each.bans})


def bans_on(
    documents: Iterable[CardDates], of_format: str, day: datetime.date | None = None
) -> dict[str, Ban]:
    """The cards that are banned in a format on a day (None: as of the newest file), and those of
    which it is not known.
    """
    last: dict[str, State] = {}
    after: dict[str, State] = {}
    for each in _in_order(documents):
        for name, state in each.bans.get(of_format, {}).items():
            if day is None or each.date <= day:
                last[name] = state
            else:
                after.setdefault(name, state)
    found: dict[str, Ban] = {name: "banned" for name, state in last.items() if state != "lifted"}
    # of what a later file first says that it stands on a list, or was lifted, nobody knows when
    # it came there
    found |= {
        name: "unknown" for name, state in after.items() if name not in last and state != "banned"
    }
    return found


def otherwise_worded(
    documents: Iterable[CardDates],
    known: Mapping[str, str],
    day: datetime.date | None = None,
) -> list[Otherwise]:
    """The cards that had another wording on a day (None: as of the newest file) than the one that
    is known here, by its digest.
    """
    changes: dict[str, list[tuple[datetime.date, str]]] = {}
    for each in _in_order(documents):
        for name, digest in each.wordings.items():
            changes.setdefault(name, []).append((each.date, digest))
    found = []
    for name, dated in sorted(changes.items()):
        before = [one for one in dated if day is None or one[0] <= day]
        later = [one for one in dated if one not in before]
        if before and before[-1][1] == known.get(name):
            continue
        since = before[-1][0] if before else None
        until = later[0][0] if later else None
        found.append(Otherwise(name=name, since=since, until=until))
    return found


def _in_order(documents: Iterable[CardDates]) -> tuple[CardDates, ...]:
    return tuple(sorted(documents, key=lambda each: (each.date, each.id)))
