"""How long lasting effects last: a closed vocabulary, and each ends at its moment (BOARD.md, I)."""

from __future__ import annotations

from typing import Any

import pytest

import judge
from judge import Action, MeaninglessBoard
from judge.board.durations import FORMS, duration
from judge.ruling.ruling import Ruling
from tests.judge.test_stated_facts import board, effect, item, ruling

A_TURN = ("turn.player", "A")


def left(found: Ruling) -> list[str]:
    assert found.board is not None, found.sentence
    return [each.id for each in found.board.effects]


def end_of(changes: dict[str, Any], turns: int = 1) -> list[Ruling]:
    """The rulings on that many turns in a row, each ended at once."""
    made = judge.read_board(board(effect(might=1, **changes), A_TURN)).board
    rulings = []
    for _ in range(turns):
        rulings.append(judge.adjudicate(made, Action(by=made.turn.player, do="end_turn")))
        assert rulings[-1].board is not None, rulings[-1].sentence
        made = rulings[-1].board
    return rulings


@pytest.mark.parametrize(
    ("until", "turns", "rule"),
    [
        ("turn", 1, "317.2.c"),
        ("end_of_turn", 1, "317.1.a"),
        ("next_beginning:B", 1, "315.2.a.1"),
        ("next_main:B", 1, "316.4"),
        ("next_beginning:A", 2, "315.2.a.1"),
        ("next_main:A", 2, "316.4"),
    ],
)
def test_an_effect_ends_at_its_moment(until: str, turns: int, rule: str) -> None:
    rulings = end_of({"until": until}, turns)
    assert [left(found) for found in rulings] == [["e1"]] * (turns - 1) + [[]]
    assert rule in [citation.rule for citation in rulings[-1].citations]


@pytest.mark.parametrize("until", ["combat", "unlimited", "next_time"])
def test_the_turn_alone_does_not_end_it(until: str) -> None:
    assert [left(found) for found in end_of({"until": until}, 2)] == [["e1"], ["e1"]]


@pytest.mark.parametrize("until", ["end_of_turn", "next_beginning:B", "next_main:B"])
def test_a_delayed_trigger_is_refused_by_name_when_its_moment_comes(until: str) -> None:
    found = ruling("end_turn", effect(kind="trigger", until=until))
    assert found.refusal is not None
    assert (found.refusal.about, found.refusal.rules) == ("effects.e1", ["390.2"])


BOLT_AT_A = {"card": "Bolt", "chose": [{"targets": {"goal": ["a1"]}}]}
#: a1 will die of the 2 damage of a Bolt
FRAIL = {"id": "a1", "card": "Plain", "damage": 1}


@pytest.mark.parametrize(
    ("until", "ends"),
    [
        ("while_in:board:a1", True),
        ("while_in:board:b1", False),
        ("while_in:trash:a1", False),
        ("while_in:chain:c1", True),
        ("while_attached:g1", True),
        ("while_attached:g2", False),
    ],
)
def test_an_effect_ends_with_the_object_it_hangs_on(until: str, ends: bool) -> None:
    # 435.4.b: what was attached to a unit that leaves the board is detached
    base = [{**FRAIL, "attached": [{"id": "g1", "card": "Crown"}]}]
    at_east = {
        "id": "east",
        "card": "Field",
        "owner": "B",
        "controller": "B",
        "units": [{"id": "b1", "card": "Plain", "attached": [{"id": "g2", "card": "Crown"}]}],
    }
    found = ruling(
        "pass",
        *item(**BOLT_AT_A),
        effect(might=1, until=until),
        ("players.A.base", base),
        ("battlefields.1", at_east),
    )
    assert left(found) == ([] if ends else ["e1"])
    if ends:
        rule = "390.5" if until.startswith("while_in") else "435.1"
        assert rule in [citation.rule for citation in found.citations]


@pytest.mark.parametrize(
    ("until", "code"),
    [
        ("fnord", "duration_unknown"),
        ("", "duration_unknown"),
        ("turn:A", "duration_unknown"),
        ("next_main", "duration_unknown"),
        ("next_main:", "duration_unknown"),
        ("while_in:a1", "duration_unknown"),
        ("while_in:nowhere:a1", "duration_unknown"),
        ("next_main:C", "unknown_player"),
        ("while_attached:g9", "refers_to_nothing"),
    ],
)
def test_any_other_duration_is_a_fault_of_the_board(until: str, code: str) -> None:
    with pytest.raises(MeaninglessBoard) as raised:
        judge.read_board(board(effect(might=1, until=until)))
    assert [(fault.path, fault.code) for fault in raised.value.faults] == [
        ("$.effects[0].until", code)
    ]


def test_a_canonical_board_is_held_to_the_vocabulary_too() -> None:
    made = judge.read_board(board(effect(might=1))).board
    made.effects[0].until = "fnord"
    with pytest.raises(MeaninglessBoard):
        judge.read_board(made)


def test_every_form_that_is_documented_can_be_said() -> None:
    for form in FORMS:
        said = form.replace("<player>", "A").replace("<zone>", "trash").replace("<reference>", "x")
        assert duration(said).kind == form.partition(":")[0]
