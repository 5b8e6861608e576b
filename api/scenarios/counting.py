"""How much the scenarios say of what is illegal: how many do, and for which reasons.

A negative scenario passes and has a step that is judged illegal. A reason is a pair: the
code of a problem and a rule that it names.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from api.scenarios.judges import AS_EVER, InProcess, Position, Wishes
from api.scenarios.loading import Kept
from api.scenarios.running import run_scenario
from judge.ruling.actions import Action, Then
from judge.ruling.problems import PROBLEM_KINDS
from judge.ruling.ruling import Problem, Ruling


class Pair(msgspec.Struct, frozen=True, order=True, kw_only=True):
    """A reason against an action, and how many negative scenarios give it."""

    code: str
    rule: str
    scenarios: int


class CountReport(msgspec.Struct, kw_only=True):
    """What the passing scenarios come to."""

    passed: int
    #: those in which something is judged illegal
    negative: int
    pairs: list[Pair]
    #: codes that no scenario comes to
    without: list[str]


class _Listening(InProcess):
    """The engine in this process, which keeps the problems of what it judges illegal."""

    def __init__(self) -> None:
        super().__init__()
        self.problems: list[Problem] = []

    def adjudicate(
        self,
        position: Position,
        action: Action | None,
        answers: Sequence[Any],
        then: Then,
        wishes: Wishes = AS_EVER,
    ) -> Ruling:
        ruling = super().adjudicate(position, action, answers, then, wishes)
        if ruling.verdict == "illegal":
            self.problems += ruling.problems
        return ruling


def count(kept: Iterable[Kept]) -> CountReport:
    """Run scenarios and count what is illegal in those that pass."""
    found: dict[tuple[str, str], set[str]] = defaultdict(set)
    negative, passed = set(), 0
    for one in kept:
        judge = _Listening()
        if not run_scenario(one.scenario, judge).passed:
            continue
        passed += 1
        for each in judge.problems:
            negative.add(one.scenario.id)
            for rule in each.rules:
                found[each.code, rule].add(one.scenario.id)
    return CountReport(
        passed=passed,
        negative=len(negative),
        pairs=sorted(
            Pair(code=code, rule=rule, scenarios=len(ids)) for (code, rule), ids in found.items()
        ),
        without=sorted(set(PROBLEM_KINDS) - {code for code, _ in found}),
    )
