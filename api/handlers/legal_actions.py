"""What a player may do (`POST /v1/legal-actions`)."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

import judge
from api.handlers.adjudications import refuse_if_strict
from api.handlers.dated import then
from api.handlers.overlays import settled
from api.handlers.viewing import JUDGE, check_player, check_viewer
from judge.board.reading import Reading
from judge.ruling.legal import LegalActions


@dataclass(frozen=True, slots=True, kw_only=True)
class LegalActionsRequest:
    """A board that has been read, and whose actions are wanted (None: whose decision it is)."""

    board: Reading
    player: str | None = None
    excluded: bool = False
    strict: bool = False
    #: the day whose wordings hold; None: now
    date: datetime.date | None = None
    viewer: str = JUDGE


def legal_actions(request: LegalActionsRequest) -> LegalActions:
    """The legal actions as patterns with slots, as far as the viewer can know them.

    Raises `UnknownViewer`, `UnknownPlayer` and `ImpossibleBoard` (when the request is strict)
    and `rulesdb.errors.DamagedStore`.
    """
    board = request.board.board
    check_viewer(request.viewer, board.players)
    check_player(request.player, board.players)
    refuse_if_strict(request.board, strict=request.strict, viewer=request.viewer)
    catalogue = then(request.board.catalogue.base, request.date).catalogue
    if request.viewer != JUDGE:
        # what follows from a view holds nothing that the viewer may not see
        board = judge.view_board(board, request.viewer, catalogue)
    readings = settled({})
    return judge.legal_actions(
        board, request.player, excluded=request.excluded, catalogue=catalogue, readings=readings
    )
