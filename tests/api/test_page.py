"""The page, as it works without JavaScript."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from typing import Any

import msgspec
import pytest
from flask.testing import FlaskClient
from hypothesis import given as tried_with
from hypothesis import strategies as st
from werkzeug.test import TestResponse

import judge
from api.handlers.page import Desk, Unreadable, answer_from, desk_of, read, written
from api.schemas.examples import held
from judge.limits import REQUEST_BYTES

VOID = {"meta", "link", "input", "br", "img"}


class Page(HTMLParser):
    """A page in memory: its elements with their attributes and text, and whether tags match."""

    def __init__(self, reply: TestResponse) -> None:
        super().__init__()
        self.status = reply.status_code
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.texts: list[str] = []
        self.open: list[str] = []
        self.inside: dict[int, str] = {}
        self.feed(reply.get_data(as_text=True))
        assert not self.open, f"never closed: {self.open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        self.elements.append((tag, attributes))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)
        if self.open and self.open[-1] == self.elements[-1][0]:
            index = len(self.elements) - 1
            self.inside[index] = self.inside.get(index, "") + data

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.texts).split())

    def all(self, tag: str, **attributes: str) -> list[dict[str, str]]:
        wanted = {name.rstrip("_"): value for name, value in attributes.items()}
        return [
            given
            for name, given in self.elements
            if name == tag and wanted.items() <= given.items()
        ]

    def value(self, field: str) -> str:
        """What a text field holds."""
        for index, (tag, attributes) in enumerate(self.elements):
            if attributes.get("id") == field:
                return attributes.get("value", "") if tag == "input" else self.inside.get(index, "")
        raise LookupError(field)


def form_of(name: str, **changes: str) -> dict[str, str]:
    """The fields of the form when an example has been loaded."""
    desk = desk_of(held()[name].request)
    fields = {
        "board": desk.board,
        "action": desk.action,
        "answers": desk.answers,
        "then": desk.then,
        "viewer": desk.viewer,
    }
    return {**fields, **changes}


def post(client: FlaskClient, form: dict[str, Any]) -> Page:
    return Page(client.post("/", data=form))


def test_the_page_offers_the_examples(client: FlaskClient) -> None:
    page = Page(client.get("/"))
    links = {given["href"] for given in page.all("a") if given["href"].startswith("/?example=")}
    assert 3 <= len(links) <= 6
    for link in links:
        loaded = Page(client.get(link))
        request = held()[link.partition("=")[2]].request
        assert read("board", loaded.value("board")) == request["board"]
        assert read("action", loaded.value("action")) == request["action"]


def test_an_unknown_example_leaves_the_desk_empty(client: FlaskClient) -> None:
    assert Page(client.get("/?example=nothing")).value("board").strip() == ""


def test_a_ruling_is_shown_with_its_steps_and_rules(client: FlaskClient) -> None:
    page = post(client, form_of("combat"))
    assert page.status == 200
    assert page.all("h2", class_="verdict legal")
    assert "Legal." in page.text
    assert "A scores by conquering Windswept Hillock (west)" in page.text
    links = {given["href"] for given in page.all("a", class_="rule")}
    assert "/rules/465.2.c.3" in links
    for link in sorted(links):
        assert client.get(link).status_code == 200, link


def test_an_illegal_action_lists_every_reason_with_its_remedy(client: FlaskClient) -> None:
    page = post(client, form_of("illegal-move"))
    ruling = client.post("/v1/adjudications", json=held()["illegal-move"].request).json
    assert page.all("h2", class_="verdict illegal")
    for problem in ruling["problems"]:
        assert problem["sentence"] in page.text
        assert problem.get("remedy", "") in page.text


def test_the_board_is_said_in_a_few_sentences(client: FlaskClient) -> None:
    page = post(client, form_of("combat"))
    assert "A conquered it this turn" in page.text
    assert "Petty Officer (officer) of A, Might 5, exhausted" in page.text


def test_a_whole_request_may_stand_where_the_board_goes(client: FlaskClient) -> None:
    request = held()["combat"].request
    page = post(client, {"board": json.dumps(request)})
    assert page.all("h2", class_="verdict legal")
    assert read("board", page.value("board")) == request["board"]
    assert read("action", page.value("action")) == request["action"]


def test_a_refusal_can_be_passed_over_on_the_page(client: FlaskClient) -> None:
    board = (
        "turn: {player: A, number: 7}\n"
        "cards:\n"
        "  Bell: {types: [Unit], might: 2, text: unmodelled, clauses: [move trigger]}\n"
        "  Field: {types: [Battlefield]}\n"
        "players: {A: {hand: 0, base: [{id: a1, card: Bell}]}, B: {}}\n"
        "battlefields: [{id: west, card: Field, owner: A}, {id: east, card: Field, owner: B}]\n"
    )
    form = {"board": board, "action": "{by: A, do: {move: [a1], to: west}}"}
    refused = post(client, form)
    assert refused.all("h2", class_="verdict not_adjudicable")
    (button,) = refused.all("button", name="waive")
    passed = post(client, {**form, "waive": button["value"]})
    assert passed.all("h2", class_="verdict legal")
    assert passed.value("waivers") == "{'Bell: move trigger': no_effect}"


@pytest.mark.parametrize(
    ("added", "action", "says"),
    [
        ({"trace": "none"}, "", "no field for 'trace'"),
        ({}, "{by: A, do: pass}", "'action' stands in this request and in its own field"),
    ],
)
def test_a_request_that_does_not_fit_the_desk_is_refused(
    client: FlaskClient, added: dict[str, Any], action: str, says: str
) -> None:
    text = json.dumps({**held()["combat"].request, **added})
    page = post(client, {"board": text, "action": action})
    assert page.status == 400
    assert says in page.text
    assert json.loads(page.value("board")) == json.loads(text)


def test_an_option_is_a_button_that_adds_its_answer(client: FlaskClient) -> None:
    page = post(client, form_of("open-question"))
    buttons = page.all("button", name="reply", form="request")
    assert [button["value"] for button in buttons] == ["b1", "b2"]
    answered = post(client, form_of("open-question", form="choose_one", reply="b2"))
    assert answered.all("h2", class_="verdict legal")
    assert read("answers", answered.value("answers")) == ["b2"]
    undone = post(client, form_of("open-question", answers="[b2]", undo="1"))
    assert undone.all("h2", class_="verdict question")
    assert undone.value("answers") == ""


def test_damage_is_assigned_in_fields_that_start_with_an_answer(client: FlaskClient) -> None:
    page = post(client, form_of("combat", answers=""))
    fields = {given["name"]: given["value"] for given in page.all("input", type="number")}
    assert fields.keys() == {"amount:guardian", "amount:stalwart"}
    form = form_of("combat", answers="", form="assign_damage", reply="with", **fields)
    answered = post(client, form)
    assert "B assigns" in answered.text
    (answer,) = read("answers", answered.value("answers"))
    assert sum(answer.values()) == 9


def test_one_can_go_on_from_the_resulting_board(client: FlaskClient) -> None:
    page = post(client, form_of("combat", next="1"))
    board = read("board", page.value("board"))
    assert page.value("action") == ""
    assert page.value("answers") == ""
    ruling = client.post("/v1/adjudications", json=held()["combat"].request).json
    assert judge.read_board(board).board == judge.read_board(ruling["board"]).board


def test_going_on_adds_to_the_boards_before(client: FlaskClient) -> None:
    asked = form_of("combat", earlier="[]", next="1")
    once = post(client, asked)
    (before,) = read("earlier", once.value("earlier"))
    assert {"position", "did"} <= before.keys()
    assert post(client, form_of("combat", next="1")).value("earlier") == ""


def test_what_an_object_is_is_explained_on_the_page(client: FlaskClient) -> None:
    page = post(client, form_of("combat", object="officer", explain="1"))
    assert page.status == 200
    assert "Petty Officer (officer), controlled by A" in page.text
    assert "Printed Might 5." in page.text
    assert "Layer 3, arithmetic" in page.text
    assert post(client, form_of("combat", object="zz", explain="1")).status == 422
    assert post(client, form_of("combat", object=" ", explain="1")).status == 400


def test_enter_in_a_field_judges(client: FlaskClient) -> None:
    page = post(client, form_of("combat", judge="1"))
    submits = [given for name, given in page.elements if name == "button"]
    assert submits[0].get("name") == "judge"


@pytest.mark.parametrize(
    ("changes", "status", "says"),
    [
        ({"board": "turn: {player: A"}, 400, "Line "),
        ({"board": "turn: {player: A}\nturn: {player: B}"}, 400, "stands twice"),
        ({"board": ""}, 400, "board"),
        ({"board": "7"}, 400, "an object is needed here, not the number 7"),
        ({"action": "{by: A, do: {fly: high}}"}, 400, "action.do"),
        ({"answers": "yes"}, 400, "Answers are a list"),
        ({"answers": "[7]"}, 422, "Asked there now"),
        ({"answers": "[{id: x, value: 7}]"}, 409, "Asked there now"),
        ({"viewer": "Z"}, 422, "viewer"),
        ({"then": "later"}, 400, "then"),
        ({"form": "split", "reply": "with", "amount:x": "many"}, 400, "not a whole number"),
    ],
)
def test_what_cannot_be_read_is_said_where_it_stands(
    client: FlaskClient, changes: dict[str, str], status: int, says: str
) -> None:
    page = post(client, form_of("combat", **changes))
    assert page.status == status
    assert says in page.text
    # nothing typed is lost
    assert page.value("board").strip() == form_of("combat", **changes)["board"].strip()


def test_a_form_over_the_limit_is_answered_with_a_page(client: FlaskClient) -> None:
    page = post(client, {"board": "x" * (REQUEST_BYTES + 1)})
    assert page.status == 413
    assert "REQUEST_BYTES" in page.text


def test_a_fault_of_ours_is_shown_as_an_incident(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise ZeroDivisionError("a secret of the engine")

    monkeypatch.setattr(judge, "adjudicate", broken)
    page = post(client, form_of("combat"))
    assert page.status == 500
    assert "Incident" in page.text
    assert "secret" not in page.text
    assert "a secret of the engine" in caplog.text


def test_a_fault_of_the_board_names_its_line(client: FlaskClient) -> None:
    board = form_of("combat")["board"].replace("Petty Officer", "Pety Officer")
    page = post(client, form_of("combat", board=board))
    assert page.status == 422
    line = next(n for n, text in enumerate(board.splitlines(), 1) if "Pety Officer" in text)
    assert f"Line {line}:" in page.text


def test_what_is_typed_is_shown_and_never_run(client: FlaskClient) -> None:
    evil = "</textarea><script>alert(1)</script>"
    for field in ("board", "action", "answers", "viewer", "seed", "then"):
        text = client.post("/", data=form_of("combat", **{field: evil})).get_data(as_text=True)
        assert "<script>alert" not in text
    assert "<script>alert" not in client.get(f"/?example={evil}").get_data(as_text=True)
    assert "<script>alert" not in client.get(f"/rules/{evil}").get_data(as_text=True)


@pytest.mark.parametrize("name", [None, "combat", "illegal-move", "open-question"])
def test_every_field_has_a_label_and_nothing_is_inline(
    client: FlaskClient, name: str | None
) -> None:
    reply = client.get("/") if name is None else client.post("/", data=form_of(name))
    page = Page(reply)
    labels = {given["for"] for given in page.all("label")}
    for tag in ("textarea", "select", "input"):
        for given in page.all(tag):
            assert given.get("type") == "hidden" or given["id"] in labels
    ids = [given["id"] for _, given in page.elements if "id" in given]
    assert len(set(ids)) == len(ids)
    assert page.all("html", lang="en")
    assert len(page.all("h1")) == 1
    for tag, given in page.elements:
        assert not any(attribute.startswith("on") or attribute == "style" for attribute in given)
        for attribute in ("src", "href", "action"):
            assert not given.get(attribute, "").startswith(("http:", "https:", "//")), tag
    assert all("src" in given for given in page.all("script"))


def test_a_rule_is_shown_where_it_stands(client: FlaskClient) -> None:
    page = Page(client.get("/rules/465.2.c"))
    assert page.status == 200
    assert {"/rules/core-1.4:465.2", "/rules/core-1.4:465.2.c.3"} <= {
        given["href"] for given in page.all("a")
    }
    assert Page(client.get("/rules/465.99")).status == 404
    assert Page(client.get("/rules/nonsense")).status == 400


def test_a_rule_page_shows_what_lies_around_it_and_its_history(client: FlaskClient) -> None:
    page = Page(client.get("/rules/355.10.c"))
    (picture,) = page.all("img")
    with client.get(picture["src"]) as reply:
        assert reply.content_type.startswith("image/svg+xml")
    assert picture["alt"]
    links = {given["href"] for given in page.all("a")}
    assert {"/rules/core-1.3:355.10.c", "/rules/core-1.2:352.10.c", picture["src"]} <= links
    old = Page(client.get("/rules/1.3:466.2"))
    assert "/rules/471.2" in {given["href"] for given in old.all("a")}


def test_rules_are_found_by_a_form_without_a_script(client: FlaskClient) -> None:
    start = Page(client.get("/rules"))
    assert start.all("form", action="/rules", method="get")
    assert "/rules/300" in {given["href"] for given in start.all("a")}
    found = Page(client.get("/rules?q=may+I+untap"))
    links = [given["href"] for given in found.all("a")]
    assert links.count("/rules/415") == 2  # once said of the word, once found
    assert found.all("input", name="q", value="may I untap")
    assert not found.all("script")
    assert client.get("/rules?q=xyzzy").status_code == 200
    assert client.get("/rules?q=" + "x" * 501).status_code == 400
    evil = client.get("/rules", query_string={"q": "<script>alert(1)</script>"})
    assert "<script>alert" not in evil.get_data(as_text=True)


def test_a_rule_page_says_by_which_lines_of_the_engine_it_holds(client: FlaskClient) -> None:
    assert "judge/combat/damage.py:" in Page(client.get("/rules/465.2.c")).text
    assert "Player.base (carries the term)" in Page(client.get("/rules/107.1.a")).text
    assert "In the engine" not in Page(client.get("/rules/core-1.3:466.2")).text


def test_every_rule_has_a_page(client: FlaskClient) -> None:
    import rulesdb

    for rule in rulesdb.all_rules()[::25]:
        assert client.get(f"/rules/{rule.number}").status_code == 200


def test_both_notations_are_read() -> None:
    assert read("board", "{by: A, do: pass}") == {"by": "A", "do": "pass"}
    assert read("board", '{\n\t"by": "A"\r\n}') == {"by": "A"}
    assert read("board", "by: A\r\ndo: pass\r\n") == {"by": "A", "do": "pass"}
    assert read("board", "  \n") is None
    with pytest.raises(Unreadable):
        read("board", "\tby: A")


TREES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**15), 10**15) | st.text(),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(min_size=1), inner, max_size=4)
    ),
    max_leaves=12,
)


@tried_with(TREES, st.booleans())
def test_what_is_written_reads_back(tree: Any, flow: bool) -> None:
    assert read("board", written(tree, flow=flow)) == tree


def test_answers_are_built_by_form() -> None:
    assert answer_from("choose_some", "", ["a", "b"], {}) == ["a", "b"]
    assert answer_from("order", "a, b ,c", [], {}) == ["a", "b", "c"]
    assert answer_from("split", "", [], {"a": "2", "b": " "}) == {"a": 2}
    assert answer_from("name", " Poro ", [], {}) == "Poro"
    assert answer_from("pay", "{exhaust: [r1]}", [], {}) == {"exhaust": ["r1"]}
    assert answer_from("", "true", [], {}) is True
    assert answer_from("", "b1", [], {}) == "b1"


def test_a_desk_keeps_what_lies_on_it() -> None:
    for example in held().values():
        if example.operation == "adjudicate":
            envelope = desk_of(example.request).envelope()
            for key, value in example.request.items():
                assert envelope[key] == value
    assert not Desk(board="x").has_options
    assert re.fullmatch(r"\[1, \{a: 2\}\]", Desk().with_answers([1, {"a": 2}]).answers)
    assert msgspec.json.encode(Desk(board="{}").envelope())


@pytest.mark.parametrize(
    ("typed", "page"),
    [
        ("/docs/", "/docs"),
        ("/rules/", "/rules"),
        ("/rules/?q=lethal+damage", "/rules?q=lethal+damage"),
        ("/rules/465.2.c/", "/rules/465.2.c"),
        ("/rules/core-1.3:466.2/", "/rules/core-1.3%3A466.2"),
    ],
)
def test_a_slash_behind_the_address_of_a_page_is_forgiven(
    client: FlaskClient, typed: str, page: str
) -> None:
    reply = client.get(typed)
    assert (reply.status_code, reply.headers["Location"]) == (308, page)
    assert client.get(page).status_code == 200


def test_a_slash_behind_the_address_of_a_resource_is_another_address(client: FlaskClient) -> None:
    assert client.get("/v1/editions/").status_code == 404


def test_a_request_is_completed_by_the_fields_beside_it() -> None:
    desk = Desk(board="board:\n  turn: {player: A}\n", action="{by: A, do: end_turn}", seed="7")
    spread = desk.spread()
    assert "turn" in spread.board
    assert (spread.action, spread.seed) == ("{by: A, do: end_turn}", "7")


def test_an_example_that_there_is_not_is_refused(client: FlaskClient) -> None:
    reply = client.get("/?example=zz")
    assert reply.status_code == 404
    assert "There is no example &#39;zz&#39;" in reply.get_data(as_text=True)


def test_what_is_no_rule_number_is_answered_with_how_one_is_written(client: FlaskClient) -> None:
    reply = client.get("/rules/zzz")
    assert reply.status_code == 400
    assert "write a number such as 465.2.c" in reply.get_data(as_text=True)


def test_a_rule_of_an_older_edition_says_what_the_same_words_say_today(
    client: FlaskClient,
) -> None:
    text = client.get("/rules/1.3:466.2").get_data(as_text=True)
    assert "Nobody has put this rule into own words yet" not in text
    assert "moved, the same wording" in text


def test_a_refusal_about_a_fact_names_its_line_and_is_passed_over_by_its_own_name(
    client: FlaskClient,
) -> None:
    board = (
        "turn: {player: A, number: 7}\n"
        "cards:\n"
        "  Bell: {types: [Unit], might: 2}\n"
        "  Field: {types: [Battlefield]}\n"
        "players: {A: {hand: 0, base: [{id: a1, card: Bell}]}, B: {}}\n"
        "battlefields:\n"
        "- {id: west, card: Field, owner: A}\n"
        "- {id: east, card: Field, owner: B, controller: B,\n"
        "   units: [{id: b1, card: Bell, controller: B}]}\n"
        "effects:\n"
        "- {id: e1, controller: B, affects: [b1], might: 1, uses: 1, until: turn}\n"
    )
    form = {"board": board, "action": "{by: A, do: {move: [a1], to: east}}"}
    refused = post(client, form)
    assert refused.all("h2", class_="verdict not_adjudicable")
    assert "Line 11:" in refused.text
    assert "board.effects[0]" in refused.text
    for button in refused.all("button", name="waive"):
        assert button["value"] == "effects.e1"


def test_an_empty_board_is_answered_with_what_to_do(client: FlaskClient) -> None:
    page = post(client, {"board": "", "action": "{by: A, do: pass}"})
    assert "Describe a board first" in page.text


def test_one_fault_is_said_once(client: FlaskClient) -> None:
    page = post(
        client, {"board": "turn: {player: A}\nplayerz: {}\n", "action": "{by: A, do: pass}"}
    )
    assert page.text.count("did you mean `players`?") == 1


def test_an_assumption_names_the_place_where_the_fact_would_stand(client: FlaskClient) -> None:
    board = (
        "turn: {player: A, number: 7}\n"
        "players: {A: {hand: 0, base: [Stalwart Poro]}, B: {}}\n"
        "battlefields:\n"
        "- {id: west, card: Windswept Hillock, owner: A}\n"
        "- {id: east, card: Navori Fighting Pit, owner: B}\n"
    )
    action = "{by: A, do: {move: [A.stalwart-poro], to: west}}"
    page = post(client, {"board": board, "action": action})
    assert "players.A.base[0]" in page.text
    assert "objects.A.stalwart-poro.exhausted" not in page.text
