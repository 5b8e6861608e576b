"""Looking rules up by number.

Nothing is read when this module is imported; the first look-up reads the data of its edition
once. Rule numbers move between editions, so a citation is a pair (edition, number), and every
function takes the edition, with the newest as its default.
"""

from __future__ import annotations

from functools import cache
from typing import Literal, NamedTuple

import msgspec

from rulesdb import heldfile
from rulesdb.editions import NEWEST, held_edition
from rulesdb.editions import edition as edition_called
from rulesdb.errors import MalformedReference, UnknownRule
from rulesdb.gistfiles import RuleClass, all_gists
from rulesdb.numbering import is_rule_number, natural_order, nearest

__all__ = [
    "Rule",
    "all_rules",
    "children",
    "exists",
    "leaf",
    "natural_order",
    "parse_reference",
    "path",
    "rule",
]


class Rule(msgspec.Struct, frozen=True, gc=False):
    """One rule of one edition, without its official wording.

    - `parent`: the number it hangs under (see `rulesdb.outline`), None for a chapter
    - `title`: the title of a heading, None for a rule
    - `gist`: what it says in our own words, None while nobody wrote it
    - `rule_class`: see `rulesdb.gistfiles`; `restates` names the rules that already say it
    - `note`: a remark of whoever wrote the gist, mostly empty
    - `see`: the rules it points to; `examples`: how many official examples it has
    - `wording_hash`: sixteen hexadecimal digits, see `rulesdb.wording`
    """

    number: str
    parent: str | None
    kind: Literal["heading", "rule"]
    title: str | None
    gist: str | None
    rule_class: RuleClass | None
    restates: tuple[str, ...]
    note: str
    see: tuple[str, ...]
    examples: int
    wording_hash: str


class _Book(NamedTuple):
    """One edition in memory, rules in the order of the document."""

    rules: dict[str, Rule]
    children: dict[str, tuple[Rule, ...]]


def rule(number: str, edition: str = NEWEST) -> Rule:
    """The rule of this number.

    Raises `UnknownRule` (with the nearest number, if any is near), `UnknownEdition`,
    `EditionNotHeld`.
    """
    book = _book(edition)
    try:
        return book.rules[number]
    except KeyError:
        raise UnknownRule(number, edition, nearest(number, book.rules)) from None


def exists(number: str, edition: str = NEWEST) -> bool:
    """Whether the edition has a rule of this number.

    Raises `UnknownEdition`, `EditionNotHeld`.
    """
    return number in _book(edition).rules


def children(number: str, edition: str = NEWEST) -> tuple[Rule, ...]:
    """The rules that hang directly under this one, in the order of the document.

    Raises what `rule` raises.
    """
    return _book(edition).children.get(rule(number, edition).number, ())


def leaf(number: str, edition: str = NEWEST) -> bool:
    """Whether nothing hangs under this rule. Raises what `rule` raises."""
    return not children(number, edition)


def path(number: str, edition: str = NEWEST) -> tuple[Rule, ...]:
    """The rules from the chapter down to this one, both included.

    Raises what `rule` raises.
    """
    steps = [rule(number, edition)]
    rules = _book(edition).rules
    while (above := steps[-1].parent) is not None:
        steps.append(rules[above])
    return tuple(reversed(steps))


def all_rules(edition: str = NEWEST) -> tuple[Rule, ...]:
    """Every rule in the order of the document. Raises `UnknownEdition`, `EditionNotHeld`."""
    return tuple(_book(edition).rules.values())


def parse_reference(reference: str) -> tuple[str, str]:
    """The full name of the edition and the number, without asking whether the rule exists.

    Takes `core-1.4:465.2.c`, `1.4:465.2.c` and, for the newest edition, `465.2.c`; a full stop
    after the number, as the official document prints it, is allowed.

        >>> parse_reference("1.3:466.2")
        ('core-1.3', '466.2')

    Raises `MalformedReference` and `UnknownEdition`.
    """
    before, colon, after = reference.strip().rpartition(":")
    number = after.strip().removesuffix(".")
    if not is_rule_number(number):
        raise MalformedReference(reference)
    return (edition_called(before.strip()).name if colon else NEWEST), number


@cache
def _book(edition: str) -> _Book:
    # by the name that is asked for, since every citation of a ruling comes through here; what is no
    # edition raises, and is not kept
    return _loaded(held_edition(edition).name)


@cache
def _loaded(edition: str) -> _Book:
    gists = all_gists(edition)
    rules: dict[str, Rule] = {}
    children: dict[str, list[Rule]] = {}
    for held in heldfile.load(edition).rules:
        number, parent, title = held.number, held.parent, held.title
        gist = gists.get(number)
        # by position, since thousands are made whenever a process starts
        loaded = Rule(
            number,
            parent,
            "rule" if title is None else "heading",
            title,
            gist.text if gist else None,
            gist.rule_class if gist else None,
            gist.restates if gist else (),
            gist.note if gist else "",
            held.see,
            held.examples,
            held.hash,
        )
        rules[number] = loaded
        if parent is not None:
            children.setdefault(parent, []).append(loaded)
    return _Book(rules, {number: tuple(below) for number, below in children.items()})
