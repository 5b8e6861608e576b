"""Combat: which of its steps and tasks comes next (347-348, 459-466)."""

from __future__ import annotations

from judge.actions.destinations import players_with_units
from judge.board import events as ev
from judge.board.state import Combat
from judge.combat.damage import damage_step
from judge.combat.resolution import (
    combat_cleanup,
    determine_result,
    end_combat,
    establish_control,
    settle_control,
)
from judge.ruling.run import Run


def close_showdown(run: Run) -> None:
    """Everybody passed Focus: the showdown closes (347.2.a, 348)."""
    showdown = run.board.showdown
    assert showdown is not None
    place = showdown.at
    with run.step("348", text=f"The showdown at {run.place(place)} closes"):
        run.emit(ev.ShowdownClosed(at=place), "347.2.a")
        run.emit(ev.PriorityGained(player=None, fresh=True), "312.1.b")
        # a combat goes on after its showdown; after another the state is neutral
        if showdown.kind == "combat" or run.in_force("313.5"):
            run.emit(ev.FocusGained(player=None, fresh=True), "347.2.a")
        if showdown.kind == "combat":
            if run.in_force("348.1"):
                run.emit(ev.CombatAdvanced(step="damage"))
        elif run.in_force("348.2"):
            present = players_with_units(run, place)
            if len(present) == 1:
                establish_control(run, place, "348.2.a")


def is_unfinished(run: Run) -> bool:
    """Whether there is a combat with something left to do, were it only to end (466.7)."""
    combat = run.board.combat
    return combat is not None and (combat.next_task != "end" or run.stands("466.7"))


def continue_combat(run: Run) -> None:
    """Go on with a combat whose showdown has closed, by one step or task: what that has made
    outstanding, and what it has put on the chain, comes before the next (466.2, 466.4, 466.6).
    """
    if _combat(run).step == "damage":
        damage_step(run)
        combat_cleanup(run)
        if run.stands("466.2"):
            return
    if _combat(run).next_task == "determine_result":
        determine_result(run)
        if run.stands("466.4"):
            return
    if _combat(run).next_task == "establish_control":
        settle_control(run)
        if run.stands("466.6"):
            return
    end_combat(run)


def _combat(run: Run) -> Combat:
    assert run.board.combat is not None
    return run.board.combat


__all__ = ["close_showdown", "continue_combat", "is_unfinished"]
