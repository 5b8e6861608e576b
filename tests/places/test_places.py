"""The table of places is that of the code, and a tenth of it holds; what is rewritten."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.places.checking import NONE, all_places, read_table, written_table
from tests.places.rewriting import SWITCH, rewrite

ROOT = Path(__file__).resolve().parents[2]

SEED = 20

#: how many places no scenario holds yet; it only ever becomes less
NOT_HELD = 0


def test_the_table_has_every_place_and_no_other() -> None:
    assert set(read_table()) == {str(found.place) for found in all_places()}


def test_the_table_is_written_as_it_is_read() -> None:
    table = read_table()
    assert (ROOT / "scenarios" / "places.tsv").read_text("utf-8") == written_table(table)


def test_a_new_place_needs_a_scenario() -> None:
    assert sum(scenario == NONE for scenario in read_table().values()) <= NOT_HELD


def test_every_place_can_be_switched_off() -> None:
    assert [str(found.place) for found in all_places() if not found.switched] == []


def test_a_tenth_of_the_places_is_held_by_the_scenario_of_the_table() -> None:
    command = [sys.executable, "-m", "tests.places", "--check", "0.1", "--seed", str(SEED)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("body", "place", "left"),
    [
        ("found = []\n    found.append(problem('a'))\n    return found", "m:f:a", []),
        ("return ['b', problem('a')]", "m:f:a", ["b"]),
        ("return [problem('a') if number else problem('b')]", "m:f:a", []),
        ("return [problem('a') if not number else problem('b')]", "m:f:a", ["b"]),
        ("return [problem('a') for _ in 'xy']", "m:f:a", []),
        ("each = problem('a')\n    return [each]", "m:f:a", []),
        (
            "if number:\n        raise Refused(Refusal(reason='a'))\n    return ['on']",
            "m:f:a",
            ["on"],
        ),
        ("return [lacks('x'), lacks('y')]", "m:f:a#2", ["a"]),
    ],
)
def test_what_a_place_makes_is_gone_when_it_is_off(body: str, place: str, left: list[str]) -> None:
    source = f"def lacks(word):\n    return problem('a')\n\ndef f(number):\n    {body}\n"
    tree, found = rewrite(source, "m")
    assert place in {str(each.place) for each in found}
    names = {SWITCH: lambda asked: asked != place, "problem": lambda code: code}
    exec(compile(tree, "m", "exec"), names)
    assert names["f"](1) == left  # type: ignore[operator]


def test_a_function_that_only_makes_one_is_no_place() -> None:
    source = "def lacks(word):\n    return problem('a')\n\ndef f():\n    return [lacks('x')]\n"
    tree, found = rewrite(source, "m")
    assert [str(each.place) for each in found] == ["m:f:a"]
    assert isinstance(tree, ast.Module)
