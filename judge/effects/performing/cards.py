"""Instructions on cards of decks and hands: look, reveal, Predict, burn, put, hide (421-440)."""

from __future__ import annotations

from msgspec.structs import replace

from judge.actions import cards, objects
from judge.board import events as ev
from judge.board.state import UNKNOWN, Effect
from judge.board.table import one_on, reference
from judge.effects import notation as n
from judge.effects.amounts import countable
from judge.effects.execution import (
    Execution,
    amount_of,
    forget_what_stayed,
    look_back,
    meant,
    reading,
    who_is_meant,
)
from judge.effects.meaning import evaluate, fits, owners_meant
from judge.effects.performing.beforereveals import look_first
from judge.effects.performing.on_items import leave_chain
from judge.effects.performing.registry import performs
from judge.effects.performing.responsible import performer_of, performers_of
from judge.effects.performing.until import lasts, source_of
from judge.effects.unread import refused
from judge.effects.zones import find_held, is_top_of_deck


@performs(n.Look)
def _look(execution: Execution, instruction: n.Look) -> bool:
    player = performer_of(execution, instruction)
    if player is None:
        return False
    if instruction.until is not None:
        return _may_look(execution, instruction, player)
    refs = _uncovered(execution, instruction.what, [player])
    cards.look(execution.run, refs, by=player)
    execution.name_result(instruction.label, refs, len(refs))
    return bool(refs)


def _may_look(execution: Execution, instruction: n.Look, player: str) -> bool:
    """Let a player see the facedown cards of others for a time, those that are hidden in it too
    (128.4, 390.4).
    """
    run = execution.run
    assert isinstance(instruction.what, n.Selector)  # judge.effects.support lists no other
    assert instruction.until is not None
    whose = who_is_meant(execution, str(instruction.what.of))
    for keeper in whose if run.in_force("390.4") else []:
        effect = Effect(
            id=run.table.mint("e"),
            controller=player,
            origin=execution.name,
            source=source_of(execution),
            kind="look",
            affects=[],
            open={"zone": "facedown", "player": keeper},
            until=lasts(execution, instruction.until),
        )
        run.emit(ev.EffectBegan(effect=effect), by=player)
    return bool(whose)


@performs(n.Reveal)
def _reveal(execution: Execution, instruction: n.Reveal) -> bool:
    """Reveal cards where they are; with `until`, one after another from the top of the deck."""
    run = execution.run
    player = performer_of(execution, instruction)
    if player is None:
        return False
    for owner in _decks_of(execution, instruction, player):
        look_first(execution, player, owner)
    if instruction.until is not None:
        refs = _revealed_until(execution, instruction.until, player)
    else:
        refs = _uncovered(execution, instruction.what, list(run.board.players))
        cards.reveal(run, refs, by=player)
    execution.name_result(instruction.label, refs, len(refs))
    # 424.1.a.3: they are revealed for as long as this text resolves
    if instruction.label is not None and run.in_force("424.1.a.3"):
        known = execution.context.revealed | {instruction.label}
        execution.context = replace(execution.context, revealed=known)
    return bool(refs)


def _decks_of(execution: Execution, instruction: n.Reveal, player: str) -> list[str]:
    """Of whose Main Decks cards would be revealed."""
    what = instruction.what
    if instruction.until is not None:
        return [player]
    if not isinstance(what, n.Selector) or what.zone != "main_deck" or what.top is None:
        return []
    return owners_meant(execution.run, what, reading(execution, what))


def _uncovered(execution: Execution, what: n.Objects, seen_by: list[str]) -> list[str]:
    """The cards that are meant; those of a deck can be told from the others from now on."""
    run = execution.run
    if isinstance(what, n.Selector) and what.zone == "main_deck" and what.top is not None:
        amount = countable(run, evaluate(run, reading(execution, what), what.top) or 0)
        for owner in owners_meant(run, what, reading(execution, what)):
            cards.uncover(run, owner, amount, seen_by=seen_by)
    refs = _in_their_order(execution, meant(execution, what))
    whole = isinstance(what, n.Selector) and what.the is None and what.zone != "main_deck"
    if whole and isinstance(what, n.Selector) and not run.in_force("424.3.a"):
        refs = refs[: n.fixed(what.max)]  # without a number it is all that is there now
    return refs


