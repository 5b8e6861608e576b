"""Answers from a request, with a seed for chance beside them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from api.handlers.chance import is_to_chance, roll
from judge.ruling.questions import Question
from judge.ruling.run import MalformedAnswer

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
def answering(answers: Sequence[Any], seed: str | None) -> Iterator[Source]:
    """The answers of a request, for the engine.

    What the engine raises about an answer is told of the answers as they were given. Raises
    `MalformedAnswer`.
    """
    if seed is None:
        yield answers
        return
    seeded = SeededAnswers(answers, seed)
    try:
        yield seeded
    except MalformedAnswer as error:
        error.index = max(seeded.taken - 1, 0)
        raise
