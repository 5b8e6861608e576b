"""Playing a card: the process of play, steps 1 to 6 (349-359)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import msgspec

from judge.actions.decks import discard, recycle_from_trash
from judge.board import events as ev
from judge.board.state import (
    UNKNOWN,
    Card,
    ChainItem,
    Choices,
    FinalizedCard,
    Paid,
)
from judge.board.table import base_of, reference
from judge.effects.notation import CardDefinition, Instruction, Move, Selector
from judge.effects.selectors import Chooser, candidates, describe, why_not
from judge.procedure.destinations import effect_destinations, entry_locations, why_not_enter
from judge.procedure.payment import PaymentPlan, Price, Shortfall, carry_out, plan, shares_unknown
from judge.procedure.planning import Choice, Decider, Incomplete, Live
from judge.procedure.timing import play_timing, standing
from judge.ruling.actions import Do, Payment
from judge.ruling.problems import problem
from judge.ruling.ruling import Problem, Refusal
from judge.ruling.run import Run


@dataclass(frozen=True, slots=True)
class CardAt:
    """A card that somebody wants to play, and where it is."""

    id: str
    face: str
    zone: str  # hand, champion, facedown
    generation: int
    owner: str
    battlefield: str | None = None
    since: int | None = None
    #: the board does not show its face; playing it as this card shows it
    shown: bool = False


@dataclass(slots=True)
class PlannedPlay:
    """What steps 2 to 4 decided."""

    card: CardAt
    definition: CardDefinition
    price: Price
    additional: dict[str, bool] = field(default_factory=dict)
    location: str | None = None
    targets: dict[str, list[str]] = field(default_factory=dict)
    destination: str | None = None
    payment: PaymentPlan | None = None


# --- finding the card -----------------------------------------------------------------------------


def playable_zones(run: Run, player: str) -> list[CardAt]:
    """Every card the player could play or hide by its zone: hand, Champion Zone, facedown (419.1.a)."""
    held = run.table.player(player)
    found = [CardAt(c.id, c.card, "hand", c.generation, player) for c in held.hand]
    if held.champion is not None:
        champion = held.champion
        found.append(CardAt(champion.id, champion.card, "champion", champion.generation, player))
    for card, battlefield in run.table.facedown():
        if card.controller == player:
            found.append(
                CardAt(card.id, card.card, "facedown", card.generation, card.owner, battlefield.id, card.since)
            )
    return found


def find_card(run: Run, player: str, text: str, source: str | None) -> CardAt | list[Problem]:
    """The card that the player means by an id or a name, or why it cannot be told."""
    mine = playable_zones(run, player)
    by_id = [card for card in mine if card.id == text]
    if by_id:
        return by_id[0]
    try:
        name = run.catalogue.resolve(text)
    except LookupError:
        name = text
    named = [c for c in mine if c.face == name and (source is None or c.zone == source)]
    if not named:
        # who plays a card shows it: an unknown card may turn out to be the one that is named
        named = [
            CardAt(c.id, name, c.zone, c.generation, c.owner, c.battlefield, c.since, shown=True)
            for c in mine
            if c.face == UNKNOWN and name in run.catalogue and (source is None or c.zone == source)
        ]
        if not any(c.zone == "facedown" and source == "facedown" for c in named):
            named = [c for c in named if c.zone != "facedown"]
    if not named:
        return _why_no_card(run, player, text, name)
    if len({(card.zone, card.battlefield) for card in named}) > 1:
        words = ", ".join(f"{card.id} ({card.zone})" for card in named)
        return [problem("ambiguous_card", thing=text, candidates=words, objects=[c.id for c in named])]
    return min(named, key=lambda card: card.id)


def _why_no_card(run: Run, player: str, text: str, name: str) -> list[Problem]:
    for facedown, _ in run.table.facedown():
        if facedown.id == text:
            return [problem("facedown_not_controlled", player=player, thing=text, objects=[text])]
    for other, held in run.board.players.items():
        zones = {"trash": held.trash, "banishment": held.banished, "main deck": held.main_deck.top}
        if other != player:
            zones["hand"] = held.hand
            zones["Champion Zone"] = [held.champion] if held.champion else []
        for zone, cards in zones.items():
            for card in cards:
                if text == card.id or (other == player and card.card == name):
                    return [
                        problem("wrong_zone", thing=text, zone=f"{other}'s {zone}", objects=[card.id])
                    ]
    for thing in run.table.objects.values():
        if thing.id == text or (thing.card == name and thing.controller == player):
            definition = run.catalogue[thing.card]
            if definition.is_rune or "Legend" in definition.types:
                return [
                    problem("not_playable_type", thing=text, type=definition.types[0].lower(), objects=[thing.id])
                ]
            return [problem("wrong_zone", thing=text, zone="play already", objects=[thing.id])]
    if text in run.table.battlefields:
        return [problem("not_playable_type", thing=text, type="battlefield", objects=[text])]
    if any(item.id == text for item in run.table.items()):
        return [problem("wrong_zone", thing=text, zone="the chain already", objects=[text])]
    return [problem("no_such_card", player=player, thing=text)]


# --- what the action fills ------------------------------------------------------------------------


def presets_of(do: Do, player: str, slots: list[str]) -> dict[str, Any]:
    """The slots that an action fills, by slot name; `slots` are the target slots of what is played."""
    presets: dict[str, Any] = {}
    if do.to is not None:
        presets["to"] = base_of(player) if do.to == "base" else do.to
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
    if do.spend is not None:
        presets["spend"] = do.spend
    return presets


def misplaced_presets(
    presets: dict[str, Any],
    thing: str,
    *,
    slots: Iterable[str],
    additional: Iterable[str] = (),
    has_location: bool,
    base_only: bool = False,
    spends: bool = False,
) -> list[Problem]:
    """Slots that the action fills although what is played does not have them (355-357).

    `base_only`: it is gear, whose location is its controller's base wherever it says otherwise.
    """
    found = []
    for name, value in presets.items():
        kind, _, rest = name.partition(".")
        if kind == "additional" and rest not in additional and value:
            found.append(problem("no_such_additional_cost", thing=thing, name=rest))
        elif kind == "targets" and rest not in slots:
            found.append(problem("no_such_slot", thing=thing, slot=rest))
        elif kind == "spend" and not spends:
            found.append(
                problem("wrong_spend", target=", ".join(value), thing=thing, wanted="it has no such cost")
            )
        elif kind == "to" and base_only and not str(value).startswith("base:"):
            found.append(problem("gear_to_base_only", thing=thing))
        elif kind == "to" and not base_only and not has_location:
            found.append(problem("spell_has_no_location", thing=thing))
    return found


def affects_by_criteria(does: list[Any]) -> bool:
    """Whether an instruction means all objects of a kind instead of chosen ones (355.5.a)."""
    return any(
        isinstance(getattr(instruction, field, None), Selector)
        for instruction in does
        for field in ("to", "what")
    )


def has_destination(does: list[Any]) -> bool:
    """Whether the instructions move something to a destination that is chosen (355.4)."""
    return any(isinstance(instruction, Move) and instruction.to == "destination" for instruction in does)


# --- step 2: choices --------------------------------------------------------------------------------


def choose_targets(
    run: Run,
    decide: Decider,
    thing: str,
    chooses: dict[str, Selector],
    chooser: Chooser,
    found: list[Problem],
) -> dict[str, list[str]]:
    """Choose the targets of every slot (355.5-355.13); what is wrong with them goes to `found`."""
    targets: dict[str, list[str]] = {}
    for slot, selector in chooses.items():
        # 811.1.d.2: unless the text makes it impossible to choose there
        reader = chooser if selector.place != "base" else Chooser(chooser.controller, chooser.source, chooser.here, chooser.item)
        options = candidates(run, selector, reader)
        name = f"targets.{slot}"
        if len(options) < selector.min:
            found.append(problem("no_legal_target", thing=thing, slot=describe(selector)))
        many = selector.max > 1 or selector.min == 0

        def explain(value: Any, selector: Selector = selector, reader: Chooser = reader) -> list[Problem]:
            return why_not(run, selector, reader, str(value))

        value = decide(
            Choice(
                name=name,
                form="choose_some" if many else "choose_one",
                prompt=f"{thing} chooses {describe(selector)}.",
                rules=["355.5", "355.7"] if not many else ["355.5", "355.13"],
                options=options,
                explain=explain,
                min=selector.min,
                max=min(selector.max, max(len(options), selector.min)),
                texts=_names(run, options),
                thing=thing,
                slot=slot,
            )
        )
        if value is not None:
            targets[slot] = list(value) if isinstance(value, list) else [value]
    return targets


def _names(run: Run, refs: list[str]) -> dict[str, str]:
    names = {}
    for ref in refs:
        thing = run.table.find(ref)
        if thing is not None:
            names[ref] = thing.card
    for item in run.table.items():
        if item.id in refs:
            names[item.id] = item.card or item.of or item.kind
    return names


def choose_destination(
    run: Run,
    decide: Decider,
    thing: str,
    does: list[Any],
    targets: dict[str, list[str]],
    found: list[Problem],
) -> str | None:
    """Choose where the units go that the instructions move (355.4)."""
    slots = [i.what for i in does if isinstance(i, Move) and i.to == "destination"]
    moved = [ref for slot in slots for ref in targets.get(slot, [])]
    if not moved:
        return None
    options: list[str] | None = None
    for ref in moved:
        unit = run.table.find(ref)
        if unit is None:
            continue
        places = effect_destinations(run, unit)
        options = places if options is None else [place for place in options if place in places]
    options = options or []
    if not options:
        found.append(problem("no_destination", thing=thing))
        return None
    value = decide(
        Choice(
            name="to",
            form="choose_one",
            prompt=f"Where does {', '.join(moved)} move?",
            rules=["355.4", "355.4.a"],
            options=options,
            explain=lambda place: [
                problem("invalid_destination", place=place, target=", ".join(moved), objects=moved)
            ],
        )
    )
    return None if value is None else str(value)


# --- steps 3 and 4: costs ---------------------------------------------------------------------------


def power_price(definition: CardDefinition, entries: list[str]) -> tuple[frozenset[str], ...]:
    """Power symbols as sets of domains that pay for each; `own` is any of the card's (135.2.e.6)."""
    price = []
    for entry in entries:
        if entry == "own":
            # 135.2.e.6.b: a card without a domain takes any; 135.2.e.6.c: with several, any of them
            price.append(frozenset(definition.domains or ["any"]))
        else:
            price.append(frozenset([entry]))
    return tuple(price)


