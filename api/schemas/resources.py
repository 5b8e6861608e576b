"""Small resources: rules, editions, the state of the service."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

import marshmallow
from marshmallow import fields, validate

from api.handlers.rules import RuleEntry
from rulesdb import NEWEST, Edition, Rule
from rulesdb.gistfiles import RuleClass
from rulesdb.wordings import State


def _text(description: str, **options: Any) -> fields.Field[Any]:
    return fields.String(required=True, metadata={"description": description}, **options)


def _texts(description: str) -> fields.Field[Any]:
    return fields.List(fields.String(), required=True, metadata={"description": description})


class RuleMention(marshmallow.Schema):
    """Another rule, with what is needed to show a link to it."""

    number = _text("The rule's number.")
    title = _text("The title of a heading; null for a rule.", allow_none=True)
    gist = _text("What it says, in our own words.", allow_none=True)


class RuleResource(RuleMention):
    """One rule of one edition: its place in the rule book, and what it says in our own words."""

    edition = _text("The edition that the number belongs to.")
    kind = _text(
        "`heading` for a titled section, `rule` for the rest.",
        validate=validate.OneOf(["heading", "rule"]),
    )
    class_ = fields.String(
        required=True,
        allow_none=True,
        data_key="class",
        validate=validate.OneOf([*get_args(RuleClass), None]),
        metadata={"description": "What the rule does for a ruling."},
    )
    restates = _texts("Numbers of the rules that already say what this one says.")
    note = _text("A remark of whoever wrote the gist; mostly empty.")
    parent = _text("The number it hangs under; null for a chapter.", allow_none=True)
    path = fields.List(
        fields.Nested(RuleMention),
        required=True,
        metadata={"description": "What stands above it, the chapter first."},
    )
    children = fields.List(
        fields.Nested(RuleMention),
        required=True,
        metadata={"description": "What hangs directly under it, in the order of the document."},
    )
    see = fields.List(
        fields.Nested(RuleMention),
        required=True,
        metadata={"description": "The rules it points to."},
    )
    examples = fields.Integer(
        required=True,
        metadata={"description": "How many official examples stand with it.", "minimum": 0},
    )
    wording = _text(
        "The official wording, where this service has been given a copy of the official document; "
        "else null.",
        allow_none=True,
    )
    wording_state = fields.String(
        required=True,
        allow_none=True,
        validate=validate.OneOf([*get_args(State), None]),
        metadata={
            "description": "How that copy compares with what is known of the official wording: "
            "the same, the same but for its examples, or another; null without a wording."
        },
    )


class EditionResource(marshmallow.Schema):
    """A dated edition of the core rules."""

    name = _text("As in citations: `core-1.4`.")
    set_name = _text("The card set that it came out with.")
    published = fields.Date(required=True, metadata={"description": "When it came out."})
    held = fields.Boolean(
        required=True, metadata={"description": "Whether its rules can be looked up here."}
    )
    played = fields.Boolean(
        required=True, metadata={"description": "Whether this release judges by it."}
    )


class Health(marshmallow.Schema):
    """Whether the service works."""

    status = _text("`ok`, and nothing else.", validate=validate.Equal("ok"))


def mention_data(rule: Rule) -> Mapping[str, Any]:
    """A rule as `RuleMention` describes it."""
    return {"number": rule.number, "title": rule.title, "gist": rule.gist}


def rule_data(entry: RuleEntry) -> Mapping[str, Any]:
    """A rule as `RuleResource` describes it."""
    rule = entry.rule
    return {
        "edition": entry.edition,
        **mention_data(rule),
        "kind": rule.kind,
        "class": rule.rule_class,
        "restates": list(rule.restates),
        "note": rule.note,
        "parent": rule.parent,
        "path": [mention_data(above) for above in entry.path],
        "children": [mention_data(below) for below in entry.children],
        "see": [mention_data(other) for other in entry.see],
        "examples": rule.examples,
        "wording": entry.wording.wording if entry.wording else None,
        "wording_state": entry.wording.state if entry.wording else None,
    }


def edition_data(edition: Edition) -> Mapping[str, Any]:
    """An edition as `EditionResource` describes it."""
    return {
        "name": edition.name,
        "set_name": edition.set_name,
        "published": edition.published,
        "held": edition.held,
        "played": edition.name == NEWEST,
    }
