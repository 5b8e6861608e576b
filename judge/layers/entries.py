"""The effects that the layers apply, each with its layer and its place in time (477, 480).

An entry is one change of a static ability or of a lasting effect. What it reads of what the layers
work out, and what it writes, tells which of them can depend on each other (478).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from judge.board.state import Effect, GameObject
from judge.board.table import Table, reference, split_reference
from judge.effects import notation as n
from judge.effects.catalogue import Catalogue
from judge.effects.granted import assigns_might, given_changes
from judge.identity import ByIdentity
from judge.layers.statics import OWN_TEXT, Source, holder_of, static_sources, text_key

Layer = Literal[1, 2, 3]
Layered = n.Trait | n.SetMight | n.GrantKeyword | n.LoseAbilities | n.Might
#: what the layers work out of an object
Shown = Literal["tags", "domains", "types", "keywords", "might"]
#: the same, and whether it has its abilities, on which it depends what they do
Aspect = Shown | Literal["abilities"]
NOTHING: frozenset[Aspect] = frozenset()
_MIGHT: frozenset[Aspect] = frozenset({"might"})
_KEYWORDS: frozenset[Aspect] = frozenset({"keywords"})
_ABILITIES: frozenset[Aspect] = frozenset({"abilities"})


class Stamp(NamedTuple):
    """When an effect began to apply, as compared with others (480.1.b).

    `since` 0: the board does not say; it is taken to be before all of which it says so.
    """

    since: int
    #: of those of which nothing is said: battlefields, then permanents, then lasting effects
    kind: int
    #: 303.2.a: in turn order of their controllers (OP-37)
    player: int
    place: int
    id: str
    number: int


class Entry(NamedTuple):
    """One change that a layer applies."""

    key: tuple[str, str, int]
    stamp: Stamp
    layer: Layer
    origin: str
    change: Layered
    #: the static ability in play, and the objects that a lasting effect names
    source: Source | None = None
    affects: frozenset[str] | None = None
    #: what it asks of objects to be there and to reach them, and of which it changes what
    reads: frozenset[Aspect] = NOTHING
    writes: frozenset[Aspect] = NOTHING
    #: what it asks of the object alone to which it applies: how much is missing of a number
    weighs: frozenset[Aspect] = NOTHING
    #: of what it reads: whereby it is there, whom it reaches, and what its number depends on
    there: frozenset[Aspect] = NOTHING
    reach: frozenset[Aspect] = NOTHING
    counts: frozenset[Aspect] = NOTHING
    #: whether all that it asks is asked of the very object to which it applies
    of_itself: bool = True


def layer_of(table: Table, change: n.Change) -> Layer | None:
    """The layer of a change, by what its text says that it does; None for what is in none."""
    match change:
        case n.Trait():
            # 477.1.c: what things "are" or "become"
            return None if {"477.1", "477.1.a", "477.1.c"} & table.disabled else 1
        case n.SetMight(at_least=False):
            return None if {"477.1.a.1", "477.1.c"} & table.disabled else 1
        case n.GrantKeyword() | n.LoseAbilities():
            # 477.2.b: what they "have", "lose" or are given
            return None if {"477.2.a", "477.2.b"} & table.disabled else 2
        case n.Might() | n.SetMight():
            return None if "477.3.a" in table.disabled else 3
    return None


# --- what is in play ------------------------------------------------------------------------------


class Indexed:
    """The entries of a board, and which of them can reach an object at all."""

    __slots__ = (
        "by_effect",
        "by_source",
        "entangled",
        "entries",
        "general",
        "gives_traits",
        "loses",
        "written",
    )

    def __init__(self, entries: list[Entry], copied: bool) -> None:
        #: whether something is said to lose abilities; what every ability does depends on that then
        self.loses = any(isinstance(entry.change, n.LoseAbilities) for entry in entries)
        if self.loses:
            entries = [
                entry if entry.source is None else entry._replace(reads=entry.reads | _ABILITIES)
                for entry in entries
            ]
        self.entries = entries
        #: of effects on one object each, by its reference; of abilities about "me", by its id
        self.by_effect: dict[str, list[tuple[int, Entry]]] = {}
        self.by_source: dict[str, list[tuple[int, Entry]]] = {}
        #: those that have to be asked whether they reach an object
        self.general: list[tuple[int, Entry]] = []
        written: set[Aspect] = {"might", "keywords"} if copied else {"might"}
        asked: set[Aspect] = set()
        self.gives_traits = False
        for place, entry in enumerate(entries):
            written |= entry.writes
            if not entry.of_itself:
                asked |= entry.reads
            self.gives_traits |= isinstance(entry.change, n.Trait)
            if entry.affects is not None:
                for ref in entry.affects:
                    self.by_effect.setdefault(ref, []).append((place, entry))
            elif entry.source is not None and entry.source.ability.affects == "me":
                self.by_source.setdefault(entry.source.thing or "", []).append((place, entry))
            else:
                self.general.append((place, entry))
        #: what the layers change at all: Might in any case, by buffs, Assault and Might Bonuses
        self.written = frozenset(written)
        #: whether a text asks of one object what the layers may change of another
        self.entangled = self.loses or bool(asked & written)

    def reaches(self, thing: GameObject) -> bool:
        """Whether there is an entry that can reach the object."""
        return bool(
            self.general
            or (self.by_source and thing.id in self.by_source)
            or (self.by_effect and reference(thing) in self.by_effect)
        )

    def of(self, thing: GameObject) -> list[Entry]:
        """The entries that can reach the object, oldest first."""
        found = self.general
        if self.by_effect:
            found = found + self.by_effect.get(reference(thing), [])
        if self.by_source:
            found = found + self.by_source.get(thing.id, [])
        if found is not self.general:
            found.sort(key=lambda each: each[0])
        return [entry for _, entry in found]


def indexed(table: Table, catalogue: Catalogue) -> Indexed:
    """The entries of the board as it is, oldest first (480.3); kept while nothing on it changes,
    and longer where they come from texts alone.
    """
    found: Indexed | None = table.entries
    if found is not None:
        return found
    effects = list(_of_effects(table)) if table.board.effects else []
    found = None if effects else table.texts.get("entries")
    if found is None:
        statics: list[Entry] | None = table.texts.get("static entries")
        if statics is None:
            statics = table.texts["static entries"] = list(_of_statics(table, catalogue))
        reverse = bool({"480", "480.3"} & table.disabled)
        entries = sorted([*statics, *effects], key=_stamp_of, reverse=reverse)
        copies = [thing for thing in table.objects.values() if thing.copied]
        copied = any(thing.text_copied is not None for thing in copies)
        found = Indexed(entries, copied)
        if not effects:
            table.texts["entries"] = found
    table.entries = found
    return found


def _stamp_of(entry: Entry) -> Stamp:
    return entry.stamp


def _of_statics(table: Table, catalogue: Catalogue) -> Iterator[Entry]:
    if "364.1" in table.disabled:
        return
    for place, source in enumerate(static_sources(table, catalogue)):
        stamp = _stamp(table, source, place)
        asked = _ASKED(source.ability)
        for number, change in enumerate(source.ability.changes):
            layer = layer_of(table, change)
            if layer is None:
                continue
            assert isinstance(change, Layered)
            counts = reads_value(change)
            yield Entry(
                ("static", str(place), number),
                stamp._replace(number=number),
                layer,
                source.card,
                change,
                source=source,
                reads=asked.there | asked.reach | counts,
                writes=writes_of(change),
                weighs=_weighs(change),
                there=asked.there,
                reach=asked.reach,
                counts=counts,
                of_itself=asked.of_itself and counts == NOTHING,
            )


def _stamp(table: Table, source: Source, place: int) -> Stamp:
    """When a static ability began to apply: as its object came, or as its text became active
    again (480.2).
    """
    player = _seat(table, source.controller)
    if source.thing is None:
        return Stamp(0, 0, player, place, source.place, 0)
    thing = table.objects[source.thing]
    since = thing.since
    if source.this is not None:
        gear = table.objects.get(split_reference(source.this)[0])
        since = since if gear is None else gear.since
    if "480.2" not in table.disabled:
        key = text_key(source.ability)
        if key is not None:
            holder = table.objects.get(holder_of(table, source) or "", thing)
            since = holder.text_since.get(key, since)
        # what was lost and is there again began anew
        since = max(since or 0, thing.text_since.get(OWN_TEXT, 0))
    return Stamp(since or 0, 1, player, 0, source.thing, place)


def _seat(table: Table, player: str | None) -> int:
    order = table.turn_order(table.board.turn.player) if player is not None else []
    return order.index(player) if player in order else len(order)


def _of_effects(table: Table) -> Iterator[Entry]:
    for place, effect in enumerate(table.board.effects):
        if effect.affects is None or effect.uses == 0:
            continue
        stamp = Stamp(effect.since or 0, 2, 0, place, effect.id, 0)
        for number, change in enumerate(_changes_of(effect)):
            layer = layer_of(table, change)
            if layer is not None:
                yield Entry(
                    ("effect", effect.id, number),
                    stamp._replace(number=number),
                    layer,
                    effect.origin or effect.id,
                    change,
                    affects=frozenset(effect.affects),
                    writes=writes_of(change),
                )


def _changes_of(effect: Effect) -> Iterator[Layered]:
    """What a lasting effect changes of the objects that it names."""
    if effect.abilities:
        yield from given_changes(effect) or []
    if assigns_might(effect):
        yield n.SetMight(amount=effect.amounts["might"])
    for keyword, value in effect.keywords.items():
        yield n.GrantKeyword(keyword=keyword, value=value)
    if effect.might:
        yield n.Might(amount=effect.might)


# --- what texts read and write --------------------------------------------------------------------


def writes_of(change: Layered) -> frozenset[Aspect]:
    """What a change changes."""
    match change:
        case n.Trait():
            found: set[Aspect] = set()
            if change.tags or change.instead:
                found.add("tags")
            if change.domains or change.instead:
                found.add("domains")
            if change.types or change.instead:
                found.add("types")
            return frozenset(found)
        case n.GrantKeyword():
            return _KEYWORDS
        case n.LoseAbilities():
            return _KEYWORDS | _ABILITIES
    return _MIGHT


def _weighs(change: Layered) -> frozenset[Aspect]:
    limited = isinstance(change, n.Might) and not change.minimum is change.maximum is None
    raised = isinstance(change, n.SetMight) and change.at_least
    if isinstance(change, n.GrantKeyword) and change.if_lacking:
        return _KEYWORDS
    return _MIGHT if limited or raised else NOTHING


def reads_value(change: Layered) -> frozenset[Aspect]:
    """What the number of a change asks of objects."""
    if isinstance(change, n.GrantKeyword):
        return frozenset(_reads(change.value))
    return frozenset(_reads(change.amount)) if isinstance(change, n.Might) else NOTHING


_PRINTED_KINDS = frozenset(["object", "legend", "card"])


def _reads(node: object) -> set[Aspect]:
    found: set[Aspect] = set()
    if isinstance(node, list):
        for each in node:
            found |= _reads(each)
    elif isinstance(node, n.Selector):
        states = {*node.state, *node.not_state}
        if node.tag or node.not_tag or node.kind == "equipment" or "equipped" in states:
            found.add("tags")
        if node.domain:
            found.add("domains")
        if node.kind not in _PRINTED_KINDS or node.type or node.not_type or "alone" in states:
            found.add("types")
        if node.keyword or node.without_keyword:
            found.add("keywords")
        limits = (node.might_at_most, node.might_at_least, node.might_below)
        if "mighty" in states or any(limit is not None for limit in limits):
            found.add("might")
    elif isinstance(node, n.Node):
        for field in node.__struct_fields__:
            found |= _reads(getattr(node, field))
    return found


class _Asked(NamedTuple):
    """What an ability asks of objects that the layers work out: whereby it is there and whom it
    reaches, and whether it asks it of its own object alone.
    """

    there: frozenset[Aspect]
    reach: frozenset[Aspect]
    of_itself: bool


def _asked_by(ability: n.Static) -> _Asked:
    return _Asked(
        frozenset(_reads(ability.while_)),
        frozenset(_reads(ability.affects)),
        ability.affects == "me" and _only_of_me(ability.while_),
    )


#: kept, since a text asks the same on every board
_ASKED = ByIdentity(_asked_by)


def _only_of_me(condition: n.Condition | None) -> bool:
    """Whether a condition asks the layers about its own object alone."""
    match condition:
        case None:
            return True
        case n.Is():
            states = {*condition.a.state, *condition.a.not_state}
            return condition.what == "me" and not states & {"equipped", "alone"}
        case n.AllOf() | n.AnyOf():
            return all(map(_only_of_me, condition.of))
        case n.Not():
            return _only_of_me(condition.that)
    return not _reads(condition)


__all__ = [
    "Aspect",
    "Entry",
    "Indexed",
    "Layer",
    "Shown",
    "Stamp",
    "indexed",
    "layer_of",
    "writes_of",
]
