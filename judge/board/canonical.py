"""The canonical form of a board: one document for one board, whatever order it was typed in.

Arrays that carry order keep it: `order`, `chain.items`, `effects`, `deck.top`, the groups of
`deck.bottom`, `turn.additional.queue`, `battlefield.replaced`, `finalized`, the abilities of an
effect, and what was chosen for an item (`chose`, the targets of a slot, `modes`, `names`). Every
other array is a set and is sorted; keys of mappings are sorted in writing.

msgspec leaves out a field when it *is* its default, not when it equals it. So texts that equal a
default are replaced by it here; otherwise equal boards could have different bytes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from operator import attrgetter
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from judge.board.state import (
    UNKNOWN,
    Battlefield,
    Board,
    Card,
    Chain,
    ChainItem,
    Combat,
    Deck,
    Effect,
    FacedownCard,
    GameObject,
    Player,
    PoolUnit,
    Result,
    Showdown,
    Turn,
    TurnFacts,
)

ThingT = TypeVar("ThingT")

_ENCODER = msgspec.json.Encoder(order="deterministic")


def encode_board(board: Board) -> bytes:
    """The canonical JSON of a board."""
    return _ENCODER.encode(canonical(board))


def digest(board: Board) -> str:
    """What identifies a board: the first 16 hex digits of the SHA-256 of its canonical JSON."""
    return hashlib.sha256(encode_board(board)).hexdigest()[:16]


def canonical(board: Board) -> Board:
    """The board with its sets sorted. It shares its parts with `board`, which stays as it is."""
    return replace(
        board,
        edition=_plain(Board, "edition", board.edition),
        mode=_plain(Board, "mode", board.mode),
        resources=_plain(Board, "resources", board.resources),
        overlays=_sorted(board.overlays, lambda overlay: (overlay.id, overlay.date or "")),
        teams=sorted(sorted(team) for team in board.teams) if board.teams else board.teams,
        removed=_sorted(board.removed, lambda removed: removed.player),
        result=None
        if board.result is None
        else replace(
            board.result,
            winners=_names(board.result.winners),
            cause=_plain(Result, "cause", board.result.cause),
        ),
        turn=replace(
            board.turn,
            phase=_plain(Turn, "phase", board.turn.phase),
            teammate_controlled=_names(board.turn.teammate_controlled),
            occupied={at: _names(who) for at, who in board.turn.occupied.items() if who},
        ),
        window=replace(
            board.window,
            passed=_names(board.window.passed),
            focus_passed=_names(board.window.focus_passed),
        ),
        showdown=None
        if board.showdown is None
        else replace(board.showdown, kind=_plain(Showdown, "kind", board.showdown.kind)),
        combat=None if board.combat is None else _combat(board.combat),
        chain=None if board.chain is None else _chain(board.chain),
        players={name: _player(board.players[name]) for name in sorted(board.players)},
        battlefields=sorted((_battlefield(b) for b in board.battlefields), key=_by_id),
        effects=[_effect(effect) for effect in board.effects],
        this_turn=_facts(board.this_turn),
        defaulted=_names(board.defaulted),
    )


_DEFAULTS: dict[tuple[type, str], Any] = {
    (kind, field.name): field.default
    for kind in (Board, Result, Turn, Showdown, Combat, Chain, ChainItem, FacedownCard, Effect)
    for field in msgspec.structs.fields(kind)
}


def _plain(kind: type, field: str, text: Any) -> Any:
    """The text, as the very object that is the default of the field where it equals that."""
    default = _DEFAULTS[kind, field]
    return default if text == default else text


_by_id = attrgetter("id")


def _sorted(things: list[ThingT], key: Callable[[ThingT], Any] = _by_id) -> list[ThingT]:
    return sorted(things, key=key) if len(things) > 1 else things


def _names(names: list[str]) -> list[str]:
    return sorted(set(names)) if len(names) > 1 else names


def _combat(combat: Combat) -> Combat:
    return replace(
        combat,
        step=_plain(Combat, "step", combat.step),
        had_attacker=_names(combat.had_attacker),
        had_defender=_names(combat.had_defender),
        players_had=_names(combat.players_had),
    )


def _chain(chain: Chain) -> Chain:
    opened_by = _plain(Chain, "opened_by", chain.opened_by)
    return Chain(opened_by=opened_by, items=[_item(item) for item in chain.items])


def _item(item: ChainItem) -> ChainItem:
    return replace(
        item,
        kind=_plain(ChainItem, "kind", item.kind),
        permission=_plain(ChainItem, "permission", item.permission),
        active=_names(item.active),
        chose=[
            replace(choice, groups={name: _names(refs) for name, refs in choice.groups.items()})
            if choice.groups
            else choice
            for choice in item.chose
        ],
    )


def _effect(effect: Effect) -> Effect:
    return replace(
        effect,
        kind=_plain(Effect, "kind", effect.kind),
        until=_plain(Effect, "until", effect.until),
        affects=None if effect.affects is None else _names(effect.affects),
    )


# --- players and places -------------------------------------------------------------------------


def _cards(cards: list[Card]) -> list[Card]:
    if len(cards) > 1:
        cards = sorted(cards, key=_by_id)
    for card in cards:
        if card.known_to or card.card == UNKNOWN:
            return [_card(card) for card in cards]
    return cards


def _card(card: Card) -> Card:
    name = UNKNOWN if card.card == UNKNOWN else card.card
    if name is card.card and len(card.known_to) < 2:
        return card
    return replace(card, card=name, known_to=_names(card.known_to))


def _objects(objects: list[GameObject]) -> list[GameObject]:
    return [
        _object(thing) if thing.linked or thing.damage or thing.counters else thing
        for thing in _sorted(objects)
    ]


def _object(thing: GameObject) -> GameObject:
    """An amount of 0 is the same as no entry: nothing is marked, there is no counter."""
    if not thing.linked and 0 not in thing.damage.values() and 0 not in thing.counters.values():
        return thing
    return replace(
        thing,
        linked={key: _names(ids) for key, ids in thing.linked.items()},
        damage=_amounts(thing.damage),
        counters=_amounts(thing.counters),
    )


def _amounts(table: dict[str, int]) -> dict[str, int]:
    return {key: amount for key, amount in table.items() if amount} if table else table


def _deck(deck: Deck) -> Deck:
    if not (deck.top or deck.bottom or deck.middle):
        return deck
    return replace(
        deck,
        top=[_card(card) if card.known_to or card.card == UNKNOWN else card for card in deck.top],
        middle=_amounts(deck.middle),
        # most groups are of one card that nobody knows more of
        bottom=[
            _cards(group)
            if len(group) > 1 or group[0].known_to or group[0].card == UNKNOWN
            else group
            for group in deck.bottom
            if group
        ],
    )


def _pool(units: list[PoolUnit]) -> list[PoolUnit]:
    """Units alike are one unit with their sum, as Energy and Power of a pool are (165-167)."""
    if not units:
        return units
    sums: dict[tuple[str, str, str], PoolUnit] = {}
    for unit in units:
        key = (unit.kind, unit.domain or "", unit.restriction or "")
        held = sums.get(key)
        sums[key] = unit if held is None else replace(held, amount=held.amount + unit.amount)
    return [sums[key] for key in sorted(sums) if sums[key].amount]


def _player(player: Player) -> Player:
    return replace(
        player,
        pool=_pool(player.pool),
        legend=None if player.legend is None else _object(player.legend),
        legends=_objects(player.legends),
        champion=None if player.champion is None else _card(player.champion),
        hand=_cards(player.hand),
        trash=_cards(player.trash),
        banished=_cards(player.banished),
        main_deck=_deck(player.main_deck),
        rune_deck=_deck(player.rune_deck),
        base=_objects(player.base),
    )


def _battlefield(battlefield: Battlefield) -> Battlefield:
    return replace(
        battlefield,
        units=_objects(battlefield.units),
        facedown=[_facedown(card) for card in _sorted(battlefield.facedown)],
        # the order of a Cleanup's tasks 6 and 7 (323.8, 323.9)
        staged=sorted(set(battlefield.staged), reverse=True),
    )


def _facedown(card: FacedownCard) -> FacedownCard:
    return replace(
        card,
        card=_plain(FacedownCard, "card", card.card),
        cause=_plain(FacedownCard, "cause", card.cause),
        known_to=_names(card.known_to),
    )


def _facts(facts: TurnFacts) -> TurnFacts:
    if not facts.objects and not facts.uses:
        return facts
    return replace(
        facts,
        objects={
            ref: replace(fact, attached=_names(fact.attached))
            for ref, fact in facts.objects.items()
        },
        uses={key: replace(use, modes=_names(use.modes)) for key, use in facts.uses.items()},
    )
