"""Finding the card that a player means, by id or by name, in the zones it can be played from
(419.1.a).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from difflib import get_close_matches

import msgspec
from msgspec.structs import replace

from judge.abilities.forbidding import why_forbidden
from judge.abilities.permitting import playable_from_trash
from judge.actions.door import Attempt
from judge.board import events as ev
from judge.board.state import UNKNOWN, Effect, GameObject
from judge.board.table import make_reference, reference
from judge.effects.notation import CardDefinition, CostChange, Static
from judge.layers.cards import Granted, granted_to, keywords_of, passives_on
from judge.ruling.problems import problem
from judge.ruling.ruling import Problem
from judge.ruling.run import Run


class CardAt(msgspec.Struct, frozen=True):
    """A card that somebody wants to play, and where it is."""

    id: str
    face: str
    zone: str  # hand, champion, facedown, trash
    generation: int
    owner: str
    battlefield: str | None = None
    since: int | None = None
    #: the board does not show its face; playing it as this card shows it
    shown: bool = False
    #: of a facedown card: how it came to lie there
    cause: str | None = None


def attempted_play(player: str, card: CardAt, to: str | None = None) -> Attempt:
    """The play of a card, as texts may forbid it (054)."""
    thing = GameObject(
        id=card.id,
        card=card.face,
        owner=card.owner,
        controller=player,
        generation=card.generation,
    )
    return Attempt("play", reference(thing), by=player, to=to, thing=thing)


def attempts_of_play(
    player: str, card: CardAt, keywords: Mapping[str, int], to: str | None = None
) -> list[Attempt]:
    """The play of a card, with that it is shown where it lies facedown: to be played it changes
    zones, and is revealed (421.4, OP-192).
    """
    play = attempted_play(player, card, to)
    if card.zone != "facedown" or "Hidden" not in keywords:
        return [play]
    return [play, Attempt("reveal", play.what, by=player, to=card.battlefield)]


def add_forbidden_places(
    run: Run, player: str, card: CardAt, places: Sequence[str], found: list[Problem]
) -> None:
    """Add the texts that forbid to play the card to these places, where they are not named yet."""
    tried = [attempted_play(player, card, place) for place in places]
    found += [reason for reason in why_forbidden(run, tried) if reason not in found]


def playable_zones(run: Run, player: str) -> list[CardAt]:
    """Every card the player could play or hide by its zone: hand, Champion Zone, facedown
    (419.1.a), or trash where the card says so.
    """
    held = run.table.player(player)
    found = [
        CardAt(c.id, c.card, "hand", c.generation, player)
        for c in held.hand
        # 811.3: what has Hidden need not be hidden
        if run.stands("811.3") or "Hidden" not in printed_keywords(run, c.card)
    ]
    if not run.stands("419.1.a"):
        found = []  # without a zone from where cards may be played by default
    elif held.champion is not None:
        champion = held.champion
        found.append(CardAt(champion.id, champion.card, "champion", champion.generation, player))
    # 366.1: what a card in the trash says of itself
    found += [
        CardAt(c.id, c.card, "trash", c.generation, player)
        for c in playable_from_trash(run, player)
    ]
    for card, battlefield in run.table.facedown():
        if card.controller == player:
            found.append(
                CardAt(
                    card.id,
                    card.card,
                    "facedown",
                    card.generation,
                    card.owner,
                    battlefield.id,
                    card.since,
                    cause=card.cause,
                )
            )
    return found


def printed_keywords(run: Run, face: str) -> Mapping[str, int]:
    """The keywords that a card prints; none of one whose face the board does not give."""
    return run.catalogue[face].keywords if face in run.catalogue else {}


def keywords_at(run: Run, player: str, card: CardAt, *, played: bool = True) -> Mapping[str, int]:
    """The keywords that a card has where it is, printed and given (801.3.a), and as it is
    `played`.
    """
    if card.face == UNKNOWN:
        return {}
    ref = make_reference(card.id, card.generation)
    return keywords_of(run, card.face, ref, player, card.zone, played=played)


def given_keywords(run: Run, player: str, card: CardAt) -> list[Granted]:
    """The keywords that texts in play give a card that is being played."""
    ref = make_reference(card.id, card.generation)
    return granted_to(run, card.face, ref, player, card.zone, played=True)


def passives_at(run: Run, player: str, card: CardAt) -> list[tuple[Effect, Static]]:
    """The delayed passive abilities that apply to a card as it is played."""
    ref = make_reference(card.id, card.generation)
    return passives_on(run, card.face, ref, player, card.zone)


#: by what name an action says that its player makes use of what a text permits for a play
PERMITTED = "permitted"


def permitting_effect(run: Run, player: str, card: CardAt) -> Effect | None:
    """The oldest effect that lets a player leave a part of a cost unpaid, as they want (390.4)."""
    found = (
        effect
        for effect, text in passives_at(run, player, card)
        if any(isinstance(change, CostChange) and change.may for change in text.changes)
    )
    return next(found, None)


def applying_passives(
    run: Run, player: str, card: CardAt, costs: Collection[str]
) -> list[tuple[Effect, Static]]:
    """Those of the delayed passive abilities that apply to a play: what is only permitted if its
    player makes use of it, and of several such the oldest alone. `costs`: what they decided.
    """
    chosen = permitting_effect(run, player, card) if PERMITTED in costs else None
    return [
        (effect, text)
        for effect, text in passives_at(run, player, card)
        if effect is chosen
        or not any(isinstance(change, CostChange) and change.may for change in text.changes)
    ]


def use_passives(run: Run, player: str, card: CardAt, costs: Collection[str]) -> None:
    """A card is finalized that was the next of its kind for some of them, so that one use of each
    is gone (391): what checks that cards are played goes by that (419.4.b).
    """
    for effect, _ in applying_passives(run, player, card, costs):
        if effect.uses is not None and run.in_force("391"):
            if effect.uses > 1:
                run.emit(ev.EffectUsed(id=effect.id, uses=effect.uses - 1), by=effect.controller)
            else:
                run.emit(ev.EffectEnded(id=effect.id), by=effect.controller)


def assume_not_meant(run: Run, player: str, but: Collection[str] = ()) -> None:
    """Record that no card of unknown face is taken to be what a name means. `but`: zones in which
    it would make no difference.
    """
    held = run.table.player(player)
    zones = {"hand": held.hand, "trash": held.trash, "banished": held.banished}
    for zone, cards in zones.items():
        if zone not in but and any(card.card == UNKNOWN for card in cards):
            words = f"No card of unknown face in {player}'s {zone} is taken to be the one meant."
            audience = player if zone == "hand" else "all"
            run.assume(f"players.{player}.{zone}", UNKNOWN, words, audience=audience)
    for card, _ in run.table.facedown():
        if "facedown" not in but and card.controller == player and card.card == UNKNOWN:
            words = f"The facedown card {card.id} is not taken to be the one meant."
            run.assume(f"facedown.{card.id}.card", UNKNOWN, words, audience=player)


def find_card(
    run: Run, player: str, text: str, source: str | None, *, to_hide: bool = False
) -> CardAt | list[Problem]:
    """The card that the player means by an id or a name, or why it cannot be told.

    `to_hide`: a name means a card in hand or Champion Zone, from where it can be hidden (421.2.a).
    """
    mine = [
        card
        for card in playable_zones(run, player)
        if not to_hide or (card.zone != "trash" and (card.zone != "facedown" or card.id == text))
    ]
    by_id = [card for card in mine if card.id == text]
    if by_id:
        return by_id[0] if source in (None, by_id[0].zone) else [_elsewhere(by_id, text, source)]
    try:
        name = run.catalogue.resolve(text)
    except LookupError:
        name = text
    named = [c for c in mine if c.face == name and (source is None or c.zone == source)]
    if not named:
        # who plays a card shows it: an unknown card may turn out to be the one that is named
        named = [
            replace(c, face=name, shown=True)
            for c in mine
            if c.face == UNKNOWN and name in run.catalogue and (source is None or c.zone == source)
        ]
        if not any(c.zone == "facedown" and source == "facedown" for c in named):
            named = [c for c in named if c.zone != "facedown"]
    if not named:
        others = [card for card in mine if card.face == name]
        if source is not None and others:
            return [_elsewhere(others, text, source)]
        for key, zone in (("hand", "hand"), ("champion", "Champion Zone")):
            run.assume_default(
                f"players.{player}.{key}", None, f"{player}'s {zone} is taken as empty."
            )
        return _why_no_card(run, player, text, name)
    if len({(card.zone, card.battlefield) for card in named}) > 1:
        words = ", ".join(f"{card.id} ({card.zone})" for card in named)
        rules, ids = ["421.2.a" if to_hide else "419.1.a"], [c.id for c in named]
        return [problem("ambiguous_card", thing=text, candidates=words, objects=ids, rules=rules)]
    chosen = min(named, key=lambda card: card.id)
    if not chosen.shown:
        assume_not_meant(run, player, {card.zone for card in named})
    else:
        for card in named:
            value, words = (name, "") if card is chosen else (UNKNOWN, "not ")
            words = f"{card.id}, whose face the board does not give, is taken {words}to be {name}."
            run.assume(f"cards.{card.id}.card", value, words, audience=player)
    if named[0].zone != "hand":
        # a card of that name in the hand could have been meant as well
        run.assume_default(f"players.{player}.hand", None, f"{player}'s hand is taken as empty.")
    elif name in run.catalogue and run.catalogue[name].supertype == "Champion":
        # and in a Champion Zone there are only such
        path, words = f"players.{player}.champion", "Champion Zone is taken as empty."
        run.assume_default(path, None, f"{player}'s {words}")
    return chosen


def never_played(definition: CardDefinition) -> list[str]:
    """The rules by which a card of its type is never played."""
    rules = {
        "Rune": ["133.5.a.1"],
        "Battlefield": ["133.6.a.1", "170.2.a"],
        "Legend": ["133.6.b.1", "174.2.a"],
    }
    return [rule for name, those in rules.items() if name in definition.types for rule in those]


_SOURCES = {"hand": "the hand", "champion": "the Champion Zone", "facedown": "a Facedown Zone"}


def _elsewhere(cards: list[CardAt], text: str, source: str | None) -> Problem:
    """The card is not where the action says that it comes from."""
    zone = _SOURCES[source or "hand"]
    return problem("card_elsewhere", thing=text, zone=zone, objects=[card.id for card in cards])


def _why_no_card(run: Run, player: str, text: str, name: str) -> list[Problem]:
    for facedown, _ in run.table.facedown():
        if facedown.id == text:
            return [problem("facedown_not_controlled", player=player, thing=text, objects=[text])]
    for other, held in run.board.players.items():
        zones = {"trash": held.trash, "banishment": held.banished, "main deck": held.main_deck.top}
        if other != player:
            zones["hand"] = held.hand
            zones["Champion Zone"] = [held.champion] if held.champion else []
        for zone, cards in zones.items():
            for card in cards:
                if text == card.id or (other == player and card.card == name):
                    return [
                        problem(
                            "wrong_zone", thing=text, zone=f"{other}'s {zone}", objects=[card.id]
                        )
                    ]
    for thing in run.table.objects.values():
        if thing.id == text or (name in (thing.card, thing.name) and thing.controller == player):
            definition = run.catalogue[thing.name]
            rule = "133.5.a.1" if definition.is_rune else "133.6.b.1"
            if (definition.is_rune or "Legend" in definition.types) and run.stands(rule):
                return [
                    problem(
                        "not_playable_type",
                        thing=text,
                        type=definition.types[0].lower(),
                        objects=[thing.id],
                        rules=never_played(definition),
                    )
                ]
            return [problem("wrong_zone", thing=text, zone="play already", objects=[thing.id])]
    if text in run.table.battlefields and run.stands("133.6.a.1"):
        return [
            problem(
                "not_playable_type",
                thing=text,
                type="battlefield",
                objects=[text],
                rules=["133.6.a.1", "170.2.a"],
            )
        ]
    if any(item.id == text for item in run.table.items()):
        return [problem("wrong_zone", thing=text, zone="the chain already", objects=[text])]
    return [problem("no_such_card", player=player, thing=text, meant=nearest(run, text))]


def nearest(run: Run, text: str) -> str | None:
    """The id or name that looks most like a text that means nothing here.

    Of private cards only the ids are looked at, which everybody sees.
    """
    if text in run.catalogue:
        return None
    close = get_close_matches(text, sorted(run.table.ids()), n=1)
    return next(iter([*close, *run.catalogue.nearest(text, 1)]), None)


def find_object(
    run: Run, player: str, text: str, taken: Sequence[GameObject] = ()
) -> GameObject | list[Problem]:
    """The object a player means by an id or by the name of a card, or why it cannot be told.

    A name means one of the player's own before another's. Objects of one name that differ in
    nothing are interchangeable; where they differ, the name is ambiguous. `taken`: named already.
    """
    thing = run.table.named(text)
    if thing is not None:
        return thing
    try:
        name = run.catalogue.resolve(text)
    except LookupError:
        return [problem("no_such_object", thing=text, meant=nearest(run, text))]
    named = [t for t in run.table.objects.values() if name in (t.card, t.name) and t not in taken]
    named = [t for t in named if t.controller == player] or named
    if not named:
        return [problem("no_such_object", thing=text)]
    first = min(named, key=lambda t: t.id)
    alike = all(_alike(run, first, other) for other in named)
    if alike:
        return first
    ids = sorted(t.id for t in named)
    words = ", ".join(ids)
    return [problem("ambiguous_object", thing=text, candidates=words, objects=ids, rules=["120"])]


def _alike(run: Run, one: GameObject, other: GameObject) -> bool:
    same = {"id": "", "generation": 1, "since": None}
    places = run.table.places
    return msgspec.structs.replace(one, **same) == msgspec.structs.replace(other, **same) and (
        places[one.id] == places[other.id]
    )
