"""The triggered abilities that listen, and whose they are (382-385, 390)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from judge.abilities.active import why_inactive
from judge.board.state import Card, GameObject
from judge.board.table import reference
from judge.effects import notation as n
from judge.effects.activetexts import Text, texts_of, worded
from judge.effects.context import Context
from judge.effects.granted import granted_triggers
from judge.effects.kept import delayed_ability
from judge.effects.keywordtexts import QUICK_DRAW
from judge.keywords.triggered import BY_EVENT, MEANINGS, OWN, instances, keyword_ability
from judge.layers.cards import granted_to
from judge.layers.characteristics import active_keyword
from judge.layers.entries import indexed
from judge.layers.lost import has_lost, lost_keys
from judge.ruling.run import Run


class Listener(msgspec.Struct, frozen=True, eq=False):
    """A triggered ability that listens, and whose it is: `place` is its location, or its own id for
    a battlefield. `key` is its index on its card, or the id of a delayed ability's effect.

    `muted`: why it does not trigger all the same, as a rule and words.
    """

    ref: str
    card: str
    controller: str | None
    place: str
    key: str
    ability: n.Triggered
    muted: tuple[str, str] | None = None
    #: rules without which it would not listen where it is
    needs: tuple[str, ...] = ()
    bound: dict[str, Any] = {}
    #: what "this" is in it: of effect text the attached card (136.2.d), else what has the ability
    this: str | None = None

    def context(self, controller: str) -> Context:
        """On whose behalf its condition is read."""
        if not self.bound:
            return Context(
                controller,
                source=self.ref,
                here=self.place,
                names=(("this", (self.this or self.ref,)),),
                unowned=self.controller is None,
            )
        names = self.bound.get("names", {})
        return Context(
            controller,
            source=self.ref,
            here=self.bound.get("here"),
            names=tuple((name, tuple(refs)) for name, refs in names.items()),
            amounts=tuple(self.bound.get("amounts", {}).items()),
        )


def abilities_of(
    run: Run, ref: str, card: str, controller: str | None, place: str, zone: n.Zone = "board"
) -> Iterator[Listener]:
    """The triggered abilities that a card prints, as listeners; `zone` is where the card is."""
    deathknells = 0
    for key, ability in run.catalogue.triggered(card):
        if ability.deathknell:
            deathknells += 1
            # 808.1.c: it is short for "when I die"; 808.2: each instance triggers
            if not run.stands("808.1.c") or (deathknells > 1 and not run.stands("808.2")):
                continue
        yield listener_of(run, ref, card, controller, place, key, ability, zone)


def own_abilities(run: Run, thing: GameObject, place: str) -> Iterator[Listener]:
    """The triggered abilities that an object prints and that it has not lost (477.2.a)."""
    lost = lost_keys(run.table, run.catalogue, thing)
    for each in abilities_of(run, reference(thing), thing.name, thing.controller, place):
        if each.key not in lost:
            yield each


def given(run: Run, ref: str | None = None) -> Iterator[Listener]:
    """The triggered abilities that lasting effects give to objects (390.4), or to this one, save
    those that these have lost since (477.2.a).
    """
    for effect in run.table.applying() if run.board.effects else ():
        for number, ability in enumerate(granted_triggers(effect) or ()):
            for each in effect.affects or []:
                thing = run.table.find(each)
                if thing is None or ref not in (None, each) or not run.stands("390.4"):
                    continue
                text = Text(effect.origin or effect.id, f"given_{effect.id}:{number}", ability)
                if not has_lost(run.table, run.catalogue, thing, text, effect.since or 0):
                    place = run.table.places[thing.id]
                    yield listener_of(
                        run, each, text.card, thing.controller, place, text.key, ability
                    )


def listener_of(
    run: Run,
    ref: str,
    card: str,
    controller: str | None,
    place: str,
    key: str,
    ability: n.Triggered,
    zone: n.Zone = "board",
    this: str | None = None,
) -> Listener:
    muted = why_inactive(run, ability, ref, controller)
    # 422.1.b: what waits for its own discarding is looked at once it lies in the trash
    discarded = zone == "trash" and ability.zone == "board" and _waits_for_discarding(ability)
    if ability.zone != zone and not discarded:
        if zone != "board":
            muted = ("384.2", f"is in the {zone.replace('_', ' ')}, where it does not trigger")
        else:
            muted = ("385.2", f"triggers in the {ability.zone.replace('_', ' ')} only")
    # 385.1: in a zone that everybody sees
    needs: tuple[str, ...] = ("385.1",) if zone != "board" and muted is None else ()
    if discarded:
        needs = ("422.1.b", "383.2.c.1")
    # 136.2.d: in effect text it is not what the text is appended to
    this = this if run.stands("136.2.d") else None
    return Listener(ref, card, controller, place, key, ability, muted, needs, this=this)


def _waits_for_discarding(ability: n.Triggered) -> bool:
    return any(moment.event == "discard" and moment.what == "me" for moment in ability.moments)


def listeners(run: Run, event: n.Event) -> list[Listener]:
    """Everything that listens to an event, battlefields first and then by id; kept while nothing on
    the board changes.
    """
    kept: dict[n.Event, list[Listener]] = run.table.memo.setdefault("listeners", {})
    found = kept.get(event)
    if found is None:
        found = kept[event] = list(_listening(run, event))
    return found


def _listening(run: Run, event: n.Event) -> Iterator[Listener]:
    names = run.catalogue.triggering(event)
    for battlefield in run.board.battlefields:
        if battlefield.card in names:
            place, controller = battlefield.id, battlefield.controller
            for each in abilities_of(run, place, battlefield.card, controller, place):
                if _waits_for(each.ability, event):
                    yield each
    for thing, place, text, ability in _triggered_texts(run).get(event, ()):
        if not has_lost(run.table, run.catalogue, thing, text):
            controller = thing.controller if run.stands("191.4.a") else thing.owner
            ref, own = reference(thing), text.card
            yield listener_of(run, ref, own, controller, place, text.key, ability, this=text.this)
    yield from (each for each in given(run) if _waits_for(each.ability, event))
    for name, player in run.board.players.items():
        # 385.1: zones whose cards everybody may look at
        champion = [player.champion] if player.champion is not None else []
        zones: list[tuple[n.Zone, list[Card]]] = [
            ("trash", player.trash),
            ("banishment", player.banished),
            ("champion_zone", champion),
        ]
        for zone, cards in zones:
            for card in cards:
                if card.card in names:
                    # 191.4.a.1: the owner controls them
                    owner = name if run.stands("191.4.a.1") else None
                    for each in abilities_of(run, reference(card), card.card, owner, zone, zone):
                        if _waits_for(each.ability, event):
                            yield each


def _waits_for(ability: n.Triggered, event: n.Event) -> bool:
    return any(moment.event == event for moment in ability.moments)


def _triggered_texts(
    run: Run,
) -> dict[n.Event, list[tuple[GameObject, str, Text, n.Triggered]]]:
    """The triggered abilities of objects by the events that they wait for, each with its object and
    its place by id; kept while no object gets another text.
    """
    found: dict[n.Event, list[tuple[GameObject, str, Text, n.Triggered]]] | None
    found = run.table.texts.get("triggers")
    if found is None:
        found = run.table.texts["triggers"] = {}
        # 716, 720: printed text of an attached card is inactive, and its effect text is not
        for thing, place in worded(run.table, run.catalogue, n.Triggered):
            for text in texts_of(run.table, run.catalogue, thing):
                if isinstance(text.ability, n.Triggered):
                    for event in dict.fromkeys(moment.event for moment in text.ability.moments):
                        found.setdefault(event, []).append((thing, place, text, text.ability))
    return found


def keywords(run: Run, event: n.Event, what: str | None) -> Iterator[Listener]:
    """The keywords of things on the board that are short for a trigger on the event; `what`: the
    thing it happened to.
    """
    for keyword in BY_EVENT.get(event, ()):
        if keyword in OWN:
            thing = None if what is None else run.table.find(what)
            things = [] if thing is None else [(thing, run.table.places[thing.id])]
        else:
            things = _bearing_keyword(run, keyword)
        for thing, place in things:
            yield from of_keyword(run, keyword, thing, place)
    if event == "play" and what is not None:
        yield from _quick_draw_given(run, what)


def _quick_draw_given(run: Run, ref: str) -> Iterator[Listener]:
    """What Quick-Draw does for a gear that is played, where a text gives it that (819.1.d)."""
    thing = run.table.find(ref)
    if thing is None or "Quick-Draw" in run.catalogue[thing.name].keywords:
        return
    given = granted_to(run, thing.name, ref, thing.controller, "board")
    if any(each.keyword == "Quick-Draw" for each in given):
        place = run.table.places[thing.id]
        own = (ref, thing.name, thing.controller, place, "quick_draw", QUICK_DRAW)
        yield Listener(*own, needs=("801.3.a", "819.1.d"))


def _bearing_keyword(run: Run, keyword: str) -> list[tuple[GameObject, str]]:
    """The objects that may have a keyword, each with its place, by id: all of them where the layers
    give or take keywords.
    """
    table, catalogue = run.table, run.catalogue
    given = "keywords" in indexed(table, catalogue).written
    return sorted(
        (
            (thing, place)
            for thing, place in table.everything()
            if given or keyword in catalogue[thing.name].keywords
        ),
        key=lambda pair: pair[0].id,
    )


def of_keyword(run: Run, keyword: str, thing: GameObject, place: str) -> Iterator[Listener]:
    """The abilities that a thing has from a keyword (816, 817, 823)."""
    value = active_keyword(run.table, run.catalogue, thing, keyword)
    if keyword == "Weaponmaster" and value:
        # what the card prints is among its own texts
        printed = sum(
            text.key.startswith("weaponmaster_")
            and not has_lost(run.table, run.catalogue, thing, text)
            for text in texts_of(run.table, run.catalogue, thing)
        )
        # 821.1.c.7: each instance triggers, printed or given
        value = 0 if printed and "821.1.c.7" in run.disabled else value - printed
    given = () if thing.attached_to is None else ("135.4.b",)
    for key in instances(keyword, value, run.disabled):
        ability = keyword_ability(key)
        assert ability is not None
        yield Listener(
            reference(thing),
            thing.name,
            thing.controller,
            place,
            key,
            ability,
            needs=(*MEANINGS[keyword], *given),
        )


def delayed(run: Run) -> tuple[Listener, ...]:
    """The delayed abilities that wait now, oldest first (390.2); they have no place of their own
    and do not ask whether their source is there (392).
    """
    found = []
    for effect in run.table.applying() if run.board.effects else ():
        ability = delayed_ability(effect)
        if ability is not None:
            found.append(
                Listener(
                    effect.source or "",
                    effect.origin or effect.id,
                    effect.controller,
                    str(effect.bound.get("here", "")),
                    effect.id,
                    ability,
                    None,
                    () if _has_source(run, effect.source) else ("392",),
                    {
                        **effect.bound,
                        "amounts": effect.amounts,
                        "effect": effect.id,
                        "once": effect.uses is not None,
                    },
                )
            )
    return tuple(found)


def _has_source(run: Run, source: str | None) -> bool:
    """Whether the source of a delayed ability is there still, which does not matter (392)."""
    return source in run.table.battlefields or (
        source is not None and run.table.find(source) is not None
    )


__all__ = [
    "Listener",
    "abilities_of",
    "delayed",
    "keywords",
    "listener_of",
    "listeners",
    "of_keyword",
    "own_abilities",
]
