"""The scanner for citations, and the citations of this project."""

from pathlib import Path

import pytest

from rulesdb import EDITIONS, Edition
from rulesdb.citations import Citation, Finding, citations, unknown_citations


def cited(text: str, suffix: str) -> list[tuple[int, str]]:
    return [(citation.line, citation.number) for citation in citations(text, suffix)]


def test_every_rule_cited_in_this_project_exists(repository: Path) -> None:
    assert [str(finding) for finding in unknown_citations(repository)] == []


def test_python_cites_in_calls_keywords_and_comments() -> None:
    source = '''"""Combat, 466.1 in a docstring."""
from anywhere import Problem, cites, heading, in_force, judge, rule

rules = ("101", "102.1")
cites: list[str] = ["103.1.b"]

@heading("459")
def combat() -> None:
    """Follows 465.2.c step by step."""
    # 465.2.d is done by the caller, core-1.3:465.1 was not
    if in_force("465.2.c.3") and judge.rule("core-1.3:466.2"):
        Problem("not_here", rules=("460", "461.1"), http=404)
    with rule("465.1", "465.2"), cites(*["462"]):
        print("463", "464.1 in a plain string")
    return {"rules": ["467"], "status": "404"}
'''
    assert cited(source, ".py") == [
        (1, "466.1"),
        (4, "101"),
        (4, "102.1"),
        (5, "103.1.b"),
        (7, "459"),
        (9, "465.2.c"),
        (10, "465.1"),
        (10, "465.2.d"),
        (11, "465.2.c.3"),
        (11, "466.2"),
        (12, "460"),
        (12, "461.1"),
        (13, "462"),
        (13, "465.1"),
        (13, "465.2"),
        (15, "467"),
    ]


def test_in_the_engine_every_string_that_is_a_number_cites() -> None:
    source = '''"""423."""
RULE_OF = {"ready": ("415", "core-1.3:466.2")}

def judged(run, award_rule="337.4"):
    """414."""
    run.emit("ready", (), "312.1.b")
    run.step(f"{run}465.1", f"353{run}", "465.1 and more", "12345", 353)
'''
    assert cited(source, ".py") == []
    found = citations(source, ".py", engine=True)
    assert [(one.line, one.number) for one in found] == [
        (2, "415"),
        (2, "466.2"),
        (4, "337.4"),
        (6, "312.1.b"),
    ]


def test_a_number_that_does_not_exist_is_found_in_any_call_of_the_engine(
    repository: Path, tmp_path: Path
) -> None:
    unknown = "312.99"  # composed below, so that this file cites nothing unknown
    flow = (repository / "judge" / "flow.py").read_text(encoding="utf-8")
    assert '"312.1.b"' in flow
    (tmp_path / "judge").mkdir()
    copied = tmp_path / "judge" / "flow.py"
    copied.write_text(flow, encoding="utf-8")
    assert unknown_citations(tmp_path) == []
    copied.write_text(flow.replace('"312.1.b"', f'"{unknown}"', 1), encoding="utf-8")
    line = next(at for at, text in enumerate(flow.splitlines(), 1) if '"312.1.b"' in text)
    assert unknown_citations(tmp_path) == [Finding("judge/flow.py", line, unknown, "core-1.4")]


def test_a_docstring_of_several_lines_is_cited_by_line() -> None:
    source = '''def combat():
    """Combat.

    See 465.2.c.
    """
'''
    assert cited(source, ".py") == [(4, "465.2.c")]


def test_yaml_cites_under_keys_and_wherever_a_number_is_dotted() -> None:
    source = """\
id: example
rules: [355.9.b, "460", core-1.3:461]
source: {kind: example, locator: 359.3.e.14.a#1}
board: {players: {A: {deck: 300}}}
steps:
  - expect: {cites: [467], problems: []}
  - expect:
      cites:
        - 468
        # a remark
        - '469.1'
      deck: 301
  - rules: 470
reasoning: |
  By 471.1 and 1.4.471 nothing of 302 happens in 120.5 ms at 127.0.0.1.
"""
    assert cited(source, ".yaml") == [
        (2, "355.9.b"),
        (2, "460"),
        (2, "461"),
        (3, "359.3.e.14.a"),
        (6, "467"),
        (9, "468"),
        (11, "469.1"),
        (13, "470"),
        (15, "471.1"),
    ]


def test_json_cites_under_keys_and_where_a_number_is_set_off() -> None:
    source = """\
{"rules": ["355.9.b",
           "460"],
 "text": "By `461.1` (and 462.1, 463.1) not 464.1.",
 "mean": 465.2, "cites": [], "other": ["466"],
 "nested": {"cites":["467", "core-1.3:468"]}, "counted": {"rules": 235, "cites": 12}}
"""
    assert cited(source, ".json") == [
        (1, "355.9.b"),
        (2, "460"),
        (3, "461.1"),
        (3, "462.1"),
        (3, "463.1"),
        (5, "467"),
        (5, "468"),
    ]


