"""What a text means: which objects it could choose or speaks of, why another is none of them
(355.9), how much a value is, and which players are meant.

A choice is checked twice: when it is made, and again as the instruction is carried out (359.3.e.2).
Selectors have values in them and values have selectors, so both are read here.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from msgspec.structs import replace

from judge.board.state import UNKNOWN, ChainItem, GameObject
from judge.board.table import reference
from judge.effects import notation as n
from judge.effects.amounts import countable
from judge.effects.assumed import (
    assume_others,
    assume_runes,
    assume_states,
    assume_zone,
    number_of,
)
from judge.effects.context import Context
from judge.effects.describing import KIND_WORDS, PLACE_WORDS, SIDE_WORDS, ZONE_WORDS
from judge.effects.itemchoices import missed_choices, open_half
from judge.effects.itemcosts import missed_cost
from judge.effects.meantplayers import players
from judge.effects.naming import is_called
from judge.effects.notation import Selector, Value
from judge.effects.reaching import reach_read
from judge.effects.readso import in_state, say_lost
from judge.effects.speaking import is_to_nobody
from judge.effects.tallies import chosen_number, different, excess_assigned, tallied
from judge.effects.traits import failed_print, is_kind, is_null, ranked
from judge.effects.unmodelled import reach_rules
from judge.effects.whereabouts import (
    banished_with,
    is_elsewhere,
    is_meant,
    is_named,
    is_place,
    is_side,
    misses_hidden,
    why_not_battlefield,
    why_not_facedown,
    why_not_player,
)
from judge.effects.zones import (
    ZONES,
    Held,
    asks_face,
    find_held,
    held_by,
    held_keywords,
    is_card_kind,
    is_chosen_champion,
    is_mighty_by_print,
    of_card,
    off_board,
    read_face,
)
from judge.layers.characteristics import Characteristics, damage_on, of
from judge.layers.seen import Seen
from judge.limits import OBJECTS
from judge.ruling.problems import problem
from judge.ruling.ruling import Problem
from judge.ruling.run import Run

#: kinds that are items on the chain
ITEM_KINDS = frozenset({"spell", "ability", "spell_or_ability"})


def candidates(run: Run, selector: Selector, context: Context) -> list[str]:
    """References of everything that may be chosen, in the order of their ids."""
    found = _fitting(run, selector, context)
    if (other := open_half(selector, context)) is not None:
        found = sorted({*found, *candidates(run, other, context)})
    return found if selector.rank is None else ranked(run, selector.rank, found)


def _fitting(run: Run, selector: Selector, context: Context) -> list[str]:
    """What fits all of a selector but its rank."""
    if selector.kind in ITEM_KINDS and not off_board(selector):
        return [
            item.id for item in run.table.items() if not why_not_item(run, selector, context, item)
        ]
    if selector.kind == "battlefield":
        return [
            b.id
            for b in run.board.battlefields
            if run.stands("170.7") and not why_not_battlefield(run, selector, context, b, fits)
        ]
    if selector.zone == "banished_with_me":
        return banished_with(run, selector, context.source)
    if selector.kind == "player":
        return [
            name for name in run.board.order if not why_not_player(run, selector, context, name)
        ]
    if selector.the is not None and selector.zone == "board":
        # what a name means is meant wherever it lies: a card that was looked at, an object, what
        # the text itself has moved away (359.3.e.13)
        found = context.refs(selector.the)
        past = {ref: _looked_back(run, context, ref) for ref in found}
        if any(past[ref] is not None or find_held(run.table, ref) is not None for ref in found):
            return [r for r in found if not _why_not(run, selector, context, r, past[r])]
    if off_board(selector):  # not kept: what changes elsewhere changes no object
        return sorted(
            held.ref
            for held in held_meant(run, selector, context)
            if not _why_not_held(run, selector, context, held)
        )
    assume_runes(run, selector, context)
    # a search asks for the same again and again while nothing on the board changes; the selector
    # is kept beside its answer, so that no other can come to have its identity
    key = ("candidates", id(selector), context)
    kept: tuple[Selector, list[str]] | None = run.table.memo.get(key)
    if kept is None:
        if selector.kind == "facedown_card":
            found = sorted(
                reference(card)
                for card, _ in run.table.facedown()
                if not why_not_facedown(run, selector, context, reference(card))
            )
        else:
            found = sorted(
                reference(thing)
                for thing in run.table.objects.values()
                if not _why_not(run, selector, context, reference(thing))
            )
        kept = run.table.memo[key] = (selector, found)
    return list(kept[1])


def _looked_back(run: Run, context: Context, ref: str) -> Seen | None:
    """What an object was that has left the board; None for what is there."""
    return context.seen(ref) if run.table.find(ref) is None else None


def why_not(
    run: Run, selector: Selector, context: Context, target: str, seen: Seen | None = None
) -> list[Problem]:
    """Every reason why `target` is not a valid choice; empty when it is one (355.9).

    `seen`: what it was, where a text looks back at it (359.3.e.13).
    """
    if not run.stands("355.9"):
        return []
    found = _why_not(run, selector, context, target, seen)
    other = open_half(selector, context)
    half = [] if other is None else why_not(run, other, context, target, seen)
    if other is not None and found and (not half or found[0].code == "target_not_there"):
        found = half
    if found or selector.rank is None:
        return found
    if target in ranked(run, selector.rank, _fitting(run, selector, context)):
        return []
    wanted = f"of the {selector.rank.replace('_', ' ')}"
    return [problem("target_wrong_property", target=target, wanted=wanted, objects=[target])]


def _why_not(
    run: Run, selector: Selector, context: Context, target: str, seen: Seen | None = None
) -> list[Problem]:
    """The same without the rank among what fits."""
    if seen is None and off_board(selector):
        held = find_held(run.table, target)
        if held is None or all(held != other for other in held_meant(run, selector, context)):
            return [
                problem(
                    "target_wrong_zone",
                    target=target,
                    wanted=ZONE_WORDS[selector.zone],
                    objects=[target],
                )
            ]
        return _why_not_held(run, selector, context, held)
    of_a_name = selector.the is not None or selector.kind == "card"
    if seen is None and of_a_name and selector.zone == "board":
        # what a name means is asked where it lies: "if it's a spell", of a card that was revealed
        held = find_held(run.table, target)
        if held is not None:
            return _why_not_held(run, selector, context, held)
    if seen is None and selector.zone == "banished_with_me":
        if target in banished_with(run, selector, context.source):
            return []
        wanted = ZONE_WORDS[selector.zone]
        return [problem("target_wrong_zone", target=target, wanted=wanted, objects=[target])]
    if selector.kind == "facedown_card":
        return why_not_facedown(run, selector, context, target)
    if selector.kind == "player":
        return why_not_player(run, selector, context, target)
    if selector.kind in ITEM_KINDS and seen is None:
        if target == context.item and run.stands("355.9.c"):
            return [problem("target_is_itself", target=target, objects=[target])]
        item = next((item for item in run.table.items() if item.id == target), None)
        if item is None and not run.stands("355.9.a.2"):
            return []
        if item is None:
            return [problem("target_not_there", target=target, objects=[target])]
        return why_not_item(run, selector, context, item)
    if selector.kind == "battlefield":
        battlefield = run.table.battlefields.get(target)
        if battlefield is not None:
            return why_not_battlefield(run, selector, context, battlefield, fits)
        return [problem("target_wrong_kind", target=target, wanted="battlefield", objects=[target])]
    thing = run.table.find(target) if seen is None else seen.thing
    # 718.5: what is attached is on the board as anything else is
    attached = thing is not None and thing.attached_to is not None and seen is None
    if thing is None or (attached and not run.stands("718.5")):
        if not run.stands("355.9.a", "355.9.a.1"):
            return []
        return [problem("target_not_there", target=target, objects=[target])]
    found: list[Problem] = []
    now = of(run.table, run.catalogue, thing) if seen is None else seen.now
    place = run.table.places[thing.id] if seen is None else seen.place
    # 178.3: what affects things of one type affects those that are of others as well
    if len(now.types) > 1 and not run.in_force("178.3"):
        now = replace(now, types=now.types[:1])

    def lacks(code: str, wanted: str) -> Problem:
        return problem(code, target=target, wanted=wanted, objects=[target])

    unlike = not is_kind(run, now, selector.kind, place)
    if seen is not None and place.partition(":")[0] in ZONES:
        unlike = not is_card_kind(run, now.definition, selector.kind)
    if unlike and (selector.kind != "legend" or run.stands("355.9.a.4")):
        found.append(lacks("target_wrong_kind", KIND_WORDS[selector.kind]))
    if selector.side != "any" and not is_side(run, selector, context, thing.controller):
        found.append(lacks("target_wrong_side", SIDE_WORDS[selector.side]))
    if not is_place(run, selector, context, place):
        found.append(lacks("target_wrong_place", PLACE_WORDS[selector.where]))
    if is_elsewhere(run, context, selector, place):
        found.append(lacks("target_wrong_place", "at the place named"))
    if selector.other and target == context.source:
        found.append(lacks("target_wrong_property", "another object than the source"))
    if any(target in context.refs(name) for name in selector.unlike):
        found.append(lacks("target_wrong_property", "another object than those already named"))
    failed = list(_failed_properties(run, selector, context, thing, now, seen))
    for wanted in failed:
        found.append(lacks("target_wrong_property", wanted))
    if seen is None and len(found) == len(failed):
        assume_states(run, selector, thing, failed)
        if run.had_unmodelled and run.resolving:
            reach_read(run, selector, [target])
    if misses_hidden(run, selector, context, place):
        found.append(
            problem(
                "target_elsewhere_hidden",
                thing="This card",
                place=context.hidden_at,
                target=target,
                objects=[target],
            )
        )
    return found if run.stands("355.9.b") else []


def fits(
    run: Run, selector: Selector, context: Context, target: str, seen: Seen | None = None
) -> bool:
    """Whether the thing is, or was, one of those that a selector means."""
    return not why_not(run, selector, context, target, seen)


def held_meant(run: Run, selector: Selector, context: Context) -> list[Held]:
    """The cards of the zone that a selector names, of the players whose zone it may be."""
    if selector.zone == "champion_zone" and not run.stands("355.9.a.5"):
        return []
    top = None if selector.top is None else evaluate(run, context, selector.top)
    top = None if top is None else countable(run, top)
    if selector.the is not None and selector.top is None:
        top = OBJECTS  # what was looked at or revealed, wherever it lies in the deck
    whose = owners_meant(run, selector, context)
    for name in whose:
        assume_zone(run, name, selector.zone)
    found = [
        held
        for name in whose
        for held in held_by(run.table, name, selector.zone, top)
        # a card that is being played lies on the chain, though a plan has not moved it yet (354)
        if held.card.id != context.item
    ]
    if asks_face(selector):
        for held in found:
            if held.card.card == UNKNOWN:
                assume_others(run, held.owner, held.zone)
    return found


def owners_meant(run: Run, selector: Selector, context: Context) -> list[str]:
    """The players whose zone a selector means. One of which no player is said, or that is one's
    own, is that of who follows the text: "your trash", and "their hand" in what others do; a name
    says itself whose.
    """
    if selector.of is not None:
        return players(run, context, selector.of)
    if selector.owned_by is not None:
        return players(run, context, selector.owned_by)
    if selector.side == "any" and selector.the is not None:
        return list(run.board.players)
    if is_to_nobody(run, context):
        return []
    if selector.side == "enemy":
        return [name for name in run.board.players if is_side(run, selector, context, name)]
    return [context.owner_of_zones]


def _why_not_held(run: Run, selector: Selector, context: Context, held: Held) -> list[Problem]:
    """Why a card of a zone that is not the board is none of those that a selector means."""

    def lacks(wanted: str) -> Problem:
        return problem("target_wrong_property", target=held.ref, wanted=wanted, objects=[held.ref])

    named = []
    if any(held.ref in context.refs(name) for name in selector.unlike):
        named.append(lacks("another card than those already named"))
    if selector.the is not None and not is_meant(run, selector.the, context, held):
        named.append(lacks("the one that is meant"))
    if held.card.card == UNKNOWN:
        return [lacks("a card whose face is known")] if asks_face(selector) else named
    definition = run.catalogue[held.card.card]
    if not is_card_kind(run, definition, selector.kind):
        return [
            problem(
                "target_wrong_kind",
                target=held.ref,
                wanted=KIND_WORDS[selector.kind],
                objects=[held.ref],
            )
        ]
    now = Characteristics(
        definition=definition,
        controller=held.owner,
        types=definition.types,
        tags=definition.tags,
        keywords=held_keywords(run, held),
        might_value=definition.might,
        is_mighty="mighty" in (*selector.state, *selector.not_state)
        and is_mighty_by_print(run, definition),
    )
    found = [lacks(wanted) for wanted in _failed_numbers(run, selector, context, now)]
    if selector.tag and not set(selector.tag) & set(definition.tags):
        found.append(lacks(f"a {' or '.join(selector.tag)}"))
    # 811.5: Hidden is a characteristic of a card that has it
    asked = [each for each in selector.keyword if each != "Hidden" or run.stands("811.5")]
    if selector.keyword and not any(map(now.has, asked)):
        found.append(lacks(f"with {' or '.join(selector.keyword)}"))
    found += [lacks(wanted) for wanted in failed_print(run, selector, definition, definition.types)]
    if not is_called(run, selector, context, definition, definition.types):
        found.append(lacks(f"with the {selector.named_as} that was named"))
    found += named
    if "mighty" in selector.state and not now.is_mighty:
        found.append(lacks("Mighty"))
    if "mighty" in selector.not_state and now.is_mighty:
        found.append(lacks("not Mighty"))
    if "chosen_champion" in selector.state and not is_chosen_champion(run, held, definition):
        found.append(lacks("the Chosen Champion"))
    return found


def _failed_properties(
    run: Run,
    selector: Selector,
    context: Context,
    thing: GameObject,
    now: Characteristics,
    seen: Seen | None,
) -> Iterator[str]:
    """What of a selector's properties an object lacks, in words."""
    yield from _failed_numbers(run, selector, context, now)
    for state in selector.state:
        if not in_state(run, thing, now, state, seen):
            yield state
    for state in selector.not_state:
        if in_state(run, thing, now, state, seen):
            yield f"not {state}"
    if selector.tag and not set(selector.tag) & set(now.tags):
        yield f"a {' or '.join(selector.tag)}"
    if set(selector.not_tag) & set(now.tags):
        yield f"no {' or '.join(selector.not_tag)}"
    # 722, 722.2: also in text that is inactive, as that of an attached card is
    read = thing.attached_to is None or run.in_force("722", "722.2")
    if selector.keyword and not (read and any(now.has(keyword) for keyword in selector.keyword)):
        yield f"with {' or '.join(selector.keyword)}"
    for keyword in [*selector.keyword, *selector.without_keyword]:
        say_lost(run, thing, keyword)
    for keyword in selector.without_keyword:
        if now.has(keyword):
            yield f"without {keyword}"
    yield from failed_print(run, selector, now.definition, now.types)
    if not is_called(run, selector, context, now.definition, now.types):
        yield f"with the {selector.named_as} that was named"
    if selector.of is not None and thing.controller not in players(run, context, selector.of):
        yield "controlled by another player"
    owners = [] if selector.owned_by is None else players(run, context, selector.owned_by)
    if selector.owned_by is not None and thing.owner not in owners:
        yield "owned by another player"
    if selector.attached_to is not None:
        bearers = objects_meant(run, context, selector.attached_to)
        if thing.attached_to not in {ref.partition("@")[0] for ref in bearers}:
            yield "attached to it"
    if selector.the is not None and not is_named(context, selector.the, thing, seen):
        yield "the one that is meant"


