"""Until when what an instruction begins lasts, in the words of a board
(`judge.board.durations`).
"""

from __future__ import annotations

from judge.effects import notation as n
from judge.effects.execution import Execution
from judge.ruling.ruling import Refusal
from judge.ruling.run import Refused
from judge.ruling.waiving import EDITS, NO_EFFECT


def lasts(execution: Execution, until: n.Until) -> str:
    """The duration as a board says it; "while attached" is of the card whose text this is."""
    me = next(iter(execution.context.refs("me")), "")
    if until == "your_next_turn":
        return f"next_turn:{execution.item.controller}"
    if until == "while_attached":
        return f"while_attached:{me}"
    if until == "until_i_leave":
        return f"while_in:board:{me}"
    return until


def is_over(execution: Execution, instruction: n.Instruction) -> bool:
    """Whether what it would last for is so no longer: its source has left the board, or is not
    attached to anything.

    Raises `Refused` for a text whose source never is anywhere, such as a spell, unless the request
    waives it.
    """
    until = getattr(instruction, "until", None)
    if until not in ("until_i_leave", "while_attached"):
        return False
    sources = execution.context.refs("me")
    if not sources:
        about = f"{execution.name}: until {until}"
        if not execution.run.waive(about):
            raise Refused(
                Refusal(
                    reason="clause",
                    sentence=f"{execution.name} lasts as long as something is somewhere, and it is "
                    "nowhere.",
                    about=about,
                    rules=["390.5.b"],
                    waive=[NO_EFFECT, EDITS],
                )
            )
        return True
    found = [thing for ref in sources if (thing := execution.run.table.find(ref)) is not None]
    if until == "while_attached":
        return all(thing.attached_to is None for thing in found)
    return not found


def source_of(execution: Execution) -> str | None:
    """What an effect has as its source: the object whose text begins it, or the spell, whose card
    keeps its id. An ability on the chain is nothing any more once it has resolved.
    """
    item = execution.item
    return execution.context.source or (item.id if item.kind == "spell" else None)
