"""`/v1/legal-actions`."""

from __future__ import annotations

from flask import Response

from api.handlers.legal_actions import LegalActionsRequest, legal_actions
from api.routes.replies import json_reply
from api.schemas.body import Blueprint
from api.schemas.components import document_schema
from api.schemas.describe import operation
from api.schemas.envelopes import LegalActionsEnvelope
from judge.ruling.legal import LegalActions

blueprint = Blueprint(
    "legal-actions", __name__, url_prefix="/v1", description="What may somebody do?"
)


@blueprint.route("/legal-actions", methods=["POST"])
@operation("legalActions", 400, 413, 415, 422, 503)
@blueprint.arguments(LegalActionsEnvelope())
@blueprint.response(200, document_schema(LegalActions), description="The legal actions.")
def post_legal_actions(request: LegalActionsRequest) -> Response:
    """List what a player may do

    Each pattern is an action with slots. Fill the slots and post it as `action` of an adjudication,
    or post it as it is: an open slot is then asked as a question.
    """
    return json_reply(legal_actions(request))
