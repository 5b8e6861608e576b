"""The shape and the order of rule numbers.

A number is three digits, then parts that take turns between small integers and single letters:
`465`, `465.2`, `465.2.c`, `465.2.c.3`. Digits are those of ASCII. This module knows no rule, only
the form.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Container

SHAPE = re.compile(r"[0-9]{3}(?:\.[0-9]+|\.[a-z])*")


def is_rule_number(text: str) -> bool:
    """Whether `text` as a whole has the shape of a rule number (of any edition)."""
    return SHAPE.fullmatch(text) is not None


def natural_order(number: str) -> tuple[int, ...]:
    """A sort key that puts `170.9` before `170.10`, and a rule before its own sub-rules.

    Letters count from one. `number` must have the shape of a rule number.
    """
    return tuple(
        int(part) if part.isdigit() else ord(part) - ord("a") + 1 for part in number.split(".")
    )


def nearest_prefix(number: str, existing: Container[str]) -> str | None:
    """The longest proper prefix by dots of `number` that is among `existing`."""
    prefix = number
    while "." in prefix:
        prefix = prefix.rpartition(".")[0]
        if prefix in existing:
            return prefix
    return None


def nearest(number: str, existing: Collection[str]) -> str | None:
    """The number that whoever wrote `number` most likely meant; None where nothing says which.

    Of the neighbours in natural order the one that shares more of the number, cut to as many
    parts as were asked for: a letter too high leads to the last sibling, a number past the end to
    the last rule. A text without the shape of a number leads to its longest prefix that exists.
    """
    if not is_rule_number(number):
        trimmed = number.strip().rstrip(".")
        return trimmed if trimmed in existing else nearest_prefix(trimmed, existing)
    in_order = sorted(existing, key=natural_order)
    position = bisect_left(in_order, natural_order(number), key=natural_order)
    neighbour = max(
        in_order[max(position - 1, 0) : position + 1],
        key=lambda candidate: _shared_parts(candidate, number),
    )
    while neighbour.count(".") > number.count("."):
        neighbour = neighbour.rpartition(".")[0]
    return neighbour


def _shared_parts(one: str, other: str) -> int:
    shared = 0
    for left, right in zip(one.split("."), other.split("."), strict=False):
        if left != right:
            break
        shared += 1
    return shared
