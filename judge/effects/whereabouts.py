"""On which side and at which place something is, and the choices of which nothing else is asked:
players, battlefields, facedown cards (355.9).
"""

from __future__ import annotations

from collections.abc import Callable

from judge.board.state import Battlefield, Effect, GameObject
from judge.board.table import one_on, reference
from judge.effects.context import Context
from judge.effects.describing import PLACE_WORDS, SIDE_WORDS, describe
from judge.effects.itemchoices import item_of
from judge.effects.notation import CardDefinition, Selector
from judge.effects.speaking import is_to_nobody
from judge.effects.traits import failed_print
from judge.effects.zones import Held, is_card_kind
from judge.layers.characteristics import of
from judge.layers.seen import Seen
from judge.ruling.problems import problem
from judge.ruling.ruling import Problem
from judge.ruling.run import Run

#: whether something is one of those that a selector means
Fits = Callable[[Run, Selector, Context, str], bool]


def is_side(run: Run, selector: Selector, context: Context, controller: str) -> bool:
    if selector.side != "any" and is_to_nobody(run, context):
        return False  # nothing is friendly or enemy (OP-17)
    match selector.side:
        case "friendly":
            # 740.1.a: the same player's, or those of teammates
            return controller in run.table.friends(context.controller) and run.stands("740.1.a")
        case "enemy":
            # 740.1.b: those of opponents
            foreign = controller not in run.table.team_of(context.controller)
            return foreign and run.stands("740.1.b")
        case "yours":
            return controller == context.controller
        case "not_yours":
            item = None if context.item is None else item_of(run, context.item)
            return controller != (context.controller if item is None else item.controller)
    return True


def is_place(run: Run, selector: Selector, context: Context, place: str) -> bool:
    match selector.where:
        case "anywhere":
            return True
        case "battlefield":
            return place in run.table.battlefields
        case "base":
            return place.startswith("base:")
        case "your_base":
            return place == f"base:{context.controller}" and not is_to_nobody(run, context)
        case "here":
            return place == context.here
        case "there":
            return place == context.there
        case "elsewhere":
            return place != context.here
    raise NotImplementedError(selector.where)


def misses_hidden(run: Run, selector: Selector, context: Context, place: str) -> bool:
    """Whether a place is not the battlefield from which the card was played, to which its targets
    are bound, unless the text restricts them so that none could be there (811.1.d.2).
    """
    if context.hidden_at is None or place == context.hidden_at:
        return False
    nowhere_there = selector.where in ("base", "your_base") or (
        selector.where == "elsewhere" and context.here == context.hidden_at
    )
    if selector.not_at is not None and not nowhere_there:
        # at another place than what is there: 811.1.d.2.a, which asks it of each target for itself
        away = places_meant(run, context, selector.not_at)
        nowhere_there = context.hidden_at in away and run.in_force("811.1.d.2.a")
    return not (nowhere_there and run.in_force("811.1.d.2"))


def is_elsewhere(run: Run, context: Context, selector: Selector, place: str) -> bool:
    """Whether a place is not that which a name means, or is one that it must not be."""
    if selector.at is not None and place not in places_meant(run, context, selector.at):
        return True
    return selector.not_at is not None and place in places_meant(run, context, selector.not_at)


def places_meant(run: Run, context: Context, name: str) -> list[str]:
    """The locations that a name means: a battlefield itself, else where the things are."""
    match name:
        case "here":
            return [] if context.here is None else [context.here]
        case "there":
            return [] if context.there is None else [context.there]
        case "destination" | "origin" | "arrival":
            return context.refs(name)
    found = []
    for ref in context.refs(name):
        place = ref if ref in run.table.battlefields else run.table.place_of(ref)
        if place is None:
            seen = context.seen(ref)
            place = None if seen is None else seen.place
        if place is not None:
            found.append(place)
    return found


def why_not_facedown(run: Run, selector: Selector, context: Context, ref: str) -> list[Problem]:
    """355.9.a.3: a facedown card is one in a Facedown Zone."""
    if not run.stands("355.9.a.3"):
        return []
    for card, battlefield in run.table.facedown():
        if reference(card) != ref:
            continue
        if not is_side(run, selector, context, card.controller):
            wanted = SIDE_WORDS[selector.side]
            return [problem("target_wrong_side", target=ref, wanted=wanted, objects=[ref])]
        if not is_place(run, selector, context, battlefield.id):
            wanted = PLACE_WORDS[selector.where]
            return [problem("target_wrong_place", target=ref, wanted=wanted, objects=[ref])]
        return []
    return [problem("target_wrong_kind", target=ref, wanted="facedown card", objects=[ref])]


def why_not_player(run: Run, selector: Selector, context: Context, name: str) -> list[Problem]:
    """Why a player is none of those that a selector means (355.9.a)."""
    if name not in run.table.turn_order(run.board.turn.player):
        return [problem("target_wrong_kind", target=name, wanted="player", objects=[name])]
    if is_side(run, selector, context, name) and not (
        selector.other and name == context.controller
    ):
        return []
    wanted = SIDE_WORDS.get(selector.side, "another player")
    return [problem("target_wrong_side", target=name, wanted=wanted, objects=[name])]


