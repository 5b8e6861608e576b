"""What a ruling would have been otherwise: with another reading, without an assumption (D10).

The same action is judged again, with the answers that the ruling took. Only what the viewer of the
ruling may see is compared, so that the sentences tell nothing else (D12).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from msgspec.structs import replace

from judge.course import Course
from judge.limits import SENSITIVITY
from judge.ruling.comparing import difference
from judge.ruling.openpoints import OPEN_POINTS
from judge.ruling.questions import Question
from judge.ruling.ruling import OtherReading, ReadingTaken, Ruling, Turned
from judge.ruling.views import hide_from, seen_question
from judge.turning import turn

#: judges a course; the question where its answers do not go with what is asked
Again = Callable[[Course], Ruling | Question]


def other_readings(
    course: Course, ruling: Ruling, relied_on: Mapping[str, str], again: Again
) -> list[ReadingTaken]:
    """For each open point that the ruling rests on: the reading taken, and what each other one
    would have given.
    """
    found = []
    for point, taken in relied_on.items():
        others = []
        entry = OPEN_POINTS.get(point)
        for letter in entry.readings if entry is not None else ():
            if letter == taken or entry is None:
                continue
            instead = replace(course, readings={**course.readings, point: letter})
            said = _difference(course, ruling, again(instead), boards=True)
            read = f"Read as {letter}: {entry.readings[letter]}"
            others.append(
                OtherReading(
                    reading=letter,
                    differs=said is not None,
                    sentence=f"{read} It comes to the same."
                    if said is None
                    else f"{read} It would be {_ended(said)}",
                )
            )
        found.append(ReadingTaken(point=point, taken=taken, others=others, audience=course.seen_by))
    return found


def with_assumptions_turned(course: Course, ruling: Ruling, again: Again) -> list[Turned]:
    """For each assumption of the ruling, as far as the limit SENSITIVITY: what would have come of
    it with another fact in its place.
    """
    return list(_turned(course, ruling, again))


def _turned(course: Course, ruling: Ruling, again: Again) -> Iterator[Turned]:
    for count, assumption in enumerate(ruling.assumptions):
        path = assumption.path
        if count >= SENSITIVITY:
            sentence = f"Not tried; it is beyond the limit SENSITIVITY ({SENSITIVITY})."
            yield Turned(path=path, sentence=sentence, audience=course.seen_by)
            continue
        other = turn(course.board, assumption)
        if other is None:
            sentence = "Not tried: there is no one other fact that could stand there."
            yield Turned(path=path, sentence=sentence, audience=course.seen_by)
            continue
        come = again(replace(course, board=other.board))
        said = _difference(course, ruling, come, boards=False)
        yield Turned(
            path=path,
            instead=other.value,
            differs=said is not None,
            sentence=f"{other.sentence} It comes to the same."
            if said is None
            else f"{other.sentence} It would be {_ended(said)}",
            audience=course.seen_by,
        )


def _difference(
    course: Course, ruling: Ruling, other: Ruling | Question, *, boards: bool
) -> str | None:
    viewer = course.seen_by
    if viewer != "judge":
        ruling = hide_from(ruling, viewer, course.cards)
        if isinstance(other, Question):
            other = seen_question(other, viewer)
        else:
            other = hide_from(other, viewer, course.cards)
    return difference(ruling, other, boards=boards)


def _ended(said: str) -> str:
    return said if said.endswith((".", "?")) else f"{said}."
