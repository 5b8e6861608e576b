"""Why an object is what it is (`POST /v1/explanations`)."""

from __future__ import annotations

from dataclasses import dataclass

import judge
from api.handlers.errors import UnknownObject
from api.handlers.viewing import JUDGE, check_viewer
from judge.board.reading import Reading
from judge.board.table import Table
from judge.ruling.explanation import About, Explanation


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplanationRequest:
    """A board that has been read, an object on it, and what is asked of it (None: everything)."""

    board: Reading
    object: str
    about: About | None = None
    viewer: str = JUDGE


def explanation(request: ExplanationRequest) -> Explanation:
    """What the object is, layer by layer. Raises `UnknownViewer` and `UnknownObject`."""
    board = request.board.board
    check_viewer(request.viewer, board.players)
    catalogue = request.board.catalogue.base
    if request.viewer != JUDGE:
        board = judge.view_board(board, request.viewer, catalogue)
    table = Table(board)
    if table.named(request.object) is None:
        raise UnknownObject(request.object, sorted(table.objects))
    return judge.explain(board, request.object, request.about, catalogue)
