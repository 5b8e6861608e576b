"""What is put to the engine, and what counts of a ruling: verdict, reasons, question and board.

A `Request` stands by itself, whether a scenario asks it or it was met in play, so that it can be
put again with another text of a card. What a ruling says beside that (sentences, trace, citations,
caveats) does not count, nor which facts of a board stand at a default.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET

import judge
from api.scenarios import Declined, Scenario, in_process
from api.scenarios.judges import AS_EVER, Position
from api.scenarios.running import wishes_of
from judge.adjudicate import judged
from judge.board.state import Board
from judge.course import Course
from judge.effects.catalogue import Catalogue, standard_catalogue
from judge.ruling.actions import Action, Then
from judge.ruling.legal import Pattern
from judge.ruling.questions import Question
from judge.ruling.ruling import Ruling, TraceLevel
from judge.ruling.waiving import Waiver

#: nothing comes of a request: an answer does not fit what is asked
UNFIT = ("unfit",)

Print = tuple[Any, ...]


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """An action on a board with its answers; or, with `offers`, what a player may do there.
    `source` is the scenario or the board from which it comes.
    """

    source: str
    board: Board
    action: Action | None = None
    answers: Sequence[Any] = ()
    then: Then = "nothing"
    readings: Mapping[str, str] = {}
    waivers: Mapping[str, Waiver] = {}
    offers: str | None = None


class NotJudged(Exception):
    """The engine refuses the request, or does not take it."""


def ruling_on(
    request: Request, catalogue: Catalogue, answers: Any = None, trace: TraceLevel = "none"
) -> Ruling:
    """The ruling of the engine with these cards; `answers`: others than those of the request.

    Raises `judge.MalformedAnswer`.
    """
    course = Course(
        board=request.board,
        action=request.action,
        answers=request.answers if answers is None else answers,
        then=request.then,
        cards=catalogue.with_inline(request.board.cards),
        readings=request.readings,
        waivers=request.waivers,
    )
    return judged(course, trace)[0]


def print_of(request: Request, catalogue: Catalogue) -> Print:
    """What counts of the ruling. Raises `NotJudged`."""
    if request.offers is not None:
        offered = judge.legal_actions(request.board, request.offers, catalogue=catalogue)
        return tuple(sorted(map(_pattern_print, offered.patterns)))
    try:
        return print_of_ruling(ruling_on(request, catalogue))
    except judge.MalformedAnswer:
        return UNFIT


def print_of_ruling(ruling: Ruling) -> Print:
    """What counts of a ruling. Raises `NotJudged`."""
    if ruling.verdict == "not_adjudicable":
        raise NotJudged(ruling.sentence)
    return (
        ruling.verdict,
        sorted((problem.code, problem.objects) for problem in ruling.problems),
        _question_print(ruling.question),
        ruling.answers_used,
        None if ruling.board is None else board_print(ruling.board),
    )


def _question_print(question: Question | None) -> Any:
    if question is None:
        return None
    return (
        question.form,
        question.to,
        question.slot,
        [option.id for option in question.options],
        question.min,
        question.max,
        question.amount,
        judge.encode(question.targets),
        question.such_that,
        judge.encode(question.example),
    )


def board_print(board: Board) -> bytes:
    """The board as it lies."""
    return judge.encode(msgspec.structs.replace(board, defaulted=[], cards={}))


def _pattern_print(pattern: Pattern) -> bytes:
    slots = [
        (slot.name, slot.form, [option.id for option in slot.options], slot.min, slot.max)
        for slot in pattern.slots
    ]
    return judge.encode((pattern.by, pattern.do, slots))


# --- those of scenarios -------------------------------------------------------------------------


def requests_of(scenario: Scenario) -> Iterator[Request]:
    """What a scenario puts to the engine, one step after another; nothing of a setup."""
    if scenario.board is UNSET or scenario.overturned_by is not None:
        return
    engine = in_process()
    position = engine.read(scenario.board)
    asked = Request(source=scenario.id, board=position.board)
    wishes = AS_EVER
    for step in scenario.steps:
        if step.legal is not UNSET:
            yield Request(source=scenario.id, board=position.board, offers=step.legal)
            continue
        if step.is_look:
            continue
        if step.kind == "answer":
            wishes = wishes_of(step, wishes)
            answers: Sequence[Any] = [*asked.answers, *step.added_answers]
            asked = msgspec.structs.replace(asked, answers=answers)
        else:
            wishes = wishes_of(step, AS_EVER)
            asked = Request(
                source=scenario.id,
                board=position.board,
                action=step.action,
                answers=step.added_answers,
                then="nothing" if step.then is UNSET else step.then,
            )
        asked = msgspec.structs.replace(asked, readings=wishes.readings, waivers=wishes.waivers)
        yield asked
        try:
            ruling = ruling_on(asked, standard_catalogue())
        except (judge.MalformedAnswer, judge.MalformedAction, Declined):
            return
        if ruling.verdict == "legal":
            assert ruling.board is not None
            position = Position.of(ruling.board)


def names_in(value: Any, known: frozenset[str]) -> set[str]:
    """The names of cards that stand anywhere in a document."""
    if isinstance(value, str):
        return {value} if value in known else set()
    if isinstance(value, dict):
        parts: Any = [*value.keys(), *value.values()]
    elif isinstance(value, list | tuple):
        parts = value
    else:
        return set()
    return {name for part in parts for name in names_in(part, known)}
