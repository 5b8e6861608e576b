"""Playing as part of an effect: Play as a Limited Action (354.3, 419.3).

The card goes to the chain as the instruction is executed and waits there, pending, until the text
that plays it has finished; then its own steps follow.
"""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from judge.actions.destinations import entry_locations
from judge.board import events as ev
from judge.board.state import UNKNOWN, Card, ChainItem, Paid
from judge.board.table import base_of, make_reference, reference, split_reference
from judge.effects import notation as n
from judge.effects.chainitems import remove_item
from judge.effects.execution import Execution, meant, reading, who_is_meant
from judge.effects.performing.diverted import away_from_combat
from judge.effects.performing.registry import performs
from judge.effects.supporting_labels import THIS_IN_TRASH
from judge.effects.unmodelled import refuse_clause, refuse_clauses
from judge.effects.unread import refused
from judge.effects.whereabouts import places_meant
from judge.effects.zones import Held, find_held
from judge.procedure.finding import CardAt
from judge.procedure.payment import Price
from judge.procedure.planning import Decider, Incomplete, Live, chooser
from judge.procedure.planplay import plan_play
from judge.procedure.playing import complete_play
from judge.procedure.playprice import Permission, PlannedPlay
from judge.procedure.totals import resources_of
from judge.ruling.run import Run, keeps_citations

_ZONES: dict[str, ev.ZoneName] = {
    "hand": "hand",
    "trash": "trash",
    "banishment": "banishment",
    "champion_zone": "champion",
    "main_deck": "main_deck",
}


def _where_it_was_put(execution: Execution, ref: str) -> Held | None:
    """The card that this text itself has put elsewhere, from the board or another zone; None for
    any other (124).
    """
    if ref in execution.put:
        return find_held(execution.run.table, execution.put[ref])
    if ref not in execution.looked_back:
        return None
    identity, generation = split_reference(ref)
    return find_held(execution.run.table, make_reference(identity, generation + 1))


@performs(n.Play)
def _play(execution: Execution, instruction: n.Play) -> bool:
    """Put each card that is meant on the chain, to be finalized when this text is done."""
    run = execution.run
    who = who_is_meant(execution, instruction.who)
    played = []
    if instruction.what == THIS_IN_TRASH:
        refs = _this_in_trash(execution)
    else:
        refs = meant(execution, instruction.what)
    for ref in refs:
        held = find_held(run.table, ref) or _where_it_was_put(execution, ref)
        if held is None or not who:
            continue
        if held.card.card == UNKNOWN:
            raise refused(
                "missing_fact",
                f"{execution.name} plays {held.card.id}, whose face the board does not give.",
                f"cards.{held.card.id}.card",
                "419.3",
            )
        elif _put(execution, instruction, who[0], held):
            # what speaks of it later means what it becomes: from its zone to the chain, and on
            played.append(make_reference(held.card.id, held.card.generation + 2))
    if not played:
        run.note(f"There is no card that {execution.name} could play.", "419.3.c")
    execution.name_result(instruction.label, played, len(played))
    return bool(played)


def _this_in_trash(execution: Execution) -> list[str]:
    """The spell of which a reflexive trigger comes, in its player's trash: found where it went from
    the chain, and no further (394.1, 390.5.c.1).
    """
    source = execution.item.source
    if source is None or not execution.run.in_force("390.5.c.1"):
        return []
    identity, generation = split_reference(source.ref)
    trash = execution.run.table.player(execution.context.controller).trash
    return [
        reference(card)
        for card in trash
        if card.id == identity and card.generation == generation + 1
    ]


@keeps_citations
def _put(execution: Execution, instruction: n.Play, player: str, held: Held) -> bool:
    run, card = execution.run, held.card
    definition = run.catalogue[card.card]
    playable = definition.is_permanent or definition.is_spell
    if not playable and run.in_force("419.3.c"):
        run.note(f"{definition.name} is no card that can be played.")
        return False
    leaves_to: Literal["banishment", "main_deck"] | None = None
    if definition.is_spell:
        leaves_to = (
            "banishment"
            if instruction.then_banish
            else "main_deck"
            if instruction.then_recycle
            else None
        )
    item = ChainItem(
        id=card.id,
        kind="permanent" if definition.is_permanent else "spell",
        # 156: whoever plays a spell controls it, and not its owner
        controller=player if definition.is_permanent or run.stands("156") else held.owner,
        owner=held.owner,
        card=card.card,
        generation=card.generation + 1,
        origin=held.zone,
        permission="effect",
        leaves_to=leaves_to,
        # 354.2: its choices and costs come later, in steps 2 to 5
        pending=run.stands("354.2"),
    )
    permission = _permission(execution, instruction, player, definition)
    if permission.places == () and definition.is_unit:
        # 359.3.f.2.a: where it would have to enter is nowhere any more
        run.note(f"There is no place where {definition.name} could enter.", "359.3.f.2.a")
        return False
    if not run.in_force("419.3"):
        return False
    priced = execution.item.kind == "triggered" and execution.item.paid not in (None, Paid())
    once = priced and not (instruction.ignoring or instruction.cost) and instruction.what == "me"
    if once and run.rely_on("OP-161") == "b":
        permission = replace(permission, cost=Price())
    run.limited[card.id] = (permission, held.zone, instruction.label is not None)
    if run.in_force("354"):
        _move_to_chain(run, item, held, player)
    run.emit(ev.ItemAdded(item=item, opened_by="play"), "354.2", by=player)
    if not run.in_force("354.3"):
        finalize_limited(run, item)
    return True