def _failed_numbers(
    run: Run, selector: Selector, context: Context, now: Characteristics
) -> Iterator[str]:
    # 185.3.a.1: what has no cost, as a token has none (185.3.a), has one of 0
    free = 0 if run.stands("185.3.a.1") or not now.definition.token else sys.maxsize
    energy, power = now.definition.energy or free, len(now.definition.power)
    for actual, words, least, most in (
        (now.might, "Might", selector.might_at_least, selector.might_at_most),
        (energy, "Energy cost", selector.energy_at_least, selector.energy_at_most),
        (power, "Power cost", selector.power_at_least, selector.power_at_most),
    ):
        at_most = _number(run, context, most)
        if most is not None and (actual > at_most if at_most is not None else is_null(run)):
            yield f"of {words} {at_most} or less (it has {actual})"
        at_least = _number(run, context, least)
        if least is not None and (actual < at_least if at_least is not None else is_null(run)):
            yield f"of {words} {at_least} or more (it has {actual})"
    below = _number(run, context, selector.might_below)
    if selector.might_below is not None and (below is None or now.might >= below):
        yield f"of less Might than {below} (it has {now.might})"


def _number(run: Run, context: Context, value: Value | None) -> int | None:
    if value is None:
        return None
    # 355.10.b: what only restricts another choice is no target, to which 811.1.d.2 would apply
    reader = context.anywhere() if run.stands("355.10.b") else context
    return evaluate(run, reader, value)


