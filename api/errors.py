"""Which status and which problem document each error becomes.

`document_of` knows every error that a request can cause; whatever it does not know is a fault of
ours, becomes a 500 with an incident id and goes to the log under that id.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from functools import singledispatch
from http import HTTPStatus
from pathlib import Path
from typing import Any

from flask import Flask, Response
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge

import rulesdb
from api.handlers.errors import (
    ImpossibleBoard,
    MeaninglessCards,
    MeaninglessSetup,
    RequestError,
    UnknownFormat,
    UnknownObject,
    UnknownViewer,
)
from api.schemas.problems import (
    PROBLEM_JSON,
    ProblemDocument,
    encode_problem,
)
from judge.board.faults import BoardError, Fault, MalformedBoard
from judge.effects.catalogue import AmbiguousCard, UnknownCard
from judge.limits import FAULTS, REQUEST_BYTES
from judge.ruling.actions import MalformedAction
from judge.ruling.run import MalformedAnswer
from rulesdb.errors import DamagedStore

#: What every problem type begins with.
TYPE = "urn:arbiter:problem:"


class RequestRefused(Exception):
    """A request that a schema or a route refuses, with the problem document to be sent."""

    def __init__(self, document: ProblemDocument) -> None:
        super().__init__(document.detail)
        self.document = document


def problem_document(
    name: str,
    status: HTTPStatus,
    title: str,
    detail: str,
    errors: Iterable[Fault] = (),
    **members: Any,
) -> ProblemDocument:
    """The problem document of a kind, `name`; `members` are those of `ProblemDocument`."""
    return ProblemDocument(
        type=TYPE + name,
        title=title,
        status=int(status),
        detail=detail,
        errors=list(errors),
        **members,
    )


def not_json(detail: str) -> RequestRefused:
    """The body is not declared to be JSON."""
    return RequestRefused(
        problem_document(
            "not-json", HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "The body must be JSON", detail
        )
    )


def malformed(errors: Iterable[Fault], limit: str | None = None) -> RequestRefused:
    """The request has not the shape that its schema describes."""
    faults = sorted(set(errors), key=lambda error: (error.path, error.code, error.message))
    detail = f"{len(faults)} places do not have the shape that is needed; `errors` lists them."
    if len(faults) > FAULTS:
        detail = f"More than {FAULTS} places do not have the shape that is needed."
        faults = faults[:FAULTS]
    elif len(faults) == 1:
        # one is said where people look first
        detail = f"{faults[0].path}: {faults[0].message}"
    return RequestRefused(
        problem_document(
            "malformed-request",
            HTTPStatus.BAD_REQUEST,
            "The request is malformed",
            detail,
            faults,
            limit=limit,
        )
    )


# --- from errors to documents -----------------------------------------------------------------


@singledispatch
def document_of(error: Exception) -> ProblemDocument | None:
    """The problem document of an error; None for one that no request should be able to cause."""
    return None


@document_of.register
def _(error: RequestRefused) -> ProblemDocument:
    return error.document


@document_of.register
def _(error: BoardError) -> ProblemDocument:
    faults = in_board(error.faults)
    if isinstance(error, MalformedBoard):
        return malformed(faults).document
    return problem_document(
        "meaningless-board",
        HTTPStatus.UNPROCESSABLE_ENTITY,
        "The board means nothing",
        _counted(len(faults), "fact", "facts") + " can't be given a meaning.",
        faults,
    )


@document_of.register
def _(error: MeaninglessSetup) -> ProblemDocument:
    faults = [_in_setup(fault) for fault in error.faults]
    return problem_document(
        "meaningless-setup",
        HTTPStatus.UNPROCESSABLE_ENTITY,
        "The setup means nothing",
        _counted(len(faults), "fact", "facts") + " can't be given a meaning.",
        faults,
    )


@document_of.register
def _(error: MeaninglessCards) -> ProblemDocument:
    faults = [
        Fault(f"$.cards{fault.path.removeprefix('$')}", fault.code, fault.message)
        for fault in error.faults
    ]
    return problem_document(
        "meaningless-cards",
        HTTPStatus.UNPROCESSABLE_ENTITY,
        "The cards mean nothing",
        _counted(len(faults), "fact", "facts") + " can't be given a meaning.",
        faults,
    )


@document_of.register
def _(error: MalformedAction) -> ProblemDocument:
    return malformed(error.faults).document


@document_of.register
def _(error: ImpossibleBoard) -> ProblemDocument:
    return problem_document(
        "impossible-board",
        HTTPStatus.UNPROCESSABLE_ENTITY,
        "The board could not have come about",
        str(error),
        [Fault(error.path, warning.code, warning.sentence) for warning in error.warnings],
    )


@document_of.register
def _(error: UnknownFormat) -> ProblemDocument:
    return problem_document(
        "unknown-format",
        HTTPStatus.UNPROCESSABLE_ENTITY,
        "No format is called so",
        str(error),
        [Fault(error.path, "unknown_format", str(error))],
    )


@document_of.register
def _(error: RequestError) -> ProblemDocument:
    name = "unknown-viewer" if isinstance(error, UnknownViewer) else "unknown-player"
    if isinstance(error, UnknownObject):
        name = "unknown-object"
    return problem_document(
        name,
        HTTPStatus.UNPROCESSABLE_ENTITY,
        "The board has nothing of that name"
        if isinstance(error, UnknownObject)
        else "The board has nobody of that name",
        str(error),
        [Fault(error.path, name.replace("-", "_"), str(error))],
    )


@document_of.register
def _(error: MalformedAnswer) -> ProblemDocument:
    place = f"$.answers[{error.index}]"
    if error.conflict:
        return problem_document(
            "answer-to-another-question",
            HTTPStatus.CONFLICT,
            "The answer belongs to another question",
            str(error),
            [Fault(place, "answer_to_another_question", str(error))],
            question=error.question,
        )
    return problem_document(
        "malformed-answer",
        HTTPStatus.UNPROCESSABLE_ENTITY,
        "The answer has not the shape of its question",
        str(error),
        [Fault(place, "malformed_answer", str(error))],
        question=error.question,
    )


@document_of.register
def _(error: rulesdb.UnknownRule) -> ProblemDocument:
    return problem_document(
        "unknown-rule",
        HTTPStatus.NOT_FOUND,
        "There is no such rule",
        _sentence(error),
        [Fault("reference", "unknown_rule", _sentence(error))],
        nearest=[error.nearest] if error.nearest else None,
    )


@document_of.register
def _(error: rulesdb.UnknownCase) -> ProblemDocument:
    return problem_document(
        "unknown-case",
        HTTPStatus.NOT_FOUND,
        "There is no such case in the text of the rule",
        _sentence(error),
        [Fault("reference", "unknown_case", _sentence(error))],
        nearest=list(error.known) or None,
    )


@document_of.register
def _(error: rulesdb.UnknownEdition) -> ProblemDocument:
    return problem_document(
        "unknown-edition",
        HTTPStatus.NOT_FOUND,
        "There is no such edition",
        _sentence(error),
        [Fault("reference", "unknown_edition", _sentence(error))],
        nearest=list(error.known),
    )


@document_of.register
def _(error: rulesdb.EditionNotHeld) -> ProblemDocument:
    return problem_document(
        "edition-not-held",
        HTTPStatus.NOT_FOUND,
        "The edition is known but not held",
        _sentence(error),
        [Fault("reference", "edition_not_held", _sentence(error))],
        nearest=list(error.held),
    )


@document_of.register
def _(error: DamagedStore) -> ProblemDocument:
    return problem_document(
        "damaged-store",
        HTTPStatus.SERVICE_UNAVAILABLE,
        "A file that was loaded is damaged",
        f"The file {Path(error.place).name} in the data directory of this service can't be used: "
        f"{error.reason}.",
    )


@document_of.register
def _(error: rulesdb.MalformedReference) -> ProblemDocument:
    return malformed([Fault("reference", "malformed_reference", _sentence(error))]).document


@document_of.register
def _(error: UnknownCard) -> ProblemDocument:
    return problem_document(
        "unknown-card",
        HTTPStatus.NOT_FOUND,
        "There is no such card",
        _sentence(error),
        [Fault("name", "unknown_card", _sentence(error))],
        nearest=error.nearest,
    )


@document_of.register
def _(error: AmbiguousCard) -> ProblemDocument:
    return problem_document(
        "ambiguous-card",
        HTTPStatus.NOT_FOUND,
        "The name fits several cards",
        _sentence(error),
        [Fault("name", "ambiguous_card", _sentence(error))],
        nearest=error.names,
    )


@document_of.register
def _(error: RequestEntityTooLarge) -> ProblemDocument:
    return problem_document(
        "body-too-large",
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
        "The body is too large",
        f"A body may have {REQUEST_BYTES} bytes (the limit REQUEST_BYTES).",
        limit="REQUEST_BYTES",
    )


@document_of.register
def _(error: HTTPException) -> ProblemDocument | None:
    status = HTTPStatus(error.code or HTTPStatus.INTERNAL_SERVER_ERROR)
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return None
    name = status.phrase.lower().replace(" ", "-")
    detail = _DETAILS.get(status, error.description or status.phrase)
    return problem_document(name, status, status.phrase.capitalize(), detail)


_DETAILS = {
    HTTPStatus.NOT_FOUND: "There is nothing at this address; /docs lists what there is.",
    HTTPStatus.METHOD_NOT_ALLOWED: "This address has other methods; the header Allow lists them.",
}


def in_board(faults: Iterable[Fault]) -> list[Fault]:
    """The faults of a board, seen from the request that holds it under `board`."""
    return [fault.under("$.board") for fault in faults]


def _in_setup(fault: Fault) -> Fault:
    """The fault of a setup, whose path may begin at `$` or with the first key."""
    path = fault.path if fault.path.startswith("$") else f"$.{fault.path}"
    return Fault(path, fault.code, fault.message).under("$.setup")


def incident_document(incident: str) -> ProblemDocument:
    """What the caller is told about a fault of ours."""
    return problem_document(
        "internal",
        HTTPStatus.INTERNAL_SERVER_ERROR,
        "A fault of Arbiter",
        "This is not your fault. The incident is in the service's log under the id given here.",
        incident=incident,
    )


# --- in the application -----------------------------------------------------------------------


def problem_response(document: ProblemDocument) -> Response:
    """The reply that carries a problem document."""
    return Response(encode_problem(document), status=document.status, content_type=PROBLEM_JSON)


def look_up(app: Flask, error: Exception) -> ProblemDocument:
    """The document of any error; one that is unknown becomes an incident, and goes to the log."""
    document = document_of(error)
    if document is not None:
        return document
    incident = uuid.uuid4().hex
    app.logger.error("incident %s", incident, exc_info=error)
    return incident_document(incident)


def register_errors(app: Flask) -> None:
    """Let every error of a request leave the application as a problem document."""

    def reply(error: Exception) -> Response:
        response = problem_response(look_up(app, error))
        if isinstance(error, HTTPException):
            # what HTTP itself wants said, such as Allow beside 405
            for name, value in error.get_headers():
                if name.lower() not in {"content-type", "content-length"}:
                    response.headers[name] = value
        return response

    app.register_error_handler(Exception, reply)
    # flask-smorest has put a handler of its own there, which would be nearer
    app.register_error_handler(HTTPException, reply)


def _sentence(error: Exception) -> str:
    text = str(error)
    if text.split(" ")[0].isalpha():
        text = text[:1].upper() + text[1:]
    return text if text.endswith(("?", ".")) else f"{text}."


def _counted(number: int, one: str, several: str) -> str:
    return f"{number} {one if number == 1 else several}"
