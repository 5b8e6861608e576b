"""The texts that objects have, without what they have lost (477.2.a, 801.3.b).

What the layers read of texts they take from `judge.effects.activetexts`; everybody else asks here.
"""

from __future__ import annotations

from collections.abc import Sequence

from judge.board.state import GameObject
from judge.board.table import Table, split_reference
from judge.effects import activetexts
from judge.effects.activetexts import Text
from judge.effects.catalogue import Catalogue
from judge.effects.keywordtexts import keyword_of
from judge.layers.entries import indexed
from judge.layers.standings import standing
from judge.layers.statics import Source, appended_since, rule_sources, static_sources
from judge.layers.worked import is_lost, losses


def may_lose(table: Table, catalogue: Catalogue) -> bool:
    """Whether something on the board is said to lose abilities at all."""
    return indexed(table, catalogue).loses


def has_lost(
    table: Table, catalogue: Catalogue, thing: GameObject, text: Text, given: int | None = None
) -> bool:
    """Whether an object has lost one of its abilities; `given`: since when an effect gives it."""
    if not may_lose(table, catalogue):
        return False
    since = appended_since(table, text.this) if given is None else given
    keyword = keyword_of(catalogue[text.card], text.key)
    return any(
        is_lost(loss, keyword, since, _as_source(loss.source, thing, text))
        for loss in losses(standing(table, catalogue, thing))
    )


def _as_source(source: Source | None, thing: GameObject, text: Text) -> Source | None:
    """The source of a loss where it is this very text."""
    own = source is not None and source.thing == thing.id and source.this == text.this
    return source if source is not None and own and source.ability is text.ability else None


def texts_of(table: Table, catalogue: Catalogue, thing: GameObject) -> Sequence[Text]:
    """The abilities of an object that are active and that it has not lost."""
    found = activetexts.texts_of(table, catalogue, thing)
    if not may_lose(table, catalogue):
        return found
    return [text for text in found if not has_lost(table, catalogue, thing, text)]


def lost_keys(table: Table, catalogue: Catalogue, thing: GameObject) -> frozenset[str]:
    """The keys of the abilities that an object has lost."""
    if not may_lose(table, catalogue):
        return frozenset()
    return frozenset(
        text.key
        for text in activetexts.texts_of(table, catalogue, thing)
        if has_lost(table, catalogue, thing, text)
    )


def lost_printed(table: Table, catalogue: Catalogue, thing: GameObject) -> frozenset[int]:
    """The places of the printed abilities that an object has lost, attached or not."""
    if not may_lose(table, catalogue):
        return frozenset()
    return frozenset(
        int(text.key)
        for text in activetexts.printed(table, catalogue, thing)
        if text.key.isdecimal() and has_lost(table, catalogue, thing, text)
    )


def kept_sources(table: Table, catalogue: Catalogue) -> list[Source]:
    """Every static ability in play that the layers read and that its object has not lost."""
    return _kept(table, catalogue, static_sources(table, catalogue))


def statics_in_play(table: Table, catalogue: Catalogue) -> list[Source]:
    """The same for those who read them of cards elsewhere (`judge.layers.cards`): none where
    passive abilities do nothing (364.1).
    """
    return [] if "364.1" in table.disabled else kept_sources(table, catalogue)


def kept_rules(table: Table, catalogue: Catalogue) -> list[Source]:
    """The same of those that change a number or a switch of the rules."""
    return _kept(table, catalogue, rule_sources(table, catalogue))


def _kept(table: Table, catalogue: Catalogue, sources: list[Source]) -> list[Source]:
    if not may_lose(table, catalogue):
        return sources
    return [source for source in sources if not _is_lost(table, catalogue, source)]


def _is_lost(table: Table, catalogue: Catalogue, source: Source) -> bool:
    thing = table.objects.get(split_reference(source.thing or "")[0])
    if thing is None:
        return False
    since = appended_since(table, source.this)
    return any(
        is_lost(loss, None, since, source) for loss in losses(standing(table, catalogue, thing))
    )


__all__ = [
    "has_lost",
    "kept_rules",
    "kept_sources",
    "lost_keys",
    "lost_printed",
    "may_lose",
    "statics_in_play",
    "texts_of",
]
