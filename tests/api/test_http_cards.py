"""`/v1/cards`: searching, reading texts, and the cards of the service's owner."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

import judge.board.reading
import judge.explaining
import judge.legal
import judge.modes.setup
import judge.review
import judge.ruling.views
from api.handlers.card_texts import Listed, import_lists, remove
from api.handlers.cardlists import LONGEST_TEXT, READ_CARDS, listed
from judge.effects.catalogue import standard_catalogue
from rulesdb import wordings

HERON: dict[str, Any] = {
    "name": "Moor Heron",
    "set": "XYZ",
    "number": 1,
    "types": ["Unit"],
    "domains": ["Calm"],
    "tags": ["Bird"],
    "energy": 2,
    "power": None,
    "might": 2,
    "text": "When I attack, draw 1.",
}


@pytest.fixture
def owned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The owner of the service has imported a card."""
    monkeypatch.setenv(wordings.HOME_VARIABLE, str(tmp_path / "home"))
    import_lists([Listed(source="new.json", cards=listed([HERON]))])


def search(client: FlaskClient, query: str) -> Any:
    reply = client.get(f"/v1/cards?{query}")
    assert reply.status_code == 200
    return reply.json


def test_every_card_is_found_a_part_at_a_time(client: FlaskClient) -> None:
    seen: list[str] = []
    offset: int | None = 0
    while offset is not None:
        page = search(client, f"limit=100&offset={offset}")
        seen += [card["name"] for card in page["cards"]]
        offset = page.get("next")
    assert len(seen) == len(set(seen)) == page["total"]
    assert set(seen) == set(standard_catalogue().names()) - {"Unknown Rune", "Bare Battlefield"}


@pytest.mark.parametrize(
    ("query", "holds"),
    [
        ("poro", lambda card: "poro" in card["name"].lower() or "Poro" in card.get("tags", [])),
        ("spell fury", lambda card: "Spell" in card["types"] and "Fury" in card["domains"]),
        ("ganking", lambda card: "Ganking" in card["keywords"]),
        ("OGN-010", lambda card: (card["set"], card["number"]) == ("OGN", 10)),
    ],
)
def test_each_word_stands_in_what_is_found(client: FlaskClient, query: str, holds: Any) -> None:
    found = search(client, f"q={query}&limit=100")
    assert found["total"] > 0
    assert all(map(holds, found["cards"]))


def test_who_finds_nothing_is_told_so(client: FlaskClient) -> None:
    assert search(client, "q=zzzzzz") == {"total": 0, "offset": 0, "cards": []}


@pytest.mark.parametrize("query", ["limit=0", "limit=101", "offset=-1", "limit=two", "x=1"])
def test_a_faulty_search_is_refused(client: FlaskClient, query: str) -> None:
    assert client.get(f"/v1/cards?{query}").status_code == 400


@pytest.mark.usefixtures("owned")
def test_cards_of_the_owner_are_found_and_judged_with_at_once(client: FlaskClient) -> None:
    found = search(client, "q=moor bird")
    assert [(card["name"], card["origin"]) for card in found["cards"]] == [("Moor Heron", "read")]
    assert client.get("/v1/cards/xyz1").json["abilities"]
    headers = client.get("/healthz").headers
    assert headers["Arbiter-Catalogue"] != standard_catalogue().digest
    request = {"board": _board("Moor Heron"), "action": {"by": "A", "do": "end_turn"}}
    reply = client.post("/v1/adjudications", json=request)
    assert reply.status_code == 200
    assert [c["cards"] for c in reply.json["caveats"] if c["code"] == "read_text"] == [
        ["Moor Heron"]
    ]
    remove(["Moor Heron"])
    assert client.post("/v1/adjudications", json=request).status_code == 422


def _board(card: str) -> dict[str, Any]:
    return {
        "turn": {"player": "A", "number": 3},
        "players": {
            "A": {"base": [{"id": "a1", "card": card}], "hand": [], "deck": 20},
            "B": {"hand": [], "deck": 20},
        },
        "battlefields": [
            {"id": "west", "card": "Hill", "owner": "A"},
            {"id": "east", "card": "Hill", "owner": "B"},
        ],
        "cards": {"Hill": {"types": ["Battlefield"]}},
    }


