"""The tournament rules: structure, references, gists, infractions."""

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from rulesdb import DamagedData, UnknownRule, exists, natural_order
from rulesdb.build import OfficialDocument, OfficialMeta, OfficialRule, read_source
from rulesdb.gistfiles import LONGEST_GIST
from rulesdb.tournament import (
    CORE_EDITION,
    DOCUMENT,
    PENALTIES,
    Change,
    Infraction,
    TournamentRule,
    UnknownInfraction,
    heldfile,
    infraction,
    infractions,
    is_tournament_rule,
    tournament_children,
    tournament_path,
    tournament_rule,
    tournament_rules,
)
from rulesdb.tournament.build import built, differences, main, wording
from rulesdb.tournament.gistfiles import GIST_FOLDER, TournamentGist, all_gists, read_gist
from rulesdb.tournament.heldfile import HeldDocument, HeldEntry, decoded, encoded
from rulesdb.tournament.infractions import LONGEST_REMEDY, read_infraction, read_infractions
from rulesdb.tournament.outline import places
from rulesdb.tournament.references import MISPRINTS, references

CHAPTERS = ("000", "100", "200", "300", "400", "500", "600", "700")

LONGEST_SHARED_RUN = 7


@pytest.fixture(scope="module")
def source(repository: Path) -> Path:
    """The file of the official document; skips the test where it is absent."""
    found = sorted((repository.parent / "shared" / "tournament").glob("*2026-07-16.json"))
    if not found:
        pytest.skip("the official document is not on this machine")
    return found[0]


@pytest.fixture(scope="module")
def official(source: Path) -> OfficialDocument:
    """The official document."""
    return read_source(source)


# structure


def test_the_document_has_every_rule_once_and_in_natural_order() -> None:
    numbers = [rule.number for rule in tournament_rules()]
    assert len(numbers) == 935
    assert numbers == sorted(set(numbers), key=natural_order)


def test_every_rule_hangs_under_one_chapter() -> None:
    assert tuple(rule.number for rule in tournament_rules() if rule.parent is None) == CHAPTERS
    for rule in tournament_rules():
        steps = [step.number for step in tournament_path(rule.number)]
        assert steps[0] == f"{rule.number[0]}00"
        assert steps[-1] == rule.number
        if "." in rule.number:
            assert rule.parent == rule.number.rpartition(".")[0]


def test_children_and_parents_agree() -> None:
    below = Counter(
        child.number for rule in tournament_rules() for child in tournament_children(rule.number)
    )
    assert below == Counter(rule.number for rule in tournament_rules() if rule.parent is not None)
    assert [child.number for child in tournament_children("702.2.f")] == [
        "702.2.f.1",
        "702.2.f.2",
    ]


@pytest.mark.parametrize(
    ("number", "kind", "title"),
    [
        ("103", "heading", "Responsibility"),
        ("104.1", "rule", "vs. Core Rules"),
        ("204.3", "rule", "Competition Organizer (CO)"),
        ("204.7", "heading", "Player"),
        ("204.8.c", "rule", None),
        ("505.3.b", "rule", None),
        ("601.3.c.2", "rule", None),
        ("602.4.a.8", "heading", "Sealed Pool Registration & Deck Construction"),
        ("701.5.d", "rule", None),
        ("702.2", "rule", "Missed Trigger"),
        ("702.2.f", "heading", "Remedies"),
        ("702.13.a", "rule", None),
        ("703.8", "rule", "Late to Match"),
        ("704.2", "rule", "Unsporting Minor"),
        ("705.3.m", "rule", "Violations of Riot Games Terms of Service"),
    ],
)
def test_headings_and_labelled_rules_have_a_title(
    number: str, kind: str, title: str | None
) -> None:
    assert (tournament_rule(number).kind, tournament_rule(number).title) == (kind, title)


