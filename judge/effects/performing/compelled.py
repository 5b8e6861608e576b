"""What nobody can be compelled to: to act on cards that others do not see, by what they are
(128.6).
"""

from __future__ import annotations

from judge.effects import notation as n
from judge.effects.supporting_selectors import said
from judge.ruling.run import Run

#: what says how many cards, whose and from where, and nothing of what they are
_NO_QUALITIES = frozenset(
    ["kind", "side", "of", "owned_by", "zone", "min", "max", "any_number", "by", "together"]
)


def may_ignore(run: Run, selector: n.Selector) -> bool:
    """Whether a player may choose none of their own hand, though there is one: where the text asks
    for a type or a quality of card.
    """
    own = selector.side == "yours" or (selector.side == "any" and selector.of is None)
    if selector.zone != "hand" or selector.the is not None or not own:
        return False
    qualities = said(selector) - _NO_QUALITIES
    if selector.kind in ("card", "object") and not qualities:
        return False
    return run.in_force("128.6")
