"""Number, full stop, blank, text: the plain text of the document, and what a PDF gives.

    103. Decks
    103.1. A deck has
    forty cards.

Long rules are broken into lines. A list may set a mark before the text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulesdb.importing.passages import NUMBER, Passage, grouped, splits

_START = re.compile(rf"({NUMBER})\.\s+(\S.*)")
_BARE_NUMBER = re.compile(rf"({NUMBER})\.")


def shape(line: str) -> bool:
    """Whether a line begins with a number, its full stop and a blank."""
    return _START.fullmatch(line) is not None


def passages(lines: Sequence[str]) -> list[Passage]:
    """A passage from each numbered line to the next. A number alone has its text in the next."""

    def starts(line: str) -> tuple[tuple[str, str], ...]:
        match = _START.fullmatch(line)
        if match:
            return splits(match[1], match[2])
        match = _BARE_NUMBER.fullmatch(line)
        return ((match[1], ""),) if match else ()

    return grouped((starts(line), line) for line in lines)
