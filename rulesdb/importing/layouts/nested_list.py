"""A list within a list: an enumerator and the number, and the text in the next line.

    103.
    Decks
    1. 103.1.
      A deck has forty cards.
      was 103.2

A line after the text may say where the rule stood in the edition before.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulesdb.importing.passages import NUMBER, Passage, Starts, grouped

_START = re.compile(rf"(?:[0-9]+\. )?({NUMBER})\.")
_MARK = re.compile(rf"new|(?:was|moved from) {NUMBER}")


def shape(line: str) -> bool:
    """Whether a line has a number with its full stop, and nothing else but an enumerator."""
    return _START.fullmatch(line) is not None


def passages(lines: Sequence[str]) -> list[Passage]:
    """A passage from each number to the next, without the marks of where it stood before."""

    def starts(line: str) -> Starts:
        match = _START.fullmatch(line)
        return ((match[1], ""),) if match else ()

    return grouped((starts(line), line) for line in lines if not _MARK.fullmatch(line))
