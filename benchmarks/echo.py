"""An application that gives back the body it gets: what HTTP alone costs."""

from __future__ import annotations

from flask import Flask, Response, request

app = Flask(__name__)


@app.post("/echo")
def echo() -> Response:
    """The body, unread and unchanged."""
    return Response(request.get_data(), mimetype="application/json")
