"""The dated files of wordings and bans, and what rulings and deck checks make of a stated day."""

from __future__ import annotations

import datetime
import json
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from api.app import create_app
from api.handlers.dated import CONSTRUCTED, then
from api.handlers.usercards import in_use
from judge.effects.catalogue import standard_catalogue
from rulesdb import wordings
from rulesdb.carddates import (
    CardDates,
    bans_on,
    held_dates,
    newest_wordings,
    otherwise_worded,
    read_dates,
)
from rulesdb.cards.cardtext import text_digest
from rulesdb.errors import DamagedData, DamagedStore
from rulesdb.overlays import held_overlays

LIST = Path(__file__).resolve().parents[3] / "shared" / "cards" / "cards.json"
DAY = datetime.date


def dates(day: str, **said: Any) -> CardDates:
    return CardDates(id=f"x-{day}", date=DAY.fromisoformat(day), source="a test", **said)


BANS = (
    dates("2026-01-01", bans={"f": {"A": "banned"}}),
    dates("2026-03-01", bans={"f": {"A": "lifted", "B": "stands"}, "g": {"C": "banned"}}),
    dates("2026-05-01", bans={"f": {"C": "lifted"}}),
)


@pytest.mark.parametrize(
    ("day", "found"),
    [
        ("2025-12-31", {"B": "unknown", "C": "unknown"}),
        ("2026-01-01", {"A": "banned", "B": "unknown", "C": "unknown"}),
        ("2026-02-28", {"A": "banned", "B": "unknown", "C": "unknown"}),
        ("2026-03-01", {"B": "banned", "C": "unknown"}),
        ("2026-05-01", {"B": "banned"}),
        (None, {"B": "banned"}),
    ],
)
def test_a_ban_holds_from_its_day_until_it_is_lifted(
    day: str | None, found: dict[str, str]
) -> None:
    assert bans_on(BANS, "f", DAY.fromisoformat(day) if day else None) == found


def test_a_wording_is_the_one_of_the_last_change_before() -> None:
    changes = (
        dates("2026-01-01", wordings={"A": "aaaaaaaa"}),
        dates("2026-03-01", wordings={"A": "bbbbbbbb"}),
    )
    known = {"A": "bbbbbbbb"}

    def since(day: str | None) -> list[Any]:
        at = DAY.fromisoformat(day) if day else None
        return [(each.since, each.until) for each in otherwise_worded(changes, known, at)]

    assert since("2025-12-31") == [(None, DAY(2026, 1, 1))]
    assert since("2026-02-01") == [(DAY(2026, 1, 1), DAY(2026, 3, 1))]
    assert since("2026-03-01") == since(None) == []
    assert [each.since for each in otherwise_worded(changes, {"A": "aaaaaaaa"})] == [
        DAY(2026, 3, 1)
    ]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ({"id": "y-2026-01-01", "date": "2026-01-01", "source": ""}, "has the id"),
        ({"id": "x-2026-01-01", "date": "2026-01-02", "source": ""}, "does not end in its date"),
        ({"id": "x-2026-01-01", "date": "2026-01-01", "source": "", "ban": {}}, "unknown field"),
        (
            {"id": "x-2026-01-01", "date": "2026-01-01", "source": "", "wordings": {"A": "x"}},
            "no digest",
        ),
    ],
)
def test_a_file_of_another_form_is_refused(content: dict[str, Any], says: str) -> None:
    with pytest.raises(DamagedData, match=says):
        read_dates(json.dumps(content).encode(), "x-2026-01-01")


# --- the files of this release --------------------------------------------------------------------


def test_the_catalogue_has_the_newest_wordings_and_bans() -> None:
    catalogue = standard_catalogue()
    banned = {name for name in catalogue.names() if catalogue[name].banned}
    assert set(bans_on(held_dates(), CONSTRUCTED)) == banned
    assert banned
    assert otherwise_worded(held_dates(), newest_wordings()) == []
    assert [name for name in newest_wordings() if name not in catalogue] == []
    assert then(in_use(), None).catalogue is catalogue


def test_each_document_that_changed_wordings_is_one_of_the_overlays() -> None:
    overlays = {each.id for each in held_overlays()}
    assert {each.id for each in held_dates() if each.wordings} <= overlays


@pytest.mark.skipif(not LIST.is_file(), reason="the official list of cards is not there")
def test_they_agree_with_the_official_list() -> None:
    cards = json.loads(LIST.read_text("utf-8"))["cards"]
    changed = {card["name"]: card for card in cards if card["errata"]}
    assert newest_wordings().keys() == changed.keys()
    for each in held_dates():
        for name, digest in each.wordings.items():
            card = changed[name]
            assert card["errata"]["date"] == each.date.isoformat()
            assert text_digest(card["text"], card["effect_text"]) == digest


# --- rulings --------------------------------------------------------------------------------------


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(wordings.HOME_VARIABLE, str(tmp_path / "home"))
    (tmp_path / "home" / "dates").mkdir(parents=True)
    return tmp_path / "home"


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app({"TESTING": True}).test_client()


