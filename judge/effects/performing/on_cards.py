"""Instructions done to cards of zones that are not the board, beside those on it (416, 427)."""

from __future__ import annotations

from judge.actions.decks import recycle_from_trash, recycle_object
from judge.board import events as ev
from judge.board.state import Card
from judge.effects import notation as n
from judge.effects.execution import Execution, look_back, meant
from judge.effects.performing.registry import performs
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


def move_held(run: Run, held: Held, verb: str, target: ev.ZoneName, *, by: str) -> None:
    """A card goes from its zone to another of its owner's (056.2, 124, 427.2)."""
    run.in_force("056.2" if target == "hand" else "427.2")
    run.emit(
        ev.CardMoved(
            verb=verb,
            player=held.owner,
            card=Card(id=held.card.id, card=held.card.card, generation=held.card.generation + 1),
            source=_SOURCES[held.zone],
            target=target,
            from_position="top" if held.zone == "main_deck" else None,
        ),
        by=by,
    )


@performs(n.Recycle)
def _recycle(execution: Execution, instruction: n.Recycle) -> bool:
    """Objects go to the bottom of their owners' decks, and cards of a trash too (416)."""
    run = execution.run
    refs = meant(execution, instruction.what)
    look_back(execution, refs)
    in_trash: dict[str, list[str]] = {}
    for held in held_of(run, refs):
        if held.zone == "trash":
            in_trash.setdefault(held.owner, []).append(held.card.id)
    with run.together():
        for ref in refs:
            thing = run.table.find(ref)
            if thing is not None:
                recycle_object(run, thing)
        for owner, cards in in_trash.items():
            recycle_from_trash(run, owner, cards)
    execution.name_result(instruction.label, refs, len(refs))
    return bool(refs)
