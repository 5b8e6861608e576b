"""Resolving the items of the chain (337.2, 340, 359, 406.5)."""

from __future__ import annotations

from typing import Any

from judge.abilities.active import why_inactive
from judge.abilities.attributing import who_played
from judge.abilities.moments import Occurrence
from judge.abilities.triggers import happened, on_played, used
from judge.abilities.triggers import place as place_triggers
from judge.actions.contesting import apply_contested
from judge.actions.destinations import entry_locations
from judge.actions.entering import Entry, as_it_enters
from judge.board import events as ev
from judge.board.state import ChainItem, GameObject
from judge.board.table import base_of, make_reference, reference
from judge.effects.chainitems import card_to_trash, remove_item
from judge.effects.execution import (
    Execution,
    bonds,
    check_targets,
    nothing_legal,
)
from judge.effects.keywordtexts import ability_at
from judge.effects.notation import Activated, CardDefinition, Selector
from judge.effects.opponents import with_opponent
from judge.effects.performing import execute
from judge.effects.texts import adds, all_instructions, all_slots, late_slots, modes_of
from judge.effects.unmodelled import passed_over, refuse_clause, unmodelled
from judge.effects.unread import check_choices, check_item, executions, refused
from judge.keywords.triggered import keyword_ability
from judge.layers.timestamps import as_it_begins
from judge.procedure import anew, applied, hiding_by_effects, weaponmaster
from judge.procedure.askedslots import required_slots
from judge.procedure.choices import has_destination
from judge.procedure.finalizing import (
    body_of,
    context_of,
    dies,
    half_played,
    triggered_ability,
)
from judge.procedure.limited import entering
from judge.procedure.payment import add_resources
from judge.procedure.tokens import as_the_token_enters, modify_entered
from judge.ruling.run import Run


def adds_resources(run: Run, item: ChainItem) -> bool:
    """Whether the item is an ability that Adds and so resolves as soon as it is finalized
    (429.2).
    """
    if item.kind == "spell" and "429.2.b" in run.disabled and item.card is not None:
        return adds(run.catalogue[item.card].does)
    if item.kind == "activated" and not item.pending and item.of is not None:
        key = (item.ability or "").rpartition("/")[2]
        activated = ability_at(run.catalogue[item.of], key, run.disabled)
        return isinstance(activated, Activated) and adds(activated.does)
    if item.kind not in ("triggered", "reflexive", "delayed") or item.pending or item.of is None:
        return False
    if item.kind == "triggered" and run.catalogue[item.of].text == "unmodelled":
        return False  # what it does is asked when it resolves
    return adds(triggered_ability(run, item).does)


def resolve_newest(run: Run) -> None:
    """The newest finalized item resolves: its effects are executed in their entirety (340.1)."""
    resolve(run, run.table.items()[-1 if run.stands("340.1") else 0])


def resolve(run: Run, item: ChainItem) -> None:
    """An item resolves: the newest by 340.1, or an Add ability at once (337.2)."""
    if item.pending:
        raise half_played(item)
    if item.kind == "permanent":  # only a board that could not have come about has one here
        resolve_permanent(run, item)
        return
    name = item.card or item.of or item.id
    with run.step("340", text=f"{name} resolves", by=item.controller):
        run.in_force("337.2" if adds_resources(run, item) else "340.1")
        run.resolving = True
        run.done_by_item, run.killers = [], {}
        if item.kind == "spell":
            _resolve_spell(run, item)
        else:
            _resolve_ability(run, item)
        run.resolving = False
    run.award_priority = True
    run.award_rule = "340.4"


def _execute(
    run: Run,
    item: ChainItem,
    name: str,
    chooses: dict[str, Selector],
    does: list[Any],
    *,
    may: bool = False,
) -> bool:
    """Execute the instructions of an item, once for each set of choices made for it (820.1.d.1);
    whether any could be followed.
    """
    followed = False
    check_item(run, item)
    _check_place(run, item, name, chooses)
    path = f"chain.{item.id}.targets"
    if path in run.board.defaulted and chooses:
        run.assume(path, {}, f"{name} is taken to have chosen nothing, as the board says nothing.")
    for number, chosen in enumerate(executions(run, item, name)):
        if number and not run.in_force("820.1.d.1", "820.2"):
            break
        left = all(other.id != item.id for other in run.table.items())
        if number and left and run.in_force("359.3.e.15"):
            break  # it has finished resolving, however often it was to be executed
        instructions = all_instructions(does, chosen.modes)
        slots = all_slots(chooses, does, chosen.modes)
        slots = with_opponent(run, item.controller, slots, instructions)
        moves = has_destination(instructions)
        slots = required_slots(run, context_of(run, item), slots, instructions, chosen.targets)
        check_choices(item, number, name, slots, moves=moves, may=may, modes=modes_of(does))
        execution = Execution(
            run=run,
            item=item,
            name=name,
            chooses=slots,
            modes=chosen.modes,
            context=context_of(run, item),
            targets=chosen.targets,
            destination=chosen.to,
            destinations=chosen.destinations,
            add=add_resources,
            late=late_slots(chooses, does, chosen.modes),
            bonded=bonds(slots, instructions),
        )
        if nothing_legal(execution) and not run.in_force("359.3.e.1"):
            continue
        check_targets(execution)
        if dies(run, item) and (body := body_of(run, item)) and run.in_force("808.1.d"):
            # it was killed and sent to the trash, and that card is what the text speaks of
            execution.body = body
        execute(execution, does)
        followed = followed or execution.followed
    return followed


