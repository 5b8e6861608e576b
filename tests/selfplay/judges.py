"""The judges that games are played against: the application in this process, or a service."""

from __future__ import annotations

from typing import Any

import requests
from flask import Flask


class OverApplication:
    """The HTTP surface in this process. Any status but 200 fails the game."""

    def __init__(self, app: Flask) -> None:
        self.client = app.test_client()

    def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        reply = self.client.post(path, json=body)
        assert reply.status_code == 200, (
            reply.status_code,
            reply.get_data(as_text=True)[:800],
            body,
        )
        data = reply.get_json()
        assert isinstance(data, dict)
        return data

    def new_board(self, body: dict[str, Any]) -> dict[str, Any]:
        return self._post("/v1/boards/new", body)

    def legal_actions(self, body: dict[str, Any]) -> dict[str, Any]:
        return self._post("/v1/legal-actions", body)

    def adjudicate(self, body: dict[str, Any]) -> dict[str, Any]:
        return self._post("/v1/adjudications", body)


class OverService(OverApplication):
    """A service at an address."""

    def __init__(self, address: str) -> None:
        self.address = address.rstrip("/")
        self.session = requests.Session()

    def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        reply = self.session.post(self.address + path, json=body, timeout=60)
        assert reply.status_code == 200, (reply.status_code, reply.text[:800], body)
        data = reply.json()
        assert isinstance(data, dict)
        return data
