"""Boards: looking one over, setting one up, seeing it as a player does (`/v1/boards/...`)."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

import judge
from api.handlers import dated
from api.handlers.answering import answering, with_unused
from api.handlers.errors import MeaninglessSetup, UnknownFormat
from api.handlers.overlays import cautioned, stamped
from api.handlers.usercards import in_use
from api.handlers.viewing import JUDGE, check_viewer
from api.handlers.wording import with_wording
from judge.board.draft import definition_faults
from judge.board.faults import Fault, show_path
from judge.board.reading import Reading
from judge.board.state import Board
from judge.ruling.legal import BoardCheck, Setup
from judge.ruling.ruling import Caveat, Ruling


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
    #: the format whose bans hold for the decks; None: nothing is banned
    format: str | None = None
    #: the day whose wordings and bans hold; None: now
    date: datetime.date | None = None
    viewer: str = JUDGE


def check_board(request: CheckRequest) -> BoardCheck:
    """What could not have come about, what was taken by default, what a Cleanup would change.

    Raises `UnknownViewer`.
    """
    board = request.board.board
    check_viewer(request.viewer, board.players)
    catalogue = request.board.catalogue.base
    if request.viewer == JUDGE:
        return judge.check_board(board, request.board, catalogue)
    seen = judge.view_board(board, request.viewer, catalogue)
    return judge.check_board(seen, catalogue=catalogue)


def view_board(request: ViewRequest) -> Board:
    """The board as its viewer may see it. Raises `UnknownViewer`."""
    board = request.board.board
    check_viewer(request.viewer, board.players)
    return judge.view_board(board, request.viewer, request.board.catalogue.base)


def new_board(request: NewBoardRequest) -> Ruling:
    """The ruling on a setup: the board after mulligans, or a question on the way there.

    Raises `MeaninglessSetup`, `UnknownViewer`, `UnknownFormat`, `judge.MalformedAnswer` and
    `rulesdb.errors.DamagedStore`.
    """
    setup = request.setup
    held = dated.then(in_use(), request.date)
    catalogue = held.catalogue
    check_viewer(request.viewer, setup.decks)
    faults = _definition_faults(setup)
    not_dated: list[Caveat] = []
    if request.format is not None:
        known = dated.known_formats()
        if request.format not in known:
            raise UnknownFormat(request.format, known)
        bans = dated.check_bans(setup.decks, catalogue, request.format, request.date)
        faults += bans.faults
        not_dated = bans.caveats
    if faults:
        raise MeaninglessSetup(faults)
    try:
        with answering(request.answers, request.seed, request.viewer) as answers:
            ruling = judge.new_board(setup, answers, catalogue=catalogue)
    except judge.MeaninglessBoard as error:
        raise MeaninglessSetup(error.faults) from error
    ruling = stamped(with_unused(ruling, answers))
    if request.viewer != JUDGE:
        ruling = judge.view_ruling(ruling, request.viewer, catalogue)
    ruling = dated.cautioned(cautioned(ruling), held.otherwise, request.date)
    return with_wording(msgspec.structs.replace(ruling, caveats=[*ruling.caveats, *not_dated]))


def _definition_faults(setup: Setup) -> list[Fault]:
    """What is wrong with the cards that a setup defines itself."""
    faults: list[Fault] = []
    for name, definition in setup.cards.items():
        if isinstance(definition, dict):
            faults += definition_faults({"name": name, **definition}, ("cards", name))
        else:
            path = show_path(("cards", name))
            faults.append(Fault(path=path, code="definition", message="a definition is an object"))
    return faults
