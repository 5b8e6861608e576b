"""What the tests of the scenario machinery share: a judge that says what it is told to say."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
import pytest

from api.scenarios.judges import Declined, Position, Traits
from api.scenarios.model import Scenario
from judge.board.state import Board
from judge.ruling.actions import Action, Then
from judge.ruling.legal import BoardCheck, LegalActions
from judge.ruling.ruling import Ruling

Reply = Ruling | LegalActions | BoardCheck | Declined


class ScriptedJudge:
    """Gives the replies it was made with, one after another, and keeps what it was asked."""

    name = "scripted"

    def __init__(self, board: Board, replies: Sequence[Reply]) -> None:
        self.board = board
        self.replies = list(replies)
        self.asked: list[tuple[Action | None, list[Any], Then]] = []
        self.boards: list[Board] = []

    def _next(self) -> Any:
        reply = self.replies.pop(0)
        if isinstance(reply, Declined):
            raise reply
        return reply

    def read(self, document: Mapping[str, Any]) -> Position:
        return Position(document, self.board)

    def adjudicate(
        self, position: Position, action: Action | None, answers: Sequence[Any], then: Then
    ) -> Ruling:
        self.asked.append((action, list(answers), then))
        self.boards.append(position.board)
        reply = self._next()
        assert isinstance(reply, Ruling)
        return reply

    def new(self, setup: Mapping[str, Any], answers: Sequence[Any]) -> Ruling:
        self.asked.append((None, list(answers), "nothing"))
        reply = self._next()
        assert isinstance(reply, Ruling)
        return reply

    def legal(self, position: Position, player: str) -> LegalActions:
        reply = self._next()
        assert isinstance(reply, LegalActions)
        return reply

    def check(self, position: Position) -> BoardCheck:
        reply = self._next()
        assert isinstance(reply, BoardCheck)
        return reply

    def traits(self, board: Board, ref: str) -> Traits:
        if ref == "a1":
            return Traits(6, {"Assault": 4, "Ganking": 1}, True)
        raise LookupError(ref)


ScenarioMaker = Callable[..., Scenario]


@pytest.fixture
def make_scenario() -> ScenarioMaker:
    """A scenario with the given steps; everything else about it is of no interest."""

    def make(*steps: Mapping[str, Any], **changed: Any) -> Scenario:
        tree = {
            "id": "made-up",
            "title": "Made up",
            "source": {"kind": "reasoned"},
            "status": "agreed",
            "rules": [465],
            "board": {"turn": {"player": "A"}},
            "steps": list(steps),
            "reasoning": "none",
            **changed,
        }
        return msgspec.convert({k: v for k, v in tree.items() if v is not None}, Scenario)

    return make
