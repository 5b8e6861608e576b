"""Reading the gists: each rule said in our own words.

One tab-separated file per stretch of the rule book, `gists/FIRST-LAST.tsv` by the three-digit
numbers it covers, in the order of the rule book, one rule a line:

    number <TAB> class <TAB> gist <TAB> note

Classes:

- `heading`: a title
- `plays`: it changes what is legal or what happens; so does every rule with an official example
  that can be played out, and every rule on which an official ruling rests
- `defines`: a term or a structure, for other rules to use
- `restates:N,M`: it says again what N and M say, which are no restatements themselves. So do the
  rules that only say of an action that it is a Limited (410.2.a) or Discretionary (410.1.a) one.
  What says more than N does not, and no rule restates one that stands under it
- `table`: handling of the cards, wording of the cards (also how an action or a keyword is written
  on them, unless the rule says what the words mean), advice; nothing to adjudicate

Where the class is not plain, the note argues it; otherwise it may be empty. Empty lines and lines
that begin with `#` are skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Literal, cast

import msgspec

from rulesdb.errors import DamagedData
from rulesdb.numbering import is_rule_number

RuleClass = Literal["heading", "plays", "defines", "table", "restates"]

LONGEST_GIST = 200

GIST_FOLDER = Path(__file__).with_name("gists")

# The edition whose numbers the files in the folder use.
EDITION_OF_GISTS = "core-1.4"

_CLASS = re.compile(r"(heading|plays|defines|table)|(restates):(\S+)")
_FILE_NAME = re.compile(r"([0-9]{3})-([0-9]{3})\.tsv")


class Gist(msgspec.Struct, frozen=True, gc=False):
    """A rule in our own words; `restates` is empty unless the class is `restates`."""

    number: str
    rule_class: RuleClass
    restates: tuple[str, ...]
    text: str
    note: str


def read_gist(line: str, place: str) -> Gist:
    """The gist that `line` holds. Raises `DamagedData`, naming `place`."""
    fields = line.split("\t")
    if len(fields) != 4:
        raise DamagedData(place, f"needs four fields between tabs, has {len(fields)}")
    number, class_text, text, note = fields
    if not is_rule_number(number):
        raise DamagedData(place, f"{number!r} is not a rule number")
    match = _CLASS.fullmatch(class_text)
    if match is None:
        raise DamagedData(place, f"{class_text!r} is not a class of rule")
    restates = tuple(match[3].split(",")) if match[3] else ()
    for target in restates:
        if not is_rule_number(target):
            raise DamagedData(place, f"restates {target!r}, which is not a rule number")
    if not text.strip():
        raise DamagedData(place, f"the gist of {number} is empty")
    if len(text) > LONGEST_GIST:
        raise DamagedData(
            place, f"the gist of {number} has {len(text)} characters, more than {LONGEST_GIST}"
        )
    return Gist(number, cast(RuleClass, match[1] or match[2]), restates, text, note)


def read_gists(lines: Iterable[str], file_name: str) -> list[Gist]:
    """The gists of one file, in its order.

    Raises `DamagedData`: a line is not of the form above, a number stands twice, or a number is
    outside the stretch that `file_name` announces.
    """
    stretch = _FILE_NAME.fullmatch(file_name)
    if stretch is None:
        raise DamagedData(file_name, "a file of gists is called FIRST-LAST.tsv")
    gists: list[Gist] = []
    seen: set[str] = set()
    for line_number, line in enumerate(lines, start=1):
        line = line.rstrip("\r\n")
        if not line or line.startswith("#"):
            continue
        place = f"{file_name}:{line_number}"
        gist = read_gist(line, place)
        if gist.number in seen:
            raise DamagedData(place, f"{gist.number} stands here twice")
        if not stretch[1] <= gist.number[:3] <= stretch[2]:
            raise DamagedData(place, f"{gist.number} belongs into another file")
        seen.add(gist.number)
        gists.append(gist)
    return gists


def all_gists(edition: str) -> dict[str, Gist]:
    """Every gist of an edition by number, in the order of the files. Missing files are missing
    gists: a rule without one is shown by its number and title.

    Raises `DamagedData`, also if two files have the same number.
    """
    found: dict[str, Gist] = {}
    if edition != EDITION_OF_GISTS:
        return found
    for file in sorted(GIST_FOLDER.glob("*.tsv")):
        for gist in read_gists(file.read_text(encoding="utf-8").splitlines(), file.name):
            if gist.number in found:
                raise DamagedData(file.name, f"{gist.number} stands in another file too")
            found[gist.number] = gist
    return found
