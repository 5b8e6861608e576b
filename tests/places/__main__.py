"""Switch off every place that raises a problem and report: `python -m tests.places [--write]`."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter

from tests.places.checking import (
    NONE,
    TABLE,
    all_places,
    check,
    read_table,
    some,
    try_all,
    written_table,
)
from tests.places.rewriting import lines


def main() -> int:
    """Exit 1 where the table does not hold any more."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="renew scenarios/places.tsv")
    parser.add_argument("--check", type=float, help="only a share of what the table says")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("words", nargs="*", help="only the places with one of these words")
    given = parser.parse_args()
    if given.check is not None:
        failed = check(some(read_table(), given.check, given.seed), given.jobs)
        print(*failed, sep="\n")
        return 1 if failed else 0
    began = time.monotonic()
    found = all_places()
    where = dict(lines(found))
    wanted = [
        place for place in where if not given.words or any(word in place for word in given.words)
    ]
    tried = {place: (how, one) for place, how, one in try_all(wanted, given.jobs)}
    for place, (how, one) in tried.items():
        if how != "outcome" or given.words:
            print(f"{where[place]} {place}: {how} {one}")
    counts = Counter(how for how, _ in tried.values())
    print(f"{len(tried)} places, {time.monotonic() - began:.0f} s: {dict(counts)}")
    held = {place: one if how == "outcome" else NONE for place, (how, one) in tried.items()}
    table = read_table() if TABLE.exists() else {}
    if given.write:
        kept = {place: one for place, one in table.items() if place in where}
        TABLE.write_text(written_table({**kept, **held}), encoding="utf-8")
        return 0
    lost = [place for place, one in held.items() if one == NONE and table.get(place) != NONE]
    print(*(f"{place}: held by nothing" for place in lost), sep="\n")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
