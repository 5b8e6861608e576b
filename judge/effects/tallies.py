"""How often something has happened before, where a text counts it: the facts of the turn say it
(419.4.b).
"""

from __future__ import annotations

from judge.effects import notation as n
from judge.effects.context import Context
from judge.effects.speaking import is_to_nobody
from judge.ruling.run import Run

#: "for each card you have played this turn", the only thing that is counted so
CARDS_PLAYED = n.Tally(of=n.Moment(event="play", by="you"))


def tallied(run: Run, context: Context, value: n.Tally) -> int:
    """How many cards the controller of the text has played this turn: no ability triggers on it, so
    it goes by those that were finalized, whatever became of them (419.4.b).
    """
    assert value == CARDS_PLAYED  # judge.effects.support lists no other
    if is_to_nobody(run, context):
        return 0
    run.assume_untold("players", context.controller, "finalized")
    return sum(not card.token for card in run.table.facts(context.controller).finalized)


__all__ = ["CARDS_PLAYED", "tallied"]


def chosen_number(run: Run, context: Context, name: str) -> int | None:
    """How often a price of any amount was paid, or how many fill a slot and are legal still."""
    amount = context.amount(name)
    if amount is not None or all(own != name for own, _ in context.names):
        return amount
    run.rests_on(
        "OP-153", "a", "Of a slot only those are counted that are legal as the number is read."
    )
    return len(context.refs(name))