def price_of(definition: CardDefinition, *, hidden: bool, additional: dict[str, bool]) -> Price:
    """Step 3: the total cost (356)."""
    price = Price() if hidden else Price(definition.energy or 0, power_price(definition, definition.power))
    if additional.get("accelerate"):
        price = price.plus(Price(1, power_price(definition, ["own"])))
    return price


def find_payment(
    run: Run, player: str, thing: str, price: Price, busy: frozenset[str], found: list[Problem]
) -> PaymentPlan | None:
    """Step 4, without paying: how the price can be paid, or why it cannot."""
    if run.board.resources == "enough":
        return None
    payment = plan(run.table, run.catalogue, player, price, busy=busy)
    if isinstance(payment, PaymentPlan):
        return payment
    found.extend(shortfall_problems(run, player, thing, price, payment))
    return None


def shortfall_problems(
    run: Run, player: str, thing: str, price: Price, short: Shortfall
) -> list[Problem]:
    """Why a price cannot be paid. Raises `Refused` where runes of unknown domain could decide it."""
    if shares_unknown(short) and not short.energy_missing and len(short.unknown_runes) >= len(short.power_missing):
        run.refuse(
            Refusal(
                reason="missing_fact",
                sentence=f"Whether {player} can pay for {thing} depends on runes whose face the board does not give.",
                about=f"objects.{short.unknown_runes[0]}.card",
                rules=["164.2.b.1"],
            )
        )
    found = []
    if short.energy_missing:
        found.append(
            problem("not_enough_energy", thing=thing, wanted=price.energy, player=player, available=short.energy_available)
        )
    if short.power_missing:
        found.append(problem("not_enough_power", thing=thing, wanted=price.words(), player=player))
    return found


