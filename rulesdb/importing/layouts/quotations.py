"""Rules that are quoted without their numbers, a paragraph each.

A rule in the middle of a paragraph may have its number:

    A deck has forty cards. 103.1.a. It may have more.

What has no number is found by its wording.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rulesdb.importing.passages import Passage, splits

_INSIDE = re.compile(
    r"(?<=[.!?)\"\u201d]) ([0-9]{3}(?:\.(?:[0-9]+|[a-z])(?![0-9A-Za-z]))+)\. (?=\S)"
)


def passages(lines: Sequence[str]) -> list[Passage]:
    """A passage for each paragraph, and for each number inside one."""
    return [passage for line in lines for passage in _in_paragraph(line)]


def _in_paragraph(paragraph: str) -> Iterator[Passage]:
    first, *rest = _INSIDE.split(paragraph)
    yield Passage((), first)
    for number, text in zip(rest[::2], rest[1::2], strict=True):
        yield Passage(splits(number, text)[:1], f"{number}. {text}")
