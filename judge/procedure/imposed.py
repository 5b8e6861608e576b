"""Additional costs that other texts put on the play of a card: such as must be paid, and such as
its player may pay (356.2).
"""

from __future__ import annotations

from judge.effects.context import Context
from judge.effects.notation import AdditionalCost, CardDefinition
from judge.procedure.finding import CardAt
from judge.procedure.totals import changes_of
from judge.ruling.run import Run


def imposed_costs(
    run: Run, player: str, card: CardAt, definition: CardDefinition, context: Context
) -> list[AdditionalCost]:
    """The additional costs that texts put on the play, by a label for each: `imposed`, `imposed_2`
    and so on, or `allowed` for those that its player may pay.
    """
    found: list[AdditionalCost] = []
    for each in changes_of(run, player, definition, context, card=card):
        if each.change.additional is None:
            continue
        mandatory = not each.change.may
        number = 1 + sum(other.mandatory == mandatory for other in found)
        label = "imposed" if mandatory else "allowed"
        if number > 1:
            label = f"{label}_{number}"
        found.append(AdditionalCost(cost=each.change.additional, label=label, mandatory=mandatory))
    return found


__all__ = ["imposed_costs"]
