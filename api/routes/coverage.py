"""`/v1/coverage`."""

from __future__ import annotations

from flask import Response

from api.handlers import coverage as handler
from api.handlers.coverage import Coverage
from api.schemas.body import Blueprint
from api.schemas.components import document_schema
from api.schemas.describe import operation

blueprint = Blueprint(
    "coverage", __name__, url_prefix="/v1", description="How much of the game is played."
)


@blueprint.route("/coverage")
@operation("coverage", 400)
@blueprint.response(200, document_schema(Coverage), description="The counts.")
def get_coverage() -> Response:
    """Say how much of the cards and the rules is played

    By status and set how many cards are in notation, what is missing of the others, on which words
    of the notation fewer than two scenarios stand, and how many of the rules that play a scenario
    cites. What has not been measured is null.
    """
    return Response(handler.coverage(), content_type="application/json")
