"""Modes of Play (481-489): what each fixes before the game begins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

#: the points that win a game where neither its mode nor a card says otherwise (194.3)
VICTORY_SCORE = 8
#: the battlefields that each player provides in every mode (485.4.a and its like)
BATTLEFIELDS = 3


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a mode that fix its variables (483.1-483.7).

    `removed`: the one under which the First Player's battlefields are not used; `together`: the one
    under which teammates win together.
    """

    players: str
    formation: str
    battlefields: str
    provided: str
    selection: str
    format: str
    first_turn: str
    removed: str | None = None
    score: str | None = None
    together: str | None = None


@dataclass(frozen=True, slots=True)
class Mode:
    """The variables of a mode (483).

    `extra_rune`: who channels one more in their first Channel Phase; `skips_first_draw`: whether
    the first player draws nothing in their first Draw Phase. `best_of`: of how many games a match
    may be.
    """

    name: str
    rules: Rules
    players: int
    victory_score: int
    battlefields: int
    battlefield_choice: Literal["random", "chosen"]
    skips_first_draw: bool
    teams: bool = False
    best_of: tuple[int, ...] = (1,)

    @property
    def heading(self) -> str:
        """The heading of the mode in the rule book."""
        return self.rules.players.partition(".")[0]


MODES: dict[str, Mode] = {
    mode.name: mode
    for mode in (
        Mode(
            "duel",
            Rules("485.1", "485.2", "485.4", "485.4.a", "485.5", "485.6", "485.7"),
            2,
            VICTORY_SCORE,
            2,
            "random",
            skips_first_draw=False,
        ),
        Mode(
            "match",
            Rules("486.1", "486.2", "486.4", "486.4.a", "486.5", "486.6", "486.7"),
            2,
            VICTORY_SCORE,
            2,
            "chosen",
            skips_first_draw=False,
            best_of=(3, 5),
        ),
        Mode(
            "ffa3",
            Rules("487.1", "487.2", "487.4", "487.4.a", "487.5", "487.6", "487.7"),
            3,
            VICTORY_SCORE,
            3,
            "random",
            skips_first_draw=True,
        ),
        Mode(
            "ffa4",
            Rules(
                "488.1", "488.2", "488.4", "488.4.a", "488.5", "488.6", "488.7", removed="488.4.b"
            ),
            4,
            VICTORY_SCORE,
            3,
            "random",
            skips_first_draw=True,
        ),
        Mode(
            "2v2",
            Rules(
                *("489.1", "489.2", "489.4", "489.4.a", "489.5.a", "489.6", "489.7"),
                removed="489.5.b",
                score="489.3",
                together="489.6.a",
            ),
            4,
            11,
            3,
            "random",
            skips_first_draw=True,
            teams=True,
        ),
    )
}


def goal_of(name: str, stated: int | None, disabled: frozenset[str] = frozenset()) -> int:
    """The points a player must reach to win: what the board states, else those of its mode, else
    the default (194.3, 483.3).
    """
    mode = MODES[name]
    score = mode.victory_score if stated is None else stated
    if stated is None and mode.rules.score in disabled:
        return VICTORY_SCORE
    # the mode, or the text of a card, may say otherwise than the rule
    return VICTORY_SCORE if "194.3.a" in disabled else score
