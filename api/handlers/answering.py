"""Answers from a request, with a seed for chance beside them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec

from api.handlers.chance import is_to_chance, roll
from judge.ruling.questions import Question
from judge.ruling.ruling import Caveat, Ruling
from judge.ruling.run import MalformedAnswer
from judge.ruling.views import seen_question

#: What the engine takes answers from: a list, or a function that returns None for "ask".
Source = Sequence[Any] | Callable[[Question], Any]


class SeededAnswers:
    """Rolls for chance, and hands every other question the next of the given answers.

    `taken` counts the given ones; those that were rolled are nobody's answers.
    """

    def __init__(self, answers: Sequence[Any], seed: str) -> None:
        self.taken = 0
        self._answers = answers
        self._seed = seed
        self._rolled: Counter[str] = Counter()

    @property
    def left(self) -> int:
        """How many of the given answers nothing has asked for."""
        return len(self._answers) - self.taken

    def __call__(self, question: Question) -> Any:
        if is_to_chance(question):
            rolled = roll(self._seed, question, self._rolled[question.id])
            if rolled is not None:
                self._rolled[question.id] += 1
                return rolled
        if self.taken == len(self._answers):
            return None
        answer = self._answers[self.taken]
        self.taken += 1
        # None would mean "ask"; null is an answer, though never one of the right shape
        return {"id": question.id, "value": None} if answer is None else answer


@contextmanager
def answering(answers: Sequence[Any], seed: str | None, viewer: str) -> Iterator[Source]:
    """The answers of a request, for the engine.

    What the engine raises about an answer is told of the answers as they were given, and of the
    question no more than the viewer may see. Raises `MalformedAnswer`.
    """
    seeded = None if seed is None else SeededAnswers(answers, seed)
    try:
        yield answers if seeded is None else seeded
    except MalformedAnswer as error:
        if seeded is not None:
            error.index = max(seeded.taken - 1, 0)
        seen = seen_question(error.question, viewer)
        if seen is error.question:
            raise
        raise MalformedAnswer(
            error.index,
            seen,
            f"answer {error.index} does not go with the question that is asked",
            conflict=error.conflict,
        ) from None


def with_unused(ruling: Ruling, source: Source) -> Ruling:
    """The ruling with a caveat for answers beside a seed that nothing asked for."""
    if not isinstance(source, SeededAnswers) or ruling.question is not None:
        return ruling
    left = source.left
    if not left:
        return ruling
    sentence = f"{left} of the answers given were not asked for and not used."
    caveat = Caveat(code="answers_unused", sentence=sentence)
    return msgspec.structs.replace(ruling, caveats=[*ruling.caveats, caveat])
