"""Instructions that move units (446-449)."""

from __future__ import annotations

from collections.abc import Iterator

from judge.actions import objects
from judge.actions.destinations import crowded, effect_destinations, said_destinations
from judge.actions.door import Attempt, door_of
from judge.board.state import GameObject
from judge.board.table import base_of, reference
from judge.effects import notation as n
from judge.effects.conditions import holds
from judge.effects.context import Context
from judge.effects.execution import Execution, meant
from judge.effects.meaning import fits
from judge.effects.moveplaces import is_destination
from judge.effects.performing.applied import movable_together
from judge.effects.performing.registry import performs
from judge.effects.performing.responsible import performer_of
from judge.effects.speaking import of_battlefield
from judge.effects.unread import refused
from judge.effects.whereabouts import places_meant
from judge.layers.lost import lost_printed
from judge.ruling.run import Run


@performs(n.Move)
def _move(execution: Execution, instruction: n.Move) -> bool:
    """Move what is still legal, each to where it may be; else the instruction is impossible
    (359.3.e.6).
    """
    run = execution.run
    player = performer_of(execution, instruction)
    if player is None:
        return False
    refs = [ref for ref in meant(execution, instruction.what) if run.table.find(ref) is not None]
    named = _named_place(execution, instruction)
    if instruction.at is not None and named is None:
        return False
    order = run.table.turn_order(run.board.turn.player)
    recalled = False
    groups: dict[str, list[str]] = {}
    arriving: dict[str, set[str]] = {}
    for ref in sorted(refs, key=lambda ref: order.index(_controller(run, ref))):
        thing = run.table.find(ref)
        assert thing is not None
        if thing.attached_to is not None and run.in_force("718.5.c"):
            run.note(f"{run.thing(ref)} is attached and does not move by itself.")
            continue
        if not _leads_there(execution, instruction, ref):
            continue
        to = named or _way(execution, instruction, ref, thing)
        if to is None:  # 359.3.e.12: where the text speaks of is not to be known any more
            run.in_force("359.3.e.12", "359.3.e.6")
            run.note(f"{run.thing(ref)} does not move, since there is no place to move it to.")
        elif to == run.table.places[thing.id]:
            if instruction.to == "base":
                run.rests_on(
                    "OP-64",
                    "a",
                    "A unit may be chosen for a move to the base in which it is; it does not move.",
                )
            run.in_force("359.3.e.6")
            run.note(f"{run.thing(ref)} is at {run.place(to)} already and does not move.")
        elif _is_not_said(run, instruction, thing, to):
            run.note(f"{run.thing(ref)} does not move, since its text moves nothing there now.")
        elif _is_barred(run, thing, to, arriving.get(to)) and run.in_force("447.2.c"):
            objects.recall(run, [ref], by=player)
            recalled = True  # replaced, which does not stop what is linked to it (359.3.e.14.b)
        elif to.startswith("base:") and to != base_of(thing.controller):
            run.in_force("359.3.e.6")
            run.note(f"{run.thing(ref)} cannot be in another player's base and does not move.")
        else:
            groups.setdefault(to, []).append(ref)
            arriving.setdefault(to, set()).add(thing.controller)
    origins = {str(run.table.place_of(ref)) for those in groups.values() for ref in those}
    for to, those in sorted(groups.items()):
        groups[to] = movable_together(execution, those, to, player)
    groups = {to: those for to, those in groups.items() if those}
    # 359.3.e.6, 359.3.e.14.a: what a text forbids is not done, and nothing is linked to it; a move
    # that is replaced counts as one that was made (359.3.e.14.b)
    made = recalled or any(
        not _forbidden(run, ref, to, player) for to, those in groups.items() for ref in those
    )
    with run.together():
        for to, those in sorted(groups.items()):
            if run.in_force("449", "420.2.a"):
                objects.move(run, those, to, by=player)
    moved = [ref for those in groups.values() for ref in those]
    execution.context = execution.context.knowing("origin", sorted(origins))
    execution.name_result(instruction.label, moved, len(moved))
    if groups and not made and run.in_force("359.3.e.6"):
        return False
    if recalled and not groups:
        execution.mark_averted(instruction.label)
    return bool(groups) or recalled


def _leads_there(execution: Execution, instruction: n.Move, ref: str) -> bool:
    """Whether the battlefield that was chosen is one of those that the text speaks of still: it is
    a zone that the text mentions, so a target (355.9.a, 355.10).
    """
    run = execution.run
    chosen = execution.destinations.get(ref, execution.destination)
    if instruction.destination is None or chosen is None:
        return True
    if is_destination(run, execution.context, instruction, chosen):
        return True
    if not run.in_force("359.3.e.2", "359.3.e.5", "359.3.e.6"):
        return True
    run.note(f"{run.place(chosen)} no longer meets what {execution.name} asks of it.")
    # what else speaks of it cannot be followed either
    execution.context = execution.context.knowing("destination", [])
    return False


