"""The envelopes of requests: the documents, and beside them what the caller wants done with them.

Loading an envelope gives the typed request of its handler.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, get_args

import marshmallow
from marshmallow import fields, post_load, validate

from api.handlers.adjudications import AdjudicationRequest
from api.handlers.boards import CheckRequest, NewBoardRequest, ViewRequest
from api.handlers.explanations import ExplanationRequest
from api.handlers.legal_actions import LegalActionsRequest
from api.schemas.fields import BoardField, Document, Flag, Readings, Seed, Waivers, refusal
from judge.board.faults import Fault, MeaninglessBoard
from judge.limits import ANSWERS
from judge.ruling.actions import Action, Then
from judge.ruling.explanation import About
from judge.ruling.legal import Setup
from judge.ruling.ruling import Earlier, TraceLevel

_VIEWER = (
    "Who looks: a player of the board, `public` (what everybody may see) or `judge` (everything). "
    "The reply holds what that viewer may see, and nothing else."
)
_STRICT = "Refuse a board that could not have come about, instead of judging it with warnings."
_ANSWERS = (
    "Answers to the questions of this request, in the order in which they are asked. An answer is "
    "a value in the shape of its question's form, or `{id, value}`, whose id must be that of the "
    "question."
)
_SEED = (
    "Answers every question to chance: the same seed and question always get the same answer. "
    "Left out, such questions are asked like all others."
)


class Envelope(marshmallow.Schema):
    """What all envelopes have in common. `request` is the typed request that loading gives."""

    request: type[Any]

    @post_load
    def _typed(self, data: Mapping[str, Any], **options: Any) -> Any:
        """Raises `MeaninglessBoard`."""
        board = data.get("board")
        if isinstance(board, MeaninglessBoard):
            raise board
        return self.request(**data)


def _not_too_many(answers: Sequence[Any]) -> None:
    """Raises `marshmallow.ValidationError`, which names the limit."""
    if len(answers) > ANSWERS:
        message = f"{len(answers)} answers are more than the limit ANSWERS ({ANSWERS})"
        raise refusal([Fault("$", "limit", message)])


def _answers() -> fields.Field[Any]:
    return fields.List(
        fields.Raw(allow_none=True),
        load_default=list,
        validate=_not_too_many,
        metadata={"description": _ANSWERS, "maxItems": ANSWERS},
    )


def _viewer(**options: Any) -> fields.Field[Any]:
    if not options:
        options = {"load_default": "judge"}
    return fields.String(metadata={"description": _VIEWER}, **options)


def _board() -> fields.Field[Any]:
    return BoardField(required=True)


def _flag(description: str) -> fields.Field[Any]:
    return Flag(load_default=False, metadata={"description": description})


def _strict() -> fields.Field[Any]:
    return _flag(_STRICT)


def _seed() -> fields.Field[Any]:
    return Seed(load_default=None, allow_none=True, metadata={"description": _SEED})


def _date(what: str) -> fields.Field[Any]:
    return fields.Date(
        load_default=None,
        allow_none=True,
        metadata={"description": f"The day, such as `2026-07-20`, {what} Left out: now."},
    )


class AdjudicationEnvelope(Envelope):
    """A board, what somebody wants to do, and the answers to the choices that it raises."""

    request = AdjudicationRequest

    board = _board()
    action = Document(
        Action,
        load_default=None,
        allow_none=True,
        metadata={
            "description": "What a player does; null or left out: only the passes of `then` happen."
        },
    )
    answers = _answers()
    then = fields.String(
        load_default="nothing",
        validate=validate.OneOf(get_args(Then)),
        metadata={
            "description": "Passes after the action. `resolve-chain`: every player passes Priority "
            "until the chain is empty or somebody must choose. `to-next-decision`: those pass who "
            "can do nothing else, until somebody can do something."
        },
    )
    readings = Readings(
        keys=fields.String(),
        values=fields.String(),
        load_default=dict,
        metadata={
            "description": "How open points of the rule book are read in this ruling: an open "
            "point's id and the id of a reading."
        },
    )
    waivers = Waivers(
        load_default=dict,
        metadata={
            "description": "What is taken in the place of what a refusal was about, so that the "
            "ruling goes on: by the refusal's `about`, one of what its `waive` lists. `no_effect` "
            "passes it over; `notation` gives what a card's text does, in effect notation; `edits` "
            "passes it over and says what it did to the result (of a missing fact or a limit: what "
            "came of the action, which is not carried out); `fact` gives what is left out of it; "
            "`iterations` says how often a loop is gone through. The basis of the ruling is then "
            "`waived`."
        },
    )
    earlier = fields.List(
        Document(Earlier),
        load_default=None,
        allow_none=True,
        metadata={
            "description": "What the rulings on the actions before this one gave as `position`, in "
            "order; empty for the first. A board that comes again is then refused as a loop, and "
            "the ruling has a `position` of its own."
        },
    )
    sensitivity = _flag(
        "Judge again with each assumption of the ruling turned, and say which would matter."
    )
    settle = _flag("Run the Cleanup that the board still awaits before the action.")
    strict = _strict()
    seed = _seed()
    date = _date(
        "whose wordings of cards hold. Of a wording other than today's it is only known that it is "
        "another: what needs the text is refused for its clauses."
    )
    trace = fields.String(
        load_default="full",
        validate=validate.OneOf(get_args(TraceLevel)),
        metadata={"description": "How much of the trace the ruling carries."},
    )
    viewer = _viewer()


class LegalActionsEnvelope(Envelope):
    """A board, and whose actions are wanted."""

    request = LegalActionsRequest

    board = _board()
    player = fields.String(
        load_default=None,
        allow_none=True,
        metadata={"description": "Whose actions; left out: of the player whose decision it is."},
    )
    date = _date("whose wordings of cards hold.")
    excluded = _flag("Add what might be expected among the legal actions, and why it is not there.")
    strict = _strict()
    viewer = _viewer()


class ExplanationEnvelope(Envelope):
    """A board, and an object on it that is to be explained."""

    request = ExplanationRequest

    board = _board()
    object = fields.String(
        required=True, metadata={"description": "The id of the object, or its reference."}
    )
    about = fields.String(
        load_default=None,
        allow_none=True,
        validate=validate.OneOf(get_args(About)),
        metadata={"description": "The characteristic that is asked for; left out: all of them."},
    )
    viewer = _viewer()


class BoardCheckEnvelope(Envelope):
    """A board to be looked over."""

    request = CheckRequest

    board = _board()
    viewer = _viewer()


class BoardViewEnvelope(Envelope):
    """A board, and who looks at it."""

    request = ViewRequest

    board = _board()
    viewer = _viewer(required=True)


class NewBoardEnvelope(Envelope):
    """A game to set up, and the answers to the choices that it raises."""

    request = NewBoardRequest

    setup = Document(Setup, required=True)
    answers = _answers()
    seed = _seed()
    format = fields.String(
        load_default=None,
        allow_none=True,
        metadata={
            "description": "The format whose banned cards may not be in a deck, such as "
            "`constructed`. Left out: no card is banned."
        },
    )
    date = _date("whose wordings of cards and whose bans hold.")
    viewer = _viewer()
