"""Texts that a board itself keeps, in notation: delayed abilities, and abilities on the chain whose
source need not print them (387, 390).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from judge.board.state import ChainItem, Effect
from judge.effects import notation as n
from judge.effects.support import missing_in


def keep(ability: n.Triggered) -> dict[str, Any]:
    """The ability as plain data."""
    kept: dict[str, Any] = msgspec.to_builtins(ability)
    return kept


def read(kept: Any) -> n.Triggered | None:
    """The triggered ability that plain data is; None where the engine cannot execute it."""
    try:
        ability = msgspec.convert(kept, n.Triggered)
    except msgspec.ValidationError:
        return None
    return None if missing_in(ability) else ability


def delayed_ability(effect: Effect) -> n.Triggered | None:
    """The ability of a delayed trigger; None for any other effect and for what is not modelled."""
    if effect.kind != "trigger" or len(effect.abilities) != 1 or effect.might or effect.keywords:
        return None
    if effect.origin is None:
        return None
    if effect.affects is not None or effect.open is not None or effect.prevent is not None:
        return None
    return read(effect.abilities[0])


def kept_ability(item: ChainItem) -> n.Triggered | None:
    """The ability that a reflexive or delayed item on the chain is."""
    return read(item.about.get("ability"))


def spoken(node: object) -> set[str]:
    """Every name, player and place of which a text speaks, and `that_much` for its number."""
    if isinstance(node, str):
        return {node, node.rpartition(" of ")[2]}
    if isinstance(node, dict):
        return spoken(list(node.values()))
    if isinstance(node, list):
        return set().union(*map(spoken, node)) if node else set()
    if isinstance(node, n.Node):
        found = set(_parts(node))
        if isinstance(node, n.ThatMuch) and node.of is None:
            found.add("that_much")
        return found
    return set()


def _parts(node: n.Node) -> Iterator[str]:
    for field in node.__struct_fields__:
        value = getattr(node, field)
        # "to a destination that is chosen" speaks of none that is known
        chosen = isinstance(node, n.Move) and field == "to" and value == "destination"
        if field not in ("event", "label", "keyword", "tag", "named") and not chosen:
            yield from spoken(value)


__all__ = ["delayed_ability", "keep", "kept_ability", "read", "spoken"]
