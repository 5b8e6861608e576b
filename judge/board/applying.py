"""Applying an event to a board: the only code that writes to one (D3, D14).

`apply(table, event)` is total over `judge.board.events.AnyEvent`. `fold(board, events)` is what a
client does with the events of a ruling; a property test holds it equal to the resulting board.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin

import msgspec
from msgspec.structs import replace

from judge.board import applying_actions, applying_objects, applying_zones
from judge.board import events as ev
from judge.board.cases import CASES, case, object_facts, player_facts, settle, settle_below
from judge.board.state import (
    Board,
    Chain,
    Choices,
    Deck,
    Part,
    PoolUnit,
    Removed,
    ReplacedBattlefield,
    Showdown,
    TurnFacts,
    UseFacts,
    Window,
)
from judge.board.table import ASKS_FOR_STATES, Table

PartT = TypeVar("PartT", bound=Part)


def copy_part(part: PartT) -> PartT:
    """A deep copy of a board or of a part of one."""
    return msgspec.convert(msgspec.to_builtins(part), type(part))


def copy_board(board: Board) -> Board:
    """A deep copy of a board, save what no event writes to: its cards, which are half of a board
    that lists both decks, and the definitions that it brings.
    """
    bare = {name: replace(player, **_NO_CARDS) for name, player in board.players.items()}
    copied = copy_part(replace(board, cards={}, players=bare))
    copied.cards = board.cards
    for name, player in board.players.items():
        own = copied.players[name]
        own.hand, own.trash, own.banished = [*player.hand], [*player.trash], [*player.banished]
        own.main_deck, own.rune_deck = map(_copy_deck, (player.main_deck, player.rune_deck))
    return copied


#: a player without the cards that copies share
_NO_CARDS: dict[str, Any] = {
    "hand": [],
    "trash": [],
    "banished": [],
    "main_deck": Deck(),
    "rune_deck": Deck(),
}


def _copy_deck(deck: Deck) -> Deck:
    bottom = [[*group] for group in deck.bottom]
    return replace(deck, top=[*deck.top], middle=dict(deck.middle), bottom=bottom)


def apply(table: Table, event: ev.Event) -> None:
    """Write one event to the board.

    Raises `KeyError` or `ValueError` when the event does not belong to this board: an object or a
    card that it names is not where it says. That is a fault of the engine, never of a user.
    """
    CASES[type(event)](table, event)
    if event.changes_objects:
        table.memo.clear()
        # a text that asks for states may be about anything that happens
        if event.changes_layers or table.texts.get(ASKS_FOR_STATES, True):
            table.forget_layers()
        if event.changes_texts:
            table.texts.clear()


def fold(board: Board, events: Iterable[ev.Event]) -> Board:
    """The board that results from applying the events to a copy of `board`."""
    table = Table(copy_part(board))
    for event in events:
        apply(table, copy_event(event))
    return table.board


def copy_event(event: ev.Event) -> ev.Event:
    """A deep copy, so that a board never shares parts with a trace; the event itself where it says
    nothing but words and numbers.
    """
    if not _has_parts(type(event)):
        return event
    copied: ev.Event = msgspec.convert(msgspec.to_builtins(event), type(event))
    return copied


@cache
def _has_parts(kind: type[ev.Event]) -> bool:
    return not all(_is_plain(field.type) for field in msgspec.structs.fields(kind))


def _is_plain(hint: Any) -> bool:
    """Whether a type is a word, a number, or one of several such."""
    if get_origin(hint) in (Union, UnionType):
        return all(map(_is_plain, get_args(hint)))
    return hint in (str, int, bool, NoneType) or get_origin(hint) is Literal


# --- turn ---------------------------------------------------------------------------------------


@case(ev.TurnBegan)
def _turn_began(table: Table, event: ev.TurnBegan) -> None:
    turn = table.board.turn
    turn.player = event.player
    turn.number = event.number
    turn.begun[event.player] = turn.begun.get(event.player, 0) + 1
    _take_from_queue(table, event)
    turn.items_processed = None
    settle(table, "turn.items_processed")
    turn.teammate_controlled = []
    turn.occupied = {}
    settle(table, "turn.teammate_controlled", "turn.occupied")
    table.board.this_turn = TurnFacts()
    settle(table, *(path for path in table.board.defaulted if path.startswith("this_turn")))
    table.board.window = Window()
    for battlefield in table.board.battlefields:
        battlefield.scored = {}
        settle(table, f"battlefields.{battlefield.id}.scored")


def _take_from_queue(table: Table, event: ev.TurnBegan) -> None:
    """An additional turn leaves the queue as it begins, with those that were inserted later by
    players who are in the game no more; with a usual turn all of them are over (737).
    """
    additional = table.board.turn.additional
    additional.now = event.additional
    if not event.additional:
        additional.queue, additional.resume_after = [], None
    elif event.player in additional.queue:
        inserted = len(additional.queue) - 1 - additional.queue[::-1].index(event.player)
        additional.queue = additional.queue[:inserted]


@case(ev.TurnQueued)
def _turn_queued(table: Table, event: ev.TurnQueued) -> None:
    additional = table.board.turn.additional
    additional.queue.append(event.player)
    additional.resume_after = event.resume_after


@case(ev.PhaseBegan)
def _phase_began(table: Table, event: ev.PhaseBegan) -> None:
    table.board.turn.phase = event.phase
    settle(table, "turn.phase")
    if event.phase == "ending.expiration" and not table.board.turn.items_processed:
        table.board.turn.items_processed = False
        settle(table, "turn.items_processed")


@case(ev.ItemsProcessedSet)
def _items_processed(table: Table, event: ev.ItemsProcessedSet) -> None:
    table.board.turn.items_processed = event.value
    settle(table, "turn.items_processed")


# --- window -------------------------------------------------------------------------------------


@case(ev.PriorityGained)
def _priority_gained(table: Table, event: ev.PriorityGained) -> None:
    table.board.window.priority = event.player
    settle(table, "window.priority")
    if event.fresh:
        table.board.window.passed = []
        settle(table, "window.passed")


@case(ev.PriorityPassed)
def _priority_passed(table: Table, event: ev.PriorityPassed) -> None:
    table.board.window.passed.append(event.player)
    settle(table, "window.passed")


@case(ev.FocusGained)
def _focus_gained(table: Table, event: ev.FocusGained) -> None:
    table.board.window.focus = event.player
    settle(table, "window.focus")
    if event.fresh:
        table.board.window.focus_passed = []
        settle(table, "window.focus_passed")


@case(ev.FocusPassed)
def _focus_passed(table: Table, event: ev.FocusPassed) -> None:
    table.board.window.focus_passed.append(event.player)
    settle(table, "window.focus_passed")


# --- chain --------------------------------------------------------------------------------------


@case(ev.ItemAdded)
def _item_added(table: Table, event: ev.ItemAdded) -> None:
    board = table.board
    if board.chain is None:
        board.chain = Chain(opened_by=event.opened_by)
        settle(table, "chain", "chain.items", "chain.opened_by")
    elif "330.1" in table.disabled or "330.2" in table.disabled:
        # what joins a chain opens none, unless there could be more than one
        board.chain.opened_by = event.opened_by
    if "329.2" in table.disabled:
        event.item.pending = False
    board.chain.items.append(event.item)


def _item_position(table: Table, identity: str) -> int:
    for position, item in enumerate(table.items()):
        if item.id == identity:
            return position
    raise KeyError(f"no item {identity} on the chain")


@case(ev.ItemFinalized)
def _item_finalized(table: Table, event: ev.ItemFinalized) -> None:
    table.items()[_item_position(table, event.item.id)] = event.item
    controller = event.item.controller
    if event.fact is not None:
        player_facts(table, controller).finalized.append(event.fact)
    if event.uses is not None:
        _use(table, event.uses, controller)
        _note_modes(table, event.uses, event.item.chose)
    _count_enemies(table, controller, event.chose_enemy)
    if table.board.turn.phase == "ending.expiration":
        table.board.turn.items_processed = True
        settle(table, "turn.items_processed")


def _count_enemies(table: Table, player: str, chose_enemy: dict[str, int]) -> None:
    """What a player's spells and abilities have chosen of enemies, by what they are."""
    for how, times in chose_enemy.items():
        chose = player_facts(table, player).chose_enemy
        chose[how] = chose.get(how, 0) + times