def bounds(run: Run, context: Context, selector: Selector) -> tuple[int, int | None]:
    """How many may be chosen: the least, and the most or None for any number."""
    if selector.any_number:
        return 0, None
    least, most = (_number(run, context, value) or 0 for value in (selector.min, selector.max))
    return countable(run, least), countable(run, most)


def why_not_item(run: Run, selector: Selector, context: Context, item: ChainItem) -> list[Problem]:
    """Every reason why an item on the chain is not a valid choice."""
    if item.id == context.item:
        return [problem("target_is_itself", target=item.id, objects=[item.id])]
    found: list[Problem] = []
    is_spell = item.kind == "spell"
    if (selector.kind == "spell" and not is_spell) or (selector.kind == "ability" and is_spell):
        found.append(
            problem(
                "target_wrong_kind",
                target=item.id,
                wanted=KIND_WORDS[selector.kind],
                objects=[item.id],
            )
        )
    if selector.side != "any" and not is_side(run, selector, context, item.controller):
        found.append(
            problem(
                "target_wrong_side",
                target=item.id,
                wanted=SIDE_WORDS[selector.side],
                objects=[item.id],
            )
        )
    wrong = list(missed_cost(run, item, selector, lambda value: evaluate(run, context, value)))
    wrong += missed_choices(
        run, item, selector, context, lambda other, ref: fits(run, other, context, ref)
    )
    if item.card is not None:
        definition = run.catalogue[item.card]
        wrong += failed_print(run, selector, definition, definition.types)
    for wanted in wrong:
        found.append(
            problem("target_wrong_property", target=item.id, wanted=wanted, objects=[item.id])
        )
    return found


