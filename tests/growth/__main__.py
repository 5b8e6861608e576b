"""How the work grows: `python -m tests.growth [WORDS] [--where]`.

A line for each case: lines of Python that run for three sizes, and how much more each doubling
costs. `--where`: the functions that grow most between the last two sizes.
"""

from __future__ import annotations

import argparse
import sys
from itertools import pairwise

import judge
from tests.growth.cases import CASES, Case
from tests.growth.measuring import lines


def counted(case: Case, size: int) -> dict[str, int]:
    """The lines that run for one size, by function; what is kept between requests is warm."""
    board = judge.read_board(case.made(size)).board
    case.act(board)
    return lines(lambda: case.act(board))


def main() -> int:
    """Print the table; exit 1 if something grows by more than it may."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("words", nargs="?", default="", help="only cases whose name has these")
    parser.add_argument("--where", action="store_true")
    given = parser.parse_args()
    over = False
    for name, case in CASES.items():
        if given.words not in name:
            continue
        counts = [counted(case, size) for size in case.sizes]
        totals = [sum(count.values()) for count in counts]
        ratios = [more / less for less, more in pairwise(totals)]
        worse = max(ratios) > case.most
        over = over or worse
        shown = "  ".join(f"{ratio:.2f}" for ratio in ratios)
        sizes = "/".join(map(str, case.sizes))
        print(f"{name:<42} {sizes:>9} {totals!s:<30} {shown}{'  OVER' if worse else ''}")
        if given.where:
            grown = {at: counts[2].get(at, 0) - 2 * counts[1].get(at, 0) for at in counts[2]}
            for at in sorted(grown, key=lambda at: -grown[at])[:12]:
                small, big = counts[1].get(at, 0), counts[2][at]
                print(f"    {grown[at]:>8}  {small} -> {big}  {at.rpartition('judge/')[2]}")
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