def why_not_battlefield(
    run: Run, selector: Selector, context: Context, battlefield: Battlefield, fits: Fits
) -> list[Problem]:
    """Why a battlefield is none of those that a selector means; `fits`: how it is asked whether
    something there does.
    """
    ref = battlefield.id
    found: list[Problem] = []
    if selector.side != "any" and not (
        battlefield.controller is not None
        and is_side(run, selector, context, battlefield.controller)
    ):
        wanted = SIDE_WORDS[selector.side]
        found.append(problem("target_wrong_side", target=ref, wanted=wanted, objects=[ref]))
    if not is_place(run, selector, context, ref):
        wanted = PLACE_WORDS[selector.where]
        found.append(problem("target_wrong_place", target=ref, wanted=wanted, objects=[ref]))
    if selector.other and ref in (*context.refs("me"), context.here):
        words = "another battlefield"
        found.append(problem("target_wrong_place", target=ref, wanted=words, objects=[ref]))
    if is_elsewhere(run, context, selector, ref):
        words = "at the place named"
        found.append(problem("target_wrong_place", target=ref, wanted=words, objects=[ref]))
    for state in selector.state:
        if not _is_so(run, battlefield, state, context):
            words = f"{state} battlefield"
            found.append(problem("target_wrong_property", target=ref, wanted=words, objects=[ref]))
    for state in selector.not_state:
        if _is_so(run, battlefield, state, context):
            words = f"battlefield that is not {state}"
            found.append(problem("target_wrong_property", target=ref, wanted=words, objects=[ref]))
    held = selector.holds
    things = [reference(thing) for thing in run.table.at(ref)]
    if held is not None and not any(fits(run, held, context, thing) for thing in things):
        words = f"battlefield with {describe(held)} there"
        found.append(problem("target_wrong_property", target=ref, wanted=words, objects=[ref]))
    if context.hidden_at is not None and ref != context.hidden_at:
        found.append(
            problem(
                "target_elsewhere_hidden",
                thing="This card",
                place=context.hidden_at,
                target=ref,
                objects=[ref],
            )
        )
    return found


def _is_so(run: Run, battlefield: Battlefield, state: str, context: Context) -> bool:
    """Whether a battlefield is in a state that the notation names (170.11)."""
    match state:
        case "controlled":
            return battlefield.controller is not None or not run.stands("170.11.b")
        case "conquered":
            # 469.1, 470: a conquest is a score, of which there is one a turn
            by = context.controller
            if by not in battlefield.scored:
                words = f"{by} is taken not to have scored {run.place(battlefield.id)} this turn."
                run.assume_default(f"battlefields.{battlefield.id}.scored", {}, words)
            return battlefield.scored.get(by) == "conquer"
        case "contested":
            return battlefield.contested_by is not None
        case "open":
            units = run.table.at(battlefield.id)
            occupied = any(of(run.table, run.catalogue, thing).is_unit for thing in units)
            free = battlefield.controller is None and not (occupied and run.stands("170.11.a"))
            return free and run.in_force("170.11.c")
    raise NotImplementedError(state)  # judge.effects.supporting_selectors lists them


def banished_with(run: Run, selector: Selector, source: str | None) -> list[str]:
    """The cards in banishment that a linked ability of `source` has put there (394, 397)."""
    linked = {
        ref
        for effect in run.table.applying()
        if effect.kind == "linked" and _is_linked(run, effect, source)
        for ref in effect.affects or []
    }
    found = []
    for player in run.board.players.values():
        for card in player.banished:
            if reference(card) not in linked and run.in_force("397"):
                continue
            definition = run.catalogue.get(card.card)
            plain = selector == Selector(kind="card", zone=selector.zone)
            if plain or (definition is not None and _is_printed(run, selector, definition)):
                found.append(reference(card))
    return sorted(found)


def is_meant(run: Run, name: str, context: Context, held: Held) -> bool:
    """Whether a card is one of those that a name means. Revealed ones can be handled wherever they
    lie (424.4); what comes to their zone afterwards is none of them (424.3.a.1).
    """
    if name not in context.revealed:
        return held.ref in context.refs(name)
    if held.ref in context.refs(name):
        return run.stands("424.4", "424.4.a")
    return not run.stands("424.3.a.1")


def is_named(context: Context, name: str, thing: GameObject, seen: Seen | None) -> bool:
    """Whether a name means the object, or the card that it has become (359.3.e.13)."""
    own, refs = reference(thing), context.refs(name)
    return own in refs or (seen is not None and one_on(own) in refs)


def _is_linked(run: Run, effect: Effect, source: str | None) -> bool:
    """Whether what was banished was banished by this very object (427.3): another of the same name
    has banished others (427.3.a).
    """
    if effect.source == source:
        return run.stands("427.3")
    thing = run.table.find(source) if source is not None else None
    same_name = thing is not None and effect.origin == thing.card
    return same_name and not run.stands("427.3.a")


def _is_printed(run: Run, selector: Selector, definition: CardDefinition) -> bool:
    """Whether a card is in print what a selector means."""
    if not is_card_kind(run, definition, selector.kind):
        return False
    if selector.tag and not set(selector.tag) & set(definition.tags):
        return False
    return not any(True for _ in failed_print(run, selector, definition, definition.types))
