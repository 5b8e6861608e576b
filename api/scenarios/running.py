"""Running a scenario: each step is put to a judge, and what comes is held against what is expected.

The runner is strict beyond what is written down. A question needs an answer or an expectation, an
answer needs a question, an illegal action must leave the board as it was to the byte, and no board
that is handed in may change.
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET

import judge as engine
from api.scenarios.boards import whereabouts
from api.scenarios.expecting import (
    check_mismatches,
    deck_mismatches,
    expected_verdict,
    is_answered,
    legal_mismatches,
    ruling_mismatches,
    view_mismatches,
)
from api.scenarios.judges import (
    AS_EVER,
    Declined,
    Judge,
    Position,
    Traits,
    Unavailable,
    Wishes,
    question_text,
)
from api.scenarios.matching import Mismatch, expected_but, shown
from api.scenarios.model import Expected, Scenario, Step
from judge.board.state import Board
from judge.ruling.actions import Action, Do, Then
from judge.ruling.ruling import Ruling


@dataclass(frozen=True, slots=True)
class Failure:
    """What did not come as expected. `step` counts from one; 0 is the board or the setup.

    `broken`: nothing came, since the judge did not take the input or broke down.
    """

    step: int
    path: str
    message: str
    broken: bool = False
    #: all that came there
    more: str = ""

    @property
    def whole(self) -> str:
        """The failure with all that came there."""
        return f"{self} [{self.more}]" if self.more else str(self)

    def __str__(self) -> str:
        where = f"step {self.step}" if self.step else "start"
        return f"{where}: {self.path}: {self.message}" if self.path else f"{where}: {self.message}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a scenario. `overturned_by`: it was not run, since something overturned it."""

    scenario: Scenario
    judge: str
    failures: tuple[Failure, ...] = ()
    seconds: float = 0.0
    overturned_by: str | None = None

    @property
    def status(self) -> str:
        """passed, failed, or overturned."""
        if self.overturned_by is not None:
            return "overturned"
        return "failed" if self.failures else "passed"

    @property
    def passed(self) -> bool:
        return self.status == "passed"

    def report(self) -> str:
        """The failures for a person, one a line."""
        return "\n".join(str(failure) for failure in self.failures)


def run_scenario(scenario: Scenario, judge: Judge) -> Outcome:
    """Run a scenario against a judge.

    The first step whose verdict is another than expected ends the run, since what follows would
    stand on another board; other mismatches are gathered.
    """
    if scenario.overturned_by is not None:
        return Outcome(scenario, judge.name, overturned_by=scenario.overturned_by)
    begun = time.perf_counter()
    failures = tuple(_Course(scenario, judge).failures())
    return Outcome(scenario, judge.name, failures, time.perf_counter() - begun)


class _Stopped(Exception):
    """The run cannot go on after this step."""


@dataclass(slots=True)
class _Asked:
    """What was put to the judge last: an answer is added to it and it is put again."""

    position: Position | None
    action: Action | None
    then: Then
    answers: list[Any] = field(default_factory=list)
    wishes: Wishes = AS_EVER


