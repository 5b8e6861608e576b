"""`/v1/cards` and `/v1/cards/...`."""

from __future__ import annotations

from typing import Any

from flask import Response

from api.handlers import cards as handler
from api.handlers.card_texts import ReadList, read_given
from api.handlers.cardlists import GivenCard
from api.handlers.cards import CardEntry, FoundCards
from api.routes.replies import json_reply
from api.schemas.body import Blueprint
from api.schemas.cards import CardSearchParameters, ReadCardsEnvelope
from api.schemas.components import document_schema
from api.schemas.describe import operation, path_parameter

blueprint = Blueprint("cards", __name__, url_prefix="/v1", description="The card catalogue.")


@blueprint.route("/cards")
@operation("searchCards", 400, 503)
@blueprint.arguments(CardSearchParameters(), location="query")
@blueprint.response(200, document_schema(FoundCards), description="What was found, maybe nothing.")
def get_cards(parameters: dict[str, Any]) -> Response:
    """Search the cards

    Gives the cards of the catalogue, and those that the owner of this service has added to it, in
    which every word of the question stands, a part of them at a time.
    """
    found = handler.search(parameters["q"], limit=parameters["limit"], offset=parameters["offset"])
    return json_reply(found)


@blueprint.route("/cards/read", methods=["POST"])
@operation("readCards", 400, 413, 415, 422)
@blueprint.arguments(ReadCardsEnvelope())
@blueprint.response(200, document_schema(ReadList), description="What was read, and what was not.")
def post_cards_read(cards: list[GivenCard]) -> Response:
    """Read card texts

    Reads texts in English into effect notation. A text is read whole or not at all: a clause that
    is not understood is named, with the point at which the reading ended and what could have stood
    there. Nothing is kept.
    """
    return json_reply(read_given(cards))


@blueprint.route(
    "/cards/<string:name>",
    parameters=[
        path_parameter(
            "name",
            "A name, a unique short name, an alias or a collector number (`OGN-010`), or a name in "
            "another language that the owner of this service has added. "
            "Case, punctuation and accents do not matter.",
            "Stalwart Poro",
        )
    ],
)
@operation("card", 400, 404, 503)
@blueprint.response(200, document_schema(CardEntry), description="The card.")
def get_card(name: str) -> Response:
    """Look a card up

    Gives a card's figures, in effect notation what it does, and the status of that entry with
    scenarios that stand on it. The official text is not part of this service; a card whose text the
    notation can't say is marked as unmodelled.
    """
    return json_reply(handler.look_up(name))
