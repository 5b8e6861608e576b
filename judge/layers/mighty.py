"""Becoming Mighty: the moment a unit's Might goes from less than 5 to 5 or more (709)."""

from __future__ import annotations

from judge.actions.door import let
from judge.board import events as ev
from judge.board.table import reference
from judge.effects.notation import CardDefinition
from judge.layers.characteristics import is_unit, of
from judge.layers.entries import indexed
from judge.layers.reading import MIGHTY
from judge.layers.standings import is_untouched, known_untouched
from judge.layers.statics import asks_for_states, asks_of_things_alone, static_sources
from judge.ruling.run import Run


def mighty_units(run: Run) -> set[str]:
    """References of the units that are Mighty now (708)."""
    table, catalogue = run.table, run.catalogue
    units = None if indexed(table, catalogue).gives_traits else catalogue.unit_names
    # where nothing is applied to a unit, what is printed is its Might: this is asked of all of
    # them after most events
    printed = catalogue.where("Mighty units", _is_printed_mighty) if run.stands("708") else ()
    untouched = known_untouched(table, catalogue)
    found = set()
    for identity, name in table.names().items():
        if units is not None and name not in units:
            continue
        thing = table.objects[identity]
        plain = untouched.get(identity)
        if plain is None:
            plain = is_untouched(table, catalogue, thing)
        if plain:
            if name in printed:
                found.add(reference(thing))
        elif is_unit(table, catalogue, thing) and of(table, catalogue, thing).is_mighty:
            found.add(reference(thing))
    return found


def _is_printed_mighty(card: CardDefinition) -> bool:
    return card.is_unit and card.might is not None and card.might >= MIGHTY


def foresee_mighty(run: Run, event: ev.Event) -> None:
    """See which units are Mighty before the first event that may change it happens."""
    if run.mighty is None and _matters(run, event):
        run.mighty = mighty_units(run)


def _matters(run: Run, event: ev.Event) -> bool:
    """Whether the Might of a unit may be another after the event: some events do not change it
    unless a text in play asks for a state, a number or a time.
    """
    if not event.changes_objects:
        return False
    return event.changes_layers or asks_for_states(run.table, run.catalogue)


def watch_mighty(run: Run, event: ev.Event) -> None:
    """Emit `BecameMighty` for each unit that an event made Mighty.

    Simultaneous events are looked at once they have all happened: what expires together makes
    nobody Mighty in between.
    """
    if run.mighty is None or not _matters(run, event):
        return
    if isinstance(event, ev.ObjectEntered):
        # a unit that enters with 5 or more was never at less: its Might did not change (709)
        thing = run.table.find(reference(event.object))
        if thing is not None and of(run.table, run.catalogue, thing).is_mighty:
            if not _listens(run) or run.rely_on("OP-50") == "a":
                run.mighty.add(reference(thing))
            elif not run.together_depth:
                settle_mighty(run, force=True)
                return
        if _changes_no_other(run, event):
            return
    if run.together_depth:
        run.mighty_unsettled = True
    else:
        settle_mighty(run, force=True)


def _changes_no_other(run: Run, event: ev.ObjectEntered) -> bool:
    """Whether the Might of everything else is as before: a loop of plays would have it worked out
    for all of them each time. No text asks for anything but what a thing is by itself.
    """
    if event.object.attached_to is not None:
        return False
    return all(
        source.thing != event.object.id and asks_of_things_alone(source)
        for source in static_sources(run.table, run.catalogue)
    )


def _listens(run: Run) -> bool:
    """Whether a text in play could ask that a unit becomes Mighty, so that it matters (OP-50)."""
    return any(
        moment.event == "become_mighty"
        for thing, _ in run.table.everything()
        for _, ability in run.catalogue.triggered(thing.name)
        for moment in ability.moments
    )


def settle_mighty(run: Run, *, force: bool = False) -> None:
    """Compare with what was Mighty before, unless nothing has happened since."""
    if not (force or run.mighty_unsettled):
        return
    run.mighty_unsettled = False
    before = run.mighty or set()
    now = run.mighty = mighty_units(run)
    # 370.1.a: an event results from an object changing state, too
    becoming = sorted(now - before) if run.stands("370.1.a") else []
    for ref in let(run, "become_mighty", becoming):
        run.in_force("709", "370.1.a")
        run.emit(ev.BecameMighty(ref=ref))
