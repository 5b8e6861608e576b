"""Becoming a copy of another object, and copying its text (477.1.b)."""

from __future__ import annotations

from judge.board import events as ev
from judge.board.state import Effect, GameObject
from judge.effects.notation import Triggered
from judge.effects.supporting_copies import copies_text
from judge.effects.unread import can_be_appended, refused
from judge.layers.lost import lost_printed
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
    if "text" in effect.bound:
        copied = {key: value for key, value in thing.copied.items() if key != "text"}
        run.emit(ev.CopyChanged(ref=ref, copied=copied))
        return
    left = copy_effects(run, ref)
    if left:
        card = str((left[-1] if run.in_force("480.3") else left[0]).bound["card"])
    else:
        card = str(effect.bound["base"])
    if card != thing.copied.get("card", ""):
        _is_now(run, ref, card)


def copy_as_attached(run: Run, ref: str, to: str) -> None:
    """As it is attached, an Equipment that says so copies the text of what bears it into its own
    effect text, for as long as it is attached to it. That text of its own counts, although it is
    inactive on an attached card (725.1).
    """
    thing, bearer = run.table.find(ref), run.table.find(to)
    if thing is None or bearer is None:
        return
    lost = lost_printed(run.table, run.catalogue, thing)
    printed = enumerate(run.catalogue[thing.name].abilities)
    if not any(copies_text(ability) for number, ability in printed if number not in lost):
        return
    # 477.1.b.2: the text alone; 477.1.b.1.b: of what is a copy itself, the text that it has
    if not run.in_force("370.1.b.1", "725.1", "477.1.b.2"):
        return
    card = bearer.name if run.in_force("477.1.b.1.b") else bearer.card
    _refuse_what_cannot_be_appended(run, thing, card)
    _note_late_text(run, ref, card)
    run.emit(
        ev.EffectBegan(
            effect=Effect(
                id=run.table.mint("e"),
                controller=thing.controller,
                origin=thing.name,
                source=ref,
                kind="copy",
                affects=[ref],
                until=f"while_attached:{ref}",
                bound={"text": card},
            )
        ),
        by=thing.controller,
    )
    run.emit(ev.CopyChanged(ref=ref, copied={**thing.copied, "text": card}))


def _refuse_what_cannot_be_appended(run: Run, thing: GameObject, card: str) -> None:
    """Raises `Refused` where a part of the text is not executed as effect text."""
    if not can_be_appended(run, card):
        raise refused(
            "clause",
            f"{thing.name} copies the text of {card}, of which not all is modelled as effect text.",
            f"{thing.name}: copy_text",
            "477.1.b.2",
        )


def _note_late_text(run: Run, ref: str, card: str) -> None:
    """The text that is copied does not see the attaching that it goes with (383.2.c)."""
    if any(
        moment.event == "attach"
        for ability in run.catalogue[card].abilities
        if isinstance(ability, Triggered)
        for moment in ability.moments
    ):
        run.in_force("383.2.c", "370.1.a.2")
        run.rests_on(
            "OP-31",
            "a",
            f"The text that {run.thing(ref)} copies as it is attached does not see that attaching.",
        )


def _is_now(run: Run, ref: str, card: str) -> None:
    thing = run.table.find(ref)
    assert thing is not None
    kept = {key: value for key, value in thing.copied.items() if key != "card"}
    copied = {**kept, "card": card} if card else kept
    run.emit(ev.CopyChanged(ref=ref, copied=copied))
