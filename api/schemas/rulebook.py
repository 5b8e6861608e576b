"""Searching the rule book, drawing it, and comparing its editions: parameters and replies."""

from __future__ import annotations

import re
from typing import Any, get_args

import marshmallow
from marshmallow import fields, validate

from api.handlers.rule_graph import GRAPH_FORMS, MOST_RADIUS
from api.handlers.rule_search import LONGEST_QUESTION, MOST_HITS
from api.schemas.resources import LinkResource, RuleMention
from rulesdb import NEWEST
from rulesdb.concordance import How


def _text(description: str, **options: Any) -> fields.Field[Any]:
    return fields.String(required=True, metadata={"description": description}, **options)


class WholeNumber(fields.Integer):
    """A whole number in ASCII digits, without the spaces and underscores that Python allows."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **options: Any) -> Any:
        if isinstance(value, str) and re.fullmatch("[+-]?[0-9]{1,9}", value) is None:
            raise self.make_error("invalid", input=value)
        return super()._deserialize(value, attr, data, **options)


class SearchParameters(marshmallow.Schema):
    """What is searched for."""

    q = fields.String(
        required=True,
        validate=validate.Length(max=LONGEST_QUESTION),
        metadata={
            "description": "A question in plain words, a number, or a phrase in quotation marks. "
            "The words of other games are understood."
        },
    )
    limit = WholeNumber(
        load_default=10,
        validate=validate.Range(1, MOST_HITS),
        metadata={"description": "How many hits at most. Left out: `10`."},
    )
    edition = fields.String(
        load_default=NEWEST,
        metadata={
            "description": "The edition that is searched, or `tournament-2026-07-16`. "
            "Left out: the newest."
        },
    )


class GraphParameters(marshmallow.Schema):
    """How much of the graph, and in which form."""

    radius = WholeNumber(
        load_default=2,
        validate=validate.Range(1, MOST_RADIUS),
        metadata={"description": "How many steps away. Left out: `2`."},
    )
    format = fields.String(
        load_default="json",
        validate=validate.OneOf(GRAPH_FORMS),
        metadata={
            "description": "`svg` for a picture, `json` in the node-link form of networkx, "
            "`graphml`, or `dot` for Graphviz. Left out: `json`."
        },
    )


class DiffParameters(marshmallow.Schema):
    """Which editions are compared."""

    class Meta:
        # `from` is a word of the language
        include = {
            "from": fields.String(
                required=True,
                metadata={"description": "The edition to start from: `core-1.3` or `1.3`."},
            )
        }

    to = fields.String(
        load_default=NEWEST, metadata={"description": "The other edition. Left out: the newest."}
    )
    how = fields.String(
        validate=validate.OneOf(get_args(How)),
        metadata={"description": "Only the rules to which this happened. Left out: all rules."},
    )


class FoundRuleResource(RuleMention):
    """A rule that was found."""

    score = fields.Float(
        required=True, metadata={"description": "To be compared within one reply only."}
    )
    why = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "What brought it here, the weightiest first."},
    )
    section = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "The titles above it, the chapter first."},
    )


class FoundWordResource(marshmallow.Schema):
    """A word of another game."""

    word = _text("The word, as it was said.")
    reference = _text(
        "The rule to look at instead: a number of the edition that was searched, or with its own "
        "edition (`core-1.4:440`) where that one has no such rule."
    )
    title = _text("Its title, if it is a heading.", allow_none=True)
    explanation = _text("What this game has in its place.")


class FoundResource(marshmallow.Schema):
    """What a search found."""

    query = _text("What was searched for.")
    edition = _text("Where.")
    hits = fields.List(
        fields.Nested(FoundRuleResource),
        required=True,
        metadata={"description": "The rules, best first."},
    )
    foreign_words = fields.List(
        fields.Nested(FoundWordResource),
        required=True,
        metadata={"description": "The words of other games in it, with what stands for them here."},
    )


class DiffResource(marshmallow.Schema):
    """What changed between two editions."""

    class Meta:
        include = {"from": _text("The first edition.")}

    to = _text("The second edition.")
    counts = fields.Dict(
        keys=fields.String(validate=validate.OneOf(get_args(How))),
        values=fields.Integer(),
        required=True,
        metadata={"description": "How many rules there are to which each happened."},
    )
    links = fields.List(
        fields.Nested(LinkResource),
        required=True,
        metadata={
            "description": "The rules of the first edition in its order, and then those that only "
            "the second has."
        },
    )
