"""Writing what happens to cards in zones: moves, shuffles, faces, hiding (108, 124, 128)."""

from __future__ import annotations

from msgspec.structs import replace

from judge.board import events as ev
from judge.board.cases import case, player_facts, settle_below
from judge.board.state import Card, Deck, Player
from judge.board.table import Table


def _take(cards: list[Card], identity: str) -> None:
    for position, card in enumerate(cards):
        if card.id == identity:
            del cards[position]
            return
    raise KeyError(f"no card {identity} in the zone it should leave")


def _deck(player: Player, zone: str) -> Deck:
    return player.main_deck if zone == "main_deck" else player.rune_deck


def take_from_deck(deck: Deck, card: Card, position: str | None) -> None:
    """Take a card out of a deck from where it lies in the deck's description."""
    match position:
        case "top":
            _take(deck.top, card.id)
        case "bottom":
            for group in deck.bottom:
                if any(other.id == card.id for other in group):
                    _take(group, card.id)
            deck.bottom = [group for group in deck.bottom if group]
        case "middle":
            left = deck.middle[card.card] - 1
            if left:
                deck.middle[card.card] = left
            else:
                del deck.middle[card.card]
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


def put_card(player: Player, zone: str, card: Card, position: str | None) -> None:
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


@case(ev.CardMoved)
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
            take_from_deck(_deck(player, event.source), event.card, event.from_position)
        case "chain" | "board" | "facedown":
            pass  # the event beside this one takes it away
    put_card(player, event.target, event.card, event.to_position)
    if event.verb == "draw":
        player_facts(table, event.player).drawn += 1
    elif event.verb == "discard":
        player_facts(table, event.player).discarded += 1


@case(ev.DeckShuffled)
def _deck_shuffled(table: Table, event: ev.DeckShuffled) -> None:
    deck = _deck(table.player(event.player), event.deck)
    for card in [*deck.top, *(card for group in deck.bottom for card in group)]:
        if card.card == "unknown":
            deck.count = None if deck.count is None else deck.count + 1
        else:
            deck.middle[card.card] = deck.middle.get(card.card, 0) + 1
    deck.top = []
    deck.bottom = []


@case(ev.FaceSeen)
def _face_seen(table: Table, event: ev.FaceSeen) -> None:
    for player in table.board.players.values():
        zones = [
            player.hand,
            player.trash,
            player.banished,
            player.main_deck.top,
            player.rune_deck.top,
        ]
        for zone in zones:
            for place, card in enumerate(zone):
                if card.id == event.id:
                    zone[place] = replace(card, card=event.card)
                    return
        if player.champion is not None and player.champion.id == event.id:
            player.champion = replace(player.champion, card=event.card)
            return
    for facedown, _ in table.facedown():
        if facedown.id == event.id:
            facedown.card = event.card
            return
    raise KeyError(f"no card {event.id} whose face could be seen")


@case(ev.CardHidden)
def _card_hidden(table: Table, event: ev.CardHidden) -> None:
    owner = table.player(event.card.owner)
    if event.source == "hand":
        _take(owner.hand, event.card.id)
    elif event.source == "champion":
        owner.champion = None
    table.battlefields[event.at].facedown.append(event.card)


@case(ev.FacedownLeft)
def _facedown_left(table: Table, event: ev.FacedownLeft) -> None:
    battlefield = table.battlefields[event.at]
    battlefield.facedown = [card for card in battlefield.facedown if card.id != event.id]
    settle_below(table, f"facedown.{event.id}")
    if event.card is not None:
        put_card(table.player(event.owner), event.target, event.card, None)
