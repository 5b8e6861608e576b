"""All places of the engine, the scenarios that hold them, and the table of both."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path

from tests.places import worker
from tests.places.rewriting import Found, rewrite

ROOT = Path(__file__).resolve().parents[2]
TABLE = ROOT / "scenarios" / "places.tsv"

_COLUMNS = "place\tscenario"

#: what the table has in place of a scenario
NONE = "-"


def all_places() -> list[Found]:
    """Every place in the engine, in the order of files and lines."""
    found = []
    for file in sorted((ROOT / "judge").rglob("*.py")):
        module = ".".join(file.relative_to(ROOT).with_suffix("").parts)
        found += rewrite(file.read_text(encoding="utf-8"), module.removesuffix(".__init__"))[1]
    return found


@contextmanager
def engine(jobs: int, files: list[Path] | None = None) -> Iterator[ProcessPoolExecutor]:
    """Processes with the rewritten engine, and with the scenarios of the files, or all."""
    with ProcessPoolExecutor(
        jobs, mp_context=get_context("spawn"), initializer=worker.start, initargs=(files,)
    ) as executor:
        yield executor


def try_all(places: Iterable[str], jobs: int) -> Iterator[tuple[str, str, str]]:
    """Switch off each place: the place, how it is held, the scenario that turns."""
    wanted = list(places)
    with engine(jobs) as executor:
        expects = executor.submit(worker.names).result()
        hit: dict[str, list[str]] = {}
        for identity, how, places_hit in executor.map(worker.come_by, expects, chunksize=16):
            # a limit that a scenario reaches counts as an error of the engine elsewhere
            if how == "same" or "limit" in expects[identity]:
                for place in places_hit:
                    hit.setdefault(place, []).append(identity)
        work = []
        for place in wanted:
            codes = set(place.split(":")[2].partition("#")[0].split(" or "))
            those = sorted(hit.get(place, []), key=lambda one: not codes & expects[one])
            work.append((place, those))
        yield from executor.map(worker.without, work, chunksize=4)


def check(held: dict[str, str], jobs: int) -> list[str]:
    """The places that the scenario of the table does not hold."""
    named = set(held.values())
    scenarios = (ROOT / "scenarios").rglob("*.yaml")
    with engine(jobs, [file for file in scenarios if file.stem in named]) as executor:
        tried = executor.map(worker.without, [(place, [one]) for place, one in held.items()])
        return [f"{place}: {one} ({how})" for place, how, one in tried if how != "outcome"]


def some(held: dict[str, str], share: float, seed: int) -> dict[str, str]:
    """Some of the places that are held, by chance."""
    chance = random.Random(seed)
    return {
        place: scenario
        for place, scenario in held.items()
        if chance.random() < share and scenario != NONE
    }


def read_table(file: Path = TABLE) -> dict[str, str]:
    """The scenario that holds each place; `-` for none."""
    first, *rest = file.read_text(encoding="utf-8").splitlines()
    assert first == _COLUMNS, f"{file.name}: the columns are {_COLUMNS!r}"
    pairs = [line.split("\t") for line in rest]
    return {pair[0]: pair[1] for pair in pairs}


def written_table(held: dict[str, str]) -> str:
    """The content of the table."""
    return "\n".join([_COLUMNS, *(f"{place}\t{held[place]}" for place in sorted(held)), ""])
