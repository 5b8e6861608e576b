"""Statuses that game actions give and take: Empowered, buffs that are spent (441-442, 702)."""

from __future__ import annotations

from judge.actions.attaching import joined
from judge.actions.door import let
from judge.board import events as ev
from judge.layers.characteristics import most
from judge.layers.timestamps import anew
from judge.ruling.run import Run


def empower(run: Run, refs: list[str], *, by: str | None = None) -> list[str]:
    """Empower what is not Empowered yet; the references that changed (441)."""
    changed = []
    if not run.stands("719.4.a"):
        refs = joined(run, refs)
    for ref in refs:
        thing = run.table.find(ref)
        if thing is None:
            continue
        limit = most(run.table, run.catalogue, thing, "empower_limit") if thing.empowered else 1
        again = limit is None or thing.empowered < limit
        again = again and (not thing.empowered or run.in_force("441.1.c.1"))
        if not again and run.in_force("441.1.a", "441.1.b", "441.1.c"):
            run.note(f"{run.thing(ref)} is Empowered already; nothing happens.")
            continue
        changed.append(ref)
    changed = let(run, "empower", changed, by=by)
    if changed:
        run.in_force("441.1")
        named = (thing.name for ref in changed if (thing := run.table.find(ref)) is not None)
        run.emit(ev.Empowered(refs=changed, since=anew(run, named)), by=by)
    return changed


def disempower(run: Run, refs: list[str], *, by: str | None = None) -> list[str]:
    """Take the Empowered status from what has it; the references that changed (442)."""
    changed = []
    for ref in refs:
        thing = run.table.find(ref)
        if thing is None:
            continue
        if not thing.empowered:
            run.note(f"{run.thing(ref)} is not Empowered; nothing happens.", "442.1.a.1")
            if not run.in_force("442.1.a", "442.1.a.1"):
                changed.append(ref)
            continue
        changed.append(ref)
    if changed and run.in_force("442.1"):
        run.emit(ev.Disempowered(refs=changed), by=by)
        return changed
    return []


def spend_buffs(run: Run, refs: list[str], amount: int | None, *, by: str) -> int:
    """Spend buffs on these units: as many as there are, or `amount` from each; how many were
    (702.2.b).

    Only those on units that the player controls (702.2.b.2, 745.2).
    """
    spent = 0
    for ref in refs:
        thing = run.table.find(ref)
        if thing is None:
            continue
        # 749: a buff has no controller; who controls its unit can spend it
        holder = thing.controller if run.stands("749") else thing.owner
        if holder != by and run.in_force("702.2.b.2", "745.2"):
            run.note(f"{by} does not control {run.thing(ref)} and can spend no buff on it.")
            continue
        if not thing.buffs:
            run.note(f"{run.thing(ref)} has no buff that could be spent.", "702.2.b.1")
            spent += not run.in_force("702.2.b.1")
            continue
        number = thing.buffs if amount is None else min(amount, thing.buffs)
        if number and run.in_force("702.2.b", "745.1", "747"):
            run.emit(ev.BuffSpent(ref=ref, amount=number), by=by)
            spent += number
    return spent
