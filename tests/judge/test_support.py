"""What the engine executes of the notation is listed, and nothing else passes for it."""

from __future__ import annotations

from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from judge.effects import notation as n
from judge.effects.linting import decode_definition
from judge.effects.support import FIELDS, WORDS, unsupported
from rulesdb.cards import catalogue_bytes

UNIT: dict[str, Any] = {"name": "Heron", "types": ["Unit"], "might": 2}
SPELL: dict[str, Any] = {"name": "Gust of Reeds", "types": ["Spell"]}


def test_every_entry_is_a_field_and_a_word_of_the_notation() -> None:
    for node, fields in FIELDS.items():
        assert fields <= set(node.__struct_fields__), node
    for (node, field), words in WORDS.items():
        hint = get_type_hints(node)[field]
        known = set(get_args(hint)) | {word for each in get_args(hint) for word in get_args(each)}
        assert words <= known, (node, field)


@pytest.mark.parametrize(
    ("does", "missing"),
    [
        ({"do": "arrange", "what": {"kind": "card", "zone": "hand"}}, "do: arrange"),
        (
            {"do": "give_keyword", "keyword": "Assault", "to": {"kind": "card", "zone": "hand"}},
            "do: give_keyword, zone: hand",
        ),
        ({"do": "draw", "may": True, "who": "each"}, "do: draw, may"),
        ({"do": "move", "what": {"kind": "unit"}, "to": "elsewhere"}, "do: move, what"),
        (
            {"do": "kill", "what": {"kind": "unit", "where": "destination"}},
            "Selector, where: destination",
        ),
        (
            {
                "do": "if",
                "condition": {"if": "turn"},
                "then": [{"do": "procedure", "name": "none_such"}],
            },
            "procedure: none_such",
        ),
        (
            {"do": "draw", "amount": {"value": "that_much", "what": "excess"}},
            "value: that_much, what",
        ),
    ],
)
def test_a_spell_with_something_else_is_not_modelled_and_says_what(
    does: dict[str, Any], missing: str
) -> None:
    definition = decode_definition({**SPELL, "does": [{"do": "draw"}, does]})
    assert definition.text == "unmodelled"
    assert definition.does == []
    (clause,) = definition.clauses
    assert missing.casefold() in clause.casefold()


def test_an_ability_with_something_else_is_taken_out_and_the_others_keep_their_places() -> None:
    draws = {"kind": "triggered", "when": "attack", "does": [{"do": "draw"}]}
    wins = {"kind": "triggered", "when": "die", "does": [{"do": "procedure", "name": "none_such"}]}
    definition = decode_definition({**UNIT, "abilities": [wins, draws]})
    assert (definition.text, definition.clauses) == ("unmodelled", ["death trigger"])
    assert definition.abilities == [
        n.Static(changes=[]),
        n.Triggered(when="attack", does=[n.Draw()]),
    ]


@pytest.mark.parametrize(
    ("ability", "clause"),
    [
        (
            {
                "kind": "triggered",
                "when": "leave",
                "does": [{"do": "procedure", "name": "none_such"}],
            },
            "leave trigger",
        ),
        (
            {"kind": "triggered", "when": {"event": "pay", "by": "you"}, "does": [{"do": "draw"}]},
            "your pay trigger",
        ),
        (
            {"kind": "activated", "cost": {}, "does": [{"do": "procedure", "name": "none_such"}]},
            "activated ability",
        ),
        (  # nobody may look into a deck to choose what to pay with (108.4.d)
            {
                "kind": "activated",
                "cost": {"recycle": {"kind": "card", "zone": "main_deck", "top": 3}},
                "does": [{"do": "draw"}],
            },
            "activated ability",
        ),
        (
            {
                "kind": "static",
                "changes": [{"change": "lose_abilities", "keyword": "Accelerate"}],
            },
            "ability rule of itself",
        ),
        (
            {
                "kind": "static",
                "affects": {"kind": "rune"},
                "changes": [{"change": "lose_abilities"}],
            },
            "ability rule",
        ),
        (
            {
                "kind": "static",
                "while": {"if": "compare", "value": {"value": "might", "of": "me"}, "at_least": 3},
                "changes": [{"change": "trait", "tags": ["Mech"]}],
            },
            "ability rule of itself",
        ),
        (
            {
                "kind": "replacement",
                "instead_of": {"event": "enter", "what": {"kind": "unit"}},
                "as_well": True,
                "does": [{"do": "choose_option", "options": ["Cards", "Runes"]}],
            },
            "any enter replacement",
        ),
        (
            {"kind": "replacement", "instead_of": {"event": "die", "what": "me", "nth": 1}},
            "death replacement",
        ),
        ({"kind": "keyword", "keyword": "Vision"}, "Vision"),
    ],
)
def test_what_is_taken_out_is_named_by_the_kind_of_clause(
    ability: dict[str, Any], clause: str
) -> None:
    assert decode_definition({**UNIT, "abilities": [ability]}).clauses == [clause]


