"""The Cleanup and its special forms (318-324)."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

from judge.abilities.triggers import place as place_triggers
from judge.actions.decks import victory_score
from judge.actions.destinations import is_unit_there, players_with_units
from judge.actions.objects import kill, recall
from judge.actions.points import assume_points, win, winning_with
from judge.board import events as ev
from judge.board.state import Battlefield, Card, Designation, GameObject
from judge.board.table import base_of, reference
from judge.combat.opening import begin_showdown, give_designation, open_combat, side_of
from judge.effects.notation import CardDefinition
from judge.effects.unread import refuse_uncounted
from judge.layers.characteristics import has_lethal_damage, is_unit
from judge.layers.entries import indexed
from judge.layers.standings import traits
from judge.procedure.timing import in_neutral_open_state
from judge.ruling.questions import Option, Question
from judge.ruling.run import Run, keeps_citations

#: what a Special Cleanup inserts after step 3b (324.1)
Inserted = Callable[[Run], None]


def cleanup(run: Run, inserted: Inserted | None = None, *, heading: str = "323") -> None:
    """Perform one Cleanup: steps 1 to 10a in order (323), with what a Special Cleanup inserts.

    Another is outstanding afterwards if anything changed (322); the caller repeats it.
    """
    occasions = run.cancel_cleanup()
    with run.step(heading, *occasions), _one_at_a_time(run):
        if not run.stands("323") or _victory(run):
            return
        if run.stands("323.2"):
            designate(run)
        _kill_lethal(run)
        if inserted is not None and run.stands("324.1"):
            inserted(run)
        _lose_control(run)
        _corrective_recalls(run)
        _remove_hidden(run)
        _stage(run)
        _clear_contested(run)
        _begin_staged(run)
    run.awaiting = []
    if run.triggered and may_join_the_chain(run):
        # while a combat opens its triggers wait for the Combat Chain (464.2.e)
        place_triggers(run)
    if not run.stands("322", "322.1"):
        run.cancel_cleanup()


@keeps_citations
def special_cleanup(run: Run, inserted: Inserted, *, heading: str) -> None:
    """Perform a Special Cleanup: once, since what it makes outstanding is a normal one (324.2)."""
    cleanup(run, inserted, heading=heading)
    if run.cleanup_due and run.board.result is None and not run.in_force("324.2"):
        special_cleanup(run, inserted, heading=heading)


def _one_at_a_time(run: Run) -> AbstractContextManager[None]:
    """The tasks are game actions one after the other, never at the same moment (303.1, 303.2):
    what triggers on different ones is not simultaneous.
    """
    return _APART if run.stands("303.1", "303.2") else run.together()


_APART = nullcontext()


def may_join_the_chain(run: Run) -> bool:
    """Whether what triggered is put on the chain now: on one that exists too, whose FEPR then deals
    with it (336.1).
    """
    return run.board.chain is None or run.stands("336.1")


def _open_state(run: Run) -> bool:
    """309.2: no chain exists, and nothing that triggered is about to make one: it joins the chain
    in the course of the Cleanup (320.1).
    """
    about_to_close = bool(run.triggered) and run.stands("320.1")
    return run.board.chain is None and not about_to_close and run.stands("309.2")


def _victory(run: Run) -> bool:
    """Step 1: enough points, and more than any opponent (323.1, 194.2, 472)."""
    score = victory_score(run)
    if not [name for name, player in run.board.players.items() if player.points >= score]:
        return False
    for player in run.table.turn_order(run.board.turn.player):
        if run.table.player(player).points < score:
            continue
        opponents = run.table.opponents(player)
        for name in (player, *opponents):
            assume_points(run, name)
        ahead = all(_has_more(run, player, name) for name in opponents)
        mates = [name for name in run.table.team_of(player) if name != player]
        if ahead and mates and run.rely_on("OP-21") == "b":
            ahead = all(_has_more(run, player, name) for name in mates)
        if ahead and run.in_force("323.1", "194.2", "194.3"):
            win(run, winning_with(run, player), "points")
            return True
    return False


def _has_more(run: Run, player: str, opponent: str) -> bool:
    """Whether a player has more points than another; as many do not win (194.2.b)."""
    points, others = run.table.player(player).points, run.table.player(opponent).points
    return points > others or (points == others and not run.in_force("194.2.b"))


def designate(run: Run) -> None:
    """Step 2: attackers and defenders are those at the battlefield of the combat (323.2)."""
    gained: dict[Designation, list[str]] = {"attacker": [], "defender": []}
    lost: list[str] = []
    at = None if run.board.combat is None else run.board.combat.at
    wrong = [
        (thing, wanted)
        for thing, place in run.table.everything()
        if (thing.designation is not None or place == at)
        and (wanted := _designation(run, thing)) != thing.designation
    ]
    if not wrong:
        return
    for thing, wanted in sorted(wrong, key=lambda pair: pair[0].id):
        if wanted is None:
            lost.append(reference(thing))
        else:
            gained[wanted].append(reference(thing))
    if lost and run.in_force("323.2.c"):
        run.emit(ev.Designated(refs=lost))
    if not any(gained.values()):
        return
    # they are designated together, so that what triggers on it is one batch (383.3.d.1)
    with run.together():
        for designation, refs in gained.items():
            if not refs:
                continue
            changed = any((t := run.table.find(ref)) is not None and t.designation for ref in refs)
            if run.in_force("323.2.b" if changed else "323.2.a"):
                give_designation(run, refs, designation)


def _designation(run: Run, thing: GameObject) -> Designation | None:
    """The designation a unit should have now: its controller's, where the combat is (323.2)."""
    combat = run.board.combat
    if combat is None or run.table.places[thing.id] != combat.at:
        return None
    if not is_unit_there(run, thing):
        return None
    return side_of(run, combat, thing.controller)


