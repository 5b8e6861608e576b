"""When effects begin to apply, and begin anew (480.1, 480.2).

Only what the layers read is given a timestamp, and effect text where abilities are lost: the order
of everything else never matters.
"""

from __future__ import annotations

from collections.abc import Iterable

from judge.effects.keywordtexts import spelled_out
from judge.layers.lost import may_lose
from judge.layers.statics import is_layered
from judge.ruling.run import Run


def as_it_begins(run: Run, card: str) -> int | None:
    """The timestamp of the texts of a card that begin to apply now; None where none is layered."""
    definition = run.catalogue[card]
    texts = (*definition.abilities, *definition.effect_text)
    # what is appended after a loss is not lost, whatever it does
    may_matter = bool(definition.effect_text) and may_lose(run.table, run.catalogue)
    if not may_matter and not any(is_layered(spelled_out(text)) for text in texts):
        return None
    return run.table.latest() + 1


def anew(run: Run, cards: Iterable[str]) -> int | None:
    """The same of texts that were inactive: they lost the one that they had (480.2)."""
    found = [stamp for card in cards if (stamp := as_it_begins(run, card)) is not None]
    return max(found) if found and run.in_force("480.2") else None


__all__ = ["anew", "as_it_begins"]
