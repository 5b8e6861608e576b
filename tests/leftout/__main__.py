"""Leave out every fact of every scenario and report: `python -m tests.leftout [--jobs 2]`."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter

from tests.leftout.checking import findings, leave_out_all, work
from tests.leftout.courses import LeftOut


def main() -> int:
    """Exit 1 where a ruling changed in silence."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--verbose", action="store_true", help="list what came of each key")
    given = parser.parse_args()
    began = time.monotonic()
    results: list[LeftOut] = []
    all_work = work()
    total = sum(len(facts) for _, facts in all_work)
    for found in leave_out_all(all_work, given.jobs):
        results.append(found)
        if sys.stderr.isatty() and len(results) % 50 == 0:
            print(f"\r{len(results)} of {total}", end="", file=sys.stderr)
    counts = Counter(found.result for found in results)
    print(f"{total:,} facts left out, {time.monotonic() - began:.0f} s")
    for result, count in counts.most_common():
        print(f"{count:>7,} {result}")
    if given.verbose:
        by_key = Counter((found.fact.key, found.result) for found in results)
        for (key, result), count in sorted(by_key.items()):
            print(f"{count:>7,} {key}: {result}")
    silent = findings(results)
    for found in silent:
        print(found)
    return 1 if silent else 0


if __name__ == "__main__":
    sys.exit(main())
