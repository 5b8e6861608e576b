"""How often something has happened this turn: the Nth time, and once each turn (383.1.b, 383.3.e).

The facts of the turn say it (`Board.this_turn`), so that a board carries them.
"""

from __future__ import annotations

from judge.abilities.moments import Listener, Occurrence
from judge.board.state import PlayerFacts
from judge.effects import notation as n
from judge.effects.meaning import players
from judge.ruling.run import Run

#: events of which the facts of the turn give the number for a player, and those for an object
OF_PLAYERS: dict[n.Event, str] = {"draw": "drawn", "discard": "discarded", "die": "died"}
OF_OBJECTS: dict[n.Event, str] = {
    "move": "moves",
    "conquer": "conquests",
    "win_combat": "combats_won",
}


def used_up(run: Run, ability: n.Triggered, key: str) -> bool:
    """Whether an ability with a number of times each turn has been performed so often (383.3.e.1):
    then it does not trigger.
    """
    if ability.times_each_turn is None:
        return False
    times = performed(run, key)
    if times < ability.times_each_turn:
        return False
    if not run.in_force("383.3.e.1"):
        return False
    run.note(f"{key} has been performed {times} times this turn and does not trigger.")
    return True


def performed(run: Run, key: str) -> int:
    """How often an ability has been finalized this turn (OP-12)."""
    run.assume_default("this_turn", {}, "Nothing is taken to have happened this turn before.")
    uses = run.board.this_turn.uses.get(key)
    return uses.times if uses is not None else 0


def counted(
    run: Run,
    listener: Listener,
    controller: str,
    moment: n.Moment,
    met: list[Occurrence],
    together: list[Occurrence],
) -> bool:
    """Whether the Nth time of the turn is among what happened at this moment (383.1.b)."""
    assert moment.nth is not None
    run.assume_default("this_turn", {}, "Nothing is taken to have happened this turn before.")
    now = _times(run, listener, controller, moment, met)
    before = now - len(_counting(moment, met, together))
    if before > 0:
        run.rests_on(
            "OP-80", "a", "What happened this turn before the ability was there counts as well."
        )
    return before < moment.nth <= now


def _counting(
    moment: n.Moment, met: list[Occurrence], together: list[Occurrence]
) -> list[Occurrence]:
    """What of this moment the facts of the turn have counted already."""
    if moment.event != "die":
        return met
    controllers = {each.seen.thing.controller for each in met if each.seen is not None}
    return [
        each
        for each in together
        if each.event == "die"
        and each.only_by is None
        and each.seen is not None
        and each.seen.now.is_unit
        and each.seen.thing.controller in controllers
    ]


def _times(
    run: Run, listener: Listener, controller: str, moment: n.Moment, met: list[Occurrence]
) -> int:
    """How often it has happened this turn, what is happening included."""
    if moment.event in OF_OBJECTS:
        return int(getattr(run.table.object_facts(listener.ref), OF_OBJECTS[moment.event]))
    context = listener.context(controller)
    if moment.event == "die":
        assert isinstance(moment.what, n.Selector)
        mine = run.table.team_of(controller)
        whose = {
            "friendly": mine,
            "yours": [controller],
            "enemy": [name for name in run.board.players if name not in mine],
        }.get(moment.what.side, list(run.board.players))
    else:
        whose = players(run, context, moment.by or "you")
    facts = [run.table.facts(name) for name in whose]
    if moment.event == "play":
        assert isinstance(moment.what, n.Selector)
        return sum(_played(each, moment.what.kind) for each in facts)
    return sum(int(getattr(each, OF_PLAYERS[moment.event])) for each in facts)


def _played(facts: PlayerFacts, kind: n.Kind) -> int:
    """How many cards of a kind a player has played; units that are gear too count once for each."""
    if kind == "card":
        return sum(facts.played.values())
    return facts.played.get(kind.capitalize(), 0)


__all__ = ["OF_OBJECTS", "OF_PLAYERS", "counted", "performed", "used_up"]