def _move_to_chain(run: Run, item: ChainItem, held: Held, player: str) -> None:
    """Step 1: the card moves from its zone to the chain (354)."""
    run.emit(
        ev.CardMoved(
            verb="play",
            player=held.owner,
            card=Card(id=item.id, card=held.card.card, generation=item.generation),
            source=_ZONES[held.zone],
            target="chain",
            from_position="top" if held.zone == "main_deck" else None,
        ),
        by=player,
    )


def _permission(
    execution: Execution, instruction: n.Play, player: str, definition: n.CardDefinition
) -> Permission:
    """What the instruction says about the play, with its places and numbers as they are now."""
    run = execution.run
    context = reading(execution, instruction)
    places: tuple[str, ...] | None = None
    if instruction.at is not None:
        places = tuple(places_meant(run, context, instruction.at))
    elif instruction.to != "anywhere":
        places = _places(run, execution, instruction.to, player)
    if definition.is_unit and places is not None:
        places = tuple(away_from_combat(execution, player, list(places)))
    hidden_at = execution.context.hidden_at
    if definition.is_unit and hidden_at is not None and run.in_force("811.1.d.3"):
        among = entry_locations(run, player) if places is None else places
        places = tuple(place for place in among if place == hidden_at)
    further: tuple[str, ...] = ()
    if instruction.or_to is not None and definition.is_unit:
        further = _places(run, execution, instruction.or_to, player)
    less = None
    if instruction.reduced_by is not None:
        price = resources_of(run, context, definition, instruction.reduced_by)
        less = n.CostChange(energy=-price.energy, power_less=list(instruction.reduced_by.power))
    cost = instruction.cost
    return Permission(
        ignoring=instruction.ignoring,
        places=places,
        further=further,
        cost=None if cost is None else resources_of(run, context, definition, cost),
        less=less,
        exhausted=True if instruction.exhausted else False if instruction.ready else None,
    )


def _places(run: Run, execution: Execution, to: n.Where, player: str) -> tuple[str, ...]:
    """The locations of a word; permission to enter where a unit normally may not (355.2.b)."""
    context = execution.context
    match to:
        case "base" | "your_base":
            return (base_of(player),)
        case "here":
            return () if context.here is None else (context.here,)
        case "there":
            return () if context.there is None else (context.there,)
        case "battlefield":
            return tuple(battlefield.id for battlefield in run.board.battlefields)
    raise NotImplementedError(to)  # judge.effects.support lists the words that are read


def finalize_limited(run: Run, item: ChainItem) -> None:
    """Steps 2 to 6 of a card that an effect plays. Where they cannot be completed the card goes
    back to where it was, and nothing of it has happened (358.5).
    """
    assert item.card is not None
    permission, zone, linked = run.limited[item.id]
    definition = run.catalogue[item.card]
    player = item.controller
    if definition.matters_when_it_is_played:
        if not definition.is_permanent:
            refuse_clause(definition)
        refuse_clauses(run, definition, definition.clauses_at_play)
    card = CardAt(item.id, item.card, zone, item.generation - 1, item.owner or player)

    # 419.3.b: all steps are as usual, save for what the effect says
    said = permission if run.stands("419.3.b") else Permission()

    def planner(decide: Decider) -> PlannedPlay:
        return plan_play(run, player, card, decide, said)

    with run.step("355", text=f"{player} finalizes {definition.name}", by=player):
        run.in_force("419.3.b", "354.3")
        try:
            # who plays it chooses its targets (191.2.a) and its modes (191.2.b), and all that there
            # is to choose for a permanent (191.3.c)
            targets = "191.3.c" if definition.is_permanent else "191.2.a"
            live = Live(run, planner, {}, chooser(run, player, targets))
            live.chooses_modes = chooser(run, player, "191.2.b")
            planned = planner(live)
        except Incomplete as incomplete:
            if linked:
                words = f"The instruction to play {definition.name} was followed all the same."
                run.rests_on("OP-70", "a", words)
            _return(run, item, zone, incomplete.problems[0].sentence, incomplete.problems[0].rules)
            return
        complete_play(run, player, planned, item)


def _return(run: Run, item: ChainItem, zone: str, why: str, rules: list[str]) -> None:
    assert item.card is not None
    run.note(why, *rules)
    undone = run.in_force("358.5")
    remove_item(run, item, "returned", by=item.controller)
    run.emit(
        ev.CardMoved(
            verb="return",
            player=item.owner or item.controller,
            card=Card(id=item.id, card=item.card, generation=item.generation + 1),
            source="chain",
            target=_ZONES[zone] if undone else "trash",
            to_position="top" if zone == "main_deck" and undone else None,
        )
    )


def entering(run: Run, item: ChainItem) -> bool | None:
    """Whether the effect that plays a permanent says that it enters exhausted, or ready; None
    where it says nothing.
    """
    found: tuple[Permission, str, bool] | None = run.limited.get(item.id)
    return None if found is None else found[0].exhausted


__all__ = ["entering", "finalize_limited"]
