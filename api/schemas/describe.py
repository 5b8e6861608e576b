"""What routes say about themselves in the OpenAPI document."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, TypeVar

from api.schemas.body import Blueprint

RouteT = TypeVar("RouteT", bound=Callable[..., Any])

#: What a refusal of each status means, whatever the operation.
REFUSALS: dict[HTTPStatus, str] = {
    HTTPStatus.BAD_REQUEST: "The request is malformed; `errors` names every place.",
    HTTPStatus.NOT_FOUND: "There is nothing of that name; `nearest` lists what looks like it.",
    HTTPStatus.CONFLICT: (
        "An answer names another question; `question` is the one that is asked there now."
    ),
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "The body is too large; `limit` names the limit.",
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE: "The body is not declared to be JSON.",
    HTTPStatus.UNPROCESSABLE_ENTITY: (
        "The request is well formed but means nothing: a board that contradicts itself or names "
        "what does not exist, an answer in another shape than its question wants, an unknown "
        "viewer."
    ),
    HTTPStatus.SERVICE_UNAVAILABLE: "The service is not ready.",
}


def refusal_name(status: HTTPStatus) -> str:
    """The name of the component that describes refusals of a status: `BadRequest`."""
    words = status.phrase.replace("-", " ").split()
    return "".join(word.capitalize() for word in words)


def operation(name: str, *refusals: int) -> Callable[[RouteT], RouteT]:
    """Give a route its operation id, and the statuses with which it may refuse."""
    responses = {
        status: {"$ref": f"#/components/responses/{refusal_name(HTTPStatus(status))}"}
        for status in refusals
    }
    decorate: Callable[[RouteT], RouteT] = Blueprint.doc(operationId=name, responses=responses)
    return decorate


def path_parameter(name: str, description: str, example: str) -> dict[str, Any]:
    """A part of the address."""
    return {
        "in": "path",
        "name": name,
        "required": True,
        "description": description,
        "example": example,
        "schema": {"type": "string", "minLength": 1},
    }
