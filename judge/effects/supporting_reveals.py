"""What is executed of texts that are followed before cards of a deck are revealed (370.1.b)."""

from __future__ import annotations

from judge.effects import notation as n

_MOMENT = n.Moment(event="reveal", by="you", what=n.Selector(kind="card", zone="deck"))
_TOP = n.Selector(kind="card", zone="deck", top=1)


def looks_first(node: n.Node) -> bool:
    """Whether a text has its player look at the top card of a deck of which they would reveal
    cards, and lets them recycle it.
    """
    match node:
        case n.Replacement(does=[n.Look(label=str() as seen), n.Recycle(label=done)]):
            does: list[n.AnyInstruction] = [
                n.Look(what=_TOP, label=seen),
                n.Recycle(what=seen, may=True, label=done),
            ]
            return node == n.Replacement(instead_of=_MOMENT, as_well=True, does=does)
    return False


__all__ = ["looks_first"]
