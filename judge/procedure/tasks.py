"""What comes between the first step of a play and the others: the Cleanup that the card on the
chain has made outstanding (319.3, 354.4).
"""

from __future__ import annotations

from collections.abc import Iterator

from judge.board.table import ASKS_FOR_STATES
from judge.effects.context import Context
from judge.effects.itemchoices import is_there
from judge.effects.meaning import why_not
from judge.effects.texts import all_slots
from judge.effects.unread import refused
from judge.layers.statics import static_sources
from judge.procedure.cleanup import cleanup
from judge.procedure.playprice import PlannedPlay
from judge.ruling.run import Run


def finish_tasks(run: Run, player: str, planned: PlannedPlay, *, priced: bool) -> None:
    """Perform the Cleanup before the play goes on (354.4). It finds something where a text in play
    asks for more than objects by themselves, such as how many cards a hand holds.

    Raises `Refused` where it does, and what was chosen or spent on the board before it would not be
    now, or `priced`, other texts than the card's have had a part in its price.
    """
    static_sources(run.table, run.catalogue)
    if not run.table.texts[ASKS_FOR_STATES] or not _outstanding(run) or not run.stands("354.4"):
        return
    cleanup(run)
    if not _outstanding(run):
        return
    while _outstanding(run):
        cleanup(run)
    if priced or any(_gone(run, player, planned)):
        name = planned.definition.name
        raise refused(
            "clause",
            f"As {name} leaves its zone a Cleanup changes the board, and what is chosen and paid "
            "for it follows on that (354.4), which is not modelled here.",
            f"{name}: play after a Cleanup",
            "354.4",
        )


def _outstanding(run: Run) -> bool:
    return run.cleanup_due and run.board.result is None


def _gone(run: Run, player: str, planned: PlannedPlay) -> Iterator[bool]:
    """Of everything that was chosen or spent whether it could not be now."""
    definition, card = planned.definition, planned.card
    context = Context(player, item=card.id, origin=card.zone)
    for choices in (planned.targets, *(again.targets for again in planned.again)):
        slots = all_slots(definition.chooses, definition.does, planned.modes)
        for slot, refs in choices.items():
            for ref in refs:
                there = is_there(run, ref)
                yield not there or (slot in slots and bool(why_not(run, slots[slot], context, ref)))
    for ref in planned.spending.refs:
        yield not is_there(run, ref)
    payment = planned.payment
    if payment is not None:
        paying = [source for source, _ in payment.power if source is not None]
        for source in (*paying, *payment.first, *payment.energy_abilities):
            yield run.table.find(source.ref) is None