def _kill_lethal(run: Run) -> None:
    """Steps 3a and 3b: units with lethal damage are killed together (323.4, 323.5)."""
    damaged = [thing for thing in run.table.objects.values() if thing.damage]
    if not damaged:
        return
    refuse_uncounted(run, [reference(thing) for thing in damaged])
    dying = sorted(
        reference(thing)
        for thing in damaged
        if is_unit(run.table, run.catalogue, thing)
        and has_lethal_damage(run.table, run.catalogue, thing)
    )
    if dying and run.in_force("323.5", "142.4.b"):
        before = list(run.triggered)
        kill(run, dying)
        if not run.stands("323.4"):
            run.triggered = before


def ongoing_at(run: Run, battlefield: Battlefield) -> bool:
    """Whether a showdown or combat is in progress at the battlefield."""
    board = run.board
    return (board.showdown is not None and board.showdown.at == battlefield.id) or (
        board.combat is not None and board.combat.at == battlefield.id
    )


def _lose_control(run: Run) -> None:
    """Step 4: in an Open State an empty battlefield without showdown or combat is lost (323.6)."""
    if not _open_state(run):
        return
    for battlefield in run.board.battlefields:
        if (
            battlefield.controller is not None
            and not _holds(run, battlefield)
            and not (ongoing_at(run, battlefield) and run.in_force("190.4.b"))
            and run.in_force("323.6", "190.4.c")
        ):
            run.emit(ev.ControlChanged(at=battlefield.id, player=None))


def _holds(run: Run, battlefield: Battlefield) -> bool:
    """Whether its controller has units there, which keep control (190.4.a)."""
    present = battlefield.controller in players_with_units(run, battlefield.id)
    return present and run.stands("190.4.a")


