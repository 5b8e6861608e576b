"""The application, asked in this process."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from flask import Flask
from flask.testing import FlaskClient

from api.app import create_app

REPOSITORY = Path(__file__).resolve().parents[2]
EXAMPLES = REPOSITORY / "docs" / "examples"


@pytest.fixture(scope="session")
def app() -> Flask:
    return create_app({"TESTING": True})


@pytest.fixture
def client(app: Flask) -> Iterator[FlaskClient]:
    with app.test_client() as client:
        yield client


@pytest.fixture
def combat() -> dict[str, Any]:
    """The request that the README's line sends."""
    request: dict[str, Any] = msgspec.json.decode((EXAMPLES / "combat.json").read_bytes())
    return request


@pytest.fixture
def board() -> dict[str, Any]:
    """A small board on which A may act: a unit at home, and a battlefield that nobody holds."""
    return {
        "turn": {"player": "A", "number": 3},
        "players": {
            "A": {"base": [{"id": "a1", "card": "Playful Phantom"}], "hand": [], "deck": 20},
            "B": {"base": [{"id": "b1", "card": "Mega-Mech"}], "hand": [], "deck": 20},
        },
        "battlefields": [
            {"id": "west", "card": "Amateur Recital", "owner": "A"},
            {"id": "east", "card": "Amateur Recital", "owner": "B"},
        ],
    }
