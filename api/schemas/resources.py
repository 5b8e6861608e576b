"""Small resources: rules, editions, the state of the service."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args

import marshmallow
import msgspec
from marshmallow import fields, validate

from api.handlers.embodiments import (
    Embodiment,
    embodied_by,
    embodied_by_nothing,
    reclassification,
)
from api.handlers.rule_changes import link_data
from api.handlers.rules import RuleEntry
from rulesdb import NEWEST, Edition, InlineCase, Rule, TournamentRule
from rulesdb.concordance import How, Source
from rulesdb.gistfiles import RuleClass
from rulesdb.tournament import (
    PENALTIES,
    Infraction,
    Penalty,
    TournamentClass,
    tournament_rule,
)
from rulesdb.wordings import State


def _text(description: str, **options: Any) -> fields.Field[Any]:
    return fields.String(required=True, metadata={"description": description}, **options)


def _texts(description: str) -> fields.Field[Any]:
    return fields.List(fields.String(), required=True, metadata={"description": description})


def _one_of(description: str, kind: Any, **options: Any) -> fields.Field[Any]:
    """One of the values of a `Literal`; with `allow_none` also null."""
    values = [*get_args(kind), *([None] if options.get("allow_none") else [])]
    return _text(description, validate=validate.OneOf(values), **options)


class RuleMention(marshmallow.Schema):
    """Another rule, with what is needed to show a link to it."""

    number = _text("The rule's number.")
    title = _text("The title of a heading; null for a rule.", allow_none=True)
    gist = _text("What it says, in our own words.", allow_none=True)


class LinkResource(marshmallow.Schema):
    """What became of one rule from one edition to another."""

    old = _text("Its number in the first; null for a new rule.", allow_none=True)
    new = _text("Its number in the second; null for one that is gone.", allow_none=True)
    how = _one_of("What happened to it.", How)
    source = _one_of(
        "How that is known: an official mark, a comparison of both wordings, or somebody who read "
        "both.",
        Source,
    )
    alike = fields.Integer(
        required=True,
        allow_none=True,
        metadata={
            "description": "Of the two wordings, the per cent that both have in common: 100 for "
            "the same words; null where there is only one.",
            "minimum": 0,
            "maximum": 100,
        },
    )


class HistoryStep(marshmallow.Schema):
    """A rule in one edition."""

    edition = _text("The edition.")
    number = _text("The rule's number there; null where it is gone.", allow_none=True)
    how = _one_of(
        "How it came there from the edition before; null for the oldest.", How, allow_none=True
    )


class TodayResource(marshmallow.Schema):
    """Where the newest edition has a rule."""

    numbers = _texts("Its numbers there; none if it is gone.")
    how = _one_of("What happened to it on the way.", How)
    changes = fields.List(
        fields.Nested(LinkResource),
        required=True,
        metadata={"description": "The same for each of these numbers."},
    )


class InlineCaseResource(marshmallow.Schema):
    """A case that stands inside the text of a rule."""

    id = _text("Such as `355.10.c#i2`.")
    gist = _text("Situation and outcome, in our own words.")
    needs = _text("What it takes to show it.")


class EmbodimentResource(marshmallow.Schema):
    """A line of the engine by which a rule holds."""

    file = _text("From the root of the project.")
    line = fields.Integer(required=True, metadata={"description": "Its number."})
    how = _one_of(
        "What happens depends on the rule (`condition`); the rule is only cited (`bare`, `named`); "
        "or it has the term that the rule defines (`carries`).",
        Literal["condition", "bare", "named", "carries"],
    )
    name = _text("What has the term; else empty.")
    of = _text("The rule that it repeats, where it is embodied as that; else empty.")


class ReclassifiedResource(marshmallow.Schema):
    """That a rule is of another class than when the book was first gone through."""

    was = _text("The class that it had.")
    now = _text("The class that it has.")
    reason = _text("Why, in our own words.")


class RuleChangeResource(marshmallow.Schema):
    """What a later document says of a rule."""

    overlay = _text("The id of the overlay.")
    label = _text("Title and date of the document.")
    outranks = fields.Boolean(
        required=True,
        metadata={
            "description": "Whether it is newer than the edition and so comes before it; else it "
            "holds where the edition is silent."
        },
    )
    gist = _text("What it says, in our own words.")
    applied = fields.Boolean(
        required=True,
        metadata={
            "description": "Whether rulings follow it: a change by an overlay of the user's own is "
            "shown, and named by a caveat, but not applied."
        },
    )


class PenaltyChange(marshmallow.Schema):
    """A tournament rule that sets another penalty than the default."""

    number = _text("The rule that says when.")
    gist = _text("What it says, in our own words.", allow_none=True)
    penalty = _one_of("The penalty that then holds.", Penalty)


class InfractionResource(marshmallow.Schema):
    """An infraction of the tournament rules."""

    name = _text("What it is called.")
    number = _text("The tournament rule that names it.")
    penalty = _one_of(
        "The default; null where the document leaves it to degrees or to discretion.",
        Penalty,
        allow_none=True,
    )
    changes = fields.List(
        fields.Nested(PenaltyChange),
        required=True,
        metadata={"description": "The rules that raise or lower the penalty."},
    )
    remedies = fields.List(
        fields.Nested(RuleMention),
        required=True,
        metadata={"description": "The rules that say how the situation is put right."},
    )
    remedy = _text("Their sense in our own words; empty if there is no remedy.")


class RuleResource(RuleMention):
    """One rule of one edition: its place in the rule book, and what it says in our own words."""

    edition = _text("The edition that the number belongs to, or the name of the tournament rules.")
    kind = _text(
        "`heading` for a titled section, `rule` for the rest.",
        validate=validate.OneOf(["heading", "rule"]),
    )
    class_ = fields.String(
        required=True,
        allow_none=True,
        data_key="class",
        validate=validate.OneOf(
            [*dict.fromkeys([*get_args(RuleClass), *get_args(TournamentClass)]), None]
        ),
        metadata={
            "description": "What the rule does for a ruling, or for a tournament; null where "
            "nobody has said."
        },
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
        metadata={"description": "The rules it points to, in the same document."},
    )
    core = fields.List(
        fields.Nested(RuleMention),
        required=True,
        metadata={"description": "The core rules that a tournament rule points to."},
    )
    penalties = fields.List(
        fields.String(validate=validate.OneOf(PENALTIES)),
        required=True,
        metadata={"description": "The penalties that a tournament rule sets."},
    )
    infraction = _text(
        "The tournament rule of the infraction that it belongs to; else null.", allow_none=True
    )
    infraction_record = fields.Nested(
        InfractionResource,
        required=True,
        allow_none=True,
        metadata={
            "description": "That infraction, with its penalty, what changes it, and its remedy; "
            "else null."
        },
    )
    examples = fields.Integer(
        required=True,
        metadata={"description": "How many official examples stand with it.", "minimum": 0},
    )
    cases = fields.List(
        fields.Nested(InlineCaseResource),
        required=True,
        metadata={"description": "The cases that stand inside its text."},
    )
    case = fields.Nested(
        InlineCaseResource,
        required=True,
        allow_none=True,
        metadata={"description": "The one of them that was asked for; else null."},
    )
    today = fields.Nested(
        TodayResource,
        required=True,
        allow_none=True,
        metadata={
            "description": "For a rule of an older edition: where the newest has it; else null."
        },
    )
    history = fields.List(
        fields.Nested(HistoryStep),
        required=True,
        metadata={"description": "The rule in every edition, the oldest first."},
    )
    overlays = fields.List(
        fields.Nested(RuleChangeResource),
        required=True,
        metadata={
            "description": "What later official documents, and those that the owner of this "
            "service has loaded, say of it, the oldest first."
        },
    )
    embodied = fields.List(
        fields.Nested(EmbodimentResource),
        required=True,
        metadata={
            "description": "Of a rule of the newest edition: the lines of the engine that embody "
            "it, or carry the term that it defines."
        },
    )
    embodied_by_nothing = _text(
        "Why nothing of the engine carries the term that the rule defines; null where something "
        "does, and for other rules.",
        allow_none=True,
    )
    reclassified = fields.Nested(
        ReclassifiedResource,
        required=True,
        allow_none=True,
        metadata={"description": "Why its class is another one than at first; else null."},
    )
    called_new = _text(
        "For a rule that an official page calls new, although a rule of the edition before became "
        "it: the number of that; else null.",
        allow_none=True,
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
    quality = _one_of(
        "How the copy that its rules were taken from had been made: as text, or by reading scanned "
        "pages (`ocr`), so that some wordings differ by slips of reading.",
        Literal["text", "ocr"],
    )
    played = fields.Boolean(
        required=True, metadata={"description": "Whether this release judges by it."}
    )


class Health(marshmallow.Schema):
    """Whether the service works."""

    status = _text("`ok`, and nothing else.", validate=validate.Equal("ok"))


def mention_data(rule: Rule | TournamentRule) -> Mapping[str, Any]:
    """A rule as `RuleMention` describes it."""
    return {"number": rule.number, "title": rule.title, "gist": rule.gist}


def _case_data(case: InlineCase) -> Mapping[str, Any]:
    return {"id": case.id, "gist": case.gist, "needs": case.needs}


def rule_data(entry: RuleEntry) -> Mapping[str, Any]:
    """A rule as `RuleResource` describes it."""
    rule = entry.rule
    return {
        "edition": entry.edition,
        **mention_data(rule),
        "kind": rule.kind,
        "class": rule.rule_class,
        "restates": list(rule.restates) if isinstance(rule, Rule) else [],
        "note": rule.note,
        "parent": rule.parent,
        "path": [mention_data(above) for above in entry.path],
        "children": [mention_data(below) for below in entry.children],
        "see": [mention_data(other) for other in entry.see],
        "core": [mention_data(other) for other in entry.core],
        "penalties": [] if isinstance(rule, Rule) else list(rule.penalties),
        "infraction": None if isinstance(rule, Rule) else rule.infraction,
        "infraction_record": _infraction_data(entry.infraction),
        "examples": rule.examples if isinstance(rule, Rule) else 0,
        "cases": [_case_data(case) for case in entry.cases],
        "case": _case_data(entry.case) if entry.case else None,
        "today": _today_data(entry),
        "history": [
            {"edition": step.edition, "number": step.number, "how": step.how}
            for step in entry.history
        ],
        "overlays": [change._asdict() for change in entry.overlays],
        "embodied": [_embodiment_data(each) for each in embodied_by(rule, entry.edition)],
        "embodied_by_nothing": embodied_by_nothing(rule, entry.edition),
        "reclassified": _reclassified_data(entry),
        "called_new": entry.called_new,
        "wording": entry.wording.wording if entry.wording else None,
        "wording_state": entry.wording.state if entry.wording else None,
    }


def _embodiment_data(each: Embodiment) -> Mapping[str, Any]:
    return msgspec.structs.asdict(each)


def _reclassified_data(entry: RuleEntry) -> Mapping[str, Any] | None:
    found = reclassification(entry.rule, entry.edition)
    if found is None:
        return None
    return {"was": found.was, "now": found.now, "reason": found.reason}


def _infraction_data(found: Infraction | None) -> Mapping[str, Any] | None:
    if found is None:
        return None
    return {
        "name": found.name,
        "number": found.number,
        "penalty": found.penalty,
        "changes": [
            {
                "number": change.number,
                "gist": tournament_rule(change.number).gist,
                "penalty": change.penalty,
            }
            for change in found.changes
        ],
        "remedies": [mention_data(tournament_rule(number)) for number in found.remedies],
        "remedy": found.remedy,
    }


def _today_data(entry: RuleEntry) -> Mapping[str, Any] | None:
    if entry.today is None:
        return None
    return {
        "numbers": list(entry.today.numbers),
        "how": entry.today.how,
        "changes": [link_data(link) for link in entry.changes],
    }


def edition_data(edition: Edition) -> Mapping[str, Any]:
    """An edition as `EditionResource` describes it."""
    return {
        "name": edition.name,
        "set_name": edition.set_name,
        "published": edition.published,
        "held": edition.held,
        "quality": edition.quality,
        "played": edition.name == NEWEST,
    }
