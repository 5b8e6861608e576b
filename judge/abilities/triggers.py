"""Triggered abilities: matching conditions, and putting what triggered on the chain (382-385).

`listen` sees each event after it has been processed (383.2.c) and notes what triggers on it; of
what happens together, once all of it has happened. `place` adds the abilities of each moment to the
chain as pending items, in the order that the rules give to simultaneous ones: by player, and each
player's own as that player chooses (383.3.d).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from judge.abilities.attributing import who_played
from judge.abilities.counting import counted, used_up
from judge.abilities.freezing import frozen
from judge.abilities.listening import Listener, abilities_of, delayed
from judge.abilities.moments import Occurrence, hearing
from judge.abilities.multiplying import times
from judge.abilities.occurring import SILENT, occurrences
from judge.board import events as ev
from judge.board.state import ChainItem, ItemKind, Paid, Source
from judge.board.table import make_reference
from judge.effects.kept import keep
from judge.effects.notation import Event, Moment, Triggered
from judge.effects.reaching import reach_event, reach_trigger_rules
from judge.effects.texts import modes_of
from judge.effects.unmodelled import reach
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
    kind: ItemKind = "triggered"


def listen(run: Run, event: ev.Event) -> None:
    """Note what triggers on an event. A listener to every event."""
    if type(event) not in SILENT:
        for occurrence in occurrences(run, event):
            _note(run, occurrence)
    if run.occurred:
        match_conditions(run)


def happened(run: Run, occurrence: Occurrence) -> None:
    """Something happened: what triggers on it is noted as soon as all that happens together has
    happened (383.2.c).
    """
    _note(run, occurrence)
    match_conditions(run)


def _note(run: Run, occurrence: Occurrence) -> None:
    """Keep what happened until all of its moment has, with the delayed abilities that wait now."""
    if run.had_unmodelled:
        _reach(run, occurrence)
    waiting = (*delayed(run), *run.awaiting) if run.board.effects or run.awaiting else ()
    if waiting:
        occurrence = replace(
            occurrence,
            effects=(
                *occurrence.effects,
                *(
                    each
                    for each in waiting
                    if any(moment.event == occurrence.event for moment in each.ability.moments)
                ),
            ),
        )
    run.occurred.append((run.moment, occurrence))


def _reach(run: Run, occurrence: Occurrence) -> None:
    """Raises `Refused` where a clause that is not modelled is about what happened."""
    gone = occurrence.card
    if occurrence.seen is not None:
        gone = (occurrence.seen.thing.name, occurrence.seen.thing.controller)
    if occurrence.only_by is None and occurrence.event != "play":
        reach_event(
            run,
            occurrence.event,
            what=occurrence.what,
            by=occurrence.by,
            where=occurrence.where,
            gone=gone,
        )


def match_conditions(run: Run) -> None:
    """Note every triggered ability whose condition has been met, one moment after the other."""
    while run.occurred and run.together_depth == 0:
        moment = run.occurred[0][0]
        together = [occurrence for at, occurrence in run.occurred if at == moment]
        run.occurred = [pair for pair in run.occurred if pair[0] != moment]
        cited: list[str] = []
        with run.citing(cited):
            found = _triggers_of(run, together)
        for trigger in found:  # what let it trigger is cited as it is put on the chain
            trigger.rules = tuple(dict.fromkeys([*trigger.rules, *cited]))
            run.triggered.append((moment, trigger))
        if not found:
            run.in_force(*cited)


def _triggers_of(run: Run, together: list[Occurrence]) -> list[Trigger]:
    """What triggers on things that happened at one moment."""
    if run.resolving:
        run.done_by_item.extend(together)
    met: dict[tuple[Listener, str, int], list[Occurrence]] = {}
    waiting: dict[str, Listener] = {}
    departed = _departed(run, together)
    entered = _entered(together)
    for occurrence in together:
        conquered = occurrence.event == "conquer"
        if (conquered or occurrence.event == "hold") and (
            _brings_nothing(together, occurrence)
            and not run.in_force("383.4.c.2.c" if conquered else "383.4.d.2.c")
        ):
            continue
        for listener, controller, number in hearing(run, occurrence, departed):
            if listener.ref in entered and not run.in_force("383.2.c.1"):
                continue  # it came to its zone at the very moment
            if not _sees_itself_leave(run, occurrence, listener):
                continue
            if _is_dying_token(occurrence, listener) and run.rely_on("OP-51") == "b":
                continue
            effect = listener.bound.get("effect")
            if effect is not None and listener.ability.moments[number].batch:
                # a delayed ability is the same one for all that happens together
                listener = waiting.setdefault(effect, listener)
            met.setdefault((listener, controller, number), []).append(occurrence)
    found: list[Trigger] = []
    for (listener, controller, number), those in met.items():
        for occurrence in those:
            _assume_first(run, occurrence)
        moment = listener.ability.moments[number]
        for group in _groups(run, listener, controller, moment, those, together):
            for _ in range(times(run, listener, controller, group[0], together)):
                if not used_up(run, listener.ability, _ability_key(listener)):
                    found.append(_trigger(run, listener, controller, group))
    return found


def _is_dying_token(occurrence: Occurrence, listener: Listener) -> bool:
    """Whether an ability is that of a token, which hears of the token's own death."""
    own = occurrence.event == "die" and occurrence.what == listener.ref
    return own and occurrence.seen is not None and occurrence.seen.thing.token


