"""The Resolution Step of a combat, task by task (466)."""

from __future__ import annotations

from judge.actions.destinations import players_with_units, unit_refs
from judge.actions.door import Attempt, through
from judge.actions.objects import heal, recall
from judge.board import events as ev
from judge.board.state import Battlefield
from judge.board.table import reference
from judge.combat.damage import participants
from judge.combat.scoring import conquer
from judge.layers.characteristics import tied_result
from judge.procedure.cleanup import remove_hidden_at, special_cleanup
from judge.ruling.run import Run

# --- the Combat Cleanup ---------------------------------------------------------------------------


def combat_cleanup(run: Run) -> None:
    """The Resolution Step begins with a Special Cleanup (466.1)."""
    with run.step("466", text="The Resolution Step"):
        run.emit(ev.CombatAdvanced(step="resolution", next_task="determine_result"), "466.1")
        if run.in_force("466.1", "466.1.a"):
            special_cleanup(run, _inserted, heading="466.1")


def _inserted(run: Run) -> None:
    """Steps 3c and 3d of the Combat Special Cleanup (466.1.a)."""
    hurt = sorted(reference(t) for t in run.table.objects.values() if t.damage)
    if hurt and run.in_force("466.1.a.1"):
        heal(run, hurt)
    attackers, defenders = participants(run, "attacker"), participants(run, "defender")
    if attackers and defenders and run.in_force("466.1.a.2"):
        combat = run.board.combat
        all_go = combat is not None and combat.attacker in tied_result(run.table, run.catalogue)
        # 740.3.a: units of different players are there in this step, which is a tie
        leaving = [*attackers, *defenders] if all_go and run.in_force("740.3.a") else attackers
        recall(run, [reference(unit) for unit in leaving])
        run.emit(ev.CombatNoted(recalled=True), "466.1.a.2")


# --- its result -----------------------------------------------------------------------------------


def determine_result(run: Run) -> None:
    """Who has won and who has lost, if anybody (466.3)."""
    combat = run.board.combat
    assert combat is not None
    parties = [combat.attacker, combat.defender]
    present = players_with_units(run, combat.at)
    left = [player for player in parties if player in present]
    if len(left) == 1:
        run.assume_default(
            "combat.recalled",
            False,
            "No unit is taken to have been recalled in the Combat Cleanup.",
        )
    with run.step("466.3", text="The result of the combat is determined"):
        if not run.in_force("466.3"):
            pass
        elif (combat.recalled or len(left) != 1) and run.in_force("466.3.d"):
            run.emit(ev.CombatNoted(result=dict.fromkeys(parties, "none")))
            if len(left) == 2 and run.in_force("466.3.d.1"):
                run.emit(ev.Staged(at=combat.at, staged=["showdown", "combat"]))
        elif len(left) == 1:
            winner = left[0]
            loser = next(player for player in parties if player != winner)
            won = unit_refs(run, combat.at, winner) if run.in_force("466.3.c") else []
            if run.in_force("466.3.a", "466.3.b"):
                run.emit(ev.CombatNoted(result={winner: "won", loser: "lost"}, winners=won))
        run.emit(ev.CombatAdvanced(step="resolution", next_task="establish_control"), "466.4")


# --- control --------------------------------------------------------------------------------------


def settle_control(run: Run) -> None:
    """Unless something is staged here, who has units left establishes control (466.5, OP-44)."""
    combat = run.board.combat
    assert combat is not None
    place = combat.at
    battlefield = run.table.battlefields[place]
    present = players_with_units(run, place)
    with run.step("466.5", text=f"Control of {run.place(place)}"):
        if battlefield.staged and run.in_force("466.5"):
            if run.rely_on("OP-44") == "b":
                _only_control_waits(run, battlefield)
            run.note("A showdown and a combat are staged here; control is not established.")
        else:
            establish_control(run, place, "466.5")
            if not present and battlefield.controller is not None and run.in_force("466.5.b"):
                run.emit(ev.ControlChanged(at=place, player=None))
            others = any(card.controller != battlefield.controller for card in battlefield.facedown)
            if battlefield.facedown and not (others and run.rely_on("OP-29") == "b"):
                remove_hidden_at(run, place)
        run.emit(ev.CombatAdvanced(step="resolution", next_task="end"), "466.6")


def _only_control_waits(run: Run, battlefield: Battlefield) -> None:
    """Contested is cleared and hidden cards are removed all the same (OP-44 read as b)."""
    if battlefield.contested_by is not None:
        run.emit(ev.Contested(at=battlefield.id), "466.5.a")
    run.emit(ev.Staged(at=battlefield.id), "466.5.a")
    if battlefield.facedown:
        remove_hidden_at(run, battlefield.id)


def establish_control(run: Run, place: str, rule: str) -> None:
    """The one player with units here establishes control, which may be a conquest (466.5, 348.2.a).

    Contested is cleared, since control was established or re-established (190.3.b, 466.5.a).
    """
    battlefield = run.table.battlefields[place]
    present = sorted(players_with_units(run, place))
    before = battlefield.controller
    taken = len(present) == 1 and before != present[0]
    # it need not be who came: a defender may have defended what nobody controlled
    if taken and rule == "466.5" and present[0] != battlefield.contested_by:
        taken = run.in_force("466.5.e")
    if taken and run.in_force(rule, "190.4"):
        # what happens as it is gained does not keep it from being gained (370.1.b.1)
        through(run, [Attempt("gain_control", what=place, by=present[0])])
        run.emit(ev.ControlChanged(at=place, player=present[0]), by=present[0])
    if (
        battlefield.contested_by is not None
        and _clears_contested(run, rule, taken)
        and run.in_force("466.5.a" if rule == "466.5" else "190.3.b")
    ):
        run.emit(ev.Contested(at=place))
    if taken and run.in_force("466.5.d" if rule == "466.5" else "348.2.a.1"):
        conquer(run, present[0], place, uncontrolled=before is None)


def _clears_contested(run: Run, rule: str, taken: bool) -> bool:
    """Whether Contested goes with control: after combat always, after a showdown see OP-3."""
    if rule == "466.5" or taken:
        return True
    return run.rely_on("OP-3") == "a"


# --- the end --------------------------------------------------------------------------------------


def end_combat(run: Run) -> None:
    """Combat ends, and with it designations and what lasts this combat (466.7)."""
    combat = run.board.combat
    assert combat is not None
    with run.step("466.7", text=f"The combat at {run.place(combat.at)} ends"):
        _expire(run)
        run.emit(ev.CombatEnded(at=combat.at), "466.7")
        if run.board.window.focus is not None and run.in_force("313.5"):
            run.emit(ev.FocusGained(player=None, fresh=True))


def _expire(run: Run) -> None:
    """Designations and "this combat" effects go, all of them together (466.7.a, 466.7.c)."""
    with run.together():
        marked = sorted(
            reference(t) for t in run.table.objects.values() if t.designation is not None
        )
        if marked and run.in_force("466.7.a"):
            run.emit(ev.Designated(refs=marked))
        for effect in [effect for effect in run.board.effects if effect.until == "combat"]:
            if run.in_force("466.7.c"):
                run.emit(ev.EffectEnded(id=effect.id))


__all__ = [
    "combat_cleanup",
    "determine_result",
    "end_combat",
    "establish_control",
    "settle_control",
]
