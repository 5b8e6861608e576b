"""Hashes of official wording, and that no wording has slipped in."""

import re

import pytest

from rulesdb import all_rules
from rulesdb.build import OfficialDocument
from rulesdb.wording import normalised, wording_hash

LONGEST_SHARED_RUN = 7


@pytest.mark.parametrize(
    ("wording", "plain"),
    [
        ("  Two\n\twords ", "two words"),
        ("\u201cA\u201d isn\u2019t \u2018b\u2019", "\"a\" isn't 'b'"),
        ("5\u2032 and 6\u2033", "5' and 6\""),
        ("No\u200bthing\ufeff", "nothing"),
        ("\ufb01ve\u00a0\uff11", "five 1"),
        ("a \u200b b", "a b"),
    ],
)
def test_what_publications_differ_in_is_taken_out(wording: str, plain: str) -> None:
    assert normalised(wording) == plain


def test_normalising_twice_changes_nothing() -> None:
    once = normalised(" \u201cTwo\u200b  WORDS\u2026 \u2014 ")
    assert normalised(once) == once


def test_the_hash_tells_wordings_apart_and_copies_not() -> None:
    assert wording_hash("A unit.") == wording_hash(" a  Unit. ")
    assert wording_hash("A unit.") != wording_hash("A unit")
    assert re.fullmatch(r"[0-9a-f]{16}", wording_hash(""))


def test_hashes_are_those_of_the_official_wording(official: OfficialDocument) -> None:
    assert {found.number: found.wording_hash for found in all_rules()} == {
        found.id: wording_hash(found.text) for found in official.rules
    }


def words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9']+", normalised(text))


def runs(text: str) -> set[tuple[str, ...]]:
    """Every stretch of words one longer than may be shared."""
    sequence = words(text)
    length = LONGEST_SHARED_RUN + 1
    return {tuple(sequence[start : start + length]) for start in range(len(sequence) - length + 1)}


def test_no_gist_repeats_the_official_wording(official: OfficialDocument) -> None:
    # Against the whole document, with the examples, and not only the rule's own text: a sentence
    # of another rule would be no better.
    texts = [text for found in official.rules for text in (found.text, *found.examples)]
    official_runs = set[tuple[str, ...]]().union(*map(runs, texts))
    assert len(official_runs) > 20_000
    repeated = {
        found.number: sorted(" ".join(run) for run in runs(passage) & official_runs)
        for found in all_rules()
        for passage in (found.gist or "", found.note)
        if runs(passage) & official_runs
    }
    assert repeated == {}


def test_no_title_is_a_sentence() -> None:
    for found in all_rules():
        if found.title is not None:
            assert len(words(found.title)) <= 8
            assert not found.title.endswith((".", ":"))
