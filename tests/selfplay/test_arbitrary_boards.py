"""Boards that nobody laid (`tests.selfplay.arbitrary`), and what is offered on them: an offer is
never illegal, a ruling's board reads back as itself and follows from the events, no card is lost,
all answers at once give what one at a time gave, and every step cites a rule.
"""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import judge
from judge.ruling.ruling import Ruling
from tests.selfplay.arbitrary import drawn_board
from tests.selfplay.driver import answer, choose
from tests.selfplay.properties import cards_by_owner, cited_everywhere
from tests.selfplay.test_cards_in_play import reads_back

STEPS = 6


def plain(value: Any) -> Any:
    return json.loads(judge.encode(value))


def play_on(seed: int) -> int:
    """Play on from a drawn board; the number of rulings."""
    rng = random.Random(seed)
    reading = judge.read_board(drawn_board(rng))
    board = reads_back(reading.board)
    settled = judge.adjudicate(
        board, None, lambda question: answer(plain(question), rng), settle=True
    )
    for done in range(STEPS):
        if settled.verdict != "legal" or settled.board.result is not None:
            return done
        before = reads_back(judge.read_board(plain(settled.board)).board)
        offered = plain(judge.legal_actions(before))["patterns"]
        if not any("concede" not in pattern["do"] for pattern in offered):
            return done
        action = choose(offered, rng)
        answers: list[Any] = []

        def decide(question: judge.Question, into: list[Any] = answers) -> Any:
            into.append(answer(plain(question), rng))
            return into[-1]

        proposed = msgspec.convert(action, judge.Action)
        settled = judge.adjudicate(before, proposed, decide)
        hold(before, proposed, answers, settled)
    return STEPS


def hold(before: judge.Board, action: judge.Action, answers: list[Any], ruling: Ruling) -> None:
    """What must hold of the ruling on an action that was offered."""
    assert ruling.verdict in ("legal", "not_adjudicable"), (action, ruling.sentence)
    at_once = judge.adjudicate(before, action, answers)
    assert judge.encode(at_once) == judge.encode(ruling), "answers at once give another ruling"
    if ruling.verdict == "legal":
        assert cited_everywhere(plain(ruling.trace)), "a step of the trace cites nothing"
        assert cards_by_owner(plain(before)) == cards_by_owner(plain(ruling.board))


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 2**32))
@example(1218)
@example(1551)
@example(2267)
def test_play_goes_on_from_any_board(seed: int) -> None:
    play_on(seed)
