"""What a pattern lists can be filled in together: what costs more than any part of it is asked, or
is bound by words (D8, 355.5, 356.2, 809.1.c).
"""

from __future__ import annotations

import itertools
from typing import Any

import msgspec
import pytest

from judge import Action, Do, adjudicate, legal_actions, read_board
from judge.procedure.planning import AFFORDED
from judge.ruling.legal import Pattern, Slot

WALL = {"types": ["Unit"], "might": 2, "keywords": {"Deflect": 1}}
PLAIN = {"types": ["Unit"], "might": 2}
STUN = {"do": "stun", "what": "target"}
REPEAT = {"kind": "keyword", "keyword": "Repeat", "cost": {"energy": 1}}


def spell(**more: Any) -> dict[str, Any]:
    return {"types": ["Spell"], "energy": 1, "does": [STUN], **more}


def play(spell: dict[str, Any], units: str, runes: int) -> tuple[Any, Pattern | None]:
    """The board, on which B has units with Deflect (W) and without (P), and the pattern."""
    board = read_board(
        {
            "turn": {"player": "A", "number": 5},
            "cards": {"Wall": WALL, "Plain": PLAIN, "Spell": spell},
            "players": {
                "A": {
                    "hand": [{"id": "s1", "card": "Spell"}],
                    "runes": [{"id": f"r{n}", "card": "Fury Rune"} for n in range(runes)],
                },
                "B": {
                    "base": [
                        {"id": f"b{n}", "card": {"W": "Wall", "P": "Plain"}[unit]}
                        for n, unit in enumerate(units)
                    ]
                },
            },
            "battlefields": [],
        }
    ).board
    offered = [each for each in legal_actions(board).patterns if each.do.play]
    return board, offered[0] if offered else None


def values(slot: Slot) -> list[Any]:
    """Every way of filling a slot, or to leave it open where words bind it."""
    ids = [option.id for option in slot.options]
    if slot.such_that:
        return [None]
    if slot.form == "yes_no":
        return [True, False]
    if slot.form == "choose_one":
        return list(ids)
    assert slot.min is not None
    assert slot.max is not None
    sizes = range(slot.min, slot.max + 1)
    return [list(group) for size in sizes for group in itertools.combinations(ids, size)]


def filled(board: Any, pattern: Pattern) -> list[str]:
    """The verdict on every way of filling the slots of a pattern."""
    verdicts = []
    for each in itertools.product(*map(values, pattern.slots)):
        do: dict[str, Any] = {"play": "s1"}
        for slot, value in zip(pattern.slots, each, strict=True):
            kind, _, rest = slot.name.partition(".")
            if value is not None:
                do.setdefault(kind, {})[rest] = value
        action = msgspec.convert({"by": "A", "do": do}, Action)
        verdicts.append(adjudicate(board, action).verdict)
    return verdicts


TWO = {"chooses": {"target": {"kind": "unit", "min": 0, "max": 2}}}
BOTH = {"chooses": {"target": {"kind": "unit", "min": 2, "max": 2}}}
ONE = {"chooses": {"target": {"kind": "unit"}}}
PAIR = {
    "chooses": {"left": {"kind": "unit"}, "right": {"kind": "unit"}},
    "does": [{"do": "stun", "what": "left"}, {"do": "stun", "what": "right"}],
}


@pytest.mark.parametrize("runes", [1, 2, 4])
@pytest.mark.parametrize("units", ["WWP", "WPP", "WWW"])
@pytest.mark.parametrize("chooses", [TWO, BOTH, ONE, PAIR], ids=["two", "both", "one", "pair"])
@pytest.mark.parametrize("repeats", [0, 1, 2])
def test_every_way_of_filling_a_pattern_is_legal(
    chooses: dict[str, Any], units: str, runes: int, repeats: int
) -> None:
    more: dict[str, Any] = {"abilities": [REPEAT] * repeats}
    more["keywords"] = {"Reaction": 1, **({"Repeat": 1} if repeats else {})}
    board, pattern = play(spell(**chooses, **more), units, runes)
    if pattern is not None and pattern.feasibility != "unproved":
        assert set(filled(board, pattern)) <= {"legal", "question"}


def test_what_can_be_paid_together_stays_listed() -> None:
    """With a rune for each, nothing has to be asked."""
    _, pattern = play(spell(**TWO), "WW", 5)
    assert pattern is not None
    assert [slot.such_that for slot in pattern.slots] == [[]]
    _, pattern = play(spell(**TWO), "WW", 1)
    assert pattern is not None
    assert [slot.such_that for slot in pattern.slots] == [[AFFORDED]]


def test_two_are_chosen_of_which_one_could_not_be_paid_for_with_every_other() -> None:
    """Of the partners of a target those are tried first that add least to the cost."""
    _, pattern = play(spell(**BOTH), "WWPP", 1)
    assert pattern is not None
    (slot,) = pattern.slots
    assert {"b2", "b3"} <= {option.id for option in slot.options}


def test_what_nobody_asked_for_is_no_reason() -> None:
    """Where a cost cannot be paid, the others that might be paid beside it add no reason."""
    more = {"abilities": [REPEAT] * 2, "keywords": {"Reaction": 1, "Repeat": 1}}
    board, _ = play(spell(**ONE, **more), "WWW", 1)
    do = {"play": "s1", "additional": {"repeat": True}}
    ruling = adjudicate(board, msgspec.convert({"by": "A", "do": do}, Action))
    assert ruling.verdict == "illegal"
    # for itself and for the one Repeat, not for the other
    assert ruling.problems[0].sentence == "Spell costs 2 Energy; A can produce 1."


def test_what_depends_on_unknown_runes_is_asked_and_not_refused() -> None:
    """That the dearest targets may or may not be paid for with runes that nobody knows is no reason
    not to list the action.
    """
    board = read_board(
        {
            "turn": {"player": "A", "number": 5},
            "cards": {"Wall": WALL, "Spell": spell(**TWO, power=["Fury"])},
            "players": {
                "A": {
                    "hand": [{"id": "s1", "card": "Spell"}],
                    "runes": [{"id": "r1", "card": "Fury Rune"}, {"id": "r2", "card": "unknown"}],
                },
                "B": {"base": [{"id": f"b{n}", "card": "Wall"} for n in range(3)]},
            },
            "battlefields": [],
        }
    ).board
    assert [each.do.play for each in legal_actions(board).patterns if each.do.play] == ["s1"]
    assert adjudicate(board, Action(by="A", do=Do(play="s1"))).verdict == "question"
