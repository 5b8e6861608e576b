"""Dice at the front door: chance questions answered from a seed (D2).

The engine draws no random numbers. A caller who wants dice gives a seed; each question to chance is
then answered by a hash of the seed and the question's id, so that the same request always gets the
same ruling.
"""

from __future__ import annotations

import hashlib

from judge.ruling.questions import CHANCE, Question


def roll(seed: str, question: Question, before: int = 0) -> str | None:
    """The id of the option that the seed picks, each weighted by how many of it there are.

    `before` is how many questions of the same id have been rolled already: what nobody may see does
    not enter an id, so that the cards of one hand are all drawn by questions of one id. An option
    without a count is there once. None when there is nothing to pick from.
    """
    weights = [1 if option.count is None else max(option.count, 0) for option in question.options]
    total = sum(weights)
    if not total:
        return None
    # the length keeps seed and id apart: "a" + "bc" is another pair than "ab" + "c"
    text = f"{len(seed)}:{seed}{question.id}" + (f"#{before}" if before else "")
    digest = hashlib.blake2b(text.encode(errors="surrogatepass"), digest_size=16).digest()
    point = int.from_bytes(digest) % total
    for option, weight in zip(question.options, weights, strict=True):
        if point < weight:
            return option.id
        point -= weight
    raise AssertionError("a point below the total lies within one of the weights")


def is_to_chance(question: Question) -> bool:
    """Whether the question is one that no player answers."""
    return question.to == CHANCE
