"""What the events of `judge.board.events_of_actions` are in the words of conditions (383.1)."""

from __future__ import annotations

from collections.abc import Iterator

from judge.abilities.listening import Listener
from judge.abilities.moments import Occurrence
from judge.board import events as ev
from judge.board.state import UNKNOWN, GameObject
from judge.board.table import reference
from judge.effects import notation as n
from judge.effects.activetexts import Text, appended, printed
from judge.layers.lost import has_lost
from judge.ruling.run import Run


def noticed(run: Run, event: ev.Event) -> Iterator[Occurrence]:
    """What an event of a game action is for conditions, after it was applied."""
    rules = ("383.2.c",)
    match event:
        case ev.Attached():
            yield from _linked(run, "attach", event.ref, event.to, event.at)
        case ev.Detached():
            where = run.table.place_of(event.ref)
            yield from _linked(run, "detach", event.ref, event.was, where)
        case ev.BattlefieldReplaced():
            # 438.4, 438.5.a: what is replaced lies in Banishment, and has not been banished
            if not event.back and not run.in_force("438.4", "438.5.a"):
                yield Occurrence("banish", rules, event.at, run.acting, event.at)
        case ev.Empowered():
            for ref in event.refs if run.in_force("441.2.a") else []:
                where = run.table.place_of(ref)
                yield Occurrence("empower", ("441.2.a",), ref, run.acting, where)
        case ev.BuffSpent():
            where = run.table.place_of(event.ref)
            yield Occurrence("spend_buff", rules, event.ref, run.acting, where, amount=event.amount)
        case ev.ObjectControlChanged():
            where = run.table.place_of(event.ref)
            yield Occurrence("gain_control", rules, event.ref, event.player, where)
        case ev.ItemControlChanged():
            item = next(item for item in run.table.items() if item.id == event.id)
            yield Occurrence("gain_control", rules, event.id, event.player, item=item)
        case ev.ExperienceGained():
            yield Occurrence("gain_xp", rules, by=event.player, amount=event.amount)
        case ev.ExperienceSpent():
            yield Occurrence("spend_xp", rules, by=event.player, amount=event.amount)
        case ev.PointsLost():
            yield Occurrence("lose_points", rules, by=event.player, amount=event.amount)
        case ev.CardsLooked():
            amount = len(event.refs)
            yield Occurrence("look", rules, by=event.by, amount=amount)
            if event.verb == "predict":
                yield Occurrence("predict", rules, by=event.by, amount=amount)
        case ev.CardsRevealed():
            for card in event.cards if run.in_force("424.1.a.1") else []:
                face = (card.card, event.player) if card.card != UNKNOWN else None
                yield Occurrence(
                    "reveal", ("424.1.a.1",), reference(card), event.player, card=face, amount=1
                )
        case ev.CardMoved(verb="burn"):
            card = event.card
            face = (card.card, event.player) if card.card != UNKNOWN else None
            yield Occurrence(
                "burn", ("440.1.a",), reference(card), event.player, card=face, amount=1
            )


def _linked(
    run: Run, word: n.Event, ref: str, bearer: str, where: str | None
) -> Iterator[Occurrence]:
    """An attaching or a detaching, which the text of the card itself may wait for although it is
    inactive then (725.1, 725.2).
    """
    if word == "attach" and not run.in_force("818.2", "818.2.a"):
        return
    own: list[Listener] = []
    gear, top = run.table.find(ref), run.table.find(bearer)
    if gear is not None and word == "attach" and run.in_force("725.1"):
        texts = printed(run.table, run.catalogue, gear)
        own = [_listener(run, gear, text, where) for text in texts if _hears(run, gear, text, word)]
    elif gear is not None and top is None and bearer in run.seen and run.in_force("725.2"):
        # 719.5: it came off as its bearer left the board, whose text it was
        texts = [text for text in run.seen[bearer].appended if text.this == ref]
        thing = run.seen[bearer].thing
        own = [_listener(run, thing, text, where) for text in texts if _waits(text, word)]
    elif gear is not None and top is not None and run.in_force("725.2"):
        texts = [*appended(run.table, run.catalogue, top, gear)]
        own = [_listener(run, top, text, where) for text in texts if _hears(run, top, text, word)]
    yield Occurrence(word, ("383.2.c",), ref, run.acting, where, other=bearer, effects=tuple(own))


def _hears(run: Run, thing: GameObject, text: Text, word: n.Event) -> bool:
    return _waits(text, word) and not has_lost(run.table, run.catalogue, thing, text)


def _waits(text: Text, word: n.Event) -> bool:
    ability = text.ability
    return isinstance(ability, n.Triggered) and any(
        moment.event == word for moment in ability.moments
    )


def _listener(run: Run, thing: GameObject, text: Text, where: str | None) -> Listener:
    assert isinstance(text.ability, n.Triggered)
    return Listener(
        reference(thing),
        text.card,
        thing.controller,
        where or "",
        text.key,
        text.ability,
        this=text.this if run.stands("136.2.d") else None,
    )


__all__ = ["noticed"]
