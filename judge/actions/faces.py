"""Cards of unknown face: what they would say is taken not to matter, and the ruling says so."""

from __future__ import annotations

from judge.board.state import UNKNOWN
from judge.ruling.run import Run


def assume_no_text(run: Run, identity: str, about: str, *, audience: str = "all") -> None:
    """Record that a card of unknown face is taken to have no text `about` something. `audience`:
    the player who sees it, where others do not.
    """
    words = f"The face of {identity} is not given; it is taken to have no text about {about}."
    run.assume(f"cards.{identity}.card", UNKNOWN, words, audience=audience)