def test_every_heading_has_a_title_and_something_under_it() -> None:
    for rule in tournament_rules():
        if rule.kind == "heading":
            assert rule.title
            assert tournament_children(rule.number)


def test_a_title_is_no_sentence() -> None:
    for rule in tournament_rules():
        if rule.title is not None:
            assert len(rule.title.split()) <= 8
            assert not rule.title.endswith((".", ":"))


def test_every_rule_has_a_hash_of_its_wording() -> None:
    assert all(re.fullmatch("[0-9a-f]{16}", rule.wording_hash) for rule in tournament_rules())


@pytest.mark.parametrize(
    ("number", "nearest"),
    [
        ("702.2.z", "702.2.f"),
        ("702.99.a", "702.17.b"),
        ("499", "424"),
        # past the last rule
        ("999", "705"),
        ("hello", None),
        ("", None),
    ],
)
def test_an_unknown_rule_names_a_near_one(number: str, nearest: str | None) -> None:
    assert not is_tournament_rule(number)
    for look_up in (tournament_rule, tournament_children, tournament_path):
        with pytest.raises(UnknownRule, match=DOCUMENT) as raised:
            look_up(number)
        assert raised.value.nearest == nearest


# references


def test_references_lead_to_rules_of_both_documents() -> None:
    assert sum(len(rule.see) for rule in tournament_rules()) > 80
    assert sum(len(rule.core) for rule in tournament_rules()) == 16
    for rule in tournament_rules():
        assert [target for target in rule.see if not is_tournament_rule(target)] == []
        assert [target for target in rule.core if not exists(target, CORE_EDITION)] == []
        assert rule.number not in rule.see


@pytest.mark.parametrize(
    ("number", "see", "core"),
    [
        ("103.2", "204.8", ""),
        ("202.1.c", "600", ""),
        ("406.1.c", "421", ""),
        ("406.1.g.7", "406.1.c 406.1.d 406.1.e 406.1.e.3", "110"),
        ("408.4.c.3", "", "471.1.a"),
        ("408.4.d", "408.4.a 408.4.c.3", ""),
        ("502.11", "", "489.8.f"),
        ("505.10", "505.4 505.5 505.6 505.7 505.8", ""),
        ("602.3.a", "", "101"),
        ("602.4.a.8.f", "602.4.a.8.c 602.4.a.8.d 602.4.a.8.e", ""),
        ("702.6.b.1", "702.16", ""),
        ("704.8.a", "702 703", ""),
        ("601.3.c.5.a", "", ""),
    ],
)
def test_references_are_read_as_they_are_meant(number: str, see: str, core: str) -> None:
    rule = tournament_rule(number)
    assert (rule.see, rule.core) == (tuple(see.split()), tuple(core.split()))


def test_references_are_numbers_in_certain_places() -> None:
    numbers = ["101", "101.1", "101.2", "101.2.a", "101.3", "102", "103"]
    found = references(
        "103",
        "By CR 300. Names, and by 301.2.b. in the Core Rules; draw 102 of 500/250 in 2026. "
        "See 102. and 101.1-101.3, listed under 103 or 101.2.a.",
        numbers,
    )
    assert found.core == ("300", "301.2.b")
    assert found.see == ("102", "101.1", "101.2", "101.3", "103", "101.2.a")


def test_a_misprint_still_stands_in_the_document(official: OfficialDocument) -> None:
    said = {rule.id: wording(rule) for rule in official.rules}
    assert MISPRINTS
    for number, printed in MISPRINTS.items():
        for wrong in printed:
            assert re.search(rf"\b{re.escape(wrong)}\b", said[number]), (number, wrong)


# gists


def test_every_rule_has_a_gist() -> None:
    assert list(all_gists()) == [rule.number for rule in tournament_rules()]


def test_gists_are_short_and_clean() -> None:
    for rule in tournament_rules():
        assert rule.gist
        assert len(rule.gist) <= LONGEST_GIST
        assert rule.gist == " ".join(rule.gist.split())
        assert rule.note == " ".join(rule.note.split())
        assert rule.rule_class == "heading" or rule.gist.endswith(".")