def test_markdown_cites_every_dotted_number() -> None:
    source = "A rule (465.2.c.3) and `core-1.3:466.2`.\n\nNot 467, 1.468.2, 469.0 or 470.5 KB.\n"
    assert citations(source, ".md") == [
        Citation(1, "465.2.c.3", "core-1.4"),
        Citation(1, "466.2", "core-1.3"),
    ]


@pytest.mark.parametrize(
    ("suffix", "text"),
    [
        (".py", 'rule("465.1")  # citations: ignore\n'),
        (".yaml", "rules: [465.1]  # citations: ignore\n"),
        (".md", "Not 465.1. <!-- citations: ignore -->\n"),
    ],
)
def test_a_marked_line_is_passed_over(suffix: str, text: str) -> None:
    assert citations(text, suffix) == []


def test_unknown_citations_are_found_with_file_and_line(tmp_path: Path) -> None:
    unknown = "465.99"  # composed below, so that this file cites nothing unknown
    (tmp_path / "judge").mkdir()
    (tmp_path / "judge" / "combat.py").write_text(
        f'rule("465.1")\nrule("{unknown}")\nrule("465.2" "c")\nrule("core-9.9:465.1")\n'
    )
    (tmp_path / "scenario.yaml").write_text(f"id: x\nrules:\n  - 460\n  - {unknown}\n")
    (tmp_path / "notes.md").write_text(f"As {unknown} says; core-1.3:{unknown} said no such.\n")
    (tmp_path / "data.json").write_text('{"cites": ["465.1", "001"]}')
    (tmp_path / ".hidden").mkdir()
    (tmp_path / ".hidden" / "notes.md").write_text(unknown)
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules" / "notes.md").write_text(unknown)
    (tmp_path / "table.tsv").write_text(unknown)
    (tmp_path / "core-1.3.json").write_text(f'{{"rules":["{unknown}"]}}')
    assert unknown_citations(tmp_path) == [
        Finding("judge/combat.py", 2, unknown, "core-1.4"),
        Finding("judge/combat.py", 3, "465.2c", "core-1.4"),
        Finding("judge/combat.py", 4, "465.1", "core-9.9"),
        Finding("notes.md", 1, unknown, "core-1.3"),
        Finding("notes.md", 1, unknown, "core-1.4"),
        Finding("scenario.yaml", 4, unknown, "core-1.4"),
    ]
    assert str(unknown_citations(tmp_path)[0]) == (
        f"judge/combat.py:2: core-1.4 has no rule {unknown}"
    )


def test_a_citation_of_an_edition_that_is_not_held_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    announced = Edition("core-1.9", "Atlantis", "2027-01-01", held=False)
    monkeypatch.setattr("rulesdb.citations.EDITIONS", {**EDITIONS, announced.name: announced})
    unknown = "465.99"  # composed below, so that this file cites nothing unknown
    (tmp_path / "notes.md").write_text(f"core-1.9:{unknown} and core-1.2:{unknown}\n")
    assert unknown_citations(tmp_path) == [Finding("notes.md", 1, unknown, "core-1.2")]


def test_python_that_does_not_parse_is_an_error() -> None:
    with pytest.raises(SyntaxError):
        citations("rule(", ".py")


def test_tournament_rules_are_cited_by_the_name_of_their_document(tmp_path: Path) -> None:
    name = "tournament-2026-07-16"
    unknown = "505.99"  # composed below, so that this file cites nothing unknown
    (tmp_path / "notes.md").write_text(f"See {name}:402.1 and {name}:{unknown}.\n")
    (tmp_path / "code.py").write_text(f'rule("{name}:505")\nrule("tournament-2020-01-01:505")\n')
    (tmp_path / "case.yaml").write_text(f'rules: ["{name}:505", {name}:{unknown}]\n')
    assert unknown_citations(tmp_path) == [
        Finding("case.yaml", 1, unknown, name),
        Finding("code.py", 2, "505", "tournament-2020-01-01"),
        Finding("notes.md", 1, unknown, name),
    ]
    assert citations(f"{name}:402.1", ".md") == [Citation(1, "402.1", name)]


def test_the_examples_of_the_description_are_passed_over_and_nothing_else(tmp_path: Path) -> None:
    unknown = "465.99"  # composed below, so that this file cites nothing unknown
    (tmp_path / "openapi.yaml").write_text(
        f"a:\n  examples:\n    one: {unknown}\n\n    two: {unknown}\n  text: As {unknown}.\n"
    )
    (tmp_path / "other.yaml").write_text(f"examples:\n  one: {unknown}\n")
    found = [(one.file, one.line) for one in unknown_citations(tmp_path)]
    assert found == [("openapi.yaml", 6), ("other.yaml", 2)]
