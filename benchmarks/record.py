"""Record ten requests from play: `python -m benchmarks.record` rewrites `requests.json`.

One of each kind of action that the budgets name, taken from the middle of games with text on the
cards, so that the boards are as full as boards get.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from api.app import create_app
from tests.selfplay.decks import modelled_setup, vanilla_setup
from tests.selfplay.driver import play_game
from tests.selfplay.judges import OverApplication

FILE = Path(__file__).with_name("requests.json")


def kind_of(body: dict[str, Any], ruling: dict[str, Any]) -> str:
    """The kind of an action, as the budgets name them."""
    do = body["action"]["do"]
    types = {event["type"] for event in _events(ruling.get("trace", []))}
    if "damage_dealt" in types and "combat_ended" in types:
        return "combat"
    if do.get("pass"):
        return "resolve" if "item_removed" in types else "pass"
    if "move" in do:
        return "move into combat" if "combat_began" in types else "move"
    if "play" in do:
        return "play with targets" if do.get("targets") or body.get("answers") else "play"
    return str(next(iter(do)))


def _events(steps: list[dict[str, Any]]) -> list[dict[str, Any]]:
    found = []
    for step in steps:
        if step.get("event"):
            found.append(step["event"])
        found.extend(_events(step.get("children", [])))
    return found


def main() -> None:
    """Play games and keep, for each kind, the request whose board is the largest."""
    judge = OverApplication(create_app({"TESTING": True}))
    best: dict[str, tuple[int, dict[str, Any]]] = {}

    def keep(board: dict[str, Any], body: dict[str, Any], ruling: dict[str, Any]) -> None:
        kind = kind_of(body, ruling)
        size = len(json.dumps(board))
        plain = {**body, "answers": [a["value"] for a in body.get("answers", [])]}
        if kind not in best or size > best[kind][0]:
            best[kind] = (size, json.loads(json.dumps(plain)))

    for seed in range(6):
        play_game(judge, modelled_setup(), seed, check=keep)
        play_game(judge, vanilla_setup(), seed, check=keep)
    wanted = [
        "pass",
        "resolve",
        "move",
        "move into combat",
        "combat",
        "play",
        "play with targets",
        "hide",
        "end_turn",
        "activate",
    ]
    requests = [{"kind": kind, "request": best[kind][1]} for kind in wanted]
    FILE.write_text(
        "[\n" + ",\n".join(json.dumps(entry) for entry in requests) + "\n]\n", encoding="utf-8"
    )


if __name__ == "__main__":
    main()
