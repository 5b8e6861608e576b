"""Rules that left the class `plays`, and why.

`reclassified.tsv` has one rule a line, in any order:

    number <TAB> old class <TAB> class in the gists <TAB> reason

The classes were first given by reading; a rule that turned out, once everything around it played,
to change no verdict, no board and no question is moved in the gists and listed here, so that
nothing leaves the share that has to be exercised without a reason that can be checked.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

import msgspec

from rulesdb.errors import DamagedData
from rulesdb.gistfiles import EDITION_OF_GISTS, all_gists

FILE = Path(__file__).with_name("reclassified.tsv")


class Reclassified(msgspec.Struct, frozen=True):
    """A rule, the class it had, the one it has (`restates:N,M` in full), and the reason."""

    number: str
    was: str
    now: str
    reason: str


def read_reclassified(lines: Iterable[str], place: str = FILE.name) -> dict[str, Reclassified]:
    """The entries by rule. Raises `DamagedData`: not four fields, an empty one, a rule twice."""
    found: dict[str, Reclassified] = {}
    for count, line in enumerate(lines, start=1):
        line = line.rstrip("\r\n")
        if not line or line.startswith("#"):
            continue
        fields = [field.strip() for field in line.split("\t")]
        if len(fields) != 4 or not all(fields):
            raise DamagedData(f"{place}:{count}", "a line has four fields, none of them empty")
        entry = Reclassified(*fields)
        if entry.number in found:
            raise DamagedData(f"{place}:{count}", f"{entry.number} stands here twice")
        found[entry.number] = entry
    return found


@cache
def reclassified() -> dict[str, Reclassified]:
    """The entries of the file, by rule of the newest edition."""
    return read_reclassified(FILE.read_text(encoding="utf-8").splitlines())


def disagreements() -> list[str]:
    """Entries that the gists do not bear out, a sentence each."""
    gists = all_gists(EDITION_OF_GISTS)
    found = []
    for entry in reclassified().values():
        gist = gists.get(entry.number)
        if gist is None:
            found.append(f"{entry.number} is no rule of {EDITION_OF_GISTS}")
            continue
        now = gist.rule_class
        written = f"{now}:{','.join(gist.restates)}" if gist.restates else now
        if entry.now != written:
            found.append(f"{entry.number} is {written} in the gists and {entry.now} in the list")
        elif entry.was == now:
            found.append(f"{entry.number} is of class {now} as before")
    return found
