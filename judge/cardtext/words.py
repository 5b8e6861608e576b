"""The words for what the notation has a name for."""

from __future__ import annotations

KINDS = {
    "unit": "unit",
    "gear": "gear",
    "equipment": "Equipment",
    "permanent": "unit or gear",
    "rune": "rune",
    "legend": "legend",
    "battlefield": "battlefield",
    "spell": "spell",
    "ability": "ability",
    "spell_or_ability": "spell or ability",
    "card": "card",
    "facedown_card": "facedown card",
    "object": "object",
    "player": "player",
}

ZONES = {
    "hand": "hand",
    "trash": "trash",
    "main_deck": "Main Deck",
    "deck": "deck",
    "rune_deck": "rune deck",
    "banishment": "banishment",
    "champion_zone": "Champion Zone",
    "facedown_zone": "facedown zone",
    "chain": "chain",
}

TOGETHER = {
    "same_place": "at the same location",
    "one_per_place": "at each location",
    "same_controller": "with the same controller",
    "different_names": "with different names",
}

RANKS = {
    "highest_might": "with the highest Might",
    "lowest_might": "with the lowest Might",
    "highest_energy": "with the highest Energy cost",
    "lowest_energy": "with the lowest Energy cost",
}

#: Might and type of the tokens that texts play by name (187)
TOKENS = {
    "Recruit": (1, "unit"),
    "Sprite": (3, "unit"),
    "Sand Soldier": (2, "unit"),
    "Mech": (3, "unit"),
    "Bird": (1, "unit"),
    "Tentacle": (1, "unit"),
    "Shadow Clone": (0, "unit"),
    "Reflection": (0, "unit"),
    "Gold": (None, "gear"),
}

#: how long something lasts
DURATIONS = {
    "turn": "this turn",
    "combat": "this combat",
    "end_of_turn": "until end of turn",
    "your_next_turn": "until your next turn",
    "while_attached": "while this is attached",
    "until_i_leave": "until I leave the board",
    "unlimited": "",
}
#: states that a text does not say right before the noun
APART = frozenset(
    [
        *("alone", "one_on_one", "token", "facedown", "controlled", "mighty", "in_combat"),
        "conquered",
    ]
)

_WHERE = {
    "anywhere": "",
    "your_base": "in your base",
    "your_battlefield": "at a battlefield you control",
    "another_battlefield": "at a battlefield other than mine",
    "beside_its_own": "where its controller has a unit",
    "base_at_one_end": "in its base",
    "here": "here",
    "there": "there",
    "destination": "at its destination",
    "elsewhere": "at another location",
}


def where(place: str, *, many: bool) -> str:
    """Where things are."""
    if place == "battlefield":
        return "at battlefields" if many else "at a battlefield"
    if place == "base":
        return "in bases" if many else "in a base"
    return _WHERE[place]
