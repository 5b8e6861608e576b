"""Triggered abilities: matching conditions, and putting what triggered on the chain (382-385).

`listen` sees each event after it has been processed (383.2.c) and notes what triggers on it.
`place` adds the abilities of each moment to the chain as pending items, in the order that the rules
give to simultaneous ones: by player, and each player's own as that player chooses (383.3.d).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from judge.abilities.moments import Occurrence, hearing
from judge.board import events as ev
from judge.board.state import ChainItem, Source
from judge.board.table import reference, split_reference
from judge.effects.notation import Event, Triggered
from judge.effects.unmodelled import reach
from judge.layers.characteristics import is_unit
from judge.ruling.questions import Option, Question
from judge.ruling.run import Run


@dataclass(slots=True)
class Trigger:
    """One ability whose condition was met. `about`: what was frozen at that moment (359.3.f.3)."""

    controller: str
    ref: str
    card: str
    key: str
    ability: Triggered
    rules: tuple[str, ...]
    about: dict[str, Any] = field(default_factory=dict)


def happened(run: Run, occurrence: Occurrence) -> None:
    """Note every triggered ability whose condition an occurrence meets (383.2.c).

    Raises `Refused` where a text that is not modelled triggers on it.
    """
    for listener, controller in hearing(run, occurrence):
        about = {"location": listener.place, **occurrence.about}
        run.triggered.append(
            (
                run.moment,
                Trigger(
                    controller,
                    listener.ref,
                    listener.card,
                    listener.key,
                    listener.ability,
                    occurrence.rules,
                    about,
                ),
            )
        )


def listen(run: Run, event: ev.Event) -> None:
    """Note what triggers on an event."""
    table = run.table
    match event:
        case ev.Moved():
            for ref in event.refs:
                thing = table.find(ref)
                if thing is not None:
                    reach(run, thing.card, "move")
                    about = {"from": event.origins.get(ref), "to": event.to, "location": event.to}
                    happened(
                        run,
                        Occurrence(
                            "move", ("383.2.c",), ref, thing.controller, event.to, about=about
                        ),
                    )
        case ev.Scored():
            _on_scored(run, event)
        case ev.ObjectLeft(verb="kill", attached=False):
            # 383.2.c.2 does not reach an object's own death: it is noted before it leaves
            # (428.1.a.1.b)
            identity, _ = split_reference(event.ref)
            about = {"died": identity, "died_at": event.at}
            reach(run, event.name, "die")
            happened(
                run,
                Occurrence(
                    "die",
                    ("808.1.d",),
                    event.ref,
                    where=event.at,
                    about=about,
                    only_by=(event.ref, event.name, event.controller),
                ),
            )
        case ev.BecameMighty():
            if table.find(event.ref) is not None:
                happened(run, Occurrence("become_mighty", ("709",), event.ref))
        case ev.CardPlayed():
            if "Spell" in event.types:
                _reach_of(run, event.player, "play_spell")
                happened(
                    run,
                    Occurrence(
                        "play",
                        ("419.4.a",),
                        event.id,
                        event.player,
                        types=tuple(event.types),
                        about={"played": event.id},
                    ),
                )
        case ev.PhaseBegan():
            _on_phase(run, event)


def _on_phase(run: Run, event: ev.PhaseBegan) -> None:
    player = run.board.turn.player
    match event.phase:
        case "beginning.beginning":
            _reach_of(run, player, "start_of_your_beginning")
            happened(run, Occurrence("begin_phase", ("383.1",), by=player, phase="beginning"))
        case "main":
            _reach_of(run, player, "start_of_your_main")
            happened(run, Occurrence("begin_phase", ("383.1",), by=player, phase="main"))
        case "ending.ending":
            _reach_of(run, player, "end_of_your_turn")
            happened(run, Occurrence("end_turn", ("383.1",), by=player))


def _reach_of(run: Run, player: str, when: str) -> None:
    """Raises `Refused` where an object of the player has a clause for it that is not modelled."""
    for thing, _ in sorted(run.table.everything(), key=lambda pair: pair[0].id):
        if thing.controller == player and thing.attached_to is None:
            reach(run, thing.card, when)


def _on_scored(run: Run, event: ev.Scored) -> None:
    """The battlefield's own abilities, and those of each unit there and of legends (383.4.c-d)."""
    battlefield = run.table.battlefields[event.at]
    rules = ("471.2.a" if event.how == "conquer" else "471.2.b",)
    scorers = [
        reference(thing)
        for thing in sorted(battlefield.units, key=lambda thing: thing.id)
        if thing.controller == event.player and is_unit(run.table, run.catalogue, thing)
    ]
    player = run.table.player(event.player)
    legends = [held for held in (player.legend, *player.legends) if held is not None]
    about = {"location": event.at}
    reach(run, battlefield.card, f"{event.how}_here")
    happened(run, Occurrence(event.how, rules, None, event.player, event.at, about=about))
    for ref in [*scorers, *map(reference, legends)]:
        thing = run.table.find(ref)
        assert thing is not None
        reach(run, thing.card, event.how)
        happened(run, Occurrence(event.how, rules, ref, event.player, event.at, about=about))


