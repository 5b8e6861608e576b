"""What routes say about themselves in the OpenAPI document."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from api.schemas.body import Blueprint

RouteT = TypeVar("RouteT", bound=Callable[..., Any])

#: The component that describes the refusals of a status, and what they mean for any operation.
#: The names are our own: Python calls some statuses otherwise from one version to the next.
REFUSALS: dict[int, tuple[str, str]] = {
    400: ("Malformed", "The request is malformed; `errors` names every place."),
    404: ("NotFound", "There is nothing of that name; `nearest` lists what looks like it."),
    409: (
        "Conflict",
        "An answer names another question; `question` is the one that is asked there now.",
    ),
    413: ("TooLarge", "The body is too large; `limit` names the limit."),
    415: ("NotJson", "The body is not declared to be JSON."),
    422: (
        "Meaningless",
        "The request is well formed but means nothing: a board that contradicts itself or names "
        "what does not exist, an answer in another shape than its question wants, an unknown "
        "viewer.",
    ),
    503: ("NotReady", "The service is not ready, or a file that its owner has loaded is damaged."),
}


def operation(name: str, *refusals: int) -> Callable[[RouteT], RouteT]:
    """Give a route its operation id, and the statuses with which it may refuse."""
    responses = {
        status: {"$ref": f"#/components/responses/{REFUSALS[status][0]}"} for status in refusals
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
