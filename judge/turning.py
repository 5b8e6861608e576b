"""Boards on which a fact is otherwise than an assumption has it (`sensitivity`).

For each path that an assumption may have, this says which other fact is put there: one, the
plainest that could matter. It writes no board: the document of one is read with the fact in it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec

from judge.board.canonical import canonical
from judge.board.faults import BoardError
from judge.board.reading import read_board
from judge.board.state import UNKNOWN, Board
from judge.modes.modes import MODES
from judge.ruling.ruling import Assumption

Document = dict[str, Any]


class Other(NamedTuple):
    """A board with another fact, what was put there, and the sentence that says so."""

    board: Board
    value: Any
    sentence: str


def turn(board: Board, assumption: Assumption) -> Other | None:
    """The board with another fact than the assumption has; None where no single one suggests
    itself, or the board would then mean nothing.
    """
    for pattern, way in _WAYS:
        found = re.fullmatch(pattern, assumption.path)
        if found is None:
            continue
        document: Document = msgspec.to_builtins(canonical(board))
        turned = way(document, assumption, *found.groups())
        if turned is None:
            return None
        value, sentence = turned
        document["defaulted"] = [
            path
            for path in document.get("defaulted", [])
            if path != assumption.path and not path.startswith(f"{assumption.path}.")
        ]
        try:
            other = read_board(document).board
        except BoardError:
            return None
        return Other(other, value, sentence)
    return None


_Turned = tuple[Any, str] | None
_Way = Callable[..., _Turned]


def _points(document: Document, assumption: Assumption, player: str) -> _Turned:
    score = document.get("victory_score") or MODES[document.get("mode", "duel")].victory_score
    value = score - 1 if assumption.value != score - 1 else 0
    document["players"][player]["points"] = value
    return value, f"If {player} had {value} points:"


def _experience(document: Document, assumption: Assumption, player: str) -> _Turned:
    document["players"][player]["xp"] = 10
    return 10, f"If {player} had 10 XP:"


def _enough(document: Document, assumption: Assumption, player: str) -> _Turned:
    document["resources"] = "enough"
    return "enough", f"If {player} had enough resources:"


def _counted(document: Document, assumption: Assumption) -> _Turned:
    document["resources"] = "counted"
    return "counted", "If only the resources on the board counted:"


def _zone(document: Document, assumption: Assumption, player: str, zone: str) -> _Turned:
    cards = document["players"][player].setdefault(zone, [])
    cards.append({"id": _unused(document), "card": UNKNOWN})
    names = {"hand": "hand", "trash": "trash", "banished": "banishment"}
    return 1, f"If there were one card more in {player}'s {names[zone]}:"


def _deck(document: Document, assumption: Assumption, player: str, deck: str) -> _Turned:
    """A deck of unknown size is empty, one that is empty holds three cards more."""
    held = document["players"][player].setdefault(deck, {})
    name = deck.replace("_", " ")
    if assumption.value is None:
        held.pop("middle", None)
        held["count"] = 0
        return 0, f"If {player}'s {name} held no more cards:"
    held["count"] = (held.get("count") or 0) + 3
    return 3, f"If {player}'s {name} held three cards more:"


def _happened(player: str) -> Document:
    """One of each of the facts that a turn keeps of a player."""
    return {
        "finalized": [
            {"id": f"{player}:{kind}", "card": UNKNOWN, "types": [kind]}
            for kind in ("Unit", "Spell", "Gear")
        ],
        "played": {"Unit": 1, "Spell": 1, "Gear": 1},
        "energy_spent": 1,
        "power_spent": 1,
        "drawn": 1,
        "discarded": 1,
        "xp_gained": 1,
        "died": 1,
    }


def _this_turn(document: Document, assumption: Assumption) -> _Turned:
    facts = document.setdefault("this_turn", {})
    facts["players"] = {player: _happened(player) for player in document["players"]}
    facts["objects"] = {
        _reference(thing): {"moves": 1, "conquests": 1} for thing in _objects(document)
    }
    return "one of each", (
        "If each player had played a card of each type this turn, had drawn, discarded and lost a "
        "unit, and each object had moved:"
    )


def _of_a_player(document: Document, assumption: Assumption, player: str, key: str) -> _Turned:
    """A fact of the turn that the board leaves out of a player."""
    value = _happened(player).get(key)
    if value is None or player not in document["players"]:
        return None
    facts = document.setdefault("this_turn", {}).setdefault("players", {})
    facts.setdefault(player, {})[key] = value
    said = "a card of each type" if key in ("finalized", "played") else "1"
    return value, f"If {key} of {player} were {said} this turn:"


def _passed(document: Document, assumption: Assumption, what: str) -> _Turned:
    window = document.setdefault("window", {})
    holder = window.get("priority" if what == "passed" else "focus")
    others = [name for name in document["order"] if name != holder]
    value = [] if assumption.value else others
    window[what] = value
    who = " and ".join(value) or "nobody"
    return value, f"If {who} had passed in sequence before:"


def _holder(document: Document, assumption: Assumption, what: str) -> _Turned:
    window = document.setdefault("window", {})
    other = _next(document, assumption.value)
    window[what] = other
    if document.get("showdown") is not None and document.get("chain") is None:
        window["priority"] = window["focus"] = other
    return other, f"If {other} had {what.capitalize()}:"


def _turn_number(document: Document, assumption: Assumption) -> _Turned:
    number = document["turn"].get("number", 1) + 1
    document["turn"]["number"] = number
    return number, f"If this were turn {number}:"


def _turns_begun(document: Document, assumption: Assumption, player: str | None) -> _Turned:
    """Of the player that the path names; where it names none, nobody's turns are given."""
    value = 2 if assumption.value == 1 else 1
    for name in document["players"] if player is None else [player]:
        document["turn"].setdefault("begun", {})[name] = value
    who = player or "each player"
    return value, f"If {who} had begun {value} turn{'s' if value > 1 else ''}:"


