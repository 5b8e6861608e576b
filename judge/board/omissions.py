"""What a typed board leaves out of what lies on the table, and is taken not to be there.

A person lists what is there: the units, the damage, the item on the chain. That there is nothing
else is seldom typed, and every step goes on from it. So the keys left out are noted among the
defaults of the board, unless the board says that it is `complete`; those of a mode, an order or a
window, which are derived from the rest, are as well. A ruling names them in one assumption
(`judge.unsaid`). Defaults of which a step can say by itself that it branched on them (points, what
happened this turn, whether a thing is exhausted) are noted where the rest is expanded, and are
assumptions of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from judge.board.draft import Draft
from judge.board.faults import Path
from judge.board.state import GameObject

_OF_BOARD = [
    "mode",
    "victory_score",
    "teams",
    "removed",
    "result",
    "showdown",
    "combat",
    "chain",
    "players",
    "battlefields",
    "effects",
    "resources",
]
_OF_PLAYER = ["base", "legend", "legends"]
_OF_DECK = ["top", "middle", "bottom"]
_OF_TURN = ("additional",)
_OF_ADDITIONAL = ["now", "queue", "resume_after"]
_OF_COMBAT = ["step", "next_task", "excess", "result", "ordinal"]
_OF_BATTLEFIELD = ["controller", "token", "contested_by", "units", "facedown", "replaced", "staged"]
_OF_FACEDOWN = ["controller", "owner", "cause", "known_to"]
#: of what can be a unit or a gear; runes and legends bear less
_OF_PERMANENT = [
    "controller",
    "owner",
    "stunned",
    "empowered",
    "buffs",
    "counters",
    "damage",
    "attached",
    "attached_to",
    "designation",
    "chosen",
    "linked",
    "copied",
]
_OF_LEGEND = ["empowered", "counters", "chosen", "linked"]
_OF_ITEM = [
    "kind",
    "played_by",
    "owner",
    "about",
    "chose",
    "paid",
    "origin",
    "permission",
    "alternative_cost",
    "follows",
    "leaves_to",
    "active",
    "pending",
]
_OF_CHOICES = ["targets", "modes", "to", "destinations", "groups", "x", "may", "names"]
_OF_PAID = ["energy", "power", "costs", "looked_back"]
_OF_EFFECT = [
    "kind",
    "affects",
    "open",
    "might",
    "keywords",
    "abilities",
    "prevent",
    "uses",
    "amounts",
    "bound",
    "until",
    "since",
]

#: defaults that a step names by itself when it branches on one: the last part of their paths
_BY_THEMSELVES = frozenset(
    [
        "points",
        "xp",
        "exhausted",
        "scored",
        "count",
        "main_deck",
        "rune_deck",
        "begun",
        "since",
        "targets",
        "had_attacker",
        "had_defender",
        "recalled",
        "items_processed",
        "opened_by",
    ]
)


def is_named_together(path: str) -> bool:
    """Whether a default is one of those that a ruling names in one assumption."""
    first, _, rest = path.partition(".")
    if first == "effects":
        return True
    return first != "this_turn" and (rest or first).rpartition(".")[2] not in _BY_THEMSELVES


def note_omissions(draft: Draft, tree: Any) -> None:
    """Add to the defaults of the board what the document, the plain `tree`, does not list. Every
    part has its id by then.
    """
    if not draft.document.complete:
        draft.defaulted |= set(_omissions(draft, tree))
    draft.board.defaulted = sorted(draft.defaulted)


def _omissions(draft: Draft, tree: Any) -> Iterator[str]:
    board = draft.board
    yield from _absent(tree, "", _OF_BOARD)
    turn = tree["turn"]
    yield from _absent(turn, "turn.", _OF_TURN)
    if "additional" in turn:
        yield from _absent(turn["additional"], "turn.additional.", _OF_ADDITIONAL)
    if isinstance(tree.get("combat"), dict):
        yield from _absent(tree["combat"], "combat.", _OF_COMBAT)
    if isinstance(tree.get("chain"), dict):
        yield from _absent(tree["chain"], "chain.", ["items"])
    typed = tree.get("players", {})
    for name, player in board.players.items():
        entry = typed.get(name, {})
        yield from _absent(entry, f"players.{name}.", _OF_PLAYER)
        if "runes" not in entry and not any(_is_rune(draft, thing) for thing in player.base):
            yield f"players.{name}.runes"
        yield from _of_pool(name, entry.get("pool"))
        for key in ("main_deck", "deck", "rune_deck"):
            if isinstance(entry.get(key), dict):
                deck = key if key == "rune_deck" else "main_deck"
                yield from _absent(entry[key], f"players.{name}.{deck}.", _OF_DECK)
        if player.legend is not None:
            place = draft.typed[id(player.legend)]
            yield from _absent(_at(tree, place), f"objects.{player.legend.id}.", _OF_LEGEND)
        yield from _of_objects(draft, tree, player.base)
        yield from _of_objects(draft, tree, player.legends)
    for battlefield in board.battlefields:
        entry = _at(tree, draft.typed[id(battlefield)])
        yield from _absent(entry, f"battlefields.{battlefield.id}.", _OF_BATTLEFIELD)
        yield from _of_objects(draft, tree, battlefield.units)
        for index, replaced in enumerate(entry.get("replaced", [])):
            part = f"battlefields.{battlefield.id}.replaced.{index}."
            yield from _absent(replaced, part, ["token"])
        for card in battlefield.facedown:
            entry = _at(tree, draft.typed[id(card)])
            yield from _absent(entry, f"facedown.{card.id}.", _OF_FACEDOWN)
    for item in board.chain.items if board.chain is not None else []:
        entry = _at(tree, draft.typed[id(item)])
        yield from _absent(entry, f"chain.{item.id}.", _OF_ITEM)
        for index, chose in enumerate(entry.get("chose", [])):
            yield from _absent(chose, f"chain.{item.id}.chose.{index}.", _OF_CHOICES)
        if isinstance(entry.get("paid"), dict):
            yield from _absent(entry["paid"], f"chain.{item.id}.paid.", _OF_PAID)
    for effect in board.effects:
        entry = _at(tree, draft.typed[id(effect)])
        yield from _absent(entry, f"effects.{effect.id}.", _OF_EFFECT)


def _of_objects(draft: Draft, tree: Any, things: list[GameObject]) -> Iterator[str]:
    for thing in things:
        if _is_rune(draft, thing):
            continue
        entry = _at(tree, draft.typed[id(thing)])
        yield from _absent(entry, f"objects.{thing.id}.", _OF_PERMANENT)


def _is_rune(draft: Draft, thing: GameObject) -> bool:
    definition = draft.definition(thing.card)
    return definition is not None and definition.is_rune


def _of_pool(name: str, pool: Any) -> Iterator[str]:
    if isinstance(pool, dict):
        yield from _absent(pool, f"players.{name}.pool.", ["energy", "power"])
    elif isinstance(pool, list) and not all("restriction" in unit for unit in pool):
        yield f"players.{name}.pool.restriction"


def _absent(entry: Any, prefix: str, keys: list[str] | tuple[str, ...]) -> Iterator[str]:
    """The keys that an entry does not have; a name or a count stands for one without any."""
    there = entry if isinstance(entry, dict) else {}
    for key in keys:
        if key not in there:
            yield f"{prefix}{key}"


def _at(tree: Any, place: Path) -> Any:
    """The entry at a place of the document; a name or a count for all that is further in."""
    for step in place:
        if isinstance(tree, str | int | None):
            return tree
        tree = tree[step]
    return tree