def _check_place(run: Run, item: ChainItem, name: str, chooses: dict[str, Selector]) -> None:
    """Raises `Refused` where a text says "here" and the board does not say where that is."""
    context = context_of(run, item)
    if item.permission == "hidden" and context.hidden_at not in run.table.battlefields:
        raise refused(
            "missing_fact",
            f"{name} was played from facedown; the board does not say at which battlefield.",
            f"chain.items.{item.id}.origin",
            "811.1.d.2",
        )
    if (
        dies(run, item)
        and context.here is None
        and any(s.where == "here" for s in chooses.values())
    ):
        raise refused(
            "missing_fact",
            f"The board does not say where the source of {name} died.",
            f"chain.items.{item.id}.about.died_at",
            "808.1.d.3",
        )


def _resolve_spell(run: Run, item: ChainItem) -> None:
    assert item.card is not None
    definition = run.catalogue[item.card]
    if definition.text == "unmodelled":
        refuse_clause(definition)
    # 135.2.b.3: what its text says without a time of its own is done now
    followed = run.in_force("359.3.d", "135.2.b.3") and _execute(
        run, item, definition.name, definition.chooses, definition.does
    )
    if any(other.id == item.id for other in run.table.items()):
        # 055.1: it is played even where none of its instructions could be followed
        if (followed or run.in_force("055.1", "359.3.e.10")) and run.in_force("350.1"):
            player = who_played(run, item)
            # 820.3.a: once, however often it was executed
            once = len(item.chose) < 2 or run.in_force("820.3.a")
            for _ in range(1 if once else len(item.chose)):
                run.emit(
                    ev.CardPlayed(
                        player=player, id=item.id, card=item.card, types=definition.types
                    ),
                    by=player,
                )
        _leave_chain(run, item, "359.3.d")
        if run.in_force("157"):
            card_to_trash(run, item)
    else:
        run.in_force("359.3.e.15")


def _resolve_ability(run: Run, item: ChainItem) -> None:
    assert item.of is not None
    definition = run.catalogue[item.of]
    own = keyword_ability((item.ability or "").rpartition("/")[2]) is not None
    kept = own or item.kind in ("reflexive", "delayed")
    if definition.text == "unmodelled" and not definition.abilities and not kept:
        if passed_over(run, definition):
            _leave_chain(run, item)
            return
        refuse_clause(definition)
    if not run.in_force("406.5"):  # it is executed just like a spell
        pass
    elif item.kind == "activated":
        ability = _activated_of(run, item, definition)
        if _goes_on(run, item, ability):
            _execute(run, item, definition.name, ability.chooses, ability.does)
        used(run, item)
    else:
        triggered = triggered_ability(run, item)
        _execute(run, item, definition.name, triggered.chooses, triggered.does, may=triggered.may)
    if any(other.id == item.id for other in run.table.items()):
        _leave_chain(run, item)


def _goes_on(run: Run, item: ChainItem, ability: Activated) -> bool:
    """Whether an item is executed: also where its dependent text has become inactive since it was
    put on the chain (727.1.c.3.a).
    """
    source = item.source.ref if item.source is not None else ""
    inactive = why_inactive(run, ability, source, item.controller)
    return inactive is None or run.in_force("727.1.c.3.a")


def _leave_chain(run: Run, item: ChainItem, *numbers: str) -> None:
    """A resolved item leaves the chain; what it triggered joined that chain before (158.3.a,
    383.3).
    """
    if run.triggered:
        place_triggers(run)
    run.in_force(*numbers)
    remove_item(run, item, "resolved", by=item.controller)


def _activated_of(run: Run, item: ChainItem, definition: CardDefinition) -> Activated:
    assert item.ability is not None
    ability = ability_at(definition, item.ability.rpartition("/")[2], run.disabled)
    if not isinstance(ability, Activated):
        raise unmodelled(definition)
    return ability