def test_the_gist_of_a_heading_is_its_title_and_no_other_rule_is_a_heading() -> None:
    for rule in tournament_rules():
        assert (rule.kind == "heading") is (rule.rule_class == "heading")
        if rule.kind == "heading":
            assert rule.gist == rule.title


def test_two_rules_never_have_the_same_gist() -> None:
    counts = Counter(rule.gist for rule in tournament_rules() if rule.kind == "rule")
    assert [gist for gist, count in counts.items() if count > 1] == []


def test_numbers_in_gists_are_rules() -> None:
    number = re.compile(r"(core rule )?(?<![\w./])([1-9]\d{2}(?:\.(?:\d+|[a-z]))*)(?![\w/])")
    mentioned = [
        (rule.number, bool(core), target)
        for rule in tournament_rules()
        for core, target in number.findall(rule.gist or "")
    ]
    assert len(mentioned) > 100
    assert [
        (where, target)
        for where, in_core, target in mentioned
        if not (exists(target, CORE_EDITION) if in_core else is_tournament_rule(target))
    ] == []


def test_gists_are_in_our_own_words(official: OfficialDocument) -> None:
    def words(text: str) -> list[str]:
        return re.findall(r"[a-z0-9']+", text.lower().replace("\u2019", "'"))

    def runs(text: str) -> set[tuple[str, ...]]:
        found = words(text)
        length = LONGEST_SHARED_RUN + 1
        return {tuple(found[at : at + length]) for at in range(len(found) - length + 1)}

    assert [
        rule.id
        for rule in official.rules
        if tournament_rule(rule.id).kind == "rule"
        and runs(wording(rule)) & runs(tournament_rule(rule.id).gist or "")
    ] == []
    said = {rule.id: runs(wording(rule)) for rule in official.rules}
    assert [
        (found.name, number)
        for found in infractions()
        for number in found.remedies
        if runs(found.remedy) & said[number]
    ] == []


def test_a_line_of_gists_is_read_into_its_fields() -> None:
    assert read_gist("702.2\tinfraction\tOur own words.\tA note.", "here") == TournamentGist(
        "702.2", "infraction", "Our own words.", "A note."
    )


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("702\tremedy\tWords.", "four fields"),
        ("70\tremedy\tWords.\t", "not a rule number"),
        ("702\tplays\tWords.\t", "not a class"),
        ("702\tremedy\t \t", "empty"),
        ("702\tremedy\t" + "w" * 201 + "\t", "201 characters"),
    ],
)
def test_a_damaged_line_of_gists_is_refused_with_its_place(line: str, reason: str) -> None:
    with pytest.raises(DamagedData, match=reason) as raised:
        read_gist(line, "700-799.tsv:3")
    assert raised.value.place == "700-799.tsv:3"


def test_files_of_gists_hold_their_own_stretch_and_nothing_twice(tmp_path: Path) -> None:
    assert sorted(file.name for file in GIST_FOLDER.glob("*.tsv")) == [
        "000-699.tsv",
        "700-799.tsv",
    ]
    file = tmp_path / "700-799.tsv"
    file.write_text("# a remark\n\n702\tremedy\tWords.\t\n", encoding="utf-8")
    assert list(all_gists(tmp_path)) == ["702"]
    file.write_text("702\tremedy\tWords.\t\n702\tremedy\tWords.\t\n", encoding="utf-8")
    with pytest.raises(DamagedData, match="702 stands here twice"):
        all_gists(tmp_path)
    file.write_text("602\tremedy\tWords.\t\n", encoding="utf-8")
    with pytest.raises(DamagedData, match="another file"):
        all_gists(tmp_path)


# infractions


