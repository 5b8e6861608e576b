"""What becomes of a scenario when a fact of its board is left out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec import UNSET

import judge
from api.scenarios import Declined, Scenario, in_process
from api.scenarios.expecting import events_of
from api.scenarios.judges import AS_EVER, Position
from api.scenarios.running import wishes_of
from judge.board.reading import Reading
from judge.ruling.ruling import LEFT_OUT, Ruling
from tests.leftout.facts import Fact, Place, without

#: unchanged: every ruling is as it was. assumed, missing_fact: the first other ruling says so, by
#: an assumption or a refusal. asked: it asks for the fact, by a question with its path as
#: `missing_fact`. unread, not_taken: the board, or the action on it, is refused. silent: none of
#: these.
Result = Literal[
    "unchanged",
    "assumed",
    "missing_fact",
    "asked",
    "unread",
    "not_taken",
    "silent",
]

#: what the board says of itself, and the number of the turn with what is counted from it: they
#: differ with the fact itself, and are seen where something follows from them
_OWN = ("defaulted", "stable", "first_player")
_OWN_OF_TURN = ("number", "begun")

#: zones in which cards lie that not everybody sees
_HIDDEN = {"hand", "main_deck", "rune_deck"}


class LeftOut(NamedTuple):
    """What came of leaving a fact out; `listed`: the board lists that it stands at a default."""

    scenario: str
    fact: Fact
    result: Result
    listed: bool

    def __str__(self) -> str:
        place = ".".join(map(str, self.fact.place))
        return f"{self.scenario}: {place}: {self.result}{' (listed)' if self.listed else ''}"


class Course:
    """The rulings on the steps of a scenario as it stands, to compare others with."""

    def __init__(self, scenario: Scenario) -> None:
        assert scenario.board is not UNSET
        self.scenario = scenario
        self.board: dict[str, Any] = scenario.board
        self.rulings = list(_rulings(scenario, self.board))
        self.defaulted = set(judge.read_board(self.board).board.defaulted)

    def leave_out(self, fact: Fact) -> LeftOut:
        """Judge the steps again on the board without the fact, up to the first other ruling."""
        # who leaves a fact out cannot say that the board is complete
        board = {key: part for key, part in self.board.items() if key != "complete"}
        board = without(board, fact.place) if fact.place != ("complete",) else board
        try:
            reading = judge.read_board(board)
        except judge.BoardError:
            return LeftOut(self.scenario.id, fact, "unread", False)
        listed = set(reading.board.defaulted) - self.defaulted
        result = self._result(board, reading, fact.place, listed)
        return LeftOut(self.scenario.id, fact, result, bool(listed))

    def _result(
        self, board: dict[str, Any], reading: Reading, place: Place, listed: set[str]
    ) -> Result:
        said: set[Assumed] = set()
        known: set[Assumed] = set()
        rulings = _rulings(self.scenario, board)
        for before in self.rulings:
            after = next(rulings)
            if before is None or after is None:
                if before is after:
                    return "unchanged"
                return "not_taken"
            said |= set(_assumed(after))
            known |= set(_assumed(before))
            if is_same(before, after):
                continue
            if after.refusal is not None and after.refusal.reason == "missing_fact":
                return "missing_fact"
            added = {path for path, _ in said - known}
            if any(path in listed or _leads_to(path, place) for path in added):
                return "assumed"
            if any(reading.place_of(path) == place for path in added):
                return "assumed"
            asked = after.question.missing_fact if after.question is not None else None
            is_asked = asked is not None and reading.place_of(asked) == place
            return "asked" if is_asked else "silent"
        return "unchanged"


#: a path, and what the fact is taken to be
Assumed = tuple[str, str]


def _assumed(ruling: Ruling) -> Iterator[Assumed]:
    """What a ruling assumes, what one assumption names together one by one."""
    for assumption in ruling.assumptions:
        if assumption.path == LEFT_OUT:
            yield from ((path, LEFT_OUT) for path in assumption.value)
        else:
            yield assumption.path, repr(assumption.value)


def is_same(before: Ruling, after: Ruling) -> bool:
    """Whether two rulings come to the same: verdict, reasons, question, refusal, and events; or,
    where the fact only made an event needless, the same board.
    """
    return _said(before) == _said(after) and (
        _happened(before) == _happened(after) or _left(before) == _left(after)
    )


def _rulings(scenario: Scenario, board: dict[str, Any]) -> Iterator[Ruling | None]:
    """The ruling on each step that is an action, an answer or passes; None for one not taken, with
    which it ends.
    """
    engine = in_process()
    position = engine.read(board)
    put: list[Any] = []
    for step in scenario.steps:
        if step.is_look:
            continue
        if step.kind == "answer":
            put[2] = [*put[2], *step.added_answers]
            put[4] = wishes_of(step, put[4])
        else:
            then = "nothing" if step.then is UNSET else step.then
            put = [position, step.action, step.added_answers, then, wishes_of(step, AS_EVER)]
        try:
            ruling = engine.adjudicate(*put)
        except Declined:
            yield None
            return
        yield ruling
        if ruling.verdict == "legal":
            assert ruling.board is not None
            position = Position.of(ruling.board)


def _said(ruling: Ruling) -> tuple[Any, ...]:
    question, refusal = ruling.question, ruling.refusal
    return (
        ruling.verdict,
        sorted({problem.code for problem in ruling.problems}),
        question and (question.form, question.to, question.slot, [o.id for o in question.options]),
        refusal and (refusal.reason, refusal.about),
        ruling.answers_used,
    )


def _happened(ruling: Ruling) -> list[dict[str, Any]]:
    events = [msgspec.to_builtins(event) for event in events_of(ruling.trace)]
    for event in events:
        if event["type"] == "turn_began":
            del event["number"]
        if event["type"] == "card_moved" and (
            event["source"] == "rune_deck" or {event["source"], event["target"]} <= _HIDDEN
        ):
            # its face is no part of what happened
            event["card"].pop("card", None)
        if event["type"] == "object_entered" and event["verb"] == "channel":
            event["object"].pop("card")
        if event["type"] == "facedown_left" and event["target"] in _HIDDEN:
            (event["card"] or {}).pop("card", None)
        # timestamps are an order and no amounts: another board counts them from another number
        for part in (event, event.get("object") or {}):
            part.pop("since", None)
    return events


def _left(ruling: Ruling) -> dict[str, Any]:
    board: dict[str, Any] = msgspec.to_builtins(ruling.board) or {"turn": {}}
    for key in _OWN:
        board.pop(key, None)
    for key in _OWN_OF_TURN:
        board["turn"].pop(key, None)
    return board


def _leads_to(path: str, place: Place) -> bool:
    """Whether a path is that of the fact, or of a part of the board that holds it."""
    return f"{'.'.join(map(str, place))}.".startswith(f"{path}.")