# --- the whole plan -----------------------------------------------------------------------------------


def plan_play(run: Run, player: str, card: CardAt, decide: Decider) -> PlannedPlay:
    """Steps 2 to 5 for a card. Raises `Incomplete` with every reason why it cannot be played."""
    definition = run.catalogue[card.face]
    thing = definition.name
    hidden = card.zone == "facedown"
    found = play_problems(run, player, card, definition)
    if isinstance(decide, Live):
        decide.hopeless = bool(found)
    planned = PlannedPlay(card, definition, Price())
    if definition.is_unit:
        if "Accelerate" in definition.keywords:
            answer = decide(
                Choice(
                    name="additional.accelerate",
                    form="yes_no",
                    prompt=f"Does {player} pay the additional cost of Accelerate for {thing}?",
                    rules=["355.1.a", "805.1.a"],
                    options=[False, True],
                    explain=lambda value: [problem("no_such_additional_cost", thing=thing, name="accelerate")],
                    optional=True,
                )
            )
            planned.additional["accelerate"] = bool(answer)
        places = [card.battlefield] if hidden else entry_locations(run, player)
        place = decide(
            Choice(
                name="to",
                form="choose_one",
                prompt=f"Where does {thing} enter?",
                rules=["811.1.d.1"] if hidden else ["355.2", "355.2.a"],
                options=places,
                explain=lambda to: [
                    problem("place_elsewhere_hidden", thing=thing, place=card.battlefield)
                ]
                if hidden and to in run.table.locations()
                else why_not_enter(run, player, thing, str(to)),
            )
        )
        planned.location = place if place is None else str(place)
    elif definition.is_gear:
        planned.location = card.battlefield if hidden else base_of(player)
    else:
        chooser = Chooser(player, item=card.id, hidden_at=card.battlefield if hidden else None)
        planned.targets = choose_targets(run, decide, thing, definition.chooses, chooser, found)
        planned.destination = choose_destination(
            run, decide, thing, definition.does, planned.targets, found
        )
    planned.price = price_of(definition, hidden=hidden, additional=planned.additional)
    planned.payment = find_payment(run, player, thing, planned.price, frozenset(), found)
    if found:
        raise Incomplete(found)
    return planned


