"""What holds of every ruling, looked for in those of the scenarios (D1, D10, D13; 650)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

import judge
from api.scenarios import SCENARIOS, Scenario, discover, run_scenario
from api.scenarios.judges import AS_EVER, InProcess, Position, Wishes
from judge.ruling.actions import Action, Then
from judge.ruling.ruling import Ruling


class Put(NamedTuple):
    """What was put to the judge, and the ruling on it."""

    scenario: str
    position: Position
    action: Action | None
    answers: list[Any]
    then: Then
    wishes: Wishes
    ruling: Ruling


class Listening(InProcess):
    """The engine, which keeps what it is asked."""

    def __init__(self, scenario: Scenario) -> None:
        super().__init__()
        self.scenario = scenario
        self.put: list[Put] = []

    def adjudicate(
        self,
        position: Position,
        action: Action | None,
        answers: Sequence[Any],
        then: Then,
        wishes: Wishes = AS_EVER,
    ) -> Ruling:
        ruling = super().adjudicate(position, action, answers, then, wishes)
        given = list(answers)
        self.put.append(Put(self.scenario.id, position, action, given, then, wishes, ruling))
        return ruling


@cache
def everything_put() -> list[Put]:
    """All that scenarios which ask or choose something put to the judge."""
    found: list[Put] = []
    for kept in discover(SCENARIOS)[0]:
        if kept.scenario.overturned_by is None and _is_asked(kept.scenario):
            listening = Listening(kept.scenario)
            run_scenario(kept.scenario, listening)
            found += listening.put
    return found


def _is_asked(scenario: Scenario) -> bool:
    return any(
        step.added_answers or step.expected.question or step.readings or step.waivers
        for step in scenario.steps
    )


def questions() -> Iterator[Put]:
    return (put for put in everything_put() if put.ruling.question is not None)


def again(put: Put, answers: Any, **how: Any) -> Ruling:
    return judge.adjudicate(
        put.position.board,
        put.action,
        answers,
        then=put.then,
        readings=dict(put.wishes.readings),
        waivers=put.wishes.waivers,
        **how,
    )


def test_any_player_may_answer_any_question_by_conceding() -> None:
    tried = 0
    for put in questions():
        board = put.position.board
        # who left by an answer before is out of the game by the time of the question
        asking = put.ruling.board or board
        gone = {removed.player for removed in asking.removed}
        for player in board.players:
            if player in gone:
                continue
            found = again(put, [*put.answers, {"concede": player}])
            where = f"{put.scenario}: {player} concedes"
            assert found.answers_used == len(put.answers) + 1, where
            assert found.verdict in ("legal", "question"), f"{where}: {found.sentence}"
            assert found.board is not None
            out = {removed.player for removed in found.board.removed}
            assert player in out, where
            left = [name for name in board.players if name not in out]
            if len(left) == 1:
                assert found.board.result is not None, where
                assert found.board.result.winners == left, where
            assert "650" in [citation.rule for citation in found.citations], where
            tried += 1
    assert tried > 500


def test_answers_from_a_function_and_from_a_list_give_byte_equal_rulings() -> None:
    tried = 0
    for put in everything_put():
        if not put.answers:
            continue
        waiting = list(put.answers)
        found = again(put, lambda question, w=waiting: w.pop(0) if w else None)
        assert judge.encode(found) == judge.encode(again(put, put.answers)), put.scenario
        tried += 1
    assert tried > 200


def test_only_what_a_ruling_says_is_waived() -> None:
    for put in everything_put():
        said = [caveat.code for caveat in put.ruling.caveats]
        assert (put.ruling.basis == "waived") is ("waived" in said), put.scenario
        if not put.wishes.waivers:
            assert put.ruling.basis != "waived", put.scenario


def test_a_ruling_on_an_open_point_says_what_the_other_reading_gives() -> None:
    tried = 0
    for put in everything_put():
        for read in put.ruling.readings:
            for other in read.others:
                found = _read_as(put, {**put.wishes.readings, read.point: other.reading})
                same = found is not None and found.verdict == put.ruling.verdict
                same = same and judge.encode(found.board) == judge.encode(put.ruling.board)  # type: ignore[union-attr]
                assert other.differs or same, f"{put.scenario}: {read.point}"
                tried += 1
    assert tried


def _read_as(put: Put, readings: dict[str, str]) -> Ruling | None:
    """The ruling with these readings; None where the answers do not fit."""
    try:
        return judge.adjudicate(
            put.position.board,
            put.action,
            put.answers,
            then=put.then,
            readings=readings,
            waivers=put.wishes.waivers,
        )
    except judge.MalformedAnswer:
        return None


def test_sensitivity_changes_nothing_but_what_it_says() -> None:
    for put in list(everything_put())[::10]:
        found = again(put, put.answers, sensitivity=True)
        assert [turned.path for turned in found.sensitivity] == [
            assumption.path for assumption in found.assumptions
        ]
        found.sensitivity = []
        assert judge.encode(found) == judge.encode(again(put, put.answers)), put.scenario
