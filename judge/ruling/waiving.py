"""What a caller may say where a ruling was refused, so that it goes on (D13).

A waiver stands under what the refusal was `about`. It is used only once that refusal has come, and
a ruling that rests on one says so.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from judge.board.faults import Fault
from judge.limits import ITERATIONS
from judge.ruling.actions import malformed

#: what is not modelled is passed over
NO_EFFECT = "no_effect"
#: the text is given in effect notation and used instead
NOTATION = "notation"
#: it is passed over, and what it did to the result is said
EDITS = "edits"
#: a fact that the board leaves out, as the caller knows it
FACT = "fact"
#: a loop is gone through that often, and left
ITERATIONS_OF = "iterations"

#: the verbs of an edit, and what may stand beside each
_VERBS: dict[str, tuple[str, ...]] = {
    "set": ("exhausted", "stunned", "damage", "buffs", "points", "xp"),
    "move": ("to",),
    "remove": ("to",),
}


class Edit(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """One change of the result, of a named object or player: one of `set`, `move`, `remove`.

    `{set: b1, damage: 2}` · `{set: A, points: 3}` · `{move: a1, to: west}` ·
    `{remove: b1, to: trash}`
    """

    #: an object or a player, whose facts beside it are as they stand here
    set: str | None = None
    #: an object that goes to a location: a battlefield, or `base` for its controller's Base
    move: str | None = None
    #: an object that leaves the board: killed to the trash, or to banishment, hand or main_deck
    remove: str | None = None
    to: str | None = None
    exhausted: bool | None = None
    stunned: bool | None = None
    #: the damage marked on it
    damage: int | None = None
    buffs: int | None = None
    points: int | None = None
    xp: int | None = None


class Waived(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """What is taken instead: exactly one of these."""

    #: of a card: what its text does, in effect notation (`keywords`, `chooses`, `does`,
    #: `abilities`, `effect_text`, `additional_costs`)
    notation: dict[str, Any] | None = None
    #: what it did to the result; they happen in this order once nothing else is to be done. Of a
    #: missing fact or a limit: what came of the whole action, which is not carried out
    edits: list[Edit] | None = None
    #: of a missing fact: what would stand on the board
    fact: Any = None
    #: of a loop: how often it is gone through before it is left
    iterations: int | None = None

    @property
    def kind(self) -> str | None:
        """The one that is given; None where not exactly one is."""
        given = [name for name in self.__struct_fields__ if getattr(self, name) is not None]
        return given[0] if len(given) == 1 else None


Waiver = Literal["no_effect"] | Waived


def kind_of(waiver: Waiver) -> str | None:
    """What a waiver says: no_effect, notation, edits, fact, iterations."""
    return waiver if isinstance(waiver, str) else waiver.kind


def waiver_faults(about: str, waiver: Any) -> list[Fault]:
    """Every reason why a waiver means nothing, whatever the board."""
    path = ("waivers", about)
    if waiver == NO_EFFECT:
        return []
    if not isinstance(waiver, Waived):
        message = f"it is {NO_EFFECT}, or has {NOTATION}, {EDITS}, {FACT} or {ITERATIONS_OF}"
        return [malformed(path, "wrong_value", message)]
    kind = waiver.kind
    if kind is None:
        message = f"it has exactly one of {NOTATION}, {EDITS}, {FACT} and {ITERATIONS_OF}"
        return [malformed(path, "wrong_value", message)]
    number = waiver.iterations
    if number is not None and not 0 <= number <= ITERATIONS:
        message = f"{number} is no number of iterations from 0 to ITERATIONS ({ITERATIONS})"
        return [malformed((*path, kind), "limit", message)]
    if waiver.edits == []:
        return [malformed((*path, kind), "wrong_value", "no edits change nothing")]
    return [
        fault
        for place, edit in enumerate(waiver.edits or [])
        for fault in _edit_faults((*path, kind, place), edit)
    ]


def _edit_faults(path: tuple[str | int, ...], edit: Edit) -> list[Fault]:
    verbs = [verb for verb in _VERBS if getattr(edit, verb) is not None]
    if len(verbs) != 1:
        message = f"an edit has exactly one of {', '.join(_VERBS)}"
        return [malformed(path, "wrong_value", message)]
    (verb,) = verbs
    given = [
        name
        for name in edit.__struct_fields__
        if name not in _VERBS and getattr(edit, name) is not None
    ]
    if not given:
        message = f"`{verb}` has one of {', '.join(_VERBS[verb])} beside it"
        return [malformed((*path, verb), "missing_key", message)]
    faults = [
        malformed((*path, name), "wrong_value", f"`{verb}` has no `{name}`")
        for name in given
        if name not in _VERBS[verb]
    ]
    numbers = ("damage", "buffs", "points", "xp")
    faults += [
        malformed((*path, name), "wrong_value", f"{name} is not less than 0")
        for name in given
        if name in numbers and getattr(edit, name) < 0
    ]
    return faults
