"""How bytes that are ready leave the service."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Response

import judge


def json_reply(thing: Any) -> Response:
    """A struct of `judge` in its canonical JSON."""
    return Response(judge.encode(thing), content_type="application/json")


def data_reply(data: Any) -> Response:
    """Plain data as JSON."""
    return Response(msgspec.json.encode(data), content_type="application/json")
