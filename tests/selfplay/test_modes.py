"""Random games in all five modes, every ruling of which is held against the ten properties
(`tests.selfplay.invariants`).

Counted here are 245 games of the short form, 49 in each mode: up to 12 actions from a board drawn
over all modelled cards; and one whole game in each mode, from setup to its end, in `match` a whole
match. More are played by `python -m tests.selfplay`, which takes as many as it is given time for.
"""

from __future__ import annotations

import pytest

from judge.modes.modes import MODES
from tests.selfplay.games import Tally, play

SHORT = 49
#: seeds of whole games that take a few seconds and between them meet much
WHOLE = {"duel": 1, "match": 3, "ffa3": 3, "ffa4": 3, "2v2": 3}


def told(tally: Tally) -> list[str]:
    return [f"{each['what']}\n  again: {each['again']}" for each in tally.broken]


@pytest.mark.parametrize("part", range(7))
@pytest.mark.parametrize("mode", MODES)
def test_some_actions_from_a_board_that_nobody_laid(mode: str, part: int) -> None:
    tally = Tally()
    for seed in range(part * SHORT // 7, (part + 1) * SHORT // 7):
        tally.add(play(mode, seed, form="middle"))
    assert not told(tally)
    assert tally.actions > 4 * tally.games


@pytest.mark.parametrize("mode", MODES)
def test_a_whole_game(mode: str) -> None:
    tally = play(mode, WHOLE[mode])
    assert not told(tally)
    assert tally.games
    assert len(tally.cited) > 100
