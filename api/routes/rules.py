"""`/v1/rules/...` and `/v1/editions/...`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, lru_cache
from typing import Any

import msgspec
from flask import Response, current_app

import rulesdb
from api.errors import RequestRefused, look_up
from api.handlers import rule_graph, rule_questions, rule_search
from api.handlers import rules as handler
from api.handlers.rule_changes import changes_data
from api.handlers.rule_graph import CONTENT_TYPES, DRAWN_KINDS
from api.routes.headers import PICTURE_POLICY
from api.routes.replies import data_reply
from api.schemas.body import Blueprint
from api.schemas.describe import operation, path_parameter
from api.schemas.resources import (
    EditionResource,
    RuleResource,
    edition_data,
    mention_data,
    rule_data,
)
from api.schemas.rulebook import (
    DiffParameters,
    DiffResource,
    FoundResource,
    GraphParameters,
    LinksParameters,
    LinksResource,
    SearchParameters,
    UnexercisedResource,
    WayParameters,
    WayResource,
)
from judge.board.faults import Fault
from rulesdb.concordance import How
from rulesdb.graph import BOOK_KINDS
from rulesdb.tournament import DOCUMENT

blueprint = Blueprint("rules", __name__, url_prefix="/v1", description="The rule book.")

_REFERENCE = path_parameter(
    "reference",
    "The number of a rule, `465.2.c.3`, alone or behind an edition: `core-1.4:465.2.c.3`, or "
    "behind the name of the tournament rules: `tournament-2026-07-16:505`.",
    "core-1.4:465.2.c.3",
)

_REFERENCE_OR_CASE = path_parameter(
    "reference",
    "The number of a rule, `465.2.c.3`, alone or behind an edition: `core-1.4:465.2.c.3`, or "
    "behind the name of the tournament rules: `tournament-2026-07-16:505`. With `#i` and a number "
    "behind it, a case inside the text of the rule: `355.10.c#i2`, escaped `355.10.c%23i2`.",
    "core-1.4:465.2.c.3",
)


@blueprint.route("/rules")
@operation("searchRules", 400, 404)
@blueprint.arguments(SearchParameters(), location="query")
@blueprint.response(200, FoundResource, description="What was found, maybe nothing.")
def get_rules(parameters: dict[str, Any]) -> Response:
    """Search the rule book

    Ranks the rules by what they say in our own words, and in the official ones where this service
    has been given a copy. Names of cards lead to what these cards have. Who uses a word of another
    game is told ours.
    """
    edition = parameters["edition"]
    if edition != DOCUMENT:
        edition = _edition(edition, "edition")
    return data_reply(rule_search.find(parameters["q"], edition, parameters["limit"]))


@blueprint.route("/rules/<string:reference>", parameters=[_REFERENCE_OR_CASE])
@operation("rule", 400, 404, 503)
@blueprint.response(200, RuleResource, description="The rule.")
def get_rule(reference: str) -> Response:
    """Look a rule up

    Gives the rule's place in the rule book, what hangs under it, what it points to, its gist in our
    own words, and where it stood in every edition; for a rule of an older edition also where it
    stands today, and whether its words changed. The official wording is not part of this service;
    one that was given a copy of the official document shows that as well.
    """
    return data_reply(rule_data(handler.look_up(reference)))


@blueprint.route("/rules/<string:reference>/graph", parameters=[_REFERENCE])
@operation("ruleGraph", 400, 404)
@Blueprint.doc(
    responses={
        200: {
            "content": {
                content_type: {"schema": {"type": "string"}}
                for form, content_type in CONTENT_TYPES.items()
                if form != "json"
            }
        }
    }
)
@blueprint.arguments(GraphParameters(), location="query")
@blueprint.response(200, {"type": "object"}, description="The rules around it, and their edges.")
def get_rule_graph(parameters: dict[str, Any], reference: str) -> Response:
    """Show what lies around a rule

    The rules that it is part of, that hang under it, that it points to or repeats and that point to
    it, as far as the radius reaches: as data, or as a picture for reading. The picture has the
    nearest 40 nodes (MOST_NODES), the other forms the nearest 400 (MOST_EXPORTED); the graph says
    of itself how many it has, and for how many there was no room (`shown`, `left_out`).
    """
    form = parameters["format"]
    drawing = rule_graph.drawn(
        reference, parameters["radius"], form, parameters["edges"] or DRAWN_KINDS
    )
    response = Response(drawing.text, content_type=CONTENT_TYPES[form])
    if form == "svg":
        response.headers["Content-Security-Policy"] = PICTURE_POLICY
    return response


@blueprint.route("/rules/<string:reference>/links", parameters=[_REFERENCE])
@operation("ruleLinks", 400, 404)
@blueprint.arguments(LinksParameters(), location="query")
@blueprint.response(200, LinksResource, description="The answers, maybe none.")
def get_rule_links(parameters: dict[str, Any], reference: str) -> Response:
    """Ask what a rule has to do with others

    Answered from the graph of every edition and of the tournament rules, with where each rule stood
    before, and with what cites it: code, problem codes, scenarios, cards and documents.
    """
    return data_reply(rule_questions.answered(reference, parameters["ask"], parameters["limit"]))


@blueprint.route("/rules/<string:reference>/way", parameters=[_REFERENCE])
@operation("ruleWay", 400, 404)
@blueprint.arguments(WayParameters(), location="query")
@blueprint.response(200, WayResource, description="The steps, or that there is no way.")
def get_rule_way(parameters: dict[str, Any], reference: str) -> Response:
    """Find the way from a rule to another

    The fewest steps along the edges of the graph, in either direction, through all editions.
    """
    with _blamed_on("to"):
        goal = rule_questions.existing(parameters["to"])
    found = rule_questions.way(reference, goal, parameters["edges"] or BOOK_KINDS)
    return data_reply(found)


@blueprint.route("/rules/unexercised")
@operation("unexercised", 400)
@blueprint.response(200, UnexercisedResource, description="The rules.")
def get_unexercised() -> Response:
    """List the rules that nothing exercises

    Rules that change what is legal or what happens, and that no scenario of this release cites.
    """
    return Response(_unexercised(), content_type="application/json")


@blueprint.route("/editions")
@operation("editions", 400)
@blueprint.response(200, EditionResource(many=True), description="The editions, oldest first.")
def get_editions() -> Response:
    """List the editions of the core rules

    Rule numbers move between editions, so a citation names one. A release plays the newest.
    """
    return data_reply([edition_data(edition) for edition in handler.editions()])


@blueprint.route("/editions/diff")
@operation("editionsDiff", 400, 404)
@blueprint.arguments(DiffParameters(), location="query")
@blueprint.response(200, DiffResource, description="What changed.")
def get_editions_diff(parameters: dict[str, Any]) -> Response:
    """Compare two editions

    Says of every rule what became of its number and of its wording, from any edition to any other.
    """
    old = _edition(parameters["from"], "from")
    new = _edition(parameters["to"], "to")
    kinds = tuple(sorted(set(parameters["how"])))
    return Response(_diff(old, new, kinds), content_type="application/json")


def _edition(name: str, parameter: str) -> str:
    """The full name of an edition. Raises `RequestRefused`, which names the parameter."""
    with _blamed_on(parameter):
        return rulesdb.edition(name).name


@contextmanager
def _blamed_on(parameter: str) -> Iterator[None]:
    """Let an error of the rule book name this parameter. Raises `RequestRefused` in its place."""
    try:
        yield
    except rulesdb.RulesdbError as error:
        document = look_up(current_app, error)
        faults = [Fault(parameter, fault.code, fault.message) for fault in document.errors]
        raise RequestRefused(msgspec.structs.replace(document, errors=faults)) from error


@cache
def _unexercised() -> bytes:
    found = rule_questions.not_exercised()
    data = {
        "edition": found.edition,
        "plays": found.plays,
        "rules": [mention_data(rule) for rule in found.rules],
    }
    return msgspec.json.encode(data)


@lru_cache(maxsize=64)
def _diff(old: str, new: str, kinds: tuple[How, ...]) -> bytes:
    return msgspec.json.encode(changes_data(old, new, kinds))
