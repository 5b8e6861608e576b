"""The layers as they are explained: with what waits for the Might that objects have by themselves.

Might of its own, as buffs, Assault and Might Bonuses give it, is counted before anything else is
added, so that nothing has to be tried for what depends on it. Which effects would have been applied
sooner, if they did not depend on it (478.1, 479.2), matters to an explanation alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from judge.board.state import GameObject
from judge.board.table import Table
from judge.effects.catalogue import Catalogue
from judge.effects.notation import Might, SetMight
from judge.layers.entries import Entry, indexed
from judge.layers.layering import Layering
from judge.layers.standings import is_untouched, reaching, standing
from judge.layers.worked import Evaluation, Line, Wait, Worked, alterations


class Telling(Layering):
    """The layers at work, with a line for each effect that waits for Might of its own."""

    def _sum_own(self, work: Worked, what: str, line: Line) -> None:
        waiting = [] if {"478", "479", "479.2"} & self.off else list(self._older(what))
        before = [self._now(entry) for entry in waiting]
        super()._sum_own(work, what, line)
        for entry, was in zip(waiting, before, strict=True):
            now = (self._is_there(entry), self._reach(entry), self._outcome(entry, was[1], half=1))
            by_object = alterations(was, now, self.off)
            others = {each: rule for each, rule in by_object.items() if each != work.thing.id}
            own = {each: rule for each, rule in by_object.items() if each == work.thing.id}
            waits = self.waits.setdefault(entry.key, [])
            bonus = line.text.startswith("Might Bonus")
            waits += [Wait(f"{'the' if bonus else 'its'} {line.text}", own)] if own else []
            name = f"{work.thing.name} ({work.thing.id})"
            waits += [Wait(f"the {line.text} on {name}", others)] if others else []

    def _now(self, entry: Entry) -> Evaluation:
        reach = self._reach(entry)
        return self._is_there(entry), reach, self._outcome(entry, reach, half=1)

    def _older(self, what: str) -> Iterator[Entry]:
        """What asks for Might and is not known to have begun to apply after this came about."""
        gear = self.table.objects.get(what.removeprefix("bonus of "))
        since = 0 if gear is None else gear.since or 0
        for entry in self.entries:
            raises = isinstance(entry.change, Might | SetMight) and self._may_raise(entry)
            if entry.layer != 3 or not raises or "might" not in entry.reads | entry.weighs:
                continue
            if not entry.stamp.since or gear is None or entry.stamp.since < since:
                yield entry


def told(table: Table, catalogue: Catalogue, thing: GameObject) -> list[Line]:
    """Every step of the layers for an object, and what waited for what."""
    index = indexed(table, catalogue)
    if index.entangled:
        things = list(table.objects.values())
        work = Telling(table, catalogue, things, index.entries, index.written).run()[thing.id]
    elif is_untouched(table, catalogue, thing):
        work = standing(table, catalogue, thing)
    else:
        entries = reaching(table, catalogue, index, thing)
        work = Telling(table, catalogue, [thing], entries, index.written).run()[thing.id]
    return work.lines


__all__ = ["told"]
