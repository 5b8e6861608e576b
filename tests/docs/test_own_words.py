"""No text of the project is that of an official document or of a printed card."""

from __future__ import annotations

import json
import re
from difflib import SequenceMatcher
from typing import Any

import pytest

from rulesdb import all_rules
from rulesdb.cards.cardtext import without_reminders
from rulesdb.tournament import tournament_rules
from tests.docs.official_words import (
    LONGEST_RUN,
    ROOT,
    SHARED,
    SHORTEST_SENTENCE,
    Official,
    all_copies,
    copies_in,
    files,
    literals,
    official,
    remarks,
    words,
)

needs_shared = pytest.mark.skipif(
    not (SHARED / "cards" / "cards.json").exists(), reason="the official texts are not here"
)

#: how much of a gist may be as its rule says it, by `SequenceMatcher.ratio` of their words
MOST_ALIKE = 0.72


@pytest.fixture(scope="module")
def cards() -> list[dict[str, Any]]:
    """The entries of the official card list."""
    document = json.loads((SHARED / "cards" / "cards.json").read_text("utf-8"))
    found: list[dict[str, Any]] = document["cards"]
    return found


def texts_of(document: str) -> dict[str, str]:
    """The official text of each rule of a document."""
    (source,) = SHARED.glob(document)
    return {rule["id"]: rule["text"] for rule in json.loads(source.read_text("utf-8"))["rules"]}


@pytest.fixture(scope="module")
def rules() -> dict[str, str]:
    """The official text of each rule of the newest edition."""
    return texts_of("rules/core-rules-v1.4_*.json")


@needs_shared
def test_no_text_of_the_project_is_official() -> None:
    assert [str(copy) for copy in all_copies()] == []


def test_what_shows_a_card_is_compared() -> None:
    compared = {file.relative_to(ROOT).as_posix() for file in files()}
    assert {
        "README.md",
        "CHANGELOG.md",
        "openapi.yaml",
        "docs/notation.md",
        "docs/examples/combat.json",
        "api/schemas/examples.json",
        "judge/cardtext/doing.py",
        "rulesdb/gists/000-206.tsv",
        "rulesdb/cards/catalogue.json",
        "rulesdb/cards/ogn/fury.yaml",
        "tests/judge/cardtext.yaml",
    } <= compared
    assert any(name.startswith("api/templates/") for name in compared)
    assert sum(name.startswith("scenarios/") for name in compared) > 2000


@needs_shared
def test_a_sentence_of_a_card_is_found(cards: list[dict[str, Any]]) -> None:
    """Of every card that has one: as it stands, with another number, in capitals, wrapped."""
    sentences = [
        sentence
        for card in cards
        for line in without_reminders(card["text"]).splitlines()
        for sentence in re.split(r"(?<=\.) ", line)
        if sentence.endswith(".") and len(words(sentence)) > LONGEST_RUN
    ]
    assert len(sentences) > 400
    missed = [
        sentence
        for sentence in sentences
        for shown in (
            sentence,
            re.sub(r"\d+", "9", sentence),
            sentence.upper(),
            "> " + sentence.replace(" ", "\n> ", 3),
        )
        if not list(copies_in(f"Our own words. {shown} More.", "a text", official()))
    ]
    # one is made of names: a list of tags
    assert len({*missed}) <= 1


@needs_shared
def test_a_sentence_of_a_rule_is_found(rules: dict[str, str]) -> None:
    text = next(text for text in rules.values() if len(words(text)) > 30)
    (found,) = copies_in(f"one line\n{text}", "a text", official())
    assert found.line == 2
    part = " ".join(text.split()[:12])
    assert [copy.line for copy in copies_in(f"So:\n\n{part}", "a text", official())] == [3]


# --- how it is measured (all texts invented)

SONGS = [
    ("Lark", "When a lark sings, all the other larks in the wood listen to it. Be quiet."),
    ("Wren", "Sing three songs to a lark."),
    ("Heading", "The songs of larks and wrens"),
]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("When a lark sings, all the other larks fly.", True),
        ("when A LARK sings;\n# all 4 the [M] other larks", True),
        ("When a lark sings, all the other birds fly.", False),
        ("in the wood listen to it. Be quiet", True),
        ("in the wood listen to it. Be loud", False),
        ("Now sing 7 songs to a lark!", True),
        ("Sing songs to a wren.", False),
        ("The songs of larks and wrens are many.", False),
        ("Be quiet.", False),
    ],
)
def test_words_in_a_row_and_short_sentences_are_found(text: str, found: bool) -> None:
    assert bool(list(copies_in(text, "a text", Official(SONGS)))) is found


def test_names_are_no_words_and_a_term_is_one() -> None:
    long = [("", "The Wise Old Owl of Olm sees the Main Deck today.")]
    assert list(copies_in(long[0][1], "", Official(long)))
    assert not list(copies_in(long[0][1], "", Official(long, ["Wise Old Owl of Olm", "today"])))
    eight = [("", "where any owl sees the main deck again")]
    assert not list(copies_in(eight[0][1], "", Official(eight)))


def test_a_module_is_parted_into_what_it_says_and_what_it_prints() -> None:
    source = '"""What it does."""\nx = f"prints {y} words"  # a remark\n'
    assert remarks(source).splitlines() == ['"""What it does."""', "# a remark"]
    assert [text for _, text in literals(source)] == ["prints ", " words"]


# --- gists


@needs_shared
def test_a_gist_says_its_rule_in_other_words(rules: dict[str, str]) -> None:
    gists = {rule.number: rule.gist or "" for rule in all_rules() if rule.kind != "heading"}
    assert too_much_alike(gists, rules) == {}


@needs_shared
def test_a_gist_says_its_tournament_rule_in_other_words() -> None:
    texts = texts_of("tournament/*_2026-07-16.json")
    gists = {rule.number: rule.gist or "" for rule in tournament_rules() if rule.kind != "heading"}
    assert len(gists) > 800
    assert too_much_alike(gists, texts) == {}


def test_a_gist_with_few_words_changed_would_be_found() -> None:
    text = {"1": "A lark may sing in each of the woods that it knows."}
    assert too_much_alike({"1": "A lark can sing in all of the woods that it knows."}, text)
    assert not too_much_alike({"1": "Larks are free to sing wherever they have been before."}, text)


def too_much_alike(gists: dict[str, str], texts: dict[str, str]) -> dict[str, float]:
    """The gists, by number, that are their rule's text with a few words changed."""
    found = {}
    for number, gist in gists.items():
        ours, theirs = words(gist), words(texts[number])
        ratio = SequenceMatcher(None, ours, theirs, autojunk=False).ratio()
        # of the shortest ones too few words are left when the terms are taken out
        if len(ours) > SHORTEST_SENTENCE and ratio >= MOST_ALIKE:
            found[number] = round(ratio, 2)
    return found
