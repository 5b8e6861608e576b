"""Problem documents: how an error leaves the service (RFC 9457).

A refused request is told apart by `type`; `errors` names every fault with the path of the input that
caused it. An illegal action is no error: it is a ruling.
"""

from __future__ import annotations

from typing import Any

import msgspec

from judge.ruling.questions import Question

#: The media type of a problem document.
PROBLEM_JSON = "application/problem+json"


class InputError(msgspec.Struct, frozen=True):
    """One fault of the input.

    `path` leads to the place in the request (`board.players.A.hand`), and is empty where the whole of
    it is meant; `code` is stable, `message` is for people.
    """

    path: str
    code: str
    message: str

    def under(self, place: str) -> InputError:
        """The same fault, seen from the document in which the faulty one stands at `place`."""
        return InputError(join_path(place, self.path), self.code, self.message)


class ProblemDocument(msgspec.Struct, omit_defaults=True, kw_only=True):
    """Why a request was refused (RFC 9457).

    `type` names the kind of problem and never changes its meaning. The members after `errors` stand
    only where they apply: `question` is what is asked now, where an answer belongs to another
    question or has another shape; `limit` the limit that was exceeded; `nearest` names that look like
    the one given; `incident` what an operator looks for in the log.
    """

    type: str
    title: str
    status: int
    detail: str
    errors: list[InputError] | None = None
    question: Question | None = None
    limit: str | None = None
    nearest: list[str] | None = None
    incident: str | None = None


def join_path(place: str, path: str) -> str:
    """The path of something at `path` inside what stands at `place`.

        >>> join_path("board", "players.A"), join_path("answers", "[2]"), join_path("board", "")
        ('board.players.A', 'answers[2]', 'board')
    """
    if not place or not path or path.startswith("["):
        return place + path
    return f"{place}.{path}"


def encode_problem(document: ProblemDocument) -> bytes:
    """The problem as JSON."""
    return msgspec.json.encode(document)


def as_data(document: ProblemDocument) -> Any:
    """The problem as plain data."""
    return msgspec.to_builtins(document)
