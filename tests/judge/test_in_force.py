"""Each cited rule is a switch: off, something else happens (D4).

What `scenarios/ledger.tsv` says of a rule is tried for a tenth of it: without the rule its scenario
comes to another outcome. `make ledger` tries every rule.
"""

from __future__ import annotations

import ast
import random
from pathlib import Path

import pytest

from api.scenarios import SCENARIOS, Scenario, discover, in_process, run_scenario
from api.scenarios.ledger import LEDGER_FILE, listed_rules, read_ledger, try_without, written_ledger
from api.scenarios.sites import cited_sites
from rulesdb import exists, leaf

ROOT = Path(__file__).resolve().parents[2]
SEED = 465

CITED = cited_sites()
HELD = read_ledger()
TENTH = random.Random(SEED).sample(sorted(HELD.items()), -(-len(HELD) // 10))


@pytest.fixture(scope="module")
def scenarios() -> dict[str, Scenario]:
    return {one.scenario.id: one.scenario for one in discover()[0]}


@pytest.mark.parametrize("number", sorted(CITED))
def test_every_cited_rule_exists(number: str) -> None:
    assert exists(number), [str(site) for site in CITED[number]]


def test_at_most_three_rules_are_cited_at_one_place() -> None:
    for file in (ROOT / "judge").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == "in_force"
            ):
                assert len(node.args) <= 3, f"{file.name}:{node.lineno}"


def test_hundreds_of_leaf_rules_are_cited() -> None:
    assert sum(leaf(number) for number in CITED) >= 150


def test_the_list_of_exercised_rules_is_written_as_the_ledger_writes_it() -> None:
    assert LEDGER_FILE.parent == SCENARIOS
    assert LEDGER_FILE.read_text(encoding="utf-8") == written_ledger(HELD)
    assert len(HELD) >= 60


@pytest.mark.parametrize(("number", "identity"), sorted(HELD.items()))
def test_an_exercised_rule_is_cited_and_listed_by_its_scenario(
    number: str, identity: str, scenarios: dict[str, Scenario]
) -> None:
    assert number in CITED
    assert number in listed_rules(scenarios[identity])


@pytest.mark.parametrize(("number", "identity"), sorted(TENTH))
def test_without_its_rule_a_scenario_comes_to_another_outcome(
    number: str, identity: str, scenarios: dict[str, Scenario]
) -> None:
    found = scenarios[identity]
    assert run_scenario(found, in_process()).passed
    (turned,) = try_without(number, [found]).runs
    assert turned.how == "outcome", turned.failure
