"""Number, full stop and text without a blank between them.

    103.1.A deck has forty cards.
    023.4.3a.Units are recalled.

Where a rule begins with an enumerator the two run together: the second line above is rule 023.4,
and its text begins with "3a.". Where the enumerator looks like part of a number
("015.1.b.1. Units"), either may be meant.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulesdb.importing.passages import NUMBER, Passage, Starts, grouped, splits

_START = re.compile(rf"({NUMBER})\.(.*)")
_SET_APART = re.compile(rf"(?:[0-9]+\. )?{NUMBER}\.(?:\s.*)?")


def shape(line: str) -> bool:
    """Whether a line begins with a number, its full stop and more without a blank."""
    return _START.fullmatch(line) is not None and _SET_APART.fullmatch(line) is None


def passages(lines: Sequence[str]) -> list[Passage]:
    """A passage from each numbered line to the next."""

    def starts(line: str) -> Starts:
        match = _START.fullmatch(line)
        return splits(match[1], match[2].strip()) if match else ()

    return grouped((starts(line), line) for line in lines)
