"""Keywords (800-829): which add up, which are redundant, and where their rule stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Keyword:
    """A keyword: its heading, the rule that says what it is short for, and how instances
    combine.
    """

    name: str
    heading: str
    meaning: str
    combines: Literal["sum", "redundant"]
    combining_rule: str | None


KEYWORDS: dict[str, Keyword] = {
    keyword.name: keyword
    for keyword in (
        Keyword("Accelerate", "805", "805.1.a", "redundant", "805.4"),
        Keyword("Action", "806", "806.1.c.1", "redundant", None),
        Keyword("Assault", "807", "807.1.c", "sum", "807.2"),
        Keyword("Deflect", "809", "809.1.c", "sum", "809.2"),
        Keyword("Ganking", "810", "810.1.b", "redundant", "810.2"),
        Keyword("Hidden", "811", "811.1.b", "redundant", "811.4"),
        Keyword("Hunt", "823", "823.1.c.1", "sum", "823.2"),
        Keyword("Reaction", "813", "813.1.c.1", "redundant", None),
        Keyword("Shield", "814", "814.1.c", "sum", "814.2"),
        Keyword("Tank", "815", "815.1.b", "redundant", "815.2"),
        Keyword("Temporary", "816", "816.1.b", "redundant", "816.2"),
        Keyword("Ambush", "822", "822.1.b", "redundant", "822.2"),
        Keyword("Unique", "825", "825.3.a", "redundant", None),
        Keyword("Backline", "826", "826.3", "redundant", "826.5"),
        # each instance triggers: its value is their number
        Keyword("Vision", "817", "817.1.b", "sum", None),
    )
}


def combine(keyword: str, held: int, granted: int, disabled: frozenset[str] = frozenset()) -> int:
    """The value of a keyword held with `held` and granted once more with `granted`.

    Assault, Deflect, Shield and Hunt add up (807.2, 809.2, 814.2, 823.2), instances of Vision are
    counted (817.2); the others are redundant (805.4, 810.2, 811.4, 815.2, 816.2, 822.2, 826.5).
    `disabled`: rules that a test has switched off.
    """
    kind = KEYWORDS.get(keyword)
    adds_up = kind is not None and kind.combines == "sum"
    if kind is not None and kind.combining_rule in disabled:
        adds_up = not adds_up
    return held + granted if adds_up else max(held, granted)


#: the rules by which a keyword without a number has the value 1
WITHOUT_NUMBER: dict[str, str] = {
    "Assault": "807.1.b.3",
    "Deflect": "809.1.b.3",
    "Hunt": "823.1.c.2",
    "Shield": "814.1.b.3",
}


def presumed(keyword: str, disabled: frozenset[str] = frozenset()) -> int:
    """The value of a keyword whose number is omitted."""
    return 0 if WITHOUT_NUMBER.get(keyword) in disabled else 1
