"""Triggered abilities: matching conditions, and putting what triggered on the chain (382-385).

`listen` sees each event after it has been processed (383.2.c) and notes what triggers on it.
`place` adds the abilities of each moment to the chain as pending items, in the order that the rules
give to simultaneous ones: by player, and each player's own as that player chooses (383.3.d).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from judge.board import events as ev
from judge.board.state import ChainItem, Source
from judge.board.table import make_reference, reference, split_reference
from judge.effects.notation import Triggered
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
    index: int
    ability: Triggered
    rules: tuple[str, ...]
    about: dict[str, Any] = field(default_factory=dict)


def notice(
    run: Run,
    ref: str,
    card: str,
    controller: str,
    when: str,
    rules: tuple[str, ...],
    about: dict[str, Any],
) -> None:
    """Note every ability of the card that triggers on `when`.

    Raises `Refused` where a text that is not modelled triggers on it.
    """
    reach(run, card, when)
    for index, ability in enumerate(run.catalogue[card].abilities):
        if isinstance(ability, Triggered) and ability.when == when:
            run.triggered.append(
                (run.moment, Trigger(controller, ref, card, index, ability, rules, dict(about)))
            )


def listen(run: Run, event: ev.Event) -> None:
    """Note what triggers on an event."""
    table = run.table
    match event:
        case ev.Moved():
            for ref in event.refs:
                thing = table.find(ref)
                if thing is not None:
                    about = {"from": event.origins.get(ref), "to": event.to, "location": event.to}
                    notice(run, ref, thing.card, thing.controller, "move", ("383.2.c",), about)
        case ev.Scored():
            _on_scored(run, event)
        case ev.ObjectLeft(verb="kill", attached=False):
            # 383.2.c.2 does not reach an object's own death: it is noted before it leaves
            # (428.1.a.1.b)
            identity, _ = split_reference(event.ref)
            about = {"died": identity, "died_at": event.at}
            notice(run, event.ref, event.name, event.controller, "die", ("808.1.d",), about)
        case ev.BecameMighty():
            thing = table.find(event.ref)
            if thing is not None:
                notice(run, event.ref, thing.card, thing.controller, "becomes_mighty", ("709",), {})
        case ev.CardPlayed():
            if "Spell" in event.types:
                _of_player(run, event.player, "play_spell", ("419.4.a",), {"played": event.id})
        case ev.PhaseBegan():
            when = {
                "beginning.beginning": "start_of_your_beginning",
                "main": "start_of_your_main",
                "ending.ending": "end_of_your_turn",
            }.get(event.phase)
            if when is not None:
                _of_player(run, run.board.turn.player, when, ("383.1",), {})


def _of_player(
    run: Run, player: str, when: str, rules: tuple[str, ...], about: dict[str, Any]
) -> None:
    for thing, place in sorted(run.table.everything(), key=lambda pair: pair[0].id):
        if thing.controller == player and thing.attached_to is None:
            notice(
                run, reference(thing), thing.card, player, when, rules, {**about, "location": place}
            )


def _on_scored(run: Run, event: ev.Scored) -> None:
    battlefield = run.table.battlefields[event.at]
    rule = "471.2.a" if event.how == "conquer" else "471.2.b"
    about = {"location": event.at}
    notice(run, event.at, battlefield.card, event.player, f"{event.how}_here", (rule,), about)
    for thing in sorted(battlefield.units, key=lambda thing: thing.id):
        if thing.controller == event.player and is_unit(run.table, run.catalogue, thing):
            notice(run, reference(thing), thing.card, event.player, event.how, (rule,), about)
    for held in (run.table.player(event.player).legend, *run.table.player(event.player).legends):
        if held is not None:
            notice(run, reference(held), held.card, event.player, event.how, (rule,), about)


def on_played(run: Run, ref: str, hidden_at: str | None) -> None:
    """Note the play effects of a permanent that entered the board by being played (383.4.a)."""
    thing = run.table.find(ref)
    if thing is None:
        return
    about: dict[str, Any] = {"location": run.table.places[thing.id]}
    if hidden_at is not None:
        about["hidden_at"] = hidden_at
    notice(run, ref, thing.card, thing.controller, "play_me", ("383.4.a.2",), about)


def on_designated(run: Run, refs: Iterable[str], designation: str) -> None:
    """Note attack or defend triggers of units that have the designation for the first time
    (383.4.e-f).
    """
    for ref in refs:
        thing = run.table.find(ref)
        if thing is None:
            continue
        about = {"location": run.table.places[thing.id]}
        if designation == "attacker":
            notice(run, ref, thing.card, thing.controller, "attack", ("383.4.e.2",), about)
        else:
            notice(run, ref, thing.card, thing.controller, "defend", ("383.4.f.2",), about)


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
    keys = {f"{trigger.ref}/{trigger.index}": trigger for trigger in mine}
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
    return sorted(mine, key=lambda trigger: rank[f"{trigger.ref}/{trigger.index}"])


def _add(run: Run, trigger: Trigger) -> None:
    run.in_force(trigger.rules[0], "383.3", "401.1")
    gone = run.table.find(trigger.ref) is None and trigger.ref not in run.table.battlefields
    run.emit(
        ev.ItemAdded(
            item=ChainItem(
                id=run.table.mint("c"),
                kind="triggered",
                controller=trigger.controller,
                ability=f"{trigger.ref}/{trigger.index}",
                of=trigger.card,
                source=Source(ref=trigger.ref, gone=gone),
                about=trigger.about,
                pending=True,
            ),
            opened_by="trigger",
        ),
        by=trigger.controller,
    )


__all__ = ["Trigger", "listen", "make_reference", "notice", "on_designated", "on_played", "place"]
