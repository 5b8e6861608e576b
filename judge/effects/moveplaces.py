"""Where a text lets something be moved (449.1)."""

from __future__ import annotations

from judge.effects import notation as n
from judge.effects.context import Context
from judge.effects.meaning import fits
from judge.ruling.run import Run


def is_destination(run: Run, context: Context, move: n.Move, place: str) -> bool:
    """Whether a location is one of those to which the Move may lead, of all that it could."""
    if not run.stands("449.1"):
        return True
    # 811.1.d.2 is about what the text is done to
    reader = context.anywhere()
    return move.destination is None or (
        place in run.table.battlefields and fits(run, move.destination, reader, place)
    )


__all__ = ["is_destination"]
