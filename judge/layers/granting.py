"""Activated abilities that passive abilities in play grant to objects (477.2.a)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from judge.board.state import GameObject
from judge.board.table import Table
from judge.effects.activetexts import Text
from judge.effects.catalogue import Catalogue
from judge.effects.notation import Activated, Change, GrantAbilities, GrantAbility, Selector
from judge.layers.lost import kept_sources, may_lose, texts_of
from judge.layers.reading import View, applies, holds, is_awake, is_meant
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
        if not any(isinstance(change, GrantAbility | GrantAbilities) for change in ability.changes):
            continue
        view = view_of(table, catalogue, source)
        if not (is_awake(view, ability) and holds(view, ability.while_)):
            continue
        if not applies(view, ability, thing) or _has_lost(table, catalogue, thing, source):
            continue
        for other in _lending(table, view, ability.changes):
            yield from _lent(table, catalogue, other)
        place = next(
            number
            for number, each in enumerate(catalogue[source.card].abilities)
            if each == ability
        )
        for number, change in enumerate(ability.changes):
            if isinstance(change, GrantAbility):
                key = f"granted_{source.thing or source.place}:{place}.{number}"
                yield Text(source.card, key, change.ability)


def lenders(table: Table, catalogue: Catalogue, thing: GameObject) -> list[GameObject]:
    """The objects whose activated abilities another has, as its own text says."""
    return [
        other
        for source in kept_sources(table, catalogue)
        if source.thing == thing.id
        for other in _lending(table, view_of(table, catalogue, source), source.ability.changes)
    ]


def _lending(table: Table, view: View, changes: Sequence[Change]) -> Iterator[GameObject]:
    for change in changes:
        whose = change.abilities.source if isinstance(change, GrantAbilities) else None
        if not isinstance(whose, Selector):
            continue
        kinds = [replace(whose, or_else=None), *([whose.or_else] if whose.or_else else [])]
        for other in sorted(table.objects.values(), key=lambda each: each.id):
            if other.id != view.source and any(is_meant(view, kind, other) for kind in kinds):
                yield other


def _lent(table: Table, catalogue: Catalogue, other: GameObject) -> Iterator[Text]:
    """The abilities of an object that are activated by exhausting it, as those of another: what it
    prints, what is appended to it, and what it is granted.
    """
    for text in (*texts_of(table, catalogue, other), *_granted_alone(table, catalogue, other)):
        ability = text.ability
        if isinstance(ability, Activated) and ability.cost.exhausts_me:
            yield text._replace(key=f"lent_{other.id}:{text.key}", this=None)


def _granted_alone(table: Table, catalogue: Catalogue, thing: GameObject) -> Iterator[Text]:
    """What is granted to an object, without what it has from others itself."""
    if not lenders(table, catalogue, thing):
        yield from granted(table, catalogue, thing)


def _has_lost(table: Table, catalogue: Catalogue, thing: GameObject, source: Source) -> bool:
    """Whether the object has lost its abilities since it was granted this one (480.3)."""
    if not may_lose(table, catalogue):
        return False
    granter = table.objects.get(source.thing or "")
    since = 0 if granter is None else granter.since or 0
    return any(
        is_lost(loss, None, since, None) for loss in losses(standing(table, catalogue, thing))
    )


__all__ = ["granted", "lenders"]
