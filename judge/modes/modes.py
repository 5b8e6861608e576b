"""Modes of Play (481-489): what each fixes before the game begins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Mode:
    """The variables of a mode (483).

    `extra_rune`: who channels one more in their first Channel Phase; `skips_first_draw`: whether
    the
    first player draws nothing in their first Draw Phase.
    """

    name: str
    heading: str
    players: int
    victory_score: int
    battlefields: int
    battlefield_choice: Literal["random", "chosen"]
    first_provides_battlefield: bool
    extra_rune_rule: str
    skips_first_draw: bool
    teams: bool = False


#: the points that win a game where neither its mode nor a card says otherwise (194.3)
VICTORY_SCORE = 8

MODES: dict[str, Mode] = {
    mode.name: mode
    for mode in (
        Mode("duel", "485", 2, VICTORY_SCORE, 2, "random", True, "485.7", False),
        Mode("match", "486", 2, VICTORY_SCORE, 2, "chosen", True, "486.7", False),
        Mode("ffa3", "487", 3, VICTORY_SCORE, 3, "random", True, "487.7", True),
        Mode("ffa4", "488", 4, VICTORY_SCORE, 3, "random", False, "488.7", True),
        Mode("2v2", "489", 4, 11, 3, "random", False, "489.7", True, teams=True),
    )
}

#: the modes that can be set up; boards of the others are judged as far as nothing of them is
#: special
SETUP_MODES: frozenset[str] = frozenset({"duel", "match", "ffa3"})
