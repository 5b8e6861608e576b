"""Applying the layers: what every object is after all continuous effects (473-480).

The layers are gone through in order, again and again, until every effect has been applied once to
what it reaches and nothing changes (476). An effect that does not qualify any more is withdrawn
once, and stays withdrawn (476.3, OP-36). Within a layer what depends on another effect follows it
at once; the rest goes by timestamps (478-480).

Each application is a `Line`; Might is the sum of their amounts. `judge.layers.standings` keeps what
comes out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from judge.board.state import GameObject
from judge.board.table import Table, split_reference
from judge.effects import notation as n
from judge.effects.activetexts import bearing
from judge.effects.catalogue import Catalogue
from judge.effects.notation import fixed
from judge.keywords import combine
from judge.layers.entries import Aspect, Entry, Shown
from judge.layers.reading import (
    Standing,
    View,
    applies,
    at_first,
    holds,
    is_awake,
    value_of,
    with_trait,
)
from judge.layers.statics import Source, appended_since
from judge.layers.worked import (
    Deed,
    Evaluation,
    Line,
    Wait,
    Worked,
    alterations,
    assigned,
    assigns,
    begin,
    change_keywords,
    is_lost,
    kept,
    keyword_text,
    losses,
    may_have_might,
    own_might,
    said,
    take_back,
)

#: an entry, by its key, in a half of the third layer
_Asked = tuple[tuple[str, str, int], int]
#: how often the layers are gone through at most; each time something new has to be applied
_SEQUENCES = 1000


def is_there(view: View, ability: n.Static, off: frozenset[str]) -> bool:
    """Whether an ability applies at all: its condition holds (364.3.a), and those of the dependent
    keywords before it.
    """
    return is_awake(view, ability) and ("364.3.a" in off or holds(view, ability.while_))


class Layering:
    """The layers at work on some objects of a board."""

    def __init__(
        self,
        table: Table,
        catalogue: Catalogue,
        things: Iterable[GameObject],
        entries: list[Entry],
        written: frozenset[Aspect],
        *,
        settled: bool = False,
    ) -> None:
        self.table = table
        self.catalogue = catalogue
        self.off = table.disabled
        self.entries = entries
        self.works = {thing.id: begin(table, catalogue, thing) for thing in things}
        self.done: set[tuple[tuple[str, str, int], str]] = set()
        self.withdrawn: set[tuple[tuple[str, str, int], str]] = set()
        self.sequence = 1
        self.counting = False
        self.views: dict[int, View] = {}
        self.evaluations: dict[_Asked, Evaluation] = {}
        #: what entries that are still to be applied have waited for (479.2), by their keys
        self.waits: dict[tuple[str, str, int], list[Wait]] = {}
        #: what of one entry applying another alters, as it was tried last, by their keys
        self.altered: dict[tuple[tuple[str, str, int], tuple[str, str, int]], dict[str, str]] = {}
        self.written = written
        #: whether what depends on nothing that the layers change is known to reach every object
        self.settled = settled

    # --- the layers, again and again (476) --------------------------------------------------

    def run(self) -> dict[str, Worked]:
        waits = any(entry.reads & self.written for entry in self.entries)
        traits, abilities, arithmetic = self._by_layer()
        for _ in range(_SEQUENCES if waits else 1):
            changed = bool(traits) and self._layer(traits)
            if self.sequence == 1 and "keywords" in self.written:
                self._append_copied()
            changed |= bool(abilities) and self._layer(abilities)
            changed |= self._arithmetic(arithmetic)
            self.sequence += 1
            changed |= waits and self._withdraw()
            if not changed or {"476", "476.2"} & self.off:
                break
        # they look back at this: nothing may have to wait for the collector of circles
        self.views.clear()
        return self.works

    def _by_layer(self) -> tuple[list[Entry], list[Entry], list[Entry]]:
        layers: tuple[list[Entry], list[Entry], list[Entry]] = ([], [], [])
        for entry in self.entries:
            layers[entry.layer - 1].append(entry)
        return layers

    def _arithmetic(self, entries: list[Entry]) -> bool:
        """The third layer: what raises Might, then what lowers it (477.3.e)."""
        changed = self._count()
        if not entries:
            return changed
        if {"477.3.e", "477.3.e.1.a", "477.3.e.2.a", "143.2.b.1"} & self.off:
            return self._layer(entries) or changed
        up = [entry for entry in entries if self._may_raise(entry)]
        changed |= self._layer(up, half=1)
        down = [entry for entry in entries if isinstance(entry.change, n.Might)]
        return self._layer(down, half=-1) or changed

    def _may_raise(self, entry: Entry) -> bool:
        change = entry.change
        return not (
            isinstance(change, n.Might) and isinstance(change.amount, int) and change.amount <= 0
        )

    # --- one layer (478-480) ----------------------------------------------------------------

    def _layer(self, entries: list[Entry], half: int = 0) -> bool:
        """Apply the entries of a layer, or of a half of the third, each as soon as it can be."""
        changed = self._apply_all(entries, half)
        if half < 1:  # what was counted before the first half is waited for in the second as well
            self.waits.clear()
            self.altered.clear()
        return changed

    def _apply_all(self, entries: list[Entry], half: int) -> bool:
        changed = False
        self.evaluations.clear()
        if not self._may_depend(entries):
            for entry in entries:
                changed |= self._apply(entry, half)
            return changed
        remaining = list(entries)
        following: list[tuple[Entry, Entry]] = []
        while remaining:
            chosen = self._next(remaining, following, half)
            if chosen is None:  # only where 479.1 is switched off: each waits for the other
                break
            entry, follows = chosen
            following = []
            if not {"479", "479.2"} & self.off:
                following = [
                    (other, entry)
                    for other in remaining
                    if other is not entry and self._depends(other, entry, half)
                ]
            for other, _ in following:
                at = self.altered[other.key, entry.key]
                self.waits.setdefault(other.key, []).append(Wait(entry.origin, at, entry))
            remaining.remove(entry)
            changed |= self._apply(entry, half, follows)
        return changed

    def _may_depend(self, entries: list[Entry]) -> bool:
        return any(
            one is not other and (one.reads | one.weighs) & other.writes
            for one in entries
            if one.reads or one.weighs
            for other in entries
        )

    def _next(
        self, remaining: list[Entry], following: list[tuple[Entry, Entry]], half: int
    ) -> tuple[Entry, Entry | None] | None:
        """What is applied next: what depended on the last one at once (479.2), otherwise the
        oldest that depends on nothing which is still to be applied.
        """
        if {"479", "479.2"} & self.off:
            return remaining[0], None
        for entry, before in following:
            if not any(self._depends(entry, other, half) for other in remaining):
                return entry, before
        for entry in remaining:
            if not any(self._depends(entry, other, half) for other in remaining):
                return entry, None
        # OP-34: a circle is broken at its oldest effect
        return None if "479.1" in self.off else (remaining[0], None)

    def _depends(self, one: Entry, other: Entry, half: int) -> str:
        """The rule by which an entry depends on another (478.1), empty where it does not."""
        if one is other or not (one.reads | one.weighs) & other.writes:
            return ""
        rule = self._altered(one, other, half)
        if not rule:
            return ""
        both = (other.reads | other.weighs) & one.writes and self._altered(other, one, half)
        # 479.1: where each is altered by the other, neither depends on it
        return "" if both and "479.1" not in self.off else rule

    def _altered(self, one: Entry, other: Entry, half: int) -> str:
        """By what applying `other` first alters `one`: tried, and taken back."""
        if "478" in self.off:
            return ""
        there, reach, outcome = self._evaluation(one, half)
        before = {work.thing.id: kept(work) for work in self.works.values()}
        done = set(self.done)
        self._apply(other, half, trial=True)
        there_now = self._is_there(one) if one.there & other.writes else there
        reach_now = self._reach(one) if one.reach & other.writes else reach
        outcome_now = self._outcome(one, reach, half)
        self.done = done
        for identity, each in before.items():
            take_back(self.works[identity], each)
        rule = ""
        if there_now != there and "478.1.a" not in self.off:
            rule = "478.1.a"
        elif reach_now != reach and "478.1.b" not in self.off:
            rule = "478.1.b"
        elif outcome_now != outcome and "478.1.c" not in self.off:
            rule = "478.1.c"
        if rule:
            now = (there_now, reach_now, outcome_now)
            self.altered[one.key, other.key] = alterations((there, reach, outcome), now, self.off)
        return rule

    def _evaluation(self, entry: Entry, half: int) -> Evaluation:
        """Whether an entry is there, what it reaches and what it would do; kept until something is
        applied.
        """
        found = self.evaluations.get((entry.key, half))
        if found is None:
            reach = self._reach(entry)
            found = (self._is_there(entry), reach, self._outcome(entry, reach, half))
            self.evaluations[entry.key, half] = found
        return found

    def _outcome(self, entry: Entry, reach: set[str], half: int) -> list[int | None]:
        if not (entry.weighs or entry.counts):
            return []
        number = self._number(entry)
        works = (self.works[identity] for identity in sorted(reach))
        return [self._amount(entry, work, half, number) for work in works]

    # --- one entry --------------------------------------------------------------------------

    def see(self, thing: GameObject) -> Standing:
        """What the layers have come to so far for an object."""
        work = self.works.get(thing.id)
        return work if work is not None else at_first(self.table, self.catalogue, thing)

    def _view(self, source: Source) -> View:
        view = self.views.get(id(source))
        if view is None:
            view = self.views[id(source)] = View(
                self.table,
                self.catalogue,
                source.controller,
                source.thing,
                source.place,
                source.this,
                self.see,
            )
        return view

    def _is_there(self, entry: Entry) -> bool:
        source = entry.source
        if source is None:
            return True
        return not self._has_lost(source) and is_there(self._view(source), source.ability, self.off)

    def _has_lost(self, source: Source) -> bool:
        """Whether the object has lost the ability by now (477.2.a)."""
        work = self.works.get(source.thing or "")
        if work is None:
            return False
        since = appended_since(self.table, source.this)
        return any(is_lost(loss, None, since, source) for loss in losses(work))

    def _reaches(self, entry: Entry, work: Worked) -> bool:
        if entry.affects is not None:
            return work.ref in entry.affects
        assert entry.source is not None
        if isinstance(entry.change, n.GrantKeyword) and entry.change.to_bearer:
            return self._givers(entry, work) > 0
        return applies(self._view(entry.source), entry.source.ability, work.thing)

    def _givers(self, entry: Entry, work: Worked) -> int:
        """How many cards that a text is about are attached to an object (434.1)."""
        assert entry.source is not None
        view, ability = self._view(entry.source), entry.source.ability
        return sum(applies(view, ability, gear) for gear in bearing(self.table, work.thing))

    def _reach(self, entry: Entry) -> set[str]:
        return {each.thing.id for each in self.works.values() if self._reaches(entry, each)}

    def _candidates(self, entry: Entry) -> list[Worked]:
        """The objects that it can reach at all, without asking each of them."""
        if entry.affects is not None and len(self.works) > 1:
            ids = {split_reference(ref)[0] for ref in entry.affects}
            return [self.works[each] for each in sorted(ids) if each in self.works]
        source = entry.source
        if source is not None and source.ability.affects == "me":
            own = self.works.get(source.thing or "")
            return [] if own is None else [own]
        return list(self.works.values())

    def _apply(
        self,
        entry: Entry,
        half: int,
        follows: Entry | None = None,
        *,
        trial: bool = False,
    ) -> bool:
        """Apply an entry to all that it reaches and has not been applied to (476.1)."""
        once = "476.1" not in self.off or self.sequence > 2
        sure = self.settled and not entry.reads & self.written
        known = self.evaluations.get((entry.key, half))
        reached = self.works.keys() if sure else None if known is None else known[1]
        able = [
            work
            for work in (self.works.values() if sure else self._candidates(entry))
            if (entry.key, work.thing.id) not in self.withdrawn
            and not (once and (entry.key, work.thing.id) in self.done)
            and (self._reaches(entry, work) if reached is None else work.thing.id in reached)
        ]
        if not able or not (sure or self._is_there(entry)):
            return False
        changed = False
        counted = entry.layer == 3 or isinstance(entry.change, n.GrantKeyword)
        number = self._number(entry) if counted else 0
        amounts = [self._amount(entry, work, half, number) if counted else 0 for work in able]
        for work, amount in zip(able, amounts, strict=True):
            if amount is None:
                continue
            self.done.add((entry.key, work.thing.id))
            for wait in () if trial else self.waits.get(entry.key, ()):
                rule = wait.at.get(work.thing.id)
                if rule is not None:
                    at_once = follows is not None and wait.entry is follows
                    when = "right after it" if at_once else "after it"
                    text = f"{entry.origin} depends on {wait.on} and is applied {when}"
                    self._line(work, entry, text, ("479.2", rule), deed="reordered")
            self._write(work, entry, amount)
            changed = True
        if changed and not trial:
            self.evaluations.clear()
        return changed

    def _number(self, entry: Entry) -> int:
        """The number of a change of Might, or the value of a keyword, which is the same for all
        that it reaches.
        """
        change = entry.change
        if isinstance(change, n.GrantKeyword):
            if isinstance(change.value, int):
                return change.value
            assert entry.source is not None
            return value_of(self._view(entry.source), change.value)
        if not isinstance(change, n.Might | n.SetMight):
            return 0
        if isinstance(change.amount, int):
            return change.amount
        if isinstance(change, n.SetMight):
            return fixed(change.amount)
        assert entry.source is not None
        return value_of(self._view(entry.source), change.amount)

    def _amount(self, entry: Entry, work: Worked, half: int, amount: int) -> int | None:
        """How much Might an arithmetic entry of that number adds now; None where it adds nothing in
        this half.
        """
        change = entry.change
        if isinstance(change, n.GrantKeyword):
            if change.if_lacking and change.keyword in work.keywords:
                return None
            if change.to_bearer:
                amount *= self._givers(entry, work)
            return amount or None  # of none at all there is no instance
        if not work.has_might or work.might is None:
            return None
        now = work.might if half == 0 else work.raised
        if isinstance(change, n.SetMight):
            # 477.3.c: it never takes any away
            return amount - now if "477.3.c" in self.off else max(0, amount - now)
        assert isinstance(change, n.Might)
        if amount == 0 or amount * half < 0:
            return None
        if change.maximum is not None and amount > 0:
            amount = max(0, min(amount, change.maximum - work.might))
        if change.minimum is not None and amount < 0:
            amount = min(0, max(amount, change.minimum - work.might))
        return amount

    def _write(self, work: Worked, entry: Entry, amount: int) -> None:
        """What an entry makes of an object, with its line."""
        change = entry.change
        work.applied.append((entry, amount))
        match change:
            case n.Trait():
                work.definition = with_trait(self.table, work.definition, work.thing, change)
                self._may_have_might(work)
                for of, words in said(change):
                    self._line(work, entry, entry.origin, ("477.1.a",), of=of, what=words)
            case n.SetMight(at_least=False):
                if work.has_might:
                    before, work.base = work.base, fixed(change.amount)
                    more = work.base - before
                    what = str(work.base)
                    self._add(work, entry, entry.origin, ("477.1.a.1",), more, what=what)
            case n.GrantKeyword():
                keyword, value = change.keyword, amount
                held = work.keywords.get(keyword, 0)
                now = combine(keyword, held, value, self.off)
                work.keywords = {**work.keywords, keyword: now}
                text, what = f"{keyword} from {entry.origin}", keyword_text(keyword, value)
                self._line(work, entry, text, ("477.2.a",), of="keywords", what=what)
            case n.LoseAbilities():
                work.keywords = self._keywords_anew(work)
                what = change.keyword or "all abilities"
                text = f"{what} lost by {entry.origin}"
                self._line(work, entry, text, ("477.2.a",), of="keywords", what=what)
            case n.Might() | n.SetMight():
                raised = isinstance(change, n.SetMight)
                rules: tuple[str, ...]
                rules = ("477.3.a", "479.2") if raised else ("477.3.a",)
                self._add(work, entry, entry.origin, rules, amount, what=f"{amount:+}")

    def _may_have_might(self, work: Worked) -> None:
        """Whether it is of a type that has Might, as it has become (143.2)."""
        types = work.definition.types
        has_might = may_have_might(self.table, work.thing, work.first, types)
        if has_might is not work.has_might:
            work.has_might = has_might
            work.might = work.base = work.raised = 0
            work.own = {}
            if not has_might:
                work.might = None

    # --- Might that an object has by itself (477.3) -------------------------------------------

    def _count(self) -> bool:
        """Count what raises Might of its own: buffs, Assault and Shield, Might Bonuses."""
        changed = not self.counting
        self.counting = True
        for work in self.works.values():
            if not work.has_might:
                continue
            counted: dict[str, int] = {}
            for what, (text, rules, amount) in own_might(self.table, self.catalogue, work).items():
                counted[what] = amount
                more = amount - work.own.get(what, 0)
                if more:
                    line = Line(text, rules, more, 3, self.sequence, what=f"{more:+}")
                    self._sum_own(work, what, line)
                    changed = True
            for what, amount in work.own.items():
                if what not in counted and amount:
                    text, rules = f"{what} no longer", ("476.3", "477.3.a")
                    line = Line(text, rules, -amount, 3, self.sequence, deed="withdrawn")
                    self._sum(work, line)
                    changed = True
            work.own = counted
        return changed

    # --- what does not qualify any more (476.3) -----------------------------------------------

    def _withdraw(self) -> bool:
        """Withdraw what was applied and would not be now: once, and for good."""
        if "476.3" in self.off:
            return False
        over = [
            (work, entry, amount)
            for work in self.works.values()
            for entry, amount in work.applied
            if entry.reads & self.written
            and not (self._is_there(entry) and self._reaches(entry, work))
        ]
        for work, entry, amount in over:
            work.applied.remove((entry, amount))
            self.withdrawn.add((entry.key, work.thing.id))
            self._unwrite(work, entry, amount)
        return bool(over)

    def _unwrite(self, work: Worked, entry: Entry, amount: int) -> None:
        text = f"{entry.origin} no longer applies"
        match entry.change:
            case n.Trait():
                work.definition = work.first
                for each, _ in work.applied:
                    if isinstance(each.change, n.Trait):
                        work.definition = with_trait(
                            self.table, work.definition, work.thing, each.change
                        )
                self._may_have_might(work)
                for of, words in said(entry.change):
                    self._line(work, entry, text, ("476.3",), of=of, what=words, deed="withdrawn")
            case n.SetMight(at_least=False):
                left = [e for e, _ in work.applied if assigns(e)]
                before = work.base
                work.base = fixed(assigned(left[-1])) if left else work.first.might or 0
                self._add(
                    work,
                    entry,
                    text,
                    ("476.3",),
                    work.base - before,
                    what=str(work.base),
                    deed="withdrawn",
                )
            case n.GrantKeyword() | n.LoseAbilities() as change:
                work.keywords = self._keywords_anew(work)
                if isinstance(change, n.GrantKeyword):
                    what = keyword_text(change.keyword, amount)
                else:
                    what = change.keyword or "all abilities"
                self._line(
                    work, entry, text, ("476.3",), of="keywords", what=what, deed="withdrawn"
                )
            case n.Might() | n.SetMight():
                self._add(
                    work, entry, text, ("476.3",), -amount, what=f"{-amount:+}", deed="withdrawn"
                )

    def _append_copied(self) -> None:
        """477.2.c: the abilities of effect text are appended in the second layer."""
        for work in self.works.values():
            for gear, keyword, value in self._copied(work.thing):
                held = work.keywords.get(keyword, 0)
                work.keywords = {**work.keywords, keyword: combine(keyword, held, value, self.off)}
                text, what = f"{keyword} from {gear.name}", keyword_text(keyword, value)
                work.lines.append(Line(text, ("477.2.c",), 0, 2, 1, "keywords", what=what))

    def _keywords_anew(self, work: Worked) -> dict[str, int]:
        """The keywords by what has been applied: what is granted after a loss is not lost."""
        found = dict(work.first.keywords)
        later = []
        lost = [loss.stamp.since for loss in losses(work)]
        for gear, keyword, value in self._copied(work.thing):
            if lost and (gear.since or 0) > max(lost):
                later.append((keyword, value))
            else:
                found[keyword] = combine(keyword, found.get(keyword, 0), value, self.off)
        for entry, amount in work.applied:
            change_keywords(found, entry, amount, self.off)
        for keyword, value in later:
            found[keyword] = combine(keyword, found.get(keyword, 0), value, self.off)
        return found

    def _copied(self, thing: GameObject) -> Iterator[tuple[GameObject, str, int]]:
        """The keywords in the text that attached cards have copied into their effect text."""
        if {"477.2.c", "719.1"} & self.off:
            return
        for gear in bearing(self.table, thing):
            if gear.text_copied is not None:
                for keyword, value in self.catalogue[gear.text_copied].keywords.items():
                    yield gear, keyword, value

    # --- lines --------------------------------------------------------------------------------

    def _line(
        self,
        work: Worked,
        entry: Entry,
        text: str,
        rules: tuple[str, ...],
        *,
        of: Shown | None = None,
        what: str = "",
        deed: Deed = "applied",
    ) -> None:
        shown = (each for each in entry.writes if each != "abilities")
        about: Shown = of if of is not None else next(shown, "might")
        line = Line(text, rules, 0, entry.layer, self.sequence, about, deed=deed, what=what)
        work.lines.append(line)

    def _add(
        self,
        work: Worked,
        entry: Entry,
        text: str,
        rules: tuple[str, ...],
        amount: int,
        *,
        what: str,
        deed: Deed = "applied",
    ) -> None:
        line = Line(text, rules, amount, entry.layer, self.sequence, deed=deed, what=what)
        self._sum(work, line)

    def _sum_own(self, work: Worked, what: str, line: Line) -> None:
        """Sum Might that an object has by itself; `what` it is (`judge.layers.telling`)."""
        self._sum(work, line)

    def _sum(self, work: Worked, line: Line) -> None:
        work.lines.append(line)
        # what has become a unit by now begins from nothing
        work.might = (work.might or 0) + line.amount
        if "143.2.b.1" in self.off:  # what is seen as 0 would be 0 where it goes up or down
            work.might = max(0, work.might)
        if line.layer == 1 or (line.amount > 0) is (line.deed == "applied"):
            work.raised += line.amount
