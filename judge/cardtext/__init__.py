"""Notation and card text: the printer, which turns a definition into the game's own English (D7).

One function for each node of the notation and none for any card. A printed card is compared with
its official text after both are normalised; what differs then is a mistake of the entry, of the
printer, or a turn of phrase that the notation does not hold.
"""

from judge.cardtext.cards import (
    print_ability,
    print_card,
    print_change,
    print_condition,
    print_effect_text,
    print_instruction,
    print_selector,
    print_value,
)
from judge.cardtext.normalising import normalised
from judge.cardtext.scene import NotPrintable

__all__ = [
    "NotPrintable",
    "normalised",
    "print_ability",
    "print_card",
    "print_change",
    "print_condition",
    "print_effect_text",
    "print_instruction",
    "print_selector",
    "print_value",
]
