"""The table of words is that of the notation, a part of it is tried; how words are taken out."""

from __future__ import annotations

from typing import Any

import msgspec

from judge.effects.notation import CardDefinition
from rulesdb.cards.vocabulary import read_words, written_words
from tests.vocabulary.measuring import counted, not_held
from tests.vocabulary.removing import without
from tests.vocabulary.trying import scenarios
from tests.vocabulary.words import uses, vocabulary

SEED = 20261130
#: how many words have fewer than two scenarios; it only ever becomes less. No engine code executes
#: them in what a card could say today, or no card could show them
FEW = 38


def card(**said: Any) -> CardDefinition:
    return msgspec.convert({"name": "Heron", "types": ["Unit"], "might": 2, **said}, CardDefinition)


def test_the_table_is_that_of_the_vocabulary() -> None:
    words = read_words()
    assert [word.word for word in words] == list(vocabulary())
    assert written_words(words) == written_words(read_words())
    known = scenarios()
    assert not [name for word in words for name, _ in word.shown if name not in known]


def test_the_table_counts_the_cards_of_the_catalogue() -> None:
    cards = counted()
    assert {word.word: word.cards for word in read_words()} == {
        word: cards[word] for word in vocabulary()
    }


def test_no_more_words_than_before_lack_scenarios() -> None:
    few = [word.word for word in read_words() if not word.is_shown]
    assert len(few) <= FEW, few


def test_two_scenarios_of_a_word_are_on_two_cards() -> None:
    for word in read_words():
        assert len({name for name, _ in word.shown}) == len(word.shown), word.word
        assert len({card for _, card in word.shown}) == len(word.shown), word.word


def test_a_part_of_the_table_holds() -> None:
    assert not_held(0.05, SEED) == []


def test_a_definition_uses_its_nodes_and_the_words_of_its_lists() -> None:
    heron = card(abilities=[{"kind": "triggered", "when": "attack", "does": [{"do": "draw"}]}])
    assert {use.word for use in uses(heron)} == {
        *("kind: triggered", "do: draw", "Event: attack", "Zone: board", "Who: you"),
    }


def test_a_word_of_a_list_gives_way_to_the_others() -> None:
    heron = card(abilities=[{"kind": "triggered", "when": "attack", "does": [{"do": "draw"}]}])
    (use,) = [use for use in uses(heron) if use.word == "Event: attack"]
    said = {changed.abilities[0].when for changed in without(heron, use)}  # type: ignore[union-attr]
    assert "attack" not in said
    assert {"play", "defend", "conquer"} <= said


def test_a_node_is_left_out_with_what_refers_to_it() -> None:
    spell = card(
        types=["Spell"],
        might=None,
        chooses={"unit": {"kind": "unit"}},
        does=[
            {"do": "kill", "what": "unit", "label": "killed"},
            {"do": "draw", "after": "killed"},
            {"do": "channel"},
        ],
    )
    (use,) = [use for use in uses(spell) if use.word == "do: kill"]
    left = [type(each).__name__ for each in next(without(spell, use)).does]
    assert left == ["Channel"]


def test_a_condition_that_cannot_be_absent_is_so_always_or_never() -> None:
    heron = card(
        abilities=[
            {
                "kind": "triggered",
                "when": "attack",
                "does": [{"do": "if", "condition": {"if": "turn"}, "then": [{"do": "draw"}]}],
            }
        ]
    )
    (use,) = [use for use in uses(heron) if use.word == "if: turn"]
    conditions = [
        type(changed.abilities[0].does[0].condition).__name__  # type: ignore[union-attr]
        for changed in without(heron, use)
        if changed.abilities and changed.abilities[0].does  # type: ignore[union-attr]
    ]
    assert {"AllOf", "Not"} <= set(conditions)
