"""Whole games over HTTP, chosen from what is offered: nothing offered is refused (D8).

Games in all modes without HTTP, with more that is held against each ruling: `test_modes`.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from api.app import create_app
from tests.selfplay.decks import modelled_setup, random_setup, vanilla_setup
from tests.selfplay.driver import Game, play_game
from tests.selfplay.judges import OverApplication
from tests.selfplay.properties import check_step

APP = create_app({"TESTING": True})


def game(setup: dict[str, Any], seed: int) -> Game:
    judge = OverApplication(APP)
    return play_game(judge, setup, seed, check=partial(check_step, judge))


@pytest.mark.parametrize("seed", range(8))
def test_a_duel_of_vanilla_units_from_setup_to_victory(seed: int) -> None:
    played = game(vanilla_setup(), seed)
    points = {name: player.get("points", 0) for name, player in played.board["players"].items()}
    (winner,) = played.board["result"]["winners"]
    assert points[winner] >= 8
    assert all(points[winner] > other for name, other in points.items() if name != winner)
    assert {"play", "move", "end_turn", "pass"} <= set(played.verbs)


@pytest.mark.parametrize("seed", range(4))
def test_a_game_of_a_match(seed: int) -> None:
    assert game(vanilla_setup("match"), seed).board["result"]["winners"]


@pytest.mark.parametrize("seed", range(4))
def test_a_duel_of_cards_with_text(seed: int) -> None:
    played = game(modelled_setup(), seed)
    assert played.board["result"]["winners"]
    assert len(played.cited) > 150


@pytest.mark.parametrize("seed", [0, 1, 3, 1006])
def test_a_duel_of_decks_drawn_from_all_modelled_cards(seed: int) -> None:
    assert game(random_setup(seed), seed).board["result"]["winners"]


@pytest.mark.parametrize("seed", range(2))
def test_a_game_of_three(seed: int) -> None:
    assert game(vanilla_setup("ffa3"), seed).board["result"]["winners"]


@pytest.mark.parametrize("seed", range(2))
def test_a_game_of_four(seed: int) -> None:
    played = game(vanilla_setup("ffa4"), seed).board
    (winner,) = played["result"]["winners"]
    assert len(played["battlefields"]) == 3
    assert played["players"][winner]["points"] >= 8


@pytest.mark.parametrize(("seed", "order"), [(0, "ABCD"), (1, "ACBD"), (2, "ABCD")])
def test_a_game_of_two_teams(seed: int, order: str) -> None:
    """Teammates across from each other, and side by side."""
    setup = vanilla_setup("2v2")
    setup["order"] = list(order)
    played = game(setup, seed)
    winners = played.board["result"]["winners"]
    assert winners in (["A", "C"], ["B", "D"])
    assert {played.board["players"][name]["points"] for name in winners} != {0}
    assert all(played.board["players"][name]["points"] >= 11 for name in winners)
    assert played.verbs["invite"]


@pytest.mark.parametrize("mode", ["ffa3", "ffa4"])
def test_games_of_several_go_on_when_somebody_concedes(mode: str) -> None:
    """Whoever is asked or has Priority may leave at any time; the others play to the end."""
    setup = vanilla_setup(mode)
    judge = OverApplication(APP)
    played = play_game(judge, setup, 7, check=partial(check_step, judge), concede_after=40)
    assert len(played.board["removed"]) >= 1
    assert played.board["result"]["winners"]
