"""Becoming a copy of another object (477.1.b)."""

from __future__ import annotations

from judge.board import events as ev
from judge.board.state import Effect
from judge.ruling.run import Run


def become_copy(
    run: Run,
    ref: str,
    original: str,
    *,
    until: str,
    controller: str,
    origin: str,
    source: str | None,
) -> bool:
    """The object becomes a copy of the other, for a duration or for good; whether it did.

    It takes over what is printed on the original and what that has copied itself, not what effects
    give it, nor its states, damage and counters.
    """
    thing, other = run.table.find(ref), run.table.find(original)
    if thing is None or other is None:
        return False
    if not run.in_force("477.1.b", "477.1.b.1", "477.1.b.1.a"):
        return False
    # 477.1.b.1.b: of what is a copy itself, what it is now
    card = other.name if run.in_force("477.1.b.1.b") else other.card
    if run.catalogue[card].is_unit:
        run.rests_on("OP-45", "a", f"{run.thing(ref)} has the printed Might of {card}.")
    earlier = copy_effects(run, ref)
    base = earlier[0].bound["base"] if earlier else thing.copied.get("card", "")
    if earlier or until != "unlimited":
        run.emit(
            ev.EffectBegan(
                effect=Effect(
                    id=run.table.mint("e"),
                    controller=controller,
                    origin=origin,
                    source=source,
                    kind="copy",
                    affects=[ref],
                    until=until,
                    bound={"base": base, "card": card},
                )
            ),
            by=controller,
        )
    # what sets the same traits depends on nothing: the newest is applied last, and counts
    if earlier and not run.in_force("480", "480.3"):
        return True
    if thing.token:
        run.in_force("185.3.a.2")  # the cost is one of the traits, and a token has none itself
    _is_now(run, ref, card)
    return True


def copy_effects(run: Run, ref: str) -> list[Effect]:
    """What makes an object a copy of something now, oldest first (480.3)."""
    return [
        effect
        for effect in run.table.applying()
        if effect.kind == "copy" and effect.affects == [ref] and "base" in effect.bound
    ]


def copy_ended(run: Run, effect: Effect) -> None:
    """The object is again what a later effect makes of it, or what it was before all of them."""
    ref = (effect.affects or [""])[0]
    thing = run.table.find(ref)
    if thing is None:
        return
    left = copy_effects(run, ref)
    if left:
        card = str((left[-1] if run.in_force("480.3") else left[0]).bound["card"])
    else:
        card = str(effect.bound["base"])
    if card != thing.copied.get("card", ""):
        _is_now(run, ref, card)


def _is_now(run: Run, ref: str, card: str) -> None:
    thing = run.table.find(ref)
    assert thing is not None
    kept = {key: value for key, value in thing.copied.items() if key != "card"}
    copied = {**kept, "card": card} if card else kept
    run.emit(ev.CopyChanged(ref=ref, copied=copied))
