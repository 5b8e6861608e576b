"""`/v1/explanations`."""

from __future__ import annotations

from flask import Response

from api.handlers.explanations import ExplanationRequest, explanation
from api.routes.replies import json_reply
from api.schemas.body import Blueprint
from api.schemas.components import document_schema
from api.schemas.describe import operation
from api.schemas.envelopes import ExplanationEnvelope
from judge.ruling.explanation import Explanation

blueprint = Blueprint(
    "explanations", __name__, url_prefix="/v1", description="Why is something what it is?"
)


@blueprint.route("/explanations", methods=["POST"])
@operation("explain", 400, 413, 415, 422, 503)
@blueprint.arguments(ExplanationEnvelope())
@blueprint.response(200, document_schema(Explanation), description="What it is, and why.")
def post_explanations(request: ExplanationRequest) -> Response:
    """Explain what an object is

    Gives the characteristics of an object on the board, and each step of the layers to them:
    what is applied, in which order, and what is withdrawn again, with the rules.
    """
    return json_reply(explanation(request))
