"""How a permanent enters the board, before it does (369.3, 805.6)."""

from __future__ import annotations

from judge.actions.door import Attempt, Door
from judge.board.state import GameObject
from judge.board.table import reference
from judge.ruling.run import Run


def as_it_enters(
    run: Run,
    thing: GameObject,
    place: str,
    *,
    accelerated: bool = False,
    paid: frozenset[str] = frozenset(),
) -> tuple[GameObject, str] | None:
    """The object as it enters, and where; None where it does not enter at all.

    `thing` says how it would enter without other texts; with `accelerated`, Accelerate was paid
    for it and is one of the replacement effects that apply. `paid`: labels of additional costs.
    """
    door: Door | None = run.door
    own = thing.card in run.catalogue.interceding
    if door is None or not (own or door.watches(run, "enter")):
        return thing, place
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
        return left.thing, left.to
    return None
