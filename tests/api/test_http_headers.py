"""What every reply carries beside its body."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

import rulesdb
from judge.effects.catalogue import standard_catalogue
from rulesdb.overlays import in_force

ASKED = (
    ("GET", "/"),
    ("GET", "/docs"),
    ("GET", "/healthz"),
    ("GET", "/metrics"),
    ("GET", "/openapi.json"),
    ("GET", "/openapi.yaml"),
    ("GET", "/rules/465"),
    ("GET", "/rules/9999"),
    ("GET", "/v1/editions"),
    ("GET", "/v1/cards/none"),
    ("GET", "/v1/rules/465"),
    ("GET", "/nowhere"),
    ("GET", "/v1/adjudications"),
    ("POST", "/v1/adjudications"),
    ("POST", "/"),
)


@pytest.mark.parametrize(("method", "path"), ASKED)
def test_every_reply_names_what_it_was_made_with(
    client: FlaskClient, method: str, path: str
) -> None:
    headers = client.open(path, method=method).headers
    assert headers["Arbiter-Edition"] == rulesdb.NEWEST
    assert headers["Arbiter-Catalogue"] == standard_catalogue().digest
    assert headers["Arbiter-Overlays"] == ", ".join(overlay.id for overlay in in_force())
    assert headers["Arbiter-Engine"]


@pytest.mark.parametrize(("method", "path"), ASKED)
def test_every_reply_keeps_browsers_from_mischief(
    client: FlaskClient, method: str, path: str
) -> None:
    headers = client.open(path, method=method).headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe-eval" not in policy
    scripts = policy.partition("script-src")[2].partition(";")[0]
    assert "unsafe-inline" not in scripts
    assert "Access-Control-Allow-Origin" not in headers
    assert "Set-Cookie" not in headers


def test_a_ruling_names_it_too(client: FlaskClient, combat: dict[str, Any]) -> None:
    reply = client.post("/v1/adjudications", json=combat)
    assert reply.headers["Arbiter-Engine"] == reply.json["stamp"]["engine"]
    assert reply.headers["Arbiter-Edition"] == reply.json["stamp"]["edition"]
    assert reply.headers["Arbiter-Catalogue"] == reply.json["stamp"]["catalogue"]
