"""Instructions done to cards of zones that are not the board, beside those on it (416, 427)."""

from __future__ import annotations

from judge.actions import cards
from judge.board import events as ev
from judge.board.state import Card
from judge.board.table import reference
from judge.effects import notation as n
from judge.effects.execution import Execution, forget_what_stayed, look_back, meant
from judge.effects.performing.on_items import leave_chain
from judge.effects.performing.registry import performs
from judge.effects.performing.responsible import performer_of
from judge.effects.zones import Held, find_held
from judge.ruling.run import Run

_SOURCES: dict[str, ev.ZoneName] = {
    "hand": "hand",
    "trash": "trash",
    "banishment": "banishment",
    "champion_zone": "champion",
    "main_deck": "main_deck",
}


def held_of(run: Run, refs: list[str]) -> list[Held]:
    """Those of the references that are cards of such zones."""
    return [held for ref in refs if (held := find_held(run.table, ref)) is not None]


def move_held(run: Run, held: Held, verb: str, target: ev.ZoneName, *, by: str) -> str:
    """A card goes from its zone to another of its owner's (056.2, 124, 427.2); what refers to it
    there.
    """
    if not run.in_force("056.2" if target == "hand" else "427.2"):
        return held.ref
    if verb == "banish" and held.zone == "hand" and not run.in_force("427.2.b"):
        verb = "discard"
    moved = Card(id=held.card.id, card=held.card.card, generation=held.card.generation + 1)
    run.emit(
        ev.CardMoved(
            verb=verb,
            player=held.owner,
            card=moved,
            source=_SOURCES[held.zone],
            target=target,
            from_position="top" if held.zone == "main_deck" else None,
        ),
        by=by,
    )
    return reference(moved)


def move_facedown(run: Run, refs: list[str], target: ev.ZoneName, *, by: str) -> bool:
    """Facedown cards among the references go to a zone of their owners, revealed (421.4, 056.2);
    whether there was one.
    """
    moved = False
    for card, battlefield in list(run.table.facedown()):
        if reference(card) in refs and run.in_force("421.4", "056.2"):
            run.emit(
                ev.FacedownLeft(
                    at=battlefield.id,
                    id=card.id,
                    owner=card.owner,
                    target=target,
                    card=Card(id=card.id, card=card.card, generation=card.generation + 1),
                ),
                by=by,
            )
            moved = True
    return moved


@performs(n.Recycle)
def _recycle(execution: Execution, instruction: n.Recycle) -> bool:
    """Objects and cards go to the bottom of their owners' decks (416)."""
    player = performer_of(execution, instruction)
    if player is None:
        return False
    refs = meant(execution, instruction.what)
    look_back(execution, refs)
    left = leave_chain(execution, refs, "recycle", "main_deck", by=player)
    execution.put.update(left)
    done = [*left, *cards.recycle(execution.run, refs, by=player)]
    forget_what_stayed(execution)
    execution.name_result(instruction.label, done, len(done))
    return bool(done)
