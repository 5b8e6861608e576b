"""Reflexive triggers: "Do this" (386-388)."""

from __future__ import annotations

import msgspec

from judge.abilities.delayed import bind, source_of
from judge.abilities.listening import Listener
from judge.abilities.moments import Occurrence, knowing, knowing_all, meets
from judge.abilities.triggers import Trigger, add
from judge.board.state import ChainItem
from judge.effects import notation as n
from judge.effects.context import Context
from judge.effects.kept import keep
from judge.layers.seen import picture
from judge.ruling.run import Run

#: what happens to units that were dealt damage only in the Cleanup after the item
_IN_CLEANUPS = frozenset({"die", "kill", "leave"})


def do_this(
    run: Run, item: ChainItem, name: str, ability: n.Triggered, times: int, context: Context
) -> bool:
    """Add a new pending item for the ability, so many times, if its condition has been met by what
    the item has done (387-388); whether there was one.
    """
    met = _met(run, item, name, ability, context)
    if met is None:
        return False
    if not ability.moments and not run.in_force("387.2"):
        return False
    if times > 1 and not run.in_force("387.1.a"):
        times = 1
    for _ in range(times):
        # it is added and goes no further, since an effect is being resolved (401.2)
        if not (run.in_force("388", "388.1", "388.2") and run.in_force("401.2")):
            break
        add(run, _trigger(run, item, name, ability, met))
    return times > 0


def _trigger(
    run: Run, item: ChainItem, name: str, ability: n.Triggered, context: Context
) -> Trigger:
    about = {
        "ability": keep(msgspec.structs.replace(ability, when=[])),
        **bind(run, ability, context),
    }
    if context.amounts:
        about["amounts"] = dict(context.amounts)
    if context.here is not None:
        about["location"] = context.here
    if context.frozen:
        about["seen"] = {ref: picture(seen) for ref, seen in context.frozen}
    return Trigger(
        item.controller,
        source_of(item),
        item.of or item.card or name,
        "do_this",
        ability,
        ("387.1",),
        about,
        "reflexive",
    )


def _met(
    run: Run, item: ChainItem, name: str, ability: n.Triggered, context: Context
) -> Context | None:
    """What the ability knows of the event that met its condition; None where nothing did."""
    if not ability.moments:
        return context
    listener = Listener(
        source_of(item),
        item.of or item.card or name,
        item.controller,
        context.here or "",
        "do_this",
        ability,
        bound={
            **bind(run, ability, context),
            "names": {label: list(refs) for label, refs in context.names},
            "amounts": dict(context.amounts),
            "here": context.here,
            "once": True,
            # "for each unit this kills": each of several that it names is a condition of its own
            "each": any(len(_named(context, moment)) > 1 for moment in ability.moments),
        },
    )
    done: list[Occurrence] = run.done_by_item
    for occurrence in done:
        for moment in ability.moments:
            if not _meets(run, occurrence, moment, listener):
                continue
            run.in_force("387.3")
            if not moment.batch:
                return knowing(context, occurrence)
            group = [each for each in done if _meets(run, each, moment, listener)]
            # what an object says of its own leaving is no event more
            return knowing_all(context, [each for each in group if each.only_by is None])
    dealt = any(occurrence.event == "deal" for occurrence in done)
    may_come = dealt and bool({moment.event for moment in ability.moments} & _IN_CLEANUPS)
    if may_come and run.rely_on("OP-81") == "a":
        run.awaiting.append(listener)
        return None
    run.note(f"The condition of what {name} would do then has not been met.", "387.2")
    return None


def _meets(run: Run, occurrence: Occurrence, moment: n.Moment, listener: Listener) -> bool:
    assert listener.controller is not None
    return moment.event == occurrence.event and meets(
        run, occurrence, moment, listener, listener.controller
    )


def _named(context: Context, moment: n.Moment) -> list[str]:
    """What the moment names, where it names something."""
    return context.refs(moment.what) if isinstance(moment.what, str) else []


__all__ = ["do_this"]
