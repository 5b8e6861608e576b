"""Leave out every fact of every scenario and report: `python -m tests.leftout [--jobs 2]`."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter

from tests.leftout.checking import exception, findings, idle_exceptions, leave_out_all, work
from tests.leftout.courses import LeftOut


def main() -> int:
    """Exit 1 where a ruling changed in silence, or an exception is needed by nothing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--verbose", action="store_true", help="list the exceptions and their use")
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
        used = Counter(
            (found.fact.key, exception(found)) for found in results if found.result == "silent"
        )
        for (key, reason), count in sorted(used.items()):
            print(f"{count:>7,} {key}: {reason}")
    silent, idle = findings(results), idle_exceptions(results)
    for found in silent:
        print(found)
    for key in idle:
        print(f"{key}: an exception that nothing needs")
    return 1 if silent or idle else 0


if __name__ == "__main__":
    sys.exit(main())
