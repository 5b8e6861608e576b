"""A ruling as one viewer may see it (D12, 128)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from judge.board import events as ev
from judge.board.state import UNKNOWN, Board, Card
from judge.board.views import view_board
from judge.effects.catalogue import Catalogue, standard_catalogue
from judge.effects.readtexts import caveats as read_caveats
from judge.ruling.questions import Question
from judge.ruling.ruling import LEFT_OUT, READ_TEXT, Assumption, Basis, Caveat, Ruling, Step

#: facts of cards that not everybody sees, by their paths
_HIDDEN_FACT = re.compile(r"facedown\..+|players\..+_deck\.(?:top|middle|bottom)")

#: zones whose cards everybody sees (355.10.a.1, 108)
_PUBLIC_ZONES = {"trash", "banishment", "champion", "chain", "board"}


def hide_from(ruling: Ruling, viewer: str, catalogue: Catalogue | None = None) -> Ruling:
    """The ruling without what `viewer` may not see: faces, private options, private problems."""
    cards = catalogue or standard_catalogue()
    board = ruling.board
    if board is not None:
        board = view_board(board, viewer, cards.with_inline(board.cards))
    question = (
        ruling.question if ruling.question is None else seen_question(ruling.question, viewer)
    )
    assumptions = list(_assumptions(ruling, viewer))
    return msgspec.structs.replace(
        ruling,
        board=board,
        basis=_basis(ruling, assumptions),
        assumptions=assumptions,
        question=question,
        sentence=ruling.sentence
        if ruling.question is None or question is ruling.question
        else "Legal so far; a choice that is not public is asked.",
        problems=[p for p in ruling.problems if p.audience in ("all", viewer)],
        trace=[_step(step, viewer) for step in ruling.trace],
        readings=[
            msgspec.structs.replace(
                each, others=each.others if each.audience in ("public", viewer) else []
            )
            for each in ruling.readings
        ],
        caveats=list(_caveats(ruling, board, cards, viewer)),
        sensitivity=[t for t in ruling.sensitivity if t.audience in ("public", viewer)],
    )


def _caveats(
    ruling: Ruling, board: Board | None, catalogue: Catalogue, viewer: str
) -> Iterator[Caveat]:
    """Those that name no card which the viewer does not see."""
    seen: set[str] | None = None
    for caveat in ruling.caveats:
        if caveat.code != READ_TEXT or viewer == "judge":
            yield caveat
            continue
        if seen is None:
            shown = (board, [_step(step, viewer) for step in ruling.trace])
            seen = set(_strings(msgspec.to_builtins(shown)))
        named = [name for name in caveat.cards if name in seen]
        if named == caveat.cards:
            yield caveat
        elif named:
            yield from read_caveats(catalogue, named)


def _strings(value: Any) -> Iterator[str]:
    """Every string in plain data, keys too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, part in value.items():
            yield str(key)
            yield from _strings(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _strings(part)


def _assumptions(ruling: Ruling, viewer: str) -> Iterator[Assumption]:
    """Those that are not about what is hidden from the viewer. Of what is named together, what a
    board says of facedown cards and of the ends of decks is not for all.
    """
    for assumption in ruling.assumptions:
        if assumption.path == LEFT_OUT and viewer != "judge":
            open_ = [path for path in assumption.value if _HIDDEN_FACT.fullmatch(path) is None]
            if open_:
                yield msgspec.structs.replace(assumption, value=open_)
        elif assumption.audience in ("all", viewer) or viewer == "judge":
            yield assumption


def _basis(ruling: Ruling, assumptions: list[Assumption]) -> Basis:
    """The basis as far as the viewer sees it: without assumptions that are all hidden."""
    if ruling.basis != "assumed" or assumptions:
        return ruling.basis
    unread = any(caveat.code.startswith("unmodelled") for caveat in ruling.caveats)
    return "assumed" if unread else "rules"


def seen_question(question: Question, viewer: str) -> Question:
    """A question without its options, for a viewer to whom they are not shown."""
    if viewer == "judge" or question.audience in ("all", viewer):
        return question
    return msgspec.structs.replace(
        question,
        options=[],
        example=None,
        prompt=f"{question.to} makes a choice that is not public.",
    )


def _step(step: Step, viewer: str) -> Step:
    return msgspec.structs.replace(
        step,
        event=None if step.event is None else _event(step.event, viewer),
        children=[_step(child, viewer) for child in step.children],
    )


def _event(event: Any, viewer: str) -> Any:
    match event:
        case ev.CardMoved():
            seen = event.player == viewer and event.verb not in ("recycle", "put")
            seen = seen or viewer in event.card.known_to
            if not seen and not {event.source, event.target} & _PUBLIC_ZONES:
                return msgspec.structs.replace(event, card=_blank(event.card))
        case ev.CardSeen():
            if viewer not in event.card.known_to:
                return msgspec.structs.replace(event, card=_blank(event.card))
        case ev.CardsLooked():
            if viewer != event.by:
                return msgspec.structs.replace(event, refs=["hidden"] * len(event.refs))
        case ev.CardHidden():
            if event.card.controller != viewer:
                return msgspec.structs.replace(
                    event, card=msgspec.structs.replace(event.card, id="hidden", card=UNKNOWN)
                )
    return event


def _blank(card: Card) -> Card:
    return Card(id="hidden", card=UNKNOWN)
