"""How the tournament rules hang together, and what they are called.

The document prints headings and rules alike as numbered lines; its structure is read off:

- **Parent.** A dotted number hangs under its longest existing prefix, a three-digit number under
  its chapter, the full hundred before it. (There are no open headings as in the core rules.)
- **Heading.** A short text in the form of a title (see `rulesdb.outline.looks_like_title`), also
  with a colon behind it if all its words are capitalised. `_NO_TITLES` are the short texts that
  form a list and so say something.
- **Title.** A heading's own text. A rule has one too if it opens with a label, as the roles, the
  types of competition and the infractions do.
- **Penalty.** What stands in brackets behind the label of an infraction.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple, cast

from rulesdb.numbering import nearest_prefix
from rulesdb.outline import looks_like_title
from rulesdb.tournament.heldfile import PENALTIES, Penalty

_LISTS = (
    # who maintains a loop, the sets of a format
    "505.3.a 505.3.b 505.3.c 601.3.c.2 601.3.c.3 601.3.c.4 601.3.c.5 601.3.c.5.a",
    # examples of unsporting conduct, measures of the disciplinary code
    "704.2.a.1 704.2.a.2 704.2.a.3 704.2.a.4 704.3.a.1 704.3.a.2 704.3.a.3 704.3.a.4",
    "705.2.d.1 705.2.d.3 705.2.d.5 705.2.d.8",
)
_NO_TITLES = frozenset(" ".join(_LISTS).split())

_SMALL_WORDS = "and|or|of|to|in|for|during|a|the"
_CAPITAL = r"[A-Z][\w&/'-]*"
_CAPITALISED = rf"{_CAPITAL}(?: (?:{_SMALL_WORDS}|{_CAPITAL}))*"

_TITLE_WITH_COLON = re.compile(rf"({_CAPITALISED}):")
_LABEL = re.compile(
    # any few words before a colon, then a penalty in brackets or the rule itself ...
    r"(?P<name>(?:vs\. )?[A-Z][\w()'/ -]{2,50}?)"
    rf"(?: \[(?P<penalty>{'|'.join(PENALTIES)})\]:|: )"
    # ... or capitalised words closed by a full stop
    rf"|(?P<capitalised>{_CAPITALISED})\. (?=[A-Z])"
)
_MOST_WORDS_OF_A_LABEL = 7
_NO_LABELS = frozenset({"Example"})


class Place(NamedTuple):
    """Where a rule hangs and what it is called: `parent` is None for a chapter, `title` for a
    rule without a label, `penalty` for all but infractions."""

    parent: str | None
    kind: Literal["heading", "rule"]
    title: str | None
    penalty: Penalty | None


def places(wordings: Sequence[tuple[str, str]]) -> dict[str, Place]:
    """The place of each rule, from (number, wording) in the order of the document."""
    numbers = {number for number, _ in wordings}
    return {number: _place(number, wording, numbers) for number, wording in wordings}


def _place(number: str, wording: str, numbers: set[str]) -> Place:
    parent = _parent(number, numbers)
    heading = None if number in _NO_TITLES else _heading(wording)
    if heading is not None:
        return Place(parent, "heading", heading, None)
    label = _LABEL.match(wording)
    if label is None:
        return Place(parent, "rule", None, None)
    title = label["name"] or label["capitalised"]
    fits = len(title.split()) <= _MOST_WORDS_OF_A_LABEL and title not in _NO_LABELS
    return Place(parent, "rule", title if fits else None, cast(Penalty | None, label["penalty"]))


def _parent(number: str, numbers: set[str]) -> str | None:
    if "." in number:
        return nearest_prefix(number, numbers)
    chapter = f"{number[0]}00"
    return chapter if chapter != number and chapter in numbers else None


def _heading(wording: str) -> str | None:
    with_colon = _TITLE_WITH_COLON.fullmatch(wording)
    if with_colon is not None:
        return with_colon[1]
    return wording if looks_like_title(wording) else None
