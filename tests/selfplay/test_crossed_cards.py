"""Cards that nobody wrote (`tests.selfplay.crossing`), each on a board of its own, as
`test_cards_in_play` plays the modelled ones: an offer is never illegal, and no ruling is a fault.
"""

from __future__ import annotations

import random

import pytest

from judge.effects.linting import decode_definition
from tests.selfplay.crossing import crossing
from tests.selfplay.test_cards_in_play import play_through

#: seeds that once ended in a fault, besides those that are tried anew
FOUND = (79, 357, 2468, 5415, 7424, 8663, 12607, 14625, 16012, 20085)


@pytest.mark.parametrize("first", [*FOUND, *range(0, 400, 40)])
def test_a_crossed_card_in_play(first: int) -> None:
    seeds = [first] if first in FOUND else range(first, first + 40)
    for seed in seeds:
        document = crossing(random.Random(seed))
        if document is not None:
            card = decode_definition({**document, "name": "Crossed Card"})
            play_through(card, str(seed), inline=document)
