"""What a board says about an item on the chain decides how it resolves (BOARD.md, D)."""

from __future__ import annotations

from typing import Any

import pytest

from judge.ruling.ruling import Ruling
from tests.judge.test_stated_facts import BOLT, PUSH, TWICE, UNIT, effect, item, ruling


def damage(found: Ruling) -> int:
    assert found.board is not None
    unit = next(t for b in found.board.battlefields for t in b.units if t.id == "b1")
    return sum(unit.damage.values())


def units_at(found: Ruling, place: str) -> set[str]:
    assert found.board is not None
    return {t.id for b in found.board.battlefields if b.id == place for t in b.units}


def zone(found: Ruling, name: str) -> list[str]:
    assert found.board is not None
    return [card.id for card in getattr(found.board.players["B"], name)]


# --- where a move goes (355.4) ------------------------------------------------------------------


def test_a_move_whose_destination_is_not_said_is_missing_a_fact() -> None:
    found = ruling("pass", *item(**PUSH))
    assert found.refusal is not None
    assert (found.refusal.reason, found.refusal.about) == (
        "missing_fact",
        "chain.items.c1.destinations.b1",
    )


def test_a_move_goes_where_the_board_says() -> None:
    found = ruling(
        "pass",
        *item(card="Push", chose=[{"targets": {"goal": ["b1"]}, "destinations": {"b1": "west"}}]),
    )
    assert units_at(found, "west") == {"b1"}


def test_a_move_with_one_place_to_go_to_is_assumed_to_go_there() -> None:
    # 355.4.a: another location than the current one
    alone = (
        "battlefields",
        [
            {
                "id": "east",
                "card": "Field",
                "owner": "B",
                "controller": "B",
                "units": [{"id": "b1", "card": "Plain"}],
            }
        ],
    )
    found = ruling("pass", *item(**PUSH), alone)
    assert found.board is not None
    assert [t.id for t in found.board.players["B"].base] == ["b1"]
    assert "chain.items.c1.destinations.b1" in [each.path for each in found.assumptions]


# --- executions (820) ---------------------------------------------------------------------------


def test_the_instructions_are_executed_for_each_set_of_choices() -> None:
    found = ruling("pass", *item(**TWICE, paid={"costs": {"repeat": 1}}))
    assert damage(found) == 2
    assert found.board is not None
    assert found.board.players["A"].base[0].damage == {"B": 2}  # 820.2.a: another choice
    assert found.basis == "rules"
    assert found.board.this_turn.players["B"].played == {"Spell": 1}  # 820.3.a: played once


def test_executions_without_a_word_of_repeat_are_an_assumption() -> None:
    found = ruling("pass", *item(**TWICE))
    assert (found.verdict, found.basis) == ("legal", "assumed")


def test_a_repeat_that_was_paid_needs_the_choices_of_each_execution() -> None:
    found = ruling("pass", *item(**BOLT, paid={"costs": {"repeat": 1}}))
    assert found.refusal is not None
    assert found.refusal.about == "chain.items.c1.chose"


@pytest.mark.parametrize(
    ("chose", "about"),
    [
        ([], "chain.items.c1.targets.goal"),
        ([{"targets": {"goal": []}}], "chain.items.c1.targets.goal"),
        ([{"targets": {"goal": ["a1", "b1"]}}], "chain.items.c1.chose.0.targets.goal"),
        ([{"targets": {"goal": ["b1"], "that": ["a1"]}}], "chain.items.c1.chose.0.targets"),
        ([{"targets": {"goal": ["b1"]}, "to": "west"}], "chain.items.c1.chose.0.to"),
    ],
)
def test_choices_must_be_those_that_the_text_asks_for(
    chose: list[dict[str, Any]], about: str
) -> None:
    found = ruling("pass", *item(card="Bolt", chose=chose))
    assert found.refusal is not None, found.sentence
    assert found.refusal.about == about


def test_a_trigger_that_was_declined_is_not_on_the_chain() -> None:
    base = ("players.B.base", [{"id": "v1", "card": "Volunteer"}])
    said = {"ability": "v1/0", "kind": "triggered"}
    assert ruling("pass", *item(**said, chose=[{"may": True}]), base).verdict == "legal"
    found = ruling("pass", *item(**said, chose=[{"may": False}]), base)
    assert found.refusal is not None
    assert (found.refusal.about, found.refusal.rules) == ("chain.items.c1.chose.0.may", ["402.1.a"])


# --- where a card goes as it leaves the chain (390.3.a, 829.1.b.1) ------------------------------


