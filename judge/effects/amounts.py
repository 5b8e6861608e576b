"""Numbers that a text works out, as game actions can use them.

A number of a text may come out below zero, as a difference does. Nothing is done less than not at
all: of such a number an action does what it does of 0 (055), and whatever else becomes of it is
said where a rule says it, as of damage (417.1.e), of a Prevent Value (437.3.a) and of what a cost
comes to (356.6).
"""

from __future__ import annotations

from judge.effects import notation as n
from judge.ruling.run import Run


def usable(run: Run, number: int) -> int:
    """How much of something an instruction has done: less than nothing of it is impossible, and is
    ignored (055).
    """
    if number >= 0:
        return number
    run.rests_on("OP-171", "a", f"{number} of something is taken as 0 of it.")
    return 0 if run.in_force("055") else number


def countable(run: Run, number: int) -> int:
    """How many there can be of what is chosen, spent or looked at: never less than none (055)."""
    return max(0, number) if run.stands("055") else number


def increase(run: Run, value: n.Value, number: int) -> int:
    """By how much a number is changed that a text increases or decreases: an increase that comes to
    a negative amount is one by 0 (477.3.c).
    """
    if number >= 0 or is_decrease(value) or not run.in_force("477.3.c"):
        return number
    return 0


def is_decrease(value: n.Value) -> bool:
    """Whether a value is written as what something is decreased by, and not as a number that may
    come out below zero.
    """
    match value:
        case int():
            return value < 0
        case n.Count():
            return value.each < 0
        case n.Times():
            return (value.by < 0) is not is_decrease(value.of)
        case n.Bounded():
            return is_decrease(value.of)
        case n.Sum():
            return all(is_decrease(part) for part in value.of)
    return False


__all__ = ["countable", "increase", "is_decrease", "usable"]
