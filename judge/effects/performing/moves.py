"""Instructions that move units (446-449)."""

from __future__ import annotations

from judge.actions import objects
from judge.actions.destinations import crowded, effect_destinations
from judge.board.state import GameObject
from judge.board.table import base_of
from judge.effects import notation as n
from judge.effects.execution import Execution, meant
from judge.effects.performing.registry import performs
from judge.effects.unread import refused
from judge.ruling.run import Run


@performs(n.Move)
def _move(execution: Execution, instruction: n.Move) -> bool:
    """Move what is still legal, each to where it may be; else the instruction is impossible
    (359.3.e.6).
    """
    run = execution.run
    refs = meant(execution, instruction.what)
    order = run.table.turn_order(run.board.turn.player)
    recalled = False
    groups: dict[str, list[str]] = {}
    arriving: dict[str, set[str]] = {}
    for ref in sorted(refs, key=lambda ref: order.index(_controller(run, ref))):
        thing = run.table.find(ref)
        assert thing is not None
        match instruction.to:
            case "base":
                to = base_of(thing.controller)
            case "here":
                to = execution.context.here or base_of(thing.controller)
            case "destination":
                to = _destination(execution, ref, thing)
            case _:
                raise NotImplementedError(f"no way to {instruction.to}")
        if to == run.table.places[thing.id]:
            if instruction.to == "base":
                run.rests_on(
                    "OP-64",
                    "a",
                    "A unit may be chosen for a move to the base in which it is; it does not move.",
                )
            run.in_force("359.3.e.6")
            run.note(f"{run.thing(ref)} is at {run.place(to)} already and does not move.")
        elif to.startswith("base:") and to != base_of(thing.controller):
            run.in_force("359.3.e.6")
            run.note(f"{run.thing(ref)} cannot be in another player's base and does not move.")
        elif crowded(run, thing.controller, to, also=arriving.get(to)) and run.in_force("447.2.c"):
            objects.recall(run, [ref], by=execution.item.controller)
            recalled = True  # replaced, which does not stop what is linked to it (359.3.e.14.b)
        else:
            groups.setdefault(to, []).append(ref)
            arriving.setdefault(to, set()).add(thing.controller)
    with run.together():
        for to, those in sorted(groups.items()):
            run.in_force("449")
            objects.move(run, those, to, by=execution.item.controller)
    return bool(groups) or recalled


def _destination(execution: Execution, ref: str, thing: GameObject) -> str:
    """Where what moves was chosen to go (355.4).

    Raises `Refused` where the board does not say it and there was more than one place.
    """
    run = execution.run
    chosen = execution.destinations.get(ref, execution.destination)
    if chosen is not None:
        return chosen
    path = f"chain.items.{execution.item.id}.destinations.{ref}"
    places = effect_destinations(run, thing)
    if len(places) != 1:
        raise refused(
            "missing_fact",
            f"The board does not say where {execution.name} was chosen to move {ref}.",
            path,
            "355.4",
        )
    run.assume(path, places[0], f"{execution.name} moves {ref} to {places[0]}, the only place.")
    return places[0]


def _controller(run: Run, ref: str) -> str:
    thing = run.table.find(ref)
    assert thing is not None
    return thing.controller
