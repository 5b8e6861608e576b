"""Run the cards and leave out each node of their texts: `python -m tests.cards.runner`."""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
import time
from collections.abc import Iterator
from functools import cache, partial

import msgspec

from api.scenarios.loading import discover
from tests.cards.runner.nodes import modelled
from tests.cards.runner.proving import WAYS, Executed, Wanted, attempt
from tests.cards.runner.requests import Request, names_in, requests_of
from tests.cards.runner.table import FILE, line_of, read, written


@cache
def _of_scenarios() -> dict[str, list[Request]]:
    """The requests of scenarios in which each card lies."""
    known = frozenset(modelled())
    found: dict[str, list[Request]] = {}
    for kept in discover()[0]:
        requests = list(requests_of(kept.scenario))
        names: set[str] = set()
        for request in requests:
            board = msgspec.to_builtins(request.board)
            names |= names_in(board, known) - {*board.get("cards", {})}
        for name in names:
            found.setdefault(name, []).extend(requests)
    return found


#: cards after which the table is written, so that a run that is broken off leaves what it found
WRITTEN_EVERY = 20


def one(name: str, *, ways: int, scenarios: bool, more: int | None) -> Executed:
    """What is found of one card; with `more`, of what the table has not yet, on boards from that
    number on.
    """
    requests = _of_scenarios().get(name, []) if scenarios and more is None else []
    if more is None:
        return attempt(modelled()[name], requests, ways)
    line = read()[name]
    only = Wanted(frozenset(line.unproved), frozenset(line.unheard))
    return attempt(modelled()[name], requests, ways, more, only)


def _found(given: argparse.Namespace, names: list[str]) -> Iterator[Executed]:
    scenarios = not given.boards_only
    ask = partial(one, ways=given.ways, scenarios=scenarios, more=given.more)
    if given.jobs < 2:
        yield from map(ask, names)
        return
    if scenarios and given.more is None:
        _of_scenarios()  # once, before there are several processes
    with multiprocessing.Pool(given.jobs) as pool:
        yield from pool.imap_unordered(ask, names, chunksize=4)


def summary(found: list[Executed], seconds: float) -> dict[str, object]:
    """The counts as plain data."""
    lines = [line_of(each) for each in found]
    nodes = sum(line.nodes for line in lines)
    proved = sum(line.proved for line in lines)
    shown = [where for each in found for where in each.proved.values()]
    return {
        "cards": len(lines),
        "executed": sum(line.executed == line.nodes for line in lines),
        "used": sum(each.used > 0 for each in found),
        "nodes": nodes,
        "nodes_executed": sum(line.executed for line in lines),
        "proved": proved,
        "share": round(proved / nodes, 4) if nodes else 1.0,
        "by_scenarios": sum(not where.startswith("way ") for where in shown),
        "by_boards": sum(where.startswith("way ") for where in shown),
        "structure": sum(line.structure for line in lines),
        "unproved": {line.card: list(line.unproved) for line in lines if line.unproved},
        "faults": {each.name: each.faults for each in found if each.faults},
        "seconds": round(seconds),
    }


def _write(found: list[Executed], given: argparse.Namespace) -> None:
    """Put what was found so far into the table, beside what it has of other cards."""
    lines = read() if FILE.exists() else {}
    for each in found:
        line = line_of(each)
        if given.more is not None:
            line = line._replace(structure=lines[each.name].structure)
        lines[each.name] = line
    kept = [line for name, line in lines.items() if name in modelled()]
    FILE.write_text(written(kept), encoding="utf-8")


def _print(numbers: dict[str, object]) -> None:
    unproved, faults = numbers.pop("unproved"), numbers.pop("faults")
    assert isinstance(unproved, dict)
    assert isinstance(faults, dict)
    for card, nodes in unproved.items():
        print(f"{card}: {', '.join(nodes)}")
    for card, lines in faults.items():
        for line in lines:
            print(f"FAULT {card}: {line}")
    print(", ".join(f"{name.replace('_', ' ')} {value}" for name, value in numbers.items()))


def main() -> int:
    """Exit 1 where the engine broke down."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--card", action="append", help="this card alone; may be repeated")
    parser.add_argument("--set", help="the cards of one set")
    parser.add_argument("--ways", type=int, default=WAYS, help="boards for a card at most")
    parser.add_argument(
        "--more",
        type=int,
        metavar="NUMBER",
        help=f"what {FILE.name} has as unproved alone, on boards from this number on",
    )
    parser.add_argument("--boards-only", action="store_true", help="leave the scenarios out")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="the summary as JSON")
    parser.add_argument("--write", action="store_true", help=f"{FILE.name} anew, for these cards")
    given = parser.parse_args()
    names = given.card or [
        card.name for card in modelled().values() if given.set in (None, card.set)
    ]
    if given.more is not None:
        lines = read()
        names = [name for name in names if lines[name].unproved or lines[name].unheard]
        # those of which most is left come first, in case the run is broken off
        names.sort(key=lambda name: -len(lines[name].unproved))
    if unknown := [name for name in names if name not in modelled()]:
        parser.error(f"no modelled card is called {', '.join(unknown)}")
    began = time.monotonic()
    found: list[Executed] = []
    for each in _found(given, names):
        found.append(each)
        if given.write and len(found) % WRITTEN_EVERY == 0:
            _write(found, given)
        if sys.stderr.isatty():
            print(f"\r{len(found)} of {len(names)}", end="", file=sys.stderr)
    numbers = summary(found, time.monotonic() - began)
    if given.json:
        print(json.dumps(numbers, indent=1))
    else:
        _print(dict(numbers))
    if given.write:
        _write(found, given)
    return 1 if numbers["faults"] else 0


if __name__ == "__main__":
    sys.exit(main())
