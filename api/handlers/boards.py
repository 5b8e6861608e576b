"""Boards: looking one over, setting one up, seeing it as a player does (`/v1/boards/...`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import judge
from api.handlers.answering import answering
from api.handlers.viewing import JUDGE, check_viewer
from judge.board.reading import Reading
from judge.board.state import Board
from judge.ruling.legal import BoardCheck, Setup
from judge.ruling.ruling import Ruling, TraceLevel


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckRequest:
    """A board that has been read."""

    board: Reading
    viewer: str = JUDGE


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewRequest:
    """A board that has been read, and who looks at it."""

    board: Reading
    viewer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NewBoardRequest:
    """A game to set up."""

    setup: Setup
    answers: Sequence[Any] = ()
    seed: str | None = None
    trace: TraceLevel = "full"
    viewer: str = JUDGE


def check_board(request: CheckRequest) -> BoardCheck:
    """What could not have come about, what was taken by default, what a Cleanup would change.

    Raises `UnknownViewer`.
    """
    board = request.board.board
    check_viewer(request.viewer, board.players)
    if request.viewer == JUDGE:
        return judge.check_board(board, request.board)
    return judge.check_board(judge.view_board(board, request.viewer))


def view_board(request: ViewRequest) -> Board:
    """The board as its viewer may see it. Raises `UnknownViewer`."""
    board = request.board.board
    check_viewer(request.viewer, board.players)
    return judge.view_board(board, request.viewer)


def new_board(request: NewBoardRequest) -> Ruling:
    """The ruling on a setup: the board after mulligans, or a question on the way there.

    Raises `UnknownViewer` and `MalformedAnswer`.
    """
    check_viewer(request.viewer, request.setup.decks)
    with answering(request.answers, request.seed) as answers:
        ruling = judge.new_board(request.setup, answers)
    return ruling if request.viewer == JUDGE else judge.view_ruling(ruling, request.viewer)
