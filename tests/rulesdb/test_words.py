"""Words as the search compares them, and the files of other words."""

from __future__ import annotations

import pytest

from rulesdb import exists
from rulesdb.errors import DamagedData
from rulesdb.tournament import is_tournament_rule
from rulesdb.words import (
    FOREIGN_FILE,
    foreign_words,
    plain_words,
    read_foreign_words,
    stem,
    stems,
)


@pytest.mark.parametrize(
    "forms",
    [
        ("move", "moves", "moved", "moving"),
        ("stop", "stops", "stopped", "stopping"),
        ("ability", "abilities"),
        ("die", "dies", "died", "death"),
        ("choose", "chose", "chosen", "choosing"),
        ("pass", "passes", "passed", "passing"),
        ("exhaust", "exhausts", "exhausted"),
        ("ready", "readies", "readied"),
        ("kill", "killing", "killed"),
    ],
)
def test_the_forms_of_a_word_have_one_stem(forms: tuple[str, ...]) -> None:
    assert len({stem(form) for form in forms}) == 1


@pytest.mark.parametrize(
    ("one", "other"), [("unit", "unity"), ("rune", "run"), ("ready", "read"), ("base", "basis")]
)
def test_words_that_only_look_alike_have_two(one: str, other: str) -> None:
    assert stem(one) != stem(other)


def test_accents_apostrophes_and_small_words_go() -> None:
    assert plain_words("Zhonya\u2019s R\u00eaverie isn't 465.2") == [
        "zhonya", "reverie", "isnt", "465", "2",
    ]  # fmt: skip
    assert stems("Is the unit at a battlefield?") == ["unit", "battlefield"]


def test_the_words_that_players_of_other_games_bring_lead_to_ours() -> None:
    said = {
        "tap": "414",
        "untap": "415",
        "stack": "327",
        "graveyard": "108.2",
        "mana": "165",
        "fizzle": "359.3.e",
        "summoning sick": "143.4",
        "exile": "427",
        "deck out": "431",
        "attack step": "459",
        "block": "465.2.c",
        "mill": "440",
        "counterspell": "425",
    }
    found = {word: foreign_words(f"When does it {word}?")[0].reference for word in said}
    assert found == said


def test_a_word_is_told_by_its_exact_form_and_the_longest_wins() -> None:
    assert foreign_words("a stacked deck") == ()
    assert [word.reference for word in foreign_words("the untap step")] == ["315.1"]
    assert len(foreign_words("tap, tapped and tapping")) == 1


def test_a_word_is_noted_in_the_form_in_which_it_was_said_first() -> None:
    said = "Blockers block; an INSTANT with +1/+1 counters."
    assert [word.said for word in foreign_words(said)] == ["blockers", "instant", "+1/+1 counters"]


def test_a_word_that_means_something_else_here_is_only_explained() -> None:
    (battlefield,) = foreign_words("at a battlefield")
    assert battlefield.is_ours
    assert "Board" in battlefield.explanation


def test_every_foreign_word_leads_to_a_rule_and_says_why() -> None:
    words = read_foreign_words(FOREIGN_FILE.read_text(encoding="utf-8").splitlines(), "words")
    assert len(words) > 50
    for word in words:
        document, _, number = word.reference.rpartition(":")
        assert is_tournament_rule(number) if document else exists(number), word
        assert word.explanation.endswith("."), word
        assert all(word.forms), word


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("tap\texhaust\t414", "needs 4 fields"),
        ("tap\texhaust\tExhaust\tA sentence.", "not a rule number"),
        ("\texhaust\t414\tA sentence.", "an empty field"),
    ],
)
def test_a_damaged_file_is_refused_with_its_line(line: str, reason: str) -> None:
    with pytest.raises(DamagedData, match=rf"words:2: .*{reason}"):
        read_foreign_words(["# words", line], "words")
