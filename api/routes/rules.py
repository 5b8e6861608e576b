"""`/v1/rules/...` and `/v1/editions`."""

from __future__ import annotations

from flask import Response

from api.handlers import rules as handler
from api.routes.replies import data_reply
from api.schemas.body import Blueprint
from api.schemas.describe import operation, path_parameter
from api.schemas.resources import EditionResource, RuleResource, edition_data, rule_data

blueprint = Blueprint("rules", __name__, url_prefix="/v1", description="The rule book.")


@blueprint.route(
    "/rules/<string:reference>",
    parameters=[
        path_parameter(
            "reference",
            "The number of a rule, `465.2.c.3`, alone or behind an edition: `core-1.4:465.2.c.3`.",
            "core-1.4:465.2.c.3",
        )
    ],
)
@operation("rule", 400, 404)
@blueprint.response(200, RuleResource, description="The rule.")
def get_rule(reference: str) -> Response:
    """Look a rule up

    Gives the rule's place in the rule book, what hangs under it, what it points to, and its gist in
    our own words. The official wording is not part of this service; one that was given a copy of
    the official document shows that as well.
    """
    return data_reply(rule_data(handler.look_up(reference)))


@blueprint.route("/editions")
@operation("editions")
@blueprint.response(200, EditionResource(many=True), description="The editions, oldest first.")
def get_editions() -> Response:
    """List the editions of the core rules

    Rule numbers move between editions, so a citation names one. A release plays the newest.
    """
    return data_reply([edition_data(edition) for edition in handler.editions()])