def rules_under(number: str) -> list[TournamentRule]:
    return [rule for rule in tournament_rules() if rule.number.startswith(f"{number}.")]


def is_under_remedies(number: str) -> bool:
    return any(step.title == "Remedies" for step in tournament_path(number))


def test_every_penalty_printed_in_the_document_is_in_the_table() -> None:
    printed = {
        entry.number: (entry.title, entry.penalty)
        for entry in heldfile.load().entries
        if entry.penalty is not None
    }
    assert len(printed) == 30
    assert printed == {
        found.number: (found.name, found.penalty)
        for found in infractions()
        if found.penalty is not None
    }


def test_infractions_stand_in_the_order_of_the_document_under_their_title() -> None:
    numbers = [found.number for found in infractions()]
    assert numbers == sorted(numbers, key=natural_order)
    for found in infractions():
        named = tournament_rule(found.number)
        assert (named.title, named.rule_class) == (found.name, "infraction")
        assert (named.infraction, named.remedies) == (found.number, found.remedies)


def test_every_section_of_infractions_is_in_the_table() -> None:
    # Sections 702 to 704 open with an overview; each rule after it is an infraction.
    named = [
        rule.number
        for section in ("702", "703", "704")
        for rule in tournament_children(section)
        if rule.kind == "rule"
    ]
    assert named == [found.number for found in infractions() if not found.number.startswith("705")]


def test_remedies_are_those_the_document_gives_under_their_heading() -> None:
    for found in infractions():
        under_heading = [
            rule.number
            for rule in rules_under(found.number)
            if rule.rule_class == "remedy" and is_under_remedies(rule.number)
        ]
        if found.number == "703.8":
            # It has no such heading; two of its penalties come with a time extension.
            assert under_heading == []
            assert found.remedies == ("703.8.a", "703.8.b")
        else:
            assert list(found.remedies) == under_heading
        assert len(found.remedy) <= LONGEST_REMEDY


def test_rules_that_change_a_penalty_are_of_that_class_and_section() -> None:
    for found in infractions():
        for change in found.changes:
            changing = tournament_rule(change.number)
            assert changing.rule_class == "penalty"
            assert change.number.startswith((f"{found.number}.", f"{found.number[:3]}.1."))
            assert change.penalty in changing.penalties


def test_every_other_penalty_printed_under_an_infraction_is_in_the_table(
    official: OfficialDocument,
) -> None:
    penalty = re.compile(rf"\[({'|'.join(PENALTIES)})\]")
    said = {rule.id: wording(rule) for rule in official.rules}
    for found in infractions():
        printed = {
            Change(rule.number, text)
            for rule in rules_under(found.number)
            for text in penalty.findall(said[rule.number])
        }
        assert printed == {
            change for change in found.changes if change.number.startswith(f"{found.number}.")
        }


def test_an_infraction_that_can_be_a_warning_is_upgraded_when_repeated() -> None:
    for found in infractions():
        can_be_warning = "Warning" in {found.penalty, *(change.penalty for change in found.changes)}
        repeated = [change for change in found.changes if ".1.b" in change.number]
        # Failure to Maintain Game State is exempt.
        assert bool(repeated) is (can_be_warning and found.number != "702.17")
        assert {change.penalty for change in repeated} <= {"Game Loss"}


@pytest.mark.parametrize(
    ("number", "belongs_to", "penalties"),
    [
        ("702.2", "702.2", ("No Penalty",)),
        ("702.2.e", "702.2", ("Warning",)),
        ("702.2.f.1", "702.2", ()),
        ("703.8", "703.8", ()),
        ("703.8.b", "703.8", ("Warning", "Game Loss")),
        ("704.1.b", None, ("Game Loss",)),
        ("705.3.g", "705.3.g", ()),
        # conduct that a rule elsewhere counts as an infraction
        ("504.4.b", "703.5", ()),
        ("505.12", "704.8", ()),
        ("509.5", "704.4", ()),
        ("602.4.b.2.g", "704.8", ()),
        # a mere reference
        ("501.5", None, ()),
    ],
)
def test_a_rule_knows_its_infraction_and_the_penalties_that_it_sets(
    number: str, belongs_to: str | None, penalties: tuple[str, ...]
) -> None:
    rule = tournament_rule(number)
    assert (rule.infraction, rule.penalties) == (belongs_to, penalties)


