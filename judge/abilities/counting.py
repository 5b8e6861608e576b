"""How often something has happened this turn: the Nth time, and once each turn (383.1.b, 383.3.e).

The facts of the turn say it (`Board.this_turn`), so that a board carries them.
"""

from __future__ import annotations

from judge.abilities.listening import Listener
from judge.abilities.moments import Occurrence
from judge.board import events as ev
from judge.board.state import ChainItem
from judge.effects import notation as n
from judge.effects.meantplayers import players
from judge.effects.tallies import number_finalized
from judge.ruling.run import Run


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
    say_used_up(run, key)
    run.note(f"{key} has been performed {times} times this turn and does not trigger.")
    return True


def say_used_up(run: Run, key: str) -> None:
    """Where an ability has been used as often as it may be, but waits to resolve still."""
    if any(item.ability == key and not item.pending for item in run.table.items()):
        run.rests_on("OP-12", "a", _USED_UP)


def say_counted_all_the_same(run: Run, item: ChainItem) -> None:
    """Where an ability is countered that may be used so many times each turn."""
    key = (item.ability or "").rpartition("/")[2]
    abilities = [] if item.of is None else run.catalogue[item.of].abilities
    if key.isdecimal() and int(key) < len(abilities):
        ability = abilities[int(key)]
        if isinstance(ability, n.Triggered | n.Activated) and ability.times_each_turn is not None:
            run.rests_on("OP-12", "a", _USED_UP)


_USED_UP = "An ability is used as it is finalized, whether it resolves or not."


def performed(run: Run, key: str) -> int:
    """How often an ability has been finalized this turn (OP-12)."""
    run.assume_untold("uses", key, "times")
    uses = run.board.this_turn.uses.get(key)
    return uses.times if uses is not None else 0


def modes_chosen(run: Run, key: str, player: str) -> frozenset[str]:
    """The modes that an ability has had this turn, for texts that ask for another one: this very
    instance of it, whoever chose them (OP-139).
    """
    run.assume_untold("uses", key, "modes")
    uses = run.board.this_turn.uses.get(key)
    if uses is None:
        return frozenset()
    if uses.modes and set(uses.by) - {player}:
        run.rests_on(
            "OP-139", "a", "Modes that another player chose for an object's ability count as well."
        )
    return frozenset(uses.modes)


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
    if moment.event == "choose":
        return _first_choice(run, listener, met[0])
    now = _times(run, listener, controller, moment, met)
    before = now - len(_counting(run, moment, met, together))
    if before > 0:
        run.rests_on(
            "OP-80", "a", "What happened this turn before the ability was there counts as well."
        )
    return before < moment.nth <= now


def _first_choice(run: Run, listener: Listener, occurrence: Occurrence) -> bool:
    """Whether a player has met the condition for the first time this turn, as far as the ability
    was there: it is counted as a use of it, by that player.
    """
    key, player = f"{listener.ref}/{listener.key}", occurrence.by
    if player is None:
        return False
    run.assume_untold("uses", key, "by")
    uses = run.board.this_turn.uses.get(key)
    first = uses is None or not uses.by.get(player)
    if first:
        run.emit(ev.AbilityUsed(key=key, player=player), by=player)
    return first or not run.in_force("383.1.b")


def _counting(
    run: Run, moment: n.Moment, met: list[Occurrence], together: list[Occurrence]
) -> list[Occurrence]:
    """What of this moment the facts of the turn have counted already."""
    if moment.event == "play" and _is_of_any_card(moment):
        return [each for each in met if not _is_token(run, each)]
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


def _is_of_any_card(moment: n.Moment) -> bool:
    """Whether a moment is about cards of whatever type."""
    return moment.what in (None, n.Selector(kind="card"))


def _is_token(run: Run, occurrence: Occurrence) -> bool:
    """Whether what was played is a token, which is no card."""
    thing = run.table.find(occurrence.what or "")
    return thing is not None and thing.token and run.in_force("185")


def _times(
    run: Run, listener: Listener, controller: str, moment: n.Moment, met: list[Occurrence]
) -> int:
    """How often it has happened this turn, what is happening included."""
    done = run.table.object_facts(listener.ref)
    match moment.event:
        case "move":
            run.assume_untold("objects", listener.ref, "moves")
            return done.moves
        case "conquer":
            run.assume_untold("objects", listener.ref, "conquests")
            return done.conquests
        case "win_combat":
            run.assume_untold("objects", listener.ref, "combats_won")
            return done.combats_won
    context = listener.context(controller)
    if moment.event == "die":
        assert isinstance(moment.what, n.Selector)
        mine = run.table.team_of(controller)
        whose = {
            "friendly": run.table.friends(controller),
            "yours": [controller],
            "enemy": [name for name in run.board.players if name not in mine],
        }.get(moment.what.side, list(run.board.players))
    else:
        whose = players(run, context, moment.by or "you")
    if moment.event == "play" and moment.where == "here":
        run.rests_on("OP-199", "a", "The first time in a turn is so whichever player it was.")
        return number_finalized(run, whose, "unit", cards=True, at=listener.place)
    return sum(_of_player(run, name, moment, controller) for name in whose)


def _of_player(run: Run, player: str, moment: n.Moment, controller: str) -> int:
    """How often it has happened to one player, as far as `judge.effects.support` lets it be asked
    for; with a phase in that of the controller of the text.
    """
    facts = run.table.facts(player)
    match moment.event:
        case "die" if moment.phase is not None:
            run.assume_untold("players", player, "died_in_beginning_of")
            return facts.died_in_beginning_of.get(controller, 0)
        case "die":
            run.assume_untold("players", player, "died")
            return facts.died
        case "draw":
            run.assume_untold("players", player, "drawn")
            return facts.drawn
        case "discard":
            run.assume_untold("players", player, "discarded")
            return facts.discarded
    run.assume_untold("players", player, "played")
    if _is_of_any_card(moment):
        # a token that was played is no card, and it is among those that were finalized
        run.assume_untold("players", player, "finalized")
        tokens = sum(card.token for card in facts.finalized) if run.in_force("185") else 0
        return sum(facts.played.values()) - tokens
    assert isinstance(moment.what, n.Selector)
    return facts.played.get(moment.what.kind.capitalize(), 0)


__all__ = ["counted", "modes_chosen", "performed", "used_up"]