def _entry(run: Run, item: ChainItem, definition: CardDefinition) -> str:
    """Where a permanent on the chain enters, as was chosen when it was played (355.2, 811.1.d.1).

    Raises `Refused` where the board does not say it and there was more than one place.
    """
    name, path = definition.name, f"chain.items.{item.id}"
    if len(item.chose) > 1:
        raise refused(
            "clause", f"{name} is a permanent and has no executions.", f"{path}.chose", "820.1.a"
        )
    if item.leaves_to is not None:
        raise refused(
            "clause",
            f"The board says that {name} goes elsewhere as it leaves the chain, and it is about to "
            "enter the board.",
            f"{path}.leaves_to",
            "390.3.a",
        )
    check_choices(item, 0, name, {}, moves=True)
    stated = item.chose[0].to if item.chose else None
    if stated is not None:
        return stated
    if item.permission == "hidden":
        places = [place for place in [(item.origin or "").removeprefix("facedown:")] if place]
        places = [place for place in places if place in run.table.battlefields]
    elif definition.is_unit:
        places = entry_locations(run, item.controller)
    else:
        places = [base_of(item.controller)]
    if len(places) != 1:
        raise refused(
            "missing_fact",
            f"The board does not say where {name} was chosen to enter.",
            f"{path}.chose.0.to",
            "355.2",
        )
    if definition.is_unit:
        run.assume(
            f"{path}.chose.0.to", places[0], f"{name} enters at {places[0]}, the only place."
        )
    return places[0]


def resolve_permanent(run: Run, item: ChainItem) -> None:
    """A finalized unit or gear resolves at once: it leaves the chain and enters the board (337.2,
    359.2).
    """
    assert item.card is not None
    definition = run.catalogue[item.card]
    player = item.controller
    check_item(run, item)
    place = _entry(run, item, definition)
    # 124: from the chain, a non-board zone, onto the board it is a new object once more
    generation = item.generation + 1
    called = f"{definition.name} ({make_reference(item.id, generation)})"
    words = f"{called} enters the board at {run.place(place)}"
    with run.step("359.2", text=words, by=player):
        if not run.stands("359.2"):
            _leave_chain(run, item)
            return
        exhausted = definition.is_unit
        paid = item.paid.costs if item.paid is not None else {}
        accelerated = False
        if definition.is_unit:
            accelerated = bool(paid.get("accelerate")) and run.in_force("805.2.b", "805.6")
            if accelerated or entering(run, item) is False:
                exhausted = False
            else:
                exhausted = run.in_force("359.2.c", "143.4")
                if len(definition.types) > 1:  # as a unit, though gear enters ready
                    exhausted = run.in_force("178.1.a", "178.1.a.1")
        else:
            exhausted = entering(run, item) is True
            in_base = place == base_of(player)
            run.in_force("359.2.d" if in_base else "811.1.d.1.a")
            exhausted = exhausted or not run.in_force("149.1")
        thing = GameObject(
            id=item.id,
            card=item.card,
            owner=item.owner or player,
            controller=player if run.in_force("191.1", "191.3") else item.owner or player,
            generation=generation,
            exhausted=exhausted,
            token=definition.token,
            since=as_it_begins(run, item.card),
        )
        thing = as_the_token_enters(run, item, thing)
        labels = frozenset(label for label, paid_for in paid.items() if paid_for)
        entered = as_it_enters(run, thing, place, accelerated=accelerated, paid=labels)
        if entered is None:
            entered = Entry(thing, place)
        thing, place = entered.thing, entered.place
        entered.happen(run, by=player)
        modify_entered(run, item, thing)
        # 805.6.a: it has entered ready and has not become it
        if accelerated and not run.in_force("805.6.a"):
            happened(run, Occurrence("ready", (), reference(thing), player, place))
        if definition.is_unit:
            apply_contested(run, place, player)
        run.in_force("350.1")
        run.emit(
            ev.CardPlayed(player=player, id=item.id, card=item.card, types=definition.types),
            by=player,
        )
        hidden_at = None
        if item.permission == "hidden" and item.origin is not None:
            hidden_at = item.origin.removeprefix("facedown:")
        if run.in_force("359.2.b"):
            on_played(run, reference(thing), hidden_at, item.paid)
        _leave_chain(run, item, "337.2")
    run.award_priority = True
    run.award_rule = "340.4"


__all__ = [
    "adds_resources",
    "anew",
    "applied",
    "hiding_by_effects",
    "resolve",
    "resolve_newest",
    "resolve_permanent",
    "weaponmaster",
]
