"""The choices of a finalized item, made once more (750-755).

They are those of step 2 of playing (355, 752), planned by the same functions; what the item has
chosen already is one of the options of each, so that any part of it can be kept (753).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from judge.board import events as ev
from judge.board.state import ChainItem, Choices
from judge.effects import notation as n
from judge.effects.amounts import countable
from judge.effects.context import Context
from judge.effects.execution import Execution, meant
from judge.effects.keywordtexts import ability_at
from judge.effects.meaning import bounds, candidates, evaluate, why_not
from judge.effects.opponents import with_opponent
from judge.effects.performing.registry import performs
from judge.effects.performing.responsible import performer_of
from judge.effects.texts import (
    all_instructions,
    all_slots,
    modes_of,
    names_in,
    splits,
)
from judge.effects.unmodelled import refuse_clause, unmodelled
from judge.effects.unread import check_choices, executions, refused
from judge.procedure.askedslots import asked_slots
from judge.procedure.choices import (
    bonus_of_split,
    choose_destinations,
    choose_targets,
    has_destination,
    in_order,
    moving_slots,
)
from judge.procedure.costs import deflect_price, find_payment, pay_for
from judge.procedure.finalizing import context_of, triggered_ability
from judge.procedure.modesleft import modes_left, modes_left_of_item
from judge.procedure.payment import Price
from judge.procedure.planning import Budget, Choice, Decider, Incomplete, Live, completable
from judge.procedure.planplay import choose_modes
from judge.procedure.playing import chosen_enemies
from judge.ruling.problems import problem
from judge.ruling.questions import Question
from judge.ruling.ruling import Problem
from judge.ruling.run import IllegalAnswer, Run


@dataclass(slots=True)
class Item:
    """An item as new choices see it: its text, and what it was choosing until now."""

    item: ChainItem
    name: str
    chooses: dict[str, n.Selector]
    does: list[n.AnyInstruction]
    context: Context
    old: list[Choices]
    targets: frozenset[str] = field(default_factory=frozenset)
    modes: frozenset[str] = field(default_factory=frozenset)
    places: frozenset[str] = field(default_factory=frozenset)


@performs(n.ChooseAnew)
def _choose_anew(execution: Execution, instruction: n.ChooseAnew) -> bool:
    run = execution.run
    player = performer_of(execution, instruction)
    items = {item.id: item for item in run.table.items()}
    made = []
    for ref in meant(execution, instruction.what):
        if ref in items and player is not None:
            choices = _decide(run, player, _seen(run, items[ref]), may=instruction.may)
            if choices is not None:
                _make(run, player, items[ref], choices)
                made.append(ref)
    execution.name_result(instruction.label, made, len(made))
    return bool(made)


def _seen(run: Run, item: ChainItem) -> Item:
    """The item with its text and its choices.

    Raises `Refused` where the text is not modelled, or the board does not say what it chose.
    """
    name = item.card or item.of or item.id
    chooses, does = _text(run, item)
    chooses = with_opponent(run, item.controller, chooses, does)
    old = executions(run, item, name)
    path = f"chain.{item.id}.targets"
    if chooses:
        words = f"{name} is taken to have chosen nothing, as the board says nothing."
        run.assume_default(path, {}, words)
    for number, chosen in enumerate(old):
        check_choices(
            item,
            number,
            name,
            all_slots(chooses, does, chosen.modes),
            moves=has_destination(all_instructions(does, chosen.modes)),
            may=True,
            modes=modes_of(does),
        )
        for slot in moving_slots(all_instructions(does, chosen.modes)):
            for ref in chosen.targets.get(slot, []):
                if chosen.destinations.get(ref, chosen.to) is None:
                    raise refused(
                        "missing_fact",
                        f"The board does not say where {name} was to move {ref}.",
                        f"chain.items.{item.id}.destinations.{ref}",
                        "355.4",
                    )
    return Item(
        item,
        name,
        chooses,
        does,
        context_of(run, item),
        old,
        targets=frozenset(ref for each in old for refs in each.targets.values() for ref in refs),
        modes=frozenset(mode for each in old for mode in each.modes),
        places=frozenset(
            place for each in old for place in (each.to, *each.destinations.values()) if place
        ),
    )


def _text(run: Run, item: ChainItem) -> tuple[dict[str, n.Selector], list[n.AnyInstruction]]:
    """The slots and the instructions of an item's text."""
    if item.card is not None:
        definition = run.catalogue[item.card]
        if definition.text == "unmodelled":
            refuse_clause(definition)
        return definition.chooses, definition.does
    if item.kind == "activated":
        bearer = run.catalogue[item.of or ""]
        ability = ability_at(bearer, (item.ability or "").rpartition("/")[2], run.disabled)
        if not isinstance(ability, n.Activated):
            raise unmodelled(bearer)
        return ability.chooses, ability.does
    triggered = triggered_ability(run, item)
    return triggered.chooses, triggered.does