def on_played(run: Run, ref: str, hidden_at: str | None) -> None:
    """Note the play effects of a permanent that entered the board by being played (383.4.a)."""
    thing = run.table.find(ref)
    if thing is None:
        return
    place = run.table.places[thing.id]
    about: dict[str, Any] = {"location": place}
    if hidden_at is not None:
        about["hidden_at"] = hidden_at
    happened(run, Occurrence("play", ("383.4.a.2",), ref, thing.controller, place, about=about))


def on_designated(run: Run, refs: Iterable[str], designation: str) -> None:
    """Note attack or defend triggers of units that have the designation for the first time
    (383.4.e-f).
    """
    for ref in refs:
        thing = run.table.find(ref)
        if thing is None:
            continue
        place = run.table.places[thing.id]
        event: Event = "attack" if designation == "attacker" else "defend"
        rule = "383.4.e.2" if designation == "attacker" else "383.4.f.2"
        reach(run, thing.card, event)
        happened(
            run,
            Occurrence(event, (rule,), ref, thing.controller, place, about={"location": place}),
        )


def player_order(run: Run, combat_chain: bool) -> list[str]:
    """In which order players place simultaneous triggers: turn order; as combat opens, attacker
    first
    and defender last (383.3.d.1, 464.2.e.1)."""
    order = run.table.turn_order(run.board.turn.player)
    combat = run.board.combat
    if not combat_chain or combat is None:
        return order
    middle = [name for name in order if name not in (combat.attacker, combat.defender)]
    return [combat.attacker, *middle, combat.defender]


def place(run: Run, *, combat_chain: bool = False) -> None:
    """Put everything that triggered on the chain as pending items, oldest moment first."""
    waiting, run.triggered = run.triggered, []
    moments: dict[int, list[Trigger]] = {}
    for moment, trigger in waiting:
        moments.setdefault(moment, []).append(trigger)
    if combat_chain and len(moments) > 1:
        # designations are established together, whichever unit's event came first (464.2.c.3)
        moments = {0: [trigger for group in moments.values() for trigger in group]}
    for _, group in sorted(moments.items()):
        for player in player_order(run, combat_chain):
            mine = [trigger for trigger in group if trigger.controller == player]
            for trigger in _ordered(run, player, mine, combat_chain, others=len(group) > len(mine)):
                _add(run, trigger)


def _ordered(
    run: Run, player: str, mine: list[Trigger], combat_chain: bool, *, others: bool
) -> list[Trigger]:
    if others and mine:
        run.in_force("464.2.e.1" if combat_chain else "383.3.d.1")
    if len(mine) < 2:
        return mine
    keys = {f"{trigger.ref}/{trigger.key}": trigger for trigger in mine}
    if len(keys) < 2:
        return mine
    answer = run.ask(
        Question(
            form="order",
            to=player,
            prompt=f"In which order does {player} put these triggered abilities on the chain?",
            rules=["383.3.d"],
            options=[Option(id=key, text=trigger.card) for key, trigger in sorted(keys.items())],
        )
    )
    run.in_force("383.3.d")
    rank = {key: number for number, key in enumerate(answer)}
    return sorted(mine, key=lambda trigger: rank[f"{trigger.ref}/{trigger.key}"])


def _add(run: Run, trigger: Trigger) -> None:
    run.in_force(trigger.rules[0], "383.3", "401.1")
    gone = run.table.find(trigger.ref) is None and trigger.ref not in run.table.battlefields
    run.emit(
        ev.ItemAdded(
            item=ChainItem(
                id=run.table.mint("c"),
                kind="triggered",
                controller=trigger.controller,
                ability=f"{trigger.ref}/{trigger.key}",
                of=trigger.card,
                source=Source(ref=trigger.ref, gone=gone),
                about=trigger.about,
                pending=True,
            ),
            opened_by="trigger",
        ),
        by=trigger.controller,
    )


__all__ = ["Trigger", "happened", "listen", "on_designated", "on_played", "place"]
