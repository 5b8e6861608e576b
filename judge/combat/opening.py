"""How showdowns and combats begin: from step 9, 10 or 10a of a Cleanup (344-345, 464)."""

from __future__ import annotations

from judge.abilities.triggers import on_designated, on_player_designated
from judge.abilities.triggers import place as place_triggers
from judge.actions.destinations import players_with_units
from judge.board import events as ev
from judge.board.state import Combat, Designation
from judge.board.table import reference
from judge.layers.characteristics import is_unit
from judge.ruling.run import Run


def give_designation(run: Run, refs: list[str], designation: Designation) -> None:
    """Units gain a designation; those that have it for the first time this combat trigger
    (383.4.e-f).
    """
    combat = run.board.combat
    had = (
        (combat.had_attacker if designation == "attacker" else combat.had_defender)
        if combat
        else []
    )
    rule = "383.4.e.2.a" if designation == "attacker" else "383.4.f.2.a"
    fresh = [ref for ref in refs if ref not in had or not run.in_force(rule)]
    run.emit(ev.Designated(refs=refs, designation=designation))
    on_designated(run, fresh, designation)


def begin_showdown(run: Run, place: str, kind: str) -> None:
    """A showdown begins; the player who applied Contested gains Focus (344, 345, 464.2.c.1.a)."""
    contester = run.table.battlefields[place].contested_by
    assert contester is not None
    what = "combat showdown" if kind == "combat" else "showdown"
    with run.step("344", text=f"A {what} begins at {run.place(place)}"):
        if not run.in_force("344", "344.1" if kind == "combat" else "344.2"):
            return
        run.emit(ev.ShowdownBegan(at=place, kind=kind))  # type: ignore[arg-type]
        if run.in_force("464.2.c.1.a" if kind == "combat" else "345"):
            run.emit(ev.FocusGained(player=contester, fresh=True), by=contester)
        if run.board.window.priority is not None:
            run.emit(ev.PriorityGained(player=None, fresh=True), "312.1.b")


def open_combat(run: Run, place: str) -> None:
    """Step 1, the Combat Showdown Step: combat opens at a battlefield where it is staged (464)."""
    battlefield = run.table.battlefields[place]
    attacker = battlefield.contested_by
    present = players_with_units(run, place)
    assert attacker is not None
    enemies = [
        name
        for name in run.table.turn_order(attacker)
        if name in present and name not in run.table.team_of(attacker)
    ]
    defender = enemies[0]
    if len(present) > 2:
        run.caution(
            "three_players_at_a_battlefield",
            f"Units of {', '.join(sorted(present))} are at {place}, "
            "which cannot come about (449.2); "
            f"{defender} is taken to be the defender.",
            [place],
        )
    sides = f"{attacker} attacks and {defender} defends"
    with run.step("464", text=f"A combat begins at {run.place(place)}: {sides}"):
        converting = run.board.showdown is not None
        if converting:
            run.in_force("464.2", "464.2.c.1.b")
            run.emit(ev.ShowdownBecameCombat(at=place))
        else:
            run.in_force("464.2")
            begin_showdown(run, place, "combat")
            if run.board.showdown is None:
                return  # a combat has a showdown (316.7.f)
        if run.in_force("464.2.c.1", "464.2.c.2"):
            run.emit(
                ev.CombatBegan(
                    combat=Combat(
                        at=place,
                        attacker=attacker,
                        defender=defender,
                        players_had=sorted([attacker, defender]),
                        ordinal=run.board.this_turn.combats + 1,
                    )
                )
            )
        units = sorted(
            (
                t
                for t in run.table.at(place)
                if t.attached_to is None and is_unit(run.table, run.catalogue, t)
            ),
            key=lambda t: t.id,
        )
        with run.together():
            attacking = [reference(t) for t in units if t.controller == attacker]
            defending = [reference(t) for t in units if t.controller == defender]
            if run.in_force("464.2.c.3"):
                give_designation(run, attacking, "attacker")
            if run.in_force("464.2.c.3"):
                give_designation(run, defending, "defender")
            on_player_designated(run, attacker, "attacker", place)
            on_player_designated(run, defender, "defender", place)
        # the point only arises where the two readings differ
        differs = converting and run.board.window.focus != attacker
        if differs and run.rely_on("OP-1") == "b" and run.in_force("464.2.d"):
            run.emit(ev.FocusGained(player=attacker), by=attacker)
        if run.triggered and run.in_force("464.2.e", "464.2.f"):
            place_triggers(run, combat_chain=True)
