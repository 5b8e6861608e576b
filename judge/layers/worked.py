"""An object while the layers are applied to it: what it has come to, and the steps so far."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

import msgspec

from judge.board.state import GameObject
from judge.board.table import Table, reference
from judge.effects import notation as n
from judge.effects.activetexts import bearing
from judge.effects.catalogue import Catalogue
from judge.effects.granted import more_of_buffs
from judge.effects.notation import fixed
from judge.keywords import KEYWORDS, combine
from judge.layers.entries import Entry, Shown
from judge.layers.reading import Standing, copyable
from judge.layers.statics import Source, appended_since, rule_sources

Deed = Literal["is", "applied", "withdrawn", "reordered"]
#: whether an entry is there, what it reaches and what it would do to each of these
Evaluation = tuple[bool, set[str], list[int | None]]


class Line(msgspec.Struct, frozen=True):
    """One step of the layers for an object: what it does, and the rules that make it count.

    `amount`: of Might; `layer` 0: what there is before the first; `sequence`: which time the
    layers were gone through; `of`: the characteristic that it is about.
    """

    text: str
    rules: tuple[str, ...]
    amount: int = 0
    layer: int = 0
    sequence: int = 1
    of: Shown = "might"
    deed: Deed = "applied"
    what: str = ""


class Worked(Standing):
    """An object while the layers are applied to it, and after."""

    thing: GameObject
    ref: str
    #: what it has by itself: copyable traits, and the keywords that attached cards have copied
    first: n.CardDefinition
    has_might: bool
    base: int = 0
    #: the sum of the increases, without any decrease (477.3.e.1.a)
    raised: int = 0
    applied: list[tuple[Entry, int]] = []
    lines: list[Line] = []
    #: the amounts of Might that it has by itself, as far as they have been counted
    own: dict[str, int] = {}


def begin(table: Table, catalogue: Catalogue, thing: GameObject) -> Worked:
    """An object before any layer is applied to it."""
    first = copyable(table, catalogue, thing)
    has_might = may_have_might(table, thing, first, first.types)
    work = Worked(
        definition=first,
        keywords=first.keywords,
        might=(first.might or 0) if has_might else None,
        thing=thing,
        ref=reference(thing),
        first=first,
        has_might=has_might,
        base=first.might or 0,
        raised=first.might or 0,
    )
    if first.might is not None:
        line = Line("printed Might", ("143.2",), first.might, deed="is", what=str(first.might))
        work.lines.append(line)
    return work


def active_keywords(work: Worked, off: frozenset[str]) -> dict[str, int]:
    """The keywords of an object that act: of one that is attached only those that were granted to
    it, since what it prints is inactive (135.4, 135.4.b).
    """
    if work.thing.attached_to is None or "135.4" in off:
        return work.keywords
    found: dict[str, int] = {}
    for entry, amount in work.applied if "135.4.b" not in off else ():
        change_keywords(found, entry, amount, off)
    return found


def change_keywords(found: dict[str, int], entry: Entry, value: int, off: frozenset[str]) -> None:
    """Grant the keyword, of so much, or take the keywords away, that an entry is about."""
    change = entry.change
    if isinstance(change, n.GrantKeyword):
        keyword = change.keyword
        found[keyword] = combine(keyword, found.get(keyword, 0), value, off)
    elif isinstance(change, n.LoseAbilities):
        for keyword in [change.keyword] if change.keyword is not None else list(found):
            found.pop(keyword, None)


def losses(work: Worked) -> list[Entry]:
    """What was applied to an object by which it loses abilities, in the order in which it was."""
    return [entry for entry, _ in work.applied if isinstance(entry.change, n.LoseAbilities)]


def is_lost(loss: Entry, keyword: str | None, appended: int | None, source: Source | None) -> bool:
    """Whether an object has lost an ability by an entry.

    `keyword`: the one that the ability is; `appended`: since when it is appended to the object,
    if it is; `source`: the ability, as one in play. What is appended later stays (480.3), and what
    says itself that all is lost does not end by that (OP-198).
    """
    change = loss.change
    assert isinstance(change, n.LoseAbilities)
    if change.keyword not in (None, keyword):
        return False
    if appended is not None and appended > loss.stamp.since:
        return False
    return source is None or loss.source is not source


def may_have_might(
    table: Table, thing: GameObject, first: n.CardDefinition, types: Iterable[str]
) -> bool:
    """Whether an object of these types has Might: units have it, and what prints it (143.2). What
    is attached to anything else gives it none (137.3.b).
    """
    if first.might is not None or "Unit" in types:
        return True
    return "137.3.b" in table.disabled and bool(bearing(table, thing))


class Wait(NamedTuple):
    """What an entry has waited for: `at` whose application is another by it, and by which rule."""

    on: str
    at: dict[str, str]
    entry: Entry | None = None


def alterations(before: Evaluation, now: Evaluation, off: frozenset[str]) -> dict[str, str]:
    """Of which objects it is another whether or how an entry is applied, each with the rule by
    which it depends on what was tried (478.1).
    """
    (there, reach, outcome), (there_now, reach_now, outcome_now) = before, now
    found: dict[str, str] = {}
    if "478.1.c" not in off:
        pairs = zip(sorted(reach), outcome, outcome_now, strict=bool(outcome))
        found.update({each: "478.1.c" for each, old, new in pairs if old != new})
    if "478.1.b" not in off:
        found.update(dict.fromkeys(reach ^ reach_now, "478.1.b"))
    if there_now != there and "478.1.a" not in off:
        found.update(dict.fromkeys(reach | reach_now, "478.1.a"))
    return found


def own_might(
    table: Table, catalogue: Catalogue, work: Worked
) -> dict[str, tuple[str, tuple[str, ...], int]]:
    """The Might that an object has by itself, by what it is: in words, by which rules, and how
    much.
    """
    off, thing = table.disabled, work.thing
    found: dict[str, tuple[str, tuple[str, ...], int]] = {}
    # 477: what abilities there are is settled before the arithmetic in which they count
    keywords = active_keywords(work, off)
    if {"477", "477.2"} & off:
        keywords = work.first.keywords
    if thing.buffs and "703" not in off:
        found["buffs"] = (f"{thing.buffs} buff", ("703",), thing.buffs)
        for effect in table.applying() if "390.4" not in off else ():
            more = more_of_buffs(effect)
            if more and thing.controller in table.friends(effect.controller):
                text = f"what buffs give by {effect.origin or effect.id}"
                found[f"buffs by {effect.id}"] = (text, ("390.4",), more * thing.buffs)
    if thing.designation == "attacker" and "Assault" in keywords and "807.1.c" not in off:
        found["Assault"] = ("Assault while attacking", ("807.1.c",), keywords["Assault"])
    if thing.designation == "defender" and "Shield" in keywords and "814.1.c" not in off:
        found["Shield"] = ("Shield while defending", ("814.1.c",), keywords["Shield"])
    if "137.3.a" not in off and not {"477.3.d", "434.1.d"} & off:
        for gear in bearing(table, thing):
            bonus = catalogue[gear.name].might_bonus or 0
            if bonus and "Equipment" in catalogue[gear.name].tags:
                bonus *= _bonus_factor(table, catalogue, work)
            if bonus:
                text = f"Might Bonus of {gear.name}"
                found[f"bonus of {gear.id}"] = (text, ("477.3.d", "137.3", "434.1.d"), bonus)
    return found


def _bonus_factor(table: Table, catalogue: Catalogue, work: Worked) -> int:
    """How many times its base Might Bonus each Equipment gives to an object, as its texts say that
    it has not lost.
    """
    found = [1]
    for source in rule_sources(table, catalogue):
        if source.thing != work.thing.id or "364.1" in table.disabled:
            continue
        since = appended_since(table, source.this)
        if any(is_lost(loss, None, since, source) for loss in losses(work)):
            continue
        found += [
            fixed(change.amount)
            for change in source.ability.changes
            if isinstance(change, n.RuleChange) and change.what == "might_bonus_factor"
        ]
    return max(found)


class Kept(NamedTuple):
    """An object as it was before something was tried."""

    definition: n.CardDefinition
    keywords: dict[str, int]
    might: int | None
    base: int
    raised: int
    applied: int
    lines: int


def kept(work: Worked) -> Kept:
    numbers = (work.might, work.base, work.raised)
    return Kept(work.definition, work.keywords, *numbers, len(work.applied), len(work.lines))


def take_back(work: Worked, kept: Kept) -> None:
    work.definition, work.keywords, work.might = kept.definition, kept.keywords, kept.might
    work.base, work.raised = kept.base, kept.raised
    del work.applied[kept.applied :]
    del work.lines[kept.lines :]


def assigns(entry: Entry) -> bool:
    return isinstance(entry.change, n.SetMight) and not entry.change.at_least


def assigned(entry: Entry) -> n.Value:
    assert isinstance(entry.change, n.SetMight)
    return entry.change.amount


def said(change: n.Trait) -> Iterator[tuple[Shown, str]]:
    if change.tags:
        yield "tags", " ".join(change.tags)
    if change.domains:
        yield "domains", " ".join(change.domains)
    if change.types:
        yield "types", " ".join(change.types)


def keyword_text(keyword: str, value: int) -> str:
    kind = KEYWORDS.get(keyword)
    return f"{keyword} {value}" if kind is not None and kind.combines == "sum" else keyword
