"""Searching the rule book, drawing it, and comparing its editions: parameters and replies."""

from __future__ import annotations

import re
from typing import Any, get_args

import marshmallow
from marshmallow import fields, validate

from api.handlers.rule_graph import DRAWN_KINDS, GRAPH_FORMS, MOST_RADIUS
from api.handlers.rule_questions import MOST_ANSWERS, QUESTIONS
from api.handlers.rule_search import LONGEST_QUESTION, MOST_HITS
from api.schemas.resources import LinkResource, RuleMention
from rulesdb import NEWEST
from rulesdb.concordance import How
from rulesdb.graph import BOOK_KINDS, EDGE_KINDS


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
    edges = fields.List(
        fields.String(validate=validate.OneOf(EDGE_KINDS)),
        load_default=[],
        metadata={
            "description": "The kinds of edges that are followed; may be given several times. "
            "`was` leads to the editions before, `cites` to what cites a rule. Left out: "
            f"{', '.join(f'`{kind}`' for kind in DRAWN_KINDS)}."
        },
    )


class LinksParameters(marshmallow.Schema):
    """What is asked about a rule."""

    ask = fields.String(
        required=True,
        validate=validate.OneOf(QUESTIONS),
        metadata={
            "description": "`children`: the rules directly under it. `path`: the way up to its "
            "chapter. `references`: what it points to, repeats, and where it stood before. "
            "`referenced-by`: what points to it, repeats it, stood where it was, or cites it. "
            "`related`: the rules that have most to do with it. `exercised`: the scenarios that "
            "cite it by its own number."
        },
    )
    limit = fields.Integer(
        load_default=20,
        validate=validate.Range(1, MOST_ANSWERS),
        metadata={"description": "How many answers at most. Left out: `20`."},
    )


class WayParameters(marshmallow.Schema):
    """Where a way is to lead."""

    to = fields.String(
        required=True,
        metadata={"description": "The other rule: a number, alone or behind its edition."},
    )
    edges = fields.List(
        fields.String(validate=validate.OneOf(EDGE_KINDS)),
        load_default=[],
        metadata={
            "description": "The kinds of edges that are followed; may be given several times. "
            f"Left out: {', '.join(f'`{kind}`' for kind in BOOK_KINDS)}."
        },
    )


class PlaceResource(marshmallow.Schema):
    """A rule, or something that cites rules."""

    document = _text("`core` or `tournament`, or what cites: `code`, `problem`, `scenario`, ...")
    edition = _text("The edition of a rule; null for what cites.", allow_none=True)
    number = _text("The number of a rule, or the id of what cites.")
    title = _text("The title of a heading; else null.", allow_none=True)
    gist = _text("What a rule says, in our own words; else null.", allow_none=True)


def _edge(**options: Any) -> fields.Field[Any]:
    kinds = [*EDGE_KINDS, *([None] if options.get("allow_none") else [])]
    return _text("The kind of the edge.", validate=validate.OneOf(kinds), **options)


class AnsweredResource(marshmallow.Schema):
    """One answer."""

    place = fields.Nested(
        PlaceResource, required=True, metadata={"description": "What it is about."}
    )
    kind = _edge(allow_none=True)
    count = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "How often it cites the rule; null for what does not cite."},
    )
    share = fields.Float(
        required=True,
        allow_none=True,
        metadata={
            "description": "How near a related rule is, to be compared within one reply only; else "
            "null."
        },
    )


class LinksResource(marshmallow.Schema):
    """The answers to a question about a rule."""

    reference = _text("The rule, with its edition.")
    ask = _text("What was asked.", validate=validate.OneOf(QUESTIONS))
    total = fields.Integer(
        required=True,
        allow_none=True,
        metadata={
            "description": "How many answers there are; null for `related`, which ranks all rules."
        },
    )
    answers = fields.List(
        fields.Nested(AnsweredResource),
        required=True,
        metadata={"description": "The first of them."},
    )


class WayStepResource(marshmallow.Schema):
    """One step from a rule to another."""

    start = fields.Nested(PlaceResource, required=True, metadata={"description": "From here."})
    kind = _edge()
    end = fields.Nested(PlaceResource, required=True, metadata={"description": "To here."})
    forward = fields.Boolean(
        required=True, metadata={"description": "Whether it goes in the direction of the edge."}
    )


class WayResource(marshmallow.Schema):
    """The fewest steps from one rule to another."""

    start = _text("The first rule, with its edition.")
    end = _text("The second.")
    steps = fields.List(
        fields.Nested(WayStepResource),
        required=True,
        allow_none=True,
        metadata={"description": "The steps; null if no way leads there."},
    )


class UnexercisedResource(marshmallow.Schema):
    """What no scenario exercises."""

    edition = _text("The edition.")
    plays = fields.Integer(
        required=True, metadata={"description": "How many rules of the class `plays` it has."}
    )
    rules = fields.List(
        fields.Nested(RuleMention),
        required=True,
        metadata={"description": "Those of them that no scenario cites by their own number."},
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
    how = fields.List(
        fields.String(validate=validate.OneOf(get_args(How))),
        load_default=[],
        metadata={
            "description": "Only the rules to which this happened; may be given several times. "
            "Left out: all rules."
        },
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
