"""What is to be judged and how: a request, once its documents have been read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from judge.board.state import Board
from judge.effects.catalogue import Catalogue
from judge.ruling.actions import Action, Then
from judge.ruling.questions import Question
from judge.ruling.ruling import Earlier
from judge.ruling.waiving import Waiver


class Course(msgspec.Struct, frozen=True, kw_only=True):
    """A board, an action and answers, with everything else that the ruling follows from."""

    board: Board
    action: Action | None
    answers: Sequence[Any] | Callable[[Question], Any]
    then: Then
    cards: Catalogue
    readings: Mapping[str, str] = {}
    waivers: Mapping[str, Waiver] = {}
    disabled: frozenset[str] = frozenset()
    settle: bool = False
    seen_by: str = "judge"
    #: the actions before this one, to see whether a board comes again; None: that is not asked
    earlier: Sequence[Earlier] | None = None
