"""Finalizing what triggered: steps 2 to 6 of playing an ability (337.1, 398-406)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from judge.abilities.counting import used_up
from judge.abilities.freezing import thaw
from judge.board.state import ChainItem, Choices, Paid
from judge.board.table import reference, split_reference
from judge.effects.chainitems import remove_item
from judge.effects.context import Context
from judge.effects.kept import kept_ability
from judge.effects.keywordtexts import ability_at
from judge.effects.meaning import bounds, candidates, why_not
from judge.effects.notation import Cost, Triggered
from judge.effects.opponents import with_opponent
from judge.effects.speaking import has_nobody, is_to_nobody, names_chooser
from judge.effects.texts import all_instructions, all_slots, modes_of, splits, with_its_lead
from judge.effects.unmodelled import unmodelled
from judge.effects.unread import refused
from judge.effects.zones import find_held
from judge.keywords.triggered import keyword_ability
from judge.procedure.adding import gear_alone
from judge.procedure.askedslots import asked_slots
from judge.procedure.choices import choose_destinations, choose_targets, what_moves
from judge.procedure.costs import deflect_price, find_payment, pay_for, say_deflect
from judge.procedure.limited import finalize_limited
from judge.procedure.modesleft import modes_left
from judge.procedure.paying import Payable, knowing_payment, why_not_payable
from judge.procedure.payment import Price
from judge.procedure.planning import Budget, Decider, Incomplete, Live, chooser, completable
from judge.procedure.planplay import choose_modes
from judge.procedure.playing import finalize
from judge.procedure.repeating import prefix_of, repeats_of_ability
from judge.procedure.spending import (
    Part,
    Spending,
    choose_spending,
    parts_of,
    pay_spending,
    sure_to_be_spent,
)
from judge.procedure.totals import repeat_of_ability, resources_of
from judge.ruling.questions import Question
from judge.ruling.ruling import Problem, Refusal
from judge.ruling.run import Refused, Run
from judge.ruling.waiving import EDITS, NO_EFFECT

#: what an ability does that the request takes to have no effect (D13)
_NOTHING = Triggered(when=[], does=[])


def pending_items(run: Run) -> list[ChainItem]:
    """Items that are not finalized yet, oldest first (337.1.b)."""
    return [item for item in run.table.items() if item.pending]


def finalize_trigger(run: Run, item: ChainItem) -> None:
    """Steps 2 to 6 for a triggered ability; it leaves the chain if declined or without options."""
    if item.id in run.limited:
        finalize_limited(run, item)
        return
    if item.kind in ("spell", "permanent", "activated"):
        raise half_played(item)
    ability = triggered_ability(run, item)
    player = item.controller
    name = item.of or item.id
    with run.step("337.1", text=f"{player} finalizes the triggered ability of {name}", by=player):
        run.in_force("337.1.b")
        if item.kind == "triggered" and used_up(run, ability, str(item.ability)):
            # it was put on the chain more often than it may be performed
            remove_item(run, item, "removed", by=player)
            return
        if not _has_options(run, item, ability) and run.in_force("402.4"):
            _without_options(run, item)
            return
        if not _can_pay(run, item, ability) and run.in_force("383.3.b.1"):
            _unpaid(run, item)
            return
        if ability.may and is_to_nobody(run, context_of(run, item)):
            run.note(f"Nobody controls {name}, so nobody may do this.")
            remove_item(run, item, "declined", by=player)
            return
        if (
            ability.may
            and run.in_force("383.3.a")
            and not _performs(run, item, limited=ability.times_each_turn is not None)
        ):
            return
        repeats = _repeats(run, item, ability)
        chosen = _choose(run, item, ability)
        if chosen is None and run.in_force("402.4"):
            _without_options(run, item)
            return
        every = [chosen or Choices()]
        for number in range(1, len(repeats) + 1):
            # 820.2: choices of its own, which need not be those of the first
            again = (
                _choose(run, item, ability, number) if run.in_force("820.2", "820.2.a") else None
            )
            every.append(again or every[0])
        for choices in every:
            for slot, refs in choices.targets.items():
                run.in_force("355.7")
                run.note(f"It chooses {run.things(refs)} as {slot}.")
        paid = _pay(run, item, ability, every, repeats)
        if paid is None:
            _unpaid(run, item)
            return
        if not all(_still_legal(run, item, ability, choices) for choices in every):
            return
        gone = item.source is not None and not _has_source(run, item.source.ref)
        source = item.source
        if source is not None and gone:
            source = msgspec.structs.replace(source, gone=True)
        finalized = msgspec.structs.replace(
            item, pending=False, chose=every, paid=paid, source=source
        )
        finalize(run, finalized, None)


def _has_source(run: Run, ref: str) -> bool:
    return run.table.find(ref) is not None or ref in run.table.battlefields


def _without_options(run: Run, item: ChainItem) -> None:
    """402.4: it is removed from the chain, which is not being countered (402.4.a)."""
    why = "no_options" if run.in_force("402.4.a") else "countered"
    remove_item(run, item, why, by=item.controller)


def _unpaid(run: Run, item: ChainItem) -> None:
    """404.2: it ceases to be pending and is removed, which is not being countered (404.2.a)."""
    why = "unpaid" if run.in_force("404.2", "404.2.a") else "countered"
    remove_item(run, item, why, by=item.controller)


def _performs(run: Run, item: ChainItem, *, limited: bool) -> bool:
    """Whether its controller performs an ability that begins with "you may" (383.3.a, 402.1)."""
    player, name = item.controller, item.of or item.id
    answer = run.ask(
        Question(
            form="yes_no",
            to=player,
            prompt=f"Does {player} perform the triggered ability of {name}?",
            slot="may",
            rules=["383.3.a", "402.1"],
        )
    )
    # the decision is about the whole of it: what has to be chosen follows (383.3.a.1)
    if answer and run.in_force("402.1", "383.3.a.1"):
        return True
    declined = ["383.3.a.2", "402.1.a", *(["383.3.e.2.b"] if limited else [])]
    if not run.in_force(*declined):
        return True
    remove_item(run, item, "declined", by=player)
    return False


# --- the cost -------------------------------------------------------------------------------------


def _cost_context(run: Run, item: ChainItem) -> Context:
    """On whose behalf a leading cost is read: a source that died is its card in the trash now, from
    where it may be spent (383.3.b).
    """
    context = context_of(run, item)
    body = body_of(run, item)
    return context if body is None else replace(context, source=body)


def body_of(run: Run, item: ChainItem) -> str | None:
    """The card in a trash that the source of an ability is by now."""
    if item.source is None or run.table.find(item.source.ref) is not None:
        return None
    identity, generation = split_reference(item.source.ref)
    for player in run.board.players.values():
        for card in player.trash:
            if card.id == identity and card.generation in (generation, generation + 1):
                return reference(card)
    return None


def _can_pay(run: Run, item: ChainItem, ability: Triggered) -> bool:
    """Whether the leading cost can be paid, so that its controller is worth asking."""
    cost = ability.cost
    if cost is None:
        return True
    player, name = item.controller, item.of or item.id
    context = _cost_context(run, item)
    for part in parts_of(run, context, cost):
        fixed = part.what is None and part.verb != "spend_xp"
        if fixed and not (part.fixed and all(_is_there(run, part, ref) for ref in part.fixed)):
            run.note(f"{player} cannot {part.words()} for {name}.", "383.3.b.1")
            return False
    definition = run.catalogue[item.of or ""]
    short = why_not_payable(run, player, name, definition, cost, context)
    if short:
        run.note(short[0].sentence, *short[0].rules)
    return not short


def _is_there(run: Run, part: Part, ref: str) -> bool:
    """Whether what a cost is paid with is where that can be done to it."""
    thing = run.table.find(ref)
    if part.verb == "exhaust":
        return thing is not None and not thing.exhausted
    if thing is None:
        return part.verb in ("recycle", "banish") and find_held(run.table, ref) is not None
    return True


def _repeats(run: Run, item: ChainItem, ability: Triggered) -> list[Cost]:
    """The costs of Repeat that its controller pays for it: asked of each that can be paid (820.1.d,
    820.3).
    """
    player, name = item.controller, item.of or item.id
    paid: list[Cost] = []
    own = [] if ability.cost is None else [ability.cost]
    for printed in repeats_of_ability(run, item):
        cost = repeat_of_ability(run, player, printed)
        if not completable(
            _cost_planner(run, item, [*own, *paid, cost], Price(), {}), [], {}, Budget()
        ):
            continue
        question = Question(
            form="yes_no",
            to=player,
            prompt=f"Does {player} pay the cost of Repeat for the ability of {name}?",
            slot="repeat",
            rules=["820.1.d", "355.1.a"],
        )
        if run.ask(question):
            paid.append(cost)
    return paid


def _pay(
    run: Run, item: ChainItem, ability: Triggered, every: list[Choices], repeats: list[Cost]
) -> Paid | None:
    """Steps 3 and 4: what it costs, and paying it; None if its controller cannot or does not
    (403-404).
    """
    player, name = item.controller, item.of or item.id
    cost = ability.cost
    if cost is not None and not run.in_force("383.3.b", "403.1.b", "403.1.b.1"):
        cost = None
    if cost is not None and not run.in_force("204.3.a"):
        cost = None  # it would be paid as the ability resolves
    targets = {
        f"{prefix_of(number)}{slot}": refs
        for number, choices in enumerate(every)
        for slot, refs in choices.targets.items()
    }
    deflect = deflect_price(run, player, targets)
    if deflect.power and not run.in_force("403.2"):
        deflect = Price()
    say_deflect(run, name, deflect)
    costs = [*([] if cost is None else [cost]), *repeats]
    planner = _cost_planner(run, item, costs, deflect, targets)
    try:
        planner(_first)
    except Incomplete as incomplete:
        if not completable(planner, [], {}, Budget()):
            short = incomplete.problems[0]
            run.note(short.sentence, *short.rules)
            return None
    # who has said that they perform it has said that they pay what it says itself (383.3.b)
    asked = bool(deflect.power) or (cost is not None and not ability.may)
    if asked and run.in_force("404.2") and not _agrees(run, item, deflect, cost):
        return None
    if cost is not None and not run.in_force("383.3.b.1"):
        return Paid()
    if cost is not None:
        run.rests_on(
            "OP-7",
            "a",
            "A price at the beginning of a triggered ability is paid as it is finalized.",
        )
    nothing = not costs and not deflect.power
    times = {"repeat": len(repeats)} if repeats else {}
    if nothing or not run.in_force("404.1"):
        return Paid(costs=times)
    payable = planner(Live(run, planner, {}, player))
    if payable.price.energy or payable.price.power:
        pay_for(run, player, name, payable.price, payable.payment)
    seen = pay_spending(run, player, payable.spending)
    price = payable.price
    return Paid(energy=price.energy, power=len(price.power), looked_back=seen, costs=times)


def _first(choice: Any) -> Any:
    return choice.options[: choice.min]


def _cost_planner(
    run: Run, item: ChainItem, costs: list[Cost], deflect: Price, chosen: dict[str, list[str]]
) -> Callable[[Decider], Payable]:
    """How the ability can be paid for, with the choices that its cost asks."""
    player, name = item.controller, item.of or item.id
    targets = frozenset(ref for refs in chosen.values() for ref in refs)
    context = _cost_context(run, item)

    def planner(decide: Decider) -> Payable:
        found: list[Problem] = []
        spending, price = Spending(), deflect
        definition = run.catalogue.get(item.of or "")
        if costs and definition is not None:
            for cost in costs:
                price = resources_of(run, context, definition, cost).plus(price)
            parts = [part for cost in costs for part in parts_of(run, context, cost)]
            spending = choose_spending(run, decide, player, name, parts, context, chosen, found)
        payment = find_payment(
            run,
            player,
            name,
            price,
            found,
            busy=spending.exhausted,
            keep=spending.removed | targets,
        )
        if found and definition is not None and gear_alone(run, player, definition):
            run.rests_on("OP-190", "a", "To pay for what triggered is not to use an ability.")
        if found:
            raise Incomplete(found)
        return Payable(price, payment, spending)

    return planner


def _agrees(run: Run, item: ChainItem, deflect: Price, cost: Cost | None) -> bool:
    """Whether the player pays for a triggered ability that has incurred a cost (404.2)."""
    player, name = item.controller, item.of or item.id
    if cost is None:
        prompt = (
            f"Does {player} pay {len(deflect.power)} Power for Deflect, so that {name} "
            "stays on the chain?"
        )
    else:
        prompt = f"Does {player} pay the cost of the triggered ability of {name}?"
    rules = ["404.2", *(["809.1.c"] if deflect.power else []), *(["383.3.b"] if cost else [])]
    # 191.4.e: whoever controls the ability pays for it
    to = chooser(run, player, "191.4.e")
    return bool(run.ask(Question(form="yes_no", to=to, prompt=prompt, slot="pay", rules=rules)))


# --- choices and legality -------------------------------------------------------------------------


def half_played(item: ChainItem) -> Refused:
    """The refusal of an item that the board gives in the middle of being played (D1)."""
    return refused(
        "missing_fact",
        f"{item.id} is still pending; the board does not say how far its play has come.",
        f"chain.items.{item.id}.pending",
        "337.1",
    )


def _has_options(run: Run, item: ChainItem, ability: Triggered) -> bool:
    """Whether every slot has enough to choose from, so that a "may" is worth asking (402.4)."""
    context = context_of(run, item)
    return all(
        len(candidates(run, selector, context)) >= bounds(run, context, selector)[0]
        for selector in all_slots(ability.chooses, [], []).values()
    )


def _choose(run: Run, item: ChainItem, ability: Triggered, number: int = 0) -> Choices | None:
    """The choices of a triggered ability, or None when there are not enough options (402.4).

    What can be chosen has to be (402.4.b). `number`: of an execution beside the first (820.2).
    """
    prefix = prefix_of(number)
    name = item.of or item.id
    context = context_of(run, item)
    spent: frozenset[str] = frozenset()
    if ability.cost is not None:
        parts = parts_of(run, context, ability.cost)
        spent = sure_to_be_spent(run, item.controller, parts, context)

    def planner(decide: Decider) -> Choices:
        found: list[Problem] = []
        choosing = modes_left(run, decide, ability.does, item.ability, item.controller, found)
        modes = choose_modes(run, choosing, name, ability.does, prefix)
        does = all_instructions(ability.does, modes)
        slots = asked_slots(run, context, ability.chooses, ability.does, modes)
        targets = choose_targets(
            run,
            decide,
            name,
            slots,
            context,
            found,
            spent=spent,
            splits=splits(does),
            item=item,
            prefix=prefix,
        )
        moving = what_moves(context, does, targets)
        destinations = choose_destinations(
            run, decide, name, does, moving, found, context, legality="405.2", prefix=prefix
        )
        if found:
            raise Incomplete(found)
        return Choices(targets=targets, modes=modes, destinations=destinations)

    slots = with_opponent(run, item.controller, ability.chooses, ability.does)
    asks = bool(slots) or modes_of(ability.does) is not None
    if asks and not run.in_force("402.2"):
        return Choices()
    if asks and not run.in_force("402.4.b"):
        return None
    try:
        # 191.4.c, 191.4.d: whoever controls an ability chooses its targets and its modes
        live = Live(run, planner, {}, chooser(run, item.controller, "191.4.c"))
        live.chooses_modes = chooser(run, item.controller, "191.4.d")
        return planner(live)
    except Incomplete:
        return None


def _still_legal(run: Run, item: ChainItem, ability: Triggered, chosen: Choices) -> bool:
    """Step 5: its targets are still legal after its costs were paid (405.1); else it is not
    finalized.
    """
    context = context_of(run, item)
    slots = all_slots(ability.chooses, ability.does, chosen.modes)
    slots = with_opponent(run, item.controller, slots, all_instructions(ability.does, chosen.modes))
    for slot, selector in slots.items():
        context = context.knowing(slot, chosen.targets.get(slot, []))
        for ref in chosen.targets.get(slot, []):
            if why_not(run, selector, context, ref) and run.in_force("405.1"):
                run.note(f"{run.thing(ref)} is no legal target of {item.of or item.id} any more.")
                remove_item(run, item, "removed", by=item.controller)
                return False
    return True


def triggered_ability(run: Run, item: ChainItem) -> Triggered:
    """The ability that an item on the chain is, with what leads its effect as its own (383.3.a,
    383.3.b).
    """
    ability = _written(run, item)
    battlefield = item.of is not None and "Battlefield" in run.catalogue[item.of].types
    theirs = battlefield and names_chooser(ability) and run.stands("190.6.c")
    return with_its_lead(ability, theirs=theirs) if run.stands("383.3.a") else ability


def _written(run: Run, item: ChainItem) -> Triggered:
    assert item.of is not None
    assert item.ability is not None
    definition = run.catalogue[item.of]
    if item.kind in ("reflexive", "delayed"):
        kept = kept_ability(item)
        if kept is not None:
            return kept
        raise unmodelled(definition)
    index = item.ability.rpartition("/")[2]
    of_keyword = keyword_ability(index)
    if of_keyword is not None:
        return of_keyword
    ability = ability_at(definition, index, run.disabled)
    if isinstance(ability, Triggered):
        return ability
    clause = ", ".join(definition.clauses) or "its text"
    if not run.waive(f"{definition.name}: {clause}"):
        raise Refused(
            Refusal(
                reason="clause",
                sentence=f"{item.ability} is no triggered ability of {definition.name} that is "
                "modelled.",
                about=f"{definition.name}: {clause}",
                rules=["002", "383"],
                waive=[NO_EFFECT, EDITS],
            )
        )
    return _NOTHING


def context_of(run: Run, item: ChainItem) -> Context:
    """On whose behalf an item chooses; "here" is where its source is now (359.3.f.1-2).

    A battlefield and a source whose place was frozen by the condition give that place.
    """
    source = item.source.ref if item.source is not None else None
    gone = item.source is not None and item.source.gone
    died = dies(run, item)
    here = None
    if source is not None:
        here = source if _stays_here(run, item, source) else run.table.place_of(source)
        if gone and source not in run.table.battlefields:
            here = None  # 124: what bears the id now is another object
        if here is None:
            # 808.1.d.3: where it was is noted before it goes
            here = item.about.get("died_at", item.about.get("location") if died else None)
        spent = item.paid.looked_back.get(source) if item.paid is not None else None
        if here is None and spent is not None and run.in_force("359.3.e.13"):
            here = spent["place"]  # where it was as it was killed or banished to pay
    if here is None:
        here = item.about.get("here")
    hidden = item.about.get("hidden_at")
    if item.permission == "hidden" and item.origin is not None:
        hidden = item.origin.removeprefix("facedown:")
    context = Context(
        _speaker(run, item),
        source=source,
        here=here,
        item=item.id,
        hidden_at=hidden,
        origin=None if item.origin is None else item.origin.partition(":")[0],
        triggered=item.kind in ("triggered", "reflexive", "delayed"),
        unowned=item.kind in ("triggered", "reflexive", "delayed")
        and source in run.table.battlefields
        and has_nobody(run, item, _written(run, item)),
    )
    context = thaw(run, item, context) if item.about else context
    return knowing_payment(run, context, item)


def _stays_here(run: Run, item: ChainItem, source: str) -> bool:
    """Whether the source is a battlefield, which is itself at the location that it is (199), so
    that the text calls it "here": also where a token has replaced it since, which is the same Game
    Object (438.1.a).
    """
    battlefield = run.table.battlefields.get(source)
    if battlefield is None or not run.stands("199"):
        return False
    replaced = item.of != battlefield.card and item.of in [b.card for b in battlefield.replaced]
    return not replaced or run.in_force("438.1.a")


def _speaker(run: Run, item: ChainItem) -> str:
    """Seen from whom others are friends and enemies: from the ability itself, whoever controls its
    source by now (359.3.f.4).
    """
    thing = run.table.find(item.source.ref) if item.source is not None else None
    if item.kind == "triggered" and thing is not None and thing.controller != item.controller:
        return item.controller if run.in_force("191.4.b", "359.3.f.4") else thing.controller
    return item.controller


def dies(run: Run, item: ChainItem) -> bool:
    """Whether the item is an ability that triggers on its source's own death (808.1.d.3)."""
    if item.kind != "triggered" or item.of is None or run.catalogue[item.of].text == "unmodelled":
        return False
    return any(
        moment.event == "die" and moment.what == "me"
        for moment in triggered_ability(run, item).moments
    )


__all__ = [
    "body_of",
    "context_of",
    "dies",
    "finalize_trigger",
    "half_played",
    "pending_items",
    "triggered_ability",
]