@case(ev.CardPlayed)
def _card_played(table: Table, event: ev.CardPlayed) -> None:
    played = player_facts(table, event.player).played
    for kind in event.types:
        played[kind] = played.get(kind, 0) + 1


@case(ev.ItemRemoved)
def _item_removed(table: Table, event: ev.ItemRemoved) -> None:
    chain = table.board.chain
    assert chain is not None
    del chain.items[_item_position(table, event.id)]
    settle_below(table, f"chain.{event.id}")
    if not chain.items and "330" not in table.disabled:
        table.board.chain = None
        settle(table, "chain.opened_by")


@case(ev.ItemChanged)
def _item_changed(table: Table, event: ev.ItemChanged) -> None:
    table.items()[_item_position(table, event.item.id)] = event.item


@case(ev.ItemControlChanged)
def _item_control_changed(table: Table, event: ev.ItemControlChanged) -> None:
    item = table.items()[_item_position(table, event.id)]
    played_by = item.played_by or item.controller
    item.played_by = played_by if played_by != event.player else None
    if item.card is not None and item.owner is None:
        item.owner = item.controller
    item.controller = event.player


@case(ev.ItemChosenAnew)
def _item_chosen_anew(table: Table, event: ev.ItemChosenAnew) -> None:
    item = table.items()[_item_position(table, event.id)]
    item.chose = event.choices
    if item.ability is not None:
        _note_modes(table, item.ability, item.chose)
    settle(table, f"chain.{item.id}.targets")
    _count_enemies(table, item.controller, event.chose_enemy)


