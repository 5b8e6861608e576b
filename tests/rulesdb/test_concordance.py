"""What became of the rules from one edition to the next."""

import subprocess
import sys
from collections import Counter
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from rulesdb import (
    EDITIONS,
    NEWEST,
    DamagedData,
    Edition,
    EditionNotHeld,
    UnknownEdition,
    UnknownRule,
    all_rules,
    build_concordance,
    concordance,
    exists,
    rule,
)
from rulesdb.build import OfficialDocument, OfficialMeta, OfficialRule
from rulesdb.build_concordance import built, main, marks, passages, settled
from rulesdb.concordance import (
    SAME_WORDING,
    Link,
    Step,
    called_new,
    concordance_file,
    history,
    links,
    read_links,
    today,
    written,
)
from rulesdb.matching import Passage, bare, matches, words

NEIGHBOURS = list(pairwise(EDITIONS))

# How many links of each kind there are between neighbours.
COUNTS = {
    ("core-1.0", "core-1.1"): {
        "same": 391, "moved": 739, "reworded": 167, "split": 3, "merged": 13, "gone": 53,
        "new": 310,
    },
    ("core-1.1", "core-1.2"): {
        "same": 967, "moved": 626, "reworded": 19, "split": 2, "merged": 2, "gone": 1, "new": 180
    },
    ("core-1.2", "core-1.3"): {
        "same": 201, "moved": 1350, "reworded": 189, "split": 2, "merged": 25, "gone": 29,
        "new": 334,
    },
    ("core-1.3", "core-1.4"): {
        "same": 1348, "moved": 454, "reworded": 242, "split": 13, "merged": 32, "gone": 6,
        "new": 308,
    },
}  # fmt: skip

# Of rules in the same words, how many have different hashes: the transcriptions of the first two
# editions leave examples and pointers inside the text, later ones leave a few examples there.
HASHES_THAT_DIFFER = {
    ("core-1.0", "core-1.1"): 82,
    ("core-1.1", "core-1.2"): 180,
    ("core-1.2", "core-1.3"): 2,
    ("core-1.3", "core-1.4"): 13,
}

between_neighbours = pytest.mark.parametrize(("old", "new"), NEIGHBOURS)


@pytest.fixture(scope="module")
def page_of_marks(repository: Path) -> Path:
    """The page that says where each rule of 101-206 stood before; skips where it is absent."""
    found = sorted((repository.parent / "shared" / "seeds").glob("003_*.txt"))
    if not found:
        pytest.skip("the page of marks is not on this machine")
    return found[0]


def hashes(link: Link, old: str, new: str) -> set[str]:
    assert link.old
    assert link.new
    return {rule(link.old, old).wording_hash, rule(link.new, new).wording_hash}


# --- The files


