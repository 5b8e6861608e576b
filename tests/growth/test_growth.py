"""Work grows at most linearly with objects and chain items, and quadratically with the effects that
touch one object: counted in lines of Python that run, so that no clock is asked.

`python -m tests.growth` prints the numbers, and with `--where` what grows.
"""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.growth.__main__ import counted
from tests.growth.boards import board
from tests.growth.cases import CASES, LINEAR, Case
from tests.growth.measuring import work


@pytest.mark.parametrize("name", CASES)
def test_work_grows_no_faster_than_it_may(name: str) -> None:
    case = CASES[name]
    totals = [sum(counted(case, size).values()) for size in case.sizes]
    assert max(more / less for less, more in pairwise(totals)) <= case.most, totals


def test_what_grows_faster_is_found_out() -> None:
    """Pairs of all objects are more than a linear case may look at."""

    def pairs(before: object) -> None:
        units = before.players["A"].base  # type: ignore[attr-defined]
        for one in units:
            for other in units:
                assert one is not None
                assert other is not None

    case = Case(lambda size: board(["Plain"] * size, runes=0), pairs)
    totals = [sum(counted(case, size).values()) for size in case.sizes]
    assert min(more / less for less, more in pairwise(totals)) > LINEAR


def test_the_same_is_as_much_work_every_time() -> None:
    case = CASES["play a unit, all kinds"]
    assert counted(case, 15) == counted(case, 15)


def test_lines_are_counted() -> None:
    def three() -> None:
        one = 1
        two = one + one
        assert two == 2

    assert work(three) == 3
