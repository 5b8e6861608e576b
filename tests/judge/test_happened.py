"""Whether units died this turn: a condition of costs and of how a permanent enters."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from judge import Action, Do, adjudicate, read_board
from judge.effects.notation import CardDefinition
from judge.effects.support import unsupported


def exhausted(card: str, dead: str | None) -> dict[str, bool]:
    """What is exhausted in A's base once A has played the card, with a unit of `dead` dead."""
    facts = {dead: {"died": 1}} if dead else {}
    data: dict[str, Any] = {
        "turn": {"player": "A", "number": 6},
        "players": {
            "A": {"hand": [card], "deck": 10, "runes": ["Order Rune", "Body Rune"] * 5},
            "B": {"deck": 10},
        },
        "this_turn": {"players": facts},
    }
    action = Action(by="A", do=Do(play=card, to=None if card == "Spoils of War" else "base"))
    ruling = adjudicate(read_board(data).board, action, then="resolve-chain")
    assert ruling.verdict == "legal", ruling.sentence
    base = read_board(msgspec.to_builtins(ruling.board)).board.players["A"].base
    return {thing.id: thing.exhausted for thing in base}


@pytest.mark.parametrize(("dead", "less"), [("B", 2), ("A", 0)])
def test_a_cost_is_less_if_an_enemy_unit_died(dead: str, less: int) -> None:
    card = "Spoils of War"
    assert sum(exhausted(card, dead).values()) == sum(exhausted(card, None).values()) - less


@pytest.mark.parametrize("dead", ["A", "B", None])
def test_a_unit_enters_ready_if_any_unit_died(dead: str | None) -> None:
    card = "Towering Pairofant"
    came = [is_so for name, is_so in exhausted(card, dead).items() if "rune" not in name]
    assert came == [dead is None]


@pytest.mark.parametrize(
    "moment",
    [
        {"event": "stun", "what": "me"},
        {"event": "die", "what": {"kind": "gear"}},
        {"event": "begin_phase", "phase": "awaken"},
        {"event": "begin_phase", "phase": "awaken", "whose": "you"},  # this turn alone
    ],
)
def test_the_condition_of_a_changed_cost_is_gone_through(moment: dict[str, Any]) -> None:
    static = {
        "kind": "static",
        "changes": [{"change": "cost", "energy": -2}],
        "while": {"if": "happened", "moment": moment},
    }
    card = {"name": "Odd", "types": ["Spell"], "abilities": [static]}
    assert unsupported(msgspec.convert(card, CardDefinition)) == [
        f"if: happened, {moment['event']}"
    ]
