"""Problem documents: how an error leaves the service (RFC 9457).

A refused request is told apart by `type`; `errors` names every fault with the path of the input
that caused it. An illegal action is no error: it is a ruling.
"""

from __future__ import annotations

import msgspec

from judge.board.faults import Fault
from judge.ruling.questions import Question

#: The media type of a problem document.
PROBLEM_JSON = "application/problem+json"


class ProblemDocument(msgspec.Struct, omit_defaults=True, kw_only=True):
    """Why a request was refused (RFC 9457).

    `type` names the kind of problem and never changes its meaning. The members after `errors` stand
    only where they apply: `question` is what is asked now, where an answer belongs to another
    question or has another shape; `limit` the limit that was exceeded; `nearest` names that look
    like the one given; `incident` what an operator looks for in the log.
    """

    type: str
    title: str
    status: int
    detail: str
    errors: list[Fault]
    question: Question | None = None
    limit: str | None = None
    nearest: list[str] | None = None
    incident: str | None = None


def encode_problem(document: ProblemDocument) -> bytes:
    """The problem as JSON."""
    return msgspec.json.encode(document)
