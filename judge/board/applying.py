"""Applying an event to a board: the only code that writes to one (D3, D14).

`apply(table, event)` is total over `judge.board.events.AnyEvent`. `fold(board, events)` is what a
client does with the events of a ruling; a property test holds it equal to the resulting board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import msgspec

from judge.board import events as ev
from judge.board.state import (
    Board,
    Card,
    Chain,
    Deck,
    GameObject,
    ObjectFacts,
    Part,
    Player,
    PlayerFacts,
    PoolUnit,
    Removed,
    Showdown,
    TurnFacts,
    UseFacts,
    Window,
)
from judge.board.table import Table, base_of, reference

PartT = TypeVar("PartT", bound=Part)


def copy_part(part: PartT) -> PartT:
    """A deep copy of a board or of a part of one."""
    return msgspec.convert(msgspec.to_builtins(part), type(part))


def apply(table: Table, event: ev.Event) -> None:
    """Write one event to the board.

    Raises `KeyError` or `ValueError` when the event does not belong to this board: an object or a
    card that it names is not where it says. That is a fault of the engine, never of a user.
    """
    _CASES[type(event)](table, event)
    table.memo.clear()


def fold(board: Board, events: Iterable[ev.Event]) -> Board:
    """The board that results from applying the events to a copy of `board`."""
    table = Table(copy_part(board))
    for event in events:
        apply(table, copy_event(event))
    return table.board


def copy_event(event: ev.Event) -> ev.Event:
    """A deep copy, so that a board never shares parts with a trace."""
    copied: ev.Event = msgspec.convert(msgspec.to_builtins(event), type(event))
    return copied


_CASES: dict[type[ev.Event], Callable[[Table, Any], None]] = {}
EventT = TypeVar("EventT", bound=ev.Event)


def _case(kind: type[EventT]) -> Callable[[Callable[[Table, EventT], None]], Callable[[Table, EventT], None]]:
    def register(function: Callable[[Table, EventT], None]) -> Callable[[Table, EventT], None]:
        _CASES[kind] = function
        return function

    return register


def _facts(table: Table, player: str) -> PlayerFacts:
    return table.board.this_turn.players.setdefault(player, PlayerFacts())


def _object_facts(table: Table, ref: str) -> ObjectFacts:
    return table.board.this_turn.objects.setdefault(ref, ObjectFacts())


def _objects(table: Table, refs: list[str]) -> list[GameObject]:
    found = []
    for ref in refs:
        thing = table.find(ref)
        if thing is None:
            raise KeyError(f"no object {ref} on the board")
        found.append(thing)
    return found


# --- turn ---------------------------------------------------------------------------------------


@_case(ev.TurnBegan)
def _turn_began(table: Table, event: ev.TurnBegan) -> None:
    turn = table.board.turn
    turn.player = event.player
    turn.number = event.number
    turn.begun[event.player] = turn.begun.get(event.player, 0) + 1
    turn.additional.now = event.additional
    turn.items_processed = False
    turn.teammate_controlled = []
    turn.ally_occupied = []
    table.board.this_turn = TurnFacts()
    table.board.window = Window()
    for battlefield in table.board.battlefields:
        battlefield.scored = {}


@_case(ev.PhaseBegan)
def _phase_began(table: Table, event: ev.PhaseBegan) -> None:
    table.board.turn.phase = event.phase


@_case(ev.ItemsProcessedSet)
def _items_processed(table: Table, event: ev.ItemsProcessedSet) -> None:
    table.board.turn.items_processed = event.value


# --- window -------------------------------------------------------------------------------------


@_case(ev.PriorityGained)
def _priority_gained(table: Table, event: ev.PriorityGained) -> None:
    table.board.window.priority = event.player
    if event.fresh:
        table.board.window.passed = []


@_case(ev.PriorityPassed)
def _priority_passed(table: Table, event: ev.PriorityPassed) -> None:
    table.board.window.passed.append(event.player)


@_case(ev.FocusGained)
def _focus_gained(table: Table, event: ev.FocusGained) -> None:
    table.board.window.focus = event.player
    if event.fresh:
        table.board.window.focus_passed = []


@_case(ev.FocusPassed)
def _focus_passed(table: Table, event: ev.FocusPassed) -> None:
    table.board.window.focus_passed.append(event.player)


# --- chain --------------------------------------------------------------------------------------


@_case(ev.ItemAdded)
def _item_added(table: Table, event: ev.ItemAdded) -> None:
    board = table.board
    if board.chain is None:
        board.chain = Chain(opened_by=event.opened_by)
    board.chain.items.append(event.item)


def _item_position(table: Table, identity: str) -> int:
    for position, item in enumerate(table.items()):
        if item.id == identity:
            return position
    raise KeyError(f"no item {identity} on the chain")


@_case(ev.ItemFinalized)
def _item_finalized(table: Table, event: ev.ItemFinalized) -> None:
    table.items()[_item_position(table, event.item.id)] = event.item
    if event.fact is not None:
        _facts(table, event.item.controller).finalized.append(event.fact)
    if table.board.turn.phase == "ending.expiration":
        table.board.turn.items_processed = True


@_case(ev.CardPlayed)
def _card_played(table: Table, event: ev.CardPlayed) -> None:
    played = _facts(table, event.player).played
    for kind in event.types:
        played[kind] = played.get(kind, 0) + 1


@_case(ev.ItemRemoved)
def _item_removed(table: Table, event: ev.ItemRemoved) -> None:
    chain = table.board.chain
    assert chain is not None
    del chain.items[_item_position(table, event.id)]
    if not chain.items:
        table.board.chain = None


@_case(ev.ItemChanged)
def _item_changed(table: Table, event: ev.ItemChanged) -> None:
    table.items()[_item_position(table, event.item.id)] = event.item


# --- zones --------------------------------------------------------------------------------------


def _take(cards: list[Card], identity: str) -> None:
    for position, card in enumerate(cards):
        if card.id == identity:
            del cards[position]
            return
    raise KeyError(f"no card {identity} in the zone it should leave")


def _deck(player: Player, zone: str) -> Deck:
    return player.main_deck if zone == "main_deck" else player.rune_deck


def _take_from_deck(deck: Deck, event: ev.CardMoved) -> None:
    match event.from_position:
        case "top":
            _take(deck.top, event.card.id)
        case "bottom":
            for group in deck.bottom:
                if any(card.id == event.card.id for card in group):
                    _take(group, event.card.id)
            deck.bottom = [group for group in deck.bottom if group]
        case "middle":
            left = deck.middle[event.card.card] - 1
            if left:
                deck.middle[event.card.card] = left
            else:
                del deck.middle[event.card.card]
        case "count":
            if deck.count is not None:
                if deck.count < 1:
                    raise ValueError("no unknown card left in the deck")
                deck.count -= 1
        case _:
            raise ValueError("a card that leaves a deck needs its position there")


def _put_into_deck(deck: Deck, card: Card, position: str | None) -> None:
    match position:
        case "top":
            deck.top.insert(0, card)
        case "bottom":
            deck.bottom.append([card])
        case "bottom_same":
            deck.bottom[-1].append(card)
        case "middle":
            deck.middle[card.card] = deck.middle.get(card.card, 0) + 1
        case _:
            raise ValueError("a card that enters a deck needs its position there")


def _put(player: Player, zone: str, card: Card, position: str | None) -> None:
    match zone:
        case "hand":
            player.hand.append(card)
        case "trash":
            player.trash.append(card)
        case "banishment":
            player.banished.append(card)
        case "champion":
            player.champion = card
        case "main_deck" | "rune_deck":
            _put_into_deck(_deck(player, zone), card, position)
        case "chain" | "board" | "facedown":
            pass  # the event beside this one puts it there
        case _:
            raise ValueError(f"no zone {zone}")


@_case(ev.CardMoved)
def _card_moved(table: Table, event: ev.CardMoved) -> None:
    player = table.player(event.player)
    match event.source:
        case "hand":
            _take(player.hand, event.card.id)
        case "trash":
            _take(player.trash, event.card.id)
        case "banishment":
            _take(player.banished, event.card.id)
        case "champion":
            player.champion = None
        case "main_deck" | "rune_deck":
            _take_from_deck(_deck(player, event.source), event)
        case "chain" | "board" | "facedown":
            pass  # the event beside this one takes it away
    _put(player, event.target, event.card, event.to_position)
    if event.verb == "draw":
        _facts(table, event.player).drawn += 1
    elif event.verb == "discard":
        _facts(table, event.player).discarded += 1


@_case(ev.DeckShuffled)
def _deck_shuffled(table: Table, event: ev.DeckShuffled) -> None:
    deck = _deck(table.player(event.player), event.deck)
    for card in [*deck.top, *(card for group in deck.bottom for card in group)]:
        if card.card == "unknown":
            deck.count = None if deck.count is None else deck.count + 1
        else:
            deck.middle[card.card] = deck.middle.get(card.card, 0) + 1
    deck.top = []
    deck.bottom = []


@_case(ev.FaceSeen)
def _face_seen(table: Table, event: ev.FaceSeen) -> None:
    for player in table.board.players.values():
        zones = [player.hand, player.trash, player.banished, player.main_deck.top, player.rune_deck.top]
        for card in [card for zone in zones for card in zone] + (
            [player.champion] if player.champion else []
        ):
            if card.id == event.id:
                card.card = event.card
                return
    for facedown, _ in table.facedown():
        if facedown.id == event.id:
            facedown.card = event.card
            return
    raise KeyError(f"no card {event.id} whose face could be seen")


@_case(ev.ObjectEntered)
def _object_entered(table: Table, event: ev.ObjectEntered) -> None:
    if event.object.id in table.objects:
        raise ValueError(f"{event.object.id} is on the board already")
    table.at(event.at).append(event.object)
    table.objects[event.object.id] = event.object
    table.places[event.object.id] = event.at


def _remove_object(table: Table, thing: GameObject) -> None:
    here = table.at(table.places[thing.id])
    here.remove(thing)
    del table.objects[thing.id]
    del table.places[thing.id]
    for other in table.objects.values():
        if other.attached_to == thing.id:
            other.attached_to = None


@_case(ev.ObjectLeft)
def _object_left(table: Table, event: ev.ObjectLeft) -> None:
    (thing,) = _objects(table, [event.ref])
    _remove_object(table, thing)
    if event.card is not None:
        _put(table.player(event.owner), event.target, event.card, event.to_position)
    if event.verb == "kill" and event.unit:
        facts = _facts(table, event.controller)
        facts.died += 1
        if table.board.turn.phase.startswith("beginning"):
            whose = table.board.turn.player
            facts.died_in_beginning_of[whose] = facts.died_in_beginning_of.get(whose, 0) + 1


@_case(ev.CardHidden)
def _card_hidden(table: Table, event: ev.CardHidden) -> None:
    owner = table.player(event.card.owner)
    if event.source == "hand":
        _take(owner.hand, event.card.id)
    elif event.source == "champion":
        owner.champion = None
    table.battlefields[event.at].facedown.append(event.card)


@_case(ev.FacedownLeft)
def _facedown_left(table: Table, event: ev.FacedownLeft) -> None:
    battlefield = table.battlefields[event.at]
    battlefield.facedown = [card for card in battlefield.facedown if card.id != event.id]
    if event.card is not None:
        _put(table.player(event.owner), event.target, event.card, None)


# --- objects ------------------------------------------------------------------------------------


@_case(ev.Exhausted)
def _exhausted(table: Table, event: ev.Exhausted) -> None:
    for thing in _objects(table, event.refs):
        thing.exhausted = True


@_case(ev.Readied)
def _readied(table: Table, event: ev.Readied) -> None:
    for thing in _objects(table, event.refs):
        thing.exhausted = False


@_case(ev.Stunned)
def _stunned(table: Table, event: ev.Stunned) -> None:
    for thing in _objects(table, event.refs):
        thing.stunned = True


@_case(ev.StunEnded)
def _stun_ended(table: Table, event: ev.StunEnded) -> None:
    for thing in _objects(table, event.refs):
        thing.stunned = False


def _relocate(table: Table, thing: GameObject, to: str) -> None:
    for other in [thing, *(o for o in table.objects.values() if o.attached_to == thing.id)]:
        table.at(table.places[other.id]).remove(other)
        table.at(to).append(other)
        table.places[other.id] = to


@_case(ev.Moved)
def _moved(table: Table, event: ev.Moved) -> None:
    for thing in _objects(table, event.refs):
        _relocate(table, thing, event.to)
        _object_facts(table, reference(thing)).moves += 1


@_case(ev.Recalled)
def _recalled(table: Table, event: ev.Recalled) -> None:
    for thing in _objects(table, event.refs):
        _relocate(table, thing, event.to)


@_case(ev.DamageDealt)
def _damage_dealt(table: Table, event: ev.DamageDealt) -> None:
    (thing,) = _objects(table, [event.ref])
    thing.damage[event.by] = thing.damage.get(event.by, 0) + event.amount


@_case(ev.Healed)
def _healed(table: Table, event: ev.Healed) -> None:
    for thing in _objects(table, event.refs):
        thing.damage = {}


@_case(ev.Buffed)
def _buffed(table: Table, event: ev.Buffed) -> None:
    for thing in _objects(table, event.refs):
        thing.buffs += 1


@_case(ev.Designated)
def _designated(table: Table, event: ev.Designated) -> None:
    combat = table.board.combat
    for thing in _objects(table, event.refs):
        thing.designation = event.designation
        if combat is not None and event.designation is not None:
            had = combat.had_attacker if event.designation == "attacker" else combat.had_defender
            if reference(thing) not in had:
                had.append(reference(thing))


@_case(ev.BecameMighty)
def _became_mighty(table: Table, event: ev.BecameMighty) -> None:
    """Nothing to write: Might is derived. The event is for what listens."""


# --- battlefields -------------------------------------------------------------------------------


@_case(ev.Contested)
def _contested(table: Table, event: ev.Contested) -> None:
    table.battlefields[event.at].contested_by = event.by


@_case(ev.ControlChanged)
def _control_changed(table: Table, event: ev.ControlChanged) -> None:
    table.battlefields[event.at].controller = event.player


@_case(ev.Staged)
def _staged(table: Table, event: ev.Staged) -> None:
    table.battlefields[event.at].staged = list(event.staged)


@_case(ev.ShowdownBegan)
def _showdown_began(table: Table, event: ev.ShowdownBegan) -> None:
    table.board.showdown = Showdown(at=event.at, kind=event.kind)
    table.battlefields[event.at].staged = []


@_case(ev.ShowdownBecameCombat)
def _showdown_became_combat(table: Table, event: ev.ShowdownBecameCombat) -> None:
    assert table.board.showdown is not None
    table.board.showdown.kind = "combat"
    table.battlefields[event.at].staged = []


@_case(ev.ShowdownClosed)
def _showdown_closed(table: Table, event: ev.ShowdownClosed) -> None:
    table.board.showdown = None


@_case(ev.CombatBegan)
def _combat_began(table: Table, event: ev.CombatBegan) -> None:
    table.board.combat = event.combat
    table.board.this_turn.combats = event.combat.ordinal


@_case(ev.CombatAdvanced)
def _combat_advanced(table: Table, event: ev.CombatAdvanced) -> None:
    assert table.board.combat is not None
    table.board.combat.step = event.step
    table.board.combat.next_task = event.next_task


@_case(ev.CombatNoted)
def _combat_noted(table: Table, event: ev.CombatNoted) -> None:
    combat = table.board.combat
    assert combat is not None
    if event.recalled is not None:
        combat.recalled = event.recalled
    combat.excess.update(event.excess)
    combat.result.update(event.result)


@_case(ev.CombatEnded)
def _combat_ended(table: Table, event: ev.CombatEnded) -> None:
    table.board.combat = None


# --- points, resources, effects -----------------------------------------------------------------


@_case(ev.Scored)
def _scored(table: Table, event: ev.Scored) -> None:
    table.battlefields[event.at].scored[event.player] = event.how


@_case(ev.PointsGained)
def _points_gained(table: Table, event: ev.PointsGained) -> None:
    for name in table.team_of(event.player):
        table.player(name).points += event.amount
    if event.reason == "hold":
        _facts(table, event.player).points_from_holding += event.amount


def _pool_key(unit: PoolUnit) -> tuple[str, str | None, str | None]:
    return (unit.kind, unit.domain, unit.restriction)


@_case(ev.ResourcesAdded)
def _resources_added(table: Table, event: ev.ResourcesAdded) -> None:
    pool = table.player(event.player).pool
    for unit in event.units:
        for held in pool:
            if _pool_key(held) == _pool_key(unit):
                held.amount += unit.amount
                break
        else:
            pool.append(unit)


@_case(ev.ResourcesPaid)
def _resources_paid(table: Table, event: ev.ResourcesPaid) -> None:
    player = table.player(event.player)
    facts = _facts(table, event.player)
    for unit in event.units:
        for held in player.pool:
            if _pool_key(held) == _pool_key(unit) and held.amount >= unit.amount:
                held.amount -= unit.amount
                break
        else:
            raise ValueError("paying what is not in the Rune Pool")
        if unit.kind == "energy":
            facts.energy_spent += unit.amount
        else:
            facts.power_spent += unit.amount
    player.pool = [unit for unit in player.pool if unit.amount]


@_case(ev.PoolEmptied)
def _pool_emptied(table: Table, event: ev.PoolEmptied) -> None:
    table.player(event.player).pool = []


@_case(ev.EffectBegan)
def _effect_began(table: Table, event: ev.EffectBegan) -> None:
    table.board.effects.append(event.effect)


@_case(ev.EffectEnded)
def _effect_ended(table: Table, event: ev.EffectEnded) -> None:
    table.board.effects = [effect for effect in table.board.effects if effect.id != event.id]


@_case(ev.AbilityUsed)
def _ability_used(table: Table, event: ev.AbilityUsed) -> None:
    facts = table.board.this_turn.uses.setdefault(event.key, UseFacts())
    facts.times += 1
    facts.by[event.player] = facts.by.get(event.player, 0) + 1


# --- the game -----------------------------------------------------------------------------------


@_case(ev.BattlefieldReplaced)
def _battlefield_replaced(table: Table, event: ev.BattlefieldReplaced) -> None:
    battlefield = table.battlefields[event.at]
    battlefield.card = event.card
    battlefield.token = True


@_case(ev.CardsRemoved)
def _cards_removed(table: Table, event: ev.CardsRemoved) -> None:
    player = table.player(event.player)
    for legend in [*([player.legend] if player.legend else []), *player.legends]:
        del table.objects[legend.id]
        del table.places[legend.id]
    player.legend = None
    player.legends = []
    player.champion = None
    player.hand, player.trash, player.banished, player.pool = [], [], [], []
    player.main_deck = Deck()
    player.rune_deck = Deck()


@_case(ev.BattlefieldPlaced)
def _battlefield_placed(table: Table, event: ev.BattlefieldPlaced) -> None:
    table.board.battlefields.append(event.battlefield)
    table.battlefields[event.battlefield.id] = event.battlefield


@_case(ev.GameBegan)
def _game_began(table: Table, event: ev.GameBegan) -> None:
    table.board.first_player = event.first_player


@_case(ev.PlayerRemoved)
def _player_removed(table: Table, event: ev.PlayerRemoved) -> None:
    table.board.removed.append(Removed(player=event.player, how=event.how))


@_case(ev.GameWon)
def _game_won(table: Table, event: ev.GameWon) -> None:
    table.board.result = event.result
    table.board.window = Window()


assert set(_CASES) == set(ev.EVENT_TYPES), "every event needs its case"

__all__ = ["apply", "base_of", "copy_event", "copy_part", "fold"]
