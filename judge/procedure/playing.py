"""Playing a card: the process of play, steps 1 to 6 (349-359)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from judge.abilities.nextplays import aim
from judge.board import events as ev
from judge.board.state import (
    UNKNOWN,
    Card,
    ChainItem,
    Choices,
    FinalizedCard,
    Paid,
)
from judge.board.table import base_of
from judge.effects.chainitems import remove_item
from judge.effects.keywordtexts import ability_at, is_flow
from judge.effects.notation import TIMING_CODES, Activated, CardDefinition, Triggered
from judge.effects.opponents import with_opponent
from judge.effects.reaching import reach_read
from judge.effects.texts import (
    all_instructions,
    all_slots,
    every_slot,
    modes_of,
    slots_of_triggers,
)
from judge.effects.traits import is_kind
from judge.effects.unmodelled import refuse_clause, refuse_clauses
from judge.effects.unread import refused
from judge.layers.cards import keywords_of
from judge.layers.characteristics import of
from judge.procedure.choices import (
    affects_by_criteria,
    has_destination,
    misplaced_presets,
    moving_slots,
    named_nowhere,
    presets_of,
    untaken_presets,
)
from judge.procedure.costs import (
    check_written,
    pay_for,
    refuse_restricted,
    say_deflect,
    written_payment,
)
from judge.procedure.finding import CardAt, find_card, given_keywords, use_passives
from judge.procedure.payments import use_of
from judge.procedure.permissive import timely
from judge.procedure.planning import Decider, Incomplete, Live
from judge.procedure.planplay import optional_costs, plan_play, play_problems
from judge.procedure.playprice import PlannedPlay, accelerate_price, base_price
from judge.procedure.repeating import is_repeat, with_repeats
from judge.procedure.spending import pay_spending
from judge.procedure.tasks import finish_tasks
from judge.procedure.timing import play_timing, priority, standing
from judge.procedure.totals import paid_counts, say_total
from judge.ruling.actions import Do
from judge.ruling.problems import problem
from judge.ruling.questions import Question
from judge.ruling.ruling import Problem
from judge.ruling.run import Run


def play(run: Run, player: str, do: Do) -> list[Problem]:
    """Play a card as the action says; the problems when that is illegal, with the board
    untouched.
    """
    assert do.play is not None
    found = standing(run, player)
    if found:
        return found
    card = find_card(run, player, do.play, do.source)
    if isinstance(card, list):
        return [*card, *_unseen_timing(run, player, do.play), *named_nowhere(run, do, player)]
    if card.face == UNKNOWN:
        found = [*_unseen_timing(run, player, card.id), *named_nowhere(run, do, player)]
        if found:
            return found
        # 130.4: a card is played with its face to be seen
        named = _ask_face(run, player, card) if run.in_force("130.4") else []
        if isinstance(named, list):
            return named
        card = named
    definition = run.catalogue[card.face]
    _refuse_put_facedown(run, card)
    # timing and zone come before the text: a play that is never legal needs no text to be refused
    standing_problems = play_problems(run, player, card, definition)
    if definition.matters_when_it_is_played and text_decides(run, definition, standing_problems):
        if not definition.is_permanent:
            refuse_clause(definition)
        refuse_clauses(run, definition, definition.clauses_at_play)

    def planner(decide: Decider) -> PlannedPlay:
        return plan_play(run, player, card, decide)

    modes = modes_of(definition.does)
    every_mode = [] if modes is None else [mode.name for mode in modes.of]
    instructions = all_instructions(definition.does, every_mode)
    slots = every_slot(definition.chooses, definition.does)
    slots = with_opponent(run, player, slots, instructions)
    filled = all_slots(definition.chooses, definition.does, do.modes) if do.modes else slots
    presets = presets_of(do, player, list(filled))
    live = Live(run, planner, presets, player)
    optional = optional_costs(run, player, card, definition)
    repeats = sum(map(is_repeat, optional))
    live.problems = misplaced_presets(
        presets,
        definition.name,
        slots=with_repeats(slots, repeats),
        later=slots_of_triggers(definition) if run.stands("355.5.b") else (),
        additional=optional,
        has_location=definition.is_permanent or has_destination(instructions),
        destinations=with_repeats(moving_slots(instructions), repeats),
        modes=modes_of(definition.does) is not None,
        only_place=base_of(player)
        if definition.is_gear and not definition.is_unit and card.zone != "facedown"
        else None,
    )
    try:
        planned = planner(live)
    except Incomplete as incomplete:
        found = live.problems + incomplete.problems
        price = base_price(run, definition, card)
        if presets.get("additional.accelerate") is True:
            price = price.plus(accelerate_price(run, player, card, definition))
        check_written(run, player, definition.name, price, do.pay, found, use_of(definition))
    else:
        found = [*live.problems, *untaken_presets(live, definition.name)]
        use = use_of(definition)
        payment = written_payment(run, player, definition.name, planned.price, do.pay, found, use)
        planned.payment = payment or planned.payment
    if found:
        refuse_restricted(run, player, definition.name, found)
        return _without_repeats(found)
    # 419.2.a: who can pay for it and has made legal choices may play it
    if run.in_force("419.1", "419.2.a"):
        carry_out_play(run, player, planned, ask_order=do.pay == "ask")
    return []


def _ask_face(run: Run, player: str, card: CardAt) -> CardAt | list[Problem]:
    """The card with the face that its player names: who plays a card shows it (128.4, 354)."""
    answer = run.ask(
        Question(
            form="name",
            to=player,
            prompt=f"The board does not show the face of {card.id}. As which card does {player} "
            "play it?",
            slot="face",
            rules=["128.4", "354"],
            missing_fact=f"cards.{card.id}.card",
        )
    )
    try:
        face = run.catalogue.resolve(answer)
    except LookupError:
        return [problem("no_such_card", player=player, thing=answer)]
    return replace(card, face=face, shown=True)


def _unseen_timing(run: Run, player: str, text: str) -> list[Problem]:
    """Why nothing at all could be played now, for a card of which too little is known: one that
    has Reaction is restricted least.
    """
    try:
        definition = run.catalogue[run.catalogue.resolve(text)]
    except LookupError:
        return play_timing(run, player, text, action=True, reaction=True)
    if not (definition.is_permanent or definition.is_spell):
        return priority(run, player)
    # what texts in play would give it in the hand, where it might be
    keywords = keywords_of(run, definition.name, "", player, "hand", played=True)
    permitted = timely(run, player, definition, keywords)
    return play_timing(
        run, player, definition.name, action=permitted.action, reaction=permitted.reaction
    )


def _refuse_put_facedown(run: Run, card: CardAt) -> None:
    """Raises `Refused` for a card that an effect put facedown: only the effect says how it may be
    played, where one that was hidden is played by its keyword (811.1.b).
    """
    for facedown, _ in run.table.facedown():
        if facedown.id == card.id and facedown.cause == "effect":
            raise refused(
                "clause",
                f"{card.id} was put facedown by an effect, which is not modelled.",
                f"facedown.{card.id}.cause",
                "811.1.b",
            )


def text_decides(run: Run, definition: CardDefinition, problems: list[Problem]) -> bool:
    """Whether only the unmodelled text can tell if the card may be played: it may be an exception
    to what a chain asks, among others (338.1.a.3).
    """
    if not problems:
        return True
    if not run.stands("338.1.a.3") and any(p.code == "needs_reaction" for p in problems):
        return False
    return definition.may_change_when_it_is_played and all(p.code in TIMING_CODES for p in problems)


def _without_repeats(problems: list[Problem]) -> list[Problem]:
    kept: list[Problem] = []
    for item in problems:
        if item not in kept:
            kept.append(item)
    return kept


def carry_out_play(run: Run, player: str, planned: PlannedPlay, *, ask_order: bool = False) -> None:
    """Steps 1 to 6 with the decisions made: the card goes to the chain and is finalized."""
    card, definition = planned.card, planned.definition
    hidden = card.zone == "facedown"
    item = ChainItem(
        id=card.id,
        kind="permanent" if definition.is_permanent else "spell",
        controller=player,
        owner=card.owner,
        card=card.face,
        generation=card.generation + 1,
        origin=f"facedown:{card.battlefield}" if hidden else card.zone,
        permission="hidden" if hidden else "flow" if has_flow(card, definition) else "normal",
        pending=True,
    )
    with run.step("353", text=f"{player} plays {definition.name}", by=player):
        # 811.1.c.3: to play it from facedown opens a chain as any other play does
        if hidden and not run.in_force("811.1.c.3"):
            return
        price = base_price(run, definition, card)
        put_on_chain(run, player, card, item)
        finish_tasks(run, player, planned, priced=planned.price != price)
        complete_play(run, player, planned, item, ask_order=ask_order)
    run.award_priority = True
    run.award_rule = "337.4"


def has_flow(card: CardAt, definition: CardDefinition) -> bool:
    """Whether a card is played from the trash by its Flow, and banished afterwards (829.1.b)."""
    return card.zone == "trash" and any(map(is_flow, definition.abilities))


def complete_play(
    run: Run, player: str, planned: PlannedPlay, item: ChainItem, *, ask_order: bool = False
) -> None:
    """Steps 2 to 6 for a card that is on the chain: what was decided is said, paid and final."""
    definition = planned.definition
    hidden = planned.card.zone == "facedown"
    cite_choices(run, planned)
    if len(definition.domains) > 1 and (
        any(planned.additional.values()) or "own" in definition.power
    ):
        run.in_force("135.2.e.6.c")
    if hidden and run.in_force("811.1.b", "356.1.b"):
        run.note(f"The base cost of {definition.name} is ignored, since it was hidden.")
    say_given(run, player, planned.card)
    if planned.additional.get("accelerate") and run.in_force("356.2.b", "805.2"):
        run.in_force("805.1.a.1" if definition.domains else "805.1.a.2")
        run.note(f"Accelerate adds its cost to that of {definition.name}.")
    say_deflect(run, definition.name, planned.deflect)
    if planned.total is not None:
        say_total(run, planned.total)
    pay_for(run, player, definition.name, planned.price, planned.payment)
    looked_back = pay_spending(
        run, player, planned.spending, ask_order=ask_order, undone=item.id not in run.limited
    )
    if definition.is_spell and planned.chosen:
        run.in_force("358.1")
    run.in_force("358.2", "358.4")
    finalized = msgspec.structs.replace(
        item,
        pending=not run.stands("359", "359.1"),
        chose=[_choices(planned), *planned.again],
        paid=Paid(
            energy=planned.price.energy,
            power=len(planned.price.power),
            costs=_paid(run, planned),
            looked_back=looked_back,
        ),
        alternative_cost="alternative" if planned.additional.get("alternative") else None,
    )
    finalize(run, finalized, definition)
    decided = [name for name, taken in planned.additional.items() if taken]
    use_passives(run, player, planned.card, decided)


def say_given(run: Run, player: str, card: CardAt) -> None:
    """Put into the trace the keywords that texts in play give the card that is played."""
    for each in given_keywords(run, player, card):
        run.in_force("801.3.a")
        run.note(f"{each.origin} gives {card.face} {each.keyword}.")


def _paid(run: Run, planned: PlannedPlay) -> dict[str, int]:
    """The additional costs that were paid: those that were decided to be, whatever they came to."""
    if not any(planned.additional.values()):
        return {}
    base = base_price(run, planned.definition, planned.card)
    more = planned.price.energy > base.energy or len(planned.price.power) > len(base.power)
    if not more and not planned.spending.parts and not run.in_force("356.4.f.1"):
        return {}
    if planned.spending.averted and not run.in_force("203.2", "357.2.a"):
        return {}
    return paid_counts(planned.additional)


def _choices(planned: PlannedPlay) -> Choices:
    return Choices(
        targets=planned.targets,
        modes=planned.modes,
        to=planned.location,
        destinations=planned.destinations,
    )


_ZONES: dict[str, ev.ZoneName] = {"hand": "hand", "trash": "trash"}


def put_on_chain(run: Run, player: str, card: CardAt, item: ChainItem) -> None:
    """Step 1: the card moves from its zone to the chain and is pending (354)."""
    moved = Card(id=card.id, card=card.face, generation=card.generation + 1)
    if card.shown:
        run.assume(
            f"cards.{card.id}.card",
            card.face,
            f"The board does not show the face of {card.id}; {player} plays it as {card.face}.",
        )
        run.emit(ev.FaceSeen(id=card.id, card=card.face), "128.4", by=player)
    run.in_force("354", "354.1", "354.2")
    if card.zone == "facedown":
        assert card.battlefield is not None
        path = f"facedown.{card.id}.since"
        if path in run.board.defaulted:
            run.assume(
                path, card.since, f"{card.id} is taken to have been hidden in an earlier turn."
            )
        run.in_force("421.4")
        run.emit(
            ev.FacedownLeft(
                at=card.battlefield, id=card.id, owner=card.owner, target="chain", card=moved
            ),
            by=player,
        )
    else:
        run.emit(
            ev.CardMoved(
                verb="play",
                player=player,
                card=moved,
                source=_ZONES.get(card.zone, "champion"),
                target="chain",
            ),
            by=player,
        )
    run.emit(ev.ItemAdded(item=item, opened_by="play"), "329", by=player)


def cite_choices(run: Run, planned: PlannedPlay) -> None:
    """The rules under which the choices of step 2 were made."""
    definition = planned.definition
    if definition.is_spell and not definition.chooses and affects_by_criteria(definition.does):
        run.in_force("355.5.a")
        run.note("It chooses nothing; what it affects is told by criteria.")
    if planned.modes:
        run.in_force("355.3")
        run.note(f"It has the mode {', '.join(planned.modes)}.")
    for name, paid in planned.additional.items():
        run.in_force("355.1.a")
        words = "is to be paid" if paid else "is not to be paid"
        run.note(f"The additional cost of {name.capitalize()} {words}.")
    if definition.is_unit and planned.location is not None:
        if planned.card.zone == "facedown":
            run.in_force("811.1.d.1")
        elif planned.ambush:
            run.in_force("355.2.b", "822.1.b", "822.1.c")
        else:
            run.in_force("355.2.a")
        run.note(f"It will enter at {run.place(planned.location)}.")
    for choices in planned.again:
        run.in_force("820.2", "820.2.a")
        words = ", ".join(choices.modes)
        run.note(f"It is executed once more{f' with the mode {words}' if words else ''}.")
        for ref, place in choices.destinations.items():
            run.note(f"Then the destination of {run.thing(ref)} is {run.place(place)}.")
    for slot, refs in planned.chosen.items():
        run.in_force("355.5", "355.7")
        if planned.card.zone == "facedown":
            run.in_force("811.1.d.2")
        run.note(f"It chooses {run.things(refs)} as {slot}.")
    for ref, place in planned.destinations.items():
        run.in_force("355.4")
        run.note(f"The destination of {run.thing(ref)} is {run.place(place)}.")


def finalize(run: Run, item: ChainItem, definition: CardDefinition | None) -> None:
    """Step 6: the item is no longer pending (359.1, 406)."""
    fact = None
    if definition is not None and item.card is not None:
        run.in_force("359.1")
        # 419.4.b: what asks whether cards were played, and does not trigger on it, goes by this
        if run.in_force("419.4.b"):
            fact = FinalizedCard(
                id=item.id,
                card=item.card,
                types=definition.types,
                tags=definition.tags,
                token=definition.token,
                # what was spent on it, which other texts ask
                energy=item.paid.energy if item.paid is not None else 0,
                at=item.chose[0].to if item.chose else None,
            )
        if definition.is_spell:
            run.in_force("359.3.a")
    else:
        if not run.in_force("406.1", "406.2"):
            remove_item(run, item, "removed", by=item.controller)
            return
    bearer = run.catalogue[item.of] if item.of is not None else None
    chosen = [ref for each in item.chose for refs in each.targets.values() for ref in refs]
    finalized = ev.ItemFinalized(
        item=item,
        fact=fact,
        # nothing counts how often the abilities of basic runes are used
        uses=item.ability
        if bearer is not None and not bearer.is_rune and item.kind in ("activated", "triggered")
        else None,
        chose_enemy=chosen_enemies(run, item, chosen),
    )
    run.emit(finalized, by=item.controller)
    if run.had_unmodelled:
        _reach_choices(run, item)
    aim(run, item)


def _reach_choices(run: Run, item: ChainItem) -> None:
    """Raises `Refused` where a text that is not modelled might have made what was chosen other than
    the choice asks for.
    """
    text = run.catalogue.get(item.card or item.of or "")
    if text is None:
        return
    ability = None if item.ability is None else ability_at(text, item.ability.rpartition("/")[2])
    if isinstance(ability, Activated | Triggered):
        slots = every_slot(ability.chooses, ability.does)
    else:
        slots = every_slot(text.chooses, text.does)
    for chosen in item.chose:
        for slot, refs in chosen.targets.items():
            if slot in slots:
                reach_read(run, slots[slot], refs)


def chosen_enemies(run: Run, item: ChainItem, chosen: Iterable[str]) -> dict[str, int]:
    """How many of what an item chooses are enemy units and gear, by what the item is."""
    how = "spell"
    if item.of is not None:
        how = "unit_ability" if run.catalogue[item.of].is_unit else "other_ability"
    friends = run.table.team_of(item.controller)
    things = [thing for ref in chosen if (thing := run.table.find(ref)) is not None]
    times = sum(
        is_kind(run, of(run.table, run.catalogue, thing), "permanent", run.table.places[thing.id])
        for thing in things
        if thing.controller not in friends
    )
    return {how: times} if times else {}


__all__ = [
    "carry_out_play",
    "chosen_enemies",
    "complete_play",
    "finalize",
    "plan_play",
    "play",
    "play_problems",
    "put_on_chain",
    "text_decides",
]
