"""What stands around a ruling: checking a board, encoding, and the view of one player (D8, D12)."""

from __future__ import annotations

from typing import Any

import msgspec

from judge.actions.points import GameEnded
from judge.adjudicate import new_run
from judge.board.canonical import canonical
from judge.board.checking import possibility_warnings
from judge.board.reading import Reading
from judge.board.state import Board
from judge.board.table import Table
from judge.effects.catalogue import Catalogue, standard_catalogue
from judge.effects.unmodelled import unmodelled_in_play
from judge.effects.unread import UNREAD_CODES, caution_unread
from judge.procedure.cleanup import cleanup
from judge.ruling.legal import BoardCheck
from judge.ruling.ruling import Caveat, Ruling, Step
from judge.ruling.run import Interruption
from judge.ruling.views import hide_from

_ENCODER = msgspec.json.Encoder(order="deterministic")


def encode(thing: Any) -> bytes:
    """JSON of a board, a ruling or any other struct of the engine; defaults are left out."""
    return _ENCODER.encode(thing)


def check_board(
    board: Board, reading: Reading | None = None, catalogue: Catalogue | None = None
) -> BoardCheck:
    """What is unusual about a board: warnings, defaults taken, unmodelled texts, what a Cleanup
    would do.

    `reading` is what `read_board` returned, for its assumptions.
    """
    cards = (catalogue or standard_catalogue()).with_inline(board.cards)
    run, _ = new_run(board, (), cards, None)
    caution_unread(run, board)
    stopped: list[Step] = []
    if board.result is None:
        run.cleanup_due = True
        try:
            while run.cleanup_due and run.board.result is None:
                cleanup(run)
        except Interruption as interruption:
            stopped = [Step(text=str(interruption))]
        except GameEnded:
            pass
    changes = _events(run.root) + stopped
    caveats = [
        Caveat(
            code="unmodelled_text",
            sentence=f"The text of {name} is not modelled.",
            objects=ids,
        )
        for name, ids in unmodelled_in_play(cards, Table(board)).items()
    ]
    caveats += [each for each in run.caveats.values() if each.code in UNREAD_CODES]
    return BoardCheck(
        warnings=possibility_warnings(board, cards),
        assumptions=list(reading.assumptions) if reading is not None else [],
        caveats=caveats,
        cleanup_would=changes,
        board=canonical(board),
    )


def _events(step: Step) -> list[Step]:
    found = [step] if step.event is not None else []
    for child in step.children:
        found.extend(_events(child))
    return found


def view_ruling(ruling: Ruling, viewer: str, catalogue: Catalogue | None = None) -> Ruling:
    """What a viewer may see of a ruling: `judge` everything, a player or `public` less (D12)."""
    if viewer == "judge":
        return ruling
    return hide_from(ruling, viewer, catalogue)


__all__ = ["check_board", "encode", "view_ruling"]
