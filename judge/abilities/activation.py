"""Activating triggered abilities: as if the named part of their condition had been met
(383.4.g).
"""

from __future__ import annotations

from judge.abilities.aliasing import in_place_of
from judge.abilities.counting import used_up
from judge.abilities.freezing import frozen
from judge.abilities.listening import Listener, given, of_keyword, own_abilities
from judge.abilities.moments import Occurrence, knowing, provided
from judge.abilities.triggers import Trigger
from judge.effects import notation as n
from judge.ruling.run import Run


def activate_triggers(run: Run, refs: list[str], event: n.Event) -> bool:
    """Check the conditions of these objects' effects of that name, with the event taken as met; put
    those that hold on the chain as if they had triggered (383.4.g.1).
    """
    activated = False
    for ref in sorted(refs):
        thing = run.table.find(ref)
        if thing is None or thing.attached_to is not None:
            continue
        place = run.table.places[thing.id]
        occurrence = Occurrence(
            event, ("383.4.g.1",), ref, thing.controller, place, about={"location": place}
        )
        own = [*own_abilities(run, thing, place), *given(run, ref)]
        # 823.1.b: Hunt counts as what its unit does on conquering and on holding
        hunting = [*of_keyword(run, "Hunt", thing, place)] if run.stands("823.1.b") else []
        those = (*own, *hunting)
        for listener in (*those, *in_place_of(run, event, those)):
            if _fulfilled(run, listener, thing.controller, occurrence) and run.in_force(
                "383.4.g.1"
            ):
                activated = True
                run.triggered.append(
                    (
                        run.moment,
                        Trigger(
                            thing.controller,
                            ref,
                            thing.name,
                            listener.key,
                            listener.ability,
                            occurrence.rules,
                            frozen(run, listener, [occurrence]),
                        ),
                    )
                )
    return activated


def _fulfilled(run: Run, listener: Listener, controller: str, occurrence: Occurrence) -> bool:
    """Whether the parts of its condition hold that were not named: what stands adjacent to it, and
    how often it may be performed.
    """
    context = knowing(listener.context(controller), occurrence)
    for moment in listener.ability.moments:
        if moment.event != occurrence.event or moment.what != "me":
            continue
        if listener.muted is not None and run.in_force(listener.muted[0]):
            continue
        if used_up(run, listener.ability, f"{listener.ref}/{listener.key}"):
            continue
        if provided(run, moment, context, occurrence.event):
            return True
    return False


__all__ = ["activate_triggers"]
