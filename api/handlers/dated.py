"""What held on a day: how cards were worded, and which were banned.

`rulesdb.carddates` has the files. A ruling on a board follows the cards as they are worded now,
unless the request states a date. Of a wording other than the one that the catalogue has nothing is
known but its digest: a ruling that needs the text is refused for its clauses, and one that only
has the card says so in a caveat.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

import msgspec

from api.handlers.overlays import strings_of
from api.handlers.usercards import Laid, laid
from judge.board.faults import Fault, show_path
from judge.effects.catalogue import Catalogue
from judge.effects.dated import as_of
from judge.ruling.legal import DeckList
from judge.ruling.ruling import Caveat, Ruling
from rulesdb import EDITIONS, NEWEST
from rulesdb.carddates import Otherwise, bans_on, formats, held_dates, otherwise_worded

#: the format of which the catalogue knows the bans
CONSTRUCTED = "constructed"

Day = datetime.date | None


class Then(NamedTuple):
    """The catalogue as of a day, and what it does not have."""

    catalogue: Catalogue
    otherwise: Mapping[str, Otherwise]


def then(catalogue: Catalogue, day: Day) -> Then:
    """The catalogue in use as of a day; None: as of now. Raises `rulesdb.errors.DamagedStore`."""
    held = laid()
    if day is None and len(held.dates) == _held_by_release():
        return Then(catalogue, {})
    return _then(_Kept(catalogue, held), catalogue.key, len(held.dates), day)


class _Kept:
    """Arguments that are compared by the key beside them."""

    def __init__(self, catalogue: Catalogue, held: Laid) -> None:
        self.catalogue, self.held = catalogue, held
        self.told = (held.dates, tuple(sorted(held.wordings.items())))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Kept) and self.told == other.told

    def __hash__(self) -> int:
        return hash(len(self.told[1]))


@lru_cache(maxsize=16)
def _then(kept: _Kept, _key: str, _count: int, day: Day) -> Then:
    catalogue, held = kept.catalogue, kept.held
    found = otherwise_worded(held.dates, held.wordings, day)
    otherwise = {each.name: each for each in found if each.name in catalogue}
    bans = bans_on(held.dates, CONSTRUCTED, day)
    ever = {name for each in held.dates for name in each.bans.get(CONSTRUCTED, ())}
    # what is not known stays as the catalogue has it
    known = {name for name in ever if bans.get(name) != "unknown"}
    return Then(as_of(catalogue, set(otherwise), bans.keys(), known), otherwise)


def _held_by_release() -> int:
    return len(held_dates())


def cautioned(ruling: Ruling, otherwise: Mapping[str, Otherwise], day: Day) -> Ruling:
    """The ruling, with a caveat (`worded_otherwise`) for each card that its board or its trace
    names and that was worded otherwise, and one where another edition of the rules held on that day
    (`edition_of_another_day`). Takes the ruling as its reader sees it.
    """
    if day is not None and (edition := _edition_on(day)) != NEWEST:
        held = f"{edition} held" if edition else "no edition was published yet"
        sentence = f"On {day} {held}; this ruling is by {NEWEST}, the edition that is played."
        caveat = Caveat(code="edition_of_another_day", sentence=sentence)
        ruling = msgspec.structs.replace(ruling, caveats=[*ruling.caveats, caveat])
    if not otherwise:
        return ruling
    named = set(strings_of(msgspec.to_builtins((ruling.board, ruling.trace))))
    found = [
        Caveat(code="worded_otherwise", sentence=_sentence(otherwise[name], day), cards=[name])
        for name in sorted(named & otherwise.keys())
    ]
    return msgspec.structs.replace(ruling, caveats=[*ruling.caveats, *found])


def _edition_on(day: datetime.date) -> str | None:
    """The edition that was the newest on a day."""
    found = [each for each in EDITIONS.values() if each.published <= day.isoformat()]
    return max(found, key=lambda each: each.published).name if found else None


def _sentence(each: Otherwise, day: Day) -> str:
    since = "as first printed" if each.since is None else f"as of {each.since}"
    until = "" if each.until is None else f", until {each.until}"
    when = "" if day is None else f" on {day}"
    return (
        f"{each.name} was worded otherwise{when} ({since}{until}) than it is here; what that "
        "wording does is not known, and no ruling follows it."
    )


# --- decks ----------------------------------------------------------------------------------------


class Bans(NamedTuple):
    """What is wrong with the decks of a setup in a format, and what is not known of them."""

    faults: list[Fault]
    caveats: list[Caveat]


def check_bans(
    decks: Mapping[str, DeckList], catalogue: Catalogue, of_format: str, day: Day
) -> Bans:
    """The cards of decks that a format bans on a day (tournament-2026-07-16:601.2.d).

    Raises `rulesdb.errors.DamagedStore`.
    """
    dates = laid().dates
    bans = bans_on(dates, of_format, day)
    faults: list[Fault] = []
    unknown: set[str] = set()
    for player, deck in decks.items():
        for text, path in _cards(deck):
            try:
                name = catalogue.resolve(text)
            except LookupError:
                continue  # that there is no such card is said by the setup itself
            ban = bans.get(name)
            if ban == "banned":
                when = "" if day is None else f" on {day}"
                message = f"{name} is banned in {of_format}{when} (tournament-2026-07-16:601.2.d)"
                place = show_path(("decks", player, *path))
                faults.append(Fault(path=place, code="banned_card", message=message))
            elif ban == "unknown":
                unknown.add(name)
    caveats = [
        Caveat(
            code="ban_not_dated",
            sentence=f"Whether {name} was banned in {of_format} on {day} is not known: it stands "
            "on a later list that does not say since when.",
            cards=[name],
        )
        for name in sorted(unknown)
    ]
    return Bans(faults, caveats)


def known_formats() -> list[str]:
    """The formats of which bans are known. Raises `rulesdb.errors.DamagedStore`."""
    return formats(laid().dates)


def _cards(deck: DeckList) -> Iterator[tuple[str, tuple[str | int, ...]]]:
    for part in ("legend", "champion"):
        if text := getattr(deck, part):
            yield text, (part,)
    for part in ("main", "runes"):
        for text in getattr(deck, part):
            yield text, (part, text)
    for index, text in enumerate(deck.battlefields):
        yield text, ("battlefields", index)
