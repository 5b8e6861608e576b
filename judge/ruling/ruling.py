"""The ruling: what `judge.adjudicate` returns (DESIGN words, D8, D9, D13, D14)."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from judge.board.events import AnyEvent
from judge.board.state import Board
from judge.ruling.questions import Question

Verdict = Literal["legal", "illegal", "question", "not_adjudicable"]
Basis = Literal["rules", "assumed", "reading", "waived"]
TraceLevel = Literal["full", "events", "citations", "none"]
RefusalReason = Literal["clause", "missing_fact", "edition_not_played", "loop", "limit"]


class RulingPart(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """What all parts of a ruling have in common."""


class Problem(RulingPart, kw_only=True):
    """One reason why an action is illegal (D9). `kind`: never legal, not legal now, or
    ambiguous.
    """

    code: str
    kind: Literal["never", "not_now", "ambiguous"]
    rules: list[str]
    sentence: str
    objects: list[str] = []
    #: what would make it legal, where that can be said
    remedy: str | None = None
    audience: str = "all"


class Step(RulingPart, kw_only=True):
    """A node of the trace. `rules` are the citations; `event` is what happened, if anything did."""

    id: int = 0
    rules: list[str] = []
    text: str | None = None
    by: str | None = None
    event: AnyEvent | None = None
    children: list[Step] = []


# no `RulingPart`, since it is frozen: rulings share it
class Citation(
    msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True, kw_only=True, frozen=True
):
    """A rule that the trace or a problem cites, with its gist, in the order of first use."""

    edition: str
    rule: str
    gist: str | None = None
    #: the official wording; the engine leaves it out, whoever shows the ruling may add a user's own
    wording: str | None = None


#: the path of the assumption that names together what a board leaves out; its value lists the paths
LEFT_OUT = "left_out"


class Assumption(RulingPart, kw_only=True):
    """A default that a step branched on: the path of the fact, and what it was taken to be."""

    path: str
    value: Any = None
    sentence: str
    #: who may see it: all, or the player whose hidden cards it is about (D12)
    audience: str = "all"


#: the code of a caveat that prints a text back which was read and not checked
READ_TEXT = "read_text"


class Caveat(RulingPart, kw_only=True):
    """Something that the reader of the ruling should know: an unmodelled text, a reading.

    `cards`: the names of the cards whose text it prints back.
    """

    code: str
    sentence: str
    objects: list[str] = []
    cards: list[str] = []


class Loop(RulingPart, kw_only=True):
    """What repeats without end (OP-20): the steps from one occurrence of a board to the next."""

    steps: list[str] = []
    #: the players without whose actions or decisions it would not go on; nobody: all is mandatory
    maintained_by: list[str] = []


class Refusal(RulingPart, kw_only=True):
    """Why the action cannot be judged, and what to say to go on (D13)."""

    reason: RefusalReason
    sentence: str
    #: the clause, the path of the missing fact, or the name of the limit
    about: str | None = None
    #: where in the document that was judged that fact stands or belongs, from its root `$`; only
    #: over HTTP and on the command line, and for a judge alone
    path: str | None = None
    rules: list[str] = []
    #: what may be said under `about` in the waivers of a request: no_effect, notation, edits,
    #: fact, iterations; where nothing is, the board has to say more, or something else
    waive: list[str] = []
    loop: Loop | None = None


class Earlier(RulingPart, kw_only=True):
    """An action of a series, as a ruling gives it under `position` and the next request has it
    among its `earlier` ones.
    """

    #: what tells the board before the action from others, whatever its objects are called
    position: str
    #: the action in words
    did: str = ""
    #: who did something other than passing, or made a choice
    decided_by: list[str] = []
    by_chance: bool = False


class OtherReading(RulingPart, kw_only=True):
    """What another reading of an open point would have given."""

    reading: str
    #: whether verdict, reasons, question or board would be others
    differs: bool
    sentence: str


class ReadingTaken(RulingPart, kw_only=True):
    """An open point that the ruling rests on, the reading taken, and what the others give (D10)."""

    point: str
    taken: str
    #: none where only the reading taken is built
    others: list[OtherReading] = []
    #: on whose view of the rulings they were compared (D12)
    audience: str = "judge"


class Turned(RulingPart, kw_only=True):
    """An assumption of the ruling, and what would have come of the ruling without it."""

    path: str
    #: the fact that was put in the place of the default; left out where none was tried
    instead: Any = None
    #: whether verdict, reasons, question or what happens would be others; None: not tried
    differs: bool | None = None
    sentence: str
    audience: str = "judge"


class BoardWarning(RulingPart, kw_only=True):
    """Why a board could not have come about, or is unusual; it is judged all the same."""

    code: str
    rules: list[str]
    sentence: str
    objects: list[str] = []


class Stamp(RulingPart, kw_only=True):
    """What the ruling was made with."""

    engine: str
    edition: str
    overlays: list[str] = []
    overlays_not_held: list[str] = []
    catalogue: str


class Ruling(RulingPart, kw_only=True):
    """Verdict, and everything it stands on.

    `board` is the resulting board when legal, the unchanged board when illegal, and the working
    board (`stable: false`, for display only) for a question or a refusal.
    """

    verdict: Verdict
    basis: Basis
    #: the verdict in one sentence
    sentence: str = ""
    problems: list[Problem] = []
    question: Question | None = None
    refusal: Refusal | None = None
    board: Board | None = None
    trace: list[Step] = []
    citations: list[Citation] = []
    assumptions: list[Assumption] = []
    caveats: list[Caveat] = []
    #: why the board that came in could not have come about, where it was typed (D12)
    warnings: list[BoardWarning] = []
    stamp: Stamp | None = None
    #: the open points that it rests on, with what the other readings would give
    readings: list[ReadingTaken] = []
    #: where the request asks for it: the ruling again, with each of its assumptions turned
    sensitivity: list[Turned] = []
    #: where the request has `earlier`: what to put at its end for the next action
    position: Earlier | None = None
    #: how many of the given answers were used; a rest is reported, never swallowed
    answers_used: int = 0