# --- battlefields -------------------------------------------------------------------------------


@case(ev.Contested)
def _contested(table: Table, event: ev.Contested) -> None:
    table.battlefields[event.at].contested_by = event.by
    settle(table, f"battlefields.{event.at}.contested_by")


@case(ev.ControlChanged)
def _control_changed(table: Table, event: ev.ControlChanged) -> None:
    table.battlefields[event.at].controller = event.player
    settle(table, f"battlefields.{event.at}.controller")


@case(ev.Staged)
def _staged(table: Table, event: ev.Staged) -> None:
    table.battlefields[event.at].staged = list(event.staged)


@case(ev.ShowdownBegan)
def _showdown_began(table: Table, event: ev.ShowdownBegan) -> None:
    table.board.showdown = Showdown(at=event.at, kind=event.kind)
    settle(table, "showdown")
    table.battlefields[event.at].staged = []


@case(ev.ShowdownBecameCombat)
def _showdown_became_combat(table: Table, event: ev.ShowdownBecameCombat) -> None:
    assert table.board.showdown is not None
    table.board.showdown.kind = "combat"
    table.battlefields[event.at].staged = []


@case(ev.ShowdownClosed)
def _showdown_closed(table: Table, event: ev.ShowdownClosed) -> None:
    table.board.showdown = None


@case(ev.CombatBegan)
def _combat_began(table: Table, event: ev.CombatBegan) -> None:
    table.board.combat = event.combat
    table.board.this_turn.combats = event.combat.ordinal
    settle_below(table, "combat")


@case(ev.CombatAdvanced)
def _combat_advanced(table: Table, event: ev.CombatAdvanced) -> None:
    assert table.board.combat is not None
    table.board.combat.step = event.step
    table.board.combat.next_task = event.next_task
    if event.next_task == "determine_result":
        table.board.combat.recalled = False
        settle(table, "combat.recalled")


@case(ev.CombatNoted)
def _combat_noted(table: Table, event: ev.CombatNoted) -> None:
    combat = table.board.combat
    assert combat is not None
    if event.recalled is not None:
        combat.recalled = event.recalled
        settle(table, "combat.recalled")
    combat.excess.update(event.excess)
    combat.result.update(event.result)
    for ref in event.winners:
        object_facts(table, ref).combats_won += 1


@case(ev.CombatEnded)
def _combat_ended(table: Table, event: ev.CombatEnded) -> None:
    table.board.combat = None
    settle_below(table, "combat")


# --- points, resources, effects -----------------------------------------------------------------


@case(ev.Scored)
def _scored(table: Table, event: ev.Scored) -> None:
    table.battlefields[event.at].scored[event.player] = event.how
    if event.how == "conquer":
        for ref in event.units:
            object_facts(table, ref).conquests += 1


@case(ev.PointsGained)
def _points_gained(table: Table, event: ev.PointsGained) -> None:
    for name in table.sharing_points(event.player):
        table.player(name).points += event.amount
    if event.reason == "hold":
        player_facts(table, event.player).points_from_holding += event.amount


def _pool_key(unit: PoolUnit) -> tuple[str, str | None, str | None]:
    return (unit.kind, unit.domain, unit.restriction)


@case(ev.ResourcesAdded)
def _resources_added(table: Table, event: ev.ResourcesAdded) -> None:
    pool = table.player(event.player).pool
    for unit in event.units:
        for held in pool:
            if _pool_key(held) == _pool_key(unit):
                held.amount += unit.amount
                break
        else:
            pool.append(unit)


