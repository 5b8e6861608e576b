"""Reading the gists of the tournament rules, each rule in our own words.

As for the core rules (see `rulesdb.gistfiles`): files `gists/FIRST-LAST.tsv`, one rule a line,

    number <TAB> class <TAB> gist <TAB> note

with classes of its own: `heading` (a title); `procedure` (what officials and players do, must,
may or must not do); `infraction` (it names a violation, or says what belongs to one); `penalty`
(it sets, raises or lowers a penalty, or says how one is applied); `remedy` (how a situation is put
right after an error); `defines` (it gives a word its meaning); `table` (advice, examples, lists).
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal, get_args

import msgspec

from rulesdb.errors import DamagedData
from rulesdb.gistfiles import LONGEST_GIST
from rulesdb.numbering import is_rule_number

TournamentClass = Literal[
    "heading", "procedure", "infraction", "penalty", "remedy", "defines", "table"
]

CLASSES: tuple[TournamentClass, ...] = get_args(TournamentClass)

GIST_FOLDER = Path(__file__).with_name("gists")


class TournamentGist(msgspec.Struct, frozen=True, gc=False):
    """A tournament rule in our own words; `note` is mostly empty."""

    number: str
    rule_class: TournamentClass
    text: str
    note: str


def read_gist(line: str, place: str) -> TournamentGist:
    """The gist that `line` holds. Raises `DamagedData`, naming `place`."""
    fields = line.split("\t")
    if len(fields) != 4:
        raise DamagedData(place, f"needs four fields between tabs, has {len(fields)}")
    number, rule_class, text, note = fields
    if not is_rule_number(number):
        raise DamagedData(place, f"{number!r} is not a rule number")
    if rule_class not in CLASSES:
        raise DamagedData(place, f"{rule_class!r} is not a class of tournament rule")
    if not text.strip():
        raise DamagedData(place, f"the gist of {number} is empty")
    if len(text) > LONGEST_GIST:
        raise DamagedData(
            place, f"the gist of {number} has {len(text)} characters, more than {LONGEST_GIST}"
        )
    return TournamentGist(number, rule_class, text, note)


def all_gists(folder: Path = GIST_FOLDER) -> dict[str, TournamentGist]:
    """Every gist by number, in the order of the files in `folder`.

    Empty lines and lines that begin with `#` are skipped. Raises `DamagedData`: a line is not of
    the form above, a number stands twice, or it is outside the stretch that the name of its file
    announces.
    """
    found: dict[str, TournamentGist] = {}
    for file in sorted(folder.glob("*.tsv")):
        first, _, last = file.stem.partition("-")
        lines = file.read_text(encoding="utf-8").splitlines()
        for line_number, line in enumerate(lines, start=1):
            if not line or line.startswith("#"):
                continue
            place = f"{file.name}:{line_number}"
            gist = read_gist(line, place)
            if gist.number in found:
                raise DamagedData(place, f"{gist.number} stands here twice")
            if not first <= gist.number[:3] <= last:
                raise DamagedData(place, f"{gist.number} belongs into another file")
            found[gist.number] = gist
    return found
