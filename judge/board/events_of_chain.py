"""Events of finalized items on the chain that change: a part of `judge.board.events`."""

from __future__ import annotations

from typing import ClassVar

from judge.board.event import Event
from judge.board.state import ChainItem, Choices


class ItemChanged(Event, tag="item_changed", kw_only=True):
    """The item on the chain is replaced by `item`, same id: its source is gone, a target ceased."""

    changes_objects: ClassVar[bool] = False
    item: ChainItem


class ItemControlChanged(Event, tag="item_control_changed", kw_only=True):
    """A player gains control of a spell or an ability on the chain (191-192)."""

    id: str
    player: str


class ItemChosenAnew(Event, tag="item_chosen_anew", kw_only=True):
    """New choices were made for the item, for each of its executions (750-755).

    `chosen`: the references of what it targets now and did not before; `chose_enemy` counts the
    enemies among them, as `ItemFinalized` does.
    """

    id: str
    choices: list[Choices]
    chosen: list[str] = []
    chose_enemy: dict[str, int] = {}
