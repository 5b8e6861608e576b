"""What performs each instruction of the notation, one module for each kind of thing it is done to.

A module registers its functions with `performs`; importing this package registers all of them.
"""

from judge.effects.performing import (
    abilities,
    attaching,
    cards,
    choosing,
    control,
    controlling,
    copying,
    experience,
    interceding,
    moves,
    naming,
    on_cards,
    on_items,
    on_objects,
    on_players,
    procedures,
    statuses,
    swapping,
    tokens,
    turns,
)
from judge.effects.performing.executing import execute
from judge.effects.performing.registry import PERFORMERS, performs

__all__ = [
    "PERFORMERS",
    "abilities",
    "attaching",
    "cards",
    "choosing",
    "control",
    "controlling",
    "copying",
    "execute",
    "experience",
    "interceding",
    "moves",
    "naming",
    "on_cards",
    "on_items",
    "on_objects",
    "on_players",
    "performs",
    "procedures",
    "statuses",
    "swapping",
    "tokens",
    "turns",
]
