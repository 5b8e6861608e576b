"""Activating abilities: the two of basic runes, and those that cards print (376-381, 398-406)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import cast

import msgspec

from judge.abilities.active import LEGION, LEVEL, why_inactive
from judge.abilities.attributing import keyword_of
from judge.abilities.counting import performed, say_used_up
from judge.abilities.forbidding import why_forbidden
from judge.abilities.triggers import used
from judge.actions.destinations import location_named
from judge.actions.door import Attempt
from judge.actions.objects import exhaust
from judge.board import events as ev
from judge.board.state import Battlefield, ChainItem, Choices, GameObject, Paid, Source
from judge.board.table import reference
from judge.effects.activetexts import Text
from judge.effects.chainitems import remove_item
from judge.effects.conditions import holds
from judge.effects.context import Context
from judge.effects.describing import PLACE_WORDS
from judge.effects.notation import (
    Activated,
    Add,
    CardDefinition,
    Condition,
    Cost,
    Is,
    PowerSymbol,
)
from judge.effects.opponents import with_opponent
from judge.effects.texts import (
    adds,
    all_instructions,
    all_slots,
    every_slot,
    modes_of,
    names_in,
    splits,
)
from judge.effects.unmodelled import refuse_clause
from judge.effects.unread import refused
from judge.layers.characteristics import of
from judge.layers.granting import granted, lenders
from judge.layers.lost import texts_of
from judge.procedure.abilityprices import depends_on_choice, keyword_spelled, price_of_ability
from judge.procedure.abilitywords import describe_ability
from judge.procedure.askedslots import asked_slots
from judge.procedure.choices import (
    choose_destinations,
    choose_targets,
    has_destination,
    kept_for_choices,
    misplaced_presets,
    moving_slots,
    named_nowhere,
    presets_of,
    untaken_presets,
    what_moves,
)
from judge.procedure.costs import (
    check_written,
    deflect_price,
    find_payment,
    pay_for,
    refuse_restricted,
    say_deflect,
    written_payment,
)
from judge.procedure.finding import find_object
from judge.procedure.modesleft import modes_left
from judge.procedure.payment import PaymentPlan, Price, add_resources
from judge.procedure.payments import use_of_ability
from judge.procedure.planning import Budget, Decider, Incomplete, Live, completable
from judge.procedure.planplay import choose_modes
from judge.procedure.playing import finalize
from judge.procedure.repeating import given_to_own_abilities
from judge.procedure.resolving import resolve
from judge.procedure.spending import (
    Spending,
    choose_spending,
    parts_of,
    pay_spending,
    sure_to_be_spent,
)
from judge.procedure.timing import in_closed_state, may_use, play_timing, priority, standing
from judge.ruling.actions import Do
from judge.ruling.problems import problem
from judge.ruling.questions import Option, Question
from judge.ruling.ruling import Problem
from judge.ruling.run import Refused, Run

#: 164.2: what every basic rune can do, in order
RUNE_ABILITIES: tuple[Activated, ...] = (
    Activated(cost=Cost(exhaust="me"), does=[Add(energy=1)], timing="reaction"),
    Activated(cost=Cost(recycle="me"), does=[Add(power=["own"])], timing="reaction"),
)


@dataclass(slots=True)
class PlannedActivation:
    """What steps 2 to 4 decided for an ability."""

    source: GameObject
    definition: CardDefinition
    ability: Activated
    index: int
    price: Price
    targets: dict[str, list[str]] = field(default_factory=dict)
    destinations: dict[str, str] = field(default_factory=dict)
    modes: list[str] = field(default_factory=list)
    spending: Spending = field(default_factory=Spending)
    payment: PaymentPlan | None = None
    #: the part of the price that Deflect adds
    deflect: Price = field(default_factory=Price)


def activated_abilities(run: Run, thing: GameObject) -> dict[int, Activated]:
    """The activated abilities of an object, by their place among all that its card prints."""
    definition = run.catalogue[thing.name]
    if definition.is_rune and not definition.abilities and run.stands("164.2"):
        return dict(enumerate(RUNE_ABILITIES))
    found = _texts(run, thing)
    return {
        place: text.ability for place, text in found.items() if isinstance(text.ability, Activated)
    }


def _texts(run: Run, thing: GameObject) -> dict[int, Text]:
    """The abilities of an object, printed ones by their place on the card; what is appended to it
    or granted counts on from there.
    """
    found: dict[int, Text] = {}
    following = len(run.catalogue[thing.name].abilities)
    for text in texts_of(run.table, run.catalogue, thing):
        if text.key.isdecimal():
            found[int(text.key)] = text
        elif text.is_appended:
            found[following] = text
            following += 1
    for text in granted(run.table, run.catalogue, thing):
        found[following] = text
        following += 1
    return found


def _origin(run: Run, thing: GameObject, index: int) -> tuple[str, str]:
    """The card that prints an activated ability of an object, and its key there."""
    text = _texts(run, thing).get(index)
    return (thing.name, str(index)) if text is None else (text.card, text.key)


def is_add(ability: Activated) -> bool:
    """429.2: an ability that adds resources resolves as soon as it is finalized."""
    return adds(ability.does)


def plan_activation(
    run: Run, player: str, thing: GameObject, index: int, decide: Decider
) -> PlannedActivation:
    """Steps 2 to 5 for an ability. Raises `Incomplete` with every reason why it cannot be
    activated.
    """
    ability = activated_abilities(run, thing)[index]
    definition = of(run.table, run.catalogue, thing).definition
    name = definition.name
    ref = reference(thing)
    found = activation_problems(run, player, thing, index)
    here = run.table.places[thing.id]
    context = Context(player, source=ref, here=here)
    price = price_of_ability(run, context, definition, ability)
    if not run.in_force("403.1", "403.1.a"):
        price = Price()
    busy = frozenset([thing.id]) if ability.cost.uses_me else frozenset()
    dear: list[Problem] = []
    find_payment(run, player, name, price, dear, busy=busy, use=use_of_ability(definition))
    if depends_on_choice(definition, ability):
        dear = []  # what is chosen may make it cheaper
    if isinstance(decide, Live):
        decide.hopeless = bool(found) or bool(dear)
    elif found or dear:
        # no choice makes it cheaper or timely; a search need not try them all to learn that
        raise Incomplete([*found, *dear])
    planned = PlannedActivation(thing, definition, ability, index, price)
    key = f"{ref}/{_origin(run, thing, index)[1]}"
    choosing = modes_left(run, decide, ability.does, key, player, found)
    planned.modes = choose_modes(run, choosing, name, ability.does)
    does = all_instructions(ability.does, planned.modes)
    card, key = _origin(run, thing, index)
    parts = parts_of(run, context, ability.cost)
    # what "the unit you exhausted" is has to be known first
    early = "paid" in names_in(list(ability.chooses.values()))
    if early:
        planned.spending = choose_spending(run, decide, player, name, parts, context, {}, found)
        context = context.knowing("paid", planned.spending.refs)
    planned.targets = choose_targets(
        run,
        decide,
        name,
        asked_slots(run, context, ability.chooses, ability.does, planned.modes),
        context,
        found,
        spent=sure_to_be_spent(run, player, parts, context),
        splits=splits(does),
        item=ChainItem(
            id="",
            kind="activated",
            controller=player,
            of=card,
            ability=f"{ref}/{key}",
            source=Source(ref=ref),
        ),
    )
    missing = [each for each in found if each.code in ("no_legal_target", "no_mode_left")]
    for each in missing:
        each.rules = [*each.rules, "402.3"]
    if missing and not run.in_force("402.3"):
        found = [each for each in found if each not in missing]
    planned.destinations = choose_destinations(
        run,
        decide,
        name,
        does,
        what_moves(context, does, planned.targets),
        found,
        context,
        legality="405.2",
    )
    if not early:
        planned.spending = choose_spending(
            run, decide, player, name, parts, context, planned.targets, found
        )
    planned.deflect = deflect_price(run, player, planned.targets)
    if depends_on_choice(definition, ability):
        knowing = context.knowing("it", planned.targets.get("unit", []))
        price = price_of_ability(run, knowing, definition, ability)
    planned.price = price.plus(planned.deflect)
    planned.payment = find_payment(
        run,
        player,
        name,
        planned.price,
        found,
        busy=busy | planned.spending.exhausted,
        keep=kept_for_choices(decide, planned.targets) | planned.spending.removed,
        deflect=planned.deflect,
        use=use_of_ability(definition),
    )
    if found:
        raise Incomplete(found)
    return planned


def activation_problems(run: Run, player: str, thing: GameObject, index: int) -> list[Problem]:
    """Reasons that no choice can mend: control, timing, a source that is exhausted or elsewhere."""
    ability = activated_abilities(run, thing)[index]
    name = run.catalogue[thing.name].name
    found: list[Problem] = []
    if not may_use(run, player, thing.controller) and run.stands("191.3.b"):
        found.append(problem("not_controller", player=player, thing=thing.id, objects=[thing.id]))
    reaction = ability.timing == "reaction"
    if reaction and is_add(ability):
        # 381 gives way to the keyword (806.1.c.2, 813.1.c.2): whoever has Priority may use it
        found += priority(run, player)
    elif run.in_force("381"):
        for each in play_timing(
            run,
            player,
            name,
            action=ability.timing == "action",
            reaction=reaction,
            ability=True,
        ):
            each.rules = list(dict.fromkeys([*each.rules, "381"]))
            found.append(each)
    found += _why_not_active(run, player, thing, index)
    if ability.cost.exhausts_me and thing.exhausted and run.stands("414.4"):
        found.append(problem("source_exhausted", thing=thing.id, objects=[thing.id]))
    context = Context(player, source=reference(thing), here=run.table.places[thing.id])
    met = ability.only_if is None or holds(run, context, ability.only_if)
    if ability.only_if is not None and not met and run.in_force("377.2.b", "410.1.b.1"):
        each = problem(
            "condition_not_met",
            thing=thing.id,
            wanted=_wanted(ability.only_if),
            objects=[thing.id],
        )
        if keyword_spelled(run.catalogue[thing.name], ability) == "Empower":
            each.rules.append("827.1.c.1")
        found.append(each)
    attempt = Attempt("play_ability", reference(thing), by=player)
    return [*found, *why_forbidden(run, [attempt])]


def _why_not_active(run: Run, player: str, thing: GameObject, index: int) -> list[Problem]:
    """Whether the ability is text that is inactive now, or was used as often as it may be."""
    found = []
    ability = activated_abilities(run, thing)[index]
    inactive = why_inactive(run, ability, reference(thing), player)
    dependent = ability.legion or ability.level is not None
    if inactive is None and dependent and not run.in_force("727.1.c.3"):
        inactive = LEVEL, "is dependent text, of which none can be activated"
    if inactive is not None and run.in_force(inactive[0], "727.1.b"):
        if inactive[0] == LEGION:
            run.assume_untold("players", player, "finalized")
        each = problem("ability_inactive", thing=thing.id, why=inactive[1], objects=[thing.id])
        each.rules = [*each.rules, inactive[0]]
        found.append(each)
    key = f"{reference(thing)}/{_origin(run, thing, index)[1]}"
    times = performed(run, key) if ability.times_each_turn else 0
    most = ability.times_each_turn
    if most is not None and times >= most and run.in_force("377.2.b"):
        say_used_up(run, key)
        found.append(problem("ability_used_up", thing=thing.id, times=times, objects=[thing.id]))
    return found


def _off_board(run: Run, player: str, text: str) -> list[Problem]:
    """Whether what is to be used is a card that everybody or its player sees, off the board."""
    for name, held in run.board.players.items():
        own = [*held.hand, *([held.champion] if held.champion is not None else [])]
        for card in [*held.trash, *held.banished, *(own if name == player else [])]:
            if card.id == text and run.in_force("380"):
                return [problem("source_off_board", thing=text, objects=[text])]
    return []


def _wanted(condition: Condition) -> str:
    """What a condition asks of its source, in words."""
    if isinstance(condition, Is) and condition.what == "me" and condition.a.where != "anywhere":
        return PLACE_WORDS[condition.a.where]
    return "as its text asks"


def activate(run: Run, player: str, do: Do) -> list[Problem]:
    """Activate an ability as the action says; the problems when that is illegal."""
    assert do.activate is not None
    found = standing(run, player)
    if found:
        return found
    battlefield = run.table.battlefields.get(location_named(run, do.activate))
    if battlefield is not None:
        return _activate_battlefield(run, player, do, battlefield)
    thing = find_object(run, player, do.activate)
    if isinstance(thing, list):
        thing = _off_board(run, player, do.activate) or thing
        return [*thing, *priority(run, player), *named_nowhere(run, do, player)]
    abilities = activated_abilities(run, thing) if run.in_force("377.1") else {}
    never = priority(run, player)
    if not may_use(run, player, thing.controller) and run.stands("191.3.b"):
        never.append(problem("not_controller", player=player, thing=thing.id, objects=[thing.id]))
    definition = of(run.table, run.catalogue, thing).definition
    if not abilities and definition.may_have_activated_ability and not never:
        refuse_clause(definition)
    if do.ability is None and len(abilities) > 1:
        index = _choose_ability(run, player, thing, abilities, ask=not never)
    elif do.ability is None and abilities:
        (index,) = abilities
    else:
        index = do.ability or 0
    if index not in abilities:
        for other in lenders(run.table, run.catalogue, thing):
            if run.catalogue[other.name].may_have_activated_ability:
                refuse_clause(run.catalogue[other.name])
        if _is_not_empowered(run, definition, thing, index):
            words = "is inactive, since its source is not Empowered"
            each = problem("ability_inactive", thing=thing.id, why=words, objects=[thing.id])
            each.rules.append("828.1.b.1")
            never.append(each)
        elif not definition.may_have_activated_ability:
            which = f" {index}" if abilities else ""
            never.append(
                problem("no_such_ability", thing=thing.id, which=which, objects=[thing.id])
            )
            if of(run.table, run.catalogue, thing).has("Accelerate") and run.stands("805.2.a"):
                never.append(problem("accelerate_on_the_board", thing=thing.id, objects=[thing.id]))
        return [*never, *named_nowhere(run, do, player)]

    def planner(decide: Decider) -> PlannedActivation:
        return plan_activation(run, player, thing, index, decide)

    ability = abilities[index]
    modes = modes_of(ability.does)
    every_mode = [] if modes is None else [mode.name for mode in modes.of]
    instructions = all_instructions(ability.does, every_mode)
    slots = with_opponent(run, player, every_slot(ability.chooses, ability.does), instructions)
    named = all_slots(ability.chooses, ability.does, do.modes) if do.modes else slots
    presets = presets_of(do, player, list(named))
    live = Live(run, planner, presets, player)
    context = Context(player, source=reference(thing), here=run.table.places[thing.id])
    live.problems = misplaced_presets(
        presets,
        definition.name,
        slots=slots,
        has_location=has_destination(instructions),
        destinations=moving_slots(instructions),
        modes=modes is not None,
    )
    try:
        planned = planner(live)
    except Incomplete as incomplete:
        found = live.problems + incomplete.problems
        chosen = (do.targets or []) if not isinstance(do.targets, dict) else []
        knowing = context.knowing("it", [str(ref) for ref in chosen])
        price = price_of_ability(run, knowing, definition, ability)
        use = use_of_ability(definition)
        check_written(run, player, definition.name, price, do.pay, found, use)
    else:
        found = [*live.problems, *untaken_presets(live, definition.name)]
        name, use = planned.definition.name, use_of_ability(planned.definition)
        payment = written_payment(run, player, name, planned.price, do.pay, found, use)
        planned.payment = payment or planned.payment
    if found:
        refuse_restricted(run, player, run.catalogue[thing.name].name, found)
        return found
    elsewhere = run.board.turn.player != player or in_closed_state(run)
    if ability.timing != "normal" and elsewhere:
        words = f"An ability of {planned.definition.name} is activated as its keyword permits."
        run.rests_on("OP-27", "a", words)
    carry_out_activation(run, player, planned, ask_order=do.pay == "ask")
    return []


def _is_not_empowered(run: Run, definition: CardDefinition, thing: GameObject, index: int) -> bool:
    """Whether the card prints an activated ability there that is inactive, since its source does
    not have the status (828.1.b.1).
    """
    printed = definition.abilities[index] if 0 <= index < len(definition.abilities) else None
    dependent = printed is not None and printed.empowered and thing.empowered == 0
    return dependent and isinstance(printed, Activated) and run.stands("828.1.b.1")


def _activate_battlefield(run: Run, player: str, do: Do, battlefield: Battlefield) -> list[Problem]:
    """Why a battlefield is not activated. Raises `Refused` where its text could have an ability."""
    found = priority(run, player)
    if battlefield.controller != player:
        found.append(
            problem("not_controller", player=player, thing=battlefield.id, objects=[battlefield.id])
        )
    definition = run.catalogue[battlefield.card]
    if definition.may_have_activated_ability:
        if not found:
            refuse_clause(definition)
    else:
        found.append(
            problem("no_such_ability", thing=battlefield.id, which="", objects=[battlefield.id])
        )
    return [*found, *named_nowhere(run, do, player)]


def _choose_ability(
    run: Run, player: str, thing: GameObject, abilities: dict[int, Activated], *, ask: bool
) -> int:
    """Which of several abilities is meant: asked, unless only one can be activated (378)."""
    possible = [
        number
        for number in abilities
        if not activation_problems(run, player, thing, number)
        and _is_payable(run, player, thing, number)
    ]
    if len(possible) < 2 or not ask or not run.in_force("378"):
        return possible[0] if possible else next(iter(abilities))
    answer = run.ask(
        Question(
            form="choose_one",
            to=player,
            prompt=f"Which ability of {thing.name} does {player} activate?",
            slot="ability",
            rules=["378"],
            options=[
                Option(
                    id=str(number),
                    text=describe_ability(abilities[number], run.catalogue[thing.name]),
                )
                for number in possible
            ],
        )
    )
    return int(answer)


def _is_payable(run: Run, player: str, thing: GameObject, number: int) -> bool:
    """Whether an ability could be activated with some choices; one of which that cannot be judged
    is asked for like any other.
    """

    def planner(decide: Decider) -> PlannedActivation:
        return plan_activation(run, player, thing, number, decide)

    try:
        return completable(planner, [], {}, Budget())
    except Refused:
        return True


def carry_out_activation(
    run: Run, player: str, planned: PlannedActivation, *, ask_order: bool = False
) -> None:
    """Steps 1 to 6 with the decisions made."""
    thing, ability, definition = planned.source, planned.ability, planned.definition
    if given_to_own_abilities(run, thing):
        about = f"{definition.name}: Repeat"
        raise refused("clause", f"{thing.id} gives its abilities Repeat.", about, "820.1.a")
    ref = reference(thing)
    adds = is_add(ability)
    card, key = _origin(run, thing, planned.index)
    item = ChainItem(
        id=run.table.mint("c"),
        kind="activated",
        controller=player,
        ability=f"{ref}/{key}",
        of=card,
        source=Source(ref=ref),
        about={"location": run.table.places[thing.id]},
        pending=True,
    )
    # to declare it is what puts the ability on the chain, by the steps of playing (377.3, 399)
    if not (run.in_force("377.3.a", "377.3.b") and run.in_force("377.3.b.1", "399")):
        return
    with run.step("398", text=f"{player} activates an ability of {definition.name}", by=player):
        run.in_force("401.1")
        run.emit(ev.ItemAdded(item=item, opened_by="add" if adds else "activate"), by=player)
        if planned.modes:
            run.in_force("355.3")
            run.note(f"It has the mode {', '.join(planned.modes)}.")
        for slot, refs in planned.targets.items():
            run.in_force("402.2", "355.7")
            run.note(f"It chooses {run.things(refs)} as {slot}.")
        say_deflect(run, definition.name, planned.deflect)
        pay_for(run, player, definition.name, planned.price, planned.payment)
        run.in_force("404.1")
        looked_back = pay_spending(run, player, planned.spending, ask_order=ask_order, undone=True)
        if ability.cost.exhaust_me and run.in_force("357.2"):
            exhaust(run, [reference(thing)], by=player)
        finalized = msgspec.structs.replace(
            item,
            pending=False,
            chose=[
                Choices(
                    targets=planned.targets,
                    modes=planned.modes,
                    destinations=planned.destinations,
                )
            ],
            paid=Paid(
                energy=planned.price.energy,
                power=len(planned.price.power),
                looked_back=looked_back,
            ),
            source=Source(ref=ref, gone=run.table.find(ref) is None),
        )
        finalize(run, finalized, None)
        # 818.1.c.1: what triggers on paying or choosing joins the chain above it
        if run.triggered and keyword_of(run, item) == "Equip" and not run.in_force("818.1.c.1"):
            resolve(run, finalized)
        elif adds and run.in_force("429.2"):
            resolve_add(run, player, planned, finalized)
        else:
            run.award_priority = True
            run.award_rule = "337.4"


def resolve_add(run: Run, player: str, planned: PlannedActivation, item: ChainItem) -> None:
    """An Add ability resolves at once, and no Priority passes for it (429.2, 400.2)."""
    with run.step(
        "429.2", text=f"The ability of {planned.definition.name} resolves at once", by=player
    ):
        adds = [each for each in planned.ability.does if isinstance(each, Add)]
        if len(adds) < len(planned.ability.does) or any(each.times != 1 for each in adds):
            # what else it does is done as by any ability (406.5)
            awarded = run.award_priority, run.award_rule
            resolve(run, item)
            run.award_priority, run.award_rule = awarded
            return
        for instruction in adds:
            if planned.definition.is_rune:
                run.in_force("164.2.a" if instruction.energy else "164.2.b.1")
            domains = planned.definition.domains
            if instruction.power == ["own"]:
                if len(domains) != 1:
                    from judge.ruling.ruling import Refusal

                    run.refuse(
                        Refusal(
                            reason="missing_fact",
                            sentence=f"The board does not say which rune {planned.source.id} is.",
                            about=f"objects.{planned.source.id}.card",
                            rules=["164.2.b.1"],
                        )
                    )
                instruction = Add(power=[cast(PowerSymbol, each) for each in domains])
            add_resources(run, player, instruction)
        if planned.definition.abilities:
            used(run, item)
        remove_item(run, item, "resolved", by=player)


__all__ = [
    "RUNE_ABILITIES",
    "activate",
    "activated_abilities",
    "describe_ability",
    "is_add",
    "of",
    "plan_activation",
]
