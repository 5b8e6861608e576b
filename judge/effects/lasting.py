"""When lasting effects end: at a moment of the turn, or with the object they hang on (376-392)."""

from __future__ import annotations

from judge.actions.controlling import control_ended
from judge.actions.copying import copy_ended
from judge.board import events as ev
from judge.board.durations import duration
from judge.board.state import Effect
from judge.board.table import split_reference
from judge.effects.kept import delayed_ability
from judge.effects.unread import gives_copy, refused
from judge.ruling.run import Run

#: the rule under which an effect of each kind of duration ends
_ENDS = {
    "turn": "317.2.c",
    "end_of_turn": "317.1.a",
    "next_beginning": "315.2.a.1",
    "next_main": "316.4",
    "next_turn": "390.4",
    "while_attached": "435.1",
    "while_in": "390.5",
}


def expire(run: Run, *untils: str) -> None:
    """The moment has come that these durations name: what lasted until then ends, all at once.

    Raises `Refused` for a delayed ability that waited for the moment and is not modelled.
    """
    with run.together():
        for effect in [effect for effect in run.board.effects if effect.until in untils]:
            _end(run, effect)


def _end(run: Run, effect: Effect) -> None:
    kind = duration(effect.until).kind
    if effect.kind == "trigger" and delayed_ability(effect) is None:
        raise refused(
            "clause",
            f"The moment of {effect.id} has come; delayed triggered abilities are not modelled.",
            f"effects.{effect.id}",
            "390.2",
        )
    if run.in_force(_ENDS[kind]):
        run.emit(ev.EffectEnded(id=effect.id))
        if effect.kind == "control" and "base" in effect.bound:
            control_ended(run, effect)
        if gives_copy(effect):
            copy_ended(run, effect)


def end_with(run: Run, event: ev.Event) -> None:
    """End the effects whose object has left the zone, or what it was attached to.

    A listener to every event.
    """
    if not run.board.effects:
        return
    if isinstance(event, ev.Detached):
        for effect in list(run.board.effects):
            if effect.until == f"while_attached:{event.ref}":
                _end(run, effect)
        return
    left = _left(event)
    if left is None:
        return
    identity, zone = left
    for effect in list(run.board.effects):
        lasts = duration(effect.until)
        if lasts.ref is None:
            continue
        if lasts.kind == "while_in":
            over = lasts.zone == zone and split_reference(lasts.ref)[0] == identity
        else:
            gear = run.table.find(lasts.ref)
            over = gear is None or gear.attached_to is None
        if over:
            _end(run, effect)


def _left(event: ev.Event) -> tuple[str, str] | None:
    """The id of what an event takes out of a zone, and the zone."""
    match event:
        case ev.ObjectLeft():
            return split_reference(event.ref)[0], "board"
        case ev.CardMoved():
            return event.card.id, event.source
        case ev.CardHidden():
            return event.card.id, event.source
        case ev.FacedownLeft():
            return event.id, "facedown"
        case ev.ItemRemoved():
            return event.id, "chain"
    return None
