"""What must hold at every step of a game, whatever was chosen."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from judge import check_board, encode, read_board
from judge.board import events as ev
from judge.board.applying import fold
from judge.board.canonical import canonical
from tests.selfplay.driver import Judge

_EVENT = ev.AnyEvent


def events_of(steps: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The events of a trace in order."""
    for step in steps:
        if step.get("event"):
            yield step["event"]
        yield from events_of(step.get("children", []))


def check_step(
    judge: Judge, board: dict[str, Any], body: dict[str, Any], ruling: dict[str, Any]
) -> None:
    """Events fold to the board, which could have come about; cards are conserved; all answers at
    once give the same bytes.
    """
    folded = fold(
        read_board(board).board,
        [msgspec.convert(event, _EVENT) for event in events_of(ruling.get("trace", []))],
    )
    assert json.loads(encode(canonical(folded))) == ruling["board"], (
        "the events do not fold to the board"
    )
    assert not unexpected(ruling["board"]), "a board of a ruling could not have come about"
    out = {removed["player"] for removed in ruling["board"].get("removed", [])}
    before, after = cards_by_owner(board), cards_by_owner(ruling["board"])
    # what is theirs leaves the game with a player (652.3)
    assert {n: c for n, c in before.items() if n not in out} == {
        n: c for n, c in after.items() if n not in out
    }, "a card was lost or came from nowhere"
    assert not any(after[name] for name in out) or "result" in ruling["board"], "something is left"
    points = {name: player.get("points", 0) for name, player in ruling["board"]["players"].items()}
    assert min(points.values()) >= 0, "points are negative"
    for team in ruling["board"].get("teams", []):
        assert len({points[name] for name in team}) == 1, "a team does not share its points"
    window = ruling["board"].get("window", {})
    acting = {name for name in (window.get("priority"), window.get("focus")) if name is not None}
    assert not acting & out, "somebody has Priority or Focus who has left the game"
    # `body` has every answer now; they were given one at a time before
    assert judge.adjudicate(body) == ruling, (
        "answers at once give another ruling than one at a time"
    )
    assert cited_everywhere(ruling["trace"]), "a step of the trace cites nothing"


#: what a board of a ruling may be warned of all the same
ALLOWED: dict[str, str] = {}


def unexpected(data: dict[str, Any]) -> list[str]:
    """Warnings about a board, and changes by a Cleanup, that no legal play should lead to (D12)."""
    reading = read_board(data)
    checked = check_board(reading.board, reading)
    found = [warning.sentence for warning in checked.warnings if warning.code not in ALLOWED]
    return found + [str(step.event or step.text) for step in checked.cleanup_would]


def cited_everywhere(steps: list[dict[str, Any]]) -> bool:
    """No step without a citation (the first promise)."""
    return all(step.get("rules") and cited_everywhere(step.get("children", [])) for step in steps)


def cards_by_owner(board: dict[str, Any]) -> Counter[str]:
    """How many cards of each player are anywhere on the board, tokens left out."""
    count: Counter[str] = Counter()
    for name, player in board["players"].items():
        for zone in ("hand", "trash", "banished"):
            count[name] += len(player.get(zone, []))
        for deck in (player.get("main_deck", {}), player.get("rune_deck", {})):
            count[name] += len(deck.get("top", [])) + sum(deck.get("middle", {}).values())
            count[name] += deck.get("count", 0) + sum(
                len(group) for group in deck.get("bottom", [])
            )
        count[name] += bool(player.get("champion")) + bool(player.get("legend"))
        for thing in player.get("base", []):
            count[thing["owner"]] += not thing.get("token", False)
    for battlefield in board["battlefields"]:
        for thing in battlefield.get("units", []):
            count[thing["owner"]] += not thing.get("token", False)
        for card in battlefield.get("facedown", []):
            count[card["owner"]] += 1
    for item in board.get("chain", {}).get("items", []):
        if item.get("card"):
            count[item.get("owner", item["controller"])] += 1
    return count
