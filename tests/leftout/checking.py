"""Leaving out facts of scenarios, all of them or some by chance, and what is a finding."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from msgspec import UNSET

from api.scenarios import Scenario, discover
from tests.leftout.courses import Course, LeftOut
from tests.leftout.facts import Fact, facts

Work = tuple[Scenario, list[Fact]]


def work(share: float = 1.0, seed: int = 0) -> list[Work]:
    """The scenarios with a board, each with its facts, or with some of them by chance."""
    chance = random.Random(seed)
    found = []
    for kept in discover()[0]:
        scenario = kept.scenario
        if scenario.board is UNSET or scenario.overturned_by is not None:
            continue
        chosen = [fact for fact in facts(scenario.board) if chance.random() < share]
        if chosen:
            found.append((scenario, chosen))
    return found


def leave_out(one: Work) -> list[LeftOut]:
    """Leave out each of these facts of a scenario."""
    scenario, chosen = one
    course = Course(scenario)
    return [course.leave_out(fact) for fact in chosen]


def leave_out_all(all_work: list[Work], jobs: int = 1) -> Iterator[LeftOut]:
    """What came of each fact, in one process or in several."""
    if jobs <= 1:
        for one in all_work:
            yield from leave_out(one)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as executor:
        for results in executor.map(leave_out, all_work, chunksize=8):
            yield from results


def findings(results: Iterable[LeftOut]) -> list[LeftOut]:
    """The facts whose absence changed a ruling in silence."""
    return [found for found in results if found.result == "silent"]
