"""Permissions beside those of the rules: where else a unit may be played (002, 364)."""

from __future__ import annotations

from judge.abilities.active import why_inactive
from judge.abilities.passive import Passive, applies, fits_card, index, known, printed
from judge.actions.destinations import why_not_enter
from judge.actions.door import Attempt
from judge.board.state import Card
from judge.board.table import base_of, reference
from judge.effects import notation as n
from judge.effects.meaning import candidates
from judge.ruling.run import Run


def is_permitting(run: Run, card: str) -> bool:
    """Whether any text in play, or that of the card itself, may permit something."""
    return card in run.catalogue.interceding or bool(index(run).permitting)


def playable_from_trash(run: Run, player: str) -> list[Card]:
    """The cards in a player's trash that say themselves that they may be played from there
    (366.1).
    """
    interceding = run.catalogue.interceding
    return [
        card
        for card in run.table.player(player).trash
        if card.card in interceding
        and any(_lets_play(run, passive, reference(card)) for passive in index(run).permitting)
    ]


def _lets_play(run: Run, passive: Passive, ref: str) -> bool:
    change = passive.change
    assert isinstance(change, n.May)
    if passive.ref != ref or not passive.zone == change.zone == "trash":
        return False
    # 727.1.b: dependent text may be inactive
    inactive = why_inactive(run, passive.ability, ref, passive.controller)
    if inactive is not None and run.stands(inactive[0]):
        return False
    return applies(run, passive)


def permitted_places(run: Run, attempt: Attempt, *, ambush: bool = False) -> list[str]:
    """Locations at which texts let a card be played, beside those at which the rules do (355.2.a),
    or let it Ambush (822.1.d).

    What else keeps it from being there, such as a combat of others, still does.
    """
    thing = attempt.thing
    assert thing is not None
    if not run.stands("002"):
        return []
    permitting = list(index(run).permitting)
    if thing.card in run.catalogue.interceding:
        # 366.1: what a card says of its own play applies where it can be played from
        own = printed(run, attempt.what or "", thing.card, thing.controller, None)
        permitting += [found for found in own if isinstance(found.change, n.May)]
    found: list[str] = []
    for passive in permitting:
        change = passive.change
        if not isinstance(change, n.May) or change.ambush != ambush or change.only:
            continue
        if _concerns(run, passive, attempt) and applies(run, passive):
            found += [place for place in _places(run, passive) if place not in found]
    return [
        place
        for place in found
        if all(
            problem.code == "invalid_location"
            for problem in why_not_enter(run, thing.controller, thing.card, place)
        )
    ]


def restricted_timing(run: Run, player: str) -> n.Timing | None:
    """What keyword a card has to have for the player to play it when they Ambush, where a text lets
    them do that at no other time (822.1.d).
    """
    for passive in index(run).permitting:
        change, ability = passive.change, passive.ability
        if not (isinstance(change, n.May) and isinstance(ability, n.Static)):
            continue
        if not (change.ambush and change.only and isinstance(ability.affects, n.Selector)):
            continue
        context = passive.context(passive.of(run))
        if player in candidates(run, ability.affects, context) and applies(run, passive):
            return change.timing
    return None


def _concerns(run: Run, passive: Passive, attempt: Attempt) -> bool:
    assert isinstance(passive.ability, n.Static)
    context = known(run, passive, attempt)
    affects = passive.ability.affects
    assert attempt.thing is not None
    if isinstance(affects, n.Selector):
        return fits_card(run, affects, context, attempt.thing, None)
    return attempt.what in context.refs("me")


def _places(run: Run, passive: Passive) -> list[str]:
    change = passive.change
    assert isinstance(change, n.May)
    context = passive.context(passive.of(run))
    places: list[str] = []
    for where in change.where:
        match where:
            case "battlefield" | "anywhere":
                places += run.table.battlefields
            case "here" if passive.place in run.table.battlefields:
                places.append(passive.place)
            case "base" | "your_base":
                places.append(base_of(context.controller))
    if change.at is not None:
        places += candidates(run, change.at, context)
    return places
