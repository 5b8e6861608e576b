"""What objects would be if the layers were read otherwise, where the rules on them are open (D10).

The layers are a function of the board alone and take one reading of each such point. Here they are
gone through once more for each of the others, where a board has what it could matter for; a ruling
says of which points it makes a difference what something is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from judge.board.table import Table
from judge.effects import notation as n
from judge.effects.catalogue import Catalogue
from judge.layers.entries import Entry, Indexed, indexed
from judge.layers.layering import Layering
from judge.layers.standings import layered, standing
from judge.layers.worked import Worked, losses
from judge.ruling.run import Run

_Works = dict[str, Worked]


class _OnceAltogether(Layering):
    """OP-32 read as b: an effect that has been applied is not applied to what it reaches later."""

    def _apply(
        self,
        entry: Entry,
        half: int,
        after: Entry | None = None,
        *,
        trial: bool = False,
    ) -> bool:
        begun: dict[tuple[str, str, int], int] = self.__dict__.setdefault("begun", {})
        if begun.get(entry.key, self.sequence) < self.sequence:
            return False
        changed = super()._apply(entry, half, after, trial=trial)
        if changed and not trial:
            begun.setdefault(entry.key, self.sequence)
        return changed


class _PairsLate(Layering):
    """OP-33 read as b: what is depended on waits for the place of what depends on it."""

    def _next(
        self, remaining: list[Entry], following: list[tuple[Entry, Entry]], half: int
    ) -> tuple[Entry, Entry | None] | None:
        for place, entry in enumerate(remaining):
            later = remaining[place + 1 :]
            if any(
                self._depends(entry, other, half) or self._depends(other, entry, half)
                for other in later
            ):
                continue
            before = [each for each in remaining[:place] if self._depends(entry, each, half)]
            return (before or [entry])[0], None
        return remaining[0], None


class _CirclesByTime(Layering):
    """Effects that depend on each other in a circle, in the order of their timestamps (OP-34)."""

    def _next(
        self, remaining: list[Entry], following: list[tuple[Entry, Entry]], half: int
    ) -> tuple[Entry, Entry | None] | None:
        circle: set[tuple[str, str, int]] = self.__dict__.setdefault("circle", set())
        left = [entry for entry in remaining if entry.key in circle]
        if left:
            return left[0], None
        found = super()._next(remaining, following, half)
        if found is not None and any(self._depends(found[0], each, half) for each in remaining):
            circle.update(entry.key for entry in remaining)
        return found


class _IncreasesWait(Layering):
    """OP-35 read as b: an increase that asks for Might waits for the decreases."""

    def _arithmetic(self, entries: list[Entry]) -> bool:
        down = [entry for entry in entries if not self._may_raise(entry)]
        waiting = [e for e in entries if e not in down and "might" in e.reads | e.weighs]
        if not down or not waiting:
            return super()._arithmetic(entries)
        changed = super()._arithmetic([entry for entry in entries if entry not in waiting])
        return self._layer(waiting) or changed


class _OwnEndStays(Layering):
    """OP-36 read as b: what changes by what it asks for itself stays where it has been applied."""

    withdrawing = False

    def _is_there(self, entry: Entry) -> bool:
        return (self.withdrawing and _asks_what_it_changes(entry)) or super()._is_there(entry)

    def _reaches(self, entry: Entry, work: Worked) -> bool:
        kept = self.withdrawing and _asks_what_it_changes(entry)
        return kept or super()._reaches(entry, work)

    def _withdraw(self) -> bool:
        self.withdrawing = True
        found = super()._withdraw()
        self.withdrawing = False
        return found


def _asks_what_it_changes(entry: Entry) -> bool:
    return bool(entry.reads & entry.writes)


class _InOrderAnew(Layering):
    """OP-195 read as b: what was applied in the end, all of it in the order of timestamps."""

    final: frozenset[tuple[tuple[str, str, int], str]]

    def _is_there(self, entry: Entry) -> bool:
        return True

    def _reaches(self, entry: Entry, work: Worked) -> bool:
        return (entry.key, work.thing.id) in self.final


def _of(kind: type[Layering]) -> Callable[[Table, Catalogue, Indexed, _Works], _Works]:
    """What comes out of another way of going through the layers."""

    def work_out(table: Table, catalogue: Catalogue, index: Indexed, taken: _Works) -> _Works:
        things = table.objects.values()
        return kind(table, catalogue, things, index.entries, index.written).run()

    return work_out


def _in_order(table: Table, catalogue: Catalogue, index: Indexed, taken: _Works) -> _Works:
    late = any(
        line.sequence > 1 and line.deed == "applied" for w in taken.values() for line in w.lines
    )
    if not late:
        return taken
    things = table.objects.values()
    anew = _InOrderAnew(table, catalogue, things, index.entries, index.written)
    anew.final = frozenset(
        (entry.key, identity) for identity, work in taken.items() for entry, _ in work.applied
    )
    return anew.run()


def _losses_last(table: Table, catalogue: Catalogue, index: Indexed, taken: _Works) -> _Works:
    if not index.loses:
        return taken
    last = [entry for entry in index.entries if isinstance(entry.change, n.LoseAbilities)]
    return layered(table, catalogue, [*(e for e in index.entries if e not in last), *last])


def _not_by_itself(table: Table, catalogue: Catalogue, index: Indexed, taken: _Works) -> _Works:
    """OP-198 read as b: an ability by which its own object loses it takes nothing away."""
    ending = [
        loss.key
        for identity, work in taken.items()
        for loss in losses(work)
        if loss.source is not None and loss.source.thing == identity
    ]
    if not ending:
        return taken
    return layered(table, catalogue, [e for e in index.entries if e.key not in ending])


def _comes_late(index: Indexed, taken: _Works) -> bool:
    """Whether something was applied, or taken back, only as the layers were gone through again."""
    return any(line.sequence > 1 for work in taken.values() for line in work.lines)


def _may_depend(index: Indexed, taken: _Works) -> bool:
    """Whether an effect asks for what another of the same layer writes."""
    return any(
        (one.reads | one.weighs) & other.writes
        for one in index.entries
        for other in index.entries
        if one is not other and one.layer == other.layer
    )


def _loses(index: Indexed, taken: _Works) -> bool:
    return index.loses


class Otherwise(NamedTuple):
    """A point that the layers take one way: what is taken, and what comes of another reading;
    `when` says where another could make a difference at all, which is cheaper to know.
    """

    point: str
    taken: str
    words: str
    works: Callable[[Table, Catalogue, Indexed, _Works], _Works]
    when: Callable[[Indexed, _Works], bool]


_POINTS = (
    Otherwise(
        "OP-32", "a", "An effect is applied once to each object", _of(_OnceAltogether), _comes_late
    ),
    Otherwise(
        "OP-33", "a", "What is depended on keeps its place in time", _of(_PairsLate), _may_depend
    ),
    Otherwise(
        "OP-34", "b", "A circle is broken at its oldest effect", _of(_CirclesByTime), _may_depend
    ),
    Otherwise(
        "OP-35",
        "a",
        "Increases come before decreases in any case",
        _of(_IncreasesWait),
        _may_depend,
    ),
    Otherwise(
        "OP-36", "a", "What ends its own condition is withdrawn", _of(_OwnEndStays), _comes_late
    ),
    Otherwise(
        "OP-195", "a", "What is applied only later comes after the rest", _in_order, _comes_late
    ),
    Otherwise("OP-196", "a", "What is lost is no outcome of a loss", _losses_last, _loses),
    Otherwise("OP-198", "a", "A loss does not end itself", _not_by_itself, _loses),
)


def caution_otherwise(run: Run) -> None:
    """Say of which open points about the layers it makes a difference what something is."""
    table, catalogue = run.table, run.catalogue
    index = indexed(table, catalogue)
    # where no text asks what the layers change there is no dependency, and nothing comes late
    if run.disabled or not (index.entangled or any(entry.weighs for entry in index.entries)):
        return
    taken = {thing.id: standing(table, catalogue, thing) for thing in table.objects.values()}
    for point in _POINTS:
        if not point.when(index, taken):
            continue
        other = point.works(table, catalogue, index, taken)
        found = [
            run.thing(work.ref) for i, work in sorted(taken.items()) if _differ(work, other[i])
        ]
        if found:
            run.rests_on(point.point, point.taken, f"{point.words}: {_listed(found)}.")


def _listed(found: Iterable[str]) -> str:
    return ", ".join(found)


def _differ(work: Worked, other: Worked) -> bool:
    return _result(work) != _result(other)


def _result(work: Worked) -> tuple[object, ...]:
    now = work.definition
    lost = frozenset(entry.key for entry in losses(work))
    return (work.might, work.keywords, lost, now.types, now.tags, now.domains, now.name)


__all__ = ["caution_otherwise"]
