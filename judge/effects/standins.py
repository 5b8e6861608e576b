"""What a request gives in the place of a text that is not modelled (D13)."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from judge.board.faults import Fault
from judge.effects.catalogue import Catalogue
from judge.effects.linting import HARMLESS, decode_definition, lint
from judge.effects.notation import CardDefinition
from judge.ruling.actions import malformed
from judge.ruling.waiving import NO_EFFECT, Waived, Waiver

#: what a text consists of in notation: lists are added to, mappings laid over
_LISTS = ("does", "abilities", "effect_text", "additional_costs")
_MAPPINGS = ("chooses", "keywords")


def left_over(catalogue: Catalogue, about: str) -> tuple[CardDefinition, list[str]] | None:
    """The card that a refusal was about, and its clauses that it was not about; None where it was
    about something else.
    """
    name, _, named = about.partition(": ")
    definition = catalogue.get(name)
    if definition is None or definition.text != "unmodelled":
        return None
    clauses = definition.clauses
    if named == (", ".join(clauses) or "its text"):
        return definition, []
    if named in clauses:
        return definition, [clause for clause in clauses if clause != named]
    return None


def stand_in(catalogue: Catalogue, about: str, waiver: Waiver) -> CardDefinition | None:
    """The definition with what the waiver says for what the refusal was about; None where that is
    no text of a card.
    """
    found = left_over(catalogue, about)
    if found is None:
        return None
    definition, rest = found
    if isinstance(waiver, Waived) and waiver.notation is not None:
        return decode_definition(_merged(definition, rest, waiver.notation))
    return replace(definition, clauses=rest, text="unmodelled" if rest else "modelled")


def notation_faults(catalogue: Catalogue, about: str, waiver: Waiver) -> list[Fault]:
    """Everything that is wrong with the notation that a waiver gives, each with its path."""
    if waiver == NO_EFFECT or not isinstance(waiver, Waived) or waiver.notation is None:
        return []
    path = ("waivers", about, "notation")
    known = (*_LISTS, *_MAPPINGS)
    faults = [
        malformed((*path, key), "unknown_key", f"a text has {', '.join(known)}")
        for key in waiver.notation
        if key not in known
    ]
    faults += [
        malformed((*path, key), "wrong_type", f"`{key}` is {word}")
        for kind, keys, word in ((list, _LISTS, "a list"), (dict, _MAPPINGS, "a mapping"))
        for key in keys
        if not isinstance(waiver.notation.get(key, kind()), kind)
    ]
    found = left_over(catalogue, about)
    if faults or found is None:
        return faults
    definition, rest = found
    return [
        malformed((*path, *_own(definition, finding.path)), finding.code, finding.message)
        for finding in lint(_merged(definition, rest, waiver.notation))
        if finding.code not in HARMLESS
    ]


def _merged(definition: CardDefinition, rest: list[str], notation: dict[str, Any]) -> Any:
    """The definition as plain data, with the notation beside what it says already."""
    data = msgspec.to_builtins(definition)
    for key in _LISTS:
        if key in notation:
            data[key] = [*data.get(key, []), *notation[key]]
    for key in _MAPPINGS:
        if key in notation:
            data[key] = {**data.get(key, {}), **notation[key]}
    return {**data, "clauses": rest, "text": "unmodelled" if rest else "modelled"}


def _own(definition: CardDefinition, path: tuple[str | int, ...]) -> tuple[str | int, ...]:
    """A path within the merged definition, as it is within the notation that was given."""
    if len(path) > 1 and path[0] in _LISTS and isinstance(path[1], int):
        return (path[0], path[1] - len(getattr(definition, str(path[0]))), *path[2:])
    return path
