"""Executing the instructions of a spell or an ability, from top to bottom (158.1, 359.3.d-f).

Each target is checked as the instruction that concerns it is carried out; what is no longer legal
is
left alone, and an instruction linked to one that was ignored is ignored too (359.3.e).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from judge.actions import decks, objects
from judge.actions.destinations import crowded, effect_destinations
from judge.actions.points import gain_points
from judge.board import events as ev
from judge.board.state import Card, ChainItem, GameObject
from judge.board.table import base_of, reference
from judge.effects import notation as n
from judge.effects.conditions import holds
from judge.effects.context import Context
from judge.effects.meaning import ITEM_KINDS, candidates, evaluate, players, why_not
from judge.effects.unread import refused
from judge.layers.characteristics import of
from judge.ruling.run import Run


@dataclass(slots=True)
class Snapshot:
    """What was known of a target as the item began to resolve, for looking back (359.3.e.13)."""

    controller: str
    owner: str
    might: int
    place: str


@dataclass(slots=True)
class Execution:
    """One execution of an item's instructions."""

    run: Run
    item: ChainItem
    name: str
    chooses: dict[str, n.Selector]
    context: Context
    targets: dict[str, list[str]]
    #: where what it moves goes: for all of it, or by reference
    destination: str | None
    destinations: dict[str, str]
    add: Callable[[Run, str, n.Add], None]
    #: what left the board by this item's own instruction, as it was before
    looked_back: dict[str, Snapshot] = field(default_factory=dict)

    def mark_done(self, label: str | None) -> None:
        """Remember that the instruction of this label was followed (359.3.e.14)."""
        if label is not None:
            self.context = replace(self.context, done=self.context.done | {label})


def execute(execution: Execution, instructions: Sequence[n.AnyInstruction]) -> None:
    """Execute the instructions in order."""
    run = execution.run
    for instruction in instructions:
        if isinstance(instruction, n.If):
            chosen = holds(run, execution.context, instruction.condition)
            execute(execution, instruction.then if chosen else instruction.otherwise)
            continue
        words = str(type(instruction).__struct_config__.tag).replace("_", " ")
        with run.step("359.3.d" if execution.item.kind == "spell" else "406.5", text=words):
            after = instruction.after
            ignored = after is not None and after not in execution.context.done
            if ignored and run.in_force("359.3.e.14.a"):
                run.note(f"The instruction it is linked to was ignored, and so is this: {words}.")
            elif _perform(execution, instruction):
                execution.mark_done(instruction.label)


def legal_targets(execution: Execution, slot: str) -> list[str]:
    """The targets of a slot that are still legal; says which are not (359.3.e.2-9)."""
    run = execution.run
    chosen = execution.targets.get(slot, [])
    selector = execution.chooses[slot]
    legal = []
    for ref in chosen:
        if selector.kind not in (*ITEM_KINDS, "battlefield") and run.table.find(ref) is None:
            if run.in_force("359.3.e.2", "359.3.e.4"):
                run.note(
                    f"{run.thing(ref)} has changed zones "
                    "and is no longer the object that was chosen."
                )
                continue
        elif why_not(run, selector, execution.context, ref) and run.in_force(
            "359.3.e.2", "359.3.e.5"
        ):
            run.note(f"{run.thing(ref)} no longer meets what {execution.name} asks of its target.")
            continue
        legal.append(ref)
    if chosen and not legal:
        run.in_force("359.3.e.7")
    elif len(legal) < len(chosen):
        run.in_force("359.3.e.8")
    return [
        ref
        for ref in legal
        if run.table.find(ref) is not None
        or ref in [i.id for i in run.table.items()]
        or ref in run.table.battlefields
    ]


def _meant(execution: Execution, what: n.Objects) -> list[str]:
    """The objects an instruction is about: legal targets of a slot, what another name means, or
    all that a selector means.
    """
    if isinstance(what, n.Selector):
        return candidates(execution.run, what, execution.context)
    found = []
    for name in [what] if isinstance(what, str) else what:
        if name in execution.chooses:
            found += legal_targets(execution, name)
        else:
            found += execution.context.refs(name)
    return list(dict.fromkeys(found))


def _look_back(execution: Execution, refs: list[str]) -> None:
    run = execution.run
    for ref in refs:
        thing = run.table.find(ref)
        if thing is not None:
            execution.looked_back[ref] = Snapshot(
                thing.controller,
                thing.owner,
                of(run.table, run.catalogue, thing).might,
                run.table.places[thing.id],
            )


def _who(execution: Execution, who: str) -> list[str]:
    """The players an instruction is about; empty when a referent gives nothing (359.3.f.2.a)."""
    run = execution.run
    if " of " not in who:
        return players(run, execution.context, who)
    relation, _, slot = who.partition(" of ")
    found = []
    for ref in execution.targets.get(slot, []):
        seen = execution.looked_back.get(ref)
        thing = run.table.find(ref)
        if seen is not None:
            run.in_force("359.3.e.13")
            found.append(seen.controller if relation == "controller" else seen.owner)
        elif thing is not None:
            run.in_force("359.3.f.2")
            found.append(thing.controller if relation == "controller" else thing.owner)
        else:
            run.in_force("359.3.f.2.a")
            run.note(
                f"Who is the {relation} of {run.thing(ref)} can no longer be told; "
                "the instruction is ignored."
            )
    return found


def amount_of(execution: Execution, amount: n.Value) -> int | None:
    """How much an instruction says; None when what it is taken from is gone (359.3.e.12)."""
    if isinstance(amount, int):
        return amount
    run = execution.run
    context = execution.context
    for slot in execution.chooses:
        if slot in _names_in(amount):
            context = context.knowing(slot, legal_targets(execution, slot))
    found = evaluate(run, context, amount)
    run.in_force("359.3.f.2" if found is not None else "359.3.e.12")
    return found


