"""The door before an event: what is about to happen, before it has happened (370.1.c).

A game action says what it is going to do, one `Attempt` for each thing it would be done to. What
prohibitions leave (054) and replacement effects do not take away (367-375) comes back and happens
together. Who decides that is known above this part of the house: a run is given its `door`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

import msgspec

from judge.board.state import ChainItem, GameObject
from judge.effects import notation as n
from judge.ruling.ruling import Refusal
from judge.ruling.run import Run


class Attempt(msgspec.Struct, eq=False):
    """An event that would happen to one thing or one player.

    - `what`: the object; `by`: the player who does it or to whom it happens
    - `other`: what does it: the item that deals, the ability that kills
    - `to`: the location where it would go; `phase`: of the phase that would begin
    - `thing`: a card that is not on the board: what enters, as it would (369.3), or is discarded
    - `accelerated`: Accelerate was paid for what enters (805.6)
    - `applied`: keys of the replacement effects that have been applied to it (370.2)
    - `averted`: it does not happen, something else did, or nothing
    """

    event: n.Event
    what: str | None = None
    by: str | None = None
    other: str | None = None
    to: str | None = None
    phase: n.Phase | None = None
    #: the zone from which a card is revealed
    origin: str | None = None
    amount: int = 1
    #: by what points are gained (194.1)
    reason: str | None = None
    #: how much of it is Bonus Damage (712)
    bonus: int = 0
    thing: GameObject | None = None
    accelerated: bool = False
    #: labels of the additional costs that were paid for what enters
    paid: frozenset[str] = frozenset()
    #: the item that deals or chooses, where it is not on the chain yet (715.3, 758)
    dealer: ChainItem | None = None
    #: assigned in combat: what would alter the damage has been counted already (465.2.c.5)
    assigned: bool = False
    #: cannot be replaced or prevented (431.3.b)
    certain: bool = False
    applied: set[str] = set()
    averted: bool = False
    #: of a token that would be played: what its effect says of how it would enter (375)
    said: dict[str, Any] = {}
    #: what was played in its place or beside it, by reference (375)
    instead: list[str] = []
    #: of what enters: what is done to it as it does, once it is there (370.1.b.1)
    there: list[Callable[[], None]] = []

    def redirect(self, place: str) -> None:
        """It would go to another location than it would have (369.3)."""
        self.to = place


class Outcome(msgspec.Struct, eq=False):
    """What became of the game action of one instruction, counted over all that it was done to.

    - `depth`: how many replacement effects were under way as the instruction was begun
    - `tried`: how many events it would have caused; of those `forbidden`, and `averted` by
      something else or by nothing
    """

    event: n.Event
    depth: int
    tried: int = 0
    forbidden: int = 0
    averted: int = 0

    @property
    def is_forbidden(self) -> bool:
        """Whether nothing of it could be done (359.3.e.6)."""
        return 0 < self.tried == self.forbidden

    @property
    def is_replaced(self) -> bool:
        """Whether nothing of it was done because something else, or nothing, happened instead."""
        return 0 < self.averted == self.tried - self.forbidden


class Assignment(Protocol):
    """What becomes of combat damage that is assigned to one unit (465.2.c.5)."""

    def refusal(self) -> Refusal | None:
        """Why it cannot be said which amounts are lethal; None where it can."""

    def uncounted(self, assigned: int) -> Refusal | None:
        """Why it cannot be said how much of so much is more than lethal; None where it can."""

    def lethal(self, least: int) -> int | None:
        """The least to assign so that `least` is dealt; None where no amount is enough."""

    def deal(self, assigned: int) -> Attempt | None:
        """What is about to be dealt of so much assigned, once it has been told what is altered."""

    def does_more(self, assigned: int) -> str | None:
        """The text that has something done as so much is dealt, if there is one."""


class Door(Protocol):
    """Who knows what forbids and what replaces."""

    #: how often a replacement effect was applied
    applied: int
    #: why it cannot be said how much excess damage a player has assigned, by player
    uncounted: dict[str, Refusal]

    @property
    def is_replacing(self) -> bool:
        """Whether what is done now is done by a replacement effect, in place of something."""

    def watches(self, run: Run, event: n.Event) -> bool:
        """Whether anything could forbid or replace such an event."""

    def through(self, run: Run, attempts: list[Attempt]) -> list[Attempt]:
        """What of simultaneous events still happens, after what was to happen instead."""

    def forbids(self, run: Run, attempt: Attempt) -> bool:
        """Whether it cannot happen."""

    def following(self, event: n.Event) -> AbstractContextManager[Outcome]:
        """Counts what becomes of the events of one instruction while it is carried out."""

    def bonus(self, run: Run, source: str | ChainItem | None, ref: str) -> int:
        """The Bonus Damage that an item deals to a unit, or would as it is played (712-715)."""

    def assigned(
        self, run: Run, sides: Mapping[str, tuple[int, Sequence[str]]]
    ) -> Mapping[str, Assignment]:
        """What alters the combat damage of units, by reference; nothing stands for those that
        nothing alters. `sides`: how much each player assigns, and to which units.
        """


def door_of(run: Run, event: n.Event) -> Door | None:
    """The door, if anything in play could forbid or replace such an event."""
    door: Door | None = run.door
    return door if door is not None and door.watches(run, event) else None


def through(run: Run, attempts: list[Attempt]) -> list[Attempt]:
    """What of simultaneous events of one kind still happens."""
    door = door_of(run, attempts[0].event) if attempts else None
    return attempts if door is None else door.through(run, attempts)


def let(
    run: Run,
    event: n.Event,
    refs: Iterable[str],
    *,
    by: str | None = None,
    other: str | None = None,
    to: str | None = None,
) -> list[str]:
    """Of the objects to which an event would happen, those to which it still does."""
    refs = list(refs)
    door = door_of(run, event) if refs else None
    if door is None:
        return refs
    attempts = [Attempt(event, ref, by=by, other=other, to=to) for ref in refs]
    return [attempt.what for attempt in door.through(run, attempts) if attempt.what is not None]