@case(ev.ResourcesPaid)
def _resources_paid(table: Table, event: ev.ResourcesPaid) -> None:
    player = table.player(event.player)
    facts = player_facts(table, event.player)
    for unit in event.units:
        for held in [] if event.assumed else player.pool:
            if _pool_key(held) == _pool_key(unit) and held.amount >= unit.amount:
                held.amount -= unit.amount
                break
        else:
            if not event.assumed:
                raise ValueError("paying what is not in the Rune Pool")
        if unit.kind == "energy":
            facts.energy_spent += unit.amount
        else:
            facts.power_spent += unit.amount
    player.pool = [unit for unit in player.pool if unit.amount]


@case(ev.PoolEmptied)
def _pool_emptied(table: Table, event: ev.PoolEmptied) -> None:
    table.player(event.player).pool = []


@case(ev.EffectBegan)
def _effect_began(table: Table, event: ev.EffectBegan) -> None:
    effect = event.effect
    if effect.since is None:
        # 480.1: it begins after all that has a timestamp
        effect.since = table.latest() or None
    table.board.effects.append(effect)


@case(ev.EffectEnded)
def _effect_ended(table: Table, event: ev.EffectEnded) -> None:
    table.board.effects = [effect for effect in table.board.effects if effect.id != event.id]
    settle_below(table, f"effects.{event.id}")


@case(ev.EffectUsed)
def _effect_used(table: Table, event: ev.EffectUsed) -> None:
    effect = next(effect for effect in table.board.effects if effect.id == event.id)
    effect.prevent = event.prevent
    effect.uses = event.uses
    if event.bound is not None:
        effect.bound = dict(event.bound)
    if event.until is not None:
        effect.until = event.until


@case(ev.AbilityUsed)
def _ability_used(table: Table, event: ev.AbilityUsed) -> None:
    _use(table, event.key, event.player)


def _use(table: Table, key: str, player: str) -> None:
    facts = table.board.this_turn.uses.setdefault(key, UseFacts())
    facts.times += 1
    facts.by[player] = facts.by.get(player, 0) + 1


def _note_modes(table: Table, key: str, choices: list[Choices]) -> None:
    """The modes that an ability has had this turn."""
    modes = [mode for each in choices for mode in each.modes]
    if modes:
        known = table.board.this_turn.uses.setdefault(key, UseFacts()).modes
        known += [mode for mode in modes if mode not in known]


# --- the game -----------------------------------------------------------------------------------


@case(ev.BattlefieldReplaced)
def _battlefield_replaced(table: Table, event: ev.BattlefieldReplaced) -> None:
    battlefield = table.battlefields[event.at]
    if event.back:
        # what stood between the two has ceased to exist with this one (438.6, 438.7.b)
        while battlefield.replaced.pop().card != event.card:
            pass
    elif event.kept:
        stood_in = ReplacedBattlefield(card=battlefield.card, token=battlefield.token)
        battlefield.replaced.append(stood_in)
    battlefield.card = event.card
    battlefield.token = not event.back


@case(ev.AlliesNoted)
def _allies_noted(table: Table, event: ev.AlliesNoted) -> None:
    table.board.turn.teammate_controlled = list(event.controlled)
    table.board.turn.occupied = {at: list(who) for at, who in event.occupied.items()}
    settle(table, "turn.teammate_controlled", "turn.occupied")


@case(ev.CardsRemoved)
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


@case(ev.BattlefieldPlaced)
def _battlefield_placed(table: Table, event: ev.BattlefieldPlaced) -> None:
    table.board.battlefields.append(event.battlefield)
    table.battlefields[event.battlefield.id] = event.battlefield


@case(ev.GameBegan)
def _game_began(table: Table, event: ev.GameBegan) -> None:
    table.board.first_player = event.first_player
    if event.order:
        table.board.order = list(event.order)


@case(ev.PlayerRemoved)
def _player_removed(table: Table, event: ev.PlayerRemoved) -> None:
    table.board.removed.append(Removed(player=event.player, how=event.how))


@case(ev.GameWon)
def _game_won(table: Table, event: ev.GameWon) -> None:
    table.board.result = event.result
    table.board.window = Window()


assert set(CASES) == set(ev.EVENT_TYPES), "every event needs its case"

__all__ = [
    "apply",
    "applying_actions",
    "applying_objects",
    "applying_zones",
    "copy_board",
    "copy_event",
    "copy_part",
    "fold",
]
