"""Step 2 of playing: what the action fills, targets and destinations (355)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import partial
from typing import Any

from judge.abilities.forbidding import attempted_choice, is_forbidding, why_forbidden
from judge.actions.destinations import (
    crowded,
    effect_destinations,
    location_named,
    nearest_location,
    overcrowded,
    place_names,
    said_destinations,
    why_not_effect_move,
)
from judge.actions.door import Door
from judge.board.state import ChainItem, GameObject
from judge.board.table import base_of, reference
from judge.effects.amounts import countable
from judge.effects.context import Context
from judge.effects.describing import describe
from judge.effects.groups import group_problems, group_words
from judge.effects.meaning import ITEM_KINDS, bounds, candidates, evaluate, why_not
from judge.effects.moveplaces import is_destination
from judge.effects.notation import (
    REFERENTS,
    Banish,
    GainControl,
    Kill,
    Move,
    PlayToken,
    Recall,
    ReturnToHand,
    Selector,
    Value,
)
from judge.effects.supporting_labels import moves_to_chosen
from judge.effects.texts import binds, names_in
from judge.effects.zones import names_held, off_board
from judge.procedure.costs import deflect_price
from judge.procedure.planning import Choice, Decider, Live, OwnBase, is_settled
from judge.ruling.actions import Do
from judge.ruling.problems import problem
from judge.ruling.ruling import Problem
from judge.ruling.run import Run


def presets_of(do: Do, player: str, slots: list[str]) -> dict[str, Any]:
    """The slots that an action fills, by slot name; `slots` are the target slots of what
    is played.
    """
    presets: dict[str, Any] = {}
    if isinstance(do.to, dict):
        for slot, place in do.to.items():
            presets[f"to.{slot}"] = OwnBase(base_of(player)) if place == "base" else place
    elif do.to is not None:
        presets["to"] = OwnBase(base_of(player)) if do.to == "base" else do.to
    for name, value in (do.additional or {}).items():
        presets[f"additional.{name}"] = value
    targets = do.targets
    if isinstance(targets, dict):
        for slot, refs in targets.items():
            presets[f"targets.{slot}"] = refs
    elif targets is not None:
        if len(slots) <= 1:
            presets[f"targets.{slots[0] if slots else 'target'}"] = targets
        else:
            for slot, ref in zip(slots, targets, strict=False):
                presets[f"targets.{slot}"] = [ref]
            if len(targets) > len(slots):
                presets[f"targets.{slots[-1]}"] = targets[len(slots) - 1 :]
    if isinstance(do.spend, dict):
        for what, refs in do.spend.items():
            presets[f"spend.{what}"] = refs
    elif do.spend is not None:
        presets["spend"] = do.spend
    if do.modes is not None:
        presets["modes"] = [do.modes] if isinstance(do.modes, str) else do.modes
    return presets


def misplaced_presets(
    presets: dict[str, Any],
    thing: str,
    *,
    slots: Collection[str],
    additional: Iterable[str] = (),
    has_location: bool,
    destinations: Iterable[str] = (),
    only_place: str | None = None,
    modes: bool = False,
    later: Collection[str] = (),
) -> list[Problem]:
    """Slots that the action fills although what is played does not have them (355-357).

    `later`: slots of its triggered abilities, which are filled as those trigger (355.5.b).
    `only_place`: it is gear, whose location is its controller's base wherever it says otherwise.
    """
    found = []
    for name, value in presets.items():
        kind, _, rest = name.partition(".")
        if kind == "additional" and rest not in additional:
            found.append(problem("no_such_additional_cost", thing=thing, name=rest))
        elif kind == "targets" and rest not in slots and (rest in later or (later and not slots)):
            found.append(problem("chosen_as_it_triggers", thing=thing, slot=rest))
        elif kind == "targets" and rest not in slots:
            found.append(problem("no_such_slot", thing=thing, slot=rest))
        elif kind == "modes" and not modes:
            named = ", ".join(value)
            found.append(problem("no_such_mode", thing=thing, name=named, modes="none"))
        elif kind == "to" and only_place is not None and value != only_place:
            found.append(problem("gear_to_base_only", thing=thing))
        elif kind == "to" and rest and rest not in destinations:
            found.append(problem("no_such_slot", thing=thing, slot=rest))
        elif kind == "to" and only_place is None and not has_location:
            found.append(problem("spell_has_no_location", thing=thing))
    return found


def untaken_presets(live: Live, thing: str) -> list[Problem]:
    """Slots that the action fills and that nothing asked for in the end: of a mode that was not
    chosen, of a cost that does not apply, or of one cost where there are several (355-357).
    """
    found: list[Problem] = []
    if live.problems:
        return found  # what was misplaced has been said
    for name in sorted(live.presets.keys() - live.taken):
        value = live.presets[name]
        kind, _, rest = name.partition(".")
        if kind == "additional" and value is True:
            found.append(problem("no_such_additional_cost", thing=thing, name=rest))
        elif kind == "targets" and value:
            found.append(problem("no_such_slot", thing=thing, slot=rest))
        elif kind == "spend" and value:
            found.append(
                problem(
                    "wrong_spend",
                    target=", ".join(value),
                    thing=thing,
                    wanted="it has no such cost",
                )
            )
    return found


#: spells of which it is open whether reflexive triggers choose for them as they resolve (OP-115)
_AS_IT_IS_PLAYED = frozenset({"Falling Star", "Icathian Rain"})
_SPENT = "What pays for {thing} and is gone then is no target of it, while there is another."
#: what may change which units are at a place, at once
_CHANGE_PLACES = (Banish, Kill, Move, PlayToken, Recall, ReturnToHand, GainControl)


def affects_by_criteria(does: list[Any]) -> bool:
    """Whether an instruction means all objects of a kind instead of chosen ones (355.5.a)."""
    return any(
        isinstance(getattr(instruction, field, None), Selector)
        for instruction in does
        for field in ("to", "what")
    )


def has_destination(does: list[Any]) -> bool:
    """Whether the instructions move something to a destination that is chosen (355.4)."""
    return bool(moving_slots(does))


def in_order(
    chooses: Mapping[str, Selector], splits: Mapping[str, Value] | None = None
) -> list[tuple[str, Selector]]:
    """The slots of a text, each after those that it speaks of, and else by name: the order in which
    a document gives them means nothing (a canonical one has them sorted). The damage that is split
    among a slot is spoken of by it, since it says how many there may be (355.14.c).
    """
    amounts = splits or {}
    waiting = sorted(chooses.items())
    found: dict[str, Selector] = {}
    while waiting:
        missing = chooses.keys() - found.keys()
        # a player may be named as "controller of" a slot
        spoken = [
            # a slot may be called what it asks for, such as "unit"
            {n for own in names_in([each, amounts.get(slot)]) for n in own.split(" of ")} - {slot}
            for slot, each in waiting
        ]
        at = next((at for at, names in enumerate(spoken) if not names & missing), 0)
        slot, selector = waiting.pop(at)
        found[slot] = selector
    return list(found.items())


def choose_targets(
    run: Run,
    decide: Decider,
    thing: str,
    chooses: dict[str, Selector],
    context: Context,
    found: list[Problem],
    *,
    spent: frozenset[str] = frozenset(),
    splits: Mapping[str, Value] | None = None,
    item: ChainItem | None = None,
    prefix: str = "",
) -> dict[str, list[str]]:
    """Choose the targets of every slot (355.5-355.14); what is wrong with them goes to `found`.

    `spent`: what the cost is sure to take away. `splits`: the damage that is split among a slot.
    `item`: what it is that chooses, whose Bonus Damage is split as well.
    `prefix`: before the names of the choices, for an execution beside the first (820.2).
    """
    targets: dict[str, list[str]] = {}
    if not run.stands("355.5"):
        return targets
    on_chain = {each.id for each in run.table.items()}
    unplaced = item if item is not None and item.id not in on_chain else None
    for slot, selector in in_order(chooses, splits):
        if splits is not None and slot in splits and not run.stands("355.14.a", "355.14.b"):
            continue
        # 355.10.a: what lies in a zone that is not public is no target
        if is_elsewhere(selector) and not run.stands("355.10.a.1"):
            continue
        # 811.1.d.2: unless the text makes it impossible to choose there
        free = selector.where == "base" or off_board(selector) or selector.kind == "player"
        if not run.stands("811.1.d.2.a"):  # each target for itself
            free = free or any(each.not_at is not None for each in chooses.values())
        reader = context.anywhere() if free else context
        for earlier, refs in targets.items():
            reader = reader.knowing(earlier, refs)
        options = candidates(run, selector, reader)
        if is_forbidding(run, "choose"):
            options = [
                option
                for option in options
                if not why_forbidden(run, [attempted_choice(context, option, unplaced)])
            ]
        if not options and reader.hidden_at is not None and not run.stands("811.1.d"):
            options = candidates(run, selector, reader.anywhere())
        hidden = context.hidden_at is not None and run.stands("811.1.d.2")
        if hidden and selector.kind in ITEM_KINDS and run.rely_on("OP-125") == "b":
            options = []
        least, most = bounds(run, reader, selector)
        if not run.stands("355.13"):
            least = max(least, 1)
        limited = splits is not None and slot in splits and run.stands("355.14.c")
        if splits is not None and limited:
            # 355.14.c: never more targets than there is damage now
            damage = evaluate(run, reader, splits[slot])
            damage = None if damage is None else countable(run, damage)
            if damage and item is not None:
                damage += bonus_of_split(run, item, options)
            most = damage if most is None or damage is None else min(most, damage)
            least = least if most is None else min(least, most)
        # 355.16: not what the cost takes away, unless there is no other choice
        kept = [option for option in options if option not in spent]
        name = f"targets.{prefix}{slot}"
        if len(kept) < len(options) and len(kept) >= least and "355.16" not in run.disabled:
            options = kept
            if not (isinstance(decide, Live) and name in decide.presets):
                run.rests_on("OP-9", "a", _SPENT.format(thing=thing))
        if thing in _AS_IT_IS_PLAYED and options:
            words = f"What {thing} is done to is chosen as it is played."
            run.rests_on("OP-115", "a", words)
        if len(options) < least and "355.8" not in run.disabled:
            missing = problem("no_legal_target", thing=thing, slot=describe(selector))
            if reader.hidden_at is not None:
                missing.rules.append("811.1.d")
            found.append(missing)
        many = most is None or most > 1 or least == 0
        at_most = max(len(options), least)

        def explain(
            value: Any, selector: Selector = selector, reader: Context = reader
        ) -> list[Problem]:
            named = run.table.named(str(value))
            value = value if named is None else reference(named)
            if value in spent:
                run.rests_on("OP-9", "a", _SPENT.format(thing=thing))
                return [problem("target_is_spent", target=value, thing=thing, objects=[value])]
            attempt = attempted_choice(reader, str(value), unplaced)
            return [*why_not(run, selector, reader, str(value)), *why_forbidden(run, [attempt])]

        def together(
            refs: list[Any], selector: Selector = selector, reader: Context = reader
        ) -> list[Problem]:
            return group_problems(run, selector, reader, [str(ref) for ref in refs], thing)

        bound = many and binds(selector) and "355.11.a" not in run.disabled
        value = decide(
            Choice(
                name=name,
                form="choose_some" if many else "choose_one",
                prompt=f"{thing} chooses {describe(selector)}"
                + (f" ({slot})." if len(chooses) > 1 else "."),
                rules=["355.5", "355.7" if not many else "355.13" if not limited else "355.14.c"],
                options=options,
                explain=explain,
                min=least,
                max=at_most if most is None else min(most, at_most),
                texts=_names(run),
                thing=thing,
                slot=slot,
                such_that=together if bound else None,
                bonds=group_words(selector) if bound else [],
                weight=partial(_weight, run, context.controller),
                depends=[
                    f"targets.{prefix}{earlier}"
                    for earlier in targets
                    if earlier in names_in([selector, (splits or {}).get(slot)])
                ],
            )
        )
        # 355.10.d.1-2: a target even where it is the only one now, since there could be others
        only = len(options) == least == 1 and not run.stands("355.10.d.1", "355.10.d.2")
        if value is not None and not only:
            targets[slot] = list(value) if isinstance(value, list) else [value]
    return targets


def _weight(run: Run, player: str, ref: Any) -> int:
    """How much Power it costs to choose something (809.1.c)."""
    return len(deflect_price(run, player, {"it": [str(ref)]}).power)


def bonus_of_split(run: Run, item: ChainItem, options: list[str]) -> int:
    """The Bonus Damage that is split with the rest, so that there may be more targets (715.3); none
    where it is not the same for all that could be chosen.
    """
    door: Door | None = run.door
    if door is None or not options or not run.stands("715.3"):
        return 0
    found = {door.bonus(run, item, ref) for ref in options}
    return found.pop() if len(found) == 1 else 0


def is_elsewhere(selector: Selector) -> bool:
    """Whether a selector means cards that are no objects on the board: in trashes, Champion Zones,
    Banishment and Facedown Zones.
    """
    return off_board(selector) or selector.kind == "facedown_card"


def _names(run: Run) -> dict[str, str]:
    """The names of all that could be chosen, by reference."""
    names: dict[str, str] | None = run.table.memo.get("names")
    if names is None:
        names = {reference(thing): thing.card for thing in run.table.objects.values()}
        run.table.memo["names"] = names
    items = run.table.items()
    held = names_held(run.table)
    if not items and not held:
        return names
    return {**names, **held, **{item.id: item.card or item.of or item.kind for item in items}}


def moving_slots(does: list[Any]) -> list[str]:
    """The slots whose targets are moved to a destination that is chosen, one for each Move
    (355.4).
    """
    return [str(each.what) for each in moves_to_chosen(does)]


def _said(
    run: Run, context: Context, does: list[Any], slot: str, thing: GameObject, places: list[str]
) -> list[str]:
    """Of the destinations of a Move those that its text allows (449.1)."""
    for move in moves_to_chosen(does):
        if move.what == slot:
            places = said_destinations(run, thing, move.to, places)
            places = [place for place in places if is_destination(run, context, move, place)]
    return places


def what_moves(
    context: Context, does: list[Any], targets: Mapping[str, list[str]]
) -> dict[str, list[str]]:
    """What the Moves are done to by name: the targets, and what a text means by "me" or "it"."""
    named = [name for name in moving_slots(does) if name in REFERENTS and name not in targets]
    return {**targets, **{name: context.refs(name) for name in named}}


def choose_destinations(
    run: Run,
    decide: Decider,
    thing: str,
    does: list[Any],
    targets: dict[str, list[str]],
    found: list[Problem],
    context: Context,
    *,
    prefix: str = "",
    legality: str = "358.3",
) -> dict[str, str]:
    """Choose where each Move of the item will lead (355.4); by reference of what
    moves.

    The slot of the action is `to`, or `to.<slot>` where there are several Moves. `legality`: the
    rule under which the outcome must be no illegal state, for abilities 405.2.
    """
    slots = moving_slots(does)
    chosen: dict[str, str] = {}
    if not run.stands("355.4"):
        return chosen
    for slot in slots:
        name = "to" if len(slots) == 1 and not prefix else f"to.{prefix}{slot}"
        if not is_settled(decide, f"targets.{prefix}{slot}"):
            found.extend(_why_not_there(run, decide, name, f"{prefix}{slot}"))
            continue
        moved = targets.get(slot, [])
        options: list[str] | None = None
        for ref in moved:
            unit = run.table.find(ref)
            if unit is not None:
                places = effect_destinations(run, unit)
                if not run.stands(legality):
                    places = [*places, *(p for p in run.table.battlefields if p not in places)]
                if not run.stands("355.4.a"):
                    places = [*places, run.table.places[unit.id]]
                places = _said(run, context, does, slot, unit, places)
                options = places if options is None else [p for p in options if p in places]
        if moved and _changes_places(does, slot) and _are_kept_out(run, moved):
            words = f"Where {thing} may move something is seen on the board as it lies."
            run.rests_on("OP-8", "a", words)
        if options is None:
            if isinstance(decide, Live) and name in decide.presets:
                nowhere = "a destination, since it moves nothing"
                moves_nothing = problem("no_such_slot", thing=thing, slot=nowhere)
                moves_nothing.rules.insert(0, "355.4")
                found.append(moves_nothing)
            continue
        if not options:
            found.append(problem("no_destination", thing=thing))
            continue
        words = ", ".join(moved)

        def explain(place: Any, moved: list[str] = moved, slot: str = slot) -> list[Problem]:
            return _why_not_all(run, moved, str(place)) or _why_not_said(
                run, context, does, slot, moved, str(place)
            )

        value = decide(
            Choice(
                name=name,
                form="choose_one",
                prompt=f"Where does {words} move?",
                rules=["355.4", "355.4.a"],
                options=options,
                explain=explain,
                texts=place_names(run),
            )
        )
        if value is not None:
            chosen.update(dict.fromkeys(moved, str(value)))
    if run.stands(legality):
        found.extend(overcrowded(run, chosen))
    return chosen


def _changes_places(does: list[Any], slot: str) -> bool:
    """Whether a text does something before it moves a target that may change who is where."""
    for instruction in does:
        if isinstance(instruction, Move) and instruction.what == slot:
            return False
        if isinstance(instruction, _CHANGE_PLACES):
            return True
    return False


def _are_kept_out(run: Run, moved: list[str]) -> bool:
    """Whether there is a battlefield to which any of these may not go for those who are there."""
    units = [unit for ref in moved if (unit := run.table.find(ref)) is not None]
    return any(
        crowded(run, unit.controller, place)
        for unit in units
        for place in run.table.battlefields
        if place != run.table.places[unit.id]
    )


def _why_not_all(run: Run, refs: Iterable[str], place: str) -> list[Problem]:
    """Every reason why the objects, as far as they are on the board, may not be moved there."""
    place = location_named(run, place)
    units = [unit for ref in refs if (unit := run.table.find(ref)) is not None]
    if not units and place not in run.table.locations():
        return [problem("no_such_location", thing=place, meant=nearest_location(run, place))]
    found: list[Problem] = []
    for unit in units:
        found += [p for p in why_not_effect_move(run, unit, place) if p not in found]
    return found


def _why_not_said(
    run: Run, context: Context, does: list[Any], slot: str, moved: list[str], place: str
) -> list[Problem]:
    """Why a place where the units could be is none to which the text moves them (449.1)."""
    place = location_named(run, place)
    units = [unit for ref in moved if (unit := run.table.find(ref)) is not None]
    if all(place in _said(run, context, does, slot, unit, [place]) for unit in units):
        return []
    target = ", ".join(moved)
    return [problem("destination_not_allowed", place=place, target=target, objects=moved)]


def _why_not_there(run: Run, decide: Decider, name: str, slot: str) -> list[Problem]:
    """What is wrong with the destination that an action names, where its targets are refused."""
    if not isinstance(decide, Live) or name not in decide.presets:
        return []
    named = decide.presets.get(f"targets.{slot}", [])
    refs = named if isinstance(named, list) else [named]
    things = [thing for ref in refs if (thing := run.table.named(str(ref))) is not None]
    return _why_not_all(run, map(reference, things), str(decide.presets[name]))


def kept_for_choices(decide: Decider, targets: dict[str, list[str]]) -> frozenset[str]:
    """What must not leave the board as a cost, since it is chosen."""
    return frozenset(
        ref
        for slot, refs in targets.items()
        if is_settled(decide, f"targets.{slot}")
        for ref in refs
    )


def named_nowhere(run: Run, do: Do, player: str) -> list[Problem]:
    """What an action names that is nowhere, whatever is played or done (198.1, 355.9.a).

    For an action of which so little is known that its slots cannot be gone through.
    """
    found = []
    places = do.to.values() if isinstance(do.to, dict) else [do.to] if do.to is not None else []
    for place in places:
        where = base_of(player) if place == "base" else location_named(run, place)
        if where not in run.table.locations():
            found.append(
                problem("no_such_location", thing=place, meant=nearest_location(run, place))
            )
    targets = do.targets
    slots = list(targets.values()) if isinstance(targets, dict) else [targets or []]
    items = {item.id for item in run.table.items()}
    for refs in slots:
        for ref in refs if isinstance(refs, list) else [refs]:
            known = run.table.named(ref) is not None or ref in items
            if not known and ref not in run.table.battlefields and not _is_name(run, ref):
                found.append(problem("target_not_there", target=ref, objects=[ref]))
    return found


def _is_name(run: Run, text: str) -> bool:
    """Whether a text is the name of something that lies on the board."""
    try:
        name = run.catalogue.resolve(text)
    except LookupError:
        return False
    cards = {thing.card for thing in run.table.objects.values()} | set(place_names(run).values())
    cards |= {thing.name for thing in run.table.objects.values()}
    return name in cards
