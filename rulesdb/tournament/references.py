"""What a tournament rule points to: rules of its own document, and core rules.

A number after "CR", or before "in the Core Rules", is a core rule. Of the others a dotted number
is always a reference, three bare digits after one of a few words; a range stands for every rule
from its first to its last. Two tables were settled by eye: `MISPRINTS`, where the document prints
another number than that of the rule it means, and `_UNNUMBERED`, where it points without printing
a full number ("procedures 1-7 above").
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

# By rule, by the number printed there: the numbers that are meant.
MISPRINTS: Mapping[str, Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "406.1.c": {"420": ("421",)},
        "408.4.c.3": {"469.1.a": ("471.1.a",)},
        "412.1": {"204.4": ("204.5",)},
        "502.11": {"484.8.e": ("489.8.f",)},
        # a number of another rule before the sentence begins; nothing is meant by it
        "602.3.a": {"602.1.a": ()},
        "602.4.a.8.f": {"602.4.8.c": ("602.4.a.8.c", "602.4.a.8.d", "602.4.a.8.e")},
        "702.2.b": {"702.15": ("702.16",)},
        "702.6.b.1": {"702.15": ("702.16",)},
        "702.8.b.1.b": {"702.15": ("702.16",)},
    }
)

_UNNUMBERED: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "204.1": ("204.3", "204.4", "204.5", "204.6"),
        "204.2": ("204.4", "204.5"),
        "204.6.d": ("204.6.a", "204.6.b", "204.6.c"),
        "421.8": ("421.1", "421.2", "421.3", "421.4", "421.5", "421.6", "421.7"),
        "603.7.c": ("603.7.a.1", "603.7.a.2", "603.7.a.3", "603.7.a.4"),
        "701.3.a": ("701.2.b", "701.2.c", "701.2.d"),
        # they say of a conduct that it is cheating
        "602.4.b.2.g": ("704.8",),
        "701.1.a.1": ("704.8",),
        "705.3.c": ("704.8",),
    }
)

_PARTS = r"(?:\.(?:[0-9]+|[a-z])(?![0-9A-Za-z]))"
_CORE = re.compile(
    rf"\bCR (?P<after>[0-9]{{3}}{_PARTS}*)"
    rf"|(?<![0-9])(?P<before>[0-9]{{3}}{_PARTS}+)\.? in the Core Rules"
)
_OWN = re.compile(
    rf"(?<![0-9.])(?P<dotted>[0-9]{{3}}{_PARTS}+)(?:\.?-(?P<last>[0-9]{{3}}{_PARTS}+))?"
    rf"|\b(?:[Ss]ee|[Ss]ections?|under|or|in) (?P<bare>[0-9]{{3}})(?![0-9]|{_PARTS})"
)


class References(NamedTuple):
    """The numbers a rule points to, in reading order, each once: `see` in the tournament rules,
    `core` in the core rules of the edition of the same day."""

    see: tuple[str, ...]
    core: tuple[str, ...]


def references(number: str, wording: str, numbers: Sequence[str]) -> References:
    """What the rule `number` points to; `numbers` are all of them in the order of the document."""
    meant = MISPRINTS.get(number, {})
    core = [
        target
        for match in _CORE.finditer(wording)
        for target in _meant(match["after"] or match["before"], meant)
    ]
    see = [
        target
        for printed in _own(_CORE.sub(" ", wording), numbers)
        for target in _meant(printed, meant)
    ]
    see += _UNNUMBERED.get(number, ())
    return References(tuple(dict.fromkeys(see)), tuple(dict.fromkeys(core)))


def _own(wording: str, numbers: Sequence[str]) -> Iterator[str]:
    for match in _OWN.finditer(wording):
        if match["last"]:
            yield from _range(match["dotted"], match["last"], numbers)
        else:
            yield match["dotted"] or match["bare"]


def _range(first: str, last: str, numbers: Sequence[str]) -> Iterator[str]:
    """Both ends, and what stands between them at the depth of the first."""
    depth = first.count(".")
    for between in numbers[numbers.index(first) : numbers.index(last) + 1]:
        if between == last or between.count(".") == depth:
            yield between


def _meant(printed: str, meant: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    return meant.get(printed, (printed,))
