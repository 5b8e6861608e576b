"""Setups of every mode: decks drawn from all the modelled cards, and preset ones.

`drawn_setup(mode, seed)`: which cards a deck gets goes through a shuffled list of all of them, from
seed to seed a piece further, so that each card comes up as often as any other of its domains.
"""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import msgspec

from judge.effects.notation import CardDefinition
from judge.modes.modes import MODES
from tests.selfplay.decks import modelled_cards, modelled_setup, vanilla_setup

#: the kinds of deck that can be asked for
KINDS = ("drawn", "vanilla", "modelled")
#: of eight games six are of drawn decks
SHARES = ("drawn", "drawn", "drawn", "vanilla", "drawn", "drawn", "drawn", "modelled")
#: different cards of a Main Deck beside its champion and its signature
KINDS_IN_DECK = 21


@cache
def _pool(cycle: int) -> tuple[CardDefinition, ...]:
    """The cards that a Main Deck may hold, in an order of its own for each cycle."""
    found = [card for card in modelled_cards() if {"Unit", "Spell", "Gear"} & set(card.types)]
    random.Random(f"cycle {cycle}").shuffle(found)
    return tuple(found)


@cache
def _named(kind: str) -> tuple[CardDefinition, ...]:
    return tuple(card for card in modelled_cards() if kind in card.types)


def _turn_by_turn(cards: list[CardDefinition], place: int, count: int) -> list[CardDefinition]:
    """`count` of the cards from a place on, round and round."""
    return [cards[(place + each) % len(cards)] for each in range(min(count, len(cards)))]


def _deck(
    number: int, legend: CardDefinition, fields: list[str]
) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """A deck for a legend; and the legend as it has to be, where none of its champions is modelled,
    or for the signatures of a legend that is not: it keeps its text and gets the tags of another's.
    """
    size = len(_pool(0))
    cycle, place = divmod(number * KINDS_IN_DECK * 2, size)
    main = [card for card in _pool(cycle) if set(card.domains) <= set(legend.domains)]
    # the same share of the way through the cards of these domains
    place = place * len(main) // size
    champions = [card for card in main if card.supertype == "Champion"]
    signatures = [card for card in main if card.supertype == "Signature"]
    own = [card for card in champions if set(card.tags) & set(legend.tags)]
    its = [card for card in signatures if set(card.tags) & set(legend.tags)]
    if number % 4 == 3 and signatures:
        own, its = [], [signatures[number // 4 % len(signatures)]]
    champion = (own or champions)[number % len(own or champions)]
    usual = [card for card in main if card not in (*signatures, champion)]
    drawn = [*_turn_by_turn(usual, place, KINDS_IN_DECK), *its[:1]]
    counts = {card.name: 1 if card.has("Unique") else 2 for card in drawn}
    counts[champion.name] = 1 if champion.has("Unique") else 3
    short = 40 - sum(counts.values())
    for card in _turn_by_turn(usual, place + KINDS_IN_DECK, max(0, short)):
        counts[card.name] = 1
    deck = {
        "legend": legend.name,
        "champion": champion.name,
        "main": counts,
        "runes": {f"{domain} Rune": 6 for domain in legend.domains},
        "battlefields": fields,
    }
    if own:
        return deck, None
    document = {key: part for key, part in msgspec.to_builtins(legend).items() if key != "name"}
    return deck, {
        **document,
        "tags": sorted({*champion.tags, *(tag for card in its for tag in card.tags)}),
    }


def drawn_setup(mode: str, seed: int) -> dict[str, Any]:
    """A game of decks drawn from all the modelled cards."""
    rng = random.Random(f"setup {mode} {seed}")
    names = "ABCD"[: MODES[mode].players]
    legends = list(_named("Legend"))
    random.Random(f"legends {seed * len(names) // len(legends)}").shuffle(legends)
    fields = [card.name for card in _named("Battlefield")]
    random.Random(f"fields {seed * 3 * len(names) // len(fields)}").shuffle(fields)
    inline: dict[str, Any] = {}
    decks: dict[str, Any] = {}
    for place, name in enumerate(names):
        number = seed * len(names) + place
        legend = legends[number % len(legends)]
        own = [fields[(number * 3 + each) % len(fields)] for each in range(3)]
        decks[name], changed = _deck(number, legend, own)
        if changed is not None:
            inline[legend.name] = changed
    return _seated({"mode": mode, "decks": decks, "cards": inline}, rng)


def preset_setup(mode: str, seed: int, kind: str) -> dict[str, Any]:
    """A game of units without text but keywords (`vanilla`), or of two fixed decks (`modelled`)."""
    rng = random.Random(f"setup {mode} {seed}")
    setup = vanilla_setup(mode)
    if kind == "modelled":
        fixed = modelled_setup()
        decks = [fixed["decks"]["A"], fixed["decks"]["B"]]
        names = sorted(setup["decks"])
        others = {**decks[0], "legend": "Far Dusk"}, {**decks[1], "legend": "Far Noon"}
        decks += [
            {**deck, "battlefields": setup["decks"][name]["battlefields"]}
            for deck, name in zip(others, "CD", strict=False)
            if name in setup["decks"]
        ]
        legends = [fixed["cards"][deck["legend"]] for deck in decks[:2]]
        setup["cards"] = {
            **setup["cards"],
            **fixed["cards"],
            **dict(zip(("Far Dusk", "Far Noon"), legends, strict=True)),
        }
        setup["decks"] = dict(zip(names, decks, strict=False))
    return _seated(setup, rng)


def _seated(setup: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """The setup with seats by chance, and teams where the mode has them."""
    names = sorted(setup["decks"])
    if len(names) > 2:
        setup["order"] = rng.sample(names, len(names))
    if MODES[setup["mode"]].teams:
        # those whose legends and battlefields differ, in every deck that there is (489.8.h)
        setup["teams"] = [["A", "C"], ["B", "D"]]
    if rng.random() < 0.3:
        setup["first_player"] = rng.choice(names)
    return setup


def setup_for(mode: str, seed: int, kind: str | None = None) -> dict[str, Any]:
    """The setup of a seed; where no kind of deck is asked for, most are drawn."""
    chosen = kind or SHARES[seed % len(SHARES)]
    return drawn_setup(mode, seed) if chosen == "drawn" else preset_setup(mode, seed, chosen)