def test_an_infraction_is_found_by_number_and_by_name_in_any_case() -> None:
    assert infraction("703.2") is infraction(" slow play ")
    with pytest.raises(UnknownInfraction, match="Slow Play") as raised:
        infraction("Quick Play")
    assert raised.value.known == tuple(found.name for found in infractions())


def test_a_line_of_infractions_is_read_into_its_fields() -> None:
    line = "Napping\t703.2\tWarning\t703.2.a Game Loss; 703.2.b Warning\t703.2.c 703.2.d\tWake up."
    assert read_infraction(line, "here") == Infraction(
        "Napping",
        "703.2",
        "Warning",
        (Change("703.2.a", "Game Loss"), Change("703.2.b", "Warning")),
        ("703.2.c", "703.2.d"),
        "Wake up.",
    )
    assert read_infraction("Napping\t703.2\t\t\t\t", "here") == Infraction(
        "Napping", "703.2", None, (), (), ""
    )


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("Napping\t703.2\tWarning\t\t", "six fields"),
        ("\t703.2\tWarning\t\t\t", "no name"),
        ("Napping\t73.2\tWarning\t\t\t", "not a rule number"),
        ("Napping\t703.2\tScolding\t\t\t", "not a penalty"),
        ("Napping\t703.2\tWarning\t703.2.a\t\t", "not a penalty"),
        ("Napping\t703.2\tWarning\t703.2a Warning\t\t", "not a rule number"),
        ("Napping\t703.2\tWarning\t\t703.2.c\t", "go together"),
        ("Napping\t703.2\tWarning\t\t\tWake up.", "go together"),
        ("Napping\t703.2\tWarning\t\t703.2.c\t" + "w" * 301, "301 characters"),
    ],
)
def test_a_damaged_line_of_infractions_is_refused_with_its_place(line: str, reason: str) -> None:
    with pytest.raises(DamagedData, match=reason) as raised:
        read_infraction(line, "infractions.tsv:9")
    assert raised.value.place == "infractions.tsv:9"


@pytest.mark.parametrize(
    "second", ["Napping\t703.3\tWarning\t\t\t", "Dozing\t703.2\tWarning\t\t\t"]
)
def test_an_infraction_stands_once(second: str) -> None:
    with pytest.raises(DamagedData, match=r"infractions\.tsv:3: .* twice"):
        read_infractions(["# a remark", "Napping\t703.2\tWarning\t\t\t", second], "infractions.tsv")


def test_penalties_are_named_from_the_mildest_to_the_hardest() -> None:
    assert (PENALTIES[0], PENALTIES[-1], len(PENALTIES)) == ("No Penalty", "Disqualification", 5)


# the builder


def test_what_is_held_is_byte_for_byte_what_the_builder_writes(
    official: OfficialDocument,
) -> None:
    assert differences(heldfile.load(), built(official)) == []
    assert heldfile.data_file().read_bytes() == encoded(built(official))


