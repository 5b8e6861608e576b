"""The list of locked rules, `locked.tsv`: how each cited rule of the newest edition read back then.

    number <TAB> sixteen hexadecimal digits, the hash of the wording (see `rulesdb.wording`)

Lines that begin with `#` are skipped. `rulesdb.lint` says what has changed since, and keeps the
list in step.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from rulesdb.errors import DamagedData
from rulesdb.numbering import is_rule_number, natural_order

LOCKED_FILE = Path(__file__).with_name("locked.tsv")

_HASH = re.compile("[0-9a-f]{16}")
_HEAD_OF_THE_LIST = (
    "# How each cited rule read when it was cited: number, hash of the wording (rulesdb.lint).",
)


def read_locked(file: Path = LOCKED_FILE) -> dict[str, str]:
    """The list of locked rules, hash by number. Raises `OSError` and `DamagedData`."""
    locked: dict[str, str] = {}
    for line_number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        if not line or line.startswith("#"):
            continue
        place = f"{file.name}:{line_number}"
        number, tab, wording_hash = line.partition("\t")
        if not tab or not is_rule_number(number) or not _HASH.fullmatch(wording_hash):
            raise DamagedData(place, "needs a rule number, a tab and sixteen hexadecimal digits")
        if number in locked:
            raise DamagedData(place, f"{number} stands here twice")
        locked[number] = wording_hash
    return locked


def write_locked(locked: Mapping[str, str], file: Path = LOCKED_FILE) -> None:
    """Write the list of locked rules, in order, one a line. Raises `OSError`."""
    lines = [f"{number}\t{locked[number]}" for number in sorted(locked, key=natural_order)]
    file.write_text("\n".join([*_HEAD_OF_THE_LIST, *lines, ""]), encoding="utf-8")