@pytest.mark.parametrize(
    ("facts", "name", "rule"),
    [
        ({}, "trash", "157"),
        ({"leaves_to": "banishment"}, "banished", "390.3.a"),
        ({"permission": "flow"}, "banished", "829.1.b.1"),
    ],
)
def test_a_resolved_spell_goes_where_the_board_says(
    facts: dict[str, Any], name: str, rule: str
) -> None:
    found = ruling("pass", *item(**BOLT, **facts))
    assert zone(found, name) == ["c1"]
    assert rule in [citation.rule for citation in found.citations]


def test_a_resolved_spell_is_recycled_where_the_board_says() -> None:
    found = ruling("pass", *item(**BOLT, leaves_to="main_deck"))
    assert found.board is not None
    assert [[card.id for card in group] for group in found.board.players["B"].main_deck.bottom] == [
        ["c1"]
    ]


def test_a_countered_spell_goes_there_too() -> None:
    chain = {
        "items": [
            {"id": "c1", "controller": "B", "leaves_to": "banishment", **BOLT},
            {"id": "c2", "controller": "A", "card": "Refusal", "targets": ["c1"]},
        ]
    }
    found = ruling("pass", ("chain", chain), ("window", {"priority": "A", "passed": ["B"]}))
    assert zone(found, "banished") == ["c1"]


# --- permanents ---------------------------------------------------------------------------------


def test_a_unit_whose_place_is_not_said_enters_the_only_one() -> None:
    nowhere = ("battlefields.1", {"id": "east", "card": "Field", "owner": "B"})
    found = ruling("pass", *item(**UNIT), nowhere)
    assert found.board is not None
    assert [thing.id for thing in found.board.players["B"].base] == ["c1"]
    assert "chain.items.c1.chose.0.to" in [each.path for each in found.assumptions]


@pytest.mark.parametrize(
    ("facts", "about"),
    [
        ({}, "chain.items.c1.chose.0.to"),  # 355.2.a: the base or a battlefield that B controls
        ({"permission": "hidden"}, "chain.items.c1.chose.0.to"),
        ({"chose": [{"to": "base"}, {"to": "base"}]}, "chain.items.c1.chose"),
        ({"chose": [{"to": "base"}], "leaves_to": "banishment"}, "chain.items.c1.leaves_to"),
        ({"chose": [{"to": "base", "x": 1}]}, "chain.items.c1.chose.0.x"),
    ],
)
def test_a_unit_is_not_put_anywhere_by_guess(facts: dict[str, Any], about: str) -> None:
    found = ruling("pass", *item(**UNIT, **facts))
    assert found.refusal is not None, found.sentence
    assert found.refusal.about == about


def test_a_unit_played_from_facedown_enters_where_it_lay() -> None:
    found = ruling("pass", *item(**UNIT, permission="hidden", origin="facedown:east"))
    assert units_at(found, "east") == {"b1", "c1"}


def test_gear_enters_the_base() -> None:
    found = ruling("pass", *item(card="Crown"))
    assert found.board is not None
    assert [thing.id for thing in found.board.players["B"].base] == ["c1"]


# --- sources ------------------------------------------------------------------------------------


def test_a_spell_from_facedown_needs_the_battlefield_it_lay_at() -> None:
    found = ruling("pass", *item(**BOLT, permission="hidden"))
    assert found.refusal is not None
    assert found.refusal.about == "chain.items.c1.origin"


DEAD = {
    "ability": "m1@1/0",
    "of": "Mourner",
    "kind": "triggered",
    "chose": [{"targets": {"goal": ["b1"]}}],
}


@pytest.mark.parametrize("key", ["died_at", "location"])
def test_here_of_a_deathknell_is_where_its_source_died(key: str) -> None:
    assert damage(ruling("pass", *item(**DEAD, about={key: "east"}))) == 2
    assert damage(ruling("pass", *item(**DEAD, about={key: "west"}))) == 0  # 359.3.e.5


def test_a_deathknell_whose_place_is_not_said_is_missing_a_fact() -> None:
    found = ruling("pass", *item(**DEAD))
    assert found.refusal is not None
    assert found.refusal.about == "chain.items.c1.about.died_at"


# --- effects ------------------------------------------------------------------------------------


def test_an_effect_without_uses_left_does_not_apply() -> None:
    found = ruling("pass", *item(**BOLT), effect(might=-2, uses=0))
    assert damage(found) == 2  # with the effect its Might would be 1, and it would be dead
    assert (found.verdict, found.basis) == ("legal", "rules")