def _first_player(document: Document, assumption: Assumption) -> _Turned:
    other = _next(document, assumption.value)
    document["first_player"] = other
    return other, f"If {other} had had the first turn:"


def _exhausted(document: Document, assumption: Assumption, named: str) -> _Turned:
    for thing in _objects(document):
        if thing["id"] == named:
            thing["exhausted"] = not assumption.value
            return not assumption.value, f"If {named} were {_ready(assumption.value)}:"
    return None


def _ready(exhausted: bool) -> str:
    return "ready" if exhausted else "exhausted"


def _damage(document: Document, assumption: Assumption, named: str) -> _Turned:
    for thing in _objects(document):
        if thing["id"] == named and thing.pop("damage", None):
            return {}, f"If no damage were marked on {named}:"
    return None


def _scored(document: Document, assumption: Assumption, place: str) -> _Turned:
    player = document["turn"]["player"]
    value = {} if assumption.value else {player: "conquer"}
    _battlefield(document, place)["scored"] = value
    who = f"{player} had" if value else "nobody had"
    return value, f"If {who} scored {place} this turn:"


def _contested(document: Document, assumption: Assumption, place: str) -> _Turned:
    other = _next(document, assumption.value)
    _battlefield(document, place)["contested_by"] = other
    return other, f"If {other} had contested {place}:"


def _hidden_since(document: Document, assumption: Assumption, named: str) -> _Turned:
    number = document["turn"].get("number", 1)
    for battlefield in document.get("battlefields", []):
        for card in battlefield.get("facedown", []):
            if card["id"] == named:
                card["since"] = number
                return number, f"If {named} had been hidden this turn:"
    return None


def _flag(document: Document, assumption: Assumption, part: str, key: str) -> _Turned:
    if document.get(part) is None:
        return None
    value = not assumption.value
    document[part][key] = value
    return value, f"If {part}.{key} were {'true' if value else 'false'}:"


def _battlefields(document: Document, assumption: Assumption, key: str) -> _Turned:
    value = [] if assumption.value else [each["id"] for each in document["battlefields"]]
    document["turn"][key] = value
    return value, f"If turn.{key} were {', '.join(value) or 'none'}:"


def _occupied(document: Document, assumption: Assumption, key: str) -> _Turned:
    places = [] if assumption.value else [each["id"] for each in document["battlefields"]]
    value = {place: list(document["order"]) for place in places}
    document["turn"][key] = value
    return value, f"If units of all players had been at {', '.join(places) or 'no battlefield'}:"


def _opened_by(document: Document, assumption: Assumption) -> _Turned:
    if document.get("chain") is None:
        return None
    value = "play" if assumption.value == "trigger" else "trigger"
    document["chain"]["opened_by"] = value
    by = {"play": "playing a card", "trigger": "a trigger"}
    return value, f"If the chain had been opened by {by[value]}:"


#: by path of the assumption; the first that fits
_WAYS: list[tuple[str, _Way]] = [
    (r"players\.([^.]+)\.points", _points),
    (r"players\.([^.]+)\.xp", _experience),
    (r"players\.([^.]+)\.(?:base|runes|pool)", _enough),
    (r"players\.([^.]+)\.(hand|trash|banished)", _zone),
    (r"players\.([^.]+)\.(main_deck|rune_deck)(?:\.count)?", _deck),
    (r"resources", _counted),
    (r"this_turn(?:\.(?:players|objects))?", _this_turn),
    (r"this_turn\.players\.([^.]+)\.(\w+)", _of_a_player),
    (r"window\.(passed|focus_passed)", _passed),
    (r"window\.(priority|focus)", _holder),
    (r"turn\.number", _turn_number),
    (r"turn\.begun(?:\.(.+))?", _turns_begun),
    (r"first_player", _first_player),
    (r"objects\.(.+)\.exhausted", _exhausted),
    (r"objects\.(.+)\.damage\.by", _damage),
    (r"battlefields\.([^.]+)\.scored", _scored),
    (r"battlefields\.([^.]+)\.contested_by", _contested),
    (r"facedown\.(.+)\.since", _hidden_since),
    (r"(combat)\.(recalled)", _flag),
    (r"(turn)\.(items_processed)", _flag),
    (r"turn\.(teammate_controlled)", _battlefields),
    (r"turn\.(occupied)", _occupied),
    (r"chain\.opened_by", _opened_by),
]


def _next(document: Document, player: Any) -> str:
    """The player after another in turn order; the first where nobody is named."""
    order: list[str] = document["order"]
    return order[(order.index(player) + 1) % len(order)] if player in order else order[0]


def _battlefield(document: Document, place: str) -> Document:
    found: Document = next(each for each in document["battlefields"] if each["id"] == place)
    return found


def _objects(document: Document) -> Iterator[Document]:
    """Every object on the board."""
    for player in document["players"].values():
        yield from player.get("base", [])
        yield from player.get("legends", [])
        if player.get("legend") is not None:
            yield player["legend"]
    for battlefield in document.get("battlefields", []):
        yield from battlefield.get("units", [])


def _reference(thing: Document) -> str:
    generation = thing.get("generation", 1)
    return str(thing["id"]) if generation == 1 else f"{thing['id']}@{generation}"


def _unused(document: Document) -> str:
    """An id that stands nowhere in the document."""
    text = msgspec.json.encode(document).decode()
    count = 1
    while f'"more{count}"' in text:
        count += 1
    return f"more{count}"