def _corrective_recalls(run: Run) -> None:
    """Step 5: unattached gear and runes at battlefields, and what is in a wrong base (323.7)."""
    wrong = []
    bases = {name: base_of(name) for name in run.board.players}
    given = indexed(run.table, run.catalogue).gives_traits
    units, names = run.catalogue.where("only units", _is_only_unit), run.table.names()
    for thing, place in run.table.everything():
        # most of what there is lies in the base of its controller
        if place == bases[thing.controller]:
            continue
        at_battlefield = place in run.table.battlefields
        if at_battlefield:
            if not given and names[thing.id] in units:
                continue
        elif place.startswith("legend:"):
            continue
        types = traits(run.table, run.catalogue, thing).types
        if at_battlefield and types == ["Unit"]:
            continue
        # what is attached may be in the base of whoever controls what it is attached to
        if thing.attached_to is not None and (at_battlefield or run.stands("107.1.c.1")):
            if not at_battlefield:
                words = f"{run.thing(reference(thing))} stays with the card that it is attached to."
                run.rests_on("OP-23", "a", words)
            continue
        # 178.1.a.1.a: what is a unit beside being gear or a rune stays; 149.3: gear does not
        stray = at_battlefield and "Unit" not in types
        if stray and run.catalogue[thing.name].is_gear:
            stray = run.in_force("149.3")
        if at_battlefield and len(types) > 1:
            stray = stray or not run.in_force("178.1.a.1.a")
        stray = stray and run.in_force("457.1")
        if stray or not at_battlefield:
            wrong.append(reference(thing))
    if wrong and run.in_force("323.7"):
        recall(run, sorted(wrong), corrective=True)


def _is_only_unit(card: CardDefinition) -> bool:
    return card.types == ["Unit"]


def _remove_hidden(
    run: Run, only_at: str | None = None, rules: tuple[str, ...] = ("323.7", "107.3.d")
) -> None:
    """Facedown cards whose controller does not control the battlefield go to the trash (323.7,
    107.3.d).
    """
    for battlefield in run.board.battlefields:
        if only_at is not None and battlefield.id != only_at:
            continue
        for card in sorted(battlefield.facedown, key=lambda card: card.id):
            if card.controller != battlefield.controller and run.in_force(*rules, "421.4"):
                run.emit(
                    ev.FacedownLeft(
                        at=battlefield.id,
                        id=card.id,
                        owner=card.owner,
                        target="trash",
                        card=Card(id=card.id, card=card.card, generation=card.generation + 1),
                    )
                )


def remove_hidden_at(run: Run, place: str) -> None:
    """466.5.c: hidden cards of others than who controls the battlefield are removed."""
    _remove_hidden(run, only_at=place, rules=("466.5.c",))


def _stage(run: Run) -> None:
    """Steps 6, 7 and 7a: what is staged where Contested was applied (323.8-323.10)."""
    for battlefield in run.board.battlefields:
        staged = _staged(run, battlefield)
        if staged == list(battlefield.staged):
            continue
        if "showdown" in staged and "showdown" not in battlefield.staged:
            run.in_force("323.8")
        if "combat" in staged and "combat" not in battlefield.staged:
            run.in_force("323.9")
        if "combat" in battlefield.staged and "combat" not in staged:
            run.in_force("323.10")
        elif "showdown" in battlefield.staged and "showdown" not in staged:
            run.in_force("323.8.a")
        run.emit(ev.Staged(at=battlefield.id, staged=staged))  # type: ignore[arg-type]


def _staged(run: Run, battlefield: Battlefield) -> list[str]:
    """What is staged at the battlefield now: anew where Contested was applied (323.8, 323.9), or
    still (323.8.a, 323.9.a).
    """
    staged: list[str] = []
    contester = battlefield.contested_by
    if contester is None and not ongoing_at(run, battlefield):
        _leave_side_by_side(run, battlefield)
    # in a combat only what its end without a result has staged is staged there (466.3.d.1)
    if contester is None or (_combat_at(run, battlefield) and not battlefield.staged):
        return staged
    present = players_with_units(run, battlefield.id)
    if "combat" in battlefield.staged and not run.stands("323.10"):
        staged.append("combat")
    if contester not in present:
        return staged
    still = "showdown" in battlefield.staged
    if not _showdown_at(run, battlefield) and run.stands("323.8.a" if still else "323.8"):
        staged.append("showdown")
    still = "combat" in battlefield.staged
    opposed = bool(_enemies(run, contester, present)) and "combat" not in staged
    if opposed and run.stands("323.9.a" if still else "323.9"):
        staged.append("combat")
    return staged


def _leave_side_by_side(run: Run, battlefield: Battlefield) -> None:
    """Units of opponents at a battlefield where nobody applied Contested stay as they are."""
    there = players_with_units(run, battlefield.id)
    if len(there) < 2:
        return
    present = sorted(there)
    if _enemies(run, present[0], there):
        words = f"Nobody applied Contested at {run.place(battlefield.id)}; no combat is staged."
        run.rests_on("OP-40", "a", words)


