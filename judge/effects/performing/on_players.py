"""Instructions that players carry out with their decks, hands, points and resources."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from judge.actions import cards, decks
from judge.actions.points import gain_points
from judge.board.table import reference
from judge.effects import notation as n
from judge.effects.execution import Execution, amount_of, meant, reading, who_is_meant
from judge.effects.meaning import candidates
from judge.effects.performing.compelled import asks_quality, follows, refuse_unknown
from judge.effects.performing.registry import performs
from judge.effects.performing.responsible import performer_of, performers_of
from judge.effects.zones import held_by


@performs(n.Draw)
def _draw(execution: Execution, instruction: n.Draw) -> bool:
    if instruction.what is not None:
        player = performer_of(execution, instruction)
        if player is None:
            return False
        refs = meant(execution, instruction.what)
        # 431.1.c.1: what was not there to be looked at or revealed is not drawn, nor burnt out for
        if not refs and not execution.run.in_force("431.1.c.1"):
            return decks.draw(execution.run, player, 1) > 0
        before = _cards(execution, "hand")
        drawn = cards.draw_these(execution.run, refs, by=player)
        execution.name_result(instruction.label, _cards(execution, "hand", but=before), drawn)
        return drawn > 0
    amount = amount_of(execution, instruction.amount)
    if amount is None:
        return False
    drawing = who_is_meant(execution, instruction.who)
    before = _cards(execution, "hand")
    drawn = sum(decks.draw(execution.run, player, amount) for player in drawing)
    if not drawn:
        execution.mark_averted(instruction.label)
    execution.name_result(instruction.label, _cards(execution, "hand", but=before), amount)
    return bool(drawing)


@performs(n.Discard)
def _discard(execution: Execution, instruction: n.Discard) -> bool:
    run = execution.run
    amount = amount_of(execution, instruction.amount) or 0
    discarded = 0
    before = _cards(execution, "trash")
    whole = is_whole_hand(instruction)
    for player in who_is_meant(execution, instruction.who):
        among = None
        if isinstance(instruction.what, n.Selector):
            wanted = replace(instruction.what, zone="hand", side="any", of=None)
            context = reading(execution, wanted)
            follows_it = replace(context, follower=player)
            fitting = candidates(run, wanted, follows_it)
            refuse_unknown(run, wanted, follows_it, fitting, "discarding")
            hand = run.table.player(player).hand
            among = [card.id for card in hand if reference(card) in fitting]
            # 128.6: nobody can be compelled to discard a card of a type or a quality
            quality = asks_quality(instruction.what) and not instruction.may and amount > 0
            free = among and quality and run.in_force("128.6", "128.6.a")
            if free and not follows(run, player, execution.name, "discard"):
                continue
            amount = len(hand) if whole else amount
        discarded += decks.discard(run, player, amount, among=among)
    execution.name_result(instruction.label, _cards(execution, "trash", but=before), discarded)
    return discarded > 0


def is_whole_hand(instruction: n.Discard) -> bool:
    """Whether it says "your hand" or "their hand", without a number."""
    return instruction.what == n.Selector(kind="card", zone="hand")


def _cards(execution: Execution, zone: n.Zone, but: Collection[str] = ()) -> list[str]:
    """References of the cards that lie in such a zone, `but` for these."""
    table = execution.run.table
    return [
        held.ref
        for player in table.board.players
        for held in held_by(table, player, zone)
        if held.ref not in but
    ]


@performs(n.Channel)
def _channel(execution: Execution, instruction: n.Channel) -> bool:
    amount = amount_of(execution, instruction.amount) or 0
    before = set(execution.run.table.objects)
    channeled = 0
    exhausted = instruction.exhausted or _was_exhausted(execution)
    for player in performers_of(execution, instruction):
        channeled += decks.channel(execution.run, player, amount, exhausted=exhausted)
    new = [reference(o) for key, o in execution.run.table.objects.items() if key not in before]
    execution.name_result(instruction.label, new, channeled)
    return channeled > 0


def _was_exhausted(execution: Execution) -> bool:
    """Whether runes are channeled in place of others that would have entered exhausted (375)."""
    replaced = execution.replaced
    modified = replaced is not None and replaced.event == "channel" and replaced.said["exhausted"]
    return bool(modified) and execution.run.in_force("375")


@performs(n.Add)
def _add(execution: Execution, instruction: n.Add) -> bool:
    times = amount_of(execution, instruction.times) or 0
    if instruction.times == 1:
        execution.add(execution.run, execution.context.controller, instruction)
    elif times > 0:
        # one Add of so much, and not so many Adds
        energy, power = n.fixed(instruction.energy) * times, instruction.power * times
        several = replace(instruction, energy=energy, power=power, times=1)
        execution.add(execution.run, execution.context.controller, several)
    return times > 0


@performs(n.Score)
def _score(execution: Execution, instruction: n.Score) -> bool:
    gaining = who_is_meant(execution, instruction.who)
    amount = amount_of(execution, instruction.amount)
    if amount is None:
        return False
    for player in gaining if execution.run.in_force("194.1.c") else []:
        gain_points(execution.run, player, amount, reason="effect")
    execution.name_result(instruction.label, amount=amount)
    return bool(gaining)
