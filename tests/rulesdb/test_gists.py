"""The gists: each rule in our own words."""

import json
import re
from pathlib import Path

import pytest

from rulesdb import DamagedData, all_rules, exists, rule
from rulesdb.build import OfficialDocument
from rulesdb.gistfiles import GIST_FOLDER, LONGEST_GIST, Gist, all_gists, read_gist, read_gists

FILES = sorted(GIST_FOLDER.glob("*.tsv"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.name))
def test_every_line_of_a_file_is_valid(file: Path) -> None:
    gists = read_gists(file.read_text(encoding="utf-8").splitlines(), file.name)
    numbers = [gist.number for gist in gists]
    first, last = file.stem.split("-")
    assert numbers == [found.number for found in all_rules() if first <= found.number[:3] <= last]


def test_every_rule_has_a_gist() -> None:
    assert [found.number for found in all_rules() if found.gist is None] == []
    assert list(all_gists("core-1.4")) == [found.number for found in all_rules()]


def test_an_edition_without_gists_has_none() -> None:
    assert all_gists("core-1.3") == {}


def test_gists_are_short_and_clean() -> None:
    for found in all_rules():
        gist = found.gist or ""
        assert len(gist) <= LONGEST_GIST
        assert gist == " ".join(gist.split())
        assert found.note == " ".join(found.note.split())


def test_gists_and_structure_agree_on_what_is_a_heading() -> None:
    assert [
        found.number
        for found in all_rules()
        if (found.kind == "heading") != (found.rule_class == "heading")
    ] == []


def test_the_gist_of_a_heading_is_its_title() -> None:
    assert [
        found.number
        for found in all_rules()
        if found.kind == "heading" and found.gist != found.title
    ] == []


def test_a_rule_restates_rules_that_are_a_source_and_not_a_restatement_again() -> None:
    for found in all_rules():
        assert (found.rule_class == "restates") is bool(found.restates)
        for target in found.restates:
            source = rule(target)
            assert source.rule_class in ("plays", "defines"), f"{found.number} leads to {target}"


def test_no_rule_restates_one_that_stands_under_it() -> None:
    """A rule above says the thing itself, and what stands under it says how."""
    assert [
        (found.number, target)
        for found in all_rules()
        for target in found.restates
        if target == found.number or target.startswith(f"{found.number}.")
    ] == []


def test_how_something_is_written_on_cards_is_wording_or_says_why_it_is_more(
    official: OfficialDocument,
) -> None:
    writing = [rule(each.id) for each in official.rules if " formatted as " in each.text]
    assert len(writing) > 20
    assert [
        found.number
        for found in writing
        if found.rule_class not in ("table", "plays") and not found.note
    ] == []


def test_what_costs_may_ask_for_too_is_more_than_a_limited_action(
    official: OfficialDocument,
) -> None:
    """410.2.b knows effects and set occasions only."""
    asking = [each.id for each in official.rules if "effects or costs." in each.text.lower()]
    assert {"416.2.a", "420.2.a", "422.2.a", "440.3.a"} <= {*asking}
    assert {rule(number).rule_class for number in asking} == {"plays"}


def test_every_rule_that_an_official_ruling_cites_plays_or_says_why_not(rulings: Path) -> None:
    lines = rulings.read_text(encoding="utf-8").splitlines()
    cited = {number.strip() for line in lines for number in json.loads(line)["rule_refs"]}
    core = [rule(number) for number in sorted(cited) if exists(number)]
    assert len(core) > 100
    assert [
        found.number
        for found in core
        if found.kind == "rule" and found.rule_class != "plays" and not found.note
    ] == []


def test_every_rule_with_an_official_example_plays_or_says_why_not() -> None:
    assert [
        found.number
        for found in all_rules()
        if found.examples and found.rule_class != "plays" and not found.note
    ] == []


def test_a_rule_that_only_names_the_kind_of_an_action_restates_what_that_kind_is(
    official: OfficialDocument,
) -> None:
    """410.1.a says when a Discretionary Action may be taken, 410.2.a what a Limited Action is."""
    kinds = {"Discretionary": "410.1.a", "Limited": "410.2.a"}
    naming = re.compile(r"[^.]* is a (Limited|Discretionary) Action\.(?: |$)")
    naming_a_kind = [
        (rule(passage.id), kinds[match[1]])
        for passage in official.rules
        if (match := naming.match(passage.text)) and passage.id not in kinds.values()
    ]
    assert len(naming_a_kind) > 30
    assert [
        found.number
        for found, source in naming_a_kind
        if source not in found.restates and not found.note
    ] == []


def test_a_line_is_read_into_its_fields() -> None:
    assert read_gist("465.2\trestates:465,465.1\tOur own words.\t", "here") == Gist(
        "465.2", "restates", ("465", "465.1"), "Our own words.", ""
    )


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("465\tplays\tWords.", "four fields"),
        ("465\tplays\tWords.\t\t", "four fields"),
        ("46\tplays\tWords.\t", "not a rule number"),
        ("465\tplaying\tWords.\t", "not a class"),
        ("465\trestates\tWords.\t", "not a class"),
        ("465\tplays:466\tWords.\t", "not a class"),
        ("465\trestates:466,\tWords.\t", "restates ''"),
        ("465\tplays\t \t", "empty"),
        ("465\tplays\t" + "w" * 201 + "\t", "201 characters"),
    ],
)
def test_a_damaged_line_is_refused_with_its_place(line: str, reason: str) -> None:
    with pytest.raises(DamagedData, match=reason) as raised:
        read_gist(line, "465-470.tsv:3")
    assert raised.value.place == "465-470.tsv:3"


def test_comments_and_empty_lines_are_passed_over() -> None:
    lines = ["# a remark", "", "465\tplays\tWords.\t"]
    assert [gist.number for gist in read_gists(lines, "465-470.tsv")] == ["465"]


@pytest.mark.parametrize(
    ("name", "numbers", "reason"),
    [
        ("465-470.tsv", ["465", "465"], "twice"),
        ("465-470.tsv", ["471.1"], "another file"),
        ("combat.tsv", ["465"], "FIRST-LAST"),
    ],
)
def test_a_file_that_does_not_fit_its_name_is_refused(
    name: str, numbers: list[str], reason: str
) -> None:
    with pytest.raises(DamagedData, match=reason):
        read_gists([f"{number}\tplays\tWords.\t" for number in numbers], name)
