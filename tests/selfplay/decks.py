"""Decks for self-play: cards of our own invention, and real ones that the catalogue models."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from judge.effects.catalogue import standard_catalogue
from judge.effects.notation import CardDefinition
from judge.modes.modes import MODES

#: cards defined inline, so that nothing but the rules is at play
CARDS: dict[str, Any] = {
    "Plain Legend": {"types": ["Legend"], "domains": ["Fury", "Calm"], "tags": ["Nobody"]},
    "Other Legend": {"types": ["Legend"], "domains": ["Fury", "Calm"], "tags": ["Nobody"]},
    "First Field": {"types": ["Battlefield"]},
    "Second Field": {"types": ["Battlefield"]},
    "Third Field": {"types": ["Battlefield"]},
    "Far Field": {"types": ["Battlefield"]},
    "Wide Field": {"types": ["Battlefield"]},
    "Low Field": {"types": ["Battlefield"]},
    "Champion of Nobody": {
        "types": ["Unit"],
        "supertype": "Champion",
        "tags": ["Nobody"],
        "domains": ["Fury"],
        "energy": 4,
        "power": ["Fury"],
        "might": 5,
        "keywords": {"Accelerate": 1},
    },
    "Small Scout": {
        "types": ["Unit"],
        "domains": ["Calm"],
        "energy": 1,
        "might": 1,
        "keywords": {"Ganking": 1},
    },
    "Line Soldier": {"types": ["Unit"], "domains": ["Fury"], "energy": 2, "might": 2},
    "Wall Bearer": {
        "types": ["Unit"],
        "domains": ["Calm"],
        "energy": 3,
        "might": 3,
        "keywords": {"Tank": 1, "Shield": 1},
    },
    "Back Archer": {
        "types": ["Unit"],
        "domains": ["Calm"],
        "energy": 2,
        "might": 2,
        "keywords": {"Backline": 1},
    },
    "Charging Ox": {
        "types": ["Unit"],
        "domains": ["Fury"],
        "energy": 3,
        "might": 3,
        "keywords": {"Assault": 2},
    },
    "Quick Rider": {
        "types": ["Unit"],
        "domains": ["Fury"],
        "energy": 3,
        "power": ["Fury"],
        "might": 4,
        "keywords": {"Accelerate": 1},
    },
    "Lurker": {
        "types": ["Unit"],
        "domains": ["Calm"],
        "energy": 4,
        "might": 4,
        "keywords": {"Hidden": 1},
    },
    "Old Giant": {"types": ["Unit"], "domains": ["Fury"], "energy": 6, "might": 7},
    "Idle Anvil": {"types": ["Gear"], "domains": ["Fury"], "energy": 1},
}


COPIES = 3
#: more of one kind than a deck may hold of one name (103.2.b)
CARDS.update(
    {
        f"{name} II": CARDS[name]
        for name in (
            "Line Soldier",
            "Wall Bearer",
            "Back Archer",
            "Charging Ox",
            "Quick Rider",
            "Lurker",
        )
    }
)


def _spread(counts: dict[str, int]) -> dict[str, int]:
    """The counts over cards that differ in nothing but their names, up to 3 of each."""
    spread: dict[str, int] = {}
    for name, count in counts.items():
        spread[name] = min(count, COPIES)
        if count > COPIES:
            spread[f"{name} II"] = count - COPIES
    return spread


def vanilla_setup(mode: str = "duel") -> dict[str, Any]:
    """A game of units without text but keywords, every deck with 40 cards and 12 runes.

    Of four players in two teams the teammates sit across from each other.
    """
    main = {
        "Champion of Nobody": 3,
        "Small Scout": 3,
        "Line Soldier": 6,
        "Wall Bearer": 5,
        "Back Archer": 5,
        "Charging Ox": 5,
        "Quick Rider": 4,
        "Lurker": 4,
        "Old Giant": 3,
        "Idle Anvil": 2,
    }
    deck = {
        "legend": "Plain Legend",
        "champion": "Champion of Nobody",
        "main": _spread(main),
        "runes": {"Fury Rune": 6, "Calm Rune": 6},
        "battlefields": ["First Field", "Second Field", "Third Field"],
    }
    names = "ABCD"[: MODES[mode].players]
    setup: dict[str, Any] = {
        "mode": mode,
        "decks": dict.fromkeys(names, deck),
        "cards": CARDS,
    }
    if len(names) > 2:
        setup["order"] = list(names)
    if MODES[mode].teams:
        # teammates share neither legend nor battlefields (489.8.h, 489.8.i)
        own = {"legend": "Other Legend", "battlefields": ["Far Field", "Wide Field", "Low Field"]}
        setup["teams"] = [["A", "C"], ["B", "D"]]
        setup["decks"] |= {name: {**deck, **own} for name in "CD"}
    return setup


def modelled_setup() -> dict[str, Any]:
    """A duel of real cards with text: spells, triggers, gear that adds, battlefields that do
    something.
    """
    fury = {
        "Kai'Sa, Survivor": 1,
        "Void Seeker": 3,
        "Hextech Ray": 3,
        "Incinerate": 2,
        "Singularity": 2,
        "Cleave": 3,
        "Falling Star": 2,
        "Chemtech Enforcer": 3,
        "Legion Rearguard": 3,
        "Petty Officer": 3,
        "Rebuke": 2,
        "Consult the Past": 2,
        "Stupefy": 3,
        "Smoke Screen": 2,
        "Lecturing Yordle": 3,
        "Energy Conduit": 2,
        "Crackshot Corsair": 2,
        "Seal of Rage": 2,
        "Riptide Rex": 2,
    }
    order = {
        "Leona, Determined": 1,
        "Hidden Blade": 3,
        "Discipline": 3,
        "Block": 3,
        "Flash": 2,
        "Ride the Wind": 2,
        "Charm": 2,
        "Defy": 2,
        "Back to Back": 2,
        "Stalwart Poro": 3,
        "Solari Shieldbearer": 3,
        "Garen, Commander": 2,
        "Fight or Flight": 3,
        "Gust": 2,
        "Vengeance": 2,
        "Lunar Boon": 2,
        "Pit Rookie": 3,
        "Kinkou Monk": 2,
        "Taric, Protector": 2,
        "Wind Wall": 2,
    }
    # legends of every domain, so that texts meet which no real deck holds together
    legend = {"types": ["Legend"], "domains": ["Fury", "Calm", "Mind", "Body", "Chaos", "Order"]}
    return {
        "mode": "duel",
        "cards": {
            "Plain Voice": {**legend, "tags": ["Kai'Sa"]},
            "Plain Dawn": {**legend, "tags": ["Leona"]},
        },
        "decks": {
            "A": {
                "legend": "Plain Voice",
                "champion": "Kai'Sa, Survivor",
                "main": fury,
                "runes": {"Fury Rune": 5, "Mind Rune": 7},
                "battlefields": ["Trifarian War Camp", "Zaun Warrens", "Windswept Hillock"],
            },
            "B": {
                "legend": "Plain Dawn",
                "champion": "Leona, Determined",
                "main": order,
                "runes": {"Calm Rune": 4, "Order Rune": 4, "Chaos Rune": 4},
                "battlefields": ["Navori Fighting Pit", "Startipped Peak", "Amateur Recital"],
            },
        },
    }


DOMAINS = ("Fury", "Calm", "Mind", "Body", "Chaos", "Order")


def modelled_cards() -> list[CardDefinition]:
    """Every card of the catalogue whose text the engine reads whole, in order of the names."""
    cards = standard_catalogue()
    found = [cards[name] for name in sorted(cards.names())]
    return [card for card in found if card.text != "unmodelled" and not card.token and card.set]


def random_setup(seed: int) -> dict[str, Any]:
    """A duel of decks drawn from all the modelled cards, each of three domains.

    The legends keep their text and are of the domains and the tags that their decks need.
    """
    rng = random.Random(seed)
    legends = rng.sample([card for card in modelled_cards() if "Legend" in card.types], 2)
    fields = [card.name for card in modelled_cards() if "Battlefield" in card.types]
    inline: dict[str, Any] = {}
    decks: dict[str, Any] = {}
    for player, legend in zip("AB", legends, strict=True):
        domains = rng.sample(DOMAINS, 3)
        main = [
            card
            for card in modelled_cards()
            if {"Unit", "Spell", "Gear"} & set(card.types) and set(card.domains) <= set(domains)
        ]
        champion = rng.choice([card for card in main if card.supertype == "Champion"])
        signatures = [card for card in main if card.supertype == "Signature"]
        signature = rng.choice(signatures) if signatures else champion
        drawn = rng.sample([card for card in main if card not in (*signatures, champion)], 21)
        counts = {card.name: 1 if card.has("Unique") else 2 for card in drawn}
        counts |= {champion.name: 1 if champion.has("Unique") else 3, signature.name: 1}
        inline[legend.name] = {
            **{key: part for key, part in msgspec.to_builtins(legend).items() if key != "name"},
            "domains": domains,
            "tags": sorted({*champion.tags, *signature.tags}),
        }
        decks[player] = {
            "legend": legend.name,
            "champion": champion.name,
            "main": counts,
            "runes": {f"{domain} Rune": 4 for domain in domains},
            "battlefields": rng.sample(fields, 3),
        }
    return {"mode": "duel", "decks": decks, "cards": inline}