def _opposed(run: Run, battlefield: Battlefield) -> bool:
    """Whether units of the contester and of an opponent are there, without which there is no combat
    (462).
    """
    present = players_with_units(run, battlefield.id)
    contester = battlefield.contested_by
    return contester in present and bool(_enemies(run, contester, present))


def _enemies(run: Run, player: str, present: frozenset[str]) -> list[str]:
    return sorted(present - set(run.table.team_of(player)))


def _showdown_at(run: Run, battlefield: Battlefield) -> bool:
    return run.board.showdown is not None and run.board.showdown.at == battlefield.id


def _combat_at(run: Run, battlefield: Battlefield) -> bool:
    return run.board.combat is not None and run.board.combat.at == battlefield.id


def _clear_contested(run: Run) -> None:
    """Step 8: Contested goes where its player has no units and nothing is ongoing (323.11)."""
    for battlefield in run.board.battlefields:
        contester = battlefield.contested_by
        if contester is None or ongoing_at(run, battlefield):
            continue
        present = players_with_units(run, battlefield.id)
        if contester in present or not run.in_force("323.11"):
            continue
        run.emit(ev.Contested(at=battlefield.id))
        strangers = [
            name for name in _sequence(run) if name in present and name != battlefield.controller
        ]
        if len(strangers) > 1 and run.rely_on("OP-53") == "b":
            strangers = [_contester(run, battlefield, strangers)]
        if strangers and run.in_force("323.11.a"):
            run.emit(ev.Contested(at=battlefield.id, by=strangers[0]))


def _contester(run: Run, battlefield: Battlefield, among: list[str]) -> str:
    """Which of several players contests, as the Turn Player says (OP-53 read as b)."""
    return str(
        run.ask(
            Question(
                form="choose_one",
                to=run.board.turn.player,
                prompt=f"Who contests {run.place(battlefield.id)}?",
                slot="contested",
                rules=["323.11.a"],
                options=[Option(id=name) for name in among],
            )
        )
    )


def _sequence(run: Run) -> list[str]:
    """The players in the order in which they do what they would do at once (303.2.a)."""
    return run.table.turn_order(
        run.board.turn.player if run.stands("303.2.a") else run.board.order[0]
    )


def _begin_staged(run: Run) -> None:
    """Steps 9, 10 and 10a: a showdown or a combat begins, or the showdown becomes a combat's."""
    board = run.board
    if not [b for b in board.battlefields if b.staged] or not _open_state(run):
        return
    if board.showdown is not None and board.combat is None:
        at = run.table.battlefields[board.showdown.at]
        if "combat" in at.staged and run.in_force("323.14", "316.8.b.1.a"):
            open_combat(run, at.id)
        return
    if not in_neutral_open_state(run):
        return
    showdowns = [b.id for b in board.battlefields if _has_lone_showdown(run, b)]
    if showdowns and run.in_force("323.12", "316.8.b.1"):
        at_id = _choose(run, showdowns, "At which battlefield does a showdown begin?", "323.12")
        begin_showdown(run, at_id, "non_combat")
        return
    combats = [b.id for b in board.battlefields if "combat" in b.staged and _opposed(run, b)]
    if combats and run.in_force("323.13", "460"):
        open_combat(run, _choose(run, combats, "At which battlefield does combat begin?", "323.13"))


def _has_lone_showdown(run: Run, battlefield: Battlefield) -> bool:
    """Whether a showdown is staged that is not the one of a combat staged there too: with such a
    combat it opens as a Combat Showdown (461.3).
    """
    staged = battlefield.staged
    return "showdown" in staged and not ("combat" in staged and run.stands("461.3"))


def _choose(run: Run, places: list[str], prompt: str, rule: str) -> str:
    if len(places) == 1:
        return places[0]
    answer = run.ask(
        Question(
            form="choose_one",
            # the next player chooses for a Turn Player who was removed (652.5.a.1)
            to=run.table.turn_order(run.board.turn.player)[0],
            prompt=prompt,
            rules=[rule],
            options=[Option(id=place) for place in places],
        )
    )
    return str(answer)