def play_problems(run: Run, player: str, card: CardAt, definition: CardDefinition) -> list[Problem]:
    """Reasons that no choice can mend: timing, type, the turn it was hidden in."""
    hidden = card.zone == "facedown"
    if not (definition.is_permanent or definition.is_spell):
        return [
            problem("not_playable_type", thing=definition.name, type=definition.types[0].lower(), objects=[card.id])
        ]
    found = play_timing(
        run,
        player,
        definition.name,
        action=definition.has("Action"),
        # 811.6: a card played from facedown has Reaction
        reaction=definition.has("Reaction") or hidden,
    )
    if hidden and card.since is not None and card.since >= run.board.turn.number:
        found.append(problem("hidden_this_turn", thing=definition.name, objects=[card.id]))
    return found


def play(run: Run, player: str, do: Do) -> list[Problem]:
    """Play a card as the action says; the problems when that is illegal, with the board untouched."""
    assert do.play is not None
    found = standing(run, player)
    if found:
        return found
    card = find_card(run, player, do.play, do.source)
    if isinstance(card, list):
        return card + play_timing(run, player, do.play, action=True, reaction=True)
    if card.face == UNKNOWN:
        return [problem("unknown_face", thing=card.id, objects=[card.id])]
    definition = run.catalogue[card.face]
    # timing and zone come before the text: a play that is never legal needs no text to be refused
    if definition.text == "unmodelled" and not play_problems(run, player, card, definition):
        refuse_clause(run, definition)

    def planner(decide: Decider) -> PlannedPlay:
        return plan_play(run, player, card, decide)

    presets = presets_of(do, player, list(definition.chooses))
    live = Live(run, planner, presets, player)
    live.problems = misplaced_presets(
        presets,
        definition.name,
        slots=definition.chooses,
        additional=["accelerate"] if definition.is_unit and definition.has("Accelerate") else [],
        has_location=definition.is_unit or has_destination(definition.does),
        base_only=definition.is_gear and not definition.is_unit and card.zone != "facedown",
    )
    try:
        planned = planner(live)
    except Incomplete as incomplete:
        found = live.problems + incomplete.problems
    else:
        found = list(live.problems)
        payment = written_payment(run, player, definition.name, planned.price, do.pay, found)
        planned.payment = payment or planned.payment
    if found:
        return _without_repeats(found)
    carry_out_play(run, player, planned)
    return []


def _without_repeats(problems: list[Problem]) -> list[Problem]:
    kept: list[Problem] = []
    for item in problems:
        if item not in kept:
            kept.append(item)
    return kept


def refuse_clause(run: Run, definition: CardDefinition) -> None:
    """The card's text is not modelled: say so by name (D2, D13)."""
    clause = definition.clause or "its text"
    run.refuse(
        Refusal(
            reason="clause",
            sentence=f"The text of {definition.name} is not modelled ({clause}).",
            about=f"{definition.name}: {clause}",
            rules=["002"],
        )
    )


def written_payment(
    run: Run, player: str, thing: str, price: Price, pay: Any, found: list[Problem]
) -> PaymentPlan | None:
    """The payment that the action or an answer writes out; None for the automatic one (357.1)."""
    if pay == "auto" or run.board.resources == "enough" or not (price.energy or price.power):
        return None
    from judge.procedure.written import ask_payment, check_payment

    if pay == "ask":
        if found:
            return None
        pay = ask_payment(run, player, thing, price)
    assert isinstance(pay, Payment)
    return check_payment(run, player, thing, price, pay, found)


