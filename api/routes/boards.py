"""`/v1/boards/...`."""

from __future__ import annotations

from flask import Response, g

from api.handlers.boards import (
    CheckRequest,
    NewBoardRequest,
    ViewRequest,
    check_board,
    new_board,
    view_board,
)
from api.routes.replies import json_reply
from api.schemas.body import Blueprint
from api.schemas.components import document_schema
from api.schemas.describe import operation
from api.schemas.envelopes import BoardCheckEnvelope, BoardViewEnvelope, NewBoardEnvelope
from judge.board.state import Board
from judge.ruling.legal import BoardCheck
from judge.ruling.ruling import Ruling

blueprint = Blueprint(
    "boards", __name__, url_prefix="/v1/boards", description="Boards by themselves."
)


@blueprint.route("/check", methods=["POST"])
@operation("checkBoard", 400, 413, 415, 422, 503)
@blueprint.arguments(BoardCheckEnvelope())
@blueprint.response(200, document_schema(BoardCheck), description="What was found.")
def post_check(request: CheckRequest) -> Response:
    """Look a board over

    Says what could not have come about, what was taken by default and what a Cleanup would change,
    and gives the board back in its canonical form. A board that means nothing is refused with every
    reason.
    """
    return json_reply(check_board(request))


@blueprint.route("/view", methods=["POST"])
@operation("viewBoard", 400, 413, 415, 422, 503)
@blueprint.arguments(BoardViewEnvelope())
@blueprint.response(200, document_schema(Board), description="The board, as the viewer sees it.")
def post_view(request: ViewRequest) -> Response:
    """See a board as a player does

    Hides what the viewer may not see: other hands, facedown cards, the order of decks.
    """
    return json_reply(view_board(request))


@blueprint.route("/new", methods=["POST"])
@operation("newBoard", 400, 409, 413, 415, 422, 503)
@blueprint.arguments(NewBoardEnvelope())
@blueprint.response(200, document_schema(Ruling), description="The ruling on the setup.")
def post_new(request: NewBoardRequest) -> Response:
    """Set a game up

    Takes the decks of all players and gives a ruling whose board stands after setup and mulligans.
    What chance and the players decide on the way is asked, as in an adjudication; a seed answers
    for chance.
    """
    ruling = new_board(request)
    g.verdict = ruling.verdict
    return json_reply(ruling)
