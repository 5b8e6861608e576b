"""`/`: the page on which a person has an action judged; `/rules/...`: finding and reading rules."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

import marshmallow
from flask import Blueprint, Response, current_app, make_response, render_template, request

import rulesdb
from api.describe.explanations import ExplanationText, explanation_text
from api.errors import look_up, malformed, problem_document
from api.handlers import rules
from api.handlers.adjudications import adjudicate
from api.handlers.embodiments import embodied_by, embodied_by_nothing
from api.handlers.explanations import explanation
from api.handlers.page import Desk, Sheet, Unreadable, answer_from, desk_of, lay_out
from api.handlers.rule_search import find
from api.handlers.rules import HOW_WORDS
from api.routes.headers import PAGE_POLICY
from api.routes.replies import without_slash
from api.schemas.body import refuse_beyond_bounds
from api.schemas.envelopes import AdjudicationEnvelope, Envelope, ExplanationEnvelope
from api.schemas.examples import held
from api.schemas.problems import ProblemDocument
from api.schemas.shapes import schema_faults
from judge.board.faults import Fault

blueprint = Blueprint("page", __name__)

#: Before the ids to which the fields of a question give amounts.
_AMOUNT = "amount:"


@blueprint.get("/")
def get_page() -> Response:
    """The page with an empty desk, or with the example that `?example=` names."""
    name = request.args.get("example", "")
    if not name:
        return _show(Desk())
    example = _examples().get(name)
    if example is None:
        return _show(Desk(), problem=_no_example(name))
    return _show(desk_of(example.request))


def _no_example(name: str) -> ProblemDocument:
    known = sorted(_examples())
    message = f"There is no example {name!r}; there are {', '.join(known)}."
    return problem_document(
        "unknown-example",
        HTTPStatus.NOT_FOUND,
        "There is no such example",
        message,
        nearest=known,
    )


@blueprint.post("/")
def post_page() -> Response:
    """The page with the ruling on what lies on the desk.

    `reply` is the option of the question that was clicked, `undo` takes the last answer back,
    `waive` is what a refusal was about and is to be passed over, `next` puts the resulting board on
    the desk, and `explain` asks what an object is in the place of a ruling.
    """
    desk = Desk()
    try:
        desk = _typed_desk()
        desk = _with_reply(desk.spread())
        if "waive" in request.form:
            desk = desk.with_waiver(request.form["waive"])
        if "explain" in request.form:
            return _show(desk, explanation=_explained(desk))
        sheet = _judged(desk)
    except Unreadable as error:
        fault = Fault(error.field, "syntax", str(error))
        return _show(desk, problem=malformed([fault]).document)
    except Exception as error:
        return _show(desk, problem=look_up(current_app, error))
    if "next" in request.form and sheet.board is not None and sheet.ruling.verdict == "legal":
        return _show(desk.after(sheet))
    return _show(desk, sheet)


@blueprint.get("/rules")
def get_rules_page() -> Response:
    """The search in the rule book, with what `?q=` finds, and the chapters."""
    query = request.args.get("q", "")
    values: dict[str, Any] = {"query": query, "chapters": rules.chapters()}
    try:
        found = find(query) if query.strip() else None
    except ValueError as error:
        fault = Fault("q", "wrong_value", str(error))
        problem = malformed([fault]).document
        status = HTTPStatus(problem.status)
        return _page("search.html", status, found=None, problem=problem, **values)
    return _page("search.html", found=found, problem=None, **values)


@blueprint.get("/rules/<string:reference>")
def get_rule_page(reference: str) -> Response:
    """A rule, for reading."""
    try:
        entry = rules.look_up(reference)
    except rulesdb.RulesdbError as error:
        problem = look_up(current_app, error)
        return _page("rule.html", HTTPStatus(problem.status), entry=None, problem=problem)
    return _page(
        "rule.html",
        entry=entry,
        problem=None,
        how_words=HOW_WORDS,
        embodied=embodied_by(entry.rule, entry.edition),
        by_nothing=embodied_by_nothing(entry.rule, entry.edition),
    )


for _page_with_slash in ("/rules/", "/rules/<string:reference>/"):
    blueprint.add_url_rule(_page_with_slash, view_func=without_slash)


def _examples() -> dict[str, Any]:
    """The examples that the page can load: adjudications."""
    return {
        example.name: example for example in held().values() if example.operation == "adjudicate"
    }


def _typed_desk() -> Desk:
    form = request.form
    return Desk(
        board=form.get("board", ""),
        action=form.get("action", ""),
        answers=form.get("answers", ""),
        then=form.get("then", "nothing"),
        viewer=form.get("viewer", "judge"),
        seed=form.get("seed", ""),
        waivers=form.get("waivers", ""),
        readings=form.get("readings", ""),
        earlier=form.get("earlier", ""),
        object=form.get("object", ""),
        sensitivity="sensitivity" in form,
        settle="settle" in form,
        strict="strict" in form,
    )


def _with_reply(desk: Desk) -> Desk:
    """The desk with one answer more or less, if a button asked for that. Raises `Unreadable`."""
    form = request.form
    if "undo" in form:
        return desk.with_answers(desk.given()[:-1])
    if "reply" not in form:
        return desk
    amounts = {
        name.removeprefix(_AMOUNT): value
        for name, value in form.items()
        if name.startswith(_AMOUNT)
    }
    # a button is an answer by itself; `with` stands for the fields beside it
    form_of_question = form.get("form", "") if form["reply"] == "with" else ""
    value = form.get("value", "") if form_of_question else form["reply"]
    answer = answer_from(form_of_question, value, form.getlist("some"), amounts)
    return desk.with_answers([*desk.given(), answer])


def _judged(desk: Desk) -> Sheet:
    """Raises what reading the request and judging it raise."""
    typed = _loaded(desk.envelope(), AdjudicationEnvelope())
    return lay_out(adjudicate(typed), typed.board)


def _explained(desk: Desk) -> ExplanationText:
    """Raises what reading the request and explaining raise."""
    return explanation_text(explanation(_loaded(desk.asking(), ExplanationEnvelope())))


def _loaded(body: dict[str, Any], envelope: Envelope) -> Any:
    refuse_beyond_bounds(body)
    try:
        return envelope.load(body)
    except marshmallow.ValidationError as error:
        raise malformed(schema_faults(error.messages, body, envelope)) from error


def _show(
    desk: Desk,
    sheet: Sheet | None = None,
    problem: ProblemDocument | None = None,
    explanation: ExplanationText | None = None,
) -> Response:
    status = HTTPStatus.OK if problem is None else HTTPStatus(problem.status)
    return _page(
        "page.html",
        status,
        desk=desk,
        sheet=sheet,
        problem=problem,
        explanation=explanation,
        examples=_examples().values(),
    )


def _page(template: str, status: HTTPStatus = HTTPStatus.OK, **values: Any) -> Response:
    response = make_response(render_template(template, **values), int(status))
    response.headers["Content-Security-Policy"] = PAGE_POLICY
    return response
