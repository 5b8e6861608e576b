"""The situations of docs/often-wrong.md: each names scenarios, which are there and pass."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from api.scenarios import in_process, run_scenario
from api.scenarios.ledger import listed_rules
from api.scenarios.loading import discover
from api.scenarios.model import Scenario
from rulesdb import exists

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "often-wrong.md").read_text("utf-8")
#: the text of each situation, by what it is called
SITUATIONS = dict(re.findall(r"^- \*\*(.+?)\*\*(.*?)(?=^- |\Z)", TEXT, re.M | re.S))


@pytest.fixture(scope="module")
def scenarios() -> dict[str, Scenario]:
    return {one.scenario.id: one.scenario for one in discover()[0]}


def ids(text: str) -> list[str]:
    return re.findall(r"`([a-z0-9-]+)`", text)


def cited(text: str) -> set[str]:
    return set(re.findall(r"\b\d{3}(?:\.\w+)*\b", text))


def test_there_are_as_many_as_are_known() -> None:
    assert len(SITUATIONS) == 15


@pytest.mark.parametrize("situation", SITUATIONS)
def test_a_situation_is_shown_by_scenarios_that_pass(
    situation: str, scenarios: dict[str, Scenario]
) -> None:
    named = ids(SITUATIONS[situation])
    assert named
    for identity in named:
        outcome = run_scenario(scenarios[identity], in_process())
        assert outcome.passed, outcome.report()


@pytest.mark.parametrize("situation", SITUATIONS)
def test_its_rules_are_those_of_its_scenarios(
    situation: str, scenarios: dict[str, Scenario]
) -> None:
    rules = cited(SITUATIONS[situation])
    assert rules
    assert all(exists(number) for number in rules)
    listed = [listed_rules(scenarios[identity]) for identity in ids(SITUATIONS[situation])]
    assert rules <= set().union(*listed)
