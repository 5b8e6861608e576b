"""How many cards a Facedown Zone can hold (107.3.b)."""

from __future__ import annotations

import sys

from judge.board.table import Table
from judge.effects.catalogue import Catalogue
from judge.effects.notation import RuleChange
from judge.layers.reading import holds
from judge.layers.standings import view_of
from judge.layers.statics import static_sources


def facedown_capacity(table: Table, catalogue: Catalogue, battlefield: str) -> int:
    """The maximum occupancy of a battlefield's Facedown Zone: one, and what the battlefield's own
    text adds (107.3.b.1).
    """
    if "107.3.b" in table.disabled:
        return sys.maxsize
    if "107.3.b.1" in table.disabled:
        return 1
    return 1 + sum(
        change.amount if isinstance(change.amount, int) else 0
        for source in static_sources(table, catalogue)
        if source.thing is None and source.place == battlefield
        for change in source.ability.changes
        if isinstance(change, RuleChange)
        and change.what == "facedown_capacity"
        and holds(view_of(table, catalogue, source), source.ability.while_)
    )