# --- values and players ---------------------------------------------------------------------------


def objects_meant(run: Run, context: Context, what: n.Objects) -> list[str]:
    """References of what is meant: by a name, by several, or by a selector."""
    if isinstance(what, str):
        return context.refs(what)
    if isinstance(what, list):
        return [ref for name in what for ref in context.refs(name)]
    return candidates(run, what, context)


def _things(run: Run, context: Context, what: n.Objects) -> list[GameObject]:
    found = (run.table.find(ref) for ref in objects_meant(run, context, what))
    return [thing for thing in found if thing is not None]


def _known(run: Run, context: Context, what: n.Objects) -> list[tuple[GameObject, Characteristics]]:
    """The things that are meant with what they are: of those that the condition was about, what
    they were then (359.3.f.3); of those that the text moved away, what they were before
    (359.3.e.13).
    """
    found = []
    for ref in objects_meant(run, context, what):
        seen = context.seen(ref) if isinstance(what, str) else None
        thing = run.table.find(ref)
        if seen is not None:
            if run.in_force("359.3.e.13"):
                found.append((seen.thing, seen.now))
        elif thing is not None:
            found.append((thing, of(run.table, run.catalogue, thing)))
        elif (held := find_held(run.table, ref)) is not None:
            card = of_card(run, held) if read_face(run, held) else None
            found += [(card.thing, card.now)] if card is not None else []
    return found


