"""Every limit of the engine is enforced and says its name (DESIGN, "Limits")."""

from __future__ import annotations

from typing import Any

import pytest

import judge.flow
import judge.procedure.planning
import judge.ruling.run
from judge import Action, Do, MalformedAction, adjudicate, legal_actions, read_board
from judge.abilities.replacing import DEPTH
from judge.limits import ANSWERS

BOARD: dict[str, Any] = {
    "turn": {"player": "A", "number": 3},
    "cards": {
        "Field": {"types": ["Battlefield"]},
        "Plain": {"types": ["Unit"], "energy": 1, "might": 2, "keywords": {"Accelerate": 1}},
        "Ebb": {"types": ["Spell"], "does": [{"do": "draw", "amount": 3}]},
    },
    "players": {
        "A": {
            "hand": [{"id": "p1", "card": "Plain"}, {"id": "s1", "card": "Ebb"}],
            "deck": 9,
            "runes": ["Fury Rune", "Fury Rune", "Fury Rune"],
            "base": [{"id": "a1", "card": "Plain", "exhausted": False}],
        },
        "B": {"hand": 0, "deck": 9},
    },
    "battlefields": [
        {"id": "west", "card": "Field", "owner": "A"},
        {"id": "east", "card": "Field", "owner": "B"},
    ],
}


def test_too_many_answers_are_refused_by_name() -> None:
    with pytest.raises(MalformedAction, match="ANSWERS"):
        adjudicate(read_board(BOARD).board, Action(by="A", do="pass"), [True] * (ANSWERS + 1))


@pytest.mark.parametrize("name", ["ENGINE_STEPS", "TRACE_NODES"])
def test_an_action_that_takes_too_long_is_refused_by_name(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judge.ruling.run, name, 3)
    ruling = adjudicate(read_board(BOARD).board, Action(by="A", do="end_turn"))
    assert ruling.verdict == "not_adjudicable"
    assert ruling.refusal is not None
    assert (ruling.refusal.reason, ruling.refusal.about) == ("limit", name)


def test_a_chain_that_is_too_long_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge.flow, "CHAIN_ITEMS", 0)
    ruling = adjudicate(read_board(BOARD).board, Action(by="A", do=Do(play="s1")))
    assert ruling.refusal is not None
    assert (ruling.refusal.reason, ruling.refusal.about) == ("limit", "CHAIN_ITEMS")


def test_a_search_that_runs_out_offers_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    proved = next(p for p in legal_actions(read_board(BOARD).board).patterns if p.do.play == "p1")
    assert proved.feasibility is None
    monkeypatch.setattr(judge.procedure.planning, "SEARCH_STEPS", 0)
    found = next(p for p in legal_actions(read_board(BOARD).board).patterns if p.do.play == "p1")
    assert found.feasibility == "unproved"


def test_replacements_that_nest_too_deep_are_refused_by_name() -> None:
    # 370.2: each applies once, so as many equal ones nest as deep as there are of them
    mirror = {
        "kind": "replacement",
        "instead_of": {"event": "die", "what": {"kind": "unit", "side": "friendly"}},
        "does": [{"do": "kill", "what": "it"}],
    }
    kill = {"do": "kill", "what": {"kind": "unit", "side": "enemy"}}
    mirrors = [{"id": f"g{number}", "card": "Mirror"} for number in range(DEPTH + 2)]
    board = {
        **BOARD,
        "resources": "enough",
        "cards": {
            **BOARD["cards"],
            "Ebb": {"types": ["Spell"], "does": [kill]},
            "Mirror": {"types": ["Gear"], "abilities": [mirror]},
        },
        "players": {
            "A": BOARD["players"]["A"],
            "B": {"hand": 0, "deck": 9, "base": [{"id": "b1", "card": "Plain"}, *mirrors]},
        },
    }
    answers: list[list[str]] = []
    while True:
        action = Action(by="A", do=Do(play="s1"))
        ruling = adjudicate(read_board(board).board, action, answers, then="resolve-chain")
        if ruling.question is None:
            break
        answers.append([option.id for option in ruling.question.options])
    assert ruling.refusal is not None
    assert (ruling.refusal.reason, ruling.refusal.about) == ("limit", "DEPTH")