# --- carrying it out ------------------------------------------------------------------------------


def carry_out_play(run: Run, player: str, planned: PlannedPlay) -> None:
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
        permission="hidden" if hidden else "normal",
        pending=True,
    )
    with run.step("353", text=f"{player} plays {definition.name}", by=player):
        put_on_chain(run, player, card, item)
        cite_choices(run, planned)
        if len(definition.domains) > 1 and (planned.additional or "own" in definition.power):
            run.in_force("135.2.e.6.c")
        pay_for(run, player, definition.name, planned.price, planned.payment)
        if definition.is_spell and definition.chooses:
            run.in_force("358.1")
        run.in_force("358.2", "358.4")
        finalized = msgspec.structs.replace(
            item,
            pending=False,
            chose=[Choices(targets=planned.targets, to=planned.location or planned.destination)],
            paid=Paid(
                energy=planned.price.energy,
                power=len(planned.price.power),
                costs={name: 1 for name, paid in planned.additional.items() if paid},
            ),
        )
        finalize(run, finalized, definition)
    run.award_priority = True


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
        run.in_force("421.4", "811.1.c.3")
        run.emit(
            ev.FacedownLeft(at=card.battlefield, id=card.id, owner=card.owner, target="chain", card=moved),
            by=player,
        )
    else:
        run.emit(
            ev.CardMoved(
                verb="play",
                player=player,
                card=moved,
                source="hand" if card.zone == "hand" else "champion",
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
    if planned.additional:
        run.in_force("355.1.a")
    if definition.is_unit and planned.location is not None:
        if planned.card.zone == "facedown":
            run.in_force("811.1.d.1")
        else:
            run.in_force("355.2.a")
        run.note(f"It will enter at {planned.location}.")
    for slot, refs in planned.targets.items():
        run.in_force("355.5", "355.7")
        if planned.card.zone == "facedown":
            run.in_force("811.1.d.2")
        words = ", ".join(refs) if refs else "nothing"
        run.note(f"It chooses {words} as {slot}.")
    if planned.destination is not None:
        run.in_force("355.4")
        run.note(f"The destination is {planned.destination}.")


def pay_for(run: Run, player: str, thing: str, price: Price, payment: PaymentPlan | None) -> None:
    """Steps 3 and 4: say the total cost and pay it (356-357)."""
    words = f"{price.energy} Energy" + (f" and Power ({price.words()})" if price.power else "")
    with run.step("357", text=f"{thing} costs {words}", by=player):
        if run.board.resources == "enough":
            if price.energy or price.power:
                run.in_force("357.1")
                run.assume("resources", "enough", f"{player} can pay for {thing}.")
                run.note("The board says that resources are enough.")
        elif payment is not None:
            carry_out(run, player, price, payment)


def finalize(run: Run, item: ChainItem, definition: CardDefinition | None) -> None:
    """Step 6: the item is no longer pending (359.1, 406)."""
    fact = None
    if definition is not None and item.card is not None:
        run.in_force("359.1")
        fact = FinalizedCard(
            id=item.id,
            card=item.card,
            types=definition.types,
            tags=definition.tags,
            token=definition.token,
            energy=definition.energy or 0,
        )
        if definition.is_spell:
            run.in_force("359.3.a")
    else:
        run.in_force("406.1", "406.2")
    run.emit(ev.ItemFinalized(item=item, fact=fact), by=item.controller)


def pay_other(run: Run, player: str, source: str | None, spend: dict[str, list[str]]) -> None:
    """Non-standard costs: cards discarded, cards recycled from the trash (357.2)."""
    if spend.get("discard"):
        run.in_force("357.2", "422.3")
        discard(run, player, len(spend["discard"]), chosen=spend["discard"])
    if spend.get("recycle"):
        run.in_force("357.2", "416.3")
        recycle_from_trash(run, player, spend["recycle"])


def instruction_slots(does: list[Any]) -> set[str]:
    """The slots that instructions refer to."""
    return {getattr(i, "to", getattr(i, "what", "")) for i in does if isinstance(i, Instruction)} - {""}


__all__ = [
    "CardAt",
    "PlannedPlay",
    "carry_out_play",
    "choose_destination",
    "choose_targets",
    "find_card",
    "finalize",
    "pay_for",
    "pay_other",
    "plan_play",
    "play",
    "play_problems",
    "playable_zones",
    "presets_of",
    "reference",
    "refuse_clause",
    "has_destination",
    "misplaced_presets",
    "written_payment",
]