def evaluate(run: Run, context: Context, value: n.Value) -> int | None:
    """The number that a value is; None where what it is taken from is not there any more
    (359.3.e.12, 359.3.f.2.a).
    """
    match value:
        case int():
            return value
        case n.Count():
            return value.each * len(objects_meant(run, context, value.of))
        case n.Distinct():
            return different(value, [now for _, now in _known(run, context, value.of)])
        case n.MightOf():
            known = _known(run, context, value.of)
            if run.had_unmodelled and run.resolving:
                reach_rules(run, "combat", [reference(thing) for thing, _ in known])
            return sum(now.might for _, now in known) if known else None
        case n.CostOf():
            return _cost(run, context, value)
        case n.Tally():
            return tallied(run, context, value)
        case n.MightBonusOf():
            things = _things(run, context, value.of)
            return sum(run.catalogue[t.name].might_bonus or 0 for t in things) if things else None
        case n.KeywordValue():
            known = _known(run, context, value.of)
            keywords = (now.keywords for _, now in known)
            return sum(held.get(value.keyword, 0) for held in keywords) if known else None
        case n.DamageOn():
            known = _known(run, context, value.of)
            return sum(damage_on(thing) for thing, _ in known) if known else None
        case n.PointsOf():
            return sum(number_of(run, p, "points") for p in players(run, context, value.of))
        case n.ExperienceOf():
            return sum(number_of(run, p, "xp") for p in players(run, context, value.of))
        case n.ThatMuch(what="excess"):
            return excess_assigned(run, context)
        case n.ThatMuch():
            return context.amount(value.of or "it")
        case n.ChosenNumber():
            return chosen_number(run, context, value.slot)
        case n.Extreme():
            return _extreme(run, context, value)
        case n.Sum():
            parts = [evaluate(run, context, part) for part in value.of]
            return None if None in parts else sum(part for part in parts if part is not None)
        case n.Times():
            base = evaluate(run, context, value.of)
            return None if base is None else base * value.by
        case n.Bounded():
            return _bounded(run, context, value)
    raise NotImplementedError(f"no value for {value!r}")  # judge.effects.support lists what is read


