"""What the scenarios say of what is illegal, counted."""

from __future__ import annotations

from api.scenarios.counting import count
from api.scenarios.loading import discover
from api.scenarios.model import Scenario

#: what there has to be of scenarios in which something is illegal, and of reasons that they give
NEGATIVE, PAIRS = 250, 120


def test_enough_scenarios_are_negative_for_enough_reasons() -> None:
    kept, faults = discover()
    assert not faults
    report = count(one for one in kept if _expects_something_illegal(one.scenario))
    assert report.negative >= NEGATIVE
    assert len(report.pairs) >= PAIRS
    assert report.without == []


def _expects_something_illegal(scenario: Scenario) -> bool:
    expected = [step.expected for step in scenario.steps]
    return any(each.verdict == "illegal" or each.problems for each in expected)