def _decide(run: Run, player: str, seen: Item, *, may: bool) -> list[Choices] | None:
    """The choices of each execution as they are now; None where none were made anew."""
    if not run.in_force("355.15", "751", "752"):
        return None

    def planner(decide: Decider) -> list[Choices]:
        return _plan(run, decide, seen)

    if not completable(planner, [], {}, Budget()):
        run.note(f"Nothing that {seen.name} chooses could be chosen anew.", "753.1")
        # 753.2: then nobody may choose to do so
        if not may or run.in_force("753.2"):
            return None
    if may:
        if not run.ask(_whether(player, seen)):
            return None
    elif run.rely_on("OP-138") == "b" and not run.ask(_whether(player, seen)):
        return None
    try:
        return planner(Live(run, planner, {}, player))
    except Incomplete as incomplete:
        raise IllegalAnswer(incomplete.problems) from None


def _whether(player: str, seen: Item) -> Question:
    """Whether new choices are made at all (753.2)."""
    return Question(
        form="yes_no",
        to=player,
        prompt=f"Does {player} make new choices for {seen.name}?",
        slot="anew",
        rules=["751", "753.2"],
    )


def _plan(run: Run, decide: Decider, seen: Item) -> list[Choices]:
    """All choices of the item, kept or made anew. Raises `Incomplete` where they are not legal, or
    nothing is chosen that the item was not choosing before (751.1).
    """
    found: list[Problem] = []
    # 752.2: how often it is executed was decided as optional costs were, and stays
    executions_kept = seen.old if run.stands("752.2") else seen.old[:1]
    new: list[Choices] = []
    for number, old in enumerate(executions_kept):
        others = _modes([*new, *executions_kept[number + 1 :]])
        new.append(_plan_execution(run, decide, seen, number, old, others, found))
    wrong = found if run.stands("753.1") else []
    fresh = bool(
        _targets(new) - seen.targets or _modes(new) - seen.modes or _places(new) - seen.places
    )
    if run.readings.get("OP-135") == "b":
        fresh = fresh or new != seen.old  # each choice by itself
    if run.stands("751.1") and not fresh:
        wrong.append(problem("not_chosen_anew", thing=seen.name, objects=[seen.item.id]))
    if wrong:
        raise Incomplete(wrong)
    return new


def _targets(choices: list[Choices]) -> set[str]:
    return {ref for each in choices for refs in each.targets.values() for ref in refs}


def _modes(choices: list[Choices]) -> set[str]:
    return {mode for each in choices for mode in each.modes}


def _places(choices: list[Choices]) -> set[str]:
    places = (place for each in choices for place in (each.to, *each.destinations.values()))
    return {place for place in places if place}


def _plan_execution(
    run: Run,
    decide: Decider,
    seen: Item,
    number: int,
    old: Choices,
    others: set[str],
    found: list[Problem],
) -> Choices:
    """The choices of one execution of an item's instructions; `others`: the modes of the others."""
    if not run.stands("752.1"):
        return old
    ask = _Numbered(decide, number)
    own: list[Problem] = []
    item = seen.item
    choosing = _group(run, ask, old.modes, seen.modes, most=None)
    choosing = modes_left(run, choosing, seen.does, item.ability, item.controller, own)
    choosing = modes_left_of_item(choosing, seen.does, others, own)
    modes = choose_modes(run, choosing, seen.name, seen.does)
    if modes != old.modes:
        found += own
    kept_modes = [mode for mode in modes if mode in old.modes]
    kept_slots = all_slots(seen.chooses, seen.does, kept_modes)
    slots = asked_slots(run, seen.context, seen.chooses, seen.does, modes)
    does = all_instructions(seen.does, modes)
    targets: dict[str, list[str]] = {}
    changed: set[str] = set()
    context = seen.context
    for slot, selector in in_order(slots, splits(does)):
        kept = old.targets.get(slot, []) if slot in kept_slots else None
        chosen = _slot(run, ask, seen, slot, selector, context, kept, does, found)
        if chosen != kept:
            changed.add(slot)
        elif changed & {name for own in names_in(selector) for name in own.split(" of ")}:
            for ref in kept:
                found += why_not(run, selector, context, ref)
        targets[slot] = chosen
        context = context.knowing(slot, chosen)
    to, destinations = _destinations(run, ask, seen, old, does, targets, changed, found)
    return Choices(targets=targets, modes=modes, to=to, destinations=destinations, may=old.may)


