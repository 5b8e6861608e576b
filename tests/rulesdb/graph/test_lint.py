"""What the lint finds, and the list of locked rules."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec
import pytest

from rulesdb import DamagedData, UnknownRule, all_rules, lint, rule, rules
from rulesdb.build import OfficialDocument
from rulesdb.graph import Cite
from rulesdb.heldfile import HeldEdition, HeldRule
from rulesdb.lint import Finding
from rulesdb.locked import LOCKED_FILE, read_locked, write_locked
from rulesdb.tournament import DOCUMENT, tournament_rules

DAMAGED = HeldEdition(
    "core-1.0",
    (
        HeldRule("100", title="Chapter", hash="0" * 16),
        HeldRule("101", parent="100", hash="1" * 16, see=("101", "103")),
        HeldRule("101.2", parent="101", hash="2" * 16),
        HeldRule("101.3", parent="101", hash="3" * 16, see=("100", "999")),
        HeldRule("101.3.a", parent="101.3", hash="4" * 16),
        HeldRule("101.3.d", parent="101.3", hash="5" * 16),
        HeldRule("103", parent="100", hash="6" * 16),
        HeldRule("106", parent="100", title="A Near Heading", hash="7" * 16),
        HeldRule("120", parent="100", title="A New Part", hash="8" * 16),
        HeldRule("140", parent="120", hash="9" * 16),
    ),
)

REPEATING = {"101.3.a": ("101.3.a", "998")}

# Numbers that no edition has.
ABSENT, ABSENT_TOO = "777", "999"


@pytest.fixture
def damaged(monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of an edition that has everything the lint looks for."""
    book = rules._Book(
        {
            held.number: rules.Rule(
                number=held.number,
                parent=held.parent,
                kind="rule" if held.title is None else "heading",
                title=held.title,
                gist=None,
                rule_class=None,
                restates=REPEATING.get(held.number, ()),
                note="",
                see=held.see,
                examples=0,
                wording_hash=held.hash,
            )
            for held in DAMAGED.rules
        },
        {},
    )
    real = rules._book
    monkeypatch.setattr(
        rules, "_book", lambda edition: book if edition == DAMAGED.edition else real(edition)
    )
    return DAMAGED.edition


def found(findings: Iterable[Finding]) -> list[tuple[str, str]]:
    return [(one.number, one.message) for one in findings]


def test_the_newest_edition_is_sound() -> None:
    assert lint.lint() == ()
    assert [one.number for one in all_rules() if one.see]  # so that there was something to find


def test_the_tournament_rules_are_checked_too(monkeypatch: pytest.MonkeyPatch) -> None:
    assert lint.lint(DOCUMENT) == ()
    whole = tournament_rules()
    pointing = next(one for one in whole if one.core)
    at = whole.index(pointing)
    wrong = msgspec.structs.replace(pointing, core=(ABSENT,), see=(ABSENT_TOO, pointing.number))
    monkeypatch.setattr(lint, "tournament_rules", lambda: (*whole[:at], wrong, *whole[at + 1 :]))
    assert [(one.code, one.number, one.message) for one in lint.lint(DOCUMENT)] == [
        (
            "dangling_reference",
            pointing.number,
            f"points to {ABSENT_TOO}, which {DOCUMENT} does not have",
        ),
        (
            "dangling_reference",
            pointing.number,
            f"points to {ABSENT}, which core-1.4 does not have",
        ),
        ("self_reference", pointing.number, "points to itself"),
    ]
    cites = [("doc", "notes.md", f"{DOCUMENT}:{ABSENT}")]
    assert [one.number for one in lint.unknown_citations(cites, DOCUMENT)] == [ABSENT]


def test_dangling_references_are_found(damaged: str) -> None:
    assert found(lint.dangling_references(damaged)) == [
        ("101.3", "points to 999, which core-1.0 does not have"),
        ("101.3.a", "repeats 998, which core-1.0 does not have"),
    ]


def test_self_references_are_found(damaged: str) -> None:
    assert found(lint.self_references(damaged)) == [
        ("101", "points to itself"),
        ("101.3.a", "repeats itself"),
    ]


