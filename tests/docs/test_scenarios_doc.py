"""docs/scenarios.md says everything that a scenario can say, and its example runs."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

import pytest

from api.scenarios import in_process, run_scenario
from api.scenarios.boards import BoardMatcher
from api.scenarios.loading import load
from api.scenarios.model import Expected, ExpectedQuestion, ExpectedRefusal, Scenario, Step

TEXT = (Path(__file__).parents[2] / "docs" / "scenarios.md").read_text("utf-8")
EXAMPLE = textwrap.dedent(
    "".join(re.findall(r"^    .*\n", TEXT.partition("`board` is typed")[0], re.M))
)


def test_the_example_passes(tmp_path: Path) -> None:
    file = tmp_path / "heron.yaml"
    file.write_text(EXAMPLE)
    (kept,) = load(file)
    outcome = run_scenario(kept.scenario, in_process())
    assert [str(failure) for failure in outcome.failures] == []


@pytest.mark.parametrize(
    "part", [Scenario, Step, Expected, ExpectedQuestion, ExpectedRefusal], ids=lambda p: p.__name__
)
def test_every_field_is_described(part: type) -> None:
    missing = [name for name in part.__struct_fields__ if f"`{name}" not in TEXT]
    there = [name for name in missing if not re.search(rf"^{name}:", EXAMPLE, re.M)]
    assert there == []


def test_every_word_of_an_expected_board_is_described() -> None:
    words = re.findall(r'^            "(\w+)": ', _source(), re.M)
    assert len(words) >= 9
    assert [word for word in words if f"`{word}`" not in TEXT] == []


def _source() -> str:
    import inspect

    return inspect.getsource(BoardMatcher.mismatches)
