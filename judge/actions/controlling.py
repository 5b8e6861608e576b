"""Who controls an object that is no battlefield (188, 191-192)."""

from __future__ import annotations

from judge.actions.attaching import attached_to, detach, top_most
from judge.actions.contesting import apply_contested
from judge.board import events as ev
from judge.board.state import Effect
from judge.board.table import reference, split_reference
from judge.layers.characteristics import is_unit
from judge.ruling.run import Run, keeps_citations


def gain_control(
    run: Run, ref: str, player: str, *, until: str, origin: str, source: str | None
) -> bool:
    """The player gains control of an object, for a duration or for good; whether that is new.

    A unit at a battlefield that its new controller does not control contests it: it has become
    present there (190.3.a).
    """
    thing = run.table.find(ref)
    if thing is None or thing.controller == player:
        return False
    base = next((str(e.bound["base"]) for e in control_effects(run, ref)), thing.controller)
    run.emit(
        ev.EffectBegan(
            effect=Effect(
                id=run.table.mint("e"),
                controller=player,
                origin=origin,
                source=source,
                kind="control",
                affects=[ref],
                until=until,
                bound={"base": base},
            )
        ),
        by=player,
    )
    _now_controls(run, ref, player)
    return True


def lose_control(run: Run, ref: str, player: str) -> bool:
    """What gave the player control of an object last is over; whether there was such an effect."""
    effects = [each for each in control_effects(run, ref) if each.controller == player]
    if not effects:
        return False
    run.emit(ev.EffectEnded(id=effects[-1].id), by=player)
    control_ended(run, effects[-1])
    return True


def control_effects(run: Run, ref: str) -> list[Effect]:
    """What gives control of an object now, oldest first (480)."""
    return [
        effect
        for effect in run.table.applying()
        if effect.kind == "control" and effect.affects == [ref] and "base" in effect.bound
    ]


def control_ended(run: Run, effect: Effect) -> None:
    """Control goes back: to whom a later effect gives it, or to whom it was before all of them."""
    ref = (effect.affects or [""])[0]
    thing = run.table.find(ref)
    if thing is None:
        return
    left = control_effects(run, ref)
    player = left[-1].controller if left else str(effect.bound["base"])
    if player != thing.controller and player in run.table.board.players:
        _now_controls(run, ref, player)


@keeps_citations
def _now_controls(run: Run, ref: str, player: str) -> None:
    run.emit(ev.ObjectControlChanged(ref=ref, player=player), "192.1", by=player)
    thing = run.table.find(ref)
    assert thing is not None
    # 718.5.f: control of what is attached stays as it was
    for gear in attached_to(run, thing):
        if not run.in_force("718.5.f"):
            run.emit(ev.ObjectControlChanged(ref=reference(gear), player=player), by=player)
    held = top_most(run, thing)
    # 718.5.e: it stays attached, though another player controls what it is attached to
    if held is not None and held.controller != player and not run.in_force("718.5.e"):
        detach(run, [ref], by=player)
    place = run.table.places[split_reference(ref)[0]]
    if is_unit(run.table, run.catalogue, thing) and run.in_force("190.3.a"):
        apply_contested(run, place, player)