def _sees_itself_leave(run: Run, occurrence: Occurrence, listener: Listener) -> bool:
    """Whether an ability hears of its own object leaving the board (OP-6)."""
    if occurrence.event != "leave" or occurrence.what != listener.ref or listener.bound:
        return True
    taken = run.rely_on("OP-6")
    return taken == "a" or (taken == "b" and occurrence.destination == "trash")


def _assume_first(run: Run, occurrence: Occurrence) -> None:
    """A unit attacks or defends for the first time in a combat, as far as the board says
    (383.4.e.2.a, 383.4.f.2.a).
    """
    if occurrence.event in ("attack", "defend") and occurrence.what is not None:
        role = "attacker" if occurrence.event == "attack" else "defender"
        sentence = f"{occurrence.what} is taken not to have been a {role} of this combat before."
        run.assume_default(f"combat.had_{role}", [], sentence.replace("a attacker", "an attacker"))


def _groups(
    run: Run,
    listener: Listener,
    controller: str,
    moment: Moment,
    met: list[Occurrence],
    together: list[Occurrence],
) -> list[list[Occurrence]]:
    """How often an ability triggers on what met its condition at one moment, and on which."""
    once = bool(listener.bound.get("once")) and not listener.bound.get("each")
    if moment.nth is not None:
        if not counted(run, listener, controller, moment, met, together):
            return []
        once = True
    if moment.batch:
        return [met]
    if once and len(met) > 1 and run.in_force("383.1.b"):
        return [[_picked(run, listener, controller, met)]]
    return [[occurrence] for occurrence in met]


def _picked(run: Run, listener: Listener, controller: str, met: list[Occurrence]) -> Occurrence:
    """Which of several instances serves as the condition, as its controller says (383.1.b)."""
    by_ref = {str(occurrence.what): occurrence for occurrence in met}
    if len(by_ref) < 2:
        return met[0]
    answer = run.ask(
        Question(
            form="choose_one",
            to=controller,
            prompt=f"On which of these does the ability of {listener.card} trigger?",
            slot="condition",
            rules=["383.1.b"],
            options=[Option(id=ref, text=_called(each)) for ref, each in sorted(by_ref.items())],
        )
    )
    return by_ref[str(answer)]


def _called(occurrence: Occurrence) -> str | None:
    return occurrence.seen.thing.card if occurrence.seen is not None else None


def _departed(run: Run, together: list[Occurrence]) -> list[Listener]:
    """The abilities of what left the board at this moment: they do not see what happened to others
    at the same time (383.2.c.2).
    """
    gone = [each for each in together if each.only_by is not None and each.event == "leave"]
    if len(together) < 2 or not gone:
        return []
    found = []
    for occurrence in gone:
        assert occurrence.only_by is not None
        ref, card, controller = occurrence.only_by
        lost = occurrence.seen.lost if occurrence.seen is not None else ()
        for own in abilities_of(run, ref, card, controller, occurrence.where or ""):
            if own.key in lost:
                continue
            rule = ("383.2.c.2", "does not see what happened as it left")
            found.append(replace(own, muted=own.muted or rule))
    return found


