"""A small catalogue of invented cards, so that these tests stand on nothing but the notation."""

from __future__ import annotations

from typing import Any

from judge.effects.catalogue import Catalogue
from judge.effects.linting import decode_definition

_UNIT_TARGET = {"kind": "unit"}

_CARDS: list[dict[str, Any]] = [
    *(
        {"name": f"{domain} Rune", "types": ["Rune"], "supertype": "Basic", "domains": [domain]}
        for domain in ("Fury", "Calm", "Mind", "Body", "Chaos", "Order")
    ),
    {"name": "Crooked Rune", "types": ["Rune"], "domains": ["Fury", "Calm"]},
    {"name": "Ember Fox", "types": ["Unit"], "domains": ["Fury"], "energy": 2, "might": 3},
    {"name": "Stone Ox", "types": ["Unit"], "energy": 4, "might": 5, "keywords": {"Shield": 1}},
    {"name": "Nima, Starlit", "types": ["Unit"], "energy": 3, "might": 2},
    {"name": "Nima, Moonlit", "types": ["Unit"], "energy": 3, "might": 3},
    {
        "name": "Oru, Patient",
        "types": ["Unit"],
        "supertype": "Champion",
        "energy": 5,
        "might": 4,
        "set": "TST",
        "number": 7,
        "aliases": ["The Patient One"],
        "abilities": [
            {
                "kind": "triggered",
                "when": "attack",
                "chooses": {"foe": _UNIT_TARGET},
                "does": [{"do": "deal", "amount": 1, "to": "foe"}],
            },
            {"kind": "activated", "cost": {"exhaust": "me"}, "does": [{"do": "draw"}]},
            {
                "kind": "activated",
                "cost": {"exhaust": "me"},
                "does": [{"do": "add", "energy": 1}],
            },
        ],
    },
    {"name": "Señor Búho", "types": ["Unit"], "energy": 1, "might": 1, "keywords": {"Unique": 1}},
    {"name": "Tin Crown", "types": ["Gear"], "energy": 1, "might_bonus": 1, "tags": ["Equipment"]},
    {
        "name": "Spark",
        "types": ["Spell"],
        "energy": 1,
        "chooses": {"target": _UNIT_TARGET},
        "does": [{"do": "deal", "amount": 2, "to": "target"}],
    },
    {
        "name": "Twin Spark",
        "types": ["Spell"],
        "energy": 2,
        "chooses": {"first": _UNIT_TARGET, "second": _UNIT_TARGET},
        "does": [
            {"do": "deal", "amount": 1, "to": "first"},
            {"do": "deal", "amount": 1, "to": "second"},
        ],
    },
    {"name": "Quiet Word", "types": ["Spell"], "energy": 1, "does": [{"do": "draw"}]},
    {
        "name": "Riddle",
        "types": ["Spell"],
        "energy": 1,
        "text": "unmodelled",
        "clauses": ["all of it"],
    },
    {"name": "Wisp", "types": ["Unit"], "might": 1, "token": True},
    {"name": "The Lamplighter", "types": ["Legend"], "domains": ["Fury", "Calm"]},
    {"name": "Old Mill", "types": ["Battlefield"]},
    {"name": "High Ford", "types": ["Battlefield"]},
    {"name": "Miller's Rest", "types": ["Battlefield"]},
]

CATALOGUE = Catalogue([decode_definition(card) for card in _CARDS], "invented")

UNITS = ["Ember Fox", "Stone Ox", "Nima, Starlit", "Nima, Moonlit", "Oru, Patient", "Señor Búho"]
SPELLS = ["Spark", "Twin Spark", "Quiet Word", "Riddle"]
RUNES = [f"{domain} Rune" for domain in ("Fury", "Calm", "Mind", "Body", "Chaos", "Order")]
BATTLEFIELDS = ["Old Mill", "High Ford", "Miller's Rest"]
#: cards of a Main Deck
MAIN = [*UNITS, *SPELLS, "Tin Crown"]
