"""What rests on an open point by what lies on the board alone, whatever is done (D10)."""

from __future__ import annotations

from judge.fixed import caution_fixed
from judge.layers.otherwise import caution_otherwise
from judge.layers.undated import caution_undated
from judge.ruling.run import Run


def caution_open(run: Run) -> None:
    """Say of which open points it makes a difference what the objects on the board are."""
    caution_otherwise(run)
    caution_fixed(run)


def caution_at_first(run: Run) -> None:
    """The same of the board that came in, and where the order of its effects is not told."""
    caution_undated(run)
    caution_open(run)


__all__ = ["caution_at_first", "caution_open"]