def test_gaps_are_found_between_siblings_and_before_the_first(damaged: str) -> None:
    assert found(lint.numbering_gaps(damaged)) == [
        ("103", "102 is missing before it"),
        ("106", "104 to 105 is missing before it"),
        ("140", "121 to 139 is missing before it"),
        ("101.2", "101.1 is missing before it"),
        ("101.3.d", "101.3.b to 101.3.c is missing before it"),
    ]


@pytest.mark.parametrize(
    ("edition", "missing"),
    [
        # reading scanned pages lost some
        ("core-1.0", ["577.1", "625.1.e", "625.b to 625.d"]),
        ("core-1.1", ["450.3.d", "450.3.e", "450.3.f", "450.3.f.0", "450.3.g"]),
        ("core-1.2", ["721"]),
        ("core-1.3", ["391"]),
        ("core-1.4", []),
    ],
)
def test_the_gaps_of_each_edition_are_those_of_its_document(
    edition: str, missing: list[str]
) -> None:
    gaps = [one.message.partition(" is missing")[0] for one in lint.numbering_gaps(edition)]
    assert sorted(gaps) == missing
    numbers = {one.number for one in all_rules(edition)}
    assert not numbers & set(gaps)


def test_every_prefix_of_a_number_is_there_or_reported(
    official_documents: dict[str, OfficialDocument],
) -> None:
    for name, document in official_documents.items():
        numbers = {one.id for one in document.rules}
        prefixes = {
            number[:place]
            for number in numbers
            for place, letter in enumerate(number)
            if letter == "."
        }
        reported = {
            one.message.partition(" is missing")[0]
            for one in lint.numbering_gaps(name)
            if one.message.endswith("above it")
        }
        assert reported == prefixes - numbers


def test_rules_that_nothing_refers_to_are_found(damaged: str) -> None:
    cites = [
        Cite("code", "judge/x.py", f"{damaged}:101.2"),
        Cite("code", "judge/x.py", "101.3"),  # of another edition; citations: ignore
    ]
    assert [one.number for one in lint.unreferenced(cites, damaged)] == [
        "101",  # its reference to itself does not count
        "101.3",
        "101.3.a",
        "101.3.d",
        "140",
    ]


def test_citations_of_rules_that_do_not_exist_are_found_once_a_source(damaged: str) -> None:
    cites = [
        Cite("doc", "docs/x.md", f"{damaged}:777"),
        Cite("doc", "docs/x.md", f"{damaged}:777"),
        Cite("code", "judge/x.py", f"{damaged}:777"),
        Cite("code", "judge/x.py", f"{damaged}:101"),
        Cite("code", "judge/x.py", "1.3:777"),
    ]
    assert found(lint.unknown_citations(cites, damaged)) == [
        ("777", "cited by doc docs/x.md, not in core-1.0"),
        ("777", "cited by code judge/x.py, not in core-1.0"),
    ]


def test_changed_and_vanished_wordings_are_found(damaged: str) -> None:
    locked = {"101": "1" * 16, "101.2": "f" * 16, "102": "e" * 16}
    assert [(one.code, one.number) for one in lint.changed_wordings(locked, damaged)] == [
        ("wording_changed", "101.2"),
        ("locked_rule_gone", "102"),
    ]


def test_the_list_and_the_citations_are_held_against_each_other(damaged: str) -> None:
    cites = [Cite("code", "judge/x.py", f"{damaged}:101"), Cite("code", "judge/x.py", "105")]
    findings = lint.unlocked_citations(cites, {"103": "6" * 16}, damaged)
    assert [(one.code, one.number) for one in findings] == [
        ("not_locked", "101"),
        ("no_longer_cited", "103"),
    ]


def test_the_lint_as_a_whole_runs_what_it_was_given(damaged: str) -> None:
    def codes(**given: object) -> set[str]:
        return {one.code for one in lint.lint(damaged, **given)}  # type: ignore[arg-type]

    plain = {"dangling_reference", "self_reference", "numbering_gap"}
    cites = [Cite("code", "judge/x.py", f"{damaged}:{number}") for number in ("101", ABSENT)]
    assert codes() == plain
    assert codes(cites=iter(cites)) == plain | {"unreferenced", "unknown_citation"}
    assert codes(locked={"103": ""}) == plain | {"wording_changed"}
    assert codes(cites=iter(cites), locked={"103": "", "102": ""}) == plain | {
        "unreferenced",
        "unknown_citation",
        "wording_changed",
        "locked_rule_gone",
        "not_locked",
        "no_longer_cited",
    }


