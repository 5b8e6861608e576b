"""The shape and the order of rule numbers.

A number is three digits, then parts that take turns between small integers and single letters:
`465`, `465.2`, `465.2.c`, `465.2.c.3`. This module knows no rule, only the form.
"""

from __future__ import annotations

import re
from collections.abc import Container

SHAPE = re.compile(r"\d{3}(?:\.\d+|\.[a-z])*")


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
