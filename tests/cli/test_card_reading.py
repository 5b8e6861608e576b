"""`arbiter cards read`: lists of cards in English, read into notation."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.requests import Invoke

CARDS = [
    {"name": "Heron", "types": ["Unit"], "might": 2, "text": "When I attack, draw 1."},
    {"name": "Brook Song", "types": ["Spell"], "text": "Draw 1.\nJuggle a unit."},
    {"name": "Otter Hat", "types": ["Gear"], "text": "[Equip] [1]", "effect_text": "[Tank]"},
]


@pytest.fixture
def listed(tmp_path: Path) -> Path:
    """A list of cards, of which one is not read."""
    file = tmp_path / "cards.json"
    file.write_text(json.dumps({"cards": CARDS}))
    return file


def test_each_card_has_its_notation_or_what_was_refused(arbiter: Invoke, listed: Path) -> None:
    result = arbiter("cards", "read", str(listed), "--json")
    assert result.exit_code == 1
    found = json.loads(result.stdout)
    assert found["totals"] == {"cards": 3, "read_whole": 2, "clauses": 5, "clauses_read": 4}
    heron, song, hat = found["cards"]
    assert heron["notation"]["abilities"] == [
        {"kind": "triggered", "when": "attack", "does": [{"do": "draw"}]}
    ]
    assert hat["notation"]["effect_text"] == [{"kind": "keyword", "keyword": "Tank"}]
    assert "notation" not in song
    (refused,) = song["refused"]
    assert (refused["clause"], refused["at"]) == ("juggle a unit.", 0)
    assert "an action" in refused["expected"]


def test_people_are_told_what_was_refused(arbiter: Invoke, listed: Path) -> None:
    lines = arbiter("cards", "read", str(listed)).stdout.splitlines()
    assert lines[:3] == ["Brook Song", "juggle a unit.", "not read from: juggle a unit ."]
    assert lines[-1] == "2 of 3 cards read whole, 4 of 5 clauses"


def test_csv_is_read_and_types_are_found(arbiter: Invoke, tmp_path: Path) -> None:
    file = tmp_path / "cards.csv"
    file.write_text(
        'name,number,text\nHeron,1,"When I attack, draw 1."\nKettle,2,"[E]: Draw 1."\n'
        'Brook Song,3,"Draw 2."\n'
    )
    result = arbiter("cards", "read", str(file), "--json")
    assert result.exit_code == 0
    found = json.loads(result.stdout)["cards"]
    assert [(each["name"], each["number"]) for each in found] == [
        ("Heron", 1),
        ("Kettle", 2),
        ("Brook Song", 3),
    ]
    assert found[0]["types"] == ["Unit"]
    assert found[2]["types"] == ["Spell"]


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("cards.json", "{", "not JSON"),
        ("cards.json", '{"cards": 1}', "must be a list of cards"),
        ("cards.json", '[{"text": "Draw 1."}]', "a card has a name"),
        ("cards.json", '[{"name": "A", "text": 1}]', "a text is a string"),
        ("cards.json", '[{"name": "A", "text": "", "might": "x"}]', "might"),
        ("cards.csv", "a,b\n1,2\n", "CSV with the columns name, number and text"),
    ],
)
def test_what_is_no_list_of_cards_is_refused(
    arbiter: Invoke, tmp_path: Path, name: str, content: str, says: str
) -> None:
    file = tmp_path / name
    file.write_text(content)
    result = arbiter("cards", "read", str(file))
    assert result.exit_code == 2
    assert says in result.stderr


def test_a_file_that_is_not_there_is_refused(arbiter: Invoke, tmp_path: Path) -> None:
    result = arbiter("cards", "read", str(tmp_path / "none.json"), "--json")
    assert result.exit_code == 2
    assert json.loads(result.stdout)["error"]["errors"][0]["code"] == "unreadable"
