"""Writing what game actions link, change or show: attachment, statuses, XP, cards that are seen."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from judge.board import events as ev
from judge.board.applying_objects import relocate
from judge.board.applying_zones import take_from_deck
from judge.board.cases import case, named_objects, object_facts, player_facts, settle
from judge.board.state import Card, FacedownCard
from judge.board.table import Table, reference, split_reference


@case(ev.Attached)
def _attached(table: Table, event: ev.Attached) -> None:
    gear, bearer = named_objects(table, [event.ref, event.to])
    gear.attached_to = bearer.id
    settle(table, f"objects.{gear.id}.attached_to")
    if event.since is not None:
        gear.since = event.since
    relocate(table, gear, event.at)
    facts = object_facts(table, reference(bearer))
    if event.ref not in facts.attached:
        facts.attached.append(event.ref)


@case(ev.Detached)
def _detached(table: Table, event: ev.Detached) -> None:
    (gear,) = named_objects(table, [event.ref])
    gear.attached_to = None
    if event.since is not None:
        gear.since = event.since


@case(ev.Empowered)
def _empowered(table: Table, event: ev.Empowered) -> None:
    for thing in named_objects(table, event.refs):
        thing.empowered += 1
        if event.since is not None:
            thing.text_since["empowered"] = event.since


@case(ev.TextBecameActive)
def _text_became_active(table: Table, event: ev.TextBecameActive) -> None:
    (thing,) = named_objects(table, [event.ref])
    thing.text_since[event.text] = event.since


@case(ev.Disempowered)
def _disempowered(table: Table, event: ev.Disempowered) -> None:
    for thing in named_objects(table, event.refs):
        thing.empowered = 0


@case(ev.BuffSpent)
def _buff_spent(table: Table, event: ev.BuffSpent) -> None:
    (thing,) = named_objects(table, [event.ref])
    if event.amount > thing.buffs:
        raise ValueError(f"{event.ref} has fewer buffs than are spent")
    thing.buffs -= event.amount


@case(ev.ObjectControlChanged)
def _object_control_changed(table: Table, event: ev.ObjectControlChanged) -> None:
    (thing,) = named_objects(table, [event.ref])
    thing.controller = event.player
    settle(table, f"objects.{thing.id}.controller")


@case(ev.ExperienceGained)
def _experience_gained(table: Table, event: ev.ExperienceGained) -> None:
    table.player(event.player).xp += event.amount
    player_facts(table, event.player).xp_gained += event.amount


@case(ev.ExperienceSpent)
def _experience_spent(table: Table, event: ev.ExperienceSpent) -> None:
    player = table.player(event.player)
    if event.amount > player.xp:
        raise ValueError("spending more XP than there is")
    player.xp -= event.amount


@case(ev.PointsLost)
def _points_lost(table: Table, event: ev.PointsLost) -> None:
    for name in table.sharing_points(event.player):
        table.player(name).points -= event.amount


@case(ev.CardSeen)
def _card_seen(table: Table, event: ev.CardSeen) -> None:
    player = table.player(event.player)
    deck = player.main_deck if event.deck == "main_deck" else player.rune_deck
    take_from_deck(deck, event.card, event.from_position)
    deck.top.append(event.card)


def _held(table: Table, player: str, zone: ev.ZoneName) -> list[Card]:
    """The cards of a zone in which cards can be looked at."""
    held = table.player(player)
    match zone:
        case "hand":
            return held.hand
        case "main_deck":
            return held.main_deck.top
        case "rune_deck":
            return held.rune_deck.top
    raise ValueError(f"nobody looks at cards in {zone}")


def _show(
    table: Table, player: str, zone: ev.ZoneName, refs: Iterable[str], to: Iterable[str]
) -> None:
    # what a card says of its being shown may have taken it away at once (370.1.b.1)
    wanted = {split_reference(ref)[0] for ref in refs}
    if zone == "facedown":
        for facedown, _ in table.facedown():
            if facedown.id in wanted:
                facedown.known_to = _shown(facedown, to, facedown.controller)
        return
    held = _held(table, player, zone)
    for place, card in enumerate(held):
        if card.id in wanted:
            known_to = _shown(card, to, player if zone == "hand" else None)
            held[place] = replace(card, known_to=known_to)


def _shown(card: Card | FacedownCard, to: Iterable[str], keeper: str | None) -> list[str]:
    """Who may look at a card that is shown. `keeper`: who looks at it in any case, the owner of a
    hand and the controller of a facedown card.
    """
    return sorted({*card.known_to, *(name for name in to if name != keeper)})


@case(ev.CardsLooked)
def _cards_looked(table: Table, event: ev.CardsLooked) -> None:
    _show(table, event.player, event.zone, event.refs, [event.by])


@case(ev.CardsRevealed)
def _cards_revealed(table: Table, event: ev.CardsRevealed) -> None:
    refs = [card.id for card in event.cards]
    _show(table, event.player, event.zone, refs, table.board.players)
