"""How a permanent enters the board, before it does (369.3, 805.6)."""

from __future__ import annotations

from typing import NamedTuple

from judge.actions.door import Attempt, Door
from judge.board import events as ev
from judge.board.state import GameObject
from judge.board.table import reference
from judge.ruling.run import Run


class Entry(NamedTuple):
    """A permanent as it enters, where, and the attempt that came through the door, if any."""

    thing: GameObject
    place: str
    attempt: Attempt | None = None

    def happen(self, run: Run, *, by: str) -> None:
        """It enters, and what is done to it as it does happens at the same moment (370.1.b.1)."""
        entered = ev.ObjectEntered(verb="play", object=self.thing, at=self.place)
        if self.attempt is None or not self.attempt.there:
            run.emit(entered, by=by)
            return
        with run.together():
            run.emit(entered, by=by)
            for each in self.attempt.there:
                each()


def as_it_enters(
    run: Run,
    thing: GameObject,
    place: str,
    *,
    accelerated: bool = False,
    paid: frozenset[str] = frozenset(),
) -> Entry | None:
    """The object as it enters, and where; None where it does not enter at all.

    `thing` says how it would enter without other texts; with `accelerated`, Accelerate was paid
    for it and is one of the replacement effects that apply. `paid`: labels of additional costs.
    """
    door: Door | None = run.door
    own = thing.card in run.catalogue.interceding
    if door is None or not (own or door.watches(run, "enter")):
        return Entry(thing, place)
    attempt = Attempt(
        "enter",
        reference(thing),
        by=thing.controller,
        to=place,
        thing=thing,
        accelerated=accelerated,
        paid=paid,
    )
    for left in door.through(run, [attempt]):
        assert left.thing is not None
        assert left.to is not None
        return Entry(left.thing, left.to, left)
    return None
