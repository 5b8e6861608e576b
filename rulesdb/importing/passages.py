"""What every layout is read into: passages, and where a rule may end inside one.

A layout knows where a rule begins. Where it ends is another matter: examples and pointers to other
rules follow it, in the same line or in the next. So a passage runs up to the next rule, and
`endings` gives each place at which the rule may be over; which of them it is shows when one gives
a wording that is known.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import accumulate, islice
from typing import NamedTuple

from rulesdb.importing.limits import RULE_CHARACTERS

#: a rule number as a layout may have it, without the full stop after it
NUMBER = r"[0-9]{3}(?:\.(?:[0-9]+|[a-z])(?![0-9A-Za-z]))*"

_EXAMPLE = re.compile(r"\s*\bExamples?:")
_POINTER = re.compile(r"\s*\bSee (?:rules? )?(?:[0-9]|for more information)")
_LAST_POINTER = re.compile(
    r"\s*\bSee (?:rules? )?(?:[0-9][^\"]{0,100}?)?for more information[^.]{0,100}\.?\s*$"
)
#: how many endings of one kind are tried in a passage
_MOST_ENDINGS = 64

Starts = tuple[tuple[str, str], ...]


class Passage(NamedTuple):
    """A stretch of the file that begins with a rule, or with a text that has no number.

    - `starts`: each way to split its first line into a number and the text after it, the likeliest
      first; nothing for a text without a number
    - `first`: the first line as it stands, number and all
    - `lines`: the lines after the first
    """

    starts: Starts
    first: str
    lines: tuple[str, ...] = ()

    def joined(self, other: Passage) -> Passage:
        """This passage, with the other one taken for more of its lines."""
        return Passage(self.starts, self.first, (*self.lines, other.first, *other.lines))


def splits(number: str, text: str) -> Starts:
    """Each way to take parts of a number for the beginning of the text, the whole number first.

    >>> splits("023.4.3", "Units are recalled.")[1]
    ('023.4', '3. Units are recalled.')
    """
    found = [(number, text)]
    while "." in number:
        number, _, part = number.rpartition(".")
        text = f"{part}. {text}".rstrip()
        found.append((number, text))
    return tuple(found)


def grouped(lines: Iterable[tuple[Starts, str]]) -> list[Passage]:
    """Passages from lines, each with its starts; a line without any belongs to the rule before it.

    Each line before the first number is a passage of its own.
    """
    gathered: list[tuple[Starts, list[str]]] = []
    numbered = False
    for starts, line in lines:
        numbered = numbered or bool(starts)
        if starts or not numbered:
            gathered.append((starts, [line]))
        else:
            gathered[-1][1].append(line)
    return [Passage(starts, own[0], tuple(own[1:])) for starts, own in gathered]


def endings(text: str, lines: Iterable[str]) -> Iterator[str]:
    """What the wording of a rule may be that begins with `text` and may go on in `lines`.

    First up to the first example or pointer, then with everything, then up to the end of each
    line and up to each example or pointer; at most `_MOST_ENDINGS` of either.
    """
    parts = [text, *lines]
    whole = " ".join(parts)[:RULE_CHARACTERS]
    marks = [mark.start() for mark in islice(_marks(whole), _MOST_ENDINGS)]
    line_ends = accumulate(parts[:_MOST_ENDINGS], lambda end, part: end + 1 + len(part), initial=-1)
    places = [*marks[:1], len(whole), *islice(line_ends, 1, None), *marks[1:]]
    for place in dict.fromkeys(places):
        if 0 < place <= len(whole):
            yield whole[:place].strip()


def _marks(text: str) -> Iterator[re.Match[str]]:
    found = [*_EXAMPLE.finditer(text), *_POINTER.finditer(text)]
    return iter(sorted(found, key=lambda mark: mark.start()))


def bare(text: str) -> str:
    """A wording without its examples, and without the pointers to other rules at its end.

    >>> bare("Draw one. See rule 413. Draw for more information. Example: A player draws.")
    'Draw one.'
    """
    example = _EXAMPLE.search(text)
    rest = text[: example.start()] if example else text
    while True:
        shorter = _LAST_POINTER.sub("", rest)
        if shorter == rest or not shorter.strip():
            return rest
        rest = shorter