class _Course:
    """The course of one scenario."""

    def __init__(self, scenario: Scenario, judge: Judge) -> None:
        self.scenario = scenario
        self.judge = judge
        self.position: Position | None = None
        self.asked: _Asked | None = None
        #: the verdict of the step before, None after one without
        self.verdict: str | None = None
        self.seen: frozenset[str] = frozenset()

    def failures(self) -> Iterator[Failure]:
        try:
            yield from self._start()
            for index, step in enumerate(self.scenario.steps):
                following = self.scenario.steps[index + 1 : index + 2]
                for mismatch in self._step(step, following[0] if following else None):
                    broken = not mismatch.path
                    yield Failure(index + 1, mismatch.path, mismatch.message, broken, mismatch.more)
        except _Stopped:
            return

    def _start(self) -> Iterator[Failure]:
        """Read the board, or set the game up."""
        try:
            if self.scenario.board is not UNSET:
                self._stand(self.judge.read(self.scenario.board))
                return
            if self.scenario.steps[0].kind == "decks":
                return
            ruling = self._set_up()
        except (Declined, Unavailable) as error:
            for line in error.lines if isinstance(error, Declined) else [str(error)]:
                path = "board" if self.scenario.setup is UNSET else "setup"
                yield Failure(0, path, line, broken=True)
            raise _Stopped from error
        for mismatch in self._begun(ruling, self.scenario.steps[0]):
            yield Failure(0, mismatch.path, mismatch.message, more=mismatch.more)
            raise _Stopped

    def _set_up(self) -> Ruling:
        """The ruling on the setup, before anything is answered."""
        self.asked = _Asked(None, None, "nothing")
        return self._put()

    def _begun(self, ruling: Ruling, following: Step) -> Iterator[Mismatch]:
        """Whether the setup asks something if and only if the step after it answers."""
        self._take(ruling)
        answered = is_answered(following)
        wanted = "question" if answered else "legal"
        if ruling.verdict != wanted:
            yield Mismatch("setup", f"expected {wanted}, came {ruling.verdict}: {_came(ruling)}")

    def _stand(self, position: Position) -> None:
        """From here on the board is this one."""
        self.position = position
        self.seen |= whereabouts(position.board).keys()

    # --- steps -----------------------------------------------------------------------------------

    def _step(self, step: Step, following: Step | None) -> Iterator[Mismatch]:
        try:
            if step.kind == "decks":
                yield from self._look_at_decks(step, following)
            elif step.is_look:
                yield from self._look(step)
            else:
                yield from self._judge(step, following)
        except Declined as error:
            for line in error.lines:
                yield Mismatch("", f"not taken by {self.judge.name}: {line}")
            raise _Stopped from error
        except Unavailable as error:
            yield Mismatch("", str(error))
            raise _Stopped from error
        except _Stopped:
            raise
        except Exception as error:
            # a fault of the judge must not keep the other scenarios from being run
            yield Mismatch("", _broken(error))
            raise _Stopped from error

    def _look_at_decks(self, step: Step, following: Step | None) -> Iterator[Mismatch]:
        """The step before a setup: its deck lists, and then, if there is more, the setup itself."""
        assert self.scenario.setup is not UNSET
        yield from deck_mismatches(step.expected, self.judge.deck_faults(self.scenario.setup))
        if following is not None:
            for mismatch in self._begun(self._set_up(), following):
                yield mismatch
                raise _Stopped

    def _look(self, step: Step) -> Iterator[Mismatch]:
        """A step that asks about the board and leaves it alone."""
        position = self._here()
        before = engine.encode(position.board)
        if step.legal is not UNSET:
            player = step.legal
            legal = self.judge.legal(position, player)
            yield from legal_mismatches(
                step.expected,
                legal,
                position.board,
                self.judge.catalogue,
                lambda do: self._refusal(position, player, do),
            )
        elif step.view is not UNSET:
            view = self.judge.view(position, step.view)
            yield from view_mismatches(
                step.expected, view, position.board, self.judge.catalogue, self.seen
            )
        else:
            check = self.judge.check(position)
            yield from check_mismatches(
                step.expected, check, position.board, self.judge.catalogue, self.seen
            )
        if engine.encode(position.board) != before:
            yield Mismatch("", "looking at the board changed it")
        self.asked = None
        self.verdict = None

    def _refusal(self, position: Position, player: str, do: Do | str) -> str | None:
        """Why an action is not accepted, None when it is: legal, or legal so far."""
        action = msgspec.convert({"by": player, "do": msgspec.to_builtins(do)}, Action)
        try:
            ruling = self.judge.adjudicate(position, action, [], "nothing")
        except Declined as error:
            return str(error)
        return None if ruling.verdict in ("legal", "question") else _came(ruling)

    def _judge(self, step: Step, following: Step | None) -> Iterator[Mismatch]:
        """A step that is put to the judge."""
        if step.kind == "answer":
            if self.asked is None or self.verdict != "question":
                yield Mismatch("answer", "nothing was asked that it could answer")
                raise _Stopped
            self.asked.answers.extend(step.added_answers)
        else:
            then = "nothing" if step.then is UNSET else step.then
            self.asked = _Asked(self._here(), step.action, then, step.added_answers)
        self.asked.wishes = wishes_of(step, self.asked.wishes)
        before = self._handed_in()
        ruling = self._put()
        if self._handed_in() != before:
            yield Mismatch("", "the board that was handed in has changed")
        wanted = expected_verdict(step, following)
        if ruling.verdict != wanted:
            yield Mismatch("verdict", f"expected {wanted}, came {ruling.verdict}: {_came(ruling)}")
        yield from self._strictness(step, following, ruling, before)
        self._take(ruling)
        yield from ruling_mismatches(
            step.expected, ruling, self._board_of(ruling), self.judge.catalogue, self.seen
        )
        yield from self._traits(step.expected, self._board_of(ruling))
        if ruling.verdict != wanted:
            raise _Stopped

    def _here(self) -> Position:
        """The board on which the scenario stands; a setup that is not done has none."""
        if self.position is None:
            raise Declined(["the setup is not finished, and there is no board yet"])
        return self.position

    def _handed_in(self) -> bytes | None:
        assert self.asked is not None
        return engine.encode(self.asked.position.board) if self.asked.position else None

    def _put(self) -> Ruling:
        """Put what is asked to the judge."""
        assert self.asked is not None
        asked = self.asked
        if asked.position is None:
            assert self.scenario.setup is not UNSET
            return self.judge.new(self.scenario.setup, asked.answers)
        return self.judge.adjudicate(
            asked.position, asked.action, asked.answers, asked.then, asked.wishes
        )

    def _take(self, ruling: Ruling) -> None:
        """A legal ruling's board is the board of what follows."""
        self.verdict = ruling.verdict
        if ruling.board is not None:
            self.seen |= whereabouts(ruling.board).keys()
        if ruling.verdict == "legal" and ruling.board is not None:
            self._stand(Position.of(ruling.board))

    def _board_of(self, ruling: Ruling) -> Board:
        return ruling.board or self._here().board

    def _strictness(
        self, step: Step, following: Step | None, ruling: Ruling, before: bytes | None
    ) -> Iterator[Mismatch]:
        """What must hold of every ruling, whatever is expected of it."""
        assert self.asked is not None
        given = len(self.asked.answers)
        if ruling.answers_used != given:
            unused = self.asked.answers[ruling.answers_used :]
            message = f"{ruling.answers_used} of {given} answers were used; left is {shown(unused)}"
            yield Mismatch("answers", message)
        if ruling.verdict == "question":
            if ruling.question is None:
                yield Mismatch("question", "the verdict is a question, and none is asked")
            elif step.expected.question is UNSET and not is_answered(following):
                text = question_text(ruling.question)
                yield Mismatch("question", f"neither expected nor answered: {text}")
        if ruling.verdict == "legal" and ruling.board is None:
            yield Mismatch("board", "a legal action without a resulting board")
        if ruling.verdict == "illegal":
            if not ruling.problems:
                yield Mismatch("problems", "illegal without a reason")
            # a setup has no board before it
            kept = before is None or before == engine.encode(self._board_of(ruling))
            if ruling.board is None or not kept:
                yield Mismatch("board", "an illegal action must leave the board as it was")

    def _traits(self, expected: Expected, board: Board) -> Iterator[Mismatch]:
        """Might, keywords, and whether an object is Mighty."""
        names = ("might", "keywords", "mighty")
        given = {name: getattr(expected, name) or {} for name in names}
        for ref in dict.fromkeys(ref for wanted in given.values() for ref in wanted):
            try:
                traits = self.judge.traits(board, ref)
            except LookupError:
                for name in names:
                    if ref in given[name]:
                        yield Mismatch(f"{name}.{ref}", f"there is no object {ref} on the board")
                continue
            if ref in given["might"] and given["might"][ref] != traits.might:
                message = expected_but(given["might"][ref], traits.might)
                yield Mismatch(f"might.{ref}", message)
            if ref in given["mighty"] and given["mighty"][ref] != traits.is_mighty:
                message = expected_but(given["mighty"][ref], traits.is_mighty)
                yield Mismatch(f"mighty.{ref}", f"{message} (its Might is {traits.might})")
            if ref in given["keywords"]:
                yield from _keywords(given["keywords"][ref], traits, f"keywords.{ref}")


