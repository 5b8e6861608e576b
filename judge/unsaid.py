"""What the board does not say and every step rests on: one assumption of the ruling (D8).

Most of it is the table itself: that nothing lies in a Base of which nothing is said, that nobody
controls a battlefield, that there is no chain. Every run reads all of that, since any object may
have an ability that matters. Marks of an object are named where the ruling speaks of the object.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from judge.actions.faces import assume_no_text
from judge.board import events as ev
from judge.board.omissions import is_named_together
from judge.board.state import UNKNOWN, Board
from judge.ruling.ruling import LEFT_OUT, Step
from judge.ruling.run import Run

_MARK = re.compile(r"objects\..+\.(?:owner|stunned|empowered|counters|designation|chosen|linked)")

#: zones in which everybody sees the faces
_OPEN = frozenset({"trash", "banishment", "chain", "champion"})

_SENTENCE = (
    "What the board does not say is taken to be as it mostly is: nothing else on the table, "
    "no other marks, nothing else going on."
)


def assume_unsaid(run: Run, board: Board, every: list[Step], said: list[Any]) -> None:
    """List in one assumption what `board`, the one that came in, leaves out; what a step has named
    by itself is not listed again. `every`: the steps; `said`: what else the ruling says of objects.
    """
    together = [path for path in board.defaulted if is_named_together(path)]
    together = [] if board.complete else together + list(_faces_lying_open(board))
    for identity in _faces_shown(every):
        assume_no_text(run, identity, "where it goes")
    if not together:
        return
    mentioned = set(_texts([*said, [step.event for step in every]]))
    mentioned |= {ref.partition("@")[0] for ref in mentioned}
    named = [
        path
        for path in together
        if path not in run.assumptions
        and (_MARK.fullmatch(path) is None or _object(path) in mentioned)
    ]
    if named:
        run.assume(LEFT_OUT, named, _SENTENCE)


def _faces_lying_open(board: Board) -> Iterator[str]:
    """Where cards of unknown face lie in public zones: the card, or a zone with none but such."""
    for name, player in board.players.items():
        for key, cards in (("trash", player.trash), ("banished", player.banished)):
            unknown = [card.id for card in cards if card.card == UNKNOWN]
            if unknown and len(unknown) == len(cards):
                yield f"players.{name}.{key}"
            else:
                yield from (f"cards.{identity}.card" for identity in unknown)


def _faces_shown(every: list[Step]) -> Iterator[str]:
    """Cards of unknown face that everybody gets to see, or no longer sees."""
    for step in every:
        event = step.event
        if isinstance(event, ev.CardMoved):
            card = event.card if _OPEN & {event.source, event.target} else None
        elif isinstance(event, ev.FacedownLeft):
            card = event.card if event.target in _OPEN else None
        else:
            continue
        if card is not None and card.card == UNKNOWN:
            yield card.id


def _object(path: str) -> str:
    return path.removeprefix("objects.").rpartition(".")[0]


def _texts(value: Any) -> Iterator[str]:
    """Every text in parts of a ruling, keys among them."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            yield from _texts(getattr(value, field))
    elif isinstance(value, dict):
        yield from _texts(list(value))
        yield from _texts(list(value.values()))
    elif isinstance(value, Iterable):
        for each in value:
            yield from _texts(each)