def test_the_catalogue_is_executed_as_it_is_written() -> None:
    for definition in msgspec.json.decode(catalogue_bytes(), type=list[n.CardDefinition]):
        assert unsupported(definition) == [], definition.name


@pytest.mark.parametrize(
    "when",
    [
        {"event": "die", "what": {"kind": "unit"}, "by": "you"},
        {"event": "draw", "by": "you", "where": "here"},
        {"event": "deal", "what": {"kind": "unit"}, "other": {"kind": "unit"}},
        {"event": "stun", "what": {"kind": "unit"}, "other": "me"},
        {"event": "play", "by": "you", "what": {"kind": "spell", "tag": ["Poro"]}},
        {"event": "discard", "by": "you", "what": {"kind": "unit", "might_at_least": 3}},
        {"event": "play_ability", "by": "you"},
        {"event": "hold", "what": "me", "nth": 2},
        {"event": "die", "what": {"kind": "unit", "tag": ["Poro"]}, "nth": 1},
        {"event": "begin_phase", "phase": "draw", "whose": "you"},
    ],
)
def test_what_of_a_condition_cannot_be_told_is_not_heard(when: dict[str, Any]) -> None:
    ability = {"kind": "triggered", "when": when, "does": [{"do": "draw"}]}
    assert decode_definition({**UNIT, "abilities": [ability]}).text == "unmodelled"


@pytest.mark.parametrize(
    "made",
    [
        {"times_each_turn": 1},
        {"when": {"event": "draw", "by": "you", "nth": 2}},
        {"level": 3},
    ],
)
@pytest.mark.parametrize("instruction", ["delay", "do_this"])
def test_what_an_effect_makes_counts_nothing(made: dict[str, Any], instruction: str) -> None:
    ability = {"kind": "triggered", "when": "move", "does": [{"do": "draw"}], **made}
    definition = decode_definition({**SPELL, "does": [{"do": instruction, "ability": ability}]})
    assert definition.text == "unmodelled"


@pytest.mark.parametrize(
    ("keyword", "ability"),
    [
        ("Deathknell", {"kind": "triggered", "when": "die", "deathknell": True}),
        ("Legion", {"kind": "triggered", "when": "play", "legion": True}),
    ],
)
def test_a_keyword_that_is_short_for_text_needs_that_text(
    keyword: str, ability: dict[str, Any]
) -> None:
    bare = decode_definition({**UNIT, "keywords": {keyword: 1}})
    assert (bare.text, bare.clauses) == ("unmodelled", [keyword])
    said = {**UNIT, "keywords": {keyword: 1}, "abilities": [{**ability, "does": [{"do": "draw"}]}]}
    assert decode_definition(said).text == "modelled"


@pytest.mark.parametrize("done", ["buff", "ready", "kill", "recall"])
def test_nothing_is_done_to_what_is_only_being_played(done: str) -> None:
    play = {"do": "play_token", "token": "Recruit", "to": "your_base", "label": "new"}
    text = decode_definition({**SPELL, "does": [play, {"do": done, "what": "new"}]})
    assert text.clauses == [f"spell text: do: {done}, of what is being played"]


def test_what_is_being_played_may_have_a_keyword_as_it_enters() -> None:
    play = {"do": "play_token", "token": "Recruit", "to": "your_base", "label": "new"}
    given = {"do": "give_keyword", "to": "new", "keyword": "Tank"}
    text = decode_definition({**SPELL, "does": [play, given]})
    assert text.text == "modelled"
