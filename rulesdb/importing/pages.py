"""Pages: what stands at the top and the bottom of each is not part of a rule."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from rulesdb.importing.passages import NUMBER

#: how many lines at the top and at the bottom of a page may be running titles
_EDGE = 3
#: a running title stands on this share of the pages, and on at least this many
_SHARE = 0.5
_FEWEST = 3

_RULE = re.compile(rf"{NUMBER}\.")
_DIGITS = re.compile(r"[0-9]+")
_PAGE_NUMBER = re.compile(r"(?:page )?[0-9]{1,4}(?: ?(?:/|of) ?[0-9]{1,4})?", re.IGNORECASE)


def without_running_titles(pages: Sequence[Sequence[str]]) -> list[str]:
    """The lines of all pages, without page numbers and what is repeated at the edges of most.

    A single page is given back as it is.
    """
    if len(pages) < 2:
        return [line for page in pages for line in page]
    counted = Counter(
        key for page in pages for key in {_key(page[place]) for place in _edges(page)}
    )
    least = max(_FEWEST, _SHARE * len(pages))
    kept: list[str] = []
    for page in pages:
        running = {place for place in _edges(page) if counted[_key(page[place])] >= least}
        outermost = {0, len(page) - 1}
        kept += (
            line
            for place, line in enumerate(page)
            if place not in running and not (place in outermost and _PAGE_NUMBER.fullmatch(line))
        )
    return kept


def _edges(page: Sequence[str]) -> set[int]:
    edges = {*range(min(_EDGE, len(page))), *range(max(len(page) - _EDGE, 0), len(page))}
    return {place for place in edges if not _RULE.match(page[place])}


def _key(line: str) -> str:
    return _DIGITS.sub("#", line)
