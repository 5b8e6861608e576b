"""The registry of problem codes is closed, true to the rule book, and used."""

from __future__ import annotations

import ast
import re
import string
from pathlib import Path

import pytest
import yaml

from judge.ruling.problems import PROBLEM_KINDS, problem
from rulesdb import exists

ROOT = Path(__file__).resolve().parents[2]


def raised() -> dict[str, list[tuple[str, set[str]]]]:
    """Every call `problem("code", word=...)` in the engine: where, and which words it fills."""
    found: dict[str, list[tuple[str, set[str]]]] = {}
    for file in (ROOT / "judge").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == "problem"
            ):
                continue
            first = node.args[0]
            if isinstance(first, ast.Constant):
                words = {keyword.arg for keyword in node.keywords if keyword.arg}
                found.setdefault(first.value, []).append((f"{file.name}:{node.lineno}", words))
    return found


RAISED = raised()


def test_every_code_is_raised_somewhere() -> None:
    # wrong_number_of_targets is raised by the code that a choice carries
    assert set(PROBLEM_KINDS) - set(RAISED) <= {"wrong_number_of_targets"}


def test_every_raised_code_is_registered() -> None:
    assert set(RAISED) <= set(PROBLEM_KINDS)


@pytest.mark.parametrize("code", sorted(RAISED))
def test_every_place_fills_the_words_of_its_sentence(code: str) -> None:
    kind = PROBLEM_KINDS[code]
    wanted = {
        name
        for text in (kind.sentence, kind.remedy or "")
        for _, name, _, _ in string.Formatter().parse(text)
        if name
    }
    for place, words in RAISED[code]:
        assert wanted <= words, f"{place} does not fill {wanted - words}"


@pytest.mark.parametrize("code", sorted(PROBLEM_KINDS))
def test_every_code_cites_rules_that_exist(code: str) -> None:
    kind = PROBLEM_KINDS[code]
    assert kind.rules
    assert all(exists(number) for number in kind.rules)


def test_a_code_that_is_not_registered_is_an_error() -> None:
    with pytest.raises(KeyError):
        problem("no_such_code")


def test_every_code_is_expected_by_a_scenario() -> None:
    expected: set[str] = set()
    for file in (ROOT / "scenarios").rglob("*.yaml"):
        expected.update(
            re.findall(r"[a-z_]+", " ".join(_problems(yaml.safe_load(file.read_text("utf-8")))))
        )
    # the codes that no board of a scenario can reach, each with its reason in the registry's tests
    assert set(PROBLEM_KINDS) - expected <= UNREACHED


#: codes without a scenario: empty, so that a new code needs one
UNREACHED: set[str] = set()


def _problems(tree: object) -> list[str]:
    if isinstance(tree, dict):
        own = tree.get("problems") if isinstance(tree.get("problems"), list) else []
        assert isinstance(own, list)
        return [str(code) for code in own] + [
            p for value in tree.values() for p in _problems(value)
        ]
    if isinstance(tree, list):
        return [p for value in tree for p in _problems(value)]
    return []
