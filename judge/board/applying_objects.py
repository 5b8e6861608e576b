"""Writing what happens to objects on the board: entering, leaving, states, places, damage."""

from __future__ import annotations

from judge.board import events as ev
from judge.board.applying_zones import put_card
from judge.board.cases import case, named_objects, object_facts, player_facts, settle, settle_below
from judge.board.state import GameObject
from judge.board.table import Table, reference


@case(ev.ObjectEntered)
def _object_entered(table: Table, event: ev.ObjectEntered) -> None:
    if event.object.id in table.objects:
        raise ValueError(f"{event.object.id} is on the board already")
    table.at(event.at).append(event.object)
    table.objects[event.object.id] = event.object
    table.places[event.object.id] = event.at


def _take_away(table: Table, thing: GameObject) -> None:
    """Take an object from where it is."""
    place = table.places[thing.id]
    keeper = table.player(place.removeprefix("legend:")) if place.startswith("legend:") else None
    if keeper is not None and keeper.legend is thing:
        keeper.legend = None
    else:
        table.at(place).remove(thing)


def _remove_object(table: Table, thing: GameObject) -> None:
    _take_away(table, thing)
    del table.objects[thing.id]
    table.former.add(thing.id)
    del table.places[thing.id]
    for other in table.objects.values():
        if other.attached_to == thing.id:
            other.attached_to = None


@case(ev.ObjectLeft)
def _object_left(table: Table, event: ev.ObjectLeft) -> None:
    (thing,) = named_objects(table, [event.ref])
    _remove_object(table, thing)
    settle_below(table, f"objects.{thing.id}")
    if event.card is not None:
        put_card(table.player(event.owner), event.target, event.card, event.to_position)
    if event.verb == "kill" and event.unit:
        facts = player_facts(table, event.controller)
        facts.died += 1
        if table.board.turn.phase.startswith("beginning"):
            whose = table.board.turn.player
            facts.died_in_beginning_of[whose] = facts.died_in_beginning_of.get(whose, 0) + 1


@case(ev.Exhausted)
def _exhausted(table: Table, event: ev.Exhausted) -> None:
    for thing in named_objects(table, event.refs):
        thing.exhausted = True
        settle(table, f"objects.{thing.id}.exhausted")


@case(ev.Readied)
def _readied(table: Table, event: ev.Readied) -> None:
    for thing in named_objects(table, event.refs):
        thing.exhausted = False
        settle(table, f"objects.{thing.id}.exhausted")


@case(ev.Stunned)
def _stunned(table: Table, event: ev.Stunned) -> None:
    for thing in named_objects(table, event.refs):
        thing.stunned = True
        settle(table, f"objects.{thing.id}.stunned")


@case(ev.StunEnded)
def _stun_ended(table: Table, event: ev.StunEnded) -> None:
    for thing in named_objects(table, event.refs):
        thing.stunned = False


def hanging(table: Table, thing: GameObject) -> list[GameObject]:
    """All that is attached to an object, and to what is attached to it (OP-178)."""
    found = [thing]
    for held in found:  # it grows
        found += [o for o in table.objects.values() if o.attached_to == held.id and o not in found]
    return found[1:]


def relocate(table: Table, thing: GameObject, to: str) -> None:
    """Put an object, with all that is attached to it, at a location (719.3.a)."""
    for other in [thing, *hanging(table, thing)]:
        _take_away(table, other)
        table.at(to).append(other)
        table.places[other.id] = to


@case(ev.Moved)
def _moved(table: Table, event: ev.Moved) -> None:
    for thing in named_objects(table, event.refs):
        relocate(table, thing, event.to)
        object_facts(table, reference(thing)).moves += 1


@case(ev.Recalled)
def _recalled(table: Table, event: ev.Recalled) -> None:
    for thing in named_objects(table, event.refs):
        relocate(table, thing, event.to)


@case(ev.DamageDealt)
def _damage_dealt(table: Table, event: ev.DamageDealt) -> None:
    (thing,) = named_objects(table, [event.ref])
    thing.damage[event.by] = thing.damage.get(event.by, 0) + event.amount
    if event.spell is not None:
        dealt = table.board.this_turn.spell_damage
        dealt[event.spell] = dealt.get(event.spell, 0) + 1


@case(ev.Healed)
def _healed(table: Table, event: ev.Healed) -> None:
    for thing in named_objects(table, event.refs):
        left = event.amount
        for player in sorted(thing.damage):
            cleared = thing.damage[player] if left is None else min(left, thing.damage[player])
            thing.damage[player] -= cleared
            left = None if left is None else left - cleared
        thing.damage = {player: marked for player, marked in thing.damage.items() if marked}


@case(ev.Buffed)
def _buffed(table: Table, event: ev.Buffed) -> None:
    for thing in named_objects(table, event.refs):
        thing.buffs += 1


@case(ev.CopyChanged)
def _copy_changed(table: Table, event: ev.CopyChanged) -> None:
    (thing,) = named_objects(table, [event.ref])
    thing.copied = dict(event.copied)


@case(ev.Designated)
def _designated(table: Table, event: ev.Designated) -> None:
    combat = table.board.combat
    for thing in named_objects(table, event.refs):
        thing.designation = event.designation
        if combat is not None and event.designation is not None:
            had = combat.had_attacker if event.designation == "attacker" else combat.had_defender
            if reference(thing) not in had:
                had.append(reference(thing))


@case(ev.BecameMighty)
def _became_mighty(table: Table, event: ev.BecameMighty) -> None:
    """Nothing to write: Might is derived. The event is for what listens."""
