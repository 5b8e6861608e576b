"""Until when what an instruction begins lasts, in the words of a board
(`judge.board.durations`).
"""

from __future__ import annotations

from judge.effects import notation as n
from judge.effects.execution import Execution
from judge.effects.unread import refused


def lasts(execution: Execution, until: n.Until) -> str:
    """The duration as a board says it; "while attached" is of the card whose text this is."""
    me = next(iter(execution.context.refs("me")), "")
    if not me and until in ("while_attached", "until_i_leave"):
        raise refused(
            "clause",
            f"{execution.name} lasts as long as something is somewhere, and it is nowhere.",
            f"{execution.name}: until {until}",
            "390.5.b",
        )
    if until == "your_next_turn":
        return f"next_turn:{execution.item.controller}"
    if until == "while_attached":
        return f"while_attached:{me}"
    if until == "until_i_leave":
        return f"while_in:board:{me}"
    return until


def source_of(execution: Execution) -> str | None:
    """What an effect has as its source: the object whose text begins it, or the spell, whose card
    keeps its id. An ability on the chain is nothing any more once it has resolved.
    """
    item = execution.item
    return execution.context.source or (item.id if item.kind == "spell" else None)