def _slot(
    run: Run,
    decide: Decider,
    seen: Item,
    slot: str,
    selector: n.Selector,
    context: Context,
    kept: list[str] | None,
    does: list[n.AnyInstruction],
    found: list[Problem],
) -> list[str]:
    """What a slot targets: what it did, or something that is a legal choice now."""
    damage = splits(does).get(slot)
    _, most = bounds(run, context, selector)
    if damage is not None:
        amount = evaluate(run, context, damage)
        amount = None if amount is None else countable(run, amount)
        if amount:
            amount += bonus_of_split(run, seen.item, candidates(run, selector, context))
        most = amount if most is None or amount is None else min(most, amount)
    own: list[Problem] = []
    chosen = choose_targets(
        run,
        _group(run, decide, kept, seen.targets, most=most),
        seen.name,
        {slot: selector},
        context,
        own,
        splits={} if damage is None else {slot: damage},
        item=seen.item,
    ).get(slot, [])
    if kept is None or chosen != kept:
        found += own
    return chosen


def _destinations(
    run: Run,
    decide: _Numbered,
    seen: Item,
    old: Choices,
    does: list[n.AnyInstruction],
    targets: dict[str, list[str]],
    changed: set[str],
    found: list[Problem],
) -> tuple[str | None, dict[str, str]]:
    """Where what is moved goes. A destination can be kept for another target that could be moved
    there (355.4.a).
    """
    moving = moving_slots(does)
    before = {
        slot: next((old.destinations.get(ref, old.to) for ref in old.targets.get(slot, [])), None)
        for slot in moving
    }

    def ask(choice: Choice) -> Any:
        slot = choice.name.partition(".")[2] or moving[0]
        if decide.number:
            choice.name = f"to.{slot}"
        place = before[slot]
        stays = [place] if place is not None else []
        if slot in changed:
            stays = [place for place in stays if place in choice.options]
        return _single(run, decide, choice, stays, seen.places)

    own: list[Problem] = []
    chosen = choose_destinations(run, ask, seen.name, does, targets, own, seen.context)
    moved = any(chosen[ref] != old.destinations.get(ref, old.to) for ref in chosen)
    if moved or changed & set(moving):
        found += own
        for slot in moving:
            for ref in targets.get(slot, []) if slot not in changed else []:
                place = old.destinations.get(ref, old.to)
                if place is not None:
                    chosen.setdefault(ref, place)
        return None, chosen
    return old.to, old.destinations


# --- what is kept beside what is new --------------------------------------------------------------


@dataclass(slots=True)
class _Numbered:
    """Tells the executions of an item apart, from the second on: `targets.repeat.goal`,
    `repeat.modes`.
    """

    decide: Decider
    number: int

    def __call__(self, choice: Choice) -> Any:
        if self.number:
            prefix = "repeat." if self.number == 1 else f"repeat_{self.number}."
            kind, dot, slot = choice.name.partition(".")
            choice.name = f"{kind}.{prefix}{slot}" if dot else f"{prefix}{kind}"
            choice.prompt = f"{choice.prompt} (execution {self.number + 1})"
        return self.decide(choice)


