"""A citation stands with the node of the trace that it belongs to."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import pytest

from api.scenarios import discover, in_process, run_scenario
from judge import read_board
from judge.board import events as ev
from judge.board.table import Table
from judge.effects.catalogue import standard_catalogue
from judge.ruling.ruling import Step
from judge.ruling.run import Run, keeps_citations

SEED = 20
SHARE = 0.08

#: what a function cites after something else that it did, and what governs the next thing all the
#: same: how much is dealt or given, and that what triggered goes unpaid
GOVERNS_WHAT_FOLLOWS = {
    "amount_of": {"359.3.e.12.a", "359.3.f.2"},
    "number_of_text": {"359.3.e.12.a", "359.3.f.2"},
    "_pay": {"404.2"},
}


def new_run() -> Run:
    board = read_board({"turn": {"player": "A", "number": 3}, "players": {"A": {}, "B": {}}}).board
    return Run(Table(board), standard_catalogue(), lambda question: None)


def emit(run: Run) -> None:
    run.emit(ev.PriorityGained(player="A", fresh=True))


def rules(run: Run) -> list[list[str]]:
    return [step.rules for step in run.root.children]


def test_what_is_cited_before_an_event_stands_with_it() -> None:
    run = new_run()
    run.in_force("312")
    emit(run)
    assert rules(run) == [["312"]]


def test_what_is_cited_before_a_step_governs_that_it_is_done() -> None:
    run = new_run()
    run.in_force("340.1")
    with run.step("359.3.d", text="draw"):
        emit(run)
    assert rules(run) == [["359.3.d", "340.1"]]
    assert run.root.rules == []


def test_a_step_that_stays_empty_is_dropped_and_its_rules_are_not() -> None:
    run = new_run()
    run.in_force("340.1")
    with run.step("359.3.d"):
        pass
    assert run.root.children == []
    assert run.root.rules == ["340.1"]


def test_what_a_procedure_rules_out_stands_with_what_it_has_done() -> None:
    @keeps_citations
    def recall(run: Run) -> None:
        emit(run)
        run.in_force("458")

    run = new_run()
    recall(run)
    emit(run)
    assert rules(run) == [["458"], []]


def test_a_condition_that_brings_nothing_about_goes_on_waiting() -> None:
    @keeps_citations
    def is_so(run: Run) -> bool:
        return run.in_force("312")

    run = new_run()
    run.in_force("335")
    assert is_so(run)
    emit(run)
    assert rules(run) == [["335", "312"]]


def test_what_those_cite_who_hear_of_an_event_stands_with_it() -> None:
    run = new_run()
    run.listeners.append(lambda run, event: run.in_force("709") and None)
    emit(run)
    run.listeners.clear()
    emit(run)
    assert rules(run) == [["709"], []]


def test_what_is_cited_as_simultaneous_events_are_done_stands_with_the_last() -> None:
    run = new_run()
    run.settlers.append(lambda run: run.in_force("383.2") and None)
    with run.together():
        emit(run)
        emit(run)
    emit(run)
    assert rules(run) == [[], ["383.2"], []]


# --- over the scenarios ---------------------------------------------------------------------------


class _Watch:
    """Which citations wait for a node although the function that cited them has brought about one
    before and has returned.
    """

    def __init__(self) -> None:
        self.waiting: list[tuple[tuple[str, ...], FrameType, bool]] = []
        self.done: set[FrameType] = set()
        self.found: set[tuple[str, tuple[str, ...]]] = set()

    def cited(self, numbers: tuple[str, ...], frame: FrameType) -> None:
        self.waiting.append((numbers, frame, frame in self.done))

    def node(self, frame: FrameType | None, made: bool) -> None:
        stack = set(_stack(frame))
        for numbers, own, had in self.waiting:
            name = own.f_code.co_name
            known = GOVERNS_WHAT_FOLLOWS.get(name, set()).issuperset(numbers)
            if had and own not in stack and not known:
                self.found.add((name, numbers))
        self.waiting.clear()
        if made:
            self.done |= stack


def _stack(frame: FrameType | None) -> Iterator[FrameType]:
    while frame is not None:
        yield frame
        frame = frame.f_back


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> _Watch:
    seen = _Watch()
    kept = {name: getattr(Run, name) for name in ("in_force", "emit", "note", "step", "citing")}
    with_last, began = Run._cite_with_last, Run.__init__

    def init(run: Run, *args: Any, **more: Any) -> None:
        seen.waiting.clear()
        seen.done.clear()
        began(run, *args, **more)

    def in_force(run: Run, *numbers: str) -> bool:
        held: bool = kept["in_force"](run, *numbers)
        if held and numbers:
            seen.cited(numbers, sys._getframe(1))
        return held

    def emit(run: Run, *args: Any, **more: Any) -> None:
        seen.node(sys._getframe(1), made=True)
        kept["emit"](run, *args, **more)

    def note(run: Run, *args: Any, **more: Any) -> None:
        seen.node(sys._getframe(1), made=True)
        kept["note"](run, *args, **more)

    @contextmanager
    def step(run: Run, *args: Any, **more: Any) -> Iterator[Step]:
        seen.node(sys._getframe(2), made=False)
        with kept["step"](run, *args, **more) as node:
            yield node
            seen.waiting.clear()

    @contextmanager
    def citing(run: Run, cited: list[str]) -> Iterator[None]:
        before, seen.waiting = seen.waiting, []
        with kept["citing"](run, cited):
            yield
        seen.waiting = before

    def cite_with_last(run: Run) -> None:
        seen.waiting.clear()
        with_last(run)

    for function in (in_force, emit, note, step, citing):
        monkeypatch.setattr(Run, function.__name__, function)
    monkeypatch.setattr(Run, "_cite_with_last", cite_with_last)
    monkeypatch.setattr(Run, "__init__", init)
    return seen


def test_no_citation_stands_with_what_somebody_else_brought_about(watch: _Watch) -> None:
    chance = random.Random(SEED)
    engine = in_process()
    for kept in discover()[0]:
        if kept.scenario.overturned_by is None and chance.random() < SHARE:
            run_scenario(kept.scenario, engine)
    assert watch.found == set()