def test_a_finding_reads_as_a_line() -> None:
    finding = Finding("self_reference", "465.2.c", "points to itself")
    assert str(finding) == "465.2.c: points to itself [self_reference]"


def test_locking_keeps_what_was_locked_and_blessing_takes_what_is_there() -> None:
    old = {"300": "0" * 16, "302": "1" * 16}
    locked = lint.lock(["465.2", "302", "302"], old)
    assert locked == {"302": "1" * 16, "465.2": rule("465.2").wording_hash}
    assert list(locked) == ["302", "465.2"]
    blessed = lint.bless(["302"], locked)
    assert blessed == {number: rule(number).wording_hash for number in ("302", "465.2")}
    assert locked["302"] == "1" * 16
    with pytest.raises(UnknownRule):
        lint.lock(["999"], {})
    with pytest.raises(UnknownRule):
        lint.bless(["999"], {})


def test_cited_numbers_are_those_of_the_edition_in_order() -> None:
    numbers = ("170.10", "170.9", "170.9", "1.3:300", ABSENT_TOO)
    cites = [Cite("doc", "x", number) for number in numbers]
    assert lint.cited_numbers(cites) == ("170.9", "170.10")


def test_the_list_survives_a_round_trip_in_order(tmp_path: Path) -> None:
    file = tmp_path / "locked.tsv"
    write_locked({"170.10": "a" * 16, "170.9": "b" * 16}, file)
    assert list(read_locked(file).items()) == [("170.9", "b" * 16), ("170.10", "a" * 16)]
    assert file.read_text().startswith("#")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("300", "a tab"),
        ("300\tabc", "sixteen"),
        ("300\tzzzzzzzzzzzzzzzz", "sixteen"),
        ("30\t0123456789abcdef", "a rule number"),
        ("302\t0123456789abcdef", "stands here twice"),
    ],
)
def test_a_damaged_list_is_refused_with_its_line(tmp_path: Path, line: str, reason: str) -> None:
    file = tmp_path / "locked.tsv"
    file.write_text(f"# list\n302\t0123456789abcdef\n{line}\n")
    with pytest.raises(DamagedData, match=rf"^locked\.tsv:3: .*{reason}"):
        read_locked(file)


def test_every_rule_that_this_project_cites_is_locked_and_reads_as_it_did(
    checkout_cites: tuple[Cite, ...],
) -> None:
    # out of step: python -m rulesdb.lint --lock, or --bless for what was looked at again
    locked = read_locked()
    findings = [*lint.changed_wordings(locked), *lint.unlocked_citations(checkout_cites, locked)]
    assert [str(finding) for finding in findings] == []
    assert len(locked) > 400


def test_the_list_is_what_the_command_writes(
    checkout_cites: tuple[Cite, ...], tmp_path: Path
) -> None:
    again = tmp_path / "locked.tsv"
    write_locked(lint.lock(lint.cited_numbers(checkout_cites), read_locked()), again)
    assert again.read_bytes() == LOCKED_FILE.read_bytes()


def test_the_command_locks_checks_and_blesses(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "locked.tsv"
    place = ["--root", str(tmp_path), "--file", str(file)]
    (tmp_path / "judge").mkdir()
    code = tmp_path / "judge" / "turn.py"
    code.write_text('rule("302")\n')
    assert lint.main([*place, "--check"]) == 1
    assert "302: is cited, but its wording is not locked [not_locked]" in capsys.readouterr().out
    assert lint.main([*place, "--lock"]) == 0
    assert lint.main([*place, "--check"]) == 0
    file.write_text("302\t0123456789abcdef\n")
    assert lint.main([*place, "--check"]) == 1
    assert lint.main([*place, "--lock"]) == 0  # does not bless
    assert lint.main([*place, "--check"]) == 1
    assert lint.main([*place, "--bless", "302"]) == 0
    assert lint.main([*place, "--check"]) == 0
    assert read_locked(file) == {"302": rule("302").wording_hash}


@pytest.mark.parametrize("content", [b"rubbish\n", b"\xff\n"])
def test_what_the_command_cannot_read_is_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes
) -> None:
    file = tmp_path / "locked.tsv"
    file.write_bytes(content)
    assert lint.main(["--root", str(tmp_path), "--file", str(file), "--check"]) == 2
    assert capsys.readouterr().err