def _in_their_order(execution: Execution, refs: list[str]) -> list[str]:
    """Cards of a deck as they lie there, from the top."""
    order = {
        reference(card): place
        for player in execution.run.board.players.values()
        for place, card in enumerate(player.main_deck.top)
    }
    return sorted(refs, key=lambda ref: (order.get(ref, -1), ref))


def _revealed_until(execution: Execution, until: n.Selector, player: str) -> list[str]:
    run = execution.run
    everybody = list(run.board.players)
    wanted = replace(until, zone="main_deck", the="revealed", top=None)
    shown: list[str] = []
    while True:
        # one that was revealed may have said that it leaves as it is (370.1.b.1)
        there = [ref for ref in shown if find_held(run.table, ref) is not None]
        top = cards.uncover(run, player, len(there) + 1, seen_by=everybody)
        if len(top) <= len(there):
            return shown
        ref = top[-1]
        held = find_held(run.table, ref)
        found = fits(run, wanted, execution.context.knowing("revealed", [ref]), ref)
        cards.reveal(run, [ref], by=player)
        shown.append(ref)
        if held is None or held.card.card == UNKNOWN:
            raise refused(
                "missing_fact",
                f"How far {execution.name} reveals depends on cards whose faces the board does not "
                "give.",
                f"players.{player}.main_deck",
                "424.1",
            )
        if found:
            return shown


@performs(n.Predict)
def _predict(execution: Execution, instruction: n.Predict) -> bool:
    amount = amount_of(execution, instruction.amount) or 0
    seen = 0
    for player in performers_of(execution, instruction):
        seen += cards.predict(execution.run, player, amount)
    execution.name_result(instruction.label, amount=seen)
    return seen > 0


@performs(n.Burn)
def _burn(execution: Execution, instruction: n.Burn) -> bool:
    amount = amount_of(execution, instruction.amount) or 0
    burnt, everybody = 0, execution.run.table.board.players
    before = {reference(card) for player in everybody.values() for card in player.trash}
    for player in performers_of(execution, instruction):
        burnt += cards.burn(execution.run, player, amount)
    now = [reference(card) for player in everybody.values() for card in player.trash]
    execution.name_result(instruction.label, [ref for ref in now if ref not in before], burnt)
    return burnt > 0


@performs(n.Put)
def _put(execution: Execution, instruction: n.Put) -> bool:
    player = performer_of(execution, instruction)
    if player is None:
        return False
    run, to = execution.run, cards.ZONES[instruction.to]
    if to != "main_deck" and is_top_of_deck(instruction.what):
        taken = take_from_decks(execution, instruction.what, to, "put", by=player)
        execution.name_result(instruction.label, taken, len(taken))
        return bool(taken)
    all_meant = meant(execution, instruction.what)
    refs = _in_their_order(execution, all_meant)
    refs = [ref for ref in refs if run.table.find(ref) or find_held(run.table, ref) is not None]
    if instruction.any_order:
        words = "In which order do these cards lie there, from the top of the deck?"
        refs = cards.in_order(run, player, refs, words)
    look_back(execution, refs)
    done = cards.put(run, refs, to, instruction.position, by=player)
    for ref in done:
        execution.put[ref] = one_on(ref)
    left = leave_chain(execution, all_meant, "put", to, by=player, position=instruction.position)
    execution.put.update(left)
    done += [*left]
    done += objects.put(run, refs, to, instruction.position, by=player)
    forget_what_stayed(execution)
    execution.name_result(instruction.label, done, len(done))
    return bool(done)


def take_from_decks(
    execution: Execution, what: n.Selector, to: ev.ZoneName, verb: str, *, by: str
) -> list[str]:
    """The first cards of the decks that are meant go to another zone (431.1.b)."""
    run, context = execution.run, reading(execution, what)
    amount = 0 if what.top is None else evaluate(run, context, what.top) or 0
    amount = countable(run, amount)
    taken: list[str] = []
    for owner in owners_meant(run, what, context):
        taken += cards.take(run, owner, amount, to, verb=verb, by=by)
    return taken