@pytest.mark.usefixtures("owned")
def test_no_path_takes_the_catalogue_of_the_release_alone(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forgotten() -> None:
        raise AssertionError("the cards of the owner were forgotten")

    for module in (
        judge.board.reading,
        judge.explaining,
        judge.legal,
        judge.modes.setup,
        judge.review,
        judge.ruling.views,
    ):
        monkeypatch.setattr(module, "standard_catalogue", forgotten)
    monkeypatch.setattr(sys.modules["judge.adjudicate"], "standard_catalogue", forgotten)
    board = _board("Moor Heron")
    for viewer in ("judge", "A", "public"):
        beside = {"board": board, "viewer": viewer}
        for path, request in (
            ("/v1/adjudications", {**beside, "action": {"by": "A", "do": "end_turn"}}),
            ("/v1/legal-actions", {**beside, "excluded": True}),
            ("/v1/explanations", {**beside, "object": "a1"}),
            ("/v1/boards/check", beside),
            ("/v1/boards/view", beside),
        ):
            reply = client.post(path, json=request)
            assert reply.status_code == 200, (path, reply.json)
    strict = {
        "board": board,
        "action": {"by": "A", "do": "end_turn"},
        "strict": True,
        "viewer": "B",
    }
    assert client.post("/v1/adjudications", json=strict).status_code == 200
    deck = {"legend": "Moor Heron", "main": {}, "runes": {}, "battlefields": []}
    setup = {"mode": "duel", "decks": {"A": deck, "B": deck}}
    assert client.post("/v1/boards/new", json={"setup": setup}).status_code == 422


@pytest.mark.usefixtures("owned")
def test_a_damaged_file_of_the_owner_refuses_what_needs_the_cards(
    client: FlaskClient, tmp_path: Path
) -> None:
    (tmp_path / "home" / "cards" / "mine.yaml").write_text("Moor Heron: [\n")
    assert client.get("/v1/cards/Moor%20Heron").status_code == 503
    assert client.get("/v1/cards").status_code == 503
    request = {"board": _board("Moor Heron")}
    for path in ("/v1/boards/check", "/v1/legal-actions", "/v1/adjudications"):
        assert client.post(path, json=request).status_code == 503
    assert client.get("/readyz").status_code == 503
    assert client.get("/v1/rules/465.2.c").status_code == 200


# --- reading --------------------------------------------------------------------------------------


def test_texts_are_read_or_refused_by_clause(client: FlaskClient) -> None:
    song = {"name": "Brook Song", "text": "Draw 1.\nJuggle a unit."}
    reply = client.post("/v1/cards/read", json={"cards": [HERON, song]})
    assert reply.status_code == 200
    assert reply.json["totals"] == {"cards": 2, "read_whole": 1, "clauses": 3, "clauses_read": 2}
    heron, read = reply.json["cards"]
    assert heron["notation"]["abilities"] == [
        {"kind": "triggered", "when": "attack", "does": [{"do": "draw"}]}
    ]
    assert [(each["clause"], each["at"]) for each in read["refused"]] == [("juggle a unit.", 0)]


@pytest.mark.parametrize(
    ("cards", "status", "path", "code"),
    [
        (1, 400, "$.cards", "wrong_type"),
        ([{"name": "A"}], 400, "$.cards[0]", "missing_key"),
        ([{"name": "A", "text": 1}], 400, "$.cards[0].text", "wrong_type"),
        ([HERON, {"name": "A", "text": "x" * (LONGEST_TEXT + 1)}], 400, "$.cards[1].text", "limit"),
        ([HERON] * (READ_CARDS + 1), 400, "$.cards", "limit"),
        ([{**HERON, "text": "x" * 900}] * 7, 400, "$.cards", "limit"),
        ([{"name": "A", "text": "", "types": ["Wizard"]}], 422, "$.cards[0].types", "wrong_value"),
        ([{"name": " ", "text": ""}], 422, "$.cards[0].name", "missing_key"),
    ],
)
def test_what_can_not_be_read_is_refused_with_its_place(
    client: FlaskClient, cards: Any, status: int, path: str, code: str
) -> None:
    reply = client.post("/v1/cards/read", json={"cards": cards})
    assert reply.status_code == status
    assert reply.content_type == "application/problem+json"
    assert (path, code) in [(each["path"], each["code"]) for each in reply.json["errors"]]


def test_reading_keeps_nothing(client: FlaskClient) -> None:
    client.post("/v1/cards/read", json={"cards": [HERON]})
    assert client.get("/v1/cards/Moor%20Heron").status_code == 404
