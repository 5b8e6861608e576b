"""`arbiter cards`: definitions in notation, printed and checked; and the schema for editors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from jsonschema import Draft202012Validator

from api.notation_schema import SCHEMA_FILE, notation_schema, schema_text
from tests.cli.requests import Invoke

CATALOGUE = sorted(SCHEMA_FILE.parent.glob("*/*.yaml"))

HERON = """\
Heron:
  types: [Unit]
  might: 2
  abilities:
    - {kind: triggered, when: attack, chooses: {prey: {kind: unit, side: enemy, state: [ready]}},
       does: [{do: deal, amount: 2, to: prey}]}
"""


@pytest.fixture
def heron(tmp_path: Path) -> Path:
    """A file with one definition that says something."""
    file = tmp_path / "heron.yaml"
    file.write_text(HERON)
    return file


# --- print


def test_a_card_of_the_catalogue_is_printed(arbiter: Invoke) -> None:
    result = arbiter("cards", "print", "void seeker")
    assert result.exit_code == 0
    name, keyword, text = result.stdout.splitlines()
    assert (name, keyword) == ("Void Seeker", "[Action]")
    assert [sentence[:6] for sentence in text.split(". ")] == ["Deal 4", "Draw 1"]


def test_every_definition_of_a_file_is_printed(arbiter: Invoke, heron: Path) -> None:
    result = arbiter("cards", "print", str(heron), "--json")
    assert json.loads(result.stdout) == [
        {"name": "Heron", "text": "When I attack, deal 2 to a ready enemy unit."}
    ]


def test_what_the_engine_does_not_execute_is_said(arbiter: Invoke, tmp_path: Path) -> None:
    file = tmp_path / "lantern.yaml"
    file.write_text("Lantern: {types: [Spell], does: [{do: arrange, what: me}]}\n")
    result = arbiter("cards", "print", str(file))
    assert "Not executed yet: do: arrange" in result.stdout


def test_the_cards_of_a_board_are_printed(arbiter: Invoke, tmp_path: Path, heron: Path) -> None:
    board = tmp_path / "board.yaml"
    board.write_text("cards:\n" + "".join(f"  {line}\n" for line in HERON.splitlines()))
    assert arbiter("cards", "print", str(board)).stdout.splitlines() == [
        "Heron",
        "When I attack, deal 2 to a ready enemy unit.",
    ]


@pytest.mark.parametrize(
    ("name", "says"),
    [("Void Seeke", "nor a card; did you mean Void Seeker"), ("Virtuoso", "is not modelled")],
)
def test_a_card_that_is_not_there_or_not_modelled_is_refused(
    arbiter: Invoke, name: str, says: str
) -> None:
    result = arbiter("cards", "print", name)
    assert result.exit_code == 2
    assert says in result.stderr


def test_a_definition_that_means_nothing_is_not_printed(arbiter: Invoke, heron: Path) -> None:
    heron.write_text(HERON.replace("to: prey", "to: fish"))
    result = arbiter("cards", "print", str(heron))
    assert result.exit_code == 2
    assert f"{heron}:6:" in result.stderr


# --- lint


def test_the_catalogue_has_no_findings(arbiter: Invoke) -> None:
    result = arbiter("cards", "lint", *map(str, CATALOGUE), "--json")
    assert (result.exit_code, json.loads(result.stdout)) == (0, [])


def test_a_finding_has_its_code_path_and_line(arbiter: Invoke, heron: Path) -> None:
    heron.write_text(HERON.replace("amount: 2", "amount: -2"))
    result = arbiter("cards", "lint", str(heron))
    assert result.exit_code == 1
    place, code, path, message = result.stdout.strip().split(": ", 3)
    assert place == f"{heron}:6:26"
    assert (code, path) == ("bad_number", "$.Heron.abilities[0].does[0].amount")
    assert message == "-2 is less than 0"
    (found,) = json.loads(arbiter("cards", "lint", str(heron), "--json").stdout)
    assert (found["code"], found["line"], found["message"]) == ("bad_number", 6, message)


def test_a_choice_that_nothing_refers_to_is_said_and_not_wrong(
    arbiter: Invoke, heron: Path
) -> None:
    heron.write_text(HERON.replace("deal, amount: 2, to: prey", "draw"))
    result = arbiter("cards", "lint", str(heron))
    assert result.exit_code == 0
    assert "unused_choice" in result.stdout


def test_what_is_no_mapping_of_definitions_is_refused(arbiter: Invoke, heron: Path) -> None:
    heron.write_text("- a list\n")
    assert arbiter("cards", "lint", str(heron)).exit_code == 2
    heron.write_text("Heron: a text\n" + HERON.replace("Heron", "Egret").replace("deal", "dael"))
    result = arbiter("cards", "lint", str(heron))
    assert result.exit_code == 1
    assert "wrong_shape: $.Heron: an object is needed here" in result.stdout
    assert "unknown_word: $.Egret.abilities[0].does[0].do" in result.stdout
    assert arbiter("cards", "print", str(heron)).exit_code == 2


def test_what_the_engine_does_not_follow_is_said_and_not_wrong(
    arbiter: Invoke, heron: Path
) -> None:
    heron.write_text("Lantern: {types: [Spell], does: [{do: draw}, {do: arrange, what: me}]}\n")
    result = arbiter("cards", "lint", str(heron))
    assert result.exit_code == 0
    assert "not_executed: $.Lantern.does[1]: " in result.stdout


# --- schema


def test_the_schema_for_editors_is_up_to_date() -> None:
    assert SCHEMA_FILE.read_text() == schema_text(), "run: arbiter cards schema --write"


def test_the_schema_is_a_schema_and_takes_the_catalogue() -> None:
    schema = notation_schema()
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    assert CATALOGUE
    for file in CATALOGUE:
        validator.validate(yaml.safe_load(file.read_text()))
    validator.validate(yaml.safe_load(HERON))


@pytest.mark.parametrize(
    "wrong",
    [
        HERON.replace("amount: 2", "amuont: 2"),
        HERON.replace("when: attack", "when: attacks"),
        HERON.replace("do: deal", "do: hit"),
        HERON.replace("  types: [Unit]\n", ""),
        "- Heron\n",
    ],
)
def test_the_schema_refuses_what_departs_from_the_notation(wrong: str) -> None:
    assert not Draft202012Validator(notation_schema()).is_valid(yaml.safe_load(wrong))


def test_a_stale_schema_is_said(
    arbiter: Invoke, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert arbiter("cards", "schema").stdout == schema_text()
    file = tmp_path / "notation.schema.json"
    monkeypatch.setattr("api.cli.cards.SCHEMA_FILE", file)
    result = arbiter("cards", "schema", "--check")
    assert (result.exit_code, "is stale" in result.stderr) == (1, True)
    assert arbiter("cards", "schema", "--write", str(file)).exit_code == 0
    assert file.read_text() == schema_text()
    assert arbiter("cards", "schema", "--check").exit_code == 0


# --- ledger


def test_the_ledger_counts_the_cards_by_status_and_set(arbiter: Invoke) -> None:
    found = json.loads(arbiter("cards", "ledger", "--json").stdout)
    assert list(found) == [
        *("total", "verified", "audited", "signed", "unsupported"),
        *("registry", "rare_nodes", "read_whole", "executed", "deletion_proved", "sets"),
    ]
    for counts in [found, *found["sets"].values()]:
        statuses = ("verified", "audited", "signed", "unsupported")
        assert counts["total"] == sum(counts[status] for status in statuses)
    assert found["total"] == sum(counts["total"] for counts in found["sets"].values())
    assert 0 < found["read_whole"] <= found["total"]


def test_the_ledger_names_what_it_counts(arbiter: Invoke) -> None:
    found = json.loads(arbiter("cards", "ledger", "--json", "-v").stdout)
    assert len(found["listed"]["rare"]) == found["rare_nodes"]
    assert len(found["listed"]["procedures"]) == found["registry"]
    assert len(found["listed"]["audited"]) == found["audited"]
    assert len(found["listed"]["unsupported"]) == found["unsupported"]
    words = found["vocabulary"]
    assert words["words"] == words["shown"] + len(words["few_scenarios"])


def test_the_ledger_is_told_in_words(arbiter: Invoke) -> None:
    shown = arbiter("cards", "ledger").stdout
    assert "765 cards are in notation." in shown
    assert "words of the notation have two scenarios." in shown
    assert "weaponmaster" in shown
    assert len(arbiter("cards", "ledger", "-v").stdout) > len(shown)
