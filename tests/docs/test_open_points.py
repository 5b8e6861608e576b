"""The document about open points: whole, in order, and at one with the switches in the code."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from judge.ruling.openpoints import OPEN_POINTS
from rulesdb import exists
from rulesdb.useroverlays import POINTS_FILE

REPOSITORY = Path(__file__).resolve().parents[2]
DOCUMENT = REPOSITORY / "docs" / "open-points.md"

_HEADING = re.compile(r"^(#{2,3}) (.*)$", re.MULTILINE)
_TITLE = re.compile(r"OP-(\d+): \S.*\?")
_PART = re.compile(r"^- \*\*([^*]+)\*\*: *(.*(?:\n(?!- |#).*)*)", re.MULTILINE)
_READING = re.compile(r"^  - ([a-z]): (\S.*(?:\n(?!  - ).*)*)", re.MULTILINE)
_NUMBER = re.compile(r"`(\d{3}(?:\.\w+)*)`")
_MODULE = re.compile(r"`((?:judge|api|rulesdb)/[\w/]+\.py)`")
#: where a run says that it relies on a point
_RELIES = re.compile(r"(?:\.(?:rely_on|rests_on)|\bOtherwise)\(\s*\"(OP-\d+)\"")
#: how the last part of an entry begins; with the second, the reading that is coded
_CODE = re.compile(r"`(switch|one reading|not met yet)`(?: \((neither|[a-z])\))?[.,;]")


@dataclass(frozen=True)
class Entry:
    """One entry: its heading, its section, its parts by name."""

    title: str
    section: str
    parts: dict[str, str] = field(hash=False)

    @property
    def id(self) -> str:
        return self.title.partition(":")[0]

    @property
    def is_settled(self) -> bool:
        return self.section == "Settled"

    @property
    def rules(self) -> list[str]:
        return _NUMBER.findall(self.parts["Rules"])

    @property
    def readings(self) -> dict[str, str]:
        return dict(_READING.findall(self.parts["Readings"]))

    @property
    def taken(self) -> str:
        return self.parts["Settled" if self.is_settled else "Taken"][:1]

    @property
    def code(self) -> re.Match[str] | None:
        return _CODE.match(self.parts["In the code"])


def read(text: str) -> list[Entry]:
    entries = []
    section = ""
    headings = list(_HEADING.finditer(text))
    ends = [heading.start() for heading in headings[1:]] + [len(text)]
    for heading, end in zip(headings, ends, strict=True):
        if heading[1] == "##":
            section = heading[2]
            continue
        body = text[heading.end() : end]
        parts = {found[1]: found[2].rstrip() for found in _PART.finditer(body)}
        entries.append(Entry(heading[2], section, parts))
    return entries


TEXT = DOCUMENT.read_text(encoding="utf-8")
ENTRIES = read(TEXT)
BY_ID = {entry.id: entry for entry in ENTRIES}

each_entry = pytest.mark.parametrize("entry", ENTRIES, ids=[entry.id for entry in ENTRIES])


def test_every_id_stands_once() -> None:
    assert len(BY_ID) == len(ENTRIES) == TEXT.count("\n### ")


def test_the_first_thirty_eight_points_are_all_there() -> None:
    assert {f"OP-{number}" for number in range(1, 39)} <= set(BY_ID)


def test_entries_stand_in_the_order_of_their_numbers() -> None:
    for section in ("Open", "Settled"):
        numbers = [int(entry.id[3:]) for entry in ENTRIES if entry.section == section]
        assert numbers
        assert numbers == sorted(numbers)
    assert {entry.section for entry in ENTRIES} == {"Open", "Settled"}


def test_the_table_of_topics_names_every_open_entry_once() -> None:
    rows = [line for line in TEXT.splitlines() if line.startswith("|")]
    named = [f"OP-{number}" for row in rows for number in re.findall(r"OP-(\d+)", row)]
    assert sorted(named) == sorted(entry.id for entry in ENTRIES if not entry.is_settled)


@each_entry
def test_an_entry_asks_a_question_and_has_its_four_parts(entry: Entry) -> None:
    assert _TITLE.fullmatch(entry.title)
    answer = "Settled" if entry.is_settled else "Taken"
    assert list(entry.parts) == ["Rules", "Readings", answer, "In the code"]
    assert all(entry.parts.values())


@each_entry
def test_an_entry_cites_rules_that_exist(entry: Entry) -> None:
    assert entry.rules
    assert [number for number in entry.rules if not exists(number)] == []
    rest = [number for part in entry.parts.values() for number in _NUMBER.findall(part)]
    assert [number for number in rest if not exists(number)] == []
    assert len(set(entry.rules)) == len(entry.rules)


@each_entry
def test_an_entry_has_two_readings_or_more_and_takes_one_of_them(entry: Entry) -> None:
    letters = [letter for letter, _ in _READING.findall(entry.parts["Readings"])]
    assert letters == list("abcdef"[: len(letters)])
    assert len(letters) >= 2
    assert entry.taken in letters
    if entry.is_settled:
        assert re.match(r"a, by the .*\d{4}-\d{2}-\d{2}", entry.parts["Settled"], re.DOTALL)
    else:
        assert re.match(r"[a-z],? .*\b(because|since)\b", entry.parts["Taken"], re.DOTALL)


def test_the_list_that_overlays_are_checked_by_has_the_same_points_and_readings() -> None:
    lines = POINTS_FILE.read_text(encoding="utf-8").splitlines()
    listed = dict(line.split("\t") for line in lines if not line.startswith("#"))
    assert listed == {entry.id: "".join(entry.readings) for entry in ENTRIES}


@each_entry
def test_an_entry_says_what_the_code_does(entry: Entry) -> None:
    code, text = entry.code, entry.parts["In the code"]
    assert code is not None
    assert [module for module in _MODULE.findall(text) if not (REPOSITORY / module).is_file()] == []
    assert (code[2] is not None) == (code[1] == "one reading")
    if code[1] == "one reading":
        assert code[2] in {*entry.readings, "neither"}
        assert _MODULE.search(text)
        # a code that goes another way than what is taken is said to depart from it
        assert code[2] == entry.taken or "departs" in text


@each_entry
def test_an_open_entry_with_one_reading_says_why_there_is_no_other(entry: Entry) -> None:
    code = entry.code
    assert code is not None
    if code[1] == "one reading" and not entry.is_settled:
        assert "Only this one: " in " ".join(entry.parts["In the code"].split())


def _named_in_the_code() -> set[str]:
    """The points of which a ruling can say that it relies on them."""
    files = (REPOSITORY / "judge").rglob("*.py")
    return {name for file in files for name in _RELIES.findall(file.read_text(encoding="utf-8"))}


@each_entry
def test_a_ruling_names_a_point_that_it_meets_or_the_entry_says_why_none_can(entry: Entry) -> None:
    code = entry.code
    assert code is not None
    if code[1] == "not met yet" or entry.is_settled:
        return
    unnamed = "No ruling names it: " in " ".join(entry.parts["In the code"].split())
    assert (entry.id in _named_in_the_code()) is not unnamed
    assert code[1] != "switch" or not unnamed


@pytest.mark.parametrize("identity", sorted(OPEN_POINTS))
def test_a_switch_of_the_code_is_described_as_it_is(identity: str) -> None:
    point, entry = OPEN_POINTS[identity], BY_ID[identity]
    assert point.id == identity
    assert entry.title == f"{identity}: {point.question}"
    assert list(entry.readings) == list(point.readings)
    assert entry.taken == point.default
    assert set(point.rules) <= set(entry.rules)


def test_the_entries_marked_as_switches_are_those_of_the_code() -> None:
    marked = {entry.id for entry in ENTRIES if entry.code is not None and entry.code[1] == "switch"}
    assert marked == set(OPEN_POINTS)
