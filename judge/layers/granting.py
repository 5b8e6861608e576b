"""Activated abilities that passive abilities in play grant to objects (477.2.a)."""

from __future__ import annotations

from collections.abc import Iterator

from judge.board.state import GameObject
from judge.board.table import Table
from judge.effects.activetexts import Text
from judge.effects.catalogue import Catalogue
from judge.effects.notation import GrantAbility
from judge.layers.lost import kept_sources, may_lose
from judge.layers.reading import applies, holds, is_awake
from judge.layers.standings import standing, view_of
from judge.layers.statics import Source
from judge.layers.worked import is_lost, losses


def granted(table: Table, catalogue: Catalogue, thing: GameObject) -> Iterator[Text]:
    """The abilities that an object has been granted, each as one of the card that grants it, with
    the key by which an item on the chain names it.
    """
    if {"364.1", "477.2.a"} & table.disabled:
        return
    for source in kept_sources(table, catalogue):
        ability = source.ability
        if not any(isinstance(change, GrantAbility) for change in ability.changes):
            continue
        view = view_of(table, catalogue, source)
        if not (is_awake(view, ability) and holds(view, ability.while_)):
            continue
        if not applies(view, ability, thing) or _has_lost(table, catalogue, thing, source):
            continue
        place = next(
            number
            for number, each in enumerate(catalogue[source.card].abilities)
            if each == ability
        )
        for number, change in enumerate(ability.changes):
            if isinstance(change, GrantAbility):
                key = f"granted_{source.thing or source.place}:{place}.{number}"
                yield Text(source.card, key, change.ability)


def _has_lost(table: Table, catalogue: Catalogue, thing: GameObject, source: Source) -> bool:
    """Whether the object has lost its abilities since it was granted this one (480.3)."""
    if not may_lose(table, catalogue):
        return False
    granter = table.objects.get(source.thing or "")
    since = 0 if granter is None else granter.since or 0
    return any(
        is_lost(loss, None, since, None) for loss in losses(standing(table, catalogue, thing))
    )


__all__ = ["granted"]