def _entered(together: list[Occurrence]) -> set[str]:
    """References of what came to its zone at this moment (383.2.c.1)."""
    entered = set()
    for occurrence in together:
        if occurrence.event == "enter" and len(together) > 1 and occurrence.what is not None:
            entered.add(occurrence.what)
        if occurrence.event == "leave" and occurrence.seen is not None:
            thing = occurrence.seen.thing
            entered.add(make_reference(thing.id, thing.generation + 1))
    return entered


def _brings_nothing(together: list[Occurrence], occurrence: Occurrence) -> bool:
    """Whether it is a conquest or a hold for which no point was gained (383.4.c.2.c, 383.4.d.2.c):
    it was negated or replaced.
    """
    return occurrence.reason is not None and not any(
        other.event == "gain_points"
        and other.by == occurrence.by
        and other.reason == occurrence.reason
        for other in together
    )


def _ability_key(listener: Listener) -> str:
    return f"{listener.ref}/{listener.key}"


def _trigger(run: Run, listener: Listener, controller: str, group: list[Occurrence]) -> Trigger:
    first = group[0]
    kind: ItemKind = "triggered"
    about = frozen(run, listener, group)
    rules = first.rules
    if listener.bound:
        kind, rules = "delayed", ("390.2",)
        about["ability"] = keep(listener.ability)
        if "effect" not in listener.bound:
            kind, rules = "reflexive", ("387.3",)
            run.awaiting = [each for each in run.awaiting if each is not listener]
        elif listener.bound["once"]:
            run.emit(ev.EffectEnded(id=listener.bound["effect"]), "390.2")
    elif first.event == "play" and first.what != listener.ref and first.item is None:
        # 383.4.a.4: it is no play effect, and not bound to where its own card was hidden
        if run.in_force("383.4.a.4"):
            about.pop("hidden_at", None)
        rules = ("419.4.a",)
    return Trigger(
        controller, listener.ref, listener.card, listener.key, listener.ability, rules, about, kind
    )


def on_played(run: Run, ref: str, hidden_at: str | None, paid: Paid | None = None) -> None:
    """A permanent entered the board by being played: its play effects, and what waits for others to
    be played (383.4.a).

    `paid`: what was paid to play it, which they may speak of.
    """
    thing = run.table.find(ref)
    if thing is None:
        return
    place = run.table.places[thing.id]
    about: dict[str, Any] = {"location": place}
    if hidden_at is not None:
        about["hidden_at"] = hidden_at
    if paid is not None and (paid.costs or paid.looked_back):
        about["paid"] = {"costs": paid.costs, "looked_back": paid.looked_back}
    happened(
        run,
        Occurrence(
            "play",
            ("383.4.a.2",),
            ref,
            thing.controller,
            place,
            about=about,
            destination=place,
            from_facedown=hidden_at is not None,
            costs=frozenset(paid.costs if paid is not None else ()),
        ),
    )


def on_designated(run: Run, refs: Iterable[str], designation: str) -> None:
    """Note attack or defend triggers of units that have the designation for the first time, and of
    what speaks of their player (383.4.e-f).
    """
    event: Event = "attack" if designation == "attacker" else "defend"
    rules = ("383.4.e", "383.4.e.2") if event == "attack" else ("383.4.f", "383.4.f.2")
    for ref in refs:
        thing = run.table.find(ref)
        if thing is None:
            continue
        place = run.table.places[thing.id]
        reach(run, thing.name, event)
        happened(
            run,
            Occurrence(event, rules, ref, thing.controller, place, about={"location": place}),
        )


def on_player_designated(run: Run, player: str, designation: str, place: str) -> None:
    """A player is the attacker or the defender of a combat that opens (383.4.e, 383.4.f)."""
    event: Event = "attack" if designation == "attacker" else "defend"
    rules = ("383.4.e", "383.4.e.2") if event == "attack" else ("383.4.f", "383.4.f.2")
    happened(run, Occurrence(event, rules, by=player, where=place, about={"location": place}))


def used(run: Run, item: ChainItem) -> None:
    """An activated ability has been used, for conditions, as it resolves (377.2.a)."""
    if run.in_force("377.2.a"):
        source = item.source.ref if item.source is not None else None
        happened(
            run,
            Occurrence(
                "play_ability",
                ("377.2.a",),
                source,
                who_played(run, item),
                run.table.place_of(source) if source is not None else None,
                seen=run.seen.get(source or ""),
                other=item.id,
                other_item=item,
            ),
        )


