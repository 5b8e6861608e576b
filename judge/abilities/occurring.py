"""What each event of a board is in the words of conditions (370.1.a, 383.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from judge.abilities.attributing import Killer, keyword_of
from judge.abilities.moments import Occurrence
from judge.abilities.noticing import noticed
from judge.board import events as ev
from judge.board.state import UNKNOWN, ChainItem
from judge.board.table import reference, split_reference
from judge.effects import notation as n
from judge.effects.unmodelled import reach
from judge.layers.characteristics import is_unit
from judge.ruling.run import Run

#: events done to objects: the word of the notation for each
_DONE_TO: dict[type, n.Event] = {
    ev.Stunned: "stun",
    ev.Readied: "ready",
    ev.Exhausted: "exhaust",
    ev.Buffed: "buff",
    ev.Healed: "heal",
    ev.Recalled: "recall",
}
#: how objects leave the board, and how cards change zones
_VERBS: dict[str, n.Event] = {
    "kill": "die",
    "banish": "banish",
    "return": "return_to_hand",
    "recycle": "recycle",
    "draw": "draw",
    "discard": "discard",
}
_ZONES = {"champion": "champion_zone", "facedown": "facedown_zone"}
#: the rules for a unit's own conquer and hold effects, and for what speaks of the player
_SCORED: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "conquer": (
        ("471.2.a", "383.4.c.2", "383.4.c.2.a"),
        ("471.2.a", "383.4.c.2", "383.4.c.2.b"),
    ),
    "hold": (
        ("471.2.b", "383.4.d.2", "383.4.d.2.a"),
        ("471.2.b", "383.4.d.2", "383.4.d.2.b"),
    ),
}
_PHASES: dict[str, n.Phase] = {"beginning.beginning": "beginning", "main": "main"}


#: of what conditions never speak, which is most of what happens
SILENT: frozenset[type[ev.Event]] = frozenset(
    {
        ev.AbilityUsed,
        ev.CombatAdvanced,
        ev.Contested,
        ev.ControlChanged,
        ev.EffectBegan,
        ev.EffectEnded,
        ev.EffectUsed,
        ev.FacedownLeft,
        ev.FocusGained,
        ev.FocusPassed,
        ev.ItemAdded,
        ev.ItemRemoved,
        ev.PoolEmptied,
        ev.PriorityGained,
        ev.PriorityPassed,
        ev.ResourcesAdded,
        ev.ResourcesPaid,
        ev.ShowdownClosed,
        ev.Staged,
        ev.TurnBegan,
    }
)


def occurrences(run: Run, event: ev.Event) -> Iterator[Occurrence]:
    """What an event is for conditions, after it was applied (383.2.c).

    Raises `Refused` where a text that is not modelled triggers on it.
    """
    match event:
        case ev.Moved():
            yield from _moved(run, event)
        case ev.Scored() if run.in_force("471.2"):
            yield from _scored(run, event)
        case ev.PointsGained():
            yield from _points_gained(run, event)
        case ev.ObjectLeft():
            yield from _left(run, event)
        case ev.ObjectEntered():
            yield from _entered(run, event)
        case ev.CardMoved(target="trash") if not run.stands("428.2.a"):
            yield Occurrence(
                "die",
                ("383.2.c",),
                reference(event.card),
                event.player,
                card=(event.card.card, event.player),
            )
        case ev.CardMoved(verb="discard") if not run.in_force("422.1.b"):
            pass
        case ev.CardMoved(verb="draw" | "discard" | "recycle"):
            yield Occurrence(
                _VERBS[event.verb],
                ("383.2.c", *(("416.1.c",) if event.verb == "recycle" else ())),
                what=reference(event.card),
                by=_recycler(run, event.player) if event.verb == "recycle" else event.player,
                card=(event.card.card, event.player) if event.card.card != UNKNOWN else None,
                amount=1,
                origin=_ZONES.get(event.source, event.source),
                destination=_ZONES.get(event.target, event.target),
            )
        case ev.CardHidden():
            # 811.1.c.1: to hide a card is not to play it
            yield Occurrence(
                "hide" if run.stands("811.1.c.1") else "play",
                ("383.2.c",),
                what=reference(event.card),
                by=event.card.controller,
                where=event.at,
                card=(event.card.card, event.card.owner),
            )
        case ev.BecameMighty():
            thing = run.table.find(event.ref)
            if thing is not None:
                where = run.table.places[thing.id]
                yield Occurrence(
                    "become_mighty", ("709",), event.ref, thing.controller, where=where
                )
        case ev.DamageDealt():
            yield from _dealt(run, event)
        case ev.CardPlayed():
            if "Spell" in event.types:
                _reach_of(run, event.player, "play_spell")
                yield _spell_played(run, event)
        case ev.ItemFinalized():
            targets = [refs for each in event.item.chose for refs in each.targets.values()]
            chosen = [ref for refs in targets for ref in refs]
            keyword = keyword_of(run, event.item)
            if keyword == "Equip" and not run.in_force("818.1.b.1"):
                chosen = []  # as if the unit was no target
            source = event.item.source
            # 827.1.b.1: what is empowered is no target
            if keyword == "Empower" and source is not None and not run.in_force("827.1.b.1"):
                chosen = [source.ref]
            yield from _chosen(run, event.item, event.item.controller, chosen)
        case ev.ItemChosenAnew() if run.in_force("754"):
            item = next(item for item in run.table.items() if item.id == event.id)
            yield from _chosen(run, item, run.acting, event.chosen)
        case ev.PhaseBegan():
            yield from _phase(run, event)
        case ev.ShowdownBegan() if event.kind != "combat" or run.stands("464.2.b"):
            rules = ("383.1", "464.2.b") if event.kind == "combat" else ("383.1",)
            yield Occurrence("begin_showdown", rules, where=event.at)
        case ev.CombatBegan() if run.stands("464.2.b"):
            yield Occurrence("begin_combat", ("383.1", "464.2.b"), where=event.combat.at)
        case ev.CombatEnded() if run.stands("466.7.b"):
            yield Occurrence("end_combat", ("383.1", "466.7.b"), where=event.at)
        case ev.CombatNoted():
            yield from _result(run, event)
        case _:
            word = _DONE_TO.get(type(event))
            if word is not None:
                yield from _done_to(run, word, getattr(event, "refs", []))
            yield from noticed(run, event)


def _done_to(run: Run, word: n.Event, refs: list[str]) -> Iterator[Occurrence]:
    # 418.1.a: damage that the turn or a combat clears is healed as well
    if word == "heal" and run.acting is None and not run.in_force("418.1.a"):
        return
    for ref in refs:
        thing = run.table.find(ref)
        if thing is not None:
            where = run.table.places[thing.id]
            yield Occurrence(word, ("383.2.c",), ref, run.acting, where)


def _moved(run: Run, event: ev.Moved) -> Iterator[Occurrence]:
    for ref in event.refs:
        thing = run.table.find(ref)
        if thing is None:
            continue
        reach(run, thing.name, "move")
        # 446.1: to be at another place of the board than before is what a Move is
        if not run.in_force("446.1"):
            continue
        yield Occurrence(
            "move",
            ("383.2.c",),
            ref,
            # 411.1: who performs it; a Standard Move is its controller's
            run.acting or thing.controller,
            event.to,
            about={"from": event.origins.get(ref), "to": event.to, "location": event.to},
            origin=event.origins.get(ref),
            destination=event.to,
        )


def _recycler(run: Run, owner: str) -> str | None:
    """Who recycles what goes to the deck of its owner: the owner, whoever was told to (416.1.c,
    OP-120).
    """
    return owner if run.stands("416.1.c") else run.acting


def _left(run: Run, event: ev.ObjectLeft) -> Iterator[Occurrence]:
    """An object left the board: what happened to it, and that it left."""
    seen = run.seen.get(event.ref)
    destination = _ZONES.get(event.target, event.target)
    by, source = run.acting, None
    units: tuple[str, ...] = ()
    if event.verb == "kill" and by is None:
        # a Cleanup's kill is that of who dealt the damage
        killer = run.killers.get(event.ref)
        if killer is not None:
            cause = ("428.5.c.2",) if killer.in_combat else ("428.5.c", "428.5.c.1")
            if run.in_force(*cause):
                by, source, units = killer.by, killer.item, killer.units
        if by is None and not run.stands("411.2"):
            by = run.board.turn.player  # as if procedures of the game were a player's doing
    elif run.resolving and run.in_force("428.5.b"):
        source = next((item for item in reversed(run.table.items()) if not item.pending), None)
    word = _VERBS.get(event.verb, "leave")  # what is put somewhere is only that
    common: dict[str, Any] = {
        "what": event.ref,
        "where": event.at,
        "seen": seen,
        "other": source.id if source is not None else None,
        "other_item": source,
        "units": units,
        "origin": event.at,
        "destination": destination,
    }
    about: dict[str, Any] = {}
    if event.verb == "kill":
        identity, _ = split_reference(event.ref)
        about = {"died": identity, "died_at": event.at}
        if not event.attached:
            reach(run, event.name, "die")
    own = (event.ref, event.name, event.controller)
    if event.verb == "kill" and not run.stands("428.2.b"):
        yield Occurrence("move", ("383.2.c",), by=by, **common)
    for listened in dict.fromkeys([word, *(["kill"] if event.verb == "kill" else []), "leave"]):
        who = by if listened == "kill" or event.verb != "kill" else event.controller
        rules: tuple[str, ...] = ("383.2.c",)
        if listened == "recycle":
            who, rules = _recycler(run, event.owner), ("383.2.c", "416.1.c")
        yield Occurrence(listened, rules, by=who, **common)  # type: ignore[arg-type]
        if listened == "kill" or event.attached:
            continue
        # 383.2.c.2 does not reach an object's own death: it is noted before it leaves, of units
        # (428.1.a.1.b) and of every permanent (808.1.d.2)
        noting = ["808.1.d.2", *(["428.1.a.1.b"] if event.unit else [])]
        if event.verb == "kill" and not run.in_force(*noting):
            continue
        yield Occurrence(
            listened,  # type: ignore[arg-type]
            ("808.1.d",) if listened == "die" else rules,
            by=who,
            about=about,
            only_by=own,
            **common,
        )


def _entered(run: Run, event: ev.ObjectEntered) -> Iterator[Occurrence]:
    thing = event.object
    ref = reference(thing)
    if event.verb == "channel":
        yield Occurrence("channel", ("383.2.c",), ref, thing.controller, event.at, amount=1)
    yield Occurrence("enter", ("383.2.c",), ref, thing.controller, event.at)
    if not run.in_force("446.2"):
        yield Occurrence("move", ("383.2.c",), ref, thing.controller, event.at)


def _dealt(run: Run, event: ev.DamageDealt) -> Iterator[Occurrence]:
    item = next((item for item in run.table.items() if item.id == event.source), None)
    units = tuple(event.units)
    if item is None and event.source is not None:
        units = (event.source,)
    run.killers[event.ref] = Killer(event.by, item, units, in_combat=bool(event.units))
    where = run.table.place_of(event.ref)
    for word in ("take_damage", "deal"):
        yield Occurrence(
            word,
            ("383.2.c",),
            event.ref,
            event.by,
            where,
            amount=event.amount,
            other=event.source,
            other_item=item,
            units=units,
        )


def _spell_played(run: Run, event: ev.CardPlayed) -> Occurrence:
    item = next(item for item in run.table.items() if item.id == event.id)
    return Occurrence(
        "play",
        ("419.4.a",),
        event.id,
        event.player,
        about={"played": event.id},
        item=item,
        from_facedown=item.permission == "hidden",
        costs=frozenset(item.paid.costs if item.paid is not None else ()),
        spent=None if item.paid is None else item.paid.energy,
    )


def _chosen(run: Run, item: ChainItem, by: str | None, targets: list[str]) -> Iterator[Occurrence]:
    """What a finalized item targets; "choose" in a condition means that (383.4.b.3)."""
    for ref in dict.fromkeys(targets):
        thing = run.table.find(ref)
        target = next((each for each in run.table.items() if each.id == ref), None)
        if thing is None and target is None:
            continue
        yield Occurrence(
            "choose",
            ("383.4.b.2", "383.4.b.3"),
            ref,
            by,
            run.table.place_of(ref),
            other=item.id,
            item=target,  # 383.4.b: a spell on the chain is a Game Object as well
            other_item=item,
        )


def _phase(run: Run, event: ev.PhaseBegan) -> Iterator[Occurrence]:
    player = run.board.turn.player
    match event.phase:
        case "beginning.beginning":
            _reach_of(run, player, "start_of_your_beginning")
        case "main":
            _reach_of(run, player, "start_of_your_main")
        case "ending.ending":
            _reach_of(run, player, "end_of_your_turn")
            yield Occurrence("end_turn", ("383.1",), by=player)
    if event.phase in _PHASES:
        yield Occurrence("begin_phase", ("383.1",), by=player, phase=_PHASES[event.phase])


def _reach_of(run: Run, player: str, when: str) -> None:
    """Raises `Refused` where an object of the player has a clause for it that is not modelled."""
    if not run.had_unmodelled:
        return
    for thing, _ in sorted(run.table.everything(), key=lambda pair: pair[0].id):
        if thing.controller == player and thing.attached_to is None:
            reach(run, thing.name, when)


def _points_gained(run: Run, event: ev.PointsGained) -> Iterator[Occurrence]:
    """Points were gained, by scoring as in any other way; only a conquest and a hold are scoring
    (468.1, 469).
    """
    scored = event.reason in _SCORED
    who: dict[str, Any] = {"by": event.player, "amount": event.amount, "reason": event.reason}
    if not scored or run.in_force("468.1"):
        yield Occurrence("gain_points", ("383.2.c",), **who)
    if not scored and not run.in_force("469"):
        yield Occurrence("score", ("383.2.c",), **who)


def _scored(run: Run, event: ev.Scored) -> Iterator[Occurrence]:
    """The battlefield's own abilities, those of each unit there and of legends, and those that
    speak of the player (383.4.c-d).
    """
    if not run.stands("471.2.a" if event.how == "conquer" else "471.2.b"):
        return
    battlefield = run.table.battlefields[event.at]
    by_unit, by_player = _SCORED[event.how]
    scorers = [
        reference(thing)
        for thing in sorted(battlefield.units, key=lambda thing: thing.id)
        if thing.controller == event.player and is_unit(run.table, run.catalogue, thing)
    ]
    player = run.table.player(event.player)
    legends = [held for held in (player.legend, *player.legends) if held is not None]
    about = {"location": event.at}
    reach(run, battlefield.card, f"{event.how}_here")
    for word in (event.how, "score"):
        yield Occurrence(
            word,
            by_player,
            by=event.player,
            where=event.at,
            about=about,
            reason=event.how,
            uncontrolled=event.uncontrolled,
        )
    for ref in [*scorers, *map(reference, legends)]:
        thing = run.table.find(ref)
        assert thing is not None
        reach(run, thing.name, event.how)
        yield Occurrence(
            event.how,
            by_unit,
            ref,
            event.player,
            event.at,
            about=about,
            reason=event.how,
            uncontrolled=event.uncontrolled,
        )


def _result(run: Run, event: ev.CombatNoted) -> Iterator[Occurrence]:
    """Who has won a combat, and who has lost it (466.3.a-c)."""
    combat = run.board.combat
    words: dict[str, n.Event] = {"won": "win_combat", "lost": "lose_combat"}
    for player, result in event.result.items():
        word = words.get(result)
        if word is None or combat is None:
            continue
        yield Occurrence(word, ("466.3.c",), by=player, where=combat.at)
        for ref in event.winners if result == "won" else []:
            yield Occurrence(word, ("466.3.c",), ref, player, combat.at)


__all__ = ["SILENT", "occurrences"]
