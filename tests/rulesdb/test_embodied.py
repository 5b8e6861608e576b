"""What of the engine carries the terms that rules define."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesdb import DamagedData
from rulesdb.embodied import (
    Embodied,
    embodied,
    embodied_faults,
    is_embodied,
    is_there,
    line_of,
    read_embodied,
)


def test_every_rule_that_defines_is_embodied_or_says_why_not() -> None:
    assert list(embodied_faults()) == []


def test_a_reason_is_a_sentence() -> None:
    for entry in embodied().values():
        if not entry.file:
            assert len(entry.reason.split()) >= 5, entry.rule
            assert entry.reason.endswith("."), entry.rule


@pytest.mark.parametrize(
    ("file", "name", "there"),
    [
        ("judge/board/state.py", "Player.base", True),
        ("judge/board/state.py", "Player.basis", False),
        ("judge/board/state.py", "", True),
        ("judge/board/states.py", "", False),
        ("judge/effects/notation/words.py", "Domain.Fury", True),
        ("judge/effects/notation/words.py", "Domain.Fire", False),
        ("judge/board/table.py", "Table.place_of", True),
    ],
)
def test_a_name_is_looked_for_in_its_file(file: str, name: str, there: bool) -> None:
    assert is_there(Embodied("107", file, name)) == there


def test_a_name_has_its_line() -> None:
    entry = embodied()["107.1.a"]
    line = line_of(entry)
    assert line is not None
    text = (Path(__file__).parents[2] / entry.file).read_text().splitlines()[line - 1]
    assert text.strip().startswith("base: list[GameObject]")
    assert is_embodied("107.1.a")
    assert not is_embodied("746")


def test_what_is_wrong_is_said_by_rule() -> None:
    entries = dict(embodied())
    del entries["107.1.a"]
    entries["107.2.a"] = Embodied("107.2.a", "judge/board/state.py", "Board.fields")
    entries["465.2.c.3"] = Embodied("465.2.c.3", "judge/combat/damage.py", "")
    assert dict(embodied_faults(entries)) == {
        "107.1.a": "defines a term, and nothing is named that carries it",
        "107.2.a": "there is no judge/board/state.py:Board.fields",
        "465.2.c.3": "is of class plays, not defines",
    }


@pytest.mark.parametrize(
    "lines", [["102"], ["102\t-"], ["102\tjudge/flow.py\twhy"], ["102\t-\twhy", "102\t-\twhy"]]
)
def test_a_line_of_another_form_is_refused(lines: list[str]) -> None:
    with pytest.raises(DamagedData):
        read_embodied(lines)
