"""How the rules of an edition hang together: which are headings, and what hangs under which.

The official document prints headings and rules alike as numbered lines, so its structure has to
be read off. Two questions, each with a plain procedure and a short list of exceptions that were
settled by eye:

**Is it a heading?** A heading names what follows and prescribes nothing. `looks_like_title` says
yes to at most eight words without a stop or colon at the end; `Exceptions.rules` are short texts
that nevertheless state a rule (a count, a condition, a thing on a list), `Exceptions.titles` are
headings that the document writes as a sentence, with their title, in our own words where the
document's would be a sentence.

**What does it hang under?**
- A dotted number hangs under its longest existing prefix: `465.2.c` under `465.2`.
- A three-digit heading with dotted rules of its own (`465`, `127 Ownership`) is *closed*: it
  governs those and nothing else.
- A three-digit heading without dotted rules is *open*: it governs the three-digit numbers after
  it, in the order of the document, up to the next open heading of the same or a shallower depth.
  Depth 0 are the chapters, the headings at a full hundred (`000`, `100`, `300`, `700`, `800`).
  Depth 1 are all other open headings, except those in `Exceptions.nested`: they open a part
  of the section before them (`463 The Steps of Combat` inside `459 Combat`) and have depth 2.
- Every other three-digit number hangs under the open heading in force.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rulesdb.numbering import nearest_prefix

_MOST_WORDS_OF_A_TITLE = 8
_ENUMERATOR = re.compile(r"\d+[a-z]?\. ")


class Exceptions(NamedTuple):
    """What was settled by eye for one edition: numbers, and titles by number."""

    rules: frozenset[str]
    titles: Mapping[str, str]
    nested: frozenset[str]


def _numbers(*lines: str) -> frozenset[str]:
    return frozenset(" ".join(lines).split())


NO_EXCEPTIONS = Exceptions(frozenset(), {}, frozenset())

EXCEPTIONS = {
    "core-1.4": Exceptions(
        rules=_numbers(
            # counts, and what stands on a list
            "103.1 103.3.a 141.1 141.2 148.1 148.2",
            # conditions and moments
            "148.1.b 319.3 319.8 326.1 326.2",
            # steps of a procedure, to be cited as such
            "323.3 338.1.b 466.3",
            # one line of a table each
            "485.1 485.2 485.3 485.4 486.1 486.2 486.3 486.4 487.1 487.2 487.3 487.4",
            "488.1 488.2 488.3 488.4 489.1 489.2 489.3 489.4",
            # sentences without a full stop
            "727 824.1.b.2",
        ),
        titles={
            "054": "Can't beats Can",
            "355": "Make Relevant Choices",
            "356": "Determine Total Cost",
            "357": "Pay Costs",
            "358": "Check Legality",
            "489.5": "Setup",
        },
        nested=_numbers(
            "105 110 165 307 311 314 327 332 341 353",
            "363 367 376 382 386 389 393 398 412 463 484",
        ),
    )
}


class Place(NamedTuple):
    """Where a rule hangs: `parent` is None for a chapter, `title` is None for a rule."""

    parent: str | None
    title: str | None


def looks_like_title(wording: str) -> bool:
    """Whether a text has the form of a heading: short, and not closed like a sentence."""
    bare = without_enumerator(wording)
    return len(bare.split()) <= _MOST_WORDS_OF_A_TITLE and not bare.endswith((".", ":", '"', "?"))


def without_enumerator(wording: str) -> str:
    """`wording` without a leading `1. ` or `3a. `, as the steps of procedures carry."""
    return _ENUMERATOR.sub("", wording, count=1)


def places(edition: str, wordings: Sequence[tuple[str, str]]) -> dict[str, Place]:
    """The place of each rule, from (number, wording) in the order of the document."""
    exceptions = EXCEPTIONS.get(edition, NO_EXCEPTIONS)
    numbers = {number for number, _ in wordings}
    with_own_rules = {number.partition(".")[0] for number in numbers if "." in number}
    open_headings: list[tuple[int, str]] = []
    found: dict[str, Place] = {}
    for number, wording in wordings:
        title = _title(number, wording, exceptions)
        if "." in number:
            parent = nearest_prefix(number, numbers)
        elif title is None or number in with_own_rules:
            parent = open_headings[-1][1] if open_headings else None
        else:
            depth = _depth(number, exceptions)
            while open_headings and open_headings[-1][0] >= depth:
                open_headings.pop()
            parent = open_headings[-1][1] if open_headings else None
            open_headings.append((depth, number))
        found[number] = Place(parent, title)
    return found


def _title(number: str, wording: str, exceptions: Exceptions) -> str | None:
    if number in exceptions.titles:
        return exceptions.titles[number]
    if number in exceptions.rules or not looks_like_title(wording):
        return None
    return without_enumerator(wording)


def _depth(number: str, exceptions: Exceptions) -> int:
    if int(number) % 100 == 0:
        return 0
    return 2 if number in exceptions.nested else 1
