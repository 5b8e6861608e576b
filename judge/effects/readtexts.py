"""What a ruling says of the cards that it used and whose texts nobody has checked (D7).

A text that the reader took at run time is printed back in a caveat, so that whoever reads the
ruling can compare it with the card: each text once, with all the cards that print it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

import msgspec

from judge.board import events as ev
from judge.board.events_of_chain import ItemChanged
from judge.board.state import Board
from judge.board.table import Table
from judge.effects.catalogue import Catalogue
from judge.ruling.actions import Action
from judge.ruling.ruling import READ_TEXT, Caveat, Step
from judge.ruling.run import Run


def caution_read(run: Run, before: Board, action: Action | None) -> None:
    """Add a caveat for each text, read and not checked, of a card that the ruling used: one that is
    in play, on the chain, or about to be played.
    """
    if not run.catalogue.read:
        return
    used = {name for name in _used(run, before, action) if name in run.catalogue.read}
    for caveat in caveats(run.catalogue, used):
        run.caveats.setdefault(caveat.sentence, caveat)


def caveats(catalogue: Catalogue, names: Collection[str]) -> list[Caveat]:
    """A caveat for each text that these cards print."""
    by_text: dict[str, list[str]] = {}
    for name in sorted(names):
        by_text.setdefault(catalogue.read[name], []).append(name)
    return [
        Caveat(
            code=READ_TEXT,
            sentence=f"{_quoted(text)} is what was read in the text of {' and '.join(cards)}; "
            "nobody has checked that.",
            cards=cards,
        )
        for text, cards in by_text.items()
    ]


def _quoted(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return f"“{' / '.join(lines)}”" if lines else "Nothing"


def _used(run: Run, before: Board, action: Action | None) -> Iterator[str]:
    for table in (Table(before), run.table):
        yield from table.names().values()
        yield from (thing.card for thing in table.objects.values())
        for battlefield in table.board.battlefields:
            yield battlefield.card
        for item in table.items():
            yield from filter(None, (item.card, item.of))
    for step in _steps(run.root):
        match step.event:
            case ev.ItemAdded() | ev.ItemFinalized() | ItemChanged():
                yield from filter(None, (step.event.item.card, step.event.item.of))
            case ev.CardPlayed():
                yield step.event.card
    if action is not None:
        yield from _named(run, before, action)


def _steps(root: Step) -> Iterator[Step]:
    waiting = [root]
    while waiting:
        step = waiting.pop()
        yield step
        waiting += step.children


def _named(run: Run, before: Board, action: Action) -> Iterator[str]:
    """The card that a player plays or hides, named by its name or by its id."""
    do: Any = msgspec.to_builtins(action.do)
    if not isinstance(do, dict):
        return
    for verb in ("play", "hide"):
        text = do.get(verb)
        if not isinstance(text, str):
            continue
        identity = text.partition("@")[0]
        player = before.players[action.by]
        held = [*player.hand, *player.trash, *player.banished, *player.main_deck.top]
        held += [] if player.champion is None else [player.champion]
        facedown = [card for place in before.battlefields for card in place.facedown]
        found = [card.card for card in held if card.id == identity]
        found += [card.card for card in facedown if card.id == identity]
        if found:
            yield from found
            continue
        try:
            yield run.catalogue.resolve(text)
        except LookupError:
            continue


__all__ = ["caution_read", "caveats"]
