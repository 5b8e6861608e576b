"""How many cards a Facedown Zone can hold (107.3.b)."""

from __future__ import annotations

import sys

from judge.board.table import Table
from judge.effects.catalogue import Catalogue
from judge.effects.notation import RuleChange, Selector, Static
from judge.layers.reading import View, holds, is_awake
from judge.layers.standings import view_of
from judge.layers.statics import Source, rule_sources


def facedown_capacity(table: Table, catalogue: Catalogue, battlefield: str) -> int:
    """The maximum occupancy of a battlefield's Facedown Zone: one, and what texts add (107.3.b.1):
    its own, and those of whoever controls it.
    """
    if "107.3.b" in table.disabled:
        return sys.maxsize
    if "107.3.b.1" in table.disabled:
        return 1
    return 1 + sum(
        change.amount if isinstance(change.amount, int) else 0
        for source in rule_sources(table, catalogue)
        if _is_about(table, source, battlefield)
        for change in source.ability.changes
        if isinstance(change, RuleChange)
        and change.what == "facedown_capacity"
        and _applies(view_of(table, catalogue, source), source.ability)
    )


def _is_about(table: Table, source: Source, battlefield: str) -> bool:
    """Whether a text is about the Facedown Zone of the battlefield: where the text is, unless it
    says of which. Who has it may hide more, so that the text of an object is about what its
    controller controls.
    """
    controller = table.battlefields[battlefield].controller
    if source.thing is not None and source.controller != controller:
        return False
    affects = source.ability.affects
    if not isinstance(affects, Selector) or affects.where == "here":
        return source.place == battlefield
    return affects.where != "elsewhere" or source.place != battlefield


def _applies(view: View, ability: Static) -> bool:
    return is_awake(view, ability) and holds(view, ability.while_)
