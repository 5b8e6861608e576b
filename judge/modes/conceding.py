"""Conceding, and the removal of a player from a game that goes on (649-652)."""

from __future__ import annotations

from judge.actions.objects import banish
from judge.actions.points import GameEnded, win
from judge.board import events as ev
from judge.board.state import Card
from judge.board.table import reference
from judge.effects.catalogue import BARE_BATTLEFIELD
from judge.effects.chainitems import card_to_trash, remove_item
from judge.layers.characteristics import of
from judge.procedure.timing import priority, standing
from judge.ruling.ruling import Problem
from judge.ruling.run import Run


def concede(run: Run, player: str) -> list[Problem]:
    """The player is removed from the game; who is left alone wins (650, 651.1).

    Possible at any time, whoever has Priority. Teammates go too (651.4).
    """
    found = standing(run, player)
    if not found and not run.in_force("650"):
        found = priority(run, player)
    if found:
        return found
    with run.step("651", text=f"{player} concedes", by=player):
        if not run.in_force("651"):
            return []
        run.emit(ev.PlayerRemoved(player=player, how="conceded"), by=player)
        leaving = [player]
        for mate in run.table.team_of(player):
            if mate != player and run.in_force("651.4"):
                run.emit(ev.PlayerRemoved(player=mate, how="lost"))
                leaving.append(mate)
        left = run.table.turn_order(run.board.turn.player)
        if len({tuple(run.table.team_of(name)) for name in left}) == 1:
            run.in_force("651.1", "195")
            win(run, left, "last_player")
            return []
        run.in_force("651.2")
        for name in leaving:
            remove_player(run, name)
    return []


def lose(run: Run, player: str) -> None:
    """The player loses the game and is removed from it at once (195.1).

    Raises `GameEnded` where that leaves one player, or one team, who have won (195).
    """
    with run.step("195.1", text=f"{player} loses the game", by=player):
        run.emit(ev.PlayerRemoved(player=player, how="lost"), by=player)
        left = run.table.turn_order(run.board.turn.player)
        if len({tuple(run.table.team_of(name)) for name in left}) == 1 and run.in_force("195"):
            win(run, left, "last_player")
            raise GameEnded
        remove_player(run, player)


def remove_player(run: Run, player: str) -> None:
    """The steps for a removed player, in order (652)."""
    if not run.in_force("652"):
        return
    with run.step("652", text=f"{player} is removed from the game", by=player):
        _banish_possessions(run, player)
        for battlefield in run.board.battlefields:
            path = f"battlefields.{battlefield.id}.owner"
            if path in run.board.defaulted and battlefield.owner is not None:
                words = f"{battlefield.owner} is taken to have brought {battlefield.id}."
                run.assume(path, battlefield.owner, words)
            if (battlefield.contributor or battlefield.owner) == player and run.in_force(
                "652.2", "652.2.a", "652.2.c"
            ):
                run.emit(ev.BattlefieldReplaced(at=battlefield.id, card=BARE_BATTLEFIELD.name))
        if run.in_force("652.3"):
            run.emit(ev.CardsRemoved(player=player))
        newest = run.table.items()[-1:]
        for item in [item for item in run.table.items() if item.owner == player]:
            # a card that somebody else controls by now is theirs all the same
            if item.controller != player and run.in_force("652.3"):
                remove_item(run, item, "removed")
        for item in [item for item in run.table.items() if item.controller == player]:
            if run.in_force("652.4"):
                remove_item(run, item, "countered")
                if item.card is not None and item.owner not in (None, player):
                    card_to_trash(run, item, "425.1.a.1")
        _hand_on(run, player)
        if run.table.items() and newest != run.table.items()[-1:]:
            _say_that_passes_count(run)


def _banish_possessions(run: Run, player: str) -> None:
    """652.1: permanents, runes and facedown cards the player controls or owns are banished."""
    theirs = sorted(
        reference(thing)
        for thing in run.table.objects.values()
        if player in (thing.controller, thing.owner)
        and of(run.table, run.catalogue, thing).types != ["Legend"]
    )
    if theirs and run.in_force("652.1"):
        banish(run, theirs)
    for card, battlefield in list(run.table.facedown()):
        if player in (card.controller, card.owner) and run.in_force("652.1", "421.4"):
            run.emit(
                ev.FacedownLeft(
                    at=battlefield.id,
                    id=card.id,
                    owner=card.owner,
                    target="banishment",
                    card=Card(id=card.id, card=card.card, generation=card.generation + 1),
                )
            )


def _say_that_passes_count(run: Run) -> None:
    """Where the newest item was taken off the chain: its passes are those on what is newest now."""
    window, newest = run.board.window, run.table.items()[-1]
    passed = [name for name in window.passed if not run.table.has_left(name)]
    if passed or window.priority != newest.controller:
        words = "Who has passed and who has Priority is as if the newest item were there still."
        run.rests_on("OP-26", "a", words)


def _hand_on(run: Run, player: str) -> None:
    """652.5: Focus and Priority go to the next player; the passes of the others still count.

    Where all who are left have passed, `judge.flow` resolves or closes what they passed on. What
    was
    countered did not resolve, so that Focus does not pass for it as well (346).
    """
    run.chain_closed = None
    window = run.board.window
    following = run.table.next_player(player)
    if window.focus is not None:
        words = f"{window.focus} is taken to have had Focus."
        run.assume_default("window.focus", window.focus, words)
    if window.focus == player and run.in_force("652.5.b.1"):
        run.emit(ev.FocusGained(player=following), by=following)
    if window.priority == player and run.board.chain is not None and run.in_force("652.5.c.1"):
        run.emit(ev.PriorityGained(player=following), by=following)
    elif window.priority is not None and (window.priority == player or run.board.chain is None):
        run.emit(ev.PriorityGained(player=None, fresh=True), "312.1.b")


__all__ = ["concede", "lose", "remove_player"]
