"""Keywords that a player ignores while something is done (764-767)."""

from __future__ import annotations

from judge.board.table import Table
from judge.effects.catalogue import Catalogue
from judge.effects.notation import RuleChange
from judge.layers.lost import kept_sources
from judge.layers.reading import holds
from judge.layers.standings import view_of


def ignored_in_combat(table: Table, catalogue: Catalogue, player: str, place: str) -> set[str]:
    """The keywords that a player ignores while assigning combat damage at a place, as their texts
    there say (766); those of the others bind them all the same (767).
    """
    found: set[str] = set()
    for source in kept_sources(table, catalogue):
        if source.place != place or (source.controller != player and "767" not in table.disabled):
            continue
        keywords = {
            change.keyword
            for change in source.ability.changes
            if isinstance(change, RuleChange)
            and change.what == "ignores_keyword"
            and change.keyword is not None
        }
        if keywords and holds(view_of(table, catalogue, source), source.ability.while_):
            found |= keywords
    return found


__all__ = ["ignored_in_combat"]
