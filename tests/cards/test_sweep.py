"""A share of the sweep (`tests.cards.sweep`), and that what it holds can fail."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

import judge
from judge.board.state import Board
from judge.ruling.ruling import Ruling, Step
from tests.cards.sweep import Broken, cards, hold, sweep_one


@pytest.mark.parametrize("first", range(0, 240, 120))
def test_nothing_breaks_on_boards_with_any_four_cards(first: int) -> None:
    total: Counter[str] = Counter()
    for seed in range(first, first + 120):
        tally, fault = sweep_one(seed)
        assert fault is None
        total.update(tally)
    for what in ("texts followed", "triggers heard", "unmodelled texts named", "wild: illegal"):
        assert total[what], f"none of these boards has come to this: {what}"


def _ruling(other: str = "Legion Rearguard") -> tuple[Board, Ruling]:
    """A unit is played whose own play triggers, and its ability resolves."""
    document: dict[str, Any] = {
        "turn": {"player": "A", "number": 5},
        "resources": "enough",
        "players": {
            "A": {"hand": [{"id": "new", "card": "Pit Rookie"}], "deck": 9, "base": [other]},
            "B": {"deck": 9},
        },
        "battlefields": [{"id": "west", "card": "Navori Fighting Pit", "owner": "A"}],
    }
    board = judge.read_board(document).board
    action = judge.Action(by="A", do=judge.Do(play="new"))
    answers: list[Any] = []

    def first(question: judge.Question) -> Any:
        answers.append(question.options[0].id)
        return answers[-1]

    return board, judge.adjudicate(board, action, first, then="resolve-chain")


def _without(steps: list[Step], gone: Callable[[Step], bool]) -> list[Step]:
    return [
        msgspec.structs.replace(step, children=_without(step.children, gone))
        for step in steps
        if not gone(step)
    ]


def test_a_ruling_that_follows_its_texts_is_let_through() -> None:
    tally: Counter[str] = Counter()
    hold(*_ruling(), tally)
    assert tally["texts followed"] == tally["triggers heard"] == 1


def test_an_instruction_of_which_nothing_is_said_is_found() -> None:
    board, ruling = _ruling()
    trace = _without(ruling.trace, lambda step: step.text == "buff")
    with pytest.raises(Broken, match="nothing is said of \\['buff'\\]"):
        hold(board, msgspec.structs.replace(ruling, trace=trace), Counter())


def test_an_instruction_that_comes_to_nothing_is_found() -> None:
    board, ruling = _ruling()
    trace = _without(ruling.trace, lambda step: "426.1.b" in step.rules)
    with pytest.raises(Broken, match="buff comes to nothing"):
        hold(board, msgspec.structs.replace(ruling, trace=trace), Counter())


def test_an_ability_that_does_not_trigger_is_found() -> None:
    board, ruling = _ruling()
    trace = _without(ruling.trace, lambda step: "383.3.c" in step.rules or step.text is not None)
    entered = [step for step in ruling.trace if step.text and "enters the board" in step.text]
    entered = _without(entered, lambda step: "383.3.c" in step.rules)
    with pytest.raises(Broken, match="did not trigger"):
        hold(board, msgspec.structs.replace(ruling, trace=[*entered, *trace]), Counter())


def test_a_text_that_is_not_modelled_and_not_named_is_found() -> None:
    unmodelled = next(
        card.name
        for card in cards()
        if card.is_unit and card.text == "unmodelled" and not card.clauses_at_play
    )
    board, ruling = _ruling(unmodelled)
    assert ruling.verdict == "legal"
    hold(board, ruling, Counter())
    with pytest.raises(Broken, match="is not named"):
        hold(board, msgspec.structs.replace(ruling, caveats=[]), Counter())
