"""What playing a card decides: steps 2 to 5 of its process, not touching the board (355-358)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from judge.abilities.forbidding import is_forbidding, why_forbidden
from judge.abilities.permitting import is_permitting, permitted_places
from judge.actions.destinations import (
    crowded,
    entry_locations,
    location_named,
    place_names,
    why_not_enter,
)
from judge.board.state import ChainItem, Choices
from judge.board.table import base_of
from judge.effects.conditions import holds
from judge.effects.context import Context
from judge.effects.notation import AdditionalCost, AnyInstruction, CardDefinition
from judge.effects.supporting_costs import asks_objects, ignores_deflect
from judge.effects.texts import all_instructions, modes_of, names_in, splits
from judge.procedure.ambushing import (
    ambush_by_texts,
    ambush_lost,
    ambush_places,
    only_companion,
    only_in_ambush,
)
from judge.procedure.askedslots import asked_slots, unasked
from judge.procedure.choices import (
    choose_destinations,
    choose_targets,
    kept_for_choices,
    what_moves,
)
from judge.procedure.costs import deflect_price, find_payment
from judge.procedure.finding import (
    PERMITTED,
    CardAt,
    add_forbidden_places,
    attempted_play,
    attempts_of_play,
    keywords_at,
    never_played,
    permitting_effect,
)
from judge.procedure.flowing import alternatives, choose_flow, flow_cost, open_alternatives
from judge.procedure.imposed import imposed_costs
from judge.procedure.modesleft import modes_left_of_item
from judge.procedure.payment import Price
from judge.procedure.payments import use_of
from judge.procedure.permissive import opened_places, timely
from judge.procedure.planning import Choice, Decider, Incomplete, Live
from judge.procedure.playprice import Permission, PlannedPlay, too_dear, too_dear_with, total_of
from judge.procedure.repeating import is_repeat, prefix_of, repeats_of, times_repeated
from judge.procedure.spending import Spending, choose_spending, parts_of, sure_to_be_spent
from judge.procedure.timing import is_invited, play_timing, priority
from judge.procedure.totals import (
    choosing,
)
from judge.ruling.problems import problem
from judge.ruling.ruling import Problem
from judge.ruling.run import Run


def plan_play(
    run: Run, player: str, card: CardAt, decide: Decider, permission: Permission | None = None
) -> PlannedPlay:
    """Steps 2 to 5 for a card. Raises `Incomplete` with every reason why it cannot be played.

    `permission`: that of the effect that lets it be played, whose timing is its own.
    """
    definition = run.catalogue[card.face]
    hidden = card.zone == "facedown"
    # 358.4: when it may be played is for the effect to say that lets it be played
    if permission is None and run.stands("358.4"):
        found = play_problems(run, player, card, definition)
    else:
        # 419.3.b: what texts forbid holds for a play by an effect as well
        bound = permission is not None and run.stands("419.3.b")
        found = why_forbidden(run, attempts_of_play(player, card, {})) if bound else []
    dear = too_dear(run, player, card, definition, permission)
    if isinstance(decide, Live):
        decide.hopeless = bool(found) or bool(dear)
    elif found or dear:
        # no choice makes it cheaper or timely; a search need not try them all to learn that
        raise Incomplete([*found, *dear])
    planned = PlannedPlay(card, definition, Price(), permission=permission)
    there = card.battlefield if hidden else None
    context = Context(player, item=card.id, hidden_at=there, origin=card.zone)
    costs = _choose_additional(run, player, decide, planned, context)
    if not isinstance(decide, Live) and (
        dear := too_dear_with(run, player, planned, costs, context)
    ):
        raise Incomplete([*found, *dear])
    if not run.stands("820.1.d.2"):  # what is done as it is played is not done once more
        other = [cost for cost in costs if not is_repeat(cost.label)]
        costs += other * times_repeated(run, planned.additional)
    paid = frozenset(name for name, pays in planned.additional.items() if pays)
    context = replace(context, paid_costs=paid)
    if run.stands("356.2.a.1"):
        imposed = imposed_costs(run, player, card, definition, context)
        costs = [*(cost for cost in imposed if cost.mandatory), *costs]
    if not run.stands("204.2.a", "356.2"):
        costs = []
    if definition.is_permanent:
        _choose_location(run, player, decide, planned, found)
    # what "the killed unit" is has to be known first
    early = "paid" in names_in(list(definition.chooses.values()))
    if early:
        planned.spending = _spend(run, player, decide, planned, costs, context, found)
        context = context.knowing("paid", planned.spending.refs)
    if definition.is_spell:
        parts = [part for cost in costs for part in parts_of(run, context, cost.cost)]
        spent = sure_to_be_spent(run, player, parts, context) | planned.spending.removed
        missing: list[Problem] = []
        first = _choose_execution(run, decide, definition, context, missing, spent)
        planned.modes, planned.targets = first.modes, first.targets
        planned.destinations = first.destinations
        for number in range(1, times_repeated(run, planned.additional) + 1):
            # 820.2, 820.2.a: choices of its own, which need not be those of the first
            again = first
            if run.stands("820.2", "820.2.a"):
                had = [mode for each in (first, *planned.again) for mode in each.modes]
                again = _choose_execution(
                    run, decide, definition, context, missing, spent, prefix_of(number), had
                )
            planned.again.append(again)
        if run.stands("358.1"):
            found += missing
    for slot, refs in planned.targets.items():
        context = context.knowing(slot, refs)
    if not early:
        planned.spending = _spend(run, player, decide, planned, costs, context, found)
    if planned.ambush and planned.location is not None:
        found += ambush_lost(run, player, definition, planned.location, planned.spending.removed)
    context = context.knowing("paid", planned.spending.refs)
    ignoring = any(map(ignores_deflect, definition.abilities))
    planned.deflect = deflect_price(run, player, planned.chosen, ignoring=ignoring)
    planned.total = total_of(run, player, planned, costs, choosing(context, planned.chosen))
    _find_payment(run, player, decide, planned, found)
    if found:
        raise Incomplete(found)
    return planned


def _spend(
    run: Run,
    player: str,
    decide: Decider,
    planned: PlannedPlay,
    costs: list[AdditionalCost],
    context: Context,
    found: list[Problem],
) -> Spending:
    """What is spent for additional costs (357.2)."""
    permission = planned.permission
    if permission is not None and permission.ignoring == "all" and "356.5.a" not in run.disabled:
        return planned.spending
    parts = [part for cost in costs for part in parts_of(run, context, cost.cost)]
    thing = planned.definition.name
    return choose_spending(run, decide, player, thing, parts, context, planned.chosen, found)


def _choose_execution(
    run: Run,
    decide: Decider,
    definition: CardDefinition,
    context: Context,
    missing: list[Problem],
    spent: frozenset[str],
    prefix: str = "",
    had: Sequence[str] = (),
) -> Choices:
    """The modes, targets and destinations of one execution of a spell (355.3-355.14, 820.2)."""
    thing = definition.name
    choosing = modes_left_of_item(decide, definition.does, had, missing)
    modes = choose_modes(run, choosing, thing, definition.does, prefix)
    does = all_instructions(definition.does, modes)
    slots = asked_slots(run, context, definition.chooses, definition.does, modes)
    targets = unasked(definition.chooses, slots, does) | choose_targets(
        run,
        decide,
        thing,
        slots,
        context,
        missing,
        spent=spent,
        splits=splits(does),
        item=ChainItem(id="", kind="spell", controller=context.controller, card=thing),
        prefix=prefix,
    )
    moving = what_moves(context, does, targets)
    destinations = choose_destinations(
        run, decide, thing, does, moving, missing, context, prefix=prefix
    )
    return Choices(targets=targets, modes=modes, destinations=destinations)


def play_problems(run: Run, player: str, card: CardAt, definition: CardDefinition) -> list[Problem]:
    """Reasons that no choice can mend: timing, type, the turn it was hidden in."""
    hidden = card.zone == "facedown"
    if definition.token:
        return [problem("token_is_no_card", thing=definition.name, objects=[card.id])]
    if not (definition.is_permanent or definition.is_spell):
        return [
            *priority(run, player),
            problem(
                "not_playable_type",
                thing=definition.name,
                type=definition.types[0].lower(),
                objects=[card.id],
                rules=never_played(definition),
            ),
        ]
    keywords = keywords_at(run, player, card)
    permitted = timely(run, player, definition, keywords, card=card)
    found = play_timing(
        run, player, definition.name, action=permitted.action, reaction=permitted.reaction
    )
    if is_invited(run, player) and not definition.is_spell:
        found.append(problem("invited_to_spells", thing=definition.name, objects=[card.id]))
    by_keyword = hidden and card.shown and card.cause == "hidden"
    # 811.5.a: being facedown is not having the keyword
    if by_keyword and "Hidden" not in keywords and run.stands("811.5.a"):
        found.append(problem("not_hidden_card", thing=definition.name, objects=[card.id]))
    if hidden and card.since is not None and card.since >= run.board.turn.number:
        found.append(problem("hidden_this_turn", thing=definition.name, objects=[card.id]))
    return [*found, *why_forbidden(run, attempts_of_play(player, card, keywords))]


# --- choices --------------------------------------------------------------------------------------


def _choose_additional(
    run: Run, player: str, decide: Decider, planned: PlannedPlay, context: Context
) -> list[AdditionalCost]:
    """Which additional costs are to be paid: the mandatory ones, and those that its player decides
    to pay (355.1.a, 356.2).
    """
    definition = planned.definition
    thing = definition.name

    def asked(name: str, words: str, *rules: str) -> bool:
        if not run.stands("355.1", "355.1.a"):
            return False
        answer = decide(
            Choice(
                name=f"additional.{name}",
                form="yes_no",
                prompt=f"Does {player} pay {words} for {thing}?",
                rules=["355.1.a", *rules],
                options=[False, True],
                explain=lambda value: [],  # an action says yes or no
                optional=True,
            )
        )
        planned.additional[name] = bool(answer)
        return bool(answer)

    if _has_accelerate(run, player, planned.card, definition):
        asked("accelerate", "the additional cost of Accelerate", "805.1.a")
    if permitting_effect(run, player, planned.card):
        asked(PERMITTED, "less, as another text permits,", "390.4")
    chosen = []
    for cost in definition.additional_costs:
        if cost.provided is not None and not holds(run, context, cost.provided):
            continue
        if cost.mandatory:
            if run.stands("356.2.a.1"):
                planned.additional[cost.label] = True
                chosen.append(cost)
        elif asked(cost.label, "its additional cost", "356.2.b") or not run.stands("356.2.b.1"):
            chosen.append(cost)
    for cost in imposed_costs(run, player, planned.card, definition, context):
        if cost.mandatory or not run.stands("356.2.b.1"):
            continue
        if asked(cost.label, "an additional cost that another text allows", "356.2.b"):
            chosen.append(cost)
    for cost in repeats_of(run, player, planned.card, definition):
        if asked(cost.label, "the cost of Repeat", "820.1.c.1"):
            chosen.append(cost)
    others = open_alternatives(run, context, definition, planned.card.zone)
    if others and planned.permission is None:
        if planned.card.zone == "trash":
            if not run.stands(flow_cost(definition)):
                return chosen
            planned.additional["alternative"] = True  # there is no other cost for it from there
            other = planned.alternative = choose_flow(run, player, decide, thing, others)
            assert other.alternative is not None  # 829.1.c.2: it may be more than resources
            rest = msgspec.structs.replace(other.alternative, energy=0, power=[])
            if asks_objects(rest) and run.stands("829.1.c.2"):
                chosen.append(AdditionalCost(cost=rest, label="flow", mandatory=True))
            return chosen
        planned.alternative = others[0]
        asked("alternative", "the other cost in place of its base cost", "356.1.a")
    return chosen


def _has_accelerate(run: Run, player: str, card: CardAt, definition: CardDefinition) -> bool:
    """Whether its player may pay the additional cost of Accelerate for a unit (805.1.a)."""
    # 805.1: it is an ability of units, and gear that has the keyword has nothing of it
    may_have = definition.is_unit or (definition.is_permanent and not run.stands("805.1"))
    return may_have and "Accelerate" in keywords_at(run, player, card) and run.stands("805.1.a")


def optional_costs(run: Run, player: str, card: CardAt, definition: CardDefinition) -> list[str]:
    """The names by which an action says that it pays an optional cost of the card."""
    names = [cost.label for cost in definition.additional_costs if not cost.mandatory]
    if _has_accelerate(run, player, card, definition):
        names.append("accelerate")
    names += [PERMITTED] if permitting_effect(run, player, card) else []
    names += ["alternative"] if alternatives(definition) else []
    names += [cost.label for cost in repeats_of(run, player, card, definition)]
    context = Context(player, item=card.id, origin=card.zone)
    allowed = imposed_costs(run, player, card, definition, context)
    names += [cost.label for cost in allowed if not cost.mandatory]
    return names


def _choose_location(
    run: Run, player: str, decide: Decider, planned: PlannedPlay, found: list[Problem]
) -> None:
    """Where a unit enters (355.2); gear has one place (359.2.d, 811.1.d.1.a)."""
    card, definition, permission = planned.card, planned.definition, planned.permission
    thing = definition.name
    hidden = card.zone == "facedown"
    several = len(definition.types) > 1 and not run.stands("178.1.a.1")
    # 152.2: without special means gear that is no unit comes to no battlefield
    one_place = not definition.is_unit and (hidden or run.stands("148.1.a.1", "152.2"))
    if one_place or several:
        planned.location = base_of(player)
        if hidden and run.stands("811.1.d.1", "811.1.d.1.a"):
            planned.location = decide(
                Choice(
                    name="to",
                    form="choose_one",
                    prompt=f"Where does {thing} enter?",
                    rules=["811.1.d.1.a"],
                    options=[card.battlefield],
                    explain=lambda to: [
                        problem("place_elsewhere_hidden", thing=thing, place=card.battlefield)
                    ],
                )
            )
        add_forbidden_places(run, player, card, [planned.location], found)
        return
    places = entry_locations(run, player)
    if not run.stands("355.2", "355.2.a"):
        places = [base_of(player)]
    further: list[str] = []
    if is_permitting(run, card.face):
        further = permitted_places(run, attempted_play(player, card))
    keywords = keywords_at(run, player, card)
    ambush = ambush_places(run, player, definition, keywords, card)
    further = [*further, *opened_places(run, keywords)]
    if permission is not None and permission.further and run.in_force("355.2.b"):
        further += [place for place in permission.further if not crowded(run, player, place)]
    usual = {*places, *further}
    if run.stands("822.1.c"):
        further = [*further, *ambush]
    places += [place for place in dict.fromkeys(further) if place not in places]
    untimely: list[Problem] = []
    if ambush and not hidden and permission is None:
        untimely = only_in_ambush(run, player, definition, keywords)
    if untimely:
        places = [place for place in places if place in ambush]
    bound = hidden and run.stands("811.1.d.1")
    if bound:
        places = [place for place in places if place == card.battlefield]
        if not places:
            found.extend(why_not_enter(run, player, thing, str(card.battlefield)))
    elif permission is not None and permission.places is not None and run.stands("355.2.b"):
        places = [place for place in permission.places if not crowded(run, player, place)]
        if not places:
            for place in permission.places:
                found.extend(crowded(run, player, place, played=True))
    if is_forbidding(run, "play", card.face):
        tried = [attempted_play(player, card, place) for place in places]
        allowed = [each.to for each in tried if not why_forbidden(run, [each])]
        if not allowed:
            add_forbidden_places(run, player, card, places, found)
        places = [place for place in places if place in allowed]

    def explain(to: Any) -> list[Problem]:
        if bound and to in run.table.locations():
            return [problem("place_elsewhere_hidden", thing=thing, place=card.battlefield)]
        there = location_named(run, str(to))
        return [
            *why_forbidden(run, attempts_of_play(player, card, {}, there)),
            *([] if there in further else why_not_enter(run, player, thing, there)),
            *([] if there in ambush else untimely),
        ]

    place = decide(
        Choice(
            name="to",
            form="choose_one",
            prompt=f"Where does {thing} enter?",
            rules=["811.1.d.1"] if hidden else ["355.2", "355.2.a"],
            options=places,
            texts=place_names(run),
            explain=explain,
        )
    )
    planned.location = place if place is None else str(place)
    # what a text adds to Ambush does not ask for the player's own units there
    companions = set(ambush) - set(ambush_by_texts(run, player, card))
    planned.ambush = planned.location in companions and (
        bool(untimely) or planned.location not in usual or not run.stands("822.3.a")
    )


def choose_modes(
    run: Run, decide: Decider, thing: str, does: list[AnyInstruction], prefix: str = ""
) -> list[str]:
    """Choose among the modes of a text (355.3); `prefix`: of an execution beside the first."""
    modes = modes_of(does)
    if modes is None or not run.stands("355.3"):
        return []
    names = [mode.name for mode in modes.of]

    def explain(value: Any) -> list[Problem]:
        return [problem("no_such_mode", thing=thing, name=value, modes=", ".join(names))]

    many = (modes.min, modes.max) != (1, 1)
    value = decide(
        Choice(
            name=f"{prefix}modes",
            form="choose_some" if many else "choose_one",
            prompt=f"Which mode of {thing} is chosen?",
            rules=["355.3"],
            options=names,
            explain=explain,
            min=modes.min,
            max=min(modes.max, len(names)),
            thing=thing,
            slot="modes",
        )
    )
    if value is None:
        return []
    return list(value) if isinstance(value, list) else [str(value)]


# --- costs ----------------------------------------------------------------------------------------


def _find_payment(
    run: Run, player: str, decide: Decider, planned: PlannedPlay, found: list[Problem]
) -> None:
    """The first of the prices that come out which can be paid; else why the least cannot."""
    assert planned.total is not None
    keep = kept_for_choices(decide, planned.chosen) | planned.spending.removed
    if planned.ambush:
        keep |= only_companion(run, player, str(planned.location))
    first: list[Problem] = []
    for number, price in enumerate(planned.total.prices):
        short: list[Problem] = []
        payment = find_payment(
            run,
            player,
            planned.definition.name,
            price,
            short,
            busy=planned.spending.exhausted,
            keep=keep,
            deflect=planned.deflect,
            use=use_of(planned.definition),
        )
        if not short:
            planned.price, planned.payment = price, payment
            return
        if number == 0:
            planned.price, first = price, short
    if run.stands("358.2"):
        found.extend(first)


#: a plan of a play, as a decider is handed it
PlayPlanner = Callable[[Decider], PlannedPlay]
