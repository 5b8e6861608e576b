"""Events of game actions that link, change or look at things: attaching, Empowering, XP, cards seen
(424, 434-436, 441-442, 702.2, 730).

`judge.board.events` has the whole list.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from judge.board.event import Event, ZoneName
from judge.board.state import Card


class Attached(Event, tag="attached", kw_only=True):
    """`ref` becomes attached to the Top-Most Card `to`, and is at `at` from then on (434).

    `since`: the new timestamp of its text, where that matters (480.2).
    """

    ref: str
    to: str
    at: str
    since: int | None = None


class Detached(Event, tag="detached", kw_only=True):
    """`ref` is attached no longer; it stays where its Top-Most Card `was` is (435).

    `since`: the new timestamp of its text, where that matters (480.2).
    """

    ref: str
    was: str
    since: int | None = None


class Empowered(Event, tag="empowered", kw_only=True):
    """441. `since`: the new timestamp of texts that are active from then on (480.2)."""

    refs: list[str]
    since: int | None = None


class TextBecameActive(Event, tag="text_became_active", kw_only=True):
    """A text behind a dependent keyword is active from now on, or texts that were lost are there
    again, with a new timestamp (480.2).

    `text`: its keywords, such as `level 3`; `text` for all that was lost.
    """

    cleanup: ClassVar[bool] = False
    ref: str
    text: str
    since: int


class Disempowered(Event, tag="disempowered", kw_only=True):
    """442."""

    refs: list[str]


class BuffSpent(Event, tag="buff_spent", kw_only=True):
    """Buff counters are removed from a unit, and are nowhere from then on (702.2.b, 747)."""

    ref: str
    amount: int = 1


class ObjectControlChanged(Event, tag="object_control_changed", kw_only=True):
    """`player` controls an object that is no battlefield from now on (191)."""

    ref: str
    player: str


class ExperienceGained(Event, tag="experience_gained", kw_only=True):
    """A player gains XP (730.1)."""

    changes_texts: ClassVar[bool] = False

    player: str
    amount: int


class ExperienceSpent(Event, tag="experience_spent", kw_only=True):
    """A player spends XP (730.2)."""

    changes_texts: ClassVar[bool] = False

    player: str
    amount: int


class PointsLost(Event, tag="points_lost", kw_only=True):
    """A player loses points, down to none (194.4)."""

    changes_texts: ClassVar[bool] = False

    player: str
    amount: int


class CardSeen(Event, tag="card_seen", kw_only=True):
    """A card of a deck, of which only that it lies there was known, becomes one that can be told
    from the others: it is the next below those that are known on top.

    `card.known_to` names who sees its face.
    """

    changes_objects: ClassVar[bool] = False
    player: str
    deck: Literal["main_deck", "rune_deck"]
    card: Card
    from_position: Literal["middle", "bottom", "count"]


class CardsLooked(Event, tag="cards_looked", kw_only=True):
    """`by` looks at cards where they lie, or Predicts them (436.1)."""

    changes_objects: ClassVar[bool] = False
    by: str
    player: str
    zone: ZoneName
    refs: list[str]
    verb: Literal["look", "predict"] = "look"


class CardsRevealed(Event, tag="cards_revealed", kw_only=True):
    """Cards are revealed to all players and stay where they are (424.1, 424.1.a.2)."""

    changes_objects: ClassVar[bool] = False
    player: str
    zone: ZoneName
    cards: list[Card]


__all__ = [
    name
    for name, value in list(globals().items())
    if isinstance(value, type) and issubclass(value, Event) and value is not Event
]