def _cost(run: Run, context: Context, value: n.CostOf) -> int | None:
    """206: the printed cost counts, whatever was paid."""
    cards = []
    items = {item.id: item.card for item in run.table.items()}
    for ref in objects_meant(run, context, value.of):
        seen = context.seen(ref)
        thing = run.table.find(ref)
        if seen is not None:
            cards.append(seen.now.definition)
            continue
        if thing is not None:
            cards.append(of(run.table, run.catalogue, thing).definition)
            continue
        card = items.get(ref)
        if card is None and (held := find_held(run.table, ref)) is not None:
            card = held.card.card if read_face(run, held) else None
        if card is not None:
            cards.append(run.catalogue[card])
    if not cards:
        return None
    if value.part == "power":
        return sum(len(card.power) for card in cards)
    return sum(card.energy or 0 for card in cards)


def _extreme(run: Run, context: Context, value: n.Extreme) -> int:
    numbers = [
        of(run.table, run.catalogue, thing).might
        if value.what == "might"
        else run.catalogue[thing.name].energy or 0
        for thing in _things(run, context, value.of)
    ]
    if not numbers:
        return 0
    return min(numbers) if value.lowest else max(numbers)


def _bounded(run: Run, context: Context, value: n.Bounded) -> int | None:
    number = evaluate(run, context, value.of)
    if number is None:
        return None
    least = None if value.least is None else evaluate(run, context, value.least)
    most = None if value.most is None else evaluate(run, context, value.most)
    if least is not None:
        number = max(number, least)
    return number if most is None else min(number, most)
