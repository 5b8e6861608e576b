"""Instructions that make objects copies of others (477.1.b)."""

from __future__ import annotations

from judge.actions import copying
from judge.effects import notation as n
from judge.effects.activetexts import bearing
from judge.effects.execution import Execution, meant
from judge.effects.performing.registry import performs
from judge.effects.performing.until import lasts, source_of
from judge.effects.unread import refused
from judge.layers.characteristics import assigned_might, given_to


@performs(n.BecomeCopy)
def _become_copy(execution: Execution, instruction: n.BecomeCopy) -> bool:
    run, item = execution.run, execution.item
    originals = meant(execution, instruction.of)
    done = []
    for ref in meant(execution, instruction.what) if originals else []:
        _refuse_another_type(execution, ref, originals[0])
        _refuse_assigned(execution, ref)
        if copying.become_copy(
            run,
            ref,
            originals[0],
            until=lasts(execution, instruction.until),
            controller=item.controller,
            origin=execution.name,
            source=source_of(execution),
        ):
            done.append(ref)
    execution.name_result(instruction.label, done, len(done))
    return bool(done)


def _refuse_another_type(execution: Execution, ref: str, original: str) -> None:
    """Raises `Refused` where an object would become one of another type while something is attached
    to it or marked on it, or it is itself attached: what that is worth then is not modelled.
    """
    run = execution.run
    thing, other = run.table.find(ref), run.table.find(original)
    if thing is None or other is None:
        return
    marked = thing.damage or thing.buffs or thing.designation or thing.attached_to
    if not (marked or thing.empowered or bearing(run.table, thing)):
        return
    if set(run.catalogue[thing.name].types) != set(run.catalogue[other.name].types):
        raise refused(
            "clause",
            f"{execution.name} makes {run.thing(ref)} a copy of {run.thing(original)}, which is of "
            "another type.",
            f"{execution.name}: become_copy",
            "477.1.b.1.a",
        )


def _refuse_assigned(execution: Execution, ref: str) -> None:
    """Raises `Refused` where an older effect assigns the Might that the copy brings with it: which
    of the two came last is not kept.
    """
    run = execution.run
    thing = run.table.find(ref)
    if thing is not None and given_to(run.table, run.catalogue, thing):
        raise refused(
            "clause",
            f"{execution.name} makes {run.thing(ref)}, which was given traits, a copy.",
            f"{execution.name}: become_copy",
            "480.3",
        )
    if thing is not None and assigned_might(run.table, thing):
        raise refused(
            "clause",
            f"{execution.name} makes {run.thing(ref)}, whose Might is assigned, a copy.",
            f"{execution.name}: become_copy",
            "480.3",
        )