def _group(
    run: Run,
    decide: Decider,
    kept: list[str] | None,
    taken: frozenset[str],
    *,
    most: int | None,
) -> Decider:
    """A decider that offers what a choice was beside what can be chosen anew. `kept` is None where
    there was no such choice.
    """

    def ask(choice: Choice) -> Any:
        stays = kept or []
        if choice.form != "choose_some":
            return _single(run, decide, choice, stays, taken)
        fresh = _fresh(run, decide, choice.options, stays, taken)
        if not run.stands("753"):
            stays = []
        if not fresh and kept is not None:
            return stays
        least, bound = choice.min, choice.such_that
        limit = len(fresh) + len(stays) if most is None else most
        choice.options = [*stays, *fresh]

        def such_that(refs: list[Any]) -> list[Problem]:
            if kept is not None and sorted(refs) == sorted(stays):
                return []
            if kept is not None and not set(refs) & set(fresh):
                return [problem("not_chosen_anew", thing=choice.thing, objects=list(refs))]
            if not least <= len(refs) <= limit:
                wanted = str(least) if least == limit else f"{least} to {limit}"
                return [
                    problem(
                        choice.wrong_number,
                        thing=choice.thing,
                        slot=choice.slot,
                        wanted=wanted,
                        given=len(refs),
                        rules=choice.rules_of_number(len(refs), least, limit),
                    )
                ]
            return bound(refs) if bound is not None else []

        choice.such_that = such_that
        if kept:
            choice.bonds = [*choice.bonds, "one of them is new, or all stay as they are"]
        choice.min = least if kept is None else min(least, len(stays))
        choice.max = max(min(limit, len(choice.options)), len(stays))
        choice.tries = [
            group
            for group in _tries(stays, fresh, least, limit, kept is not None)
            if not such_that(group)
        ]
        value = decide(choice)
        return stays if value is not None and sorted(value) == sorted(stays) else value

    return ask


def _single(
    run: Run, decide: Decider, choice: Choice, stays: list[str], taken: frozenset[str]
) -> Any:
    """One thing: what it was, or another."""
    fresh = _fresh(run, decide, choice.options, stays, taken)
    if not run.stands("753"):
        stays = []
    choice.options = [*stays, *fresh]
    if stays and not fresh:
        return stays[0]
    return decide(choice) if choice.options else None


def _fresh(
    run: Run, decide: Decider, options: list[Any], stays: list[str], taken: frozenset[str]
) -> list[Any]:
    """What of the options the item has not been choosing, in whatever place (751.1)."""
    if not run.stands("751.1"):
        return list(options)
    elsewhere = [option for option in options if option in taken and option not in stays]
    # a search goes ways that nobody takes
    if elsewhere and isinstance(decide, _Numbered) and isinstance(decide.decide, Live):
        run.rely_on("OP-135")
    if run.readings.get("OP-135") == "b":
        return [option for option in options if option not in stays]
    return [option for option in options if option not in taken]


def _tries(stays: list[Any], fresh: list[Any], least: int, most: int, had: bool) -> list[list[Any]]:
    """The groups that a search tries: all as it was, and the smallest and the largest ones around
    each new option, alone and with each that was chosen before.
    """
    found: list[list[Any]] = [stays] if had else []
    if not had and not least:
        found.append([])
    for option in fresh:
        others = [other for other in fresh if other != option]
        found.append([option, *[*stays, *others][: max(least, 1) - 1]])
        found.append([option, *others[: max(least, 1) - 1]])
        for old in stays if most > 1 else []:
            rest = [other for other in [*stays, *others] if other != old]
            found.append([old, option, *rest[: max(least, 2) - 2]])
    return found


# --- making them ----------------------------------------------------------------------------------


def _make(run: Run, player: str, item: ChainItem, choices: list[Choices]) -> None:
    """The item chooses so from now on, without further costs (755); what waits for its new targets
    to be chosen triggers (754).
    """
    name = item.card or item.of or item.id
    before = _targets(item.chose)
    chosen = sorted(_targets(choices) - before)
    price = deflect_price(run, item.controller, {"chosen anew": chosen})
    if price.power and run.in_force("755", "755.1"):
        run.note(f"What Deflect would add to the cost of {name} is ignored.")
        price = Price()
    if price.power:
        pay_for(run, player, name, price, find_payment(run, player, name, price, []))
    if any(map(_resized, item.chose, choices)):
        run.rests_on("OP-136", "a", "New choices may change how many targets there are.")
    run.in_force("751.1", "752.1", "753")
    run.emit(
        ev.ItemChosenAnew(
            id=item.id,
            choices=choices,
            chosen=chosen,
            chose_enemy=chosen_enemies(run, item, chosen),
        ),
        by=player,
    )


def _resized(old: Choices, new: Choices) -> bool:
    """Whether a slot has another number of targets than it had."""
    return any(
        len(refs) != len(new.targets[slot])
        for slot, refs in old.targets.items()
        if slot in new.targets
    )
