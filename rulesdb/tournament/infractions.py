"""The infractions, with their penalties and remedies.

One tab-separated file, `infractions.tsv`, one infraction a line in the order of the document:

    name <TAB> number <TAB> penalty <TAB> changes <TAB> remedies <TAB> gist

`penalty` is the default, empty where the document fixes none. `changes` are the rules that set
another penalty, each `NUMBER PENALTY`, with `; ` between them. `remedies` are the numbers of the
rules that say how the situation is put right, with spaces between them. `gist` is the remedy in
our own words. Empty lines and lines that begin with `#` are skipped.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from rulesdb.errors import DamagedData, RulesdbError
from rulesdb.numbering import is_rule_number
from rulesdb.tournament.heldfile import PENALTIES, Penalty

LONGEST_REMEDY = 300

INFRACTIONS_FILE = Path(__file__).with_name("infractions.tsv")


class UnknownInfraction(RulesdbError, LookupError):
    """No infraction has this name or number; `known` are the names."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        self.name = name
        self.known = known
        super().__init__(f"no infraction is called {name!r}; known are {', '.join(known)}")


class Change(msgspec.Struct, frozen=True):
    """The rule `number` makes the penalty of an infraction `penalty`, under its condition."""

    number: str
    penalty: Penalty


class Infraction(msgspec.Struct, frozen=True):
    """A violation of the tournament rules.

    - `number`: the rule that names it
    - `penalty`: the default, None where the document leaves it to degrees or to discretion
    - `changes`: the rules that raise or lower it, with the penalty that then holds
    - `remedies`: the rules that say how the situation is put right, may be empty
    - `remedy`: their sense in our own words, empty if there is none
    """

    name: str
    number: str
    penalty: Penalty | None
    changes: tuple[Change, ...]
    remedies: tuple[str, ...]
    remedy: str


def read_infraction(line: str, place: str) -> Infraction:
    """The infraction that `line` holds. Raises `DamagedData`, naming `place`."""
    fields = line.split("\t")
    if len(fields) != 6:
        raise DamagedData(place, f"needs six fields between tabs, has {len(fields)}")
    name, number, default, changes, remedies, remedy = fields
    found = Infraction(
        name=name,
        number=number,
        penalty=_penalty(default, place) if default else None,
        changes=tuple(_change(change, place) for change in changes.split("; ") if change),
        remedies=tuple(remedies.split()),
        remedy=remedy,
    )
    if not name.strip():
        raise DamagedData(place, f"the infraction of {number} has no name")
    if bool(found.remedies) is not bool(remedy):
        raise DamagedData(place, f"{name}: remedies and their gist go together")
    if len(remedy) > LONGEST_REMEDY:
        raise DamagedData(place, f"{name}: the gist of the remedy has {len(remedy)} characters")
    for cited in (number, *found.remedies, *(change.number for change in found.changes)):
        if not is_rule_number(cited):
            raise DamagedData(place, f"{cited!r} is not a rule number")
    return found


def read_infractions(lines: Iterable[str], file_name: str) -> tuple[Infraction, ...]:
    """The infractions of one file, in its order.

    Raises `DamagedData`: a line is not of the form above, or a name or number stands twice.
    """
    found: list[Infraction] = []
    seen: set[str] = set()
    for line_number, line in enumerate(lines, start=1):
        if not line or line.startswith("#"):
            continue
        place = f"{file_name}:{line_number}"
        infraction = read_infraction(line, place)
        for key in (infraction.number, infraction.name.casefold()):
            if key in seen:
                raise DamagedData(place, f"{key} stands here twice")
            seen.add(key)
        found.append(infraction)
    return tuple(found)


def _change(text: str, place: str) -> Change:
    number, _, penalty = text.partition(" ")
    return Change(number, _penalty(penalty, place))


def _penalty(text: str, place: str) -> Penalty:
    for penalty in PENALTIES:
        if penalty == text:
            return penalty
    raise DamagedData(place, f"{text!r} is not a penalty")
