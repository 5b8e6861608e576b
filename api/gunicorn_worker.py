"""A worker of gunicorn that says what it refuses as problem documents, like the application.

What is no request, or goes past a limit of gunicorn's own, never reaches the application; gunicorn
answers it with a page of HTML.
"""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import Any

# gunicorn carries no annotations
from gunicorn.workers.gthread import ThreadWorker  # type: ignore[import-untyped]

from api import gunicorn_conf
from api.errors import problem_document
from api.schemas.problems import PROBLEM_JSON, encode_problem

_STATUS = re.compile(rb"HTTP/1\.1 (\d{3}) ([^\r\n]*)")

_DETAILS: dict[int, str] = {
    HTTPStatus.BAD_REQUEST: "What was sent is no HTTP request.",
    HTTPStatus.REQUEST_URI_TOO_LONG: (
        f"The first line of a request may have {gunicorn_conf.limit_request_line} bytes "
        "(the setting limit_request_line)."
    ),
    HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE: "The headers of the request are too large.",
}
_LIMITS = {HTTPStatus.REQUEST_URI_TOO_LONG: "limit_request_line"}


class ProblemWorker(ThreadWorker):  # type: ignore[misc]
    """A worker with threads whose refusals are problem documents."""

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        """Log what gunicorn logs, and answer with its status."""
        super().handle_error(req, _ProblemSocket(client), addr, exc)


class _ProblemSocket:
    """A socket that sends a problem document in place of each page."""

    def __init__(self, socket: Any) -> None:
        self._socket = socket

    def __getattr__(self, name: str) -> Any:
        return getattr(self._socket, name)

    def sendall(self, page: bytes) -> None:
        self._socket.sendall(as_problem(page))


def as_problem(page: bytes) -> bytes:
    """A reply of gunicorn's own with a problem document in place of its page."""
    found = _STATUS.match(page)
    if found is None:
        return page
    status, reason = HTTPStatus(int(found[1])), found[2].decode("latin-1")
    document = problem_document(
        reason.lower().replace(" ", "-"),
        status,
        reason.capitalize(),
        _DETAILS.get(status, f"{reason}."),
        limit=_LIMITS.get(status),
    )
    body = encode_problem(document)
    head = (
        f"HTTP/1.1 {int(status)} {reason}\r\nConnection: close\r\nContent-Type: {PROBLEM_JSON}\r\n"
        f"X-Content-Type-Options: nosniff\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode("latin-1") + body
