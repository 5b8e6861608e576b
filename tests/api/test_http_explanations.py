"""`POST /v1/explanations`."""

from __future__ import annotations

from typing import Any

from flask.testing import FlaskClient

from judge.effects.catalogue import standard_catalogue

BOARD: dict[str, Any] = {
    "turn": {"player": "A", "number": 7},
    "players": {"A": {"hand": 0}, "B": {"hand": 0, "base": [{"id": "b2", "card": "Drummer"}]}},
    "battlefields": [
        {
            "id": "west",
            "card": "Windswept Hillock",
            "owner": "A",
            "controller": "B",
            "units": [{"id": "b1", "card": "Fiora, Victorious", "buffs": 1}],
        },
        {"id": "east", "card": "Navori Fighting Pit", "owner": "B"},
    ],
    "cards": {
        "Drummer": {
            "types": ["Unit"],
            "domains": ["Fury"],
            "energy": 1,
            "might": 2,
            "abilities": [
                {
                    "kind": "static",
                    "affects": {"kind": "unit", "side": "friendly", "other": True},
                    "changes": [{"change": "might", "amount": 1}],
                }
            ],
        }
    },
}


def test_every_step_to_the_might_of_a_unit_is_said_with_its_rules(client: FlaskClient) -> None:
    asked = {"board": BOARD, "object": "b1", "about": "might"}
    reply = client.post("/v1/explanations", json=asked)
    assert reply.status_code == 200
    found = reply.json
    assert found is not None
    assert (found["might"], found["mighty"]) == (6, True)
    steps = [(step.get("layer", 0), step["rules"], step.get("now")) for step in found["steps"]]
    assert steps == [
        (0, ["143.2"], 4),
        (3, ["703"], 5),
        (3, ["477.3.a"], 6),
        (3, ["708", "710"], None),
    ]
    assert "Drummer" in found["steps"][2]["sentence"]


def test_without_a_characteristic_all_of_them_are_explained(client: FlaskClient) -> None:
    reply = client.post("/v1/explanations", json={"board": BOARD, "object": "b1"})
    assert reply.json is not None
    steps = reply.json["steps"]
    about = {step["about"] for step in steps}
    assert {"might", "keywords", "types", "tags", "domains", "cost", "name", "controller"} <= about
    # 476.3: the keywords come as the layers are gone through again
    again = [step for step in steps if step["about"] == "keywords" and step.get("sequence", 1) == 2]
    assert len(again) == 3
    printed = standard_catalogue()["Fiora, Victorious"]
    assert reply.json["tags"] == printed.tags


def test_what_cannot_be_asked_is_refused(client: FlaskClient) -> None:
    reply = client.post(
        "/v1/explanations", json={"board": BOARD, "object": "b1", "about": "colour"}
    )
    assert reply.status_code == 400


def test_what_is_no_reference_names_nothing(client: FlaskClient) -> None:
    for name in ("b1@x", "b1@-1", "b1@" + "9" * 5000, "@"):
        reply = client.post("/v1/explanations", json={"board": BOARD, "object": name})
        assert reply.status_code == 422, name
        moved = {"by": "A", "do": {"move": [name], "to": "west"}}
        reply = client.post("/v1/adjudications", json={"board": BOARD, "action": moved})
        assert reply.status_code == 200, name
        assert "no_such_object" in [each["code"] for each in reply.json["problems"]]
