"""Scenario files: what is refused and where, the schema for editors, the list of examples."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from api.notation_yaml import load as load_yaml
from api.scenarios.examples import Example, example_report, official_examples
from api.scenarios.loading import Fault, ScenarioError, discover, load
from api.scenarios.running import Failure, Outcome
from api.scenarios.schema import SCHEMA_FILE, scenario_schema, schema_text
from rulesdb import all_rules

GOOD = """\
id: made-up
title: Made up
source: {kind: example, locator: 709#1}
status: agreed
rules: [709, 465.2.c]
board: {turn: {player: A}}
steps:
  - {by: A, do: pass, expect: {problems: [nothing_to_pass], cites: [338.1.b]}}
reasoning: none
"""


def write(folder: Path, text: str, name: str = "459-combat/made-up.yaml") -> Path:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return file


def faults_of(folder: Path, text: str) -> list[Fault]:
    with pytest.raises(ScenarioError) as refused:
        load(write(folder, text))
    return refused.value.faults


def test_a_file_holds_one_scenario_or_a_list(tmp_path: Path) -> None:
    (one,) = load(write(tmp_path, GOOD))
    assert one.scenario.id == "made-up"
    assert one.scenario.example == "709#1"
    second = GOOD.replace("made-up", "another").replace("\n", "\n  ").rstrip(" ")
    both = load(write(tmp_path, f"- {GOOD.replace(chr(10), chr(10) + '  ')}\n- {second}"))
    assert [(kept.scenario.id, kept.line) for kept in both] == [("made-up", 1), ("another", 11)]


def test_rule_numbers_without_a_dot_are_text_all_the_same(tmp_path: Path) -> None:
    (one,) = load(write(tmp_path, GOOD))
    assert one.scenario.rules == ["709", "465.2.c"]


STEP = "{by: A, do: pass, expect: {problems: [nothing_to_pass], cites: [338.1.b]}}"
CHECK = "{check: true, expect: {warnings: []}}"


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("title: Made up\n", "", 1, "`title` is needed"),
        ("made-up", "Made Up", 1, "id: "),
        ("kind: example", "kind: exampel", 3, '"exampel" is none of: community, example'),
        ("locator: 709#1", "locater: 709#1", 3, "did you mean `locator`?"),
        ("709#1", "709", 3, "an example is named by its rule and its ordinal"),
        ("709#1", "999#1", 3, "has no rule 999"),
        ("709#1", "709#7", 3, "709 has 2 official examples"),
        ("status: agreed", "status: done", 4, '"done" is none of: agreed, disputed, proposed'),
        ("465.2.c", "465.2.z", 5, "core-1.4 has no rule 465.2.z"),
        ("rules: [709, 465.2.c]", "rules: []", 5, "rules: "),
        ("board: {turn: {player: A}}\n", "", 1, "a board or a setup"),
        ("board: {turn", "setup: {}\nboard: {turn", 1, "a board or a setup"),
        ("board: {turn: {player: A}}", "board: A", 6, "an object is needed here"),
        ("  - " + STEP, "  []", 7, "steps: "),
        ("do: pass", "do: {}", 8, "one of play, hide"),
        ("do: pass", "do: {pass: true, concede: true}", 8, "this has pass and concede"),
        ("do: pass", "do: {plya: x}", 8, "did you mean `play`?"),
        ("by: A, ", "", 8, "who does it (by)"),
        ("do: pass, ", "", 8, "who does it (by)"),
        (STEP, "{answer: a}", 8, "no step before it"),
        (STEP, "{check: true}", 8, "without an expectation says nothing"),
        (STEP, "{legal: A, expect: {problems: []}}", 8, "can't be expected of this step (legal)"),
        (STEP, CHECK + "\n  - {answer: a}", 9, "asks no question"),
        (STEP, "{by: A, do: pass, legal: A}", 8, "a step is"),
        (STEP, "{view: A}", 8, "without an expectation says nothing"),
        (STEP, "{view: A, expect: {sees: {}}}", 8, "expects nothing"),
        (STEP, "{view: A, expect: {warnings: []}}", 8, "can't be expected of this step (view)"),
        (STEP, "{check: true, expect: {sees: {a1: true}}}", 8, "can't be expected of this step"),
        (STEP, "{decks: true, expect: {faults: []}}", 8, "in the first step of a setup"),
        (STEP, "{}", 8, "a step is"),
        (STEP, "{then: nothing}", 8, "does nothing"),
        ("[nothing_to_pass]", "[nothing_to_pas]", 8, "did you mean nothing_to_pass?"),
        ("[nothing_to_pass]", "[game_over, game_over]", 8, "stands there already"),
        ("[338.1.b]", "[338.1.z]", 8, "has no rule 338.1.z"),
        ("cites: [338.1.b]", "events: [{type: movd}]", 8, "did you mean moved?"),
        ("cites: [338.1.b]", "events: [{to: x}]", 8, "no event type is named"),
        ("cites: [338.1.b]", "events: [{type: moved, form: x}]", 8, "moved has no form"),
        ("cites: [338.1.b]", "no_events: [movd]", 8, "did you mean moved?"),
        ("cites: [338.1.b]", "board: {}", 8, "expects nothing"),
        ("cites: [338.1.b]", "question: {}", 8, "expects nothing"),
        ("cites: [338.1.b]", "verdict: legl", 8, "did you mean legal"),
        ("edition: core-1.4\n", "edition: core-9.9\n", 3, "core-9.9"),
        ("reasoning: none", "reasoning: ''", 9, "reasoning: "),
        ("title: Made up", "title: Made up\ntitle: Again", 3, "stands twice"),
    ],
)  # fmt: skip
def test_a_faulty_file_is_refused_with_the_line(
    tmp_path: Path, old: str, new: str, line: int, words: str
) -> None:
    text = GOOD
    if old.startswith("edition"):
        text = GOOD.replace("title: Made up\n", f"title: Made up\n{old}")
    assert old in text
    (fault,) = faults_of(tmp_path, text.replace(old, new))
    assert (fault.line, words in fault.message) == (line, True), str(fault)


def test_every_fault_of_a_file_is_named_at_once(tmp_path: Path) -> None:
    text = GOOD.replace("agreed", "done").replace("title", "titel").replace("do: pass", "do: 7")
    assert len(faults_of(tmp_path, text)) == 4


@pytest.mark.parametrize("text", ["", "[]", "7", "- 7"])
def test_a_file_without_a_scenario_is_refused(tmp_path: Path, text: str) -> None:
    assert faults_of(tmp_path, text)


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    file = write(tmp_path, "")
    file.write_bytes(b"id: \xff")
    with pytest.raises(ScenarioError, match="UTF-8"):
        load(file)


# --- finding them ---------------------------------------------------------------------------------


def test_scenarios_are_found_in_the_folders_of_sections(tmp_path: Path) -> None:
    write(tmp_path, GOOD)
    write(tmp_path, GOOD.replace("made-up", "other"), "709-mighty/other.yaml")
    kept, faults = discover(tmp_path)
    assert ([one.scenario.id for one in kept], faults) == (["made-up", "other"], [])


@pytest.mark.parametrize("name", ["made-up.yaml", "misc/made-up.yaml", "999-none/made-up.yaml"])
def test_a_scenario_elsewhere_is_a_fault(tmp_path: Path, name: str) -> None:
    write(tmp_path, GOOD, name)
    _, faults = discover(tmp_path)
    assert [fault.message.partition(",")[0] for fault in faults] == [
        "a scenario lies in the folder of a section of the rule book"
    ]


def test_an_id_stands_once_and_names_its_file(tmp_path: Path) -> None:
    write(tmp_path, GOOD)
    write(tmp_path, GOOD, "459-combat/other.yaml")
    _, faults = discover(tmp_path)
    assert [fault.message.split(": ")[0] for fault in faults] == [
        "made-up is alone in it",
        f"the id made-up stands in {tmp_path}/459-combat/made-up.yaml:1 too",
    ]


def test_faulty_files_do_not_hide_the_others(tmp_path: Path) -> None:
    write(tmp_path, GOOD)
    write(tmp_path, "id: [", "459-combat/broken.yaml")
    kept, faults = discover(tmp_path)
    assert (len(kept), len(faults)) == (1, 1)


# --- the schema -----------------------------------------------------------------------------------


def test_the_schema_for_editors_is_up_to_date() -> None:
    assert SCHEMA_FILE.read_text() == schema_text(), "run: arbiter scenarios schema --write"


def test_the_schema_is_a_schema_and_takes_every_scenario() -> None:
    schema = scenario_schema()
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    files = {one.file for one in discover()[0]}
    refused = {
        f"{file.name}: {error.json_path}: {error.message[:200]}"
        for file in files
        for error in validator.iter_errors(load_yaml(file.read_text()))
    }
    assert refused == set()


def test_the_schema_refuses_what_is_no_scenario() -> None:
    validator = Draft202012Validator(scenario_schema())
    assert validator.is_valid(load_yaml(GOOD))
    assert not validator.is_valid(load_yaml(GOOD.replace("title", "titel")))
    assert not validator.is_valid(load_yaml(GOOD.replace("player: A", "playr: A")))


# --- the official examples ------------------------------------------------------------------------


def test_the_list_of_examples_is_that_of_the_rule_book() -> None:
    examples = official_examples()
    listed = [example.id for example in examples]
    book = [
        f"{rule.number}#{ordinal}"
        for rule in all_rules("core-1.4")
        for ordinal in range(1, rule.examples + 1)
    ]
    assert listed == book
    counts = Counter(example.sort for example in examples)
    assert counts == {"executable": 219, "soft": 19, "more_players": 8, "not_executable": 14}
    assert [one.id for one in examples if not one.reason and one.sort != "executable"] == []


def outcome_of(tmp_path: Path, locator: str, *failures: Failure) -> Outcome:
    (one,) = load(write(tmp_path, GOOD.replace("709#1", locator)))
    return Outcome(one.scenario, "judge", failures)


def test_an_example_passes_when_all_that_show_it_pass(tmp_path: Path) -> None:
    failed = Failure(1, "verdict", "no")
    outcomes = [
        outcome_of(tmp_path, "709#1"),
        outcome_of(tmp_path, "142.4.b#1"),
        outcome_of(tmp_path, "142.4.b#1", failed),
        outcome_of(tmp_path, "127.1#1"),
    ]
    report = example_report(outcomes)
    status = {example.id: example.status for example in report.examples}
    assert status["709#1"] == "passing"
    assert status["709#2"] == "missing"
    assert status["142.4.b#1"] == "failing"
    assert status["127.1#1"] == "not_executable"
    assert (report.total, report.passing, report.not_executable) == (260, 1, 14)
    assert report.missing == report.total - report.passing - report.not_executable


def test_a_faulty_line_of_the_list_is_named(tmp_path: Path) -> None:
    file = tmp_path / "examples.tsv"
    file.write_text("id\tstatus\treason\n1#1\texecutable\t\n1#2\tperhaps\t\n")
    with pytest.raises(ValueError, match=r"examples\.tsv:3"):
        official_examples(file)
    file.write_text("id\tstatus\treason\n465#1\tsoft\twhy\n")
    assert official_examples(file) == [Example("465#1", "soft", "why")]
