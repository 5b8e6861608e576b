"""Whether a board is as another was: by a digest of what makes it the same position (OP-20).

Left out is what a repetition changes and nothing asks for: ids and generations of objects, which
are counted anew, the number of the turn, when something began as long as the order is the same, and
what happened this turn, unless a text in play counts that.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from typing import Any

import msgspec

from judge.board.canonical import canonical
from judge.board.state import Board
from judge.board.table import Table
from judge.effects.catalogue import Catalogue

#: lists of a board that are sets of things with ids
_SETS = frozenset({"base", "units", "hand", "trash", "banished", "legends", "facedown"})
#: what is not part of a position
_LEFT_OUT = frozenset({"generation", "schema", "stable", "defaulted", "cards", "catalogue"})
#: words of the notation that count what happened this turn
_COUNTING = re.compile(
    rb'"(happened|finalized|played|legion|times_each_turn|first|nth|moved|died|this_turn)"'
)
#: no text counts further than this
_COUNTED = 10
_REFERENCE = re.compile(r"[^@/:]+")


def position(board: Board, catalogue: Catalogue) -> str:
    """The digest of a position, the same for boards that differ in nothing that matters."""
    document = _document(board, catalogue)
    names: dict[str, str] = {}
    ordered = _in_order(document, names)
    text = msgspec.json.encode(_renamed(ordered, names), order="sorted")
    return hashlib.sha256(text).hexdigest()[:16]


def shape(board: Board) -> tuple[Any, ...]:
    """What waits and for whom: the same at the same place of what goes round."""
    chain = board.chain.items if board.chain is not None else []
    return (
        board.turn.player,
        board.turn.phase,
        board.window.priority,
        board.window.focus,
        len(board.window.passed),
        board.showdown is not None,
        tuple(
            (item.kind, item.controller, item.card, item.of, (item.ability or "").split("/")[-1])
            for item in chain
        ),
    )


def quantities(board: Board) -> Counter[str]:
    """What there is on a board that can become more or less."""
    found: Counter[str] = Counter()
    for name, player in board.players.items():
        found[f"points of {name}"] = player.points
        found[f"XP of {name}"] = player.xp
        found[f"resources of {name}"] = sum(unit.amount for unit in player.pool)
        found[f"cards in the hand of {name}"] = len(player.hand)
        found[f"cards in the trash of {name}"] = len(player.trash)
        deck = player.main_deck
        middle = sum(deck.middle.values()) + (deck.count or 0)
        found[f"cards in the Main Deck of {name}"] = (
            len(deck.top) + middle + sum(map(len, deck.bottom))
        )
    table = Table(board)
    for thing, _ in table.everything():
        found[f"objects of {thing.controller}"] += 1
        found["damage"] += sum(thing.damage.values())
        found["buffs"] += thing.buffs
    found["Might that effects give"] = sum(
        effect.might * len(effect.affects or []) for effect in board.effects
    )
    found["lasting effects"] = len(board.effects)
    return found


def _document(board: Board, catalogue: Catalogue) -> dict[str, Any]:
    document: dict[str, Any] = msgspec.to_builtins(canonical(board))
    facts = document.pop("this_turn", {})
    document["modes"] = {
        key: used["modes"] for key, used in facts.get("uses", {}).items() if "modes" in used
    }
    if _counts_the_turn(board, catalogue):
        document["this_turn"] = _capped(facts)
    turn = document["turn"]
    number = turn.pop("number", 1)
    turn.pop("begun", None)
    for battlefield in document.get("battlefields", []):
        for card in battlefield.get("facedown", []):
            card["since"] = card.get("since", 0) == number
    return document


def _capped(facts: Any) -> Any:
    """What happened this turn, as far as a text can be expected to count it."""
    if isinstance(facts, dict):
        return {key: _capped(part) for key, part in facts.items()}
    if isinstance(facts, list):
        return [_capped(part) for part in facts[:_COUNTED]]
    return min(facts, _COUNTED) if type(facts) is int else facts


def _counts_the_turn(board: Board, catalogue: Catalogue) -> bool:
    """Whether a text in play, on the chain or of an effect asks what has happened this turn."""
    table = Table(board)
    names = {thing.name for thing, _ in table.everything()}
    names |= {battlefield.card for battlefield in board.battlefields}
    names |= {item.card or item.of or "" for item in table.items()}
    texts = [definition for name in sorted(names) if (definition := catalogue.get(name))]
    granted = [effect.abilities for effect in board.effects]
    return bool(_COUNTING.search(msgspec.json.encode([texts, granted])))


def _in_order(value: Any, names: dict[str, str], key: str = "") -> Any:
    """The document with its sets in an order that does not go by ids; `names` gets an id by the
    place in that order for each.
    """
    if isinstance(value, list):
        things = value
        if key in _SETS:
            things = sorted(value, key=_without_ids)
        return [_in_order(thing, names) for thing in things]
    if not isinstance(value, dict):
        return value
    if isinstance(value.get("id"), str):
        names.setdefault(value["id"], f"#{len(names)}")
    return {
        name: _in_order(part, names, name)
        for name, part in sorted(value.items())
        if name not in _LEFT_OUT
    }


def _without_ids(thing: Any) -> bytes:
    kept = {key: part for key, part in thing.items() if key not in ("id", *_LEFT_OUT)}
    return msgspec.json.encode(kept, order="sorted")


def _renamed(value: Any, names: dict[str, str]) -> Any:
    """The document with other ids, wherever one is named, alone or within a reference."""
    if isinstance(value, str):
        return _named_anew(value, names)
    if isinstance(value, list):
        return [_renamed(part, names) for part in value]
    if isinstance(value, dict):
        return {_named_anew(key, names): _renamed(part, names) for key, part in value.items()}
    return value


def _named_anew(text: str, names: dict[str, str]) -> str:
    bare, at, generation = text.partition("@")
    if at and bare in names:
        rest = "/".join(generation.split("/")[1:])
        return names[bare] + (f"/{rest}" if rest else "")
    return _REFERENCE.sub(lambda found: names.get(found[0], found[0]), text)