def wishes_of(step: Step, before: Wishes) -> Wishes:
    """How the step is to be judged; an answer as the step that it answers, where it says nothing
    else.
    """
    return Wishes(
        readings=before.readings if step.readings is UNSET else step.readings,
        waivers=before.waivers if step.waivers is UNSET else step.waivers,
        sensitivity=step.expected.sensitive is not UNSET,
    )


def _keywords(wanted: dict[str, int | bool], traits: Traits, path: str) -> Iterator[Mismatch]:
    """A keyword with its value, or (true, false) whether it is there; `{}`: it has none."""
    has = {name.lower(): value for name, value in traits.keywords.items()}
    if not wanted and has:
        yield Mismatch(path, f"expected no keyword, came {shown(traits.keywords)}")
    for name, value in wanted.items():
        came = has.get(name.lower())
        if isinstance(value, bool):
            as_expected = (came is not None) == value
        else:
            as_expected = (came or 0) == value
        if not as_expected:
            yield Mismatch(f"{path}.{name}", f"{expected_but(value, came)} (all: {shown(has)})")


def _broken(error: Exception) -> str:
    """Where an error of the program arose, in one line."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{Path(frame.filename).name}:{frame.lineno}"
    return f"the judge broke down: {type(error).__name__}: {error} ({where})"


def _came(ruling: Ruling) -> str:
    """What a ruling says, for somebody who expected another."""
    parts: Sequence[str] = [ruling.sentence] if ruling.sentence else []
    parts = [*parts, *(f"{problem.code}: {problem.sentence}" for problem in ruling.problems)]
    if ruling.question is not None:
        parts = [*parts, question_text(ruling.question)]
    if ruling.refusal is not None:
        parts = [*parts, f"{ruling.refusal.reason}: {ruling.refusal.sentence}"]
    return " | ".join(parts) or "it says nothing more"
