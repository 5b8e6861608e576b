"""The events of `judge.board.events_of_actions` in one plain sentence each."""

from __future__ import annotations

from api.describe.events import describes, zone_of
from api.describe.names import ZONES, Names, are, joined
from judge.board import events as ev


@describes(ev.Attached)
def _attached(event: ev.Attached, names: Names) -> str:
    where = names.place(event.at)
    return f"{names.thing(event.ref)} is attached to {names.thing(event.to)}, at {where}"


@describes(ev.Detached)
def _detached(event: ev.Detached, names: Names) -> str:
    return f"{names.thing(event.ref)} is detached from {names.thing(event.was)}"


@describes(ev.TextBecameActive)
def _text_became_active(event: ev.TextBecameActive, names: Names) -> str:
    return f"the text of {names.thing(event.ref)} behind {event.text} becomes active"


@describes(ev.Empowered)
def _empowered(event: ev.Empowered, names: Names) -> str:
    return f"{names.things(event.refs)} {are(event.refs)} Empowered"


@describes(ev.Disempowered)
def _disempowered(event: ev.Disempowered, names: Names) -> str:
    return f"{names.things(event.refs)} {are(event.refs)} Empowered no longer"


@describes(ev.BuffSpent)
def _buff_spent(event: ev.BuffSpent, names: Names) -> str:
    number = "a buff" if event.amount == 1 else f"{event.amount} buffs"
    return f"{number} on {names.thing(event.ref)} {are([''] * event.amount)} spent"


@describes(ev.ObjectControlChanged)
def _object_control_changed(event: ev.ObjectControlChanged, names: Names) -> str:
    return f"{event.player} takes control of {names.thing(event.ref)}"


@describes(ev.ExperienceGained)
def _experience_gained(event: ev.ExperienceGained, names: Names) -> str:
    return f"{event.player} gains {event.amount} XP"


@describes(ev.ExperienceSpent)
def _experience_spent(event: ev.ExperienceSpent, names: Names) -> str:
    return f"{event.player} spends {event.amount} XP"


@describes(ev.PointsLost)
def _points_lost(event: ev.PointsLost, names: Names) -> str:
    points = "a point" if event.amount == 1 else f"{event.amount} points"
    return f"{event.player} loses {points}"


@describes(ev.CardSeen)
def _card_seen(event: ev.CardSeen, names: Names) -> str:
    return f"the next card of {event.player}'s {ZONES[event.deck]} is {names.card(event.card)}"


@describes(ev.CardsLooked)
def _cards_looked(event: ev.CardsLooked, names: Names) -> str:
    number = "a card" if len(event.refs) == 1 else f"{len(event.refs)} cards"
    return f"{event.by} looks at {number} of {zone_of(event.zone, event.player)}"


@describes(ev.CardsRevealed)
def _cards_revealed(event: ev.CardsRevealed, names: Names) -> str:
    cards = joined([names.card(card) for card in event.cards]) or "nothing"
    return f"{event.player} reveals {cards} from {zone_of(event.zone, event.player)}"
