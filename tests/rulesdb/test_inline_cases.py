"""The cases inside the text of rules."""

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from rulesdb import DamagedData, all_rules, exists, inlinecases, rule
from rulesdb.build import OfficialDocument
from rulesdb.gistfiles import LONGEST_GIST
from rulesdb.inlinecases import InlineCase, inline_cases, read_case, read_cases
from rulesdb.wording import normalised

# How many cases each of the sixteen rules holds, counted in the official document.
COUNTS = {
    "124.1": 4,
    "158.2": 1,
    "355.9.a": 2,
    "355.9.b": 2,
    "355.9.c": 2,
    "355.10.a": 3,
    "355.10.b": 3,
    "355.10.c": 4,
    "355.10.c.1": 2,
    "355.10.d": 6,
    "355.10.d.2": 1,
    "355.10.e": 1,
    "355.10.f": 2,
    "359.3.e.4": 3,
    "359.3.e.12": 4,
    "359.3.f.2": 2,
}

_INTRODUCED = re.compile(r"\be\.g\.")
_MARKED = re.compile(r"\be\.g\.|\bExamples?:")


def test_every_rule_has_its_cases_in_the_order_of_the_rule_book() -> None:
    assert Counter(case.rule for case in inline_cases()) == COUNTS
    numbers = list(dict.fromkeys(case.rule for case in inline_cases()))
    assert numbers == [found.number for found in all_rules() if found.number in COUNTS]


def test_every_case_belongs_to_a_rule_that_plays() -> None:
    assert [case.id for case in inline_cases() if not exists(case.rule)] == []
    assert [case.id for case in inline_cases() if rule(case.rule).rule_class != "plays"] == []


def test_no_inline_case_stands_beside_official_examples_of_the_same_rule() -> None:
    assert [case.id for case in inline_cases() if rule(case.rule).examples] == []


def test_cases_are_short_clean_and_different() -> None:
    for case in inline_cases():
        assert len(case.gist) <= LONGEST_GIST
        assert case.gist == " ".join(case.gist.split())
        assert case.gist.endswith(".")
        assert case.needs == " ".join(case.needs.split())
        assert not case.needs.endswith(".")
    gists = [case.gist for case in inline_cases()]
    assert len(set(gists)) == len(gists)


def test_the_cases_are_as_many_as_the_official_text_introduces(
    official: OfficialDocument,
) -> None:
    texts = {found.id: found.text for found in official.rules}
    for number, count in COUNTS.items():
        assert _MARKED.search(texts[number])
        introduced = len(_INTRODUCED.findall(texts[number]))
        if introduced:
            assert introduced == count, number
    assert [
        number
        for number, text in texts.items()
        if number.startswith(("355.9", "355.10", "359.3"))
        and _MARKED.search(text)
        and number not in COUNTS
    ] == []


def test_no_gist_repeats_the_official_text(official: OfficialDocument) -> None:
    texts = {found.id: found.text for found in official.rules}
    assert [
        (case.id, shared)
        for case in inline_cases()
        if (shared := _runs(case.gist) & _runs(texts[case.rule]))
    ] == []


def test_a_run_of_eight_words_would_be_found() -> None:
    official = "One two three four five six seven eight nine."
    assert _runs("So: two, three, four, five, six, seven, EIGHT nine?") & _runs(official)
    assert not _runs("Two three four five six seven eight, no.") & _runs(official)


def test_importing_reads_nothing_and_the_first_call_reads_once(repository: Path) -> None:
    program = """
import sys
opened = []
sys.addaudithook(lambda event, given: event == "open" and opened.append(str(given[0])))
def reads():
    return sum(name.endswith("inline-cases.tsv") for name in opened)
from rulesdb.inlinecases import inline_cases
before = reads()
same = inline_cases() is inline_cases()
print(before, reads(), same)
"""
    run = subprocess.run(
        [sys.executable, "-c", program],
        cwd=repository,
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.split() == ["0", "1", "True"]


def test_a_missing_or_unreadable_file_is_damage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inlinecases, "CASES_FILE", tmp_path / "absent.tsv")
    with pytest.raises(DamagedData, match="missing"):
        inline_cases()
    latin = tmp_path / "latin.tsv"
    latin.write_bytes("465#i1\t465\tWörter.\tetwas\n".encode("latin-1"))
    monkeypatch.setattr(inlinecases, "CASES_FILE", latin)
    with pytest.raises(DamagedData, match="utf-8"):
        inline_cases()


def test_a_line_is_read_into_its_fields() -> None:
    line = "465.2#i3\t465.2\tOur own words.\ta combat"
    assert read_case(line, "here") == InlineCase("465.2#i3", "465.2", "Our own words.", "a combat")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("465#i1\t465\tWords.", "four fields"),
        ("465#i1\t465\tWords.\tneeds\t", "four fields"),
        ("465#1\t465\tWords.\tneeds", "not the id"),
        ("465#i0\t465\tWords.\tneeds", "not the id"),
        ("465\t465\tWords.\tneeds", "not the id"),
        ("46#i1\t46\tWords.\tneeds", "not a rule number"),
        ("465#i1\t466\tWords.\tneeds", "case of 466"),
        ("465#i1\t465\t \tneeds", "gist of 465#i1 is empty"),
        ("465#i1\t465\tWords.\t", "needs of 465#i1 is empty"),
        ("465#i1\t465\t" + "w" * 201 + "\tneeds", "201 characters"),
    ],
)
def test_a_damaged_line_is_refused_with_its_place(line: str, reason: str) -> None:
    with pytest.raises(DamagedData, match=reason) as raised:
        read_case(line, "cases.tsv:3")
    assert raised.value.place == "cases.tsv:3"


def test_comments_and_empty_lines_are_passed_over() -> None:
    lines = ["# a remark", "", "465#i1\t465\tWords.\tneeds"]
    assert [case.id for case in read_cases(lines, "cases.tsv")] == ["465#i1"]


@pytest.mark.parametrize(
    ("ids", "reason"),
    [
        (["465#i1", "465#i1"], "465#i2 is expected"),
        (["465#i1", "465#i3"], "465#i2 is expected"),
        (["465#i2"], "465#i1 is expected"),
        (["465#i1", "466#i1", "465#i2"], "stand together"),
    ],
)
def test_cases_of_a_rule_are_numbered_and_stand_together(ids: list[str], reason: str) -> None:
    lines = [f"{case}\t{case.partition('#')[0]}\tWords.\tneeds" for case in ids]
    with pytest.raises(DamagedData, match=reason) as raised:
        read_cases(lines, "cases.tsv")
    assert raised.value.place == f"cases.tsv:{len(ids)}"


def _runs(text: str) -> set[tuple[str, ...]]:
    """Every eight words that follow one another."""
    words = re.findall(r"[a-z0-9']+", normalised(text))
    return {tuple(words[start : start + 8]) for start in range(len(words) - 7)}