def request(card: str, **beside: Any) -> dict[str, Any]:
    board = {
        "turn": {"player": "A", "number": 3},
        "complete": True,
        "resources": "enough",
        "players": {
            "A": {"hand": [card], "deck": 20, "base": [{"id": "a1", "card": "Cow"}]},
            "B": {"hand": [], "deck": 20},
        },
        "battlefields": [
            {"id": "west", "card": "Hill", "owner": "A"},
            {"id": "east", "card": "Hill", "owner": "B"},
        ],
        "cards": {"Hill": {"types": ["Battlefield"]}, "Cow": {"types": ["Unit"], "might": 1}},
    }
    return {"board": board, **beside}


#: a unit of the newest errata, with a play effect
FIZZ = "Fizz, Trickster"


def ruled(client: FlaskClient, **beside: Any) -> Any:
    action = {"by": "A", "do": {"play": FIZZ, "to": "base"}}
    reply = client.post("/v1/adjudications", json=request(FIZZ, action=action, **beside))
    assert reply.status_code == 200, reply.json
    return reply.json


def codes(ruling: Any) -> set[str]:
    return {caveat["code"] for caveat in ruling.get("caveats", [])}


def test_before_its_wording_changed_a_card_is_refused_by_name(client: FlaskClient) -> None:
    before = ruled(client, date="2026-07-22")
    assert before["verdict"] == "not_adjudicable"
    assert before["refusal"]["about"].startswith(f"{FIZZ}: ")
    assert "worded_otherwise" in codes(before)
    now = ruled(client)
    assert now["verdict"] != "not_adjudicable"
    since = ruled(client, date="2026-07-23")
    assert (since["verdict"], codes(since)) == (now["verdict"], codes(now))


def test_a_day_of_another_edition_is_said(client: FlaskClient) -> None:
    assert "edition_of_another_day" in codes(ruled(client, date="2026-07-15"))
    assert "edition_of_another_day" not in codes(ruled(client, date="2026-07-16"))


def test_what_is_no_day_is_refused(client: FlaskClient) -> None:
    reply = client.post("/v1/adjudications", json=request(FIZZ, date="July"))
    assert reply.status_code == 400
    assert [each["path"] for each in reply.json["errors"]] == ["$.date"]


def test_a_change_that_the_user_adds_holds_at_once(client: FlaskClient, home: Path) -> None:
    changed = {"id": "own-2026-10-01", "date": "2026-10-01", "source": "a sheet"}
    file = home / "dates" / "own-2026-10-01.json"
    file.write_text(json.dumps({**changed, "wordings": {FIZZ: "00000000"}}))
    now = ruled(client)
    assert now["verdict"] == "not_adjudicable"
    assert "worded_otherwise" in codes(now)
    assert ruled(client, date="2026-09-30")["verdict"] != "not_adjudicable"
    file.write_text("{")
    with pytest.raises(DamagedStore):
        in_use()


# --- decks ----------------------------------------------------------------------------------------


def faults(client: FlaskClient, **beside: Any) -> Any:
    deck = {
        "legend": "",
        "champion": "",
        "main": {"Stealthy Pursuer": 1, "Scrapheap": 1},
        "runes": {},
        "battlefields": ["Obelisk of Power"],
    }
    setup = {"mode": "duel", "decks": {"A": deck, "B": {**deck, "main": {}, "battlefields": []}}}
    reply = client.post("/v1/boards/new", json={"setup": setup, **beside})
    assert reply.status_code == 422
    return {each["path"] for each in reply.json["errors"] if each["code"] == "banned_card"}


MAIN = "$.setup.decks.A.main['Stealthy Pursuer']"


def test_a_deck_may_not_have_what_its_format_bans(client: FlaskClient) -> None:
    assert faults(client) == set()
    every = {MAIN, "$.setup.decks.A.main.Scrapheap", "$.setup.decks.A.battlefields[0]"}
    assert faults(client, format="constructed") == every
    assert faults(client, format="constructed", date="2026-07-24") == {MAIN}
    assert faults(client, format="constructed", date="2026-07-23") == set()


def test_an_unknown_format_is_refused(client: FlaskClient) -> None:
    setup = {"mode": "duel", "decks": {}}
    reply = client.post("/v1/boards/new", json={"setup": setup, "format": "sealed"})
    assert reply.status_code == 422
    assert reply.json["errors"][0]["code"] == "unknown_format"


def test_bans_that_the_user_adds_hold(client: FlaskClient, home: Path) -> None:
    own = {"id": "own-2026-10-01", "date": "2026-10-01", "source": "a sheet"}
    bans = {"shop": {"Scrapheap": "banned"}, "constructed": {"Stealthy Pursuer": "lifted"}}
    (home / "dates" / "own-2026-10-01.json").write_text(json.dumps({**own, "bans": bans}))
    assert faults(client, format="shop") == {"$.setup.decks.A.main.Scrapheap"}
    assert MAIN not in faults(client, format="constructed")
    assert not then(in_use(), None).catalogue["Stealthy Pursuer"].banned
    assert standard_catalogue()["Stealthy Pursuer"].banned
