"""Attaching and detaching (434, 435, 716-719)."""

from __future__ import annotations

from judge.actions.contesting import become_present
from judge.actions.copying import copy_as_attached
from judge.actions.door import let
from judge.board import events as ev
from judge.board.applying_objects import hanging
from judge.board.state import GameObject
from judge.board.table import base_of, reference
from judge.effects.notation import Triggered
from judge.layers.timestamps import anew
from judge.ruling.questions import Option, Question
from judge.ruling.ruling import Refusal
from judge.ruling.run import Run


def attached_to(run: Run, bearer: GameObject) -> list[GameObject]:
    """What is attached to an object, by id: the order has no bearing (434.1.b.1)."""
    return sorted(
        (thing for thing in run.table.objects.values() if thing.attached_to == bearer.id),
        key=lambda thing: thing.id,
    )


def top_most(run: Run, thing: GameObject) -> GameObject | None:
    """The Top-Most Card to which an object is attached; None where it is attached to nothing."""
    return None if thing.attached_to is None else run.table.objects.get(thing.attached_to)


def joined(run: Run, refs: list[str]) -> list[str]:
    """These objects, with what is attached to them and what they are attached to."""
    things = [thing for ref in refs if (thing := run.table.find(ref)) is not None]
    found = list(refs)
    for thing in things:
        held = top_most(run, thing)
        found += map(reference, [*attached_to(run, thing), *([] if held is None else [held])])
    return list(dict.fromkeys(found))


def attach(run: Run, ref: str, to: str, *, by: str | None = None) -> bool:
    """Attach an object to a Top-Most Card, where it is from then on; whether that changed
    anything (434).
    """
    thing, bearer = run.table.find(ref), run.table.find(to)
    if thing is None or bearer is None or thing.id == bearer.id:
        return False
    if not run.in_force("434.1.a.1"):
        return False
    if bearer in hanging(run.table, thing):
        run.refuse(
            Refusal(
                reason="clause",
                sentence=f"{run.thing(ref)} would be attached to {run.thing(to)}, which hangs on "
                "it; the rules do not say what becomes of either.",
                about=f"attach: {ref} to {to}",
                rules=["434.1.a.1", "718.5.d"],
            )
        )
    if bearer.attached_to is not None:
        run.rests_on(
            "OP-178",
            "a",
            "A card that is attached can bear another card, which hangs on it alone.",
        )
    held = top_most(run, thing)
    if held is not None and held.id == bearer.id and run.in_force("434.1.g"):
        run.note(f"{run.thing(ref)} is attached to {run.thing(to)} already; nothing happens.")
        return False
    stays = held is not None and not let(run, "detach", [ref], by=by)
    if held is not None and stays and run.in_force("434.1.f", "718.5.d"):
        run.rests_on(
            "OP-208",
            "a",
            f"{run.thing(ref)} is not attached to {run.thing(to)}, as it does not detach from "
            f"{run.thing(reference(held))}.",
        )
        return False
    if not let(run, "attach", [ref], by=by, other=to):
        return False
    with run.together():
        # 718.5.d: to one at a time
        if held is not None and run.in_force("434.1.f", "718.5.d"):
            run.emit(ev.Detached(ref=ref, was=reference(held)), by=by)
        since = anew(run, [thing.name])
        before = place = run.table.places[thing.id]
        there = run.table.places[bearer.id]
        if place != there and run.in_force("434.4", "434.4.a", "719.3"):
            place = there
        run.emit(ev.Attached(ref=ref, to=to, at=place, since=since), by=by)
        if thing.exhausted and not run.in_force("434.5"):
            run.emit(ev.Readied(refs=[ref]), by=by)
    copy_as_attached(run, ref, to)
    if run.table.places[thing.id] != before:
        become_present(run, [thing, *hanging(run.table, thing)])
    return True


def detach(run: Run, refs: list[str], *, by: str | None = None) -> list[str]:
    """Detach what is attached, which stays where it is; the references that changed (435)."""
    changed = []
    with run.together():
        for ref in refs:
            thing = run.table.find(ref)
            held = None if thing is None else top_most(run, thing)
            if held is None:
                run.note(f"{run.thing(ref)} is attached to nothing; nothing happens.", "435.1.a.1")
                if not run.in_force("435.1.a", "435.1.a.1"):
                    changed.append(ref)
                continue
            if not run.in_force("435.1.b") or not let(run, "detach", [ref], by=by):
                continue
            since = None if thing is None else anew(run, [thing.name])
            run.emit(ev.Detached(ref=ref, was=reference(held), since=since), by=by)
            changed.append(ref)
            if thing is not None and not run.in_force("435.4"):
                run.emit(ev.Recalled(refs=[ref], to=base_of(thing.controller)))
    return changed


def in_order_of_detaching(run: Run, bearer: GameObject) -> list[GameObject]:
    """What will come off an object that leaves the board, in the order that its controller says
    (719.5.a). It is asked only where something waits for a detaching.
    """
    loose = attached_to(run, bearer)
    if len(loose) < 2 or not _heard(run) or not run.in_force("719.5.a"):
        return loose
    answer = run.ask(
        Question(
            form="order",
            to=bearer.controller,
            prompt=f"In which order do cards detach from {run.thing(reference(bearer))}?",
            rules=["719.5.a"],
            options=[Option(id=reference(thing), text=thing.card) for thing in loose],
        )
    )
    by_ref = {reference(thing): thing for thing in loose}
    return [by_ref[ref] for ref in answer]


def come_off(run: Run, bearer: GameObject, loose: list[str], *, by: str | None) -> None:
    """What was attached to an object that has left the board detaches, and stays where it is
    (719.5).
    """
    for ref in loose:
        if run.table.find(ref) is not None and run.in_force("435.4.b", "719.5"):
            run.emit(ev.Detached(ref=ref, was=reference(bearer)), by=by)


def _heard(run: Run) -> bool:
    """Whether a text in play waits for a detaching."""
    cards = {thing.name for thing in run.table.objects.values()}
    cards |= {battlefield.card for battlefield in run.board.battlefields}
    return any(
        moment.event == "detach"
        for card in cards
        for ability in (*run.catalogue[card].abilities, *run.catalogue[card].effect_text)
        if isinstance(ability, Triggered)
        for moment in ability.moments
    )