def _is_not_said(run: Run, instruction: n.Move, thing: GameObject, to: str) -> bool:
    """Whether the text moves nothing to the place that was chosen, as things are now (449.1)."""
    if instruction.to not in ("beside_its_own", "base_at_one_end"):
        return False
    if to in said_destinations(run, thing, instruction.to, [to]):
        return False
    words = "What a text says of where it moves something is asked again as it does so."
    run.rests_on("OP-189", "a", words)
    return run.in_force("449.1", "359.3.e.6")


def _is_barred(run: Run, thing: GameObject, to: str, arriving: set[str] | None) -> bool:
    """Whether a unit cannot be there: in another player's base, or among too many others."""
    foreign = to.startswith("base:") and to != base_of(thing.controller)
    return foreign or bool(crowded(run, thing.controller, to, also=arriving))


def _forbidden(run: Run, ref: str, to: str, player: str) -> bool:
    """Whether a text forbids that the unit moves there."""
    door = door_of(run, "move")
    return door is not None and door.forbids(run, Attempt("move", ref, by=player, to=to))


def refuse_applied(execution: Execution, refs: list[str], to: str) -> None:
    """Raises `Refused` where a text asks for a price for a part of this exchange: whether the other
    unit moves where that is not paid is not modelled (204.4).
    """
    run = execution.run
    for name, reader, ability in _static_abilities(run):
        affects = ability.affects
        for change in ability.changes:
            if not isinstance(change, n.CostChange) or change.applied is None:
                continue
            asked = [
                ref
                for ref in refs
                if isinstance(affects, n.Selector) and fits(run, affects, reader, ref)
            ]
            elsewhere = change.to == "here" and to != reader.here
            if elsewhere or len(asked) <= change.beyond:
                continue
            if ability.while_ is None or holds(run, reader, ability.while_):
                raise refused(
                    "clause",
                    f"{execution.name} moves {run.things(refs)} to {run.place(to)}, for which "
                    f"{name} asks an applied cost; that is not modelled for an exchange.",
                    f"{execution.name}: move with an applied cost",
                    "204.4",
                    "204.4.c",
                )


def _static_abilities(run: Run) -> Iterator[tuple[str, Context, n.Static]]:
    """The static abilities in play, each with the card that has it and on whose behalf it is
    read.
    """
    for thing, place in run.table.everything():
        lost = lost_printed(run.table, run.catalogue, thing)
        # 716, 720: printed text of an attached card is inactive
        printed = run.catalogue[thing.name].abilities if thing.attached_to is None else ()
        for number, ability in enumerate(printed):
            if isinstance(ability, n.Static) and number not in lost:
                reader = Context(thing.controller, source=reference(thing), here=place)
                yield thing.name, reader, ability
    for battlefield in run.board.battlefields:
        for ability in run.catalogue[battlefield.card].abilities:
            if isinstance(ability, n.Static):
                yield battlefield.card, of_battlefield(run, battlefield), ability


def _way(execution: Execution, instruction: n.Move, ref: str, thing: GameObject) -> str | None:
    """Where the instruction says that a unit goes (449.1); None where "here" or "there" is nowhere,
    since what it goes by has left the board (359.3.e.12).
    """
    if not execution.run.in_force("449.1"):
        return base_of(thing.controller)
    match instruction.to:
        case "base":
            return base_of(thing.controller)
        case "your_base":
            return base_of(execution.context.controller)
        case "here":
            return execution.context.here
        case "there":
            return execution.context.there
        case "destination" | "battlefield" | "elsewhere" | "beside_its_own" | "base_at_one_end":
            return _destination(execution, instruction, ref, thing)
    raise NotImplementedError(f"no way to {instruction.to}")


def _named_place(execution: Execution, instruction: n.Move) -> str | None:
    """The location that a name means: a battlefield itself, else where what it means is."""
    if instruction.at is None:
        return None
    table = execution.run.table
    if instruction.at in n.PLACES:
        return next(iter(places_meant(execution.run, execution.context, instruction.at)), None)
    for ref in meant(execution, instruction.at):
        place = ref if ref in table.battlefields else table.place_of(ref)
        if place is not None and not place.startswith("legend:"):
            return place
    return None


def _destination(execution: Execution, instruction: n.Move, ref: str, thing: GameObject) -> str:
    """Where what moves was chosen to go (355.4).

    Raises `Refused` where the board does not say it and there was more than one place.
    """
    run = execution.run
    chosen = execution.destinations.get(ref, execution.destination)
    if chosen is not None:
        return chosen
    path = f"chain.items.{execution.item.id}.destinations.{ref}"
    places = effect_destinations(run, thing)
    places = said_destinations(run, thing, instruction.to, places)
    places = [p for p in places if is_destination(run, execution.context, instruction, p)]
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
