"""Each cited rule is a switch: off, something else happens (D4).

A table of rules and scenarios that must turn red without them. The expectation of the scenario, not
that of the engine, is what turns.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from api.scenarios import SCENARIOS, in_process, load, run_scenario
from rulesdb import exists, leaf

ROOT = Path(__file__).resolve().parents[2]
NUMBER = re.compile(r"^\d{3}(\.\d+|\.[a-z])*$")


def cited_in_code() -> dict[str, list[str]]:
    """Every rule number that a call of `in_force` in the engine names, with its places."""
    found: dict[str, list[str]] = {}
    for file in (ROOT / "judge").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr in ("in_force", "stands")
            ):
                for argument in ast.walk(node):
                    value = argument.value if isinstance(argument, ast.Constant) else None
                    if isinstance(value, str) and NUMBER.match(value):
                        found.setdefault(value, []).append(f"{file.name}:{node.lineno}")
    return found


CITED = cited_in_code()


@pytest.mark.parametrize("number", sorted(CITED))
def test_every_cited_rule_exists(number: str) -> None:
    assert exists(number), CITED[number]


def test_at_most_three_rules_are_cited_at_one_place() -> None:
    for file in (ROOT / "judge").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr in ("in_force", "stands")
            ):
                assert len(node.args) <= 3, f"{file.name}:{node.lineno}"


def test_hundreds_of_leaf_rules_are_cited() -> None:
    assert sum(leaf(number) for number in CITED) >= 150


#: rule switched off -> a scenario that must fail without it
REMOVALS = {
    "323.1": "a-point-from-a-spell-wins",
    "323.5": "attacker-survives-and-conquers",
    "323.6": "empty-battlefield-loses-its-controller",
    "323.7": "equipment-left-behind-is-recalled",
    "323.11": "contested-ends-when-the-contester-is-gone",
    "323.11.a": "contested-passes-to-whoever-is-left",
    "323.14": "a-showdown-turns-into-a-combat",
    "315.1.b": "awaken-readies-only-the-turn-player",
    "315.4.b": "a-turn-passes-through-its-phases",
    "316.3": "the-pool-is-empty-when-the-main-phase-begins",
    "317.2.b": "healing-comes-before-the-boost-ends",
    "317.2.c": "the-stun-ends-with-any-turn",
    "317.2.d": "unspent-resources-of-everybody-are-lost",
    "339.1": "three-players-pass-before-anything-resolves",
    "340.2.a": "focus-alternates-after-a-chain",
    "359.3.e.14.a": "hidden-blade-misses-and-nobody-draws",
    "359.3.e.4": "returned-and-replayed-is-another-unit",
    "359.3.e.5": "target-moved-to-base-in-combat",
    "417.1.b": "the-other-of-two-targets-is-still-hit",
    "423.1.b": "a-stunned-defender-must-be-killed-in-full",
    "431.2.b": "burning-out-with-a-trash",
    "431.2.c": "burning-out-with-a-trash",
    "465.2.c.3": "five-damage-spread-over-four-units",
    "465.2.c.4": "no-overkill-while-others-stand",
    "465.2.c.6": "plain-units-before-a-tank",
    "466.1.a.1": "the-combat-cleanup-heals-every-unit",
    "466.1.a.2": "both-remain-and-attackers-are-recalled",
    "466.5.b": "both-die-and-nobody-controls",
    "466.5.c": "conquest-removes-the-other-hidden-card",
    "469.1": "attacker-survives-and-conquers",
    "469.2": "final-point-by-hold",
    "471.1.b.1": "two-of-three-battlefields-are-not-all",
    "477.3.b": "limited-decrease-is-remembered",
    "485.7": "second-player-channels-three-on-the-first-turn",
    "651.1": "conceding-ends-a-duel",
    "805.6": "accelerate-paid-enters-ready",
    "807.1.c": "assault-values-add-up",
    "807.2": "assault-values-add-up",
    "814.1.c": "shield-values-add-up",
    "814.2": "shield-values-add-up",
}


def scenario(identity: str):  # type: ignore[no-untyped-def]
    for file in sorted(SCENARIOS.rglob(f"{identity}.yaml")):
        for kept in load(file):
            if kept.scenario.id == identity:
                return kept.scenario
    raise AssertionError(f"no scenario {identity}")


@pytest.mark.parametrize(("number", "identity"), sorted(REMOVALS.items()))
def test_without_its_rule_a_scenario_turns_red(number: str, identity: str) -> None:
    found = scenario(identity)
    assert not run_scenario(found, in_process()).failures
    assert run_scenario(found, in_process(disabled=frozenset([number]))).failures
