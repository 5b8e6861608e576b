"""How showdowns and combats begin: from step 9, 10 or 10a of a Cleanup (344-345, 464)."""

from __future__ import annotations

from judge.abilities.triggers import on_designated, on_player_designated
from judge.abilities.triggers import place as place_triggers
from judge.actions.destinations import players_with_units, units_at
from judge.board import events as ev
from judge.board.state import Combat, Designation
from judge.board.table import reference
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


def side_of(run: Run, combat: Combat, player: str) -> Designation | None:
    """The side on which units of the player fight in a combat, which is between those of two
    players (462); None for those of anybody else.
    """
    if player == combat.attacker:
        return "attacker"
    if player == combat.defender or not run.in_force("462"):
        return "defender"
    return None


def begin_showdown(run: Run, place: str, kind: str) -> None:
    """A showdown begins; Focus is given to the player who applied Contested, in a combat as its
    third task (344, 345, 464.2.d).
    """
    contester = run.table.battlefields[place].contested_by
    assert contester is not None
    what = "combat showdown" if kind == "combat" else "showdown"
    with run.step("344", text=f"A {what} begins at {run.place(place)}"):
        if not run.in_force("344", "344.1" if kind == "combat" else "344.2"):
            return
        run.emit(ev.ShowdownBegan(at=place, kind=kind))  # type: ignore[arg-type]
        if kind != "combat" and run.in_force("345"):
            run.emit(ev.FocusGained(player=contester, fresh=True), by=contester)
        if run.board.window.priority is not None:
            run.emit(ev.PriorityGained(player=None, fresh=True), "312.1.b")


def open_combat(run: Run, place: str) -> None:
    """Step 1, the Combat Showdown Step: combat opens at a battlefield where it is staged (464)."""
    attacker, defender = _sides(run, place)
    sides = f"{attacker} attacks and {defender} defends"
    with run.step("464", text=f"A combat begins at {run.place(place)}: {sides}"):
        converting = run.board.showdown is not None
        if converting:
            run.emit(ev.ShowdownBecameCombat(at=place), "464.2")
        else:
            begin_showdown(run, place, "combat")
            if run.board.showdown is None:
                return  # a combat has a showdown (316.7.f)
        combat = Combat(
            at=place,
            attacker=attacker,
            defender=defender,
            players_had=sorted([attacker, defender]),
            ordinal=run.board.this_turn.combats + 1,
        )
        run.emit(ev.CombatBegan(combat=combat), "464.2", "464.2.c.1", "464.2.c.2")
        if not run.in_force("464.2.a"):
            return
        # the first task: what starts with it happens before anybody has a designation
        if run.triggered and run.in_force("464.2.b"):
            place_triggers(run, at_once=True)
        if run.in_force("464.2.c"):
            _designate(run, combat)
        _give_focus(run, attacker, converting=converting)
        if run.triggered and run.in_force("464.2.e"):
            place_triggers(run, combat_chain=True)


def _sides(run: Run, place: str) -> tuple[str, str]:
    """Who attacks, and who defends: the player who applied Contested, and the one who did not
    (464.2.c.1, 464.2.c.2).
    """
    contester = run.table.battlefields[place].contested_by
    present = players_with_units(run, place)
    assert contester is not None
    enemies = [
        name
        for name in run.table.turn_order(contester)
        if name in present and name not in run.table.team_of(contester)
    ]
    if len(present) > 2:
        run.caution(
            "three_players_at_a_battlefield",
            f"Units of {', '.join(sorted(present))} are at {place}, "
            "which cannot come about (449.2); "
            f"{enemies[0]} is taken to be the defender.",
            [place],
        )
    parties = sorted([contester, enemies[0]], key=run.table.turn_order(run.board.turn.player).index)
    attacker = contester if run.stands("464.2.c.1") else parties[0]
    defender = enemies[0] if run.stands("464.2.c.2") else parties[1]
    return attacker, defender


def _designate(run: Run, combat: Combat) -> None:
    """The second task: the two players, and their units there, become attackers and defenders
    (464.2.c.3).
    """
    units = sorted(units_at(run, combat.at), key=lambda thing: thing.id)
    sides: dict[Designation, str] = {"attacker": combat.attacker, "defender": combat.defender}
    with run.together():
        for designation, player in sides.items():
            refs = [
                reference(t) for t in units if side_of(run, combat, t.controller) == designation
            ]
            if run.in_force("464.2.c.3"):
                give_designation(run, refs, designation)
                on_player_designated(run, player, designation, combat.at)


def _give_focus(run: Run, attacker: str, *, converting: bool) -> None:
    """The third task: the attacker gains Focus, unless the showdown was going on already: then it
    stays where it is (464.2.d, 464.2.c.1.b; OP-1).
    """
    if converting:
        # the point only arises where the two readings differ
        stays = run.board.window.focus == attacker or run.rely_on("OP-1") == "a"
        if stays and run.in_force("464.2.c.1.b"):
            return
    if run.in_force("464.2.d"):
        run.emit(ev.FocusGained(player=attacker, fresh=not converting), by=attacker)
