"""How bytes that are ready leave the service."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import msgspec
from flask import Response, redirect, request
from werkzeug.wrappers import Response as BaseResponse

import judge


def json_reply(thing: Any) -> Response:
    """A struct of `judge` in its canonical JSON."""
    return Response(judge.encode(thing), content_type="application/json")


def data_reply(data: Any) -> Response:
    """Plain data as JSON."""
    return Response(msgspec.json.encode(data), content_type="application/json")


def without_slash(**parts: str) -> BaseResponse:
    """To the page whose address was typed with a slash behind it; `parts` are in its path."""
    query = request.query_string.decode()
    path = quote(request.path.rstrip("/"))
    return redirect(f"{path}?{query}" if query else path, HTTPStatus.PERMANENT_REDIRECT)
