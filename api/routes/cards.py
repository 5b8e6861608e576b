"""`/v1/cards/...`."""

from __future__ import annotations

from flask import Response

from api.handlers import cards as handler
from api.handlers.cards import CardEntry
from api.routes.replies import json_reply
from api.schemas.body import Blueprint
from api.schemas.components import document_schema
from api.schemas.describe import operation, path_parameter

blueprint = Blueprint("cards", __name__, url_prefix="/v1", description="The card catalogue.")


@blueprint.route(
    "/cards/<string:name>",
    parameters=[
        path_parameter(
            "name",
            "A name, a unique short name, an alias or a collector number (`OGN-010`). "
            "Case, punctuation and accents do not matter.",
            "Stalwart Poro",
        )
    ],
)
@operation("card", 400, 404)
@blueprint.response(200, document_schema(CardEntry), description="The card.")
def get_card(name: str) -> Response:
    """Look a card up

    Gives a card's figures, in effect notation what it does, and the status of that entry with
    scenarios that stand on it. The official text is not part of this service; a card whose text the
    notation can't say is marked as unmodelled.
    """
    return json_reply(handler.look_up(name))
