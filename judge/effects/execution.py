"""One execution of the instructions of an item, and what instructions speak of (359.3.d-f).

Each target is checked as the instruction that concerns it is carried out; what is no longer legal
is left alone (359.3.e). What performs an instruction is in `judge.effects.performing`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from judge.board.state import ChainItem
from judge.effects import notation as n
from judge.effects.context import Context
from judge.effects.meaning import ITEM_KINDS, candidates, evaluate, players, why_not
from judge.layers.characteristics import of
from judge.ruling.run import Run


@dataclass(slots=True)
class Snapshot:
    """What was known of a target as the item began to resolve, for looking back (359.3.e.13)."""

    controller: str
    owner: str
    might: int
    place: str


@dataclass(slots=True)
class Execution:
    """One execution of an item's instructions."""

    run: Run
    item: ChainItem
    name: str
    chooses: dict[str, n.Selector]
    context: Context
    targets: dict[str, list[str]]
    #: where what it moves goes: for all of it, or by reference
    destination: str | None
    destinations: dict[str, str]
    add: Callable[[Run, str, n.Add], None]
    #: what left the board by this item's own instruction, as it was before
    looked_back: dict[str, Snapshot] = field(default_factory=dict)

    def mark_done(self, label: str | None) -> None:
        """Remember that the instruction of this label was followed (359.3.e.14)."""
        if label is not None:
            self.context = replace(self.context, done=self.context.done | {label})

    def name_result(
        self, label: str | None, refs: Iterable[str] = (), amount: int | None = None
    ) -> None:
        """Keep what the instruction of this label affected, and how much, for those that speak of
        it later (394).
        """
        if label is None:
            return
        self.context = self.context.knowing(label, list(refs))
        if amount is not None:
            others = tuple(pair for pair in self.context.amounts if pair[0] != label)
            self.context = replace(self.context, amounts=(*others, (label, amount)))


def legal_targets(execution: Execution, slot: str) -> list[str]:
    """The targets of a slot that are still legal; says which are not (359.3.e.2-9)."""
    run = execution.run
    chosen = execution.targets.get(slot, [])
    selector = execution.chooses[slot]
    legal = []
    for ref in chosen:
        if selector.kind not in (*ITEM_KINDS, "battlefield") and run.table.find(ref) is None:
            if run.in_force("359.3.e.2", "359.3.e.4"):
                run.note(
                    f"{run.thing(ref)} has changed zones "
                    "and is no longer the object that was chosen."
                )
                continue
        elif why_not(run, selector, execution.context, ref) and run.in_force(
            "359.3.e.2", "359.3.e.5"
        ):
            run.note(f"{run.thing(ref)} no longer meets what {execution.name} asks of its target.")
            continue
        legal.append(ref)
    if chosen and not legal:
        run.in_force("359.3.e.7")
    elif len(legal) < len(chosen):
        run.in_force("359.3.e.8")
    return [
        ref
        for ref in legal
        if run.table.find(ref) is not None
        or ref in [i.id for i in run.table.items()]
        or ref in run.table.battlefields
    ]


def meant(execution: Execution, what: n.Objects) -> list[str]:
    """The objects an instruction is about: legal targets of a slot, what another name means, or
    all that a selector means.
    """
    if isinstance(what, n.Selector):
        return candidates(execution.run, what, execution.context)
    found = []
    for name in [what] if isinstance(what, str) else what:
        if name in execution.chooses:
            found += legal_targets(execution, name)
        else:
            found += execution.context.refs(name)
    return list(dict.fromkeys(found))


def look_back(execution: Execution, refs: list[str]) -> None:
    run = execution.run
    for ref in refs:
        thing = run.table.find(ref)
        if thing is not None:
            execution.looked_back[ref] = Snapshot(
                thing.controller,
                thing.owner,
                of(run.table, run.catalogue, thing).might,
                run.table.places[thing.id],
            )


def who_is_meant(execution: Execution, who: str) -> list[str]:
    """The players an instruction is about; empty when a referent gives nothing (359.3.f.2.a)."""
    run = execution.run
    if " of " not in who:
        return players(run, execution.context, who)
    relation, _, slot = who.partition(" of ")
    if slot not in execution.chooses:
        return players(run, execution.context, who)
    found = []
    for ref in execution.targets.get(slot, []):
        seen = execution.looked_back.get(ref)
        thing = run.table.find(ref)
        if seen is not None:
            run.in_force("359.3.e.13")
            found.append(seen.controller if relation == "controller" else seen.owner)
        elif thing is not None:
            run.in_force("359.3.f.2")
            found.append(thing.controller if relation == "controller" else thing.owner)
        else:
            run.in_force("359.3.f.2.a")
            run.note(
                f"Who is the {relation} of {run.thing(ref)} can no longer be told; "
                "the instruction is ignored."
            )
    return found


def amount_of(execution: Execution, amount: n.Value) -> int | None:
    """How much an instruction says; None when what it is taken from is gone (359.3.e.12)."""
    if isinstance(amount, int):
        return amount
    run = execution.run
    context = execution.context
    for slot in execution.chooses:
        if slot in _names_in(amount):
            context = context.knowing(slot, legal_targets(execution, slot))
    found = evaluate(run, context, amount)
    run.in_force("359.3.f.2" if found is not None else "359.3.e.12")
    return found


def _names_in(value: object) -> set[str]:
    """The names that a value refers to."""
    if isinstance(value, str):
        return {value}
    if isinstance(value, list):
        return set().union(*map(_names_in, value)) if value else set()
    if isinstance(value, n.Node):
        return set().union(*(_names_in(getattr(value, key)) for key in value.__struct_fields__))
    return set()
