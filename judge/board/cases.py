"""The registry of cases: which function writes which event to a board.

The cases themselves stand in `judge.board.applying` and the two modules it gathers; nothing else
may write to a board.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from judge.board import events as ev
from judge.board.state import GameObject, ObjectFacts, PlayerFacts
from judge.board.table import Table

CASES: dict[type[ev.Event], Callable[[Table, Any], None]] = {}
EventT = TypeVar("EventT", bound=ev.Event)


def case(
    kind: type[EventT],
) -> Callable[[Callable[[Table, EventT], None]], Callable[[Table, EventT], None]]:
    """Register the function that writes events of this kind."""

    def register(function: Callable[[Table, EventT], None]) -> Callable[[Table, EventT], None]:
        CASES[kind] = function
        return function

    return register


def settle(table: Table, *paths: str) -> None:
    """An event has said what a default stood for: the facts at these paths are no defaults any
    more.
    """
    defaulted = table.board.defaulted
    for path in paths:
        if path in defaulted:
            defaulted.remove(path)


def settle_below(table: Table, part: str) -> None:
    """A part of the board is gone, or is another: no fact of it is a default any more."""
    defaulted = table.board.defaulted
    if defaulted:
        gone = [path for path in defaulted if f"{path}.".startswith(f"{part}.")]
        settle(table, *gone)


def player_facts(table: Table, player: str) -> PlayerFacts:
    """The record of this turn about a player, made when there is none yet."""
    return table.board.this_turn.players.setdefault(player, PlayerFacts())


def object_facts(table: Table, ref: str) -> ObjectFacts:
    """The record of this turn about an object, made when there is none yet."""
    return table.board.this_turn.objects.setdefault(ref, ObjectFacts())


def named_objects(table: Table, refs: list[str]) -> list[GameObject]:
    """The objects of the references. Raises `KeyError` when one is not on the board."""
    found = []
    for ref in refs:
        thing = table.find(ref)
        if thing is None:
            raise KeyError(f"no object {ref} on the board")
        found.append(thing)
    return found
