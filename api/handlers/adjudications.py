"""Judging an action (`POST /v1/adjudications`)."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

import judge
from api.handlers import dated
from api.handlers.answering import answering, with_unused
from api.handlers.errors import ImpossibleBoard
from api.handlers.overlays import cautioned, loaded, needs_citations, settled, stamped
from api.handlers.viewing import JUDGE, check_player, check_viewer
from api.handlers.wording import with_wording
from judge.adjudicate import request_faults
from judge.board.faults import Path, show_path
from judge.board.reading import Reading
from judge.ruling.actions import Action, Then
from judge.ruling.ruling import BoardWarning, Earlier, Ruling, TraceLevel
from judge.ruling.waiving import Waiver


class AdjudicationRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A board that has been read, what somebody wants to do, and how it should be judged."""

    board: Reading
    action: Action | None = None
    answers: Sequence[Any] = ()
    then: Then = "nothing"
    readings: Mapping[str, str] = msgspec.field(default_factory=dict)
    waivers: Mapping[str, Waiver] = msgspec.field(default_factory=dict)
    sensitivity: bool = False
    earlier: Sequence[Earlier] | None = None
    settle: bool = False
    strict: bool = False
    seed: str | None = None
    #: the day whose wordings and bans hold; None: now
    date: datetime.date | None = None
    trace: TraceLevel = "full"
    viewer: str = JUDGE
    #: where the board stands in the document of the request
    at: Path = ("board",)


def adjudicate(request: AdjudicationRequest) -> Ruling:
    """The ruling, as its viewer may see it, with the official wording where the user has it.

    Raises `UnknownViewer`, `UnknownPlayer`, `ImpossibleBoard` (when the request is strict),
    `judge.MalformedAction`, `judge.MalformedAnswer` and `rulesdb.errors.DamagedStore`.
    """
    board = request.board.board
    faults = request_faults(
        request.action,
        request.answers,
        then=request.then,
        settle=request.settle,
        readings=request.readings,
        waivers=request.waivers,
        earlier=request.earlier,
    )
    if faults:
        # what is malformed is said first, before what does not go with this board
        raise judge.MalformedAction(faults)
    check_viewer(request.viewer, board.players)
    if request.action is not None:
        check_player(request.action.by, board.players, path="$.action.by")
    refuse_if_strict(request.board, strict=request.strict, viewer=request.viewer)
    level = request.trace
    own = loaded()
    held = dated.then(request.board.catalogue.base, request.date)
    catalogue = held.catalogue
    # which changes a ruling was made without is told by what it cites
    without_citations = level == "none" and needs_citations(own)
    with answering(request.answers, request.seed, request.viewer) as answers:
        ruling = judge.adjudicate(
            board,
            request.action,
            answers,
            catalogue=catalogue,
            then=request.then,
            readings=settled(request.readings, own),
            waivers=dict(request.waivers),
            settle=request.settle,
            sensitivity=request.sensitivity,
            earlier=request.earlier,
            trace="citations" if without_citations else level,
            seen_by=request.viewer,
        )
    ruling = with_unused(ruling, answers)
    if request.board.typed:
        # the boards of rulings could come about, and there is no need to look them over again
        warnings = seen_warnings(request.board, request.viewer)
        ruling = msgspec.structs.replace(ruling, warnings=warnings)
    ruling = stamped(ruling, [overlay.id for overlay in board.overlays], own)
    if request.viewer != JUDGE:
        ruling = judge.view_ruling(ruling, request.viewer, catalogue)
    ruling = dated.cautioned(cautioned(ruling, own), held.otherwise, request.date)
    if without_citations:
        ruling = msgspec.structs.replace(ruling, citations=[])
    if request.viewer == JUDGE:
        ruling = _placed(ruling, request)
    return with_wording(ruling)


def _placed(ruling: Ruling, request: AdjudicationRequest) -> Ruling:
    """The ruling with the place, in the document as it was typed, of the fact that it lacks."""
    refusal = ruling.refusal
    if refusal is None or refusal.about is None:
        return ruling
    place = request.board.place_of(refusal.about)
    if place is None:
        return ruling
    refusal = msgspec.structs.replace(refusal, path=show_path((*request.at, *place)))
    return msgspec.structs.replace(ruling, refusal=refusal)


def refuse_if_strict(reading: Reading, *, strict: bool, viewer: str) -> None:
    """Raises `ImpossibleBoard` when a strict request has a board with warnings.

    Another than the judge is told of those only that can be seen on their view of the board.
    """
    if strict and (warnings := seen_warnings(reading, viewer)):
        raise ImpossibleBoard(warnings)


def seen_warnings(reading: Reading, viewer: str) -> list[BoardWarning]:
    """Why the board could not have come about, as far as its viewer can see that."""
    if viewer == JUDGE or not reading.warnings:
        return reading.warnings
    catalogue = reading.catalogue.base
    seen = judge.view_board(reading.board, viewer, catalogue)
    return judge.check_board(seen, catalogue=catalogue).warnings
