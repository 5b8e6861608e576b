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
    """Every rule number that `in_force` or `stands` is called with in the engine, and where."""
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
    "144.1.a": "opponent-with-priority-moves-an-exhausted-unit",
    "144.1.c": "second-move-while-a-showdown-is-open",
    "303": "turn-ended-in-a-game-that-goes-on",
    "303.1": "tasks-of-one-cleanup-are-not-simultaneous",
    "303.2": "tasks-of-one-cleanup-are-not-simultaneous",
    "303.2.a": "turn-order-says-who-contests-next",
    "305": "a-turn-passes-through-its-phases",
    "306": "a-turn-passes-through-its-phases",
    "308.1": "showdown-closed-shuts-out-plain-cards-twice",
    "308.1.a": "a-showdown-in-the-ending-step",
    "308.2": "open-battlefield-is-conquered-when-all-pass",
    "309.1": "a-death-trigger-keeps-the-state-closed",
    "309.1.a": "a-death-trigger-keeps-the-state-closed",
    "309.2": "empty-battlefield-loses-its-controller",
    "310.1.a": "no-window-at-the-end-of-a-turn",
    "312": "focus-alternates-after-a-chain",
    "312.1": "focus-and-priority-apart-in-an-open-showdown",
    "312.1.a": "open-battlefield-is-conquered-when-all-pass",
    "312.1.b": "unit-played-in-the-draw-phase",
    "312.1.b.1": "attacker-survives-and-conquers",
    "312.2.c": "a-reply-starts-the-passing-anew",
    "312.3": "three-players-pass-before-anything-resolves",
    "313": "focus-alternates-after-a-chain",
    "313.1": "focus-alternates-after-a-chain",
    "313.1.a": "unit-without-action-in-an-open-showdown",
    "313.2": "two-passes-in-a-row-close-the-showdown",
    "313.3": "focus-alternates-after-a-chain",
    "313.4": "focus-and-priority-apart-in-an-open-showdown",
    "313.5": "unit-returned-during-the-showdown",
    "315.1.a": "awaken-readies-only-the-turn-player",
    "315.1.b": "awaken-readies-only-the-turn-player",
    "315.2.a.1": "each-effect-ends-at-its-own-moment",
    "315.2.b.1": "final-point-by-hold",
    "315.2.b.2": "final-point-by-hold",
    "315.3.a": "short-rune-deck-channels-what-is-there",
    "315.3.b": "a-turn-passes-through-its-phases",
    "315.3.b.1": "short-rune-deck-channels-what-is-there",
    "315.4.a": "a-turn-passes-through-its-phases",
    "315.4.b": "a-turn-passes-through-its-phases",
    "316.1": "a-turn-passes-through-its-phases",
    "316.2": "what-the-start-of-the-main-phase-makes-is-kept",
    "316.3": "the-pool-is-empty-when-the-main-phase-begins",
    "316.4": "each-effect-ends-at-its-own-moment",
    "316.5.b": "no-window-at-the-end-of-a-turn",
    "316.8.b.1": "open-battlefield-is-conquered-when-all-pass",
    "316.8.b.1.a": "a-showdown-turns-into-a-combat",
    "316.8.c": "focus-alternates-after-a-chain",
    "316.9": "a-turn-passes-through-its-phases",
    "316.9.a": "a-turn-passes-through-its-phases",
    "317.1.a": "each-effect-ends-at-its-own-moment",
    "317.2.a": "healing-comes-before-the-boost-ends",
    "317.2.b": "healing-comes-before-the-boost-ends",
    "317.2.c": "the-stun-ends-with-any-turn",
    "317.2.d": "unspent-resources-of-everybody-are-lost",
    "317.2.e": "a-trigger-in-the-expiration-step-runs-it-again",
    "317.2.f": "a-trigger-in-the-expiration-step-runs-it-again",
    "317.3": "a-turn-passes-through-its-phases",
    "319.2": "showdown-with-nobody-left",
    "319.6": "who-needs-the-fallen-lord-falls-in-the-next",
    "319.7": "contested-anew-begins-a-showdown",
    "320": "cleanups-are-over-before-a-trigger-chooses",
    "320.1": "a-death-trigger-keeps-the-state-closed",
    "321": "no-cleanup-within-a-spell",
    "321.1": "no-cleanup-within-a-spell",
    "322": "who-needs-the-fallen-lord-falls-in-the-next",
    "322.1": "who-needs-the-fallen-lord-falls-in-the-next",
    "323": "attacker-survives-and-conquers",
    "323.1": "a-point-from-a-spell-wins",
    "323.2": "a-combat-showdown-does-not-turn-back",
    "323.2.a": "a-defender-that-comes-back-does-not-trigger-again",
    "323.2.c": "a-defender-that-comes-back-does-not-trigger-again",
    "323.4": "a-death-trigger-keeps-the-state-closed",
    "323.5": "attacker-survives-and-conquers",
    "323.6": "empty-battlefield-loses-its-controller",
    "323.7": "equipment-left-behind-is-recalled",
    "323.8": "open-battlefield-is-conquered-when-all-pass",
    "323.8.a": "contested-passes-to-whoever-is-left",
    "323.9": "attacker-survives-and-conquers",
    "323.9.a": "turn-player-picks-which-combat-is-first",
    "323.10": "contested-anew-begins-a-showdown",
    "323.11": "contested-ends-when-the-contester-is-gone",
    "323.11.a": "contested-passes-to-whoever-is-left",
    "323.12": "open-battlefield-is-conquered-when-all-pass",
    "323.13": "attacker-survives-and-conquers",
    "323.14": "a-showdown-turns-into-a-combat",
    "324.1": "a-trigger-in-the-expiration-step-runs-it-again",
    "329.2": "cleanups-are-over-before-a-trigger-chooses",
    "330": "focus-alternates-after-a-chain",
    "330.1": "a-reply-in-a-trigger-chain-does-not-move-focus",
    "330.2": "a-reply-in-a-trigger-chain-does-not-move-focus",
    "333": "a-task-comes-between-two-resolutions",
    "334": "a-task-comes-between-two-resolutions",
    "334.1": "cleanups-are-over-before-a-trigger-chooses",
    "334.2": "tasks-of-one-cleanup-are-not-simultaneous",
    "334.2.a": "a-task-comes-between-two-resolutions",
    "335": "attackers-still-attack-as-they-conquer",
    "335.1": "contested-anew-begins-a-showdown",
    "336": "tasks-of-one-cleanup-are-not-simultaneous",
    "336.1": "a-trigger-joins-the-chain-under-way",
    "337.1": "tasks-of-one-cleanup-are-not-simultaneous",
    "337.1.a": "a-reply-starts-the-passing-anew",
    "337.1.b": "the-oldest-pending-item-chooses-first",
    "337.3": "tasks-of-one-cleanup-are-not-simultaneous",
    "337.4": "tasks-of-one-cleanup-are-not-simultaneous",
    "338.1.a": "a-reply-starts-the-passing-anew",
    "338.1.a.2": "a-reply-starts-the-passing-anew",
    "338.1.a.3": "ambush-unit-in-reply",
    "338.1.a.5": "unit-while-own-chain-exists",
    "338.1.a.7": "a-reply-starts-the-passing-anew",
    "338.1.b": "three-players-pass-before-anything-resolves",
    "338.1.b.1": "three-players-pass-before-anything-resolves",
    "339.1": "three-players-pass-before-anything-resolves",
    "339.2": "three-players-pass-before-anything-resolves",
    "340.2": "focus-alternates-after-a-chain",
    "340.2.a": "focus-alternates-after-a-chain",
    "340.3": "a-trigger-joins-the-chain-under-way",
    "340.4": "a-second-spell-on-ones-own-first",
    "342": "two-passes-in-a-row-close-the-showdown",
    "342.1": "showdown-closed-shuts-out-plain-cards-twice",
    "344": "open-battlefield-is-conquered-when-all-pass",
    "344.1": "attacker-survives-and-conquers",
    "344.2": "open-battlefield-is-conquered-when-all-pass",
    "345": "focus-goes-to-whoever-contested",
    "346": "focus-alternates-after-a-chain",
    "346.1": "focus-stays-after-an-attack-trigger",
    "347.1": "focus-alternates-after-a-chain",
    "347.2": "two-passes-in-a-row-close-the-showdown",
    "347.2.a": "two-passes-in-a-row-close-the-showdown",
    "347.2.b": "two-passes-in-a-row-close-the-showdown",
    "348": "two-passes-in-a-row-close-the-showdown",
    "348.1": "attacker-survives-and-conquers",
    "348.2": "open-battlefield-is-conquered-when-all-pass",
    "348.2.a": "open-battlefield-is-conquered-when-all-pass",
    "348.2.a.1": "open-battlefield-is-conquered-when-all-pass",
    "359.3.e.4": "returned-and-replayed-is-another-unit",
    "359.3.e.5": "target-moved-to-base-in-combat",
    "359.3.e.14.a": "hidden-blade-misses-and-nobody-draws",
    "417.1.b": "the-other-of-two-targets-is-still-hit",
    "423.1.b": "a-stunned-defender-must-be-killed-in-full",
    "431.2.b": "burning-out-with-a-trash",
    "431.2.c": "burning-out-with-a-trash",
    "465.2.a": "attacker-survives-and-conquers",
    "465.2.c.3": "five-damage-spread-over-four-units",
    "465.2.c.4": "no-overkill-while-others-stand",
    "465.2.c.6": "plain-units-before-a-tank",
    "465.2.d": "attacker-survives-and-conquers",
    "466.1.a.1": "the-combat-cleanup-heals-every-unit",
    "466.1.a.2": "both-remain-and-attackers-are-recalled",
    "466.5.a": "attacker-survives-and-conquers",
    "466.5.b": "both-die-and-nobody-controls",
    "466.5.c": "conquest-removes-the-other-hidden-card",
    "466.5.d": "attacker-survives-and-conquers",
    "469.1": "attacker-survives-and-conquers",
    "469.2": "final-point-by-hold",
    "470": "conquered-before-the-scoring-step-is-not-held",
    "471.1": "final-point-by-hold",
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


#: rules after which another one does the same, so that the trace alone shows which it was: the
#: Cleanup that follows a combat (323.6, 323.7), the id of a card that has left, the last player
SAID_TWICE = {"359.3.e.4", "466.5.b", "466.5.c", "651.1"}


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
    failures = run_scenario(found, in_process(disabled=frozenset([number]))).failures
    # the verdict, the board or the question is another, not the citation alone; nothing breaks
    assert [f for f in failures if f.path != "cites" or number in SAID_TWICE]
    assert not [failure for failure in failures if "broke down" in failure.message]
