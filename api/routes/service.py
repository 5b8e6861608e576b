"""The service itself: its health, its counters, its description."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from flask import Response, current_app

from api.errors import RequestRefused, problem_document
from api.handlers.service import warm_up
from api.routes.metrics import Metrics
from api.routes.replies import data_reply
from api.schemas.body import Blueprint
from api.schemas.describe import operation
from api.schemas.resources import Health
from api.spec import as_yaml, openapi_document

blueprint = Blueprint("service", __name__, description="The service itself.")


@blueprint.route("/healthz")
@operation("health")
@blueprint.response(200, Health, description="The process answers.")
def get_health() -> Response:
    """Say whether the process answers"""
    return data_reply({"status": "ok"})


@blueprint.route("/readyz")
@operation("readiness", 503)
@blueprint.response(200, Health, description="The service can judge.")
def get_readiness() -> Response:
    """Say whether the service can judge

    The rule book and the card catalogue have been read.
    """
    try:
        warm_up()
    except Exception as error:
        current_app.logger.exception("not ready")
        raise RequestRefused(
            problem_document(
                "not-ready",
                HTTPStatus.SERVICE_UNAVAILABLE,
                "The service is not ready",
                "The rule book or the card catalogue can't be read.",
            )
        ) from error
    return data_reply({"status": "ok"})


@blueprint.route("/metrics")
@operation("metrics")
@blueprint.response(200, {"type": "string"}, content_type="text/plain", description="The counters.")
def get_metrics() -> Response:
    """Show the counters

    In the text format of Prometheus, of the process that happens to answer.
    """
    metrics: Metrics = current_app.extensions["metrics"]
    return metrics.reply()


@blueprint.route("/openapi.json")
@operation("openapiJson")
@blueprint.response(200, {"type": "object"}, description="The OpenAPI document.")
def get_openapi_json() -> Response:
    """Describe this interface in JSON"""
    return data_reply(_document())


@blueprint.route("/openapi.yaml")
@operation("openapiYaml")
@blueprint.response(
    200, {"title": "OpenAPI"}, content_type="application/yaml", description="The OpenAPI document."
)
def get_openapi_yaml() -> Response:
    """Describe this interface in YAML"""
    return Response(_yaml(), content_type="application/yaml")


def _document() -> dict[str, Any]:
    """The document of this application, built once."""
    held: dict[str, Any] = current_app.extensions.setdefault("openapi document", {})
    if not held:
        held.update(openapi_document(current_app))
    return held


def _yaml() -> str:
    held: dict[str, str] = current_app.extensions.setdefault("openapi yaml", {})
    if not held:
        held["text"] = as_yaml(_document())
    return held["text"]
