"""Boards that grow in one thing: objects, cards in hand, chain items, effects on one object."""

from __future__ import annotations

from typing import Any

_UNIT: dict[str, Any] = {"types": ["Unit"], "energy": 2, "might": 2}
_SPELL: dict[str, Any] = {"types": ["Spell"], "energy": 1, "keywords": {"Reaction": 1}}
CARDS: dict[str, Any] = {
    "Field": {"types": ["Battlefield"]},
    "Plain": _UNIT,
    "Tool": {"types": ["Gear"], "energy": 1},
    "Ox": {**_UNIT, "keywords": {"Assault": 1, "Tank": 1}},
    "Herald": {
        **_UNIT,
        "abilities": [
            {
                "kind": "static",
                "affects": {"kind": "unit", "side": "friendly", "other": True},
                "changes": [{"change": "might", "amount": 1}],
            }
        ],
    },
    "Proud": {
        **_UNIT,
        "abilities": [
            {
                "kind": "static",
                "while": {"if": "is", "what": "me", "a": {"state": ["mighty"]}},
                "changes": [{"change": "keyword", "keyword": "Tank"}],
            }
        ],
    },
    "Gatherer": {
        **_UNIT,
        "abilities": [{"kind": "triggered", "when": "conquer", "does": [{"do": "gain_xp"}]}],
    },
    "Cheerer": {
        **_UNIT,
        "abilities": [
            {
                "kind": "triggered",
                "when": {
                    "event": "play",
                    "what": {"kind": "unit", "side": "friendly", "other": True},
                },
                "does": [{"do": "gain_xp"}],
            }
        ],
    },
    "Watcher": {
        **_UNIT,
        "abilities": [
            {"kind": "activated", "cost": {"exhaust": "me"}, "does": [{"do": "gain_xp"}]}
        ],
    },
    "Spark": {
        **_SPELL,
        "chooses": {"target": {"kind": "unit"}},
        "does": [{"do": "deal", "to": "target", "amount": 1}],
    },
    "Insight": {**_SPELL, "does": [{"do": "gain_xp"}]},
}


def board(
    units: list[str] | None = None,
    *,
    there: int = 0,
    hand: list[str] | None = None,
    runes: int = 6,
    **more: Any,
) -> dict[str, Any]:
    """A duel in A's Main Phase: A and B share the units by turns, in their bases; `there` of those
    of each lie at a battlefield of their own.
    """
    players: dict[str, Any] = {}
    fields = []
    for side, name in enumerate("AB"):
        own = [
            {"id": f"{name}{number}", "card": card}
            for number, card in enumerate((units or [])[side::2])
        ]
        players[name] = {
            "points": 1,
            "hand": [{"id": f"{name}h{n}", "card": c} for n, c in enumerate(hand or ["Plain"])],
            "main_deck": {"count": 20},
            "rune_deck": {"top": ["Fury Rune", "Fury Rune"], "count": 2},
            "runes": [{"id": f"{name}r{n}", "card": "Fury Rune"} for n in range(runes)],
            "base": own[there:],
        }
        field = {"id": f"w{name}", "card": "Field", "owner": name}
        if there:
            field |= {
                "controller": name,
                "units": [{**unit, "controller": name} for unit in own[:there]],
            }
        fields.append(field)
    return {
        "first_player": "A",
        "turn": {"player": "A", "number": 5, "begun": {"A": 3, "B": 2}},
        "cards": CARDS,
        "players": players,
        "battlefields": fields,
        **more,
    }


def with_chain(items: int) -> dict[str, Any]:
    """Spells of both players on the chain, each with a unit as its target."""
    document = board(["Plain"] * 20)
    document["chain"] = {
        "opened_by": "play",
        "items": [
            {
                "id": f"s{number}",
                "card": "Spark" if number % 2 else "Insight",
                "kind": "spell",
                "controller": "AB"[number % 2],
                "owner": "AB"[number % 2],
                "origin": "hand",
                "chose": [{"targets": {"target": [f"A{number}"]}}] if number % 2 else [],
            }
            for number in range(items)
        ],
    }
    return document


def with_effects(count: int) -> dict[str, Any]:
    """So many lasting effects on one unit."""
    document = board(["Plain"] * 12)
    document["effects"] = [
        {"id": f"e{number}", "controller": "A", "affects": ["A0"], "might": 1, "until": "turn"}
        for number in range(count)
    ]
    return document
