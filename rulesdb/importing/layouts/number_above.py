"""A number alone, and the text in the next line; a title runs into its number.

100Decks
103.1
A deck has forty cards.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulesdb.importing.passages import NUMBER, Passage, Starts, grouped

_START = re.compile(rf"({NUMBER})|([0-9]{{3}})([^\W0-9_].*|[\"\u201c].*)")


def shape(line: str) -> bool:
    """Whether a line is a number without a full stop, or a number with a title run into it."""
    return _START.fullmatch(line) is not None


def passages(lines: Sequence[str]) -> list[Passage]:
    """A passage from each number to the next."""

    def starts(line: str) -> Starts:
        match = _START.fullmatch(line)
        if match is None:
            return ()
        return ((match[1], ""),) if match[1] else ((match[2], match[3]),)

    return grouped((starts(line), line) for line in lines)
