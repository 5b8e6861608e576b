"""What a viewer may not see changes nothing in the replies that viewer gets (D12)."""

from __future__ import annotations

import copy
import random
from typing import Any

import msgspec
import pytest

from api.app import create_app
from judge import adjudicate, encode, read_board, view_board, view_ruling
from judge.ruling.actions import Action
from tests.selfplay.decks import vanilla_setup
from tests.selfplay.driver import play_game
from tests.selfplay.judges import OverApplication

APP = create_app({"TESTING": True})


def twin(board: dict[str, Any], owner: str, rng: random.Random) -> dict[str, Any]:
    """The board with other faces where only `owner` may look: hand, facedown cards, deck."""
    other = copy.deepcopy(board)
    player = other["players"][owner]
    middle: dict[str, int] = player["main_deck"]["middle"]
    hidden = player.get("hand", []) + [
        card
        for battlefield in other["battlefields"]
        for card in battlefield.get("facedown", [])
        if card["controller"] == owner
    ]
    for card in hidden:
        face = rng.choice(sorted(middle))
        middle[face] -= 1
        middle[card["card"]] = middle.get(card["card"], 0) + 1
        card["card"] = face
        middle = {name: count for name, count in middle.items() if count}
    player["main_deck"]["middle"] = middle
    return other


@pytest.mark.parametrize("seed", range(3))
def test_replies_to_one_player_do_not_depend_on_what_the_other_holds(seed: int) -> None:
    rng = random.Random(seed)
    compared = differing = 0

    def check(board: dict[str, Any], body: dict[str, Any], ruling: dict[str, Any]) -> None:
        nonlocal compared, differing
        viewer = body["action"]["by"]
        owner = next(name for name in board["players"] if name != viewer)
        if body.get("answers") or not board["players"][owner].get("main_deck", {}).get("middle"):
            return  # chance answered with a face that the twin may not have
        other = twin(board, owner, rng)
        action = msgspec.convert(body["action"], Action)
        replies = []
        for one in (board, other):
            read = read_board(one).board
            replies.append(
                (
                    encode(view_board(read, viewer)),
                    encode(view_ruling(adjudicate(read, action), viewer)),
                )
            )
        assert replies[0] == replies[1]
        compared += 1
        differing += other != board

    play_game(OverApplication(APP), vanilla_setup(), seed, check=check)
    assert compared > 20
    assert differing > 10
