"""What a text reads of a player that a board may leave out: each such default is said."""

from __future__ import annotations

from typing import Any

from judge.actions.objects import assume_ready
from judge.board.state import UNKNOWN, GameObject
from judge.board.table import reference
from judge.effects import notation as n
from judge.effects.context import Context
from judge.effects.whereabouts import is_side
from judge.effects.zones import PUBLIC, asks_face
from judge.ruling.run import Run

_READINESS = frozenset({"ready", "exhausted"})
#: states that a board may leave out, with what is taken then
_MARKS: dict[n.State, Any] = {"stunned": False, "empowered": 0}
#: what a zone is taken to hold that a board leaves out, by the key of a player
_LEFT_OUT: dict[str, tuple[str, Any, str]] = {
    "hand": ("hand", [], "hand is taken as empty"),
    "trash": ("trash", [], "trash is taken as empty"),
    "banishment": ("banished", [], "banishment is taken as empty"),
    "champion_zone": ("champion", None, "Champion Zone is taken as empty"),
}


def assume_zone(run: Run, player: str, zone: n.Zone) -> None:
    """Record that a text looked into a zone of which the board says nothing."""
    if zone in _LEFT_OUT:
        key, value, words = _LEFT_OUT[zone]
        run.assume_default(f"players.{player}.{key}", value, f"{player}'s {words}.")


def assume_runes(run: Run, selector: n.Selector, context: Context) -> None:
    """Record that a text looked for runes of players whose runes a board may leave out."""
    if selector.kind == "rune":
        for name in run.board.players:
            if is_side(run, selector, context, name):
                run.assume_default(
                    f"players.{name}.runes", [], f"{name} is taken to have no runes."
                )


def assume_states(run: Run, selector: n.Selector, thing: GameObject, lacking: list[str]) -> None:
    """Record that a text asked whether something is ready, stunned or Empowered, where nothing else
    decides whether it is meant; a ruling need not speak of what is passed over. `lacking`: what it
    lacks of what is asked for.
    """
    asked: set[str] = {state for state in selector.state if state in _READINESS}
    asked |= {f"not {state}" for state in selector.not_state if state in _READINESS}
    if asked and asked.issuperset(lacking) and not thing.exhausted:
        assume_ready(run, reference(thing))

    for mark, value in _MARKS.items():
        named = mark in selector.state or mark in selector.not_state
        if named and {mark, f"not {mark}"}.issuperset(lacking) and not getattr(thing, mark):
            path = f"objects.{reference(thing).partition('@')[0]}.{mark}"
            run.assume_default(path, value, f"{reference(thing)} is taken not to be {mark}.")


def assume_others(run: Run, player: str, zone: str) -> None:
    """Record that a text asks what lies in a public zone, where the board leaves faces out."""
    if zone in PUBLIC:
        key, _, _ = _LEFT_OUT[zone]
        words = f"No card of unknown face in {player}'s {zone.replace('_', ' ')} is taken to fit."
        run.assume(f"players.{player}.{key}", UNKNOWN, words)


def assume_no_payment(run: Run, player: str, what: n.Selector) -> None:
    """Record that no card of unknown face in a player's hand is taken to be one to pay a cost with
    that asks for cards of a kind. Who pays with one shows it, and could have said which it is.
    """
    hand = run.table.player(player).hand
    if what.zone == "hand" and asks_face(what) and any(card.card == UNKNOWN for card in hand):
        words = f"No card of unknown face in {player}'s hand is taken to be one to pay with."
        run.assume(f"players.{player}.hand", UNKNOWN, words, audience=player)


def number_of(run: Run, player: str, key: str) -> int:
    """The points or the XP of a player, which a board may leave out."""
    words = f"{player} is taken to have no {'points' if key == 'points' else 'XP'}."
    run.assume_default(f"players.{player}.{key}", 0, words)
    number: int = getattr(run.table.player(player), key)
    return number
