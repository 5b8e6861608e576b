"""What the service refuses, and how it says so."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from api.app import create_app
from judge.limits import ANSWERS, FAULTS, NESTING, REQUEST_BYTES

POSTED = (
    "/v1/adjudications",
    "/v1/legal-actions",
    "/v1/explanations",
    "/v1/boards/check",
    "/v1/boards/new",
    "/v1/boards/view",
)


def problem(reply: TestResponse, status: int, kind: str) -> dict[str, Any]:
    """The problem document of a reply, after checking what every one of them has."""
    assert reply.status_code == status, reply.get_data(as_text=True)
    assert reply.content_type == "application/problem+json"
    document: dict[str, Any] = msgspec.json.decode(reply.data)
    assert document["status"] == status
    assert document["type"] == f"urn:arbiter:problem:{kind}"
    assert document["title"]
    assert document["detail"]
    for error in document["errors"]:
        assert error.keys() == {"path", "code", "message"}
    return document


def faults(document: dict[str, Any]) -> set[tuple[str, str]]:
    return {(error["path"], error["code"]) for error in document["errors"]}


@pytest.mark.parametrize("path", POSTED)
def test_an_empty_envelope_lacks_something(client: FlaskClient, path: str) -> None:
    document = problem(client.post(path, json={}), 400, "malformed-request")
    assert all(code == "missing_key" for _, code in faults(document))


@pytest.mark.parametrize("path", POSTED)
@pytest.mark.parametrize("body", [b"", b"{", b"nonsense", b"\xff", b"NaN", b'{"board": 1e999}'])
def test_a_body_that_is_not_json_is_malformed(client: FlaskClient, path: str, body: bytes) -> None:
    reply = client.post(path, data=body, content_type="application/json")
    assert faults(problem(reply, 400, "malformed-request")) == {("$", "syntax")}


@pytest.mark.parametrize("path", POSTED)
@pytest.mark.parametrize("body", ["[]", "1", '"text"', "null"])
def test_an_envelope_is_an_object(client: FlaskClient, path: str, body: str) -> None:
    reply = client.post(path, data=body, content_type="application/json")
    problem(reply, 400, "malformed-request")


@pytest.mark.parametrize("path", POSTED)
@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", None])
def test_a_body_must_be_declared_as_json(client: FlaskClient, path: str, kind: str | None) -> None:
    problem(client.post(path, data=b"{}", content_type=kind), 415, "not-json")


@pytest.mark.parametrize("path", POSTED)
def test_a_body_over_the_limit_names_the_limit(client: FlaskClient, path: str) -> None:
    body = b" " * (REQUEST_BYTES + 1)
    reply = client.post(path, data=body, content_type="application/json")
    document = problem(reply, 413, "body-too-large")
    assert document["limit"] == "REQUEST_BYTES"
    assert str(REQUEST_BYTES) in document["detail"]


def test_a_body_at_the_limit_is_read(client: FlaskClient) -> None:
    body = b"{}".ljust(REQUEST_BYTES)
    reply = client.post("/v1/boards/check", data=body, content_type="application/json")
    problem(reply, 400, "malformed-request")


@pytest.mark.parametrize("deep", [NESTING + 1, 100_000])
def test_nesting_over_the_limit_names_the_limit(client: FlaskClient, deep: int) -> None:
    body = b"[" * deep + b"]" * deep
    reply = client.post("/v1/boards/check", data=body, content_type="application/json")
    document = problem(reply, 400, "malformed-request")
    assert document["limit"] == "NESTING"
    assert {code for _, code in faults(document)} == {"limit"}


def test_a_key_that_stands_twice_is_refused(client: FlaskClient) -> None:
    body = b'{"board": {"turn": {"player": "A"}, "turn": {"player": "B"}}}'
    reply = client.post("/v1/boards/check", data=body, content_type="application/json")
    assert faults(problem(reply, 400, "malformed-request")) == {("$", "key_twice")}


def test_a_text_that_looks_like_a_key_is_no_key(client: FlaskClient, board: dict[str, Any]) -> None:
    board["cards"] = {"Odd": {"types": ["Unit"], "might": 1, "aliases": ['"turn": "turn":']}}
    assert client.post("/v1/boards/check", json={"board": board}).status_code == 200


def test_an_integer_that_json_readers_round_is_refused(
    client: FlaskClient, board: dict[str, Any]
) -> None:
    board["players"]["A"]["points"] = 2**53
    reply = client.post("/v1/boards/check", json={"board": board})
    document = problem(reply, 400, "malformed-request")
    assert faults(document) == {("$.board.players.A.points", "wrong_value")}


def test_every_integer_that_json_readers_round_is_named(
    client: FlaskClient, board: dict[str, Any]
) -> None:
    board["players"]["A"]["points"] = 2**63 - 1
    board["players"]["B"]["deck"] = 2**63 - 1
    reply = client.post("/v1/boards/check", json={"board": board})
    assert faults(problem(reply, 400, "malformed-request")) == {
        ("$.board.players.A.points", "wrong_value"),
        ("$.board.players.B.deck", "wrong_value"),
    }


ACTION = {"by": "A", "do": "pass"}


@pytest.mark.parametrize(
    ("beside", "expected"),
    [
        (
            {"action": {"by": "A", "do": {"move": "a1", "targets": ["b1"], "spend": []}}},
            {("$.action.do.targets", "wrong_value"), ("$.action.do.spend", "wrong_value")},
        ),
        (
            {"action": {"by": "A", "do": {"pass": True, "to": "shore"}}},
            {("$.action.do.to", "wrong_value")},
        ),
        (
            {"action": {"by": "A", "do": {"play": "Spark", "ability": 3}}},
            {("$.action.do.ability", "wrong_value")},
        ),
        (
            {"action": {"by": "A", "do": {"move": "a1", "to": {"a": "shore"}}}},
            {("$.action.do.to", "wrong_type")},
        ),
        ({"action": {"by": "A", "do": {}}}, {("$.action.do", "wrong_value")}),
        ({}, {("$.action", "missing_key")}),
        (
            {"action": ACTION, "readings": {"OP-3": "z", "OP-99": "a"}},
            {("$.readings.OP-3", "wrong_value"), ("$.readings.OP-99", "wrong_value")},
        ),
        ({"action": ACTION, "readings": {"OP-3": 5}}, {("$.readings.OP-3", "wrong_type")}),
        (
            {"action": {"by": "A", "do": {}}, "readings": {"OP-3": "z"}},
            {("$.action.do", "wrong_value"), ("$.readings.OP-3", "wrong_value")},
        ),
        ({"action": ACTION, "answers": [None] * (ANSWERS + 1)}, {("$.answers", "limit")}),
    ],
)
def test_what_means_nothing_beside_the_board_is_named_at_its_place(
    client: FlaskClient,
    board: dict[str, Any],
    beside: dict[str, Any],
    expected: set[tuple[str, str]],
) -> None:
    reply = client.post("/v1/adjudications", json={"board": board, **beside})
    assert faults(problem(reply, 400, "malformed-request")) == expected


def test_what_is_malformed_comes_before_who_is_unknown(
    client: FlaskClient, board: dict[str, Any]
) -> None:
    nobody = {"by": "Nobody", "do": {"concede": True, "pay": "ask"}}
    reply = client.post("/v1/adjudications", json={"board": board, "action": nobody})
    assert faults(problem(reply, 400, "malformed-request")) == {("$.action.do.pay", "wrong_value")}


def test_every_fault_of_a_malformed_request_is_named(
    client: FlaskClient, board: dict[str, Any]
) -> None:
    board["turn"]["phase"] = "lunch"
    board["players"]["A"]["points"] = "many"
    board["wether"] = "rain"
    reply = client.post(
        "/v1/adjudications",
        json={
            "board": board,
            "action": {"by": "A", "do": {"move": 3, "too": "west"}},
            "answers": [None] * (ANSWERS + 1),
            "then": "afterwards",
            "strict": 1,
            "seed": True,
            "readings": {"OP-1": 2},
            "veiwer": "A",
        },
    )
    document = problem(reply, 400, "malformed-request")
    assert faults(document) >= {
        ("$.board.turn.phase", "wrong_value"),
        ("$.board.players.A.points", "wrong_type"),
        ("$.board.wether", "unknown_key"),
        ("$.action.do.move", "wrong_type"),
        ("$.action.do.too", "unknown_key"),
        ("$.answers", "limit"),
        ("$.then", "wrong_value"),
        ("$.strict", "wrong_type"),
        ("$.seed", "wrong_type"),
        ("$.veiwer", "unknown_key"),
        ("$.readings.OP-1", "wrong_type"),
    }


def test_every_fault_of_a_meaningless_board_is_named(
    client: FlaskClient, board: dict[str, Any]
) -> None:
    board["players"]["A"]["base"].append({"id": "b1", "card": "Nobody at All"})
    board["turn"]["player"] = "Z"
    board["order"] = ["A", "B"]
    document = problem(
        client.post("/v1/adjudications", json={"board": board}), 422, "meaningless-board"
    )
    assert {code for _, code in faults(document)} >= {"unknown_card", "id_twice"}
    assert all(path.startswith("$.board.") for path, _ in faults(document))


@pytest.mark.parametrize("path", POSTED)
def test_an_unknown_viewer_is_refused(
    client: FlaskClient, path: str, board: dict[str, Any]
) -> None:
    body: dict[str, Any] = {"board": board, "viewer": "Z"}
    if path == "/v1/boards/new":
        body = {"setup": {"decks": {}}, "viewer": "Z"}
    if path == "/v1/adjudications":
        body["action"] = ACTION
    if path == "/v1/explanations":
        body["object"] = "a1"
    document = problem(client.post(path, json=body), 422, "unknown-viewer")
    assert faults(document) == {("$.viewer", "unknown_viewer")}


def test_an_unknown_player_has_no_actions(client: FlaskClient, board: dict[str, Any]) -> None:
    reply = client.post("/v1/legal-actions", json={"board": board, "player": "Z"})
    assert faults(problem(reply, 422, "unknown-player")) == {("$.player", "unknown_player")}


def test_an_object_that_is_not_there_has_no_explanation(
    client: FlaskClient, board: dict[str, Any]
) -> None:
    reply = client.post("/v1/explanations", json={"board": board, "object": "zz"})
    assert faults(problem(reply, 422, "unknown-object")) == {("$.object", "unknown_object")}


@pytest.mark.parametrize("path", POSTED)
def test_another_method_is_refused_and_the_right_one_named(client: FlaskClient, path: str) -> None:
    for method in ("GET", "PUT", "PATCH", "DELETE"):
        reply = client.open(path, method=method)
        problem(reply, 405, "method-not-allowed")
        assert "POST" in reply.headers["Allow"]


@pytest.mark.parametrize(
    "path", ["/v1", "/v2/adjudications", "/v1/adjudications/", "//v1/editions"]
)
def test_an_unknown_address_is_refused(client: FlaskClient, path: str) -> None:
    problem(client.get(path), 404, "not-found")


def test_a_fault_of_ours_becomes_an_incident(caplog: pytest.LogCaptureFixture) -> None:
    app: Flask = create_app()

    @app.get("/broken")
    def broken() -> str:
        raise ZeroDivisionError("a secret of the engine")

    reply = app.test_client().get("/broken")
    document = problem(reply, 500, "internal")
    assert document["incident"] in caplog.text
    assert "a secret of the engine" in caplog.text
    assert "secret" not in reply.get_data(as_text=True)
    assert "Arbiter-Engine" in reply.headers


def test_very_many_faults_are_counted_and_not_all_listed(client: FlaskClient) -> None:
    reply = client.post("/v1/boards/check", json={f"k{n}": 1 for n in range(1000)})
    assert reply.status_code == 400
    assert len(reply.json["errors"]) == FAULTS
    assert reply.json["detail"].startswith(f"More than {FAULTS} places do not have the shape")


@pytest.mark.parametrize(
    ("path", "body", "expected"),
    [
        ("/v1/adjudications", {}, {("$", "`board` is needed")}),
        ("/v1/boards/view", {}, {("$", "`board` is needed"), ("$", "`viewer` is needed")}),
        ("/v1/boards/check", [], {("$", "an object is needed here, not a list")}),
        ("/v1/boards/check", "x", {("$", 'an object is needed here, not the text "x"')}),
        (
            "/v1/adjudications",
            {"board": [], "answers": 3, "then": "resolve-chian", "veiwer": "A", "trace": None},
            {
                ("$.board", "an object is needed here, not a list"),
                ("$.answers", "a list is needed here, not the number 3"),
                (
                    "$.then",
                    '"resolve-chian" is none of: nothing, resolve-chain, to-next-decision; did you '
                    "mean resolve-chain?",
                ),
                ("$.veiwer", "no such key; did you mean `viewer`?"),
                ("$.trace", "text is needed here, not null"),
            },
        ),
        (
            "/v1/adjudications",
            {"board": 1, "waivers": {"x": "some"}, "readings": [], "seed": 1.5, "settle": "no"},
            {
                ("$.board", "an object is needed here, not the number 1"),
                ("$.waivers.x", '"some" is none of: no_effect'),
                ("$.readings", "an object is needed here, not a list"),
                ("$.seed", "text or a whole number is needed here, not the number 1.5"),
                ("$.settle", 'true or false is needed here, not the text "no"'),
            },
        ),
    ],
)
def test_what_is_wrong_at_the_top_of_a_body_is_said_in_our_own_words(
    client: FlaskClient, path: str, body: Any, expected: set[tuple[str, str]]
) -> None:
    document = problem(client.post(path, json=body), 400, "malformed-request")
    # which keys there are is not told here
    said = [re.sub("; there are: [^;]*", "", error["message"]) for error in document["errors"]]
    assert set(zip([error["path"] for error in document["errors"]], said, strict=True)) == expected


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"", "the body is empty; a JSON object is needed"),
        (b'{"board":\n  {turn}}', "the body is not JSON from line 2, column 4 on"),
        (b'{"board": ', "the body is not JSON: it ends within a value"),
    ],
)
def test_where_a_body_ceases_to_be_json_is_said(
    client: FlaskClient, body: bytes, message: str
) -> None:
    reply = client.post("/v1/boards/check", data=body, content_type="application/json")
    document = problem(reply, 400, "malformed-request")
    assert [error["message"] for error in document["errors"]] == [message]
    assert document["detail"] == f"$: {message}"


@pytest.mark.parametrize(
    ("address", "path", "message"),
    [
        ("/v1/rules", "q", "`q` is needed"),
        ("/v1/rules?q=unit&limit=many", "limit", "a whole number is needed here, not the text"),
        ("/v1/rules?q=unit&limit=0", "limit", "0 is not from 1 to"),
        ("/v1/rules?q=unit&limti=2", "limti", "did you mean `limit`?"),
        ("/v1/rules/465/graph?format=svgg", "format", "did you mean svg?"),
        ("/v1/rules/465/graph?edges=refres", "edges[0]", '"refres" is none of: '),
    ],
)
def test_a_parameter_is_called_by_its_name(
    client: FlaskClient, address: str, path: str, message: str
) -> None:
    (error,) = problem(client.get(address), 400, "malformed-request")["errors"]
    assert error["path"] == path
    assert message in error["message"]


def test_no_message_is_in_the_words_of_a_library(client: FlaskClient) -> None:
    """Whatever stands at the top of a body, nothing is said of it that we did not write."""
    odd: tuple[Any, ...] = (None, 1, 1.5, "x", True, [], {}, [[]], {"a": 1}, {"a": None})
    keys = "board action answers then readings waivers settle strict seed trace viewer player odd"
    for key in (*keys.split(), "setup", "excluded", "object", "about"):
        for value in odd:
            for path in POSTED:
                reply = client.post(path, json={key: value})
                for error in msgspec.json.decode(reply.data).get("errors", []):
                    assert not error["message"].endswith("."), (key, value, error)
                    said = error["message"].replace("`object` is needed", "")  # a key of ours
                    assert "`object`" not in said, error
