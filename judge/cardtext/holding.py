"""What is at a battlefield, in the words by which texts call such a battlefield."""

from __future__ import annotations

from collections.abc import Callable

from judge.effects import notation as n

_UNIT = n.Selector(kind="unit")
_ALONE = n.Selector(kind="unit", side="enemy", state=["alone"])
_WORDS = (
    (n.Selector(kind="unit", side="yours"), "where you have units"),
    (n.Selector(kind="unit", side="yours", state=["attacking"]), "you're attacking"),
    (_ALONE, "if an enemy unit is alone there"),
)


def occupied(selector: n.Selector) -> list[str]:
    """The word for a battlefield with units (170.11.a), where it stands before the noun."""
    return ["occupied"] if selector.holds in (_UNIT, _ALONE) else []


def holding(selector: n.Selector, text: Callable[[n.Selector], str]) -> str:
    """What stands behind the noun of what something is at or on; `text`: that in words."""
    held = selector.holds
    if held is None or held == _UNIT:
        return ""
    if selector.kind != "battlefield":
        return f"that has {text(held)}"
    told = next((words for each, words in _WORDS if each == held), None)
    return f"with {text(held)} there" if told is None else told


__all__ = ["holding", "occupied"]