def player_order(run: Run, combat_chain: bool) -> list[str]:
    """In which order players place simultaneous triggers: turn order; as combat opens, attacker
    first and defender last (383.3.d.1, 464.2.e.1).
    """
    order = run.table.turn_order(run.board.turn.player)
    if not run.stands("383.3.d.1"):
        order = order[::-1]
    combat = run.board.combat
    if not combat_chain or combat is None or not run.stands("464.2.e.1"):
        return order
    middle = [name for name in order if name not in (combat.attacker, combat.defender)]
    return [combat.attacker, *middle, combat.defender]


def place(run: Run, *, combat_chain: bool = False, at_once: bool = False) -> None:
    """Put everything that triggered on the chain as pending items, oldest moment first. `at_once`:
    all of it belongs to one task of a combat that opens (464.2.a).
    """
    waiting, run.triggered = run.triggered, []
    moments: dict[int, list[Trigger]] = {}
    for moment, trigger in waiting:
        moments.setdefault(moment, []).append(trigger)
    if (combat_chain or at_once) and len(moments) > 1:
        # designations are established together, whichever unit's event came first (464.2.c.3)
        moments = {0: [trigger for group in moments.values() for trigger in group]}
    for _, group in sorted(moments.items()):
        for player in player_order(run, combat_chain):
            mine = [trigger for trigger in group if trigger.controller == player]
            for trigger in _ordered(run, player, mine, combat_chain, others=len(group) > len(mine)):
                add(run, trigger)


def _ordered(
    run: Run, player: str, mine: list[Trigger], combat_chain: bool, *, others: bool
) -> list[Trigger]:
    if others and mine:
        run.in_force("464.2.e.1" if combat_chain else "383.3.d.1")
    if len(mine) < 2:
        return mine
    keys: dict[str, Trigger] = {}
    for trigger in mine:
        key = f"{trigger.ref}/{trigger.key}"
        number = 1
        while f"{key}{f'#{number}' if number > 1 else ''}" in keys:
            number += 1
        keys[f"{key}{f'#{number}' if number > 1 else ''}"] = trigger
    # instances of one ability that froze the same differ in nothing
    if all(_alike(trigger, mine[0]) for trigger in mine):
        return mine
    if run.had_unmodelled:
        # a text that may keep them from triggering is reached before anybody orders them
        reach_trigger_rules(run, player)
    if not run.in_force("383.3.d"):
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
    return [keys[key] for key in answer]


def _alike(one: Trigger, other: Trigger) -> bool:
    """Whether two are instances of one ability of one object, though one be in a text that was
    copied, which froze the same.
    """
    if (one.ref, one.card, one.about) != (other.ref, other.card, other.about):
        return False
    if one.key == other.key:
        return True
    # what a keyword gives is the same for each of its instances
    if all(each.key.startswith("weaponmaster_") for each in (one, other)):
        return True
    # how often each of them has been used, and with which modes, is counted apart
    modes = modes_of(one.ability.does)
    counted = one.ability.times_each_turn is not None or (modes is not None and modes.once)
    printed = [each.key.rpartition(":")[2] for each in (one, other)]
    return printed[0] == printed[1] and not counted


def add(run: Run, trigger: Trigger) -> None:
    """Add the pending item of one ability to the chain (383.3, 401.1)."""
    if not run.in_force(*trigger.rules):
        return
    quiet = run.board.chain is None and run.board.turn.player == trigger.controller
    if not quiet and not run.in_force("383.3.c"):
        return
    if not run.in_force("383.3", "401.1"):
        return
    gone = run.table.find(trigger.ref) is None and trigger.ref not in run.table.battlefields
    run.emit(
        ev.ItemAdded(
            item=ChainItem(
                id=run.table.mint("c"),
                kind=trigger.kind,
                controller=trigger.controller,
                ability=f"{trigger.ref}/{trigger.key}",
                of=trigger.card,
                source=Source(ref=trigger.ref, gone=gone) if trigger.ref else None,
                about=trigger.about,
                pending=run.in_force("400"),
            ),
            opened_by="trigger",
        ),
        by=trigger.controller,
    )


__all__ = [
    "Trigger",
    "add",
    "happened",
    "listen",
    "match_conditions",
    "on_designated",
    "on_played",
    "on_player_designated",
    "place",
    "used",
]
