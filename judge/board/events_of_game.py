"""Events of the game as a whole: battlefields that are placed and replaced, players who leave, its
beginning and its end (110-118, 194-196, 438, 650-652).

`judge.board.events` has the whole list.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from judge.board.event import Event
from judge.board.state import Battlefield, Result


class BattlefieldReplaced(Event, tag="battlefield_replaced", kw_only=True):
    """A battlefield becomes a token in its place and keeps everything else (438.1, 652.2.a).

    `kept`: what was replaced lies in Banishment and can come back (438.5). `back`: the card that
    was replaced is what comes back (438.7.b).
    """

    at: str
    card: str
    kept: bool = False
    back: bool = False


class AlliesNoted(Event, tag="allies_noted", kw_only=True):
    """Which battlefields teammates of the Turn Player control as it scores (315.2.b.3), and who
    has units where (489.8.g.1).
    """

    controlled: list[str] = []
    occupied: dict[str, list[str]] = {}


class CardsRemoved(Event, tag="cards_removed", kw_only=True):
    """All cards a player owns in their zones leave the game (652.3)."""

    player: str


class BattlefieldPlaced(Event, tag="battlefield_placed", kw_only=True):
    """A battlefield is placed in the Battlefield Zone as the game is set up (113.1)."""

    battlefield: Battlefield


class GameBegan(Event, tag="game_began", kw_only=True):
    """Play begins: who takes the first turn is known (115, 118), and in which order the others
    follow.
    """

    first_player: str
    order: list[str] = []


class PlayerRemoved(Event, tag="player_removed", kw_only=True):
    """A player is removed from the game (651-652)."""

    player: str
    how: Literal["conceded", "lost"]


class GameWon(Event, tag="game_won", kw_only=True):
    """The game ends (194-196)."""

    result: Result


class TurnQueued(Event, tag="turn_queued", kw_only=True):
    """An additional turn is inserted into the queue of turns (735, 738). `resume_after`: the player
    after whom the usual order goes on when all of them have been taken (737).
    """

    changes_objects: ClassVar[bool] = False
    player: str
    resume_after: str
