"""`/v1/adjudications`."""

from __future__ import annotations

from flask import Response, g

from api.handlers.adjudications import AdjudicationRequest, adjudicate
from api.routes.replies import json_reply
from api.schemas.body import Blueprint
from api.schemas.components import document_schema
from api.schemas.describe import operation
from api.schemas.envelopes import AdjudicationEnvelope
from judge.ruling.ruling import Ruling

blueprint = Blueprint(
    "adjudications",
    __name__,
    url_prefix="/v1",
    description="May somebody do this, and what happens?",
)


@blueprint.route("/adjudications", methods=["POST"])
@operation("adjudicate", 400, 409, 413, 415, 422, 503)
@blueprint.arguments(AdjudicationEnvelope())
@blueprint.response(200, document_schema(Ruling), description="The ruling.")
def post_adjudication(request: AdjudicationRequest) -> Response:
    """Judge an action

    Takes a board and what a player wants to do, and gives a ruling: the verdict, the board that
    results and a trace in which each step cites the rules that made it so.

    An illegal action is no error: its ruling says `illegal` and lists every reason. Where the
    rules ask somebody for a choice, the verdict is `question`: send the same request again with one
    answer more. What can't be judged is `not_adjudicable`, with the reason and what would help.
    """
    ruling = adjudicate(request)
    g.verdict = ruling.verdict
    return json_reply(ruling)
