"""What stands in an address: every parameter counts or is refused, and so is what is too long."""

from __future__ import annotations

import contextlib
import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from flask import Flask
from flask.testing import FlaskClient

from api import gunicorn_conf
from api.gunicorn_worker import as_problem
from api.handlers.rule_search import LONGEST_QUESTION
from api.schemas.body import query_fields

REPOSITORY = Path(__file__).resolve().parents[2]


def example_addresses(app: Flask) -> dict[str, str]:
    """An address under `/v1` for each route that answers GET, by endpoint."""
    values = {"reference": "465", "name": "Cleave"}
    return {
        rule.endpoint: "".join(
            part if is_text else values[part] for is_text, part in parts(rule.rule)
        )
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/v1/") and "GET" in (rule.methods or ())
    }


def parts(rule: str) -> Iterator[tuple[bool, str]]:
    for piece in rule.split("<"):
        name, closed, after = piece.partition(">")
        if closed:
            yield False, name.rpartition(":")[2]
            yield True, after
        else:
            yield True, piece


def test_no_address_passes_a_parameter_over(app: Flask, client: FlaskClient) -> None:
    addresses = example_addresses(app)
    assert len(addresses) > 5
    for endpoint, address in addresses.items():
        reply = client.get(f"{address}?colour=blue")
        assert reply.status_code == 400, address
        assert reply.content_type == "application/problem+json"
        (error,) = (
            error
            for error in msgspec.json.decode(reply.data)["errors"]
            if error["code"] == "unknown_key"
        )
        assert error["path"] == "colour"
        for known in query_fields(app.view_functions[endpoint]):
            assert known in error["message"]


def test_every_such_address_is_documented_to_refuse(app: Flask) -> None:
    paths = app.extensions["openapi"].spec.to_dict()["paths"]
    silent = [
        path
        for path, methods in paths.items()
        if path.startswith("/v1/") and "get" in methods and "400" not in methods["get"]["responses"]
    ]
    assert silent == []


def test_what_counts_once_is_not_given_twice(client: FlaskClient) -> None:
    reply = client.get("/v1/rules/465/graph?radius=1&radius=2")
    assert reply.status_code == 400
    (error,) = msgspec.json.decode(reply.data)["errors"]
    assert (error["path"], error["code"]) == ("radius", "key_twice")


def test_several_kinds_of_change_are_shown_together(client: FlaskClient) -> None:
    every = client.get("/v1/editions/diff?from=1.3").json
    some = client.get("/v1/editions/diff?from=1.3&how=gone&how=new").json
    assert every is not None
    assert some is not None
    assert some["links"] == [link for link in every["links"] if link["how"] in ("gone", "new")]
    assert {link["how"] for link in some["links"]} == {"gone", "new"}
    assert client.get("/v1/editions/diff?from=1.3&how=gone&how=vanished").status_code == 400


# --- longer than gunicorn reads -----------------------------------------------------------------


def test_the_longest_question_fits_however_it_is_written() -> None:
    escaped = len("%F0%9F%83%8F") * LONGEST_QUESTION
    assert len("GET /v1/rules?q= HTTP/1.1\r\n") + escaped < gunicorn_conf.limit_request_line


def test_what_is_no_page_of_gunicorn_is_left_alone() -> None:
    assert as_problem(b"something else") == b"something else"


@pytest.fixture(scope="module")
def served() -> Iterator[tuple[str, int]]:
    """The service as it is served, with one worker."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address: tuple[str, int] = free.getsockname()
    command = [sys.executable, "-m", "gunicorn", "--config", "python:api.gunicorn_conf"]
    command += ["--bind", f"{address[0]}:{address[1]}", "--workers", "1", "--log-level", "error"]
    with subprocess.Popen(
        command,
        cwd=REPOSITORY,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        try:
            last = time.monotonic() + 30
            while b"200 OK" not in asked(address, b"GET /healthz HTTP/1.0\r\n\r\n"):
                assert time.monotonic() < last
                time.sleep(0.1)
            yield address
        finally:
            process.terminate()
            process.wait(timeout=20)


def asked(address: tuple[str, int], request: bytes) -> bytes:
    """The reply to some bytes, empty while nobody listens."""
    reply = b""
    with contextlib.suppress(OSError), socket.create_connection(address, timeout=10) as connection:
        connection.sendall(request)
        while piece := connection.recv(65536):
            reply += piece
    return reply


@pytest.mark.parametrize(
    ("request_bytes", "status", "name"),
    [
        (b"GET /v1/rules?q=%s HTTP/1.1\r\n\r\n" % (b"x" * 9000), 414, "uri-too-long"),
        (b"nonsense\r\n\r\n", 400, "bad-request"),
        (
            b"GET /healthz HTTP/1.1\r\nX: %s\r\n\r\n" % (b"x" * 9000),
            431,
            "request-header-fields-too-large",
        ),
    ],
)
def test_what_gunicorn_refuses_is_a_problem_document(
    served: tuple[str, int], request_bytes: bytes, status: int, name: str
) -> None:
    head, _, body = asked(served, request_bytes).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d " % status)
    assert b"Content-Type: application/problem+json" in head
    document = json.loads(body)
    assert (document["status"], document["type"]) == (status, f"urn:arbiter:problem:{name}")


def test_the_longest_question_is_answered(served: tuple[str, int]) -> None:
    question = b"%F0%9F%83%8F" * LONGEST_QUESTION
    reply = asked(served, b"GET /v1/rules?q=%s HTTP/1.0\r\n\r\n" % question)
    assert b" 200 OK" in reply.partition(b"\r\n")[0]
