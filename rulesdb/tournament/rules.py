"""Looking tournament rules and infractions up.

Nothing is read when this module is imported; the first look-up reads the data once.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Literal, NamedTuple

import msgspec

from rulesdb.errors import UnknownRule
from rulesdb.numbering import nearest
from rulesdb.tournament import heldfile
from rulesdb.tournament.gistfiles import TournamentClass, TournamentGist, all_gists
from rulesdb.tournament.heldfile import DOCUMENT, HeldEntry, Penalty
from rulesdb.tournament.infractions import (
    INFRACTIONS_FILE,
    Infraction,
    UnknownInfraction,
    read_infractions,
)


class TournamentRule(msgspec.Struct, frozen=True, gc=False):
    """One tournament rule, without its official wording.

    - `parent`: the number it hangs under, None for a chapter
    - `title`: the title of a heading, or the label that a rule opens with
    - `gist`: what it says in our own words, None while nobody wrote it
    - `rule_class`, `note`: see `rulesdb.tournament.gistfiles`
    - `see`: the tournament rules it points to; `core`: the core rules, in `CORE_EDITION`
    - `infraction`: the number of the infraction that it names, belongs to or, standing elsewhere,
      counts a conduct as
    - `penalties`: those that it sets: the default of an infraction, or what it changes one to
    - `remedies`: for an infraction, the rules that say how the situation is put right
    - `wording_hash`: sixteen hexadecimal digits, see `rulesdb.wording`
    """

    number: str
    parent: str | None
    kind: Literal["heading", "rule"]
    title: str | None
    gist: str | None
    rule_class: TournamentClass | None
    note: str
    see: tuple[str, ...]
    core: tuple[str, ...]
    infraction: str | None
    penalties: tuple[Penalty, ...]
    remedies: tuple[str, ...]
    wording_hash: str


class _Document(NamedTuple):
    """The document in memory, rules in its order."""

    rules: dict[str, TournamentRule]
    children: dict[str, tuple[TournamentRule, ...]]
    infractions: dict[str, Infraction]


def tournament_rule(number: str) -> TournamentRule:
    """The tournament rule of this number. Raises `UnknownRule`, with the nearest number."""
    rules = _document().rules
    try:
        return rules[number]
    except KeyError:
        raise UnknownRule(number, DOCUMENT, nearest(number, rules)) from None


def is_tournament_rule(number: str) -> bool:
    """Whether the document has a rule of this number."""
    return number in _document().rules


def tournament_rules() -> tuple[TournamentRule, ...]:
    """Every tournament rule in the order of the document."""
    return tuple(_document().rules.values())


def tournament_children(number: str) -> tuple[TournamentRule, ...]:
    """The rules directly under this one, in the order of the document. Raises `UnknownRule`."""
    return _document().children.get(tournament_rule(number).number, ())


def tournament_path(number: str) -> tuple[TournamentRule, ...]:
    """The rules from the chapter down to this one, both included. Raises `UnknownRule`."""
    step = tournament_rule(number)
    steps = [step]
    while step.parent is not None:
        step = tournament_rule(step.parent)
        steps.append(step)
    return tuple(reversed(steps))


def infractions() -> tuple[Infraction, ...]:
    """Every infraction in the order of the document."""
    return tuple(_document().infractions.values())


def infraction(name: str) -> Infraction:
    """The infraction of this name (in any case) or number. Raises `UnknownInfraction`."""
    found = _document().infractions
    if name in found:
        return found[name]
    for one in found.values():
        if one.name.casefold() == name.strip().casefold():
            return one
    raise UnknownInfraction(name, tuple(one.name for one in found.values()))


@cache
def _document() -> _Document:
    gists = all_gists()
    lines = INFRACTIONS_FILE.read_text(encoding="utf-8").splitlines()
    by_number = {one.number: one for one in read_infractions(lines, INFRACTIONS_FILE.name)}
    set_by: dict[str, dict[Penalty, None]] = {}
    for one in by_number.values():
        if one.penalty is not None:
            set_by.setdefault(one.number, {})[one.penalty] = None
        for change in one.changes:
            set_by.setdefault(change.number, {})[change.penalty] = None
    rules: dict[str, TournamentRule] = {}
    children: dict[str, list[TournamentRule]] = {}
    for held in heldfile.load().entries:
        gist = gists.get(held.number)
        named = by_number.get(held.number)
        loaded = TournamentRule(
            number=held.number,
            parent=held.parent,
            kind=held.kind,
            title=held.title,
            gist=gist.text if gist else None,
            rule_class=gist.rule_class if gist else None,
            note=gist.note if gist else "",
            see=held.see,
            core=held.core,
            infraction=_infraction_of(held, gist, by_number, rules),
            penalties=tuple(set_by.get(held.number, ())),
            remedies=named.remedies if named else (),
            wording_hash=held.hash,
        )
        rules[held.number] = loaded
        if held.parent is not None:
            children.setdefault(held.parent, []).append(loaded)
    return _Document(rules, {number: tuple(below) for number, below in children.items()}, by_number)


def _infraction_of(
    held: HeldEntry,
    gist: TournamentGist | None,
    named: Mapping[str, Infraction],
    above: Mapping[str, TournamentRule],
) -> str | None:
    """Its own, else that of the rule above, else the one a rule of this class points to."""
    if held.number in named:
        return held.number
    inherited = above[held.parent].infraction if held.parent is not None else None
    if inherited is None and gist is not None and gist.rule_class == "infraction":
        return next((target for target in held.see if target in named), None)
    return inherited
