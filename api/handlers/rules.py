"""Looking rules and editions up (`GET /v1/rules/...`, `GET /v1/editions/...`, `/rules/...`)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

import msgspec

import rulesdb
from api.handlers.overlays import RuleChange, changes_of
from api.handlers.wording import stored_wording
from rulesdb import Edition, InlineCase, Link, Rule, Step, Today, TournamentRule
from rulesdb.concordance import How, called_new
from rulesdb.graph.nodes import Node, parsed
from rulesdb.tournament import (
    CORE_EDITION,
    DOCUMENT,
    Infraction,
    infraction,
    tournament_children,
    tournament_path,
)
from rulesdb.wordings import StoredWording


@dataclass(frozen=True, slots=True)
class RuleEntry:
    """A rule where it stands: the headings above it, what hangs under it, and where it came from.

    Of a tournament rule `edition` is the name of that document, and it has no history.
    """

    edition: str
    rule: Rule | TournamentRule
    #: from the chapter down to the parent
    path: Sequence[Rule | TournamentRule]
    children: Sequence[Rule | TournamentRule]
    #: the rules that it points to and that exist
    see: Sequence[Rule | TournamentRule]
    #: the core rules that a tournament rule points to
    core: Sequence[Rule] = ()
    #: the infraction that a tournament rule names, or belongs to
    infraction: Infraction | None = None
    #: for a rule of an older edition, where the newest has it; `changes` says more of each
    today: Today | None = None
    changes: Sequence[Link] = ()
    #: the rule in every edition, the oldest first
    history: Sequence[Step] = ()
    #: for a rule that an official page calls new: the rule of the edition before that it was
    called_new: str | None = None
    #: the cases that stand inside its text
    cases: Sequence[InlineCase] = ()
    #: what later official documents, and those that the user has loaded, say of it
    overlays: Sequence[RuleChange] = ()
    #: the one of them that was asked for
    case: InlineCase | None = None
    #: from the user's own copy of the official document; None without one
    wording: StoredWording | None = None


def named_rule(reference: str) -> tuple[Node, rulesdb.InlineCase | None]:
    """The rule that a text names, whether or not there is such a rule; for a case in the text of a
    rule (`355.10.c#i2`) that rule, which is there, and the case.

    Raises `rulesdb.MalformedReference`, `UnknownEdition`, `EditionNotHeld`, `UnknownRule` and
    `UnknownCase`.
    """
    place, mark, ordinal = reference.strip().partition("#")
    node = parsed(place)
    if not mark:
        return node, None
    if node.edition == DOCUMENT:
        rulesdb.tournament_rule(node.number)
    else:
        rulesdb.rule(node.number, node.edition)
    case_id = f"{node.number}#{ordinal}"
    if node.edition != rulesdb.NEWEST:
        raise rulesdb.UnknownCase(f"{node.edition}:{case_id}", ())
    return node, rulesdb.inline_case(case_id)


#: what became of a rule from one edition to another, in words
HOW_WORDS: dict[How, str] = {
    "same": "the same number and wording",
    "moved": "moved, the same wording",
    "reworded": "reworded",
    "split": "one of several that it became",
    "merged": "merged with others",
    "gone": "no longer there",
    "new": "new",
}


def look_up(reference: str) -> RuleEntry:
    """The entry of `465.2.c.3`, `core-1.4:465.2.c.3` or `tournament-2026-07-16:505`.

    `355.10.c#i2` is a case in the text of a rule of the newest edition: the entry of that rule, in
    which `case` is the one that was asked for.

    Raises `rulesdb.MalformedReference`, `UnknownEdition`, `EditionNotHeld`, `UnknownRule`,
    `UnknownCase` and `DamagedStore`.
    """
    node, case = named_rule(reference)
    edition, number = node.edition, node.number
    if case is not None:
        return replace(look_up(str(node)), case=case)
    if edition == DOCUMENT:
        return _tournament_entry(number)
    found = rulesdb.rule(number, edition)
    is_old = edition != rulesdb.NEWEST
    see = (rulesdb.rule(other, edition) for other in found.see if rulesdb.exists(other, edition))
    return RuleEntry(
        edition=edition,
        rule=_told(found, edition),
        path=[_told(above, edition) for above in rulesdb.path(number, edition)[:-1]],
        children=[_told(below, edition) for below in rulesdb.children(number, edition)],
        see=[_told(other, edition) for other in see],
        today=rulesdb.today(edition, number) if is_old else None,
        changes=_changes(edition).get(number, ()) if is_old else (),
        history=rulesdb.history(number, edition),
        called_new=None if is_old else called_new().get(number),
        cases=() if is_old else _cases().get(number, ()),
        overlays=changes_of(number, edition),
        wording=stored_wording(number, edition),
    )


def _told(found: Rule, edition: str) -> Rule:
    """A rule of an older edition with what we say of the one rule of the newest that has its
    wording.
    """
    if edition == rulesdb.NEWEST or found.gist or found.title:
        return found
    links = _changes(edition).get(found.number, ())
    if len(links) != 1 or links[0].new is None or links[0].how not in ("same", "moved"):
        return found
    now = rulesdb.rule(links[0].new)
    gist = _in_numbers_of(edition, now.gist or now.title or "")
    return msgspec.structs.replace(found, gist=gist) if gist else found


def _in_numbers_of(edition: str, gist: str) -> str | None:
    """What we say of a rule of the newest edition with the numbers of an older one; None where it
    names a rule that the older one has not as it is.
    """
    before = _before(edition)
    if any(number not in before for number in _NUMBER.findall(gist)):
        return None
    return _NUMBER.sub(lambda number: before[number[0]], gist)


_NUMBER = re.compile(r"\b\d{3}(?:\.(?:\d+|[a-z]))*\b(?!\.\d)")


@cache
def _before(edition: str) -> dict[str, str]:
    """The number that a rule of the newest edition had in an older one in the same words."""
    return {
        link.new: link.old
        for link in rulesdb.links(edition, rulesdb.NEWEST)
        if link.new is not None and link.old is not None and link.how in ("same", "moved")
    }


def _tournament_entry(number: str) -> RuleEntry:
    found = rulesdb.tournament_rule(number)
    return RuleEntry(
        edition=DOCUMENT,
        rule=found,
        path=tournament_path(number)[:-1],
        children=tournament_children(number),
        see=[rulesdb.tournament_rule(other) for other in found.see],
        core=[rulesdb.rule(other, CORE_EDITION) for other in found.core],
        infraction=infraction(found.infraction) if found.infraction else None,
    )


def chapters() -> tuple[Rule, ...]:
    """What stands above everything else in the newest edition."""
    return tuple(rule for rule in rulesdb.all_rules() if rule.parent is None)


def editions() -> tuple[Edition, ...]:
    """Every known edition, oldest first."""
    return tuple(rulesdb.EDITIONS.values())


@cache
def _changes(edition: str) -> dict[str, list[Link]]:
    """What became of each rule of an edition in the newest."""
    found: dict[str, list[Link]] = {}
    for link in rulesdb.links(edition, rulesdb.NEWEST):
        if link.old is not None:
            found.setdefault(link.old, []).append(link)
    return found


@cache
def _cases() -> dict[str, list[InlineCase]]:
    found: dict[str, list[InlineCase]] = {}
    for case in rulesdb.inline_cases():
        found.setdefault(case.rule, []).append(case)
    return found
