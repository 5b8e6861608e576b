"""Instructions that are done to objects on the board: damage, death, states, Might, keywords."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from judge.abilities.linked import link_banished
from judge.actions import objects
from judge.actions.door import Door
from judge.board.events import ZoneName
from judge.board.table import make_reference, one_on, reference
from judge.effects import notation as n
from judge.effects.amounts import increase
from judge.effects.execution import (
    Execution,
    amount_of,
    forget_what_stayed,
    look_back,
    meant,
    number_of_text,
    things_meant,
)
from judge.effects.performing.cards import take_from_decks
from judge.effects.performing.choosing import split_damage
from judge.effects.performing.on_cards import (
    held_of,
    move_facedown,
    move_held,
)
from judge.effects.performing.on_items import leave_chain
from judge.effects.performing.registry import performs
from judge.effects.performing.responsible import performer_of
from judge.effects.performing.until import lasts, source_of
from judge.effects.zones import find_held, is_top_of_deck, read_face
from judge.layers.characteristics import damage_on
from judge.ruling.ruling import Refusal

#: The game actions that are done to every object an instruction means, and need nothing else
_PLAIN: dict[type, Callable[..., object]] = {
    n.Kill: objects.kill,
    n.Banish: objects.banish,
    n.ReturnToHand: objects.return_to_hand,
    n.Stun: objects.stun,
    n.Ready: objects.ready,
    n.Exhaust: objects.exhaust,
    n.Buff: objects.buff,
    n.Recall: objects.recall,
}


#: of these, where cards of zones that are not the board go, and as what
_OF_CARDS: dict[type, tuple[str, ZoneName]] = {
    n.Banish: ("banish", "banishment"),
    n.ReturnToHand: ("return", "hand"),
}


def _is_so(execution: Execution, instruction: n.AnyInstruction, ref: str) -> bool:
    """Whether an object is in the state already into which an instruction would put it."""
    thing = execution.run.table.find(ref)
    match instruction:
        case n.Stun():
            return thing is not None and thing.stunned
        case n.Ready():
            return thing is not None and not thing.exhausted
        case n.Exhaust():
            return thing is not None and thing.exhausted
        case n.Buff():
            return thing is not None and thing.buffs > 0
    return False


@performs(*_PLAIN)
def _plain(execution: Execution, instruction: Any) -> bool:
    run = execution.run
    player = performer_of(execution, instruction)
    if player is None:
        return False
    if isinstance(instruction, n.Banish) and is_top_of_deck(instruction.what):
        taken = take_from_decks(execution, instruction.what, "banishment", "banish", by=player)
        link_banished(run, execution.item, taken)
        execution.name_result(instruction.label, taken, len(taken))
        return bool(taken)
    refs = meant(execution, instruction.what)
    look_back(execution, refs)
    moved = False
    gone: dict[str, str] = {}
    if type(instruction) in _OF_CARDS:
        verb, zone = _OF_CARDS[type(instruction)]
        for held in held_of(run, refs):
            gone[held.ref] = move_held(run, held, verb, zone, by=player)
            execution.put[held.ref] = gone[held.ref]
            moved = True
        hidden = [reference(card) for card, _ in run.table.facedown() if reference(card) in refs]
        if hidden and move_facedown(run, refs, zone, by=player):
            moved = True
            gone.update((ref, one_on(ref)) for ref in hidden)
            execution.put.update((ref, gone[ref]) for ref in hidden)
        left = leave_chain(execution, refs, verb, zone, by=player)
        gone.update(left)
        execution.put.update(left)
        moved = moved or bool(left)
    already = bool(refs) and all(_is_so(execution, instruction, ref) for ref in refs)
    doing = _PLAIN[type(instruction)]
    if isinstance(instruction, n.Ready):  # a text may say what cannot ready things
        doing = partial(objects.ready, other=execution.item.id)
    changed = doing(execution.run, refs, by=player)
    # what could not happen to any of them was not done, and "if you do" is not true; as where
    # they are in that state already (414.1.c, 415.1.c, 423.1.a.1)
    if refs and changed == [] and not moved:
        if instruction.label is not None and already:
            words = f"{run.things(refs)} was so already; the instruction had no effect."
            run.rests_on("OP-25", "a", words)
        execution.mark_averted(instruction.label)
    # what was saved by a replacement was not killed, and nothing means it as the killed one
    saved = isinstance(instruction, n.Kill) and changed != refs and run.in_force("370.1.a.1")
    if isinstance(instruction, n.Banish):
        link_banished(execution.run, execution.item, refs)
    forget_what_stayed(execution)
    if isinstance(instruction, n.Buff) and run.in_force("426.1.c"):
        # what has a buff already is not buffed this way
        refs = changed if isinstance(changed, list) else refs
    named = changed if saved and isinstance(changed, list) else refs
    # a label means a card of a zone where the instruction has put it (394)
    named = [gone.get(ref, ref) for ref in named]
    execution.name_result(instruction.label, named, len(named))
    return bool(refs)


@performs(n.Heal)
def _heal(execution: Execution, instruction: n.Heal) -> bool:
    refs = things_meant(execution, instruction.what)
    player = performer_of(execution, instruction)
    amount = None
    if instruction.amount is not None:
        amount = amount_of(execution, instruction.amount)
        if amount is None:
            return False
    if player is None:
        return False
    healed = objects.heal(execution.run, refs, amount=amount, by=player)
    if not healed:
        execution.mark_averted(instruction.label)
    execution.name_result(instruction.label, healed, len(healed))
    return bool(refs)


def _split_bonus(execution: Execution, source: str | None, refs: list[str]) -> int:
    """The Bonus Damage that is split with the rest (715.3).

    Raises `Refused` where it is not the same for every unit: no rule says how much that is.
    """
    run = execution.run
    door: Door | None = run.door
    found = {0} if door is None else {door.bonus(run, source, ref) for ref in refs}
    if len(found) > 1:
        run.refuse(
            Refusal(
                reason="clause",
                sentence=f"{execution.name} splits damage and deals Bonus Damage to some of its "
                "targets alone; how much that is together is not modelled.",
                about=f"{execution.name}: split Bonus Damage",
                rules=["715.3"],
            )
        )
    bonus = found.pop() if found else 0
    if bonus and run.in_force("715.3"):
        run.note(f"{bonus} Bonus Damage is split with the rest of {execution.name}.")
    return bonus


@performs(n.Deal)
def _deal(execution: Execution, instruction: n.Deal) -> bool:
    run, item = execution.run, execution.item
    refs = things_meant(execution, instruction.to)
    # 417.1.e: what is no valid damage is not dealt
    amount = number_of_text(execution, instruction.amount)
    player = performer_of(execution, instruction)
    if not refs or amount is None or player is None:
        return False
    # 417.6.a: where no source is said, it is what describes the action
    source = item.id if run.in_force("417.6.a") else None
    spell = item.id if item.kind == "spell" else None
    if instruction.source is not None and run.in_force("417.6.b", "417.6.b.3"):
        sources = [r for r in meant(execution, instruction.source) if run.table.find(r)]
        if not sources:
            return False
        source, spell = sources[0], None
        thing = run.table.find(source)
        # who controls the source is responsible, if no other player is said to do it
        if thing is not None and instruction.who == "you" and run.in_force("417.6.b.4"):
            player = thing.controller
    bearer = item.source.ref if item.source is not None else None
    if amount > 0:  # 715.4: without damage there is no Bonus Damage
        amount += max(0, number_of_text(execution, instruction.bonus) or 0)
    amounts = dict.fromkeys(refs, amount)
    if instruction.split:
        summed = amount > 0 and run.stands("715.3")
        amount += _split_bonus(execution, source, refs) if summed else 0
        amounts = split_damage(execution, refs, amount)
    before = _damage_on(execution, refs)
    dealt = objects.deal(
        run,
        amounts,
        by=player,
        source=source,
        # 417.6.b.2.a: in addition to the ability, what made it
        bearer=bearer if source == item.id and run.in_force("417.6.b.2.a") else None,
        spell=spell,
        with_bonus=instruction.split and run.stands("715.3"),
    )
    # a part of it was prevented, which is no matter: it was dealt
    in_part = bool(dealt) and _damage_on(execution, refs) - before < sum(amounts.values())
    if not dealt or (in_part and not run.in_force("359.3.e.14.c")):
        execution.mark_averted(instruction.label)
    execution.name_result(instruction.label, refs, amount)
    return True


def _damage_on(execution: Execution, refs: list[str]) -> int:
    """The damage on all of these together."""
    found = (execution.run.table.find(ref) for ref in refs)
    return sum(damage_on(thing) for thing in found if thing is not None)


def _there(execution: Execution, refs: list[str]) -> list[str]:
    """Those that have Might and keywords: objects, cards, and what is being played, which has them
    as it enters (184.3).
    """
    table = execution.run.table
    coming = {make_reference(item.id, item.generation + 1) for item in table.items()}
    return [
        ref
        for ref in refs
        if table.find(ref) is not None or ref in coming or find_held(table, ref) is not None
    ]


def _mights_elsewhere(execution: Execution, refs: list[str]) -> dict[str, int]:
    """The Might of those that are not on the board: it is what they print."""
    run = execution.run
    coming = {make_reference(item.id, item.generation + 1): item.card for item in run.table.items()}
    found: dict[str, int] = {}
    for ref in refs:
        if run.table.find(ref) is not None:
            continue
        held = find_held(run.table, ref)
        card = held.card.card if held is not None and read_face(run, held) else coming.get(ref)
        found[ref] = run.catalogue[card].might or 0 if card is not None else 0
    return found


@performs(n.GiveMight)
def _give_might(execution: Execution, instruction: n.GiveMight) -> bool:
    item = execution.item
    refs = meant(execution, instruction.to)
    number = number_of_text(execution, instruction.amount)
    if number is None or not (refs := _there(execution, refs)):
        return False
    amount = increase(execution.run, instruction.amount, number)
    is_limited = instruction.minimum is not None or instruction.maximum is not None
    objects.give_might(
        execution.run,
        refs,
        amount,
        minimum=instruction.minimum,
        maximum=instruction.maximum,
        elsewhere=_mights_elsewhere(execution, refs) if is_limited else None,
        until=lasts(execution, instruction.until),
        controller=item.controller,
        origin=execution.name,
        source=source_of(execution),
    )
    execution.name_result(instruction.label, refs, amount)
    return True


@performs(n.GiveKeyword)
def _give_keyword(execution: Execution, instruction: n.GiveKeyword) -> bool:
    item = execution.item
    refs = meant(execution, instruction.to)
    value = amount_of(execution, instruction.value)
    if value is None or not (refs := _there(execution, refs)):
        return False
    objects.give_keyword(
        execution.run,
        refs,
        instruction.keyword,
        value,
        until=lasts(execution, instruction.until),
        controller=item.controller,
        origin=execution.name,
        source=source_of(execution),
    )
    execution.name_result(instruction.label, refs)
    return True