def test_the_files_are_what_the_builder_makes(
    official_sources: list[Path], page_of_marks: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sources = [str(source) for source in official_sources]
    assert main([*sources, "--marks", str(page_of_marks), "--check"]) == 0
    assert capsys.readouterr().out.count(", in step\n") == len(NEIGHBOURS)


def test_a_stale_file_is_found_and_its_lines_are_named(
    official_sources: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    # Without the marks what they decided is called a finding by wording.
    assert main([*map(str, official_sources[-2:]), "--check"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert "- 158\t157\tmoved\tmark\t100" not in lines
    assert "- 157\t158\tmoved\tmark\t100" in lines
    assert "+ 157\t158\tmoved\twording\t100" in lines
    assert lines[-1] == "1.3-1.4.tsv: stale"


@between_neighbours
def test_a_file_survives_a_round_trip(old: str, new: str) -> None:
    content = concordance_file(old, new).read_text(encoding="utf-8")
    assert written(read_links(content.splitlines(), "here")) == content


def test_there_is_a_file_for_each_pair_of_neighbours_and_one_of_what_was_settled() -> None:
    folder = concordance_file(*NEIGHBOURS[0]).parent
    expected = {concordance_file(old, new) for old, new in NEIGHBOURS}
    assert set(folder.iterdir()) == expected | {folder / "settled.tsv", folder / "called-new.tsv"}


@pytest.mark.parametrize("content", ["100", "100\tx", "100\t101\n100\t102", "\n"])
def test_a_damaged_list_of_rules_called_new_is_refused(
    content: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "called-new.tsv"
    monkeypatch.setattr(concordance, "CALLED_NEW_FILE", file)
    with pytest.raises(DamagedData, match="cannot be read"):
        called_new()
    file.write_text(content)
    with pytest.raises(DamagedData, match="two numbers"):
        called_new()


@pytest.mark.parametrize(
    "line",
    [
        "",
        "100\t100\tsame\twording",
        "100\t10\tsame\twording\t100",
        "100\t100\tkept\twording\t100",
        "100\t100\tsame\thearsay\t100",
        "100\t-\tmoved\twording\t-",
        "-\t100\tgone\twording\t-",
        "100\t100\tgone\twording\t-",
        "100\t100\tsame\twording\t-",
        "100\t-\tgone\twording\t100",
        "100\t100\treworded\twording\t-5",
    ],
)
def test_a_damaged_line_is_refused_with_its_place(line: str) -> None:
    with pytest.raises(DamagedData, match=r"^file\.tsv:2: "):
        read_links(["100\t100\tsame\twording\t100", line], "file.tsv")


# --- What holds of every pair of editions


@between_neighbours
def test_links_between_neighbours_are_counted(old: str, new: str) -> None:
    assert Counter(link.how for link in links(old, new)) == COUNTS[old, new]


@pytest.mark.parametrize(
    ("old", "new"), [*combinations(EDITIONS, 2), *combinations(reversed(EDITIONS), 2)]
)
def test_every_rule_of_both_editions_has_a_link(old: str, new: str) -> None:
    found = links(old, new)
    assert {link.old for link in found if link.old} == {each.number for each in all_rules(old)}
    assert {link.new for link in found if link.new} == {each.number for each in all_rules(new)}
    assert len({(link.old, link.new) for link in found}) == len(found)


@pytest.mark.parametrize(("old", "new"), list(combinations(EDITIONS, 2)))
def test_the_kind_of_a_link_follows_from_its_numbers_and_wordings(old: str, new: str) -> None:
    found = links(old, new)
    olds = Counter(link.old for link in found)
    news = Counter(link.new for link in found)
    for link in found:
        if link.how == "new":
            assert link.old is None
            assert link.alike is None
        elif link.how == "gone":
            assert (link.new, link.alike) == (None, None)
            assert olds[link.old] == 1
        else:
            assert link.alike is not None
            assert 0 <= link.alike <= SAME_WORDING
            assert (news[link.new] > 1) is (link.how == "merged")
            assert link.how == "merged" or (olds[link.old] > 1) is (link.how == "split")
            if link.how in ("same", "moved"):
                assert link.alike == SAME_WORDING
                assert (link.old == link.new) is (link.how == "same")
            if link.how == "reworded":
                assert link.alike < SAME_WORDING


@pytest.mark.parametrize(("old", "new"), list(combinations(EDITIONS, 2)))
def test_backwards_the_same_rules_are_linked(old: str, new: str) -> None:
    back = {(link.new, link.old): link for link in links(new, old)}
    forth = {(link.old, link.new): link for link in links(old, new)}
    assert back.keys() == forth.keys()
    turned = {"gone": "new", "new": "gone"}
    for numbers, link in forth.items():
        assert back[numbers].alike == link.alike
        assert back[numbers].source == link.source
        if link.how in ("same", "moved", "reworded", "gone", "new"):
            assert back[numbers].how == turned.get(link.how, link.how)
        else:
            assert back[numbers].how in ("split", "merged")


def test_an_edition_is_itself() -> None:
    assert {(link.old == link.new, link.how) for link in links("1.2", "core-1.2")} == {
        (True, "same")
    }
    assert len(links("1.2", "1.2")) == 1795


@between_neighbours
def test_equal_hashes_say_the_same_as_equal_wordings(old: str, new: str) -> None:
    linked = [link for link in links(old, new) if link.old and link.new]
    same = [link for link in linked if link.alike == SAME_WORDING]
    differing = [link for link in same if len(hashes(link, old, new)) == 2]
    assert len(differing) == HASHES_THAT_DIFFER[old, new]
    assert [link for link in linked if link not in same and len(hashes(link, old, new)) == 1] == []


@between_neighbours
def test_a_rule_in_the_same_words_stays_a_heading_or_none(old: str, new: str) -> None:
    assert [
        link
        for link in links(old, new)
        if link.old
        and link.new
        and link.how in ("same", "moved")
        and rule(link.old, old).kind != rule(link.new, new).kind
    ] == []


def test_the_figure_of_rules_that_kept_number_and_wording() -> None:
    # 1,340 by the hash of the whole text, ten more whose examples only moved out of it.
    same = [
        link
        for link in links("1.3", "1.4")
        if link.old == link.new and link.alike == SAME_WORDING  # two of them took in another rule
    ]
    assert len(same) == 1350
    assert sum(len(hashes(link, "1.3", "1.4")) == 1 for link in same) == 1340


# --- The marks


def test_the_marks_of_the_page_are_read(page_of_marks: Path) -> None:
    found = marks(page_of_marks.read_text(encoding="utf-8").splitlines())
    assert len(found) == 279
    assert sum(before is not None for before in found.values()) == 176
    assert found["190.3"] == "187.3"
    assert found["114.1"] == "115.1"
    assert found["103.1.b.5"] is None
    assert all(exists(number) for number in found)
    assert all(exists(before, "core-1.3") for before in found.values() if before)


def test_marks_and_wording_agree_where_the_page_says_whence_a_rule_came(
    page_of_marks: Path, official_documents: dict[str, OfficialDocument]
) -> None:
    found = marks(page_of_marks.read_text(encoding="utf-8").splitlines())
    old, new = (passages(official_documents[name]) for name in ("core-1.3", "core-1.4"))
    by_wording = {match.new: match.old for match in matches(old, new)}
    assert {number: by_wording.get(number) for number, before in found.items() if before} == {
        number: before for number, before in found.items() if before
    }
    by_eye = {after: before for before, after in settled("core-1.3", "core-1.4")}
    assert {
        number: by_wording.get(number) or by_eye[number]
        for number, before in found.items()
        if before is None and (number in by_wording or number in by_eye)
    } == called_new()


def test_a_rule_that_the_page_calls_new_keeps_the_counterpart_of_its_wording() -> None:
    by_new = {link.new: link for link in links("1.3", "1.4")}
    sources = Counter(by_new[number].source for number in called_new())
    assert sources == {"wording": 16, "eye": 2}
    for number, before in called_new().items():
        assert by_new[number].old == before
    assert (by_new["103.1.b.5"].how, by_new["103.1.b.5"].source) == ("new", "mark")
    assert (by_new["124.1"].old, by_new["124.1"].source) == ("110", "mark")


def test_marks_are_lines_below_a_number() -> None:
    page = ["new", "101.", "  Things", "was 100", "1. 101.2.", "new", " 2. 101.3.", "It was 7.", ""]
    assert marks(page) == {"101": "100", "101.2": None}


# --- Matching


def passage(number: str, wording: str, parent: str | None = None, title: bool = False) -> Passage:
    return Passage(number, parent, title, wording)


def matched(old: list[Passage], new: list[Passage]) -> list[tuple[str, str]]:
    return [(match.old, match.new) for match in matches(old, new)]


def test_examples_and_pointers_are_no_part_of_a_wording() -> None:
    wording = "Boats float. See rule 101.2.c. Water for more information. Example: A canoe."
    assert bare(wording) == "boats float."
    assert bare("Boats float. See rule 102.3. for more information about Water.") == "boats float."
    assert bare("Example: A canoe floats.") == ""


def test_words_are_compared_without_enumerator_punctuation_and_numbers_of_rules() -> None:
    assert words("2a. As rule 101.2 says, boats float; e.g., canoes.") == words(
        "3. As rule 104.b says: boats float"
    )
    assert words("[A] boat") == ("[a]", "boat")


def test_equal_wording_is_found_wherever_it_stands() -> None:
    old = [passage("101", "Boats float on water."), passage("102", "Stones sink.")]
    new = [passage("201", "Stones sink."), passage("202", "Boats float on water.")]
    assert matched(old, new) == [("101", "202"), ("102", "201")]


def test_of_equal_wordings_the_place_decides() -> None:
    old = [
        passage("101", "Boats", title=True),
        passage("101.1", "It floats.", "101"),
        passage("102", "Corks", title=True),
        passage("102.1", "It floats.", "102"),
    ]
    new = [
        passage("101", "Corks", title=True),
        passage("101.1", "It floats.", "101"),
        passage("102", "Boats", title=True),
        passage("102.1", "It floats.", "102"),
    ]
    assert matched(old, new) == [
        ("101", "102"), ("101.1", "102.1"), ("102", "101"), ("102.1", "101.1")
    ]  # fmt: skip


def test_similar_wording_is_matched_and_other_wording_is_not() -> None:
    old = [
        passage("101", "Every boat that carries cargo must float on water."),
        passage("102", "Stones sink at once."),
    ]
    new = [
        passage("103", "Every boat that carries any cargo must float on open water."),
        passage("104", "Birds fly over the sea."),
    ]
    assert matched(old, new) == [("101", "103")]


def test_what_a_rule_was_split_into_and_merged_from_is_found() -> None:
    whole = [
        passage("101", "Boats float on calm water. Anchors are dropped by the youngest sailor.")
    ]
    parts = [
        passage("101", "Boats float on calm water."),
        passage("101.1", "Anchors are dropped by the youngest sailor.", "101"),
    ]
    assert matched(whole, parts) == [("101", "101"), ("101", "101.1")]
    assert matched(parts, whole) == [("101", "101"), ("101.1", "101")]


def test_what_was_settled_holds_against_the_wording() -> None:
    old = [passage("101", "Boats float."), passage("102", "Stones sink.")]
    new = [passage("201", "Boats float."), passage("202", "Lead dives.")]
    found = matches(old, new, [("101", "202"), ("102", "202")])
    assert [(match.old, match.new) for match in found] == [("101", "202"), ("102", "202")]
    with pytest.raises(KeyError):
        matches(old, new, [("103", "202")])


def test_a_settled_pair_that_names_no_rule_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "settled.tsv"
    monkeypatch.setattr(build_concordance, "SETTLED_FILE", file)
    old, new = (
        OfficialDocument(OfficialMeta(meta), (OfficialRule("100", "Boats float."),))
        for meta in ("1.3 (Unleashed)", "1.4 (Vendetta)")
    )
    file.write_text("# why\ncore-1.2\tcore-1.3\t100\t999\n")
    assert [link.how for link in built(old, new, {})] == ["same"]
    file.write_text("core-1.3\tcore-1.4\t100\t999\n")
    with pytest.raises(DamagedData, match="999"):
        built(old, new, {})
    file.write_text("core-1.3\tcore-1.4\t100\n")
    with pytest.raises(DamagedData, match=r"settled\.tsv:1: needs four fields"):
        built(old, new, {})


def test_what_was_settled_is_in_the_files_and_only_there() -> None:
    for old, new in NEIGHBOURS:
        by_eye = {(link.old, link.new) for link in links(old, new) if link.source == "eye"}
        assert by_eye == set(settled(old, new))
        assert by_eye


# Rules that are gone, though a rule of the next edition, in another place, says the same words: a
# Cleanup after an item of the Chain resolved is not the one after a Showdown.
GONE_FROM_THEIR_PLACE = {("core-1.0", "core-1.1"): ["543.3"]}


@between_neighbours
def test_no_rule_is_gone_whose_words_stand_in_the_next_edition(
    old: str, new: str, official_documents: dict[str, OfficialDocument]
) -> None:
    gone = {link.old for link in links(old, new) if link.how == "gone"}
    said = {bare(found.text) for found in official_documents[new].rules}
    assert [
        found.id
        for found in official_documents[old].rules
        if found.id in gone and bare(found.text) in said
    ] == GONE_FROM_THEIR_PLACE.get((old, new), [])


@pytest.mark.parametrize(
    ("edition", "number", "later"),
    [
        # said again, in the same words, by a rule that stayed
        ("1.3", "337.1.c.1", "340.2"),
        ("1.3", "323.12", "461.3"),
        # its sentence is now the end of another rule
        ("1.3", "436.1.b", "436.1.a"),
        # a Score by Hold is now free of the limit because only Conquer has it
        ("1.3", "466.1.b.1", "471.1.a.1"),
        ("1.2", "345.2.b.1", "459.2.b.1"),
        ("1.1", "440.1.b.1", "444.2.a"),
        # the transcription of 1.1 has the title of the section and its first rule as one
        ("1.0", "143", "143"),
    ],
)
def test_a_rule_that_went_into_another_leads_there(edition: str, number: str, later: str) -> None:
    newer = {"1.0": "1.1", "1.1": "1.2", "1.2": "1.3", "1.3": "1.4"}[edition]
    found = [link for link in links(edition, newer) if link.old == number]
    assert [(link.new, link.how) for link in found] == [(later, "merged")]


# --- Asking


def test_the_rule_of_an_older_edition_leads_to_todays() -> None:
    assert today("1.3", "466.2") == (("471.2",), "moved")
    assert today("core-1.3", "331") == (("331",), "same")
    assert today("core-1.3", "431.3.b") == (("431.3.b", "431.3.c", "431.3.c.1"), "split")
    assert today("core-1.3", "347.2") == (("347.1",), "merged")
    assert today("core-1.2", "107.5.d") == (("056",), "merged")
    assert today("core-1.0", "528") == ((), "gone")
    assert today("core-1.0", "627.3") == (("466.5",), "reworded")
    assert today(NEWEST, "465.2.c") == (("465.2.c",), "same")


def test_a_rule_has_a_history() -> None:
    assert history("471.2") == history("466.2", "1.3") == history("632.2", "core-1.0")
    assert history("471.2") == (
        Step("core-1.0", "632.2", None),
        Step("core-1.1", "444.2", "moved"),
        Step("core-1.2", "448.2", "moved"),
        Step("core-1.3", "466.2", "moved"),
        Step("core-1.4", "471.2", "moved"),
    )


def test_a_history_begins_where_a_rule_is_new_and_ends_where_it_is_gone() -> None:
    assert history("829") == (Step("core-1.4", "829", "new"),)
    assert history("528", "1.0") == (
        Step("core-1.0", "528", None),
        Step("core-1.1", None, "gone"),
    )


def test_a_history_names_all_that_a_rule_was_merged_from_and_split_into() -> None:
    assert history("056")[:9] == (
        Step("core-1.0", "107.1.d", None),
        Step("core-1.0", "107.5.d", None),
        Step("core-1.1", "107.1.d", "same"),
        Step("core-1.1", "107.5.d", "same"),
        Step("core-1.1", "107.6.f", "new"),
        Step("core-1.2", "107.1.d", "same"),
        Step("core-1.2", "107.5.d", "same"),
        Step("core-1.2", "107.6.f", "same"),
        Step("core-1.3", "056", "merged"),
    )
    assert history("143", "1.1")[:5] == (
        Step("core-1.0", "142", None),
        Step("core-1.0", "143", None),
        Step("core-1.1", "143", "merged"),
        Step("core-1.2", "145", "split"),
        Step("core-1.2", "146", "split"),
    )


@pytest.mark.parametrize("edition", list(EDITIONS))
def test_histories_and_todays_numbers_agree(edition: str) -> None:
    for each in all_rules(edition):
        steps = history(each.number, edition)
        assert [step.number for step in steps if step.edition == edition] == [each.number]
        now = today(edition, each.number)
        newest = [step.number for step in steps if step.edition == NEWEST and step.number]
        assert newest == list(now.numbers)
        assert (steps[-1].how == "gone") is (now.how == "gone") is (not now.numbers)


def test_what_is_not_there_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    unknown = "466.99"
    with pytest.raises(UnknownRule, match=r"core-1\.3 has no rule"):
        today("1.3", unknown)
    with pytest.raises(UnknownRule):
        history(unknown)
    with pytest.raises(UnknownEdition):
        links("1.3", "1.9")
    announced = Edition("core-1.9", "Atlantis", "2027-01-01", held=False)
    monkeypatch.setattr("rulesdb.editions.EDITIONS", {**EDITIONS, announced.name: announced})
    with pytest.raises(EditionNotHeld):
        links("1.3", "1.9")


def test_a_missing_file_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(concordance, "CONCORDANCE_FOLDER", tmp_path)
    concordance._links.cache_clear()
    try:
        with pytest.raises(DamagedData, match=r"1\.1-1\.2\.tsv"):
            links("1.1", "1.2")
    finally:
        concordance._links.cache_clear()


def test_nothing_is_read_before_it_is_asked_for() -> None:
    program = (
        "import sys, time, rulesdb.diff, rulesdb.concordance as concordance\n"
        "import rulesdb.rules as rules\n"
        "assert rules._loaded.cache_info().currsize == 0\n"
        "assert concordance._links.cache_info().currsize == 0\n"
        "rulesdb.rule('300')\n"
        "assert rules._loaded.cache_info().currsize == 1\n"
        "start = time.perf_counter()\n"
        "assert concordance.today('1.3', '466.2').numbers\n"
        "assert time.perf_counter() - start < 1.0\n"
        "assert rules._loaded.cache_info().currsize == 2\n"
        "assert concordance._links.cache_info().currsize == 1\n"
        "assert 'difflib' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
