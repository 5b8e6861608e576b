"""Which opponent a text means by "an opponent", where there are several (355.5, 355.7).

"An opponent discards 1" chooses one player, who is a target as any other (355.9.a): the controller
of the text says who as the item is finalized. Where there is but one opponent nothing is chosen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judge.effects import notation as n
from judge.ruling.run import Run

#: the slot in which the opponent is chosen, and the choice
SLOT = "opponent"
OPPONENT = n.Selector(kind="player", side="enemy")


def with_opponent(
    run: Run,
    player: str,
    chooses: Mapping[str, n.Selector],
    does: Sequence[n.AnyInstruction],
) -> dict[str, n.Selector]:
    """The slots of a text, with one for the opponent where it speaks of one of several."""
    slots = dict(chooses)
    if SLOT in slots or len(run.table.opponents(player)) < 2:
        return slots
    acting = any(_speaks(each, "who") for each in does)
    if (acting or any(_speaks(each, *_WHOSE) for each in does)) and run.stands("355.7"):
        slots[SLOT] = OPPONENT
        if not acting:
            run.rests_on(
                "OP-157", "a", "Whose cards are meant is chosen as a target, as who would act."
            )
    return slots


#: fields that say whose things are meant, or by whom they are chosen
_WHOSE = ("of", "owned_by", "by")


def _speaks(node: object, *fields: str) -> bool:
    """Whether an instruction says "an opponent" in one of the fields. What a condition says of one
    is true of any, and what waits has choices of its own (355.5.b).
    """
    if isinstance(node, list):
        return any(_speaks(each, *fields) for each in node)
    if not isinstance(node, n.Node) or isinstance(node, n.ConditionNode | n.Ability):
        return False
    if any(getattr(node, field, None) == "opponent" for field in fields):
        return True
    return any(_speaks(getattr(node, key), *fields) for key in node.__struct_fields__)


__all__ = ["OPPONENT", "SLOT", "with_opponent"]
