"""Overlays that a user loads: what is checked, where they are, and what rulings have of them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml
from click.testing import CliRunner, Result
from flask.testing import FlaskClient

from api.app import create_app
from api.cli import main
from api.handlers.overlays import applied, changes_of, settled
from judge.ruling.openpoints import OPEN_POINTS
from rulesdb import NEWEST
from rulesdb.errors import DamagedStore, MalformedOverlay, UnknownOverlay
from rulesdb.overlays import Overlay, in_force, not_held
from rulesdb.useroverlays import (
    LONGEST_GIST,
    MOST_OVERLAYS,
    OVERLAY_BYTES,
    add_overlay,
    overlay_folder,
    remove_overlay,
    user_overlays,
)
from rulesdb.wordings import HOME_VARIABLE, ignored

REPOSITORY = Path(__file__).resolve().parents[2]

HOUSE = "house-2026-09-01"
UNKNOWN = "999"


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A data directory of its own for each test."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    return tmp_path / "home"


def file_of(**fields: Any) -> bytes:
    """An overlay that says a hand has seven cards at most, with these fields laid over it."""
    whole = {
        "id": HOUSE,
        "title": "House rules",
        "date": "2026-09-01",
        "authority": "event",
        "source": "a sheet at the door",
        "edition": NEWEST,
        "changes": {"rules": {"108.7": "Seven cards in hand at most."}},
    }
    return json.dumps({**whole, **fields}).encode()


def arbiter(*arguments: str, stdin: bytes | str = b"") -> Result:
    result = CliRunner().invoke(main, arguments, input=stdin, prog_name="arbiter")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def test_an_overlay_is_kept_until_it_is_removed() -> None:
    assert user_overlays() == ()
    added = add_overlay(file_of(), "house.json")
    assert user_overlays() == (added,)
    newer = add_overlay(file_of(title="Newer house rules"), "house.json")
    assert user_overlays() == (newer,)
    with ignored():
        assert user_overlays() == ()
    remove_overlay(HOUSE)
    assert user_overlays() == ()
    with pytest.raises(UnknownOverlay, match="none was"):
        remove_overlay(HOUSE)
    with pytest.raises(UnknownOverlay, match="belongs to this release"):
        remove_overlay(in_force()[0].id)


@pytest.mark.parametrize(
    ("content", "complaints"),
    [
        (b"{", ["truncated"]),
        (b"\xff", ["JSON|UTF-8|utf-8"]),
        (file_of(settled={}), ["unknown field `settled`"]),
        (file_of(authority="uncle"), ["uncle"]),
        (file_of(id="house"), ["does not end in its date"]),
        (file_of(id="House 2026-09-01"), ["small letters"]),
        (file_of(id="../x-2026-09-01"), ["small letters"]),
        (file_of(id="vendetta-errata-2026-07-23", date="2026-07-23"), ["of this release"]),
        (file_of(title=" "), ["title: needs a text"]),
        (file_of(edition="core-9.9"), ["no edition is called"]),
        (file_of(edition="1.4"), ["write core-1.4"]),
        (file_of(changes={"rules": {UNKNOWN: "x"}}), ["changes.rules: core-1.4 has no rule '999'"]),
        (file_of(changes={"rules": {"108.7": ""}}), ["108.7 needs a text"]),
        (file_of(changes={"rules": {"108.7": "x" * (LONGEST_GIST + 1)}}), ["108.7 needs a text"]),
        (file_of(changes={"cards": {"No Such": "x"}}), ["no card is called 'No Such'"]),
        (file_of(absorbed=[{"about": "x", "by": [UNKNOWN]}]), ["absorbed: core-1.4 has no rule"]),
        (file_of(settles={"three": "a"}), ["settles.three: no open point"]),
        (file_of(settles={"OP-999": "q"}), ["settles.OP-999: no open point"]),
        # one that this release cannot switch
        (file_of(settles={"OP-57": "z"}), ["settles.OP-57: has the readings a, b, not 'z'"]),
        (file_of(settles={"OP-57": "ab"}), ["settles.OP-57: has the readings a, b, not 'ab'"]),
        (file_of(overridden=[{"about": "x", "by": ["107"], "point": "OP-999"}]), ["'OP-999'"]),
        (file_of(overturns=["nope"]), ["overturns: this release has no scenario 'nope'"]),
        (file_of(settles={"OP-3": "z"}), ["settles.OP-3: has the readings a, b, not 'z'"]),
        (file_of()[:-1] + b',"id":"again"}', ["the key 'id' stands twice"]),
        (b" " * (OVERLAY_BYTES + 1), ["OVERLAY_BYTES"]),
        (b"[" * 100_000, ["JSON|depth|recursion|Expected"]),
        (
            file_of(id="house", settles={"OP-3": "z"}, changes={"rules": {UNKNOWN: "x"}}),
            ["does not end", "no rule", "not 'z'"],
        ),
    ],
)
def test_what_is_wrong_with_a_file_is_said_in_full(
    content: bytes, complaints: list[str], tmp_path: Path
) -> None:
    with pytest.raises(MalformedOverlay) as refused:
        add_overlay(content, "house.json")
    for complaint in complaints:
        assert refused.match(complaint)
    assert not overlay_folder().exists()
    file = tmp_path / "house.json"
    file.write_bytes(content)
    result = arbiter("overlays", "add", str(file))
    assert result.exit_code == 2
    lines = result.stderr.splitlines()
    assert len(lines) == len(refused.value.faults)
    assert all(line.startswith(f"error: {file}: ") for line in lines)


def test_the_example_of_the_documents_is_taken_and_has_every_field() -> None:
    """And the table of `docs/overlays.md` has them too."""
    content = (REPOSITORY / "docs" / "overlays" / "example-2026-09-01.json").read_bytes()
    fields = [field.encode_name for field in msgspec.structs.fields(Overlay)]
    assert sorted(json.loads(content)) == sorted(fields)
    added = add_overlay(content, "example")
    assert user_overlays() == (added,)
    text = (REPOSITORY / "docs" / "overlays.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)) == sorted(fields)
    assert f"at most {OVERLAY_BYTES // 1024} KiB" in text
    assert f"at most {LONGEST_GIST} characters" in text


def test_what_a_file_settles_and_overturns_may_be_anything_that_is_there() -> None:
    scenario = "hiding-in-a-showdown-of-ones-own-turn"
    assert (REPOSITORY / "scenarios" / "811-hidden" / f"{scenario}.yaml").is_file()
    added = add_overlay(file_of(settles={"OP-57": "b"}, overturns=[scenario]), "house.json")
    assert user_overlays() == (added,)


def test_a_scenario_that_a_later_release_lacks_damages_nothing() -> None:
    overlay_folder().mkdir(parents=True)
    (overlay_folder() / f"{HOUSE}.json").write_bytes(file_of(overturns=["gone"]))
    (kept,) = user_overlays()
    assert kept.overturns == ("gone",)


def test_no_more_are_loaded_than_the_limit() -> None:
    folder = overlay_folder()
    folder.mkdir(parents=True)
    for count in range(MOST_OVERLAYS):
        (folder / f"x{count}.json").write_bytes(b"")
    with pytest.raises(MalformedOverlay, match="MOST_OVERLAYS"):
        add_overlay(file_of(), "house.json")
    (folder / "one-more.json").write_bytes(b"")
    with pytest.raises(DamagedStore, match="MOST_OVERLAYS"):
        user_overlays()


def damaged() -> Path:
    overlay_folder().mkdir(parents=True)
    file = overlay_folder() / f"{HOUSE}.json"
    file.write_bytes(b"{")
    return file


@pytest.mark.parametrize(
    "content",
    [b"{", file_of(id="other-2026-09-01"), file_of(settles={"OP-3": "z"}), b" " * 300_000],
)
def test_a_damaged_file_is_named_in_one_line(content: bytes) -> None:
    file = damaged()
    file.write_bytes(content)
    board = '{"turn": {"player": "A"}, "players": {"A": {}, "B": {}}}'
    for arguments in (
        ("overlays",),
        ("overlays", "list", "--json"),
        ("adjudicate", "-", "--action", '{"by": "A", "do": "pass"}'),
        ("legal", "-"),
        ("rules", "show", "108.7"),
    ):
        result = arbiter(*arguments, stdin=board)
        assert result.exit_code == 2, arguments
        assert ('"error"' in result.stdout) is ("--json" in arguments), arguments
        (line,) = result.stderr.splitlines()
        assert line.startswith(f"error: {file}: ")
    assert arbiter("overlays", "remove", HOUSE).exit_code == 0
    assert arbiter("overlays").exit_code == 0


def test_a_damaged_file_of_the_package_is_named_in_one_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "faq-2026-01-01.json").write_bytes(b"{")
    monkeypatch.setattr("rulesdb.overlays.OVERLAY_FOLDER", tmp_path)
    result = arbiter("overlays")
    assert (result.exit_code, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    assert line.startswith("error: faq-2026-01-01.json: ")


def small_board(**fields: Any) -> dict[str, Any]:
    return {
        "turn": {"player": "A", "number": 3},
        "players": {name: {"base": [], "hand": [], "deck": 20} for name in "AB"},
        "battlefields": [
            {"id": "west", "card": "Amateur Recital", "owner": "A"},
            {"id": "east", "card": "Amateur Recital", "owner": "B"},
        ],
        **fields,
    }


def stamp(client: FlaskClient, **board: Any) -> dict[str, Any]:
    body = {"board": small_board(**board), "action": {"by": "A", "do": "end_turn"}}
    reply = client.post("/v1/adjudications", json=body)
    assert reply.status_code == 200, reply.get_data(as_text=True)
    found: dict[str, Any] = reply.get_json()["stamp"]
    assert reply.headers["Arbiter-Overlays"] == ", ".join(each.id for each in applied())
    return found


def test_a_ruling_names_what_is_loaded_and_a_service_sees_it_at_once() -> None:
    client = create_app({"TESTING": True}).test_client()
    assert HOUSE not in stamp(client)["overlays"]
    add_overlay(file_of(), "house.json")
    assert stamp(client)["overlays"] == [*(each.id for each in in_force()), HOUSE]
    remove_overlay(HOUSE)
    assert HOUSE not in stamp(client)["overlays"]


def test_a_document_that_was_not_held_is_no_longer_missing() -> None:
    client = create_app({"TESTING": True}).test_client()
    (missing,) = not_held()
    assert stamp(client)["overlays_not_held"] == [missing.label]
    add_overlay(file_of(id=missing.id, date=missing.date.isoformat()), "faq.json")
    found = stamp(client)
    assert missing.id in found["overlays"]
    assert "overlays_not_held" not in found
    assert missing.label not in arbiter("overlays").stdout.partition("Known, and not held")[2]


def test_one_that_changes_nothing_is_named_only_if_a_board_asks_for_it() -> None:
    client = create_app({"TESTING": True}).test_client()
    add_overlay(file_of(changes={}), "house.json")
    assert HOUSE not in stamp(client)["overlays"]
    asked = stamp(client, overlays=[HOUSE])
    assert HOUSE in asked["overlays"]
    assert HOUSE not in asked["overlays_not_held"]


def test_an_open_point_is_read_as_an_overlay_settles_it() -> None:
    for point, known in OPEN_POINTS.items():
        other = next(reading for reading in known.readings if reading != known.default)
        assert settled({}).get(point, known.default) == known.default
        add_overlay(file_of(settles={point: other}), "house.json")
        assert settled({})[point] == other
        # what a request asks for comes first
        assert settled({point: known.default})[point] == known.default
        remove_overlay(HOUSE)


def test_the_engine_judges_and_offers_by_the_reading_of_an_overlay() -> None:
    """OP-10: by 811.1.b a card may be hidden in any Open State of one's own turn, by 410.1.a and
    347 in a Neutral one only.
    """
    file = REPOSITORY / "scenarios/811-hidden/hiding-in-a-showdown-of-ones-own-turn.yaml"
    scenario = yaml.safe_load(file.read_text(encoding="utf-8"))
    client = create_app({"TESTING": True}).test_client()
    opening, hiding = ({key: step[key] for key in ("by", "do")} for step in scenario["steps"][:2])
    opened = client.post(
        "/v1/adjudications", json={"board": scenario["board"], "action": opening}
    ).get_json()
    board = opened["board"]
    asked = {"board": board, "action": hiding}

    def judged() -> tuple[str, bool]:
        ruling = client.post("/v1/adjudications", json=asked).get_json()
        legal = client.post("/v1/legal-actions", json={"board": board}).get_json()
        return ruling["verdict"], any("hide" in each["do"] for each in legal["patterns"])

    assert judged() == ("illegal", False)
    add_overlay(file_of(settles={"OP-10": "b"}), "house.json")
    assert judged() == ("legal", True)


def test_the_rule_names_what_changes_it() -> None:
    client = create_app({"TESTING": True}).test_client()
    held = client.get("/v1/rules/108.7").get_json()["overlays"]
    assert [change["overlay"] for change in held] == ["origins-faq-2025-10-16"]
    assert held[0]["outranks"] is False  # it is older than the edition
    add_overlay(file_of(), "house.json")
    both = client.get("/v1/rules/108.7").get_json()["overlays"]
    assert [change["overlay"] for change in both] == ["origins-faq-2025-10-16", HOUSE]
    assert both[1]["outranks"] is True
    assert both[1]["gist"] == "Seven cards in hand at most."
    assert client.get("/v1/rules/1.3:108.7").get_json()["overlays"] == []
    assert [change.overlay for change in changes_of("107.1", NEWEST)] == ["origins-faq-2025-10-16"]
    shown = arbiter("rules", "show", "108.7").stdout
    rank = "comes before this rule; rulings are made without it"
    assert f"Overlay {HOUSE} ({rank}): Seven cards in hand at most." in shown
    data = json.loads(arbiter("rules", "show", "107.1", "--json").stdout)
    assert [change["overlay"] for change in data["overlays"]] == ["origins-faq-2025-10-16"]
    page = client.get("/rules/108.7").get_data(as_text=True)
    assert "Seven cards in hand at most." in page


def caveats(ruling: dict[str, Any]) -> list[str]:
    return [
        caveat["sentence"]
        for caveat in ruling.get("caveats", [])
        if caveat["code"] == "overlay_not_applied"
    ]


def test_a_ruling_says_what_it_was_made_without(tmp_path: Path) -> None:
    """A turn that ends goes through the Ending Phase (317), and nobody counts a hand (108.7)."""
    client = create_app({"TESTING": True}).test_client()
    request = {
        "board": small_board(),
        "action": {"by": "A", "do": "end_turn"},
    }

    def judged(**more: Any) -> dict[str, Any]:
        reply: dict[str, Any] = client.post("/v1/adjudications", json=request | more).get_json()
        return reply

    before = judged()
    assert caveats(before) == []
    cited = {citation["rule"] for citation in before["citations"]}
    assert any(number.startswith("317.") for number in cited)
    assert not any(number.startswith("108") for number in cited)
    changes = {
        "rules": {"108.7": "Seven cards.", "317": "No turn ends."},
        "cards": {"Amateur Recital": "It scores nothing.", "Cleave": "It does nothing."},
    }
    add_overlay(file_of(changes=changes), "house.json")
    expected = [
        f"{HOUSE} changes {what}, and this ruling was made without that change."
        for what in ("rule 317", "Amateur Recital")
    ]
    after = judged()
    assert caveats(after) == expected
    assert (after["verdict"], after["basis"]) == (before["verdict"], before["basis"])
    silent = judged(trace="none")
    assert caveats(silent) == expected
    assert "citations" not in silent
    file = tmp_path / "request.json"
    file.write_text(json.dumps(request))
    ruling = json.loads(arbiter("adjudicate", str(file), "--json").stdout)
    assert caveats(ruling) == expected
    assert expected[0] in " ".join(arbiter("adjudicate", str(file)).stdout.split())
    assert client.get("/v1/rules/317").get_json()["overlays"][0]["applied"] is False
    official = client.get("/v1/rules/107.1").get_json()["overlays"]
    assert [change["applied"] for change in official] == [True]


def test_a_hidden_card_is_not_named_by_a_caveat() -> None:
    client = create_app({"TESTING": True}).test_client()
    board = small_board()
    board["players"]["A"]["hand"] = ["Cleave"]
    request = {"board": board, "action": {"by": "A", "do": "end_turn"}}
    add_overlay(file_of(changes={"cards": {"Cleave": "It does nothing."}}), "house.json")
    for viewer, count in (("judge", 1), ("A", 1), ("B", 0), ("public", 0)):
        ruling = client.post("/v1/adjudications", json={**request, "viewer": viewer}).get_json()
        assert len(caveats(ruling)) == count, viewer


def test_a_setup_says_what_it_was_made_without() -> None:
    client = create_app({"TESTING": True}).test_client()
    request = json.loads((REPOSITORY / "docs" / "examples" / "new-board.json").read_bytes())
    assert caveats(client.post("/v1/boards/new", json=request).get_json()) == []
    changes = {"cards": {"Legion Rearguard": "It costs nothing."}}
    add_overlay(file_of(changes=changes), "house.json")
    (sentence,) = caveats(client.post("/v1/boards/new", json=request).get_json())
    assert "Legion Rearguard" in sentence


def test_a_service_with_a_damaged_file_says_so() -> None:
    client = create_app({"TESTING": True}).test_client()
    damaged()
    body = {"board": small_board(), "action": {"by": "A", "do": "end_turn"}}
    for reply in (
        client.post("/v1/adjudications", json=body),
        client.post("/v1/legal-actions", json={"board": small_board()}),
        client.get("/v1/rules/108.7"),
    ):
        assert reply.status_code == 503
        assert reply.content_type == "application/problem+json"
        assert f"{HOUSE}.json" in reply.get_json()["detail"]
        assert str(overlay_folder()) not in reply.get_data(as_text=True)
    assert client.get("/readyz").status_code == 503
    assert client.get("/healthz").status_code == 200


def test_the_command_loads_lists_and_removes(tmp_path: Path) -> None:
    file = tmp_path / "house.json"
    file.write_bytes(file_of())
    assert arbiter("overlays", "add", str(file)).stdout == (
        f"Loaded {HOUSE}: House rules (2026-09-01).\n"
    )
    listed = arbiter("overlays").stdout
    assert listed == arbiter("overlays", "list").stdout
    assert "House rules (2026-09-01)" in listed.partition("Loaded by you")[2]
    data = json.loads(arbiter("overlays", "--json").stdout)
    assert [entry["overlay"]["id"] for entry in data["loaded"]] == [HOUSE]
    assert arbiter("overlays", "remove", HOUSE).stdout == f"Removed {HOUSE}.\n"
    assert arbiter("overlays", "remove", HOUSE).exit_code == 2
    assert arbiter("overlays", "add", "-", stdin=file_of()).exit_code == 0
    assert arbiter("overlays", "add", str(tmp_path / "none.json")).exit_code == 2
    assert arbiter("overlays", "--json", "add", str(file)).exit_code == 2
