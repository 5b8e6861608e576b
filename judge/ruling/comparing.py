"""In what two rulings on one action differ, in a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from judge.ruling.questions import Question
from judge.ruling.ruling import Ruling, Step

#: what each verdict is called
_WORDS = {
    "legal": "legal",
    "illegal": "illegal",
    "question": "a question",
    "not_adjudicable": "not adjudicable",
}
#: how many places of two boards are named in which they differ
_PLACES = 4


def difference(ruling: Ruling, other: Ruling | Question, *, boards: bool) -> str | None:
    """How the other ruling comes out, if it is another; None where it comes to the same.

    A question stands for a ruling whose answers were given to another one. `boards`: two rulings
    that leave different boards differ; else it is what happens that counts.
    """
    if isinstance(other, Question):
        return f"{other.to} is asked something else: {other.prompt}"
    if ruling.verdict != other.verdict:
        return _told(other)
    if [problem.code for problem in ruling.problems] != [p.code for p in other.problems]:
        return f"{_WORDS[other.verdict]} for other reasons: {_reasons(other)}"
    if _asked(ruling.question) != _asked(other.question):
        return f"{_WORDS[other.verdict]}, but another: {other.sentence}"
    if _refused(ruling) != _refused(other):
        return f"{_WORDS[other.verdict]} for another reason: {other.sentence}"
    if boards:
        places = list(_places(msgspec.to_builtins(ruling.board), msgspec.to_builtins(other.board)))
        if places:
            named = ", ".join(places[:_PLACES])
            more = f" and {len(places) - _PLACES} more" if len(places) > _PLACES else ""
            return f"{_WORDS[other.verdict]}, with another board ({named}{more})"
        return None
    if list(_events(ruling.trace)) != list(_events(other.trace)):
        return f"{_WORDS[other.verdict]}, but something else happens"
    return None


def _told(ruling: Ruling) -> str:
    """The verdict of a ruling and its sentence, which says that verdict too."""
    word = _WORDS[ruling.verdict]
    said = ruling.sentence.removeprefix("Legal so far; ").removeprefix(f"{word.capitalize()}: ")
    return word if said in ("", "Legal.") else f"{word}: {said}"


def _reasons(ruling: Ruling) -> str:
    return " ".join(problem.sentence for problem in ruling.problems)


def _asked(question: Question | None) -> Any:
    """What is asked, whatever its words and its id, which is a hash over the board as well."""
    if question is None:
        return None
    return msgspec.to_builtins(msgspec.structs.replace(question, id="", prompt="", rules=[]))


def _refused(ruling: Ruling) -> Any:
    return None if ruling.refusal is None else (ruling.refusal.reason, ruling.refusal.about)


def _events(trace: list[Step]) -> Iterator[Any]:
    for step in trace:
        if step.event is not None:
            yield msgspec.to_builtins(step.event)
        yield from _events(step.children)


def _places(one: Any, other: Any, path: str = "") -> Iterator[str]:
    """The places in which two documents differ, as `battlefields.west.controller`."""
    if one == other:
        return
    if isinstance(one, list) and isinstance(other, list):
        one, other = _by_id(one), _by_id(other)
    if not (isinstance(one, dict) and isinstance(other, dict)):
        yield path
        return
    for key in sorted({*one, *other}):
        below = f"{path}.{key}" if path else str(key)
        if key in one and key in other:
            yield from _places(one[key], other[key], below)
        else:
            yield below


def _by_id(things: list[Any]) -> Any:
    """A list as a mapping by the ids in it, where everything in it has one."""
    if things and all(isinstance(thing, dict) and "id" in thing for thing in things):
        return {thing["id"]: thing for thing in things}
    return things or {}
