"""Step 3 of playing: the total cost, in the order of its rule (356).

What a card costs is put together from components: the base cost, as it is modified, and each
additional cost. Discounts on a component come first, then increases, then the discounts on the
whole, in any order. Where the order or a choice decides, all that comes out is kept, and what is
paid is the first of it that can be paid (357.1), the least first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, permutations
from typing import Literal

import msgspec

from judge.abilities.active import why_inactive
from judge.abilities.nextplays import said_of_the_next
from judge.board.state import GameObject
from judge.board.table import reference
from judge.effects.conditions import holds
from judge.effects.context import Context
from judge.effects.meaning import evaluate, fits
from judge.effects.notation import CardDefinition, Cost, CostChange, Selector, Static
from judge.effects.speaking import of_battlefield
from judge.effects.tallies import number_finalized
from judge.effects.traits import failed_print
from judge.effects.whereabouts import is_side
from judge.effects.zones import is_card_kind
from judge.layers.lost import lost_printed
from judge.layers.standings import traits
from judge.procedure.costs import power_price
from judge.procedure.finding import CardAt, applying_passives, keywords_at
from judge.procedure.payment import ANY, Price
from judge.procedure.repeating import is_repeat
from judge.ruling.run import Run

#: how many orders of discounts are looked at
ORDERS_TRIED = 120
#: what all of a play chooses, in the context of its costs; no name of a text
CHOSEN = "?chosen"

Ignoring = Literal["energy", "base", "all"]
Power = tuple[frozenset[str], ...]


class Applying(msgspec.Struct, frozen=True):
    """A change of costs that applies, from what, and on whose behalf its numbers are read."""

    change: CostChange
    origin: str
    context: Context


class Component(msgspec.Struct, frozen=True):
    """One cost that is added: the base cost, or an additional one by its label."""

    label: str
    price: Price
    optional: bool = False


class Total(msgspec.Struct):
    """What a card costs: the prices that can come out, the least first, and how they came about."""

    prices: list[Price]
    #: sentences for the trace, each with the rules that it states
    told: list[tuple[str, tuple[str, ...]]] = []
    #: non-standard costs are not paid either (356.5.a)
    free: bool = False


def resources_of(run: Run, context: Context, definition: CardDefinition, cost: Cost) -> Price:
    """The Energy and Power of a cost."""
    energy = evaluate(run, context, cost.energy) or 0
    return Price(max(0, energy), power_price(run, definition, cost.power))


# --- which changes apply --------------------------------------------------------------------------


def changes_of(
    run: Run,
    player: str,
    definition: CardDefinition,
    context: Context,
    *,
    of: tuple[str, ...] = ("play", "additional", "repeat"),
    card: CardAt | None = None,
) -> list[Applying]:
    """The changes of what `player` pays for the card: its own, then those of what is on the board
    (356.4.a).

    `context` is that of the card: what it chooses, and which additional costs are to be paid;
    `card`: where it is, which may give it more keywords than it prints, and other costs.
    """
    found = own_changes(run, definition, context, of=of)
    if "356.4.a" in run.disabled:
        return found
    keywords = None if card is None else keywords_at(run, player, card)
    decided = context.paid_costs
    for effect, text in applying_passives(run, player, card, decided) if card is not None else []:
        reader = Context(effect.controller, source=effect.source)
        origin = effect.origin or effect.id
        found += [
            Applying(change, origin, reader)
            for change in text.changes
            if isinstance(change, CostChange) and change.of in of
        ]
    for name, reader, ability in _statics(run):
        if not isinstance(ability.affects, Selector):
            continue
        if not _means(run, ability.affects, reader, definition, player, keywords):
            continue
        if not _chooses(ability.affects, reader, context):
            continue
        if ability.while_ is not None and not holds(run, reader, ability.while_):
            continue
        found += [
            Applying(change, name, reader)
            for change in ability.changes
            if isinstance(change, CostChange)
            and change.of in of
            and _is_that_one(run, ability.affects, reader, change)
        ]
    return found + _of_the_next(run, player, definition, of)


def _is_that_one(run: Run, selector: Selector, reader: Context, change: CostChange) -> bool:
    """Whether what is played is the Nth of this turn of which a text speaks: so many were finalized
    before by those whose plays it means (419.4.b).
    """
    if change.nth is None:
        return True
    side = [name for name in run.board.players if is_side(run, selector, reader, name)]
    cards = selector.not_state == ["token"]
    before = number_finalized(run, side, selector.kind, cards=cards)
    return before == change.nth - 1 and run.in_force("419.4.b")


def repeat_of_ability(run: Run, player: str, cost: Cost) -> Cost:
    """The cost of Repeat of an ability, with what texts say of it (356.4.c, 820.1.c.1)."""
    energy = evaluate(run, Context(player), cost.energy) or 0
    for _, reader, ability in _statics(run):
        about = ability.affects
        if not isinstance(about, Selector) or about.kind not in ("ability", "spell_or_ability"):
            continue
        if not is_side(run, about, reader, player) or not run.stands("356.4.c"):
            continue
        if ability.while_ is not None and not holds(run, reader, ability.while_):
            continue
        for change in ability.changes:
            if isinstance(change, CostChange) and change.of == "repeat":
                least = change.minimum or 0
                more = evaluate(run, reader, change.energy) or 0
                energy = max(min(energy, least), energy + more) if more < 0 else energy + more
    return msgspec.structs.replace(cost, energy=energy)


def choosing(context: Context, chosen: Mapping[str, list[str]]) -> Context:
    """The context of the costs of a play, with all that it chooses."""
    return context.knowing(CHOSEN, [ref for refs in chosen.values() for ref in refs])


def _chooses(selector: Selector, reader: Context, context: Context) -> bool:
    """Whether a spell chooses what a text asks that it chooses; as long as nothing is chosen yet it
    might.
    """
    if not isinstance(selector.choosing, str) or all(own != CHOSEN for own, _ in context.names):
        return True
    return bool(set(reader.refs(selector.choosing)) & set(context.refs(CHOSEN)))


def _of_the_next(
    run: Run, player: str, definition: CardDefinition, of: tuple[str, ...]
) -> list[Applying]:
    """What was said of the cost of the next spell or unit that the player plays (391)."""
    kind = "spell" if definition.is_spell else "unit" if definition.is_unit else ""
    return [
        Applying(change, effect.origin or effect.id, Context(player))
        for effect in run.board.effects
        for ability in said_of_the_next(effect, player, kind)
        for change in ability.changes
        if isinstance(change, CostChange) and change.of in of
    ]


def own_changes(
    run: Run, definition: CardDefinition, context: Context, *, of: tuple[str, ...]
) -> list[Applying]:
    """What a card says of its own costs, as far as the condition holds."""
    # 366.2.a: always, wherever it could be played from
    if not run.stands("366.2", "366.2.a"):
        return []
    active = [
        ability
        for ability in definition.abilities
        if isinstance(ability, Static)
        and ability.affects == "me"
        and any(isinstance(change, CostChange) for change in ability.changes)
        and _is_active(run, ability, context)
        and (ability.while_ is None or holds(run, context, ability.while_))
    ]
    # what is said "instead" takes the place of what is behind a lower Level
    first = max((place for place, ability in enumerate(active) if ability.instead), default=0)
    return [
        Applying(change, definition.name, context)
        for place, ability in enumerate(active)
        if place >= first or ability.level is None
        for change in ability.changes
        if isinstance(change, CostChange) and change.of in of
    ]


def _is_active(run: Run, ability: Static, context: Context) -> bool:
    """Whether dependent text is active for the card that is played (727.1.b)."""
    inactive = why_inactive(run, ability, context.item or context.source or "", context.controller)
    return inactive is None or not run.stands(inactive[0], "727.1.b")


def _statics(run: Run) -> list[tuple[str, Context, Static]]:
    """Every static ability on the board that changes costs, with the card that has it."""
    found: list[tuple[str, Context, Static]] | None = run.table.memo.get("cost statics")
    if found is not None:
        return found
    found = []
    names = run.table.names()
    changing = run.catalogue.where(
        "changing costs", lambda card: any(map(_changes_costs, card.abilities))
    )
    for thing, place in run.table.everything():
        if names[thing.id] not in changing:
            continue
        lost = lost_printed(run.table, run.catalogue, thing)
        for number, ability in enumerate(run.catalogue[thing.name].abilities):
            # 716, 720: printed text of an attached card is inactive
            active = thing.attached_to is None and number not in lost
            if active and _changes_costs(ability):
                assert isinstance(ability, Static)
                reader = Context(thing.controller, source=reference(thing), here=place)
                found.append((thing.name, reader, ability))
    for battlefield in run.board.battlefields:
        for ability in run.catalogue[battlefield.card].abilities:
            if _changes_costs(ability):
                assert isinstance(ability, Static)
                reader = of_battlefield(run, battlefield)
                found.append((battlefield.card, reader, ability))
    found.sort(key=lambda entry: (entry[0], entry[1].source or ""))
    run.table.memo["cost statics"] = found
    return found


def _changes_costs(ability: object) -> bool:
    return isinstance(ability, Static) and any(
        isinstance(change, CostChange) for change in ability.changes
    )


def _means(
    run: Run,
    selector: Selector,
    reader: Context,
    definition: CardDefinition,
    player: str,
    keywords: Mapping[str, int] | None = None,
) -> bool:
    """Whether the card that is played is one of those whose cost changes: what it is in print, and
    who plays it.
    """
    if not is_card_kind(run, definition, selector.kind) or not is_side(
        run, selector, reader, player
    ):
        return False
    if selector.tag and not set(selector.tag) & set(definition.tags):
        return False
    known = definition.keywords if keywords is None else keywords
    if selector.keyword and not set(selector.keyword) & set(known):
        return False
    for value, at_least in ((selector.energy_at_least, True), (selector.energy_at_most, False)):
        if value is None:
            continue
        bound = evaluate(run, reader, value)
        if bound is None:
            return False
        energy = definition.energy or 0
        if energy < bound if at_least else energy > bound:
            return False
    return not list(failed_print(run, selector, definition, definition.types))


def may_lower(changes: Iterable[Applying]) -> bool:
    """Whether what something costs could be less than its printed cost."""
    return any(
        each.change.power_less
        or each.change.ignore is not None
        or each.change.alternative is not None
        or not isinstance(each.change.energy, int)
        or each.change.energy < 0
        for each in changes
    )


def applied_move_price(run: Run, player: str, things: Sequence[GameObject], to: str) -> Price:
    """What applied costs ask of a player who moves these units to a location at the same time
    (204.4).
    """
    price = Price()
    if not run.stands("204.4"):
        return price
    for _, reader, ability in _statics(run):
        if not isinstance(ability.affects, Selector):
            continue
        if ability.while_ is not None and not holds(run, reader, ability.while_):
            continue
        reached = [
            thing
            for thing in things
            if _means(run, ability.affects, reader, traits(run.table, run.catalogue, thing), player)
        ]
        for change in ability.changes:
            if not isinstance(change, CostChange) or change.of != "move" or change.applied is None:
                continue
            if change.to == "here" and to != reader.here:
                continue
            definition = run.catalogue[things[0].name]
            one = resources_of(run, reader, definition, change.applied)
            times = max(0, len(reached) - change.beyond)
            price = price.plus(Price(one.energy * times, one.power * times))
    return price


def ability_price(
    run: Run,
    context: Context,
    definition: CardDefinition,
    cost: Cost,
    *,
    keyword: str | None = None,
) -> Price:
    """What an ability costs in resources, with what texts say of it: its own card's, and those of
    others about its source (403.1.a, 403.3); `keyword`: it is that of Equip (818) or Empower (827).
    """
    price = resources_of(run, context, definition, cost)
    of = ("activate", "equip") if keyword == "Equip" else ("activate",)
    # 818.1.c.4, 827.1.c.3: the keyword's own text may alter its cost
    own = {"Equip": "818.1.c.4", "Empower": "827.1.c.3"}.get(keyword or "")
    changes = []
    if own is None or run.stands(own):
        changes = own_changes(run, definition, context, of=of)
    for name, reader, ability in _statics(run):
        about = ability.affects
        if not isinstance(about, Selector) or context.source is None:
            continue
        if not any(isinstance(c, CostChange) and c.of in of for c in ability.changes):
            continue
        if not fits(run, about, reader, context.source):
            continue
        if ability.while_ is None or holds(run, reader, ability.while_):
            changes += [
                Applying(change, name, reader)
                for change in ability.changes
                if isinstance(change, CostChange) and change.of in of
            ]
    if not changes or not run.in_force("403.3"):
        return price
    return total_cost(run, price, [], changes, of=of).prices[0]


# --- adding up ------------------------------------------------------------------------------------


def total_cost(
    run: Run,
    base: Price,
    additions: list[Component],
    changes: list[Applying],
    *,
    ignoring: Ignoring | None = None,
    alternative: Price | None = None,
    of: tuple[str, ...] = ("play",),
) -> Total:
    """356.1 to 356.6: what comes out for a base cost, additional costs and what changes them.

    The cost of Repeat is an additional cost with changes of its own (820.1.c.1).
    """
    off = run.disabled
    total = Total([])
    start = base
    # 356.1: modifications of the base cost
    if alternative is not None and run.stands("356.1", "356.1.a"):
        start = alternative
        total.told.append(
            ("It is played for another cost in place of its base cost.", ("356.1.a",))
        )
    whole = [each for each in changes if each.change.of in of]
    for what in (ignoring, *(each.change.ignore for each in whole)):
        if not run.stands("356.1", "356.1.b"):
            break
        start = _ignored(total, start, what, off)
    if start is not base and "356.1.b.3" in off:
        additions = []
    # 356.2: additional costs, each with the discounts that are for it alone (356.4.c)
    sums: set[tuple[int, Power]] = {(0, ())}
    for added in additions:
        parts = {(added.price.energy, added.price.power)}
        parts_changed = ("additional", "repeat") if is_repeat(added.label) else ("additional",)
        mine = [each for each in changes if each.change.of in parts_changed]
        if added.optional and mine and "356.4.c" not in off:
            for each in mine:
                parts = _raised(run, total, parts, each)
            parts = _in_any_order(run, parts, mine, off, "356.4.c.1")
            _tell_discounts(run, total, mine, ("356.4.c", "356.4.c.1", "356.4.f"))
        sums = _plus(sums, parts)
    states = {(start.energy, start.power)}
    if "356.4.f" not in off:
        states = _plus(states, sums)
    # 356.3: increases
    for each in whole:
        states = _raised(run, total, states, each)
    # 356.4: discounts on the whole
    less = [each for each in whole if _lowers(run, each)]
    if less and run.stands("356.4", "356.4.d"):
        states = _in_any_order(run, states, less, off)
        _tell_discounts(run, total, less, ("356.4.d", "356.4.d.1"))
    if "356.4.f" in off:
        states = _plus(states, sums)
    # 356.5: modifications of the total
    everything = ignoring == "all" or any(each.change.ignore == "all" for each in whole)
    if everything and run.stands("356.5", "356.5.a"):
        states, total.free = {(0, ())}, True
        total.told.append(("Any and all of its costs are ignored.", ("356.5.a",)))
    total.prices = _least_first(states)
    return total


def _raised(
    run: Run, total: Total, states: set[tuple[int, Power]], each: Applying
) -> set[tuple[int, Power]]:
    """356.3: what a cost comes to with what one change adds to it."""
    energy = evaluate(run, each.context, each.change.energy) or 0
    symbols = tuple(frozenset([symbol]) for symbol in each.change.power)
    if not (energy > 0 or symbols) or "356.3" in run.disabled:
        return states
    total.told.append((f"{each.origin} makes it cost more.", ("356.3",)))
    return {(e + max(0, energy), (*p, *symbols)) for e, p in states}


def _plus(states: set[tuple[int, Power]], parts: set[tuple[int, Power]]) -> set[tuple[int, Power]]:
    """Every sum of one of these and one of those."""
    return {(e + more, (*p, *symbols)) for e, p in states for more, symbols in parts}


def _ignored(total: Total, price: Price, what: str | None, off: Iterable[str]) -> Price:
    """356.1.b: the base costs that are ignored are zero."""
    if what == "base" and "356.1.b.1" not in off:
        total.told.append(("Its base cost is ignored.", ("356.1.b", "356.1.b.1")))
        return Price()
    if what == "energy" and "356.1.b.2" not in off:
        total.told.append(("Its base Energy cost is ignored.", ("356.1.b", "356.1.b.2")))
        return Price(0, price.power)
    if what == "power" and "356.1.b.2" not in off:
        total.told.append(("Its base Power cost is ignored.", ("356.1.b", "356.1.b.2")))
        return Price(price.energy, ())
    return price


def _lowers(run: Run, each: Applying) -> bool:
    return bool(each.change.power_less) or (
        (evaluate(run, each.context, each.change.energy) or 0) < 0
    )


def _tell_discounts(
    run: Run, total: Total, changes: list[Applying], rules: tuple[str, ...]
) -> None:
    for each in changes:
        of_other = ("356.4.a",) if each.context.source is not None else ()
        minimum = ("356.4.e",) if each.change.minimum is not None else ()
        words = f"{each.origin} makes it cost less."
        total.told.append((words, (*rules, *of_other, *minimum)))


def _in_any_order(
    run: Run,
    states: set[tuple[int, Power]],
    changes: list[Applying],
    off: Iterable[str],
    rule: str = "356.4.d.1",
) -> set[tuple[int, Power]]:
    """All that comes out of applying discounts, in every order where the order matters: to the
    whole (356.4.d.1) or to one component (356.4.c.1), as `rule` says.
    """
    ordered = any(each.change.minimum is not None for each in changes) and len(changes) > 1
    free = rule not in off
    orders: Iterable[tuple[Applying, ...]] = (
        islice(permutations(changes), ORDERS_TRIED) if ordered and free else [tuple(changes)]
    )
    found: set[tuple[int, Power]] = set()
    for order in orders:
        now = states
        for each in order:
            now = {after for state in now for after in _less(run, state, each, off)}
        found |= now
    return found


def _less(
    run: Run, state: tuple[int, Power], each: Applying, off: Iterable[str]
) -> Iterator[tuple[int, Power]]:
    """What one discount makes of a cost: one result, or one for each way to apply it."""
    energy, power = state
    change = each.change
    amount = -(evaluate(run, each.context, change.energy) or 0)
    lower = energy
    if amount > 0:
        # 356.4.e: the minimum binds this discount alone; 356.6: nothing costs less than nothing
        least = 0 if "356.6" not in off else -amount
        if change.minimum is not None and "356.4.e" not in off:
            least = change.minimum
        lower = max(min(energy, least), energy - amount)
    times = max(0, evaluate(run, each.context, change.times) or 0)
    powers = set(_without(power, [symbol for symbol in change.power_less for _ in range(times)]))
    if change.either:
        yield lower, power
        yield from ((energy, symbols) for symbols in powers)
    else:
        yield from ((lower, symbols) for symbols in powers)


def _without(power: Power, symbols: list[str]) -> Iterator[Power]:
    """Power with the symbols taken off, as far as there are such; [A] takes any one."""
    if not symbols:
        yield power
        return
    first, *rest = symbols
    places = [
        place for place, domains in enumerate(power) if first in (ANY, "own") or first in domains
    ]
    if not places:
        yield from _without(power, rest)
        return
    for place in places:
        yield from _without(power[:place] + power[place + 1 :], rest)


def _least_first(states: set[tuple[int, Power]]) -> list[Price]:
    """The prices that can come out, without those that another is never worse than."""
    prices = sorted(
        (Price(max(0, energy), tuple(sorted(power, key=sorted))) for energy, power in states),
        key=lambda price: (
            price.energy + len(price.power),
            price.energy,
            [sorted(domains) for domains in price.power],
        ),
    )
    kept: list[Price] = []
    for price in prices:
        if not any(_never_worse(other, price) for other in kept):
            kept.append(price)
    return kept


def _never_worse(one: Price, other: Price) -> bool:
    left = list(other.power)
    for domains in one.power:
        if domains not in left:
            return False
        left.remove(domains)
    return one.energy <= other.energy


def say_total(run: Run, total: Total) -> None:
    """Put into the trace how the total cost came about."""
    for words, rules in total.told:
        for start in range(0, len(rules), 3):
            run.in_force(*rules[start : start + 3])
        run.note(words)


def paid_counts(costs: Mapping[str, bool]) -> dict[str, int]:
    """Additional costs by name, as an item keeps them: paid is what was decided to be paid,
    whatever it came to (356.4.f.1).
    """
    counts: dict[str, int] = {}
    for name, paid in costs.items():
        if paid:
            # each instance of Repeat is an execution more (820.3)
            label = "repeat" if name.startswith("repeat_") else name
            counts[label] = counts.get(label, 0) + 1
    return counts
