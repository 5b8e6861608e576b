"""How the rules of an edition hang together: which are headings, and what hangs under which.

The official document prints headings and rules alike as numbered lines, so its structure has to
be read off. Two questions, each with a plain procedure and a short list of exceptions that were
settled by eye:

**Is it a heading?** A heading names what follows and prescribes nothing. `looks_like_title` says
yes to at most eight words without a stop or colon at the end; `Exceptions.rules` are short texts
that nevertheless state a rule (a count, a condition, a thing on a list), `Exceptions.titles` are
headings that the document writes as a sentence, with their title: its own words without number,
stop and colon.

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
- Where the document has no prefix of a dotted number at all, that number does too.

The older editions come from transcriptions with gaps of their own: edition 1.1 numbers the title of
the section on gear and its first rule as one (`Exceptions.opening`: open although it has dotted
rules), and 1.2 has a 721.1 without a 721.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rulesdb.numbering import nearest_prefix

_MOST_WORDS_OF_A_TITLE = 8
_ENUMERATOR = re.compile(r"[0-9]+[a-z]?\. ")


class Exceptions(NamedTuple):
    """What was settled by eye for one edition: numbers, and titles by number."""

    rules: frozenset[str]
    titles: Mapping[str, str]
    nested: frozenset[str]
    opening: frozenset[str] = frozenset()


def _numbers(*lines: str) -> frozenset[str]:
    return frozenset(" ".join(lines).split())


NO_EXCEPTIONS = Exceptions(frozenset(), {}, frozenset())

EXCEPTIONS = {
    "core-1.0": Exceptions(
        rules=_numbers(
            "103.1 103.3.a 138.1 138.2 143.1 143.1.b 143.2 529.1 529.2 540.4 625.e",
            "644.1 644.2 644.3 644.4 645.1 645.2 645.3 645.4 646.1 646.2 646.3 646.4",
            "647.1 647.2 647.3 647.4 648.1 648.2 648.3 648.4",
        ),
        titles={
            "559": "Make Necessary Choices",
            "560": "Determine Total Cost",
            "561": "Pay the Card's Costs",
            "562": "Check Legality",
            "648.5": "Setup",
        },
        nested=_numbers(
            "105 110 158 507 511 514 528 532 536 545 557 567 571 576 582 590 624 643",
        ),
    ),
    "core-1.1": Exceptions(
        rules=_numbers(
            "103.1 103.3.a 138.1 138.2 143.1 143.1.b 143.2 319.2 319.7 322.8 325.1 325.2 334.1.c",
            "458.1 458.2 458.3 458.4 459.1 459.2 459.3 459.4 460.1 460.2 460.3 460.4",
            "461.1 461.2 461.3 461.4 462.1 462.2 462.3 462.4",
        ),
        titles={
            "054": "Can't beats Can",
            "143": "Gear",
            "352": "Make Necessary Choices",
            "353": "Determine Total Cost",
            "354": "Pay the Card's Costs",
            "355": "Check Legality",
            "462.5": "Setup",
        },
        nested=_numbers(
            "105 110 158 307 311 314 326 331 337 350",
            "360 364 369 375 379 382 386 399 437 457",
        ),
        opening=_numbers("143"),
    ),
    "core-1.2": Exceptions(
        rules=_numbers(
            "103.1 103.3.a 140.1 140.2 146.1 146.1.b 146.2 319.2 319.7 322.2 322.12",
            "325.1 325.2 334.1.c",
            "462.1 462.2 462.3 462.4 463.1 463.2 463.3 463.4 464.1 464.2 464.3 464.4",
            "465.1 465.2 465.3 465.4 466.1 466.2 466.3 466.4",
        ),
        titles={
            "054": "Can't beats Can",
            "352": "Make Necessary Choices",
            "353": "Determine Total Cost",
            "354": "Pay the Card's Costs",
            "355": "Check Legality",
            "466.5": "Setup",
        },
        nested=_numbers(
            "105 110 161 307 311 314 326 331 337 350",
            "360 364 369 375 379 382 386 399 441 461",
        ),
    ),
    "core-1.3": Exceptions(
        rules=_numbers(
            "103.1 103.3.a 141.1 141.2 148.1 148.1.b 148.2 319.8 323.3 326.1 326.2 338.1.c 461.3",
            "480.1 480.2 480.3 480.4 481.1 481.2 481.3 481.4 482.1 482.2 482.3 482.4",
            "483.1 483.2 483.3 483.4 484.1 484.2 484.3 484.4",
            "727 824.1.b.2",
        ),
        titles={
            "054": "Can't beats Can",
            "108": "Non-Board Zones",
            "355": "Make Relevant Choices",
            "356": "Determine Total Cost",
            "357": "Pay the Card's Costs",
            "358": "Check Legality",
            "484.5": "Setup",
        },
        nested=_numbers(
            "105 111 164 307 311 314 327 332 341 353",
            "363 367 376 382 386 389 393 398 412 458 479",
        ),
    ),
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
            "357": "Pay the Card's Costs",
            "358": "Check Legality",
            "489.5": "Setup",
        },
        nested=_numbers(
            "105 110 165 307 311 314 327 332 341 353",
            "363 367 376 382 386 389 393 398 412 463 484",
        ),
    ),
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
    closed = {number.partition(".")[0] for number in numbers if "." in number} - exceptions.opening
    open_headings: list[tuple[int, str]] = []
    found: dict[str, Place] = {}
    for number, wording in wordings:
        title = _title(number, wording, exceptions)
        parent = nearest_prefix(number, numbers)
        opens_a_section = "." not in number and title is not None and number not in closed
        if opens_a_section:
            depth = _depth(number, exceptions)
            open_headings = [heading for heading in open_headings if heading[0] < depth]
        if parent is None and open_headings:
            parent = open_headings[-1][1]
        if opens_a_section:
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
