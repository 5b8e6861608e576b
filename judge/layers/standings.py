"""What the layers come to, as the rest of the engine asks for it: kept while nothing changes.

Where no text asks about one object what the layers may change of another, each object is worked
out by itself; otherwise all of them together. It is the same code that does either.
"""

from __future__ import annotations

from typing import Any

from judge.board.state import GameObject
from judge.board.table import Table, reference
from judge.effects import notation as n
from judge.effects.activetexts import bearers_of
from judge.effects.catalogue import Catalogue
from judge.layers.entries import Entry, Indexed, indexed
from judge.layers.layering import Layering, is_there
from judge.layers.reading import Standing, View, applies, copyable
from judge.layers.statics import Source
from judge.layers.worked import Worked, begin

#: in place of a view that nobody has asked for yet
_UNASKED: Any = object()
#: keywords that are Might in a combat
_COUNTED = frozenset({"Assault", "Shield"})


def standing(table: Table, catalogue: Catalogue, thing: GameObject) -> Worked:
    """What the layers come to for an object of the board, with every step to it; kept while nothing
    on the board changes.
    """
    found: Worked | None = table.layered.get(("standing", thing.id))
    if found is not None:
        return found
    index = indexed(table, catalogue)
    if index.entangled:
        worked = layered(table, catalogue, index.entries)
        for identity, work in worked.items():
            table.layered["standing", identity] = work
        return worked[thing.id]
    if is_untouched(table, catalogue, thing):
        found = begin(table, catalogue, thing)
    else:
        entries = reaching(table, catalogue, index, thing)
        layering = Layering(table, catalogue, [thing], entries, index.written, settled=True)
        found = layering.run()[thing.id]
    table.layered["standing", thing.id] = found
    return found


def layered(table: Table, catalogue: Catalogue, entries: list[Entry]) -> dict[str, Worked]:
    """What these entries, oldest first, make of all objects of the board, by id."""
    written = indexed(table, catalogue).written
    return Layering(table, catalogue, table.objects.values(), entries, written).run()


def is_untouched(table: Table, catalogue: Catalogue, thing: GameObject) -> bool:
    """Whether no layer has anything to apply to the object, so that it is what it is printed as."""
    asked = known_untouched(table, catalogue)
    found = asked.get(thing.id)
    if found is None:
        index = indexed(table, catalogue)
        found = asked[thing.id] = not reaching(table, catalogue, index, thing)
    return found


def known_untouched(table: Table, catalogue: Catalogue) -> dict[str, bool]:
    """Of objects by id, as far as it is known, whether they are untouched. Those of which a text
    has to be asked are missing until somebody needs to know: a ruling rests on what it was asked.
    """
    found: dict[str, bool] | None = table.layered.get("untouched")
    if found is not None:
        return found
    index = indexed(table, catalogue)
    if index.entangled:
        found = dict.fromkeys(table.objects, False)
    else:
        found = {}
        bearers = bearers_of(table)
        # in one look at all of them, without a call for each
        for identity, thing in table.objects.items():
            if (
                thing.buffs
                or identity in bearers
                or (thing.designation and not _COUNTED.isdisjoint(catalogue[thing.name].keywords))
            ):
                found[identity] = False
            elif not (
                index.general
                or identity in index.by_source
                or (index.by_effect and reference(thing) in index.by_effect)
            ):
                found[identity] = True
    table.layered["untouched"] = found
    return found


def reaching(table: Table, catalogue: Catalogue, index: Indexed, thing: GameObject) -> list[Entry]:
    """The entries that reach an object, or may come to. Whether one does whose text asks for
    nothing that the layers change is settled beforehand, its condition once for all objects.
    """
    if not index.reaches(thing):
        return []
    found: list[Entry] | None = table.layered.get(("reaching", thing.id))
    if found is None:
        found = table.layered["reaching", thing.id] = [
            entry
            for entry in index.of(thing)
            if entry.source is None
            or (isinstance(entry.change, n.GrantKeyword) and entry.change.to_bearer)
            or entry.reads & index.written
            or _applies(table, catalogue, entry, entry.source, thing)
        ]
    return found


def _applies(
    table: Table, catalogue: Catalogue, entry: Entry, source: Source, thing: GameObject
) -> bool:
    key = ("there", entry.key)
    view: View | None = table.layered.get(key, _UNASKED)
    if view is _UNASKED:
        view = View(table, catalogue, source.controller, source.thing, source.place, source.this)
        if not is_there(view, source.ability, table.disabled):
            view = None
        table.layered[key] = view
    return view is not None and applies(view, source.ability, thing)


def traits(table: Table, catalogue: Catalogue, thing: GameObject) -> n.CardDefinition:
    """The traits of an object: the copyable ones, and what effects make of them (477.1)."""
    if not indexed(table, catalogue).gives_traits:
        return copyable(table, catalogue, thing) if thing.copied else catalogue[thing.card]
    return standing(table, catalogue, thing).definition


def view_of(table: Table, catalogue: Catalogue, source: Source) -> View:
    """Whose text a static ability in play is, once the layers have been applied."""

    def see(thing: GameObject) -> Standing:
        return standing(table, catalogue, thing)

    return View(table, catalogue, source.controller, source.thing, source.place, source.this, see)