def _names_in(value: object) -> set[str]:
    """The names that a value refers to."""
    if isinstance(value, str):
        return {value}
    if isinstance(value, list):
        return set().union(*map(_names_in, value)) if value else set()
    if isinstance(value, n.Node):
        return set().union(*(_names_in(getattr(value, key)) for key in value.__struct_fields__))
    return set()


#: the game actions that are done to every object an instruction means, and need nothing else
_PLAIN: dict[type, Callable[..., object]] = {
    n.Kill: objects.kill,
    n.Banish: objects.banish,
    n.ReturnToHand: objects.return_to_hand,
    n.Stun: objects.stun,
    n.Ready: objects.ready,
    n.Exhaust: objects.exhaust,
    n.Buff: objects.buff,
    n.Heal: objects.heal,
    n.Recall: objects.recall,
}


def _perform(execution: Execution, instruction: Any) -> bool:
    """Carry out one instruction as far as possible; whether any of it could be followed."""
    run, item = execution.run, execution.item
    you = item.controller
    plain = _PLAIN.get(type(instruction))
    if plain is not None:
        refs = _meant(execution, instruction.what)
        _look_back(execution, refs)
        plain(run, refs, by=you)
        return bool(refs)
    match instruction:
        case n.Deal():
            refs = _meant(execution, instruction.to)
            amount = amount_of(execution, instruction.amount)
            if not refs or amount is None:
                return False
            with run.together():
                objects.deal(
                    run,
                    dict.fromkeys(refs, amount),
                    by=you,
                    source=item.id,
                    spell=item.id if item.kind == "spell" else None,
                )
        case n.Draw():
            amount = amount_of(execution, instruction.amount)
            drawing = _who(execution, instruction.who) if amount is not None else []
            for player in drawing:
                decks.draw(run, player, amount or 0)
            return bool(drawing)
        case n.Discard():
            discarded = 0
            for player in _who(execution, instruction.who):
                amount = amount_of(execution, instruction.amount)
                discarded += decks.discard(run, player, amount or 0)
            return discarded > 0
        case n.GiveMight():
            refs = _meant(execution, instruction.to)
            amount = amount_of(execution, instruction.amount)
            if amount is None:
                return False
            if refs:
                objects.give_might(
                    run,
                    refs,
                    amount,
                    minimum=instruction.minimum,
                    until=instruction.until,
                    controller=you,
                    origin=execution.name,
                    source=item.id,
                )
            return bool(refs)
        case n.GiveKeyword():
            refs = _meant(execution, instruction.to)
            if refs:
                objects.give_keyword(
                    run,
                    refs,
                    instruction.keyword,
                    amount_of(execution, instruction.value) or 0,
                    until=instruction.until,
                    controller=you,
                    origin=execution.name,
                    source=item.id,
                )
            return bool(refs)
        case n.Move():
            return _move(execution, instruction)
        case n.Counter():
            refs = _meant(execution, instruction.what)
            for ref in refs:
                counter(run, ref, by=you)
            return bool(refs)
        case n.Channel():
            amount = amount_of(execution, instruction.amount) or 0
            return decks.channel(run, you, amount, exhausted=instruction.exhausted) > 0
        case n.Add():
            execution.add(run, you, instruction)
        case n.Score():
            gaining = _who(execution, instruction.who)
            for player in gaining:
                amount = amount_of(execution, instruction.amount) or 0
                gain_points(run, player, amount, reason="effect")
            return bool(gaining)
        case _:
            raise NotImplementedError(f"no execution for {instruction!r}")
    return True


def _move(execution: Execution, instruction: n.Move) -> bool:
    """Move what is still legal, each to where it may be; else the instruction is impossible
    (359.3.e.6).
    """
    run = execution.run
    refs = _meant(execution, instruction.what)
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


def counter(run: Run, identity: str, *, by: str) -> None:
    """Counter an item: it does nothing and leaves the chain, its card to the trash (425.1)."""
    item = next((item for item in run.table.items() if item.id == identity), None)
    if item is None:
        return
    run.in_force("425.1.a")
    remove_item(run, item, "countered", by=by)
    if item.card is not None:
        card_to_trash(run, item, "425.1.a.1")


def card_to_trash(run: Run, item: ChainItem, *numbers: str) -> None:
    """The card of an item that has left the chain goes to its owner's trash (157, 425.1.a.1), or
    where a delayed replacement puts it instead (390.3.a, 829.1.b.1).
    """
    assert item.card is not None
    verb, target = "trash", "trash"
    if item.permission == "flow" and run.in_force("829.1.b.1"):
        verb, target = "banish", "banishment"
    elif item.leaves_to is not None and run.in_force("390.3.a"):
        verb = "banish" if item.leaves_to == "banishment" else "recycle"
        target = item.leaves_to
    run.emit(
        ev.CardMoved(
            verb=verb,
            player=item.owner or item.controller,
            card=Card(id=item.id, card=item.card, generation=item.generation + 1),
            source="chain",
            target=target,  # type: ignore[arg-type]  # one of the three above
            to_position="bottom" if target == "main_deck" else None,
        ),
        *(numbers if target == "trash" else ()),
    )


def remove_item(run: Run, item: ChainItem, why: Any, *, by: str | None = None) -> None:
    """Take an item off the chain, and note what had opened the chain when it was the last
    (340.2.a).
    """
    chain = run.board.chain
    assert chain is not None
    opened_by = chain.opened_by
    run.emit(ev.ItemRemoved(id=item.id, why=why), by=by)
    if run.board.chain is None:
        run.chain_closed = opened_by


__all__ = ["Execution", "card_to_trash", "counter", "execute", "reference", "remove_item"]
