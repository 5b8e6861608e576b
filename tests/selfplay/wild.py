"""Actions that nobody offered: anybody does anything with anything on the board.

Most are illegal. One that is legal all the same has to be among those that were offered: `covered`.
"""

from __future__ import annotations

import random
from typing import Any

VERBS = ("play", "play", "move", "move", "activate", "hide", "pass", "end_turn", "invite")


def faces_of(board: dict[str, Any]) -> dict[str, str]:
    """The faces of everything that an action could name, by id and by reference."""
    faces: dict[str, str] = {}

    def note(card: dict[str, Any]) -> None:
        face = card.get("card", "unknown")
        faces[card["id"]] = face
        faces[f"{card['id']}@{card.get('generation', 1)}"] = face

    for player in board["players"].values():
        for zone in ("hand", "trash", "banished", "base", "legends"):
            for card in player.get(zone, []):
                note(card)
        for card in (player.get("champion"), player.get("legend")):
            if card:
                note(card)
    for battlefield in board["battlefields"]:
        for card in (*battlefield.get("units", []), *battlefield.get("facedown", [])):
            note(card)
    return faces


def wild_action(board: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """An action at random, by anybody, of things that are there."""
    names = sorted(board["players"])
    priority = board.get("window", {}).get("priority")
    by = priority if priority is not None and rng.random() < 0.6 else rng.choice(names)
    ids = sorted(each for each in faces_of(board) if "@" not in each)
    fields = [battlefield["id"] for battlefield in board["battlefields"]]
    places = ["base", *fields, *(f"base:{name}" for name in names)]
    verb = rng.choice(VERBS)
    do: dict[str, Any]
    match verb:
        case "pass" | "end_turn":
            do = {verb: True}
        case "invite":
            do = {verb: rng.choice(names)}
        case "move":
            do = {verb: rng.sample(ids, min(len(ids), rng.choice([1, 1, 1, 2]))), "to": "base"}
            do["to"] = rng.choice(places)
        case "activate":
            do = {verb: rng.choice(ids), "ability": rng.randrange(3)}
        case _:
            do = {verb: rng.choice(ids)}
            if rng.random() < 0.5:
                do["to"] = rng.choice(places)
            if verb == "play" and rng.random() < 0.5:
                do["targets"] = rng.sample(ids, min(len(ids), rng.choice([1, 1, 2])))
    return {"by": by, "do": do}


def covered(action: dict[str, Any], board: dict[str, Any], offered: list[Any]) -> bool:
    """Whether one of the patterns is about what a legal action does."""
    do, faces = action["do"], faces_of(board)
    for pattern in offered:
        if pattern["by"] != action["by"]:
            continue
        its = pattern["do"]
        for verb in ("pass", "end_turn", "invite"):
            if verb in do and its.get(verb) == do[verb]:
                return True
        for verb in ("play", "hide"):
            if verb in do and faces.get(its.get(verb, "")) == faces.get(do[verb]):
                return True
        if "activate" in do and its.get("activate", "").partition("@")[0] == do["activate"]:
            return True
        if "move" in do and "move" in its:
            to = f"base:{action['by']}" if do["to"] == "base" else do["to"]
            goes = its["to"] if its["to"] != "base" else f"base:{action['by']}"
            options = {
                option["id"].partition("@")[0]
                for slot in pattern.get("slots", [])
                for option in slot["options"]
            }
            if goes == to and set(do["move"]) <= options:
                return True
    return False
