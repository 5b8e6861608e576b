"""Deaths that something else has happened in place of (808.1.d.1)."""

from __future__ import annotations

from judge.abilities.listening import own_abilities
from judge.abilities.moments import Occurrence
from judge.abilities.triggers import happened
from judge.board.table import split_reference
from judge.layers.seen import see
from judge.ruling.run import Run


def spare(run: Run, ref: str) -> None:
    """A permanent is not sent to the trash after all, so that no ability which triggers on its own
    death is on the chain (808.1.d.1).
    """
    thing = run.table.find(ref)
    if thing is None:
        return
    place = run.table.places[thing.id]
    waiting = own_abilities(run, thing, place)
    moments = [moment for each in waiting for moment in each.ability.moments]
    if not any(moment.event == "die" and moment.what == "me" for moment in moments):
        return
    if not run.in_force("808.1.d.1"):
        identity, _ = split_reference(ref)
        happened(
            run,
            Occurrence(
                "die",
                ("808.1.d",),
                ref,
                thing.controller,
                place,
                seen=see(run, ref),
                about={"died": identity, "died_at": place},
                only_by=(ref, thing.name, thing.controller),
            ),
        )


__all__ = ["spare"]