def test_the_check_tells_stale_from_in_step(
    source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--source", str(source), "--check"]) == 0
    assert "935 rules, in step" in capsys.readouterr().out
    document = json.loads(source.read_bytes())
    document["rules"][40]["text"] = "Something else entirely."
    document["rules"][934]["id"] = "799"
    changed = tmp_path / "changed.json"
    changed.write_text(json.dumps(document), encoding="utf-8")
    assert main(["--source", str(changed), "--check"]) == 1
    output = capsys.readouterr().out
    assert "799: not held" in output
    assert "705.3.m: held, but not in the source" in output
    assert f"{document['rules'][40]['id']}: " in output


def test_a_source_that_cannot_be_read_is_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--source", str(tmp_path / "absent.json")]) == 2
    assert "absent.json" in capsys.readouterr().err
    with pytest.raises(DamagedData, match="made for tournament-2026-07-16"):
        built(OfficialDocument(OfficialMeta("2031-01-01"), ()))
    twice = (OfficialRule("700", "Title"), OfficialRule("700", "Title"))
    with pytest.raises(DamagedData, match="twice"):
        built(OfficialDocument(OfficialMeta("2026-07-16"), twice))


def test_structure_is_read_off_titles_and_labels() -> None:
    found = places(
        [
            ("100", "Chapter"),
            ("101", "Small Duties:"),
            ("101.1", "Players: They wear hats. Nobody minds."),
            ("101.2", "Players must also do the following:"),
            ("101.2.a", "Hat Duty. Hats are worn."),
            ("101.2.b", "Lost Hat [Game Loss]: A hat is lost."),
            ("101.2.c", "Torn Hat [Warning]:"),
            ("101.2.d", "Hats are worn. Nobody minds."),
            ("101.2.e", "Example: A hat that is worn backwards."),
        ]
    )
    assert {number: tuple(place) for number, place in found.items()} == {
        "100": (None, "heading", "Chapter", None),
        "101": ("100", "heading", "Small Duties", None),
        "101.1": ("101", "rule", "Players", None),
        "101.2": ("101", "rule", None, None),
        "101.2.a": ("101.2", "rule", "Hat Duty", None),
        "101.2.b": ("101.2", "rule", "Lost Hat", "Game Loss"),
        "101.2.c": ("101.2", "rule", "Torn Hat", "Warning"),
        "101.2.d": ("101.2", "rule", None, None),
        "101.2.e": ("101.2", "rule", None, None),
    }


def test_a_rule_that_is_only_an_example_is_hashed_by_it() -> None:
    assert wording(OfficialRule("100", "", ("Example: A hat.",))) == "Example: A hat."
    assert wording(OfficialRule("100", "Hats.", ("Example: A hat.",))) == "Hats."


def test_the_data_file_survives_a_round_trip_with_one_rule_a_line() -> None:
    held = HeldDocument(
        DOCUMENT,
        CORE_EDITION,
        (
            HeldEntry("700", kind="heading", title="Chapter", hash="0" * 16),
            HeldEntry("702.2", parent="700", penalty="Warning", see=("700",), core=("128",)),
        ),
    )
    content = encoded(held)
    assert decoded(content, "here") == held
    assert content.count(b"\n") == 2 + len(held.entries)
    turned = HeldDocument(DOCUMENT, CORE_EDITION, tuple(reversed(held.entries)))
    assert len(differences(held, turned)) == 1


@pytest.mark.parametrize("content", [b"", b"[]", b'{"document":"x","entries":[{}]}', b"\xff"])
def test_damaged_data_is_refused_with_its_place(content: bytes) -> None:
    with pytest.raises(DamagedData, match=r"^tournament\.json: "):
        decoded(content, "tournament.json")


def test_a_document_that_is_not_held_is_missing_data() -> None:
    with pytest.raises(DamagedData, match=r"tournament-2031-01-01\.json: .* missing"):
        heldfile.load("tournament-2031-01-01")


def test_nothing_is_read_before_the_first_look_up_and_that_one_is_quick() -> None:
    # In a process of its own. The bound is many times what a slow machine needs.
    program = (
        "import time, rulesdb.tournament as tournament\n"
        "from rulesdb.tournament.rules import _document\n"
        "assert _document.cache_info().currsize == 0\n"
        "start = time.perf_counter()\n"
        "tournament.tournament_rules()\n"
        "assert time.perf_counter() - start < 0.5, time.perf_counter() - start\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
