"""`arbiter rules show|search|graph|diff|lint`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from api.cli import main
from api.handlers.rule_cites import project_cites
from rulesdb import changes
from rulesdb.exceptions import exceptions
from rulesdb.tournament import DOCUMENT

REPOSITORY = Path(__file__).resolve().parents[2]

Invoke = Callable[..., Result]


@pytest.fixture
def rules() -> Invoke:
    """Run `arbiter rules` with arguments."""

    def invoke(*arguments: str) -> Result:
        result = CliRunner().invoke(main, ["rules", *arguments], prog_name="arbiter")
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return invoke


def as_json(result: Result) -> Any:
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def test_a_rule_of_an_older_edition_is_shown_with_its_number_of_today(rules: Invoke) -> None:
    shown = rules("show", "1.3:466.2")
    assert shown.exit_code == 0
    assert "471.2 (moved, the same wording)" in shown.stdout
    assert "core-1.0 632.2" in shown.stdout
    data = as_json(rules("show", "1.3:466.2", "--json"))
    assert data["today"] == {"numbers": ["471.2"], "how": "moved"}
    assert data["changes"][0]["new"] == "471.2"
    assert data["history"][-1] == {"edition": "core-1.4", "number": "471.2", "how": "moved"}


def test_a_rule_that_is_gone_says_so(rules: Invoke) -> None:
    shown = rules("show", "1.3:442.3").stdout
    assert "gone: the newest edition has no such rule" in shown
    assert "core-1.4 gone" in shown


def test_a_rule_of_today_is_shown_with_class_history_and_cases(rules: Invoke) -> None:
    shown = rules("show", "355.10.c").stdout
    for line in ("355.10.c#i1", "core-1.3 355.10.c", "class plays"):
        assert line in shown
    assert "Today" not in shown


def test_a_rule_that_is_only_called_new_says_what_it_was(rules: Invoke) -> None:
    said = "An official page calls it new; by its wording it was 187.3.b before."
    assert said in rules("show", "190.3.b").stdout
    assert as_json(rules("show", "190.3.b", "--json"))["called_new"] == "187.3.b"
    # this one is new
    assert "calls it new" not in rules("show", "103.1.b.5").stdout


def test_a_case_in_the_text_of_a_rule_is_shown_with_its_rule(rules: Invoke) -> None:
    shown = rules("show", "355.9.a#i1").stdout
    assert "Case 355.9.a#i1" in shown
    assert "Other cases in its text" in shown
    assert shown.count("355.9.a#i1") == 1
    assert as_json(rules("show", "355.9.a#i1", "--json"))["case"]["id"] == "355.9.a#i1"
    refused = rules("show", "355.9.a#i9")
    assert refused.exit_code == 2
    assert "355.9.a#i1, 355.9.a#i2" in refused.stderr


def test_a_tournament_rule_is_shown_with_its_penalty(rules: Invoke) -> None:
    shown = rules("show", "tournament-2026-07-16:702.2")
    assert shown.exit_code == 0
    assert "penalty No Penalty" in shown.stdout
    too_many_runes = rules("show", "tournament-2026-07-16:702.6").stdout
    for line in ("penalty: Warning (702.6)", "Game Loss: 702.1.b.1 ", "remedy: ", "702.6.b.2.a"):
        assert line in too_many_runes
    record = as_json(rules("show", "tournament-2026-07-16:702.6", "--json"))["infraction"]
    assert (record["penalty"], record["number"]) == ("Warning", "702.6")
    assert rules("show", "tournament-2026-07-16:999").exit_code == 2
    assert rules("show", "tournament-2020-01-01:700").exit_code == 2


def test_the_gaps_of_older_editions_are_said_with_the_quality_of_the_copy(rules: Invoke) -> None:
    first = rules("lint", "--edition", "1.0")
    assert "577.1 is missing" in first.stdout
    assert "scanned pages" in first.stdout
    second = rules("lint", "--edition", "1.1")
    assert second.exit_code == 1
    assert "450.3.d.1: 450.3.d is missing above it" in second.stdout
    assert "scanned" not in second.stdout


def test_a_search_says_what_it_found_and_why(rules: Invoke) -> None:
    found = rules("search", "can", "I", "tap", "it", "--limit", "2")
    assert found.exit_code == 0
    first, second, *_ = found.stdout.splitlines()
    assert first.startswith("tap: another game's word; here: Exhaust (414).")
    assert second.startswith("414 Exhaust")
    data = as_json(rules("search", "can I tap it", "--limit", "2", "--json"))
    assert data["hits"][0]["number"] == "414"
    assert len(data["hits"]) == 2
    old = as_json(rules("search", "tapped or milled", "--edition", "1.1", "--json"))
    assert [(word["word"], word["reference"]) for word in old["foreign_words"]] == [
        ("tapped", "401"),
        ("milled", "core-1.4:440"),
    ]
    assert rules("search", "unit", "--limit", "\uff13").exit_code == 2
    assert rules("search", "xyzzy").exit_code == 1
    assert rules("search", "unit", "--edition", "9.9").exit_code == 2
    assert rules("search", "x" * 501).exit_code == 2


def test_a_graph_is_written_in_the_form_of_its_file(rules: Invoke, tmp_path: Path) -> None:
    for ending, begins in (
        ("svg", "<svg"),
        ("dot", "digraph"),
        ("graphml", "<?xml"),
        ("json", "{"),
    ):
        file = tmp_path / f"rule.{ending}"
        assert rules("graph", "815.1.b", "--radius", "1", "-o", str(file)).exit_code == 0
        assert file.read_text(encoding="utf-8").startswith(begins)
    ElementTree.parse(tmp_path / "rule.svg")
    nodes = as_json(rules("graph", "815.1.b", "--radius", "1"))["nodes"]
    assert "core-1.4:815.1" in [node["id"] for node in nodes]
    assert rules("graph", "815.1.b", "--format", "dot").stdout.startswith("digraph")


def test_a_full_graph_says_so_beside_it(rules: Invoke) -> None:
    full = rules("graph", "300", "--radius", "4")
    left_out = as_json(full)["graph"]["left_out"]
    assert left_out > 0
    assert f"{left_out} more are within reach" in full.stderr
    assert "MOST_EXPORTED" in full.stderr
    assert rules("graph", "815.1.b", "--radius", "1").stderr == ""
    assert "MOST_NODES" in rules("graph", "300", "--radius", "4", "--format", "svg").stderr


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("815", "-o", "rule.png"), "no form is called 'png'"),
        (("815", "--json", "--format", "svg"), "--json is --format json"),
        (("815", "-o", "rule.svg", "--format", "dot"), "a name for svg"),
        (("815", "--ask", "path", "--to", "816"), "one question at a time"),
        (("815", "--ask", "path", "--format", "svg"), "draws nothing"),
        (("815", "--limit", "3"), "--limit is for --ask"),
        (("815", "--ask", "path", "--edges", "was"), "--edges is for"),
        (("815", "--unexercised"), "leave REFERENCE out"),
        ((), "say which rule"),
    ],
)
def test_what_does_not_go_together_is_refused(
    rules: Invoke, arguments: tuple[str, ...], complaint: str
) -> None:
    result = rules("graph", *arguments)
    assert result.exit_code == 2
    assert complaint in result.stderr
    assert ("error" in result.stdout) is ("--json" in arguments)
    assert not Path(arguments[2] if "-o" in arguments else "rule.svg").exists()


def test_the_graph_answers_questions(rules: Invoke) -> None:
    up = rules("graph", "465.2.c.3", "--ask", "path").stdout.splitlines()
    assert [line.split(" ")[0] for line in up][-2:] == ["459", "300"]
    assert "restates: 815.1.c.1" in rules("graph", "465.2.c.3", "--ask", "referenced-by").stdout
    few = rules("graph", "465.2.c.3", "--ask", "exercised", "--limit", "1").stdout.splitlines()
    assert few[0].startswith("cites: scenario ")
    assert few[1].startswith("and ")
    assert rules("graph", "815.1.b", "--ask", "children").stdout == "Nothing.\n"
    data = as_json(rules("graph", "465.2.c.3", "--ask", "related", "--limit", "2", "--json"))
    assert [answer["place"]["number"] for answer in data["answers"]] == ["815.1.c.1", "826.4.a"]
    way = rules("graph", "465.2.c.3", "--to", "1.3:460.2.c.3").stdout
    assert "1 step" in way
    assert "stood before at core-1.3:460.2.c.3" in way
    assert as_json(rules("graph", "465", "--to", "465", "--json"))["steps"] == []
    none = rules("graph", "465", "--to", "100", "--edges", "restates").stdout
    assert none == "No way leads from core-1.4:465 to core-1.4:100.\n"
    listed = as_json(rules("graph", "--unexercised", "--json"))
    assert 0 < len(listed["rules"]) < listed["plays"]
    assert rules("graph", "--unexercised").stdout.count("\n") == len(listed["rules"]) + 1
    assert rules("graph", "465", "--to", "465.99").exit_code == 2


def test_a_case_in_the_text_of_a_rule_stands_for_that_rule_in_the_graph(rules: Invoke) -> None:
    for more in (["--ask", "path"], ["--to", "465"], ["--format", "dot"]):
        by_case = rules("graph", "355.9.a#i1", *more)
        assert by_case.exit_code == 0
        assert by_case.stdout == rules("graph", "355.9.a", *more).stdout
    for unknown in ("355.9.a#i9", "465#i1", "1.3:355.9.a#i1", "tournament-2026-07-16:505#i1"):
        refused = rules("graph", unknown, "--ask", "path")
        assert refused.exit_code == 2
        assert "#i" in refused.stderr


def test_a_graph_of_nothing_or_to_nowhere_is_refused(rules: Invoke, tmp_path: Path) -> None:
    assert rules("graph", "465.99").exit_code == 2
    assert rules("graph", "465", "--radius", "0").exit_code == 2
    assert rules("graph", "465", "-o", str(tmp_path / "no" / "folder.svg")).exit_code == 2


def test_the_changes_between_editions_are_counted_and_listed(rules: Invoke) -> None:
    counts = changes("1.3", "1.4").counts
    data = as_json(rules("diff", "1.3", "1.4", "--json"))
    assert data["counts"] == counts
    assert len(data["links"]) == sum(counts.values())
    gone = rules("diff", "1.3", "1.4", "--how", "gone").stdout
    assert f"{counts['gone']} gone" in gone
    assert "  442.3\n" in gone
    reworded = rules("diff", "1.3", "1.4", "--how", "reworded").stdout
    assert "% alike)" in reworded
    assert rules("diff", "1.3", "9.9").exit_code == 2


def test_the_lint_of_the_book_itself_finds_what_an_edition_has(rules: Invoke) -> None:
    clean = rules("lint")
    assert (clean.exit_code, clean.stdout) == (0, "core-1.4: nothing is wrong.\n")
    old = rules("lint", "--edition", "1.0")
    assert old.exit_code == 1
    assert "numbering_gap" in old.stdout
    assert rules("lint", "--edition", "9.9").exit_code == 2
    tournament = rules("lint", "--edition", DOCUMENT)
    assert (tournament.exit_code, tournament.stdout) == (0, f"{DOCUMENT}: nothing is wrong.\n")


def test_no_rule_that_code_problems_or_cards_cite_is_called_unreferenced(rules: Invoke) -> None:
    findings = json.loads(rules("lint", "--root", str(REPOSITORY), "--json").stdout)
    lonely = {one["number"] for one in findings if one["code"] == "unreferenced"}
    assert lonely
    assert lonely & {cite.number for cite in project_cites()} == set()


def test_the_lint_of_a_checkout_finds_wrong_citations(rules: Invoke, tmp_path: Path) -> None:
    unknown = "465.99"  # composed below, so that this file cites nothing unknown
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "notes.md").write_text(f"By {unknown}.\n")
    result = rules("lint", "--root", str(tmp_path), "--json")
    assert result.exit_code == 1
    findings = json.loads(result.stdout)
    assert [one["number"] for one in findings if one["code"] == "unknown_citation"] == [unknown]
    assert any(one["code"] == "unreferenced" for one in findings)
    plain = rules("lint", "--root", str(tmp_path)).stdout
    assert "more" in plain


def test_the_ledger_says_which_scenarios_turn_without_a_rule(rules: Invoke) -> None:
    result = rules("ledger", "323.7", "319.1")
    assert result.exit_code == 0
    lines = [line.strip() for line in result.stdout.splitlines()]
    assert "323.7: exercised" in lines
    assert any(line.startswith("judge/procedure/cleanup.py:") for line in lines)
    turned = [line for line in lines if line.startswith("equipment-left-behind-is-recalled [")]
    assert turned[0].startswith("equipment-left-behind-is-recalled [outcome] step ")
    (exception,) = [line for line in lines if line.startswith("319.1: ")]
    assert exception.startswith("319.1: the statement that cites it does not depend on it; ")


def test_the_ledger_of_some_sections_counts_what_plays(rules: Invoke) -> None:
    found = as_json(rules("ledger", "--sections", "469-471", "--sample", "6", "--json"))
    assert found["edition"] == "core-1.4"
    totals = found["totals"]
    assert totals["exercised"] <= totals["cited"] <= totals["plays"] <= 6
    assert totals["plays"] - totals["exercised"] == len(found["not_exercised"])
    assert set(found) == {"edition", "totals", "sections", "not_exercised"}
    assert sum(section["plays"] for section in found["sections"]) == totals["plays"]
    assert all("469" <= one["rule"][:3] <= "471" for one in found["not_exercised"])
    again = rules("ledger", "--sections", "469-471", "--sample", "6", "--json").stdout
    assert json.loads(again) == found
    plain = rules("ledger", "--sections", "469-471", "--sample", "6").stdout
    closing = f"{totals['exercised']} of {totals['plays']} rules that play are exercised"
    assert closing in plain


def test_the_ledger_gives_the_reason_of_an_exception(rules: Invoke) -> None:
    arguments = ("ledger", "--sections", "319", "--json")
    short = as_json(rules(*arguments))
    assert set(short["totals"]) == {
        *("plays", "cited", "exercised", "defines", "embodied", "restates", "table", "heading")
    }
    assert short["not_exercised"] == [{"rule": "319.1", "reason": exceptions()["319.1"]}]
    whole = as_json(rules(*arguments, "-v"))
    (one,) = whole["not_exercised"]
    assert (one["rule"], one["measured"] != one["reason"]) == ("319.1", True)
    assert {one["rule"] for one in whole["exercised"]} >= {"319.3", "319.4", "319.5", "319.8"}


def test_the_ledger_is_written_where_it_is_asked_to_be(
    rules: Invoke, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "ledger.tsv"
    file.write_text("rule\tscenario\n323.7\tattacker-survives-and-conquers\n319.1\tgone\n")
    monkeypatch.setattr("api.cli.rules_ledger.LEDGER_FILE", file)
    stale = rules("ledger", "323.7", "319.1")
    assert stale.exit_code == 1
    assert "323.7: attacker-survives-and-conquers does not list it" in stale.stderr
    assert rules("ledger", "323.7", "319.1", "--write").exit_code == 0
    (line,) = file.read_text().splitlines()[1:]
    rule, scenario = line.split("\t")
    assert rule == "323.7"
    assert scenario not in ("attacker-survives-and-conquers", "gone")


@pytest.mark.parametrize(
    "arguments",
    [
        ("323.99",),
        ("--sections", "the end"),
        ("--sections", "300-3480"),
        ("323.5", "--sections", "323"),
    ],
)
def test_a_ledger_of_what_is_not_there_is_refused(
    rules: Invoke, arguments: tuple[str, ...]
) -> None:
    assert rules("ledger", *arguments).exit_code == 2


def test_a_rule_of_an_older_edition_is_told_in_the_words_for_it_today(arbiter: Invoke) -> None:
    shown = json.loads(arbiter("rules", "show", "1.3:466.2", "--json").stdout)
    today = json.loads(arbiter("rules", "show", "471.2", "--json").stdout)
    assert shown["rule"]["gist"] == today["rule"]["gist"]
    assert all(below["gist"] for below in shown["below"])


def test_a_rule_is_shown_with_the_lines_that_embody_it(arbiter: Invoke) -> None:
    plays = json.loads(arbiter("rules", "show", "465.2.c.3", "--json").stdout)["embodied"]
    assert {"judge/combat/damage.py"} <= {each["file"] for each in plays}
    assert "condition" in {each["how"] for each in plays}
    defines = arbiter("rules", "show", "107.1.a").stdout
    assert re.search(r"judge/board/state\.py:\d+ Player\.base \(carries\)", defines)
    assert "Embodied by nothing" in arbiter("rules", "show", "746").stdout
    (repeated, *_) = json.loads(arbiter("rules", "show", "704.1", "--json").stdout)["embodied"]
    assert repeated["of"] == "355.9.a"


def test_a_rule_of_another_class_than_before_says_why(arbiter: Invoke) -> None:
    shown = arbiter("rules", "show", "704.1").stdout
    assert "Was of class plays, is restates:355.9.a" in shown
    told = json.loads(arbiter("rules", "show", "704.1", "--json").stdout)["reclassified"]
    assert told["was"] == "plays"
    assert told["reason"] in shown
    assert json.loads(arbiter("rules", "show", "355.9.a", "--json").stdout)["reclassified"] is None
