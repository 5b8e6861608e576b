"""What can be applied to an event before it happens: texts, prevention, doubling, ways of entering
(367-375, 437, 443).

Each is a `Replacer`: whose it is, what it could be applied to, and what applying it does. In which
order they are applied is in `judge.abilities.replacing`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import msgspec
from msgspec.structs import replace

from judge.abilities.affording import can_be_paid_with
from judge.abilities.nextplays import is_next
from judge.abilities.passive import (
    Passive,
    applies,
    fits_card,
    index,
    is_about,
    is_item_meant,
    is_meant,
    known,
    printed,
)
from judge.actions.door import Attempt
from judge.actions.objects import assume_ready, exhaust, kill
from judge.actions.statuses import spend_buffs
from judge.board import events as ev
from judge.board.state import Card, ChainItem, Effect, Source
from judge.board.table import base_of, reference
from judge.effects import notation as n
from judge.effects.execution import Execution
from judge.effects.performing import execute
from judge.effects.supporting_entering import is_done_there
from judge.effects.supporting_reveals import looks_first
from judge.layers.characteristics import preventing_nothing
from judge.procedure.costs import find_payment, pay_for, power_price
from judge.procedure.payment import Price, add_resources
from judge.ruling.ruling import Problem
from judge.ruling.run import Run

#: events of cards that are shown where they lie
SHOWING: tuple[n.Event, ...] = ("look", "reveal")


@dataclass(slots=True)
class Replacer(ABC):
    """Something that may be applied to an event, once (370.2)."""

    key: str
    label: str
    controller: str

    #: whether its controller may leave it (371.2)
    optional: bool = False
    #: whether it matters to which of several events it is applied first
    picky: bool = False

    @property
    def alike(self) -> str:
        """Those that say the same are applied in any order, and nobody is asked."""
        return self.key

    def still(self, run: Run) -> bool:
        """Whether it is still there after what was applied before."""
        return True

    @abstractmethod
    def matches(self, run: Run, attempt: Attempt) -> bool:
        """Whether the event qualifies (370.1)."""

    @abstractmethod
    def apply(self, run: Run, attempt: Attempt) -> None:
        """Alter the event, or perform what happens instead of it."""


# --- texts ----------------------------------------------------------------------------------------


@dataclass(slots=True)
class OfText(Replacer):
    """A replacement ability, printed, granted or delayed (368, 390.3)."""

    passive: Passive | None = None

    @property
    def ability(self) -> n.Replacement:
        assert self.passive is not None
        assert isinstance(self.passive.ability, n.Replacement)
        return self.passive.ability

    def still(self, run: Run) -> bool:
        assert self.passive is not None
        event = self.passive.event
        standing = [p.key for p in index(run).replacing.get(event, ())]
        if self.ability.by != "you":
            return self.passive.key in standing
        own = event == "play" and self.ability.moments[0].what == "me"
        return self.key in standing or event in ("enter", *SHOWING) or own

    def matches(self, run: Run, attempt: Attempt) -> bool:
        assert self.passive is not None
        if not is_about(run, self.passive, self.passive.moment, attempt):
            return False
        if self.ability.by != "you" and _holder(run, attempt) != self.controller:
            return False
        return not (self.prevents and is_certain(run, attempt))

    @property
    def prevents(self) -> bool:
        """Whether its text says that damage is prevented: nothing happens instead (437)."""
        assert self.passive is not None
        ability = self.ability
        return (
            self.passive.moment.event == "take_damage" and not ability.does and not ability.as_well
        )

    def may_be_used(self, run: Run) -> bool:
        """371.1: not more often in a turn than it says."""
        limit = self.ability.times_each_turn
        if limit is None:
            return True
        run.assume_untold("uses", self.key, "times")
        facts = run.board.this_turn.uses.get(self.key)
        if facts is None or facts.times < limit:
            return True
        return not run.in_force("371.1")

    def payable(self, run: Run, attempt: Attempt | None = None) -> bool:
        """Whether its controller could pay what it asks for, for this event."""
        cost = self.ability.cost
        if cost is None:
            return True
        assert self.passive is not None
        thing = run.table.find(self.passive.ref) if self.passive.ref is not None else None
        if (cost.exhausts_me or cost.kills_me) and thing is None:
            return False
        if cost.exhausts_me and thing is not None and thing.exhausted:
            return False
        if cost.exhausts_me and thing is not None:
            assume_ready(run, reference(thing))
        parts = {"exhaust": cost.exhausts_me, "kill": cost.kills_me, "banish": cost.banish == "me"}
        ref = self.passive.ref
        if ref is not None and not all(
            can_be_paid_with(run, self.controller, verb, ref) for verb, own in parts.items() if own
        ):
            return False
        if cost.banish == "me" and self._in_trash(run) is None and run.stands("370.3"):
            return False
        dying = run.table.find(attempt.what) if attempt is not None and attempt.what else None
        if cost.spend_buff == "it" and dying is not None and dying.buffs < 1:
            return False
        price = self._price(run)
        short: list[Problem] = []
        find_payment(run, self.controller, self.label, price, short)
        return not short

    def pay(self, run: Run, attempt: Attempt) -> None:
        """Pay what it asks for, before it is applied."""
        cost = self.ability.cost
        if cost is None:
            return
        assert self.passive is not None
        price = self._price(run)
        if price.energy or price.power:
            payment = find_payment(run, self.controller, self.label, price, [])
            pay_for(run, self.controller, self.label, price, payment)
        ref = self.passive.ref
        if cost.exhausts_me and ref is not None:
            run.in_force("414.5")
            exhaust(run, [ref], by=self.controller)
        if cost.spend_buff == "it" and attempt.what is not None:
            spend_buffs(run, [attempt.what], 1, by=self.controller)
        if cost.banish == "me":
            self._banish(run)
        if cost.kills_me and ref is not None:
            kill(run, [ref], by=self.controller)

    def _in_trash(self, run: Run) -> tuple[str, Card] | None:
        """Whose trash its source is in, and the card."""
        assert self.passive is not None
        for name, player in run.board.players.items():
            for card in player.trash:
                if reference(card) == self.passive.ref:
                    return name, card
        return None

    def _price(self, run: Run) -> Price:
        cost = self.ability.cost
        assert cost is not None
        assert self.passive is not None
        definition = run.catalogue.get(self.passive.card)
        power = power_price(run, definition, cost.power) if definition is not None else ()
        return Price(n.fixed(cost.energy), power)

    def _banish(self, run: Run) -> None:
        found = self._in_trash(run)
        if found is not None:
            player, card = found
            run.in_force("427.2")
            run.emit(
                ev.CardMoved(
                    verb="banish",
                    player=player,
                    card=msgspec.structs.replace(card, generation=card.generation + 1),
                    source="trash",
                    target="banishment",
                ),
                by=self.controller,
            )

    def use_up(self, run: Run) -> None:
        """Count the use, where it is limited (371.1, 390.3)."""
        assert self.passive is not None
        if self.ability.times_each_turn is not None:
            run.emit(ev.AbilityUsed(key=self.key, player=self.controller), by=self.controller)
        if self.passive.effect is not None and self.passive.effect.uses is not None:
            use_effect(run, self.passive.effect)

    def apply(self, run: Run, attempt: Attempt) -> None:
        ability, passive = self.ability, self.passive
        assert passive is not None
        self.use_up(run)
        if not ability.as_well and not ability.does:
            # 443.1: it is replaced with nothing, and nothing triggers on it (443.2.a)
            if run.in_force("443.1", "443.2", "443.2.a"):
                attempt.averted = True
                run.note(f"{_said(run, attempt)} is skipped.", by=self.controller)
            return
        if ability.as_well:
            # 370.1.b.1: the event is replaced by itself and what is done as it happens
            if not run.in_force("370.1.b.1"):
                return
        elif run.in_force("370.1.b", "370.1.a.1"):
            attempt.averted = True
        if attempt.event == "enter" and is_done_there(ability):
            # 369.3: a game action that occurs as it enters needs it to be there
            run.rests_on(
                "OP-207",
                "a",
                f"What {self.label} has done to {_what(run, attempt)} as it enters is done once it "
                "is on the board, at the same moment.",
            )
            if run.in_force("369.3"):
                attempt.there.append(partial(self._perform, run, attempt))
            return
        self._perform(run, attempt)

    def _perform(self, run: Run, attempt: Attempt) -> None:
        """Have done what its text says."""
        ability, passive = self.ability, self.passive
        assert passive is not None
        context = known(run, passive, attempt)
        if any(name == "this" for name, _ in passive.names):
            run.in_force("136.2.d")
        item = ChainItem(
            id=passive.ref or passive.key,
            kind="delayed",
            controller=self.controller,
            of=passive.card,
            source=Source(ref=passive.ref) if passive.ref is not None else None,
        )
        # 373.1.a: what replaces an event is performed before what still happens
        if run.in_force("373.1.a"):
            execute(
                Execution(
                    run=run,
                    item=item,
                    name=self.label,
                    chooses={},
                    context=replace(context, controller=self.controller),
                    targets={},
                    destination=None,
                    destinations={},
                    add=add_resources,
                    rule="370.1.b",
                    replaced=attempt,
                ),
                ability.does,
            )


def _holder(run: Run, attempt: Attempt) -> str | None:
    """Who controls what an event would happen to."""
    thing = run.table.find(attempt.what) if attempt.what is not None else None
    return None if thing is None else thing.controller


def _deciding(
    run: Run, ability: n.Replacement, controller: str, attempts: list[Attempt]
) -> list[str]:
    """Who decides about an effect and pays for it: its controller, or each of those who control
    what it could be applied to (371.2).
    """
    if ability.by == "you":
        return [controller]
    holders = {name for attempt in attempts if (name := _holder(run, attempt)) is not None}
    return [name for name in run.table.turn_order(run.board.turn.player) if name in holders]


def _what(run: Run, attempt: Attempt) -> str:
    thing = attempt.thing
    return run.thing(attempt.what or "") if thing is None else f"{thing.card} ({attempt.what})"


def _said(run: Run, attempt: Attempt) -> str:
    what = attempt.what if attempt.what is not None else attempt.by
    event = attempt.phase or attempt.event
    return f"{event.replace('_', ' ').capitalize()} of {run.thing(what or 'the turn')}"


def use_effect(run: Run, effect: Effect) -> None:
    """One of the uses of a lasting effect is gone; it ends with the last (390.3, 437.3.a)."""
    left = (effect.uses or 1) - 1
    if left < 1:
        run.in_force("390.3")
        run.emit(ev.EffectEnded(id=effect.id), by=effect.controller)
    else:
        run.emit(ev.EffectUsed(id=effect.id, prevent=effect.prevent, uses=left))


def is_picky(passive: Passive) -> bool:
    """Whether it matters which event comes first: where it cannot be applied to all, or does more
    than something to the thing itself.
    """
    ability = passive.ability
    assert isinstance(ability, n.Replacement)
    limited = ability.times_each_turn is not None or ability.cost is not None
    if limited or (passive.effect is not None and passive.effect.uses is not None):
        return True
    return any(getattr(each, "what", None) != "it" for each in ability.does)


# --- damage ---------------------------------------------------------------------------------------


def is_certain(run: Run, attempt: Attempt) -> bool:
    """Whether it is the damage of a player whose damage cannot be prevented: of the one who deals
    it, who is the one that marks it (142.3.a, 142.3.b).
    """
    certain = preventing_nothing(run.table, run.catalogue)
    return attempt.by in certain and run.in_force("142.3.b")


@dataclass(slots=True)
class Preventing(Replacer):
    """A prevention that is tracked on a unit (437)."""

    effect: Effect | None = None

    def still(self, run: Run) -> bool:
        return any(effect.id == self.key for effect in index(run).preventing)

    def matches(self, run: Run, attempt: Attempt) -> bool:
        assert self.effect is not None
        return (
            not attempt.assigned
            and attempt.what in (self.effect.affects or [])
            and attempt.amount > 0
            and run.stands("369.2", "437.1", "437.2", "437.1.b.2", "437.7")
            and not is_certain(run, attempt)
        )

    @property
    def is_endless(self) -> bool:
        """Whether it prevents all damage for as long as it lasts."""
        return self.effect is not None and self.effect.prevent == "all" and not self.effect.uses

    @property
    def is_of_the_next(self) -> bool:
        """Whether it prevents all of the next damage, so many times."""
        return self.effect is not None and self.effect.prevent == "all" and bool(self.effect.uses)

    def reduced(self, amount: int) -> int:
        """How much of so much is left; never less than 0 (437.2.a)."""
        assert self.effect is not None
        if self.effect.prevent == "all":
            return 0
        return max(0, amount - (self.effect.prevent or 0))

    def apply(self, run: Run, attempt: Attempt) -> None:
        spared = 0
        if attempt.bonus and not run.in_force("437.1.a.1", "715.4.a"):
            spared = attempt.bonus  # what is prevented would not include Bonus Damage
        left = self.reduced(attempt.amount - spared) + spared
        run.in_force("437.2", "369.2", "437.1.b.2")
        self.track(run, attempt.what, attempt.amount, left)
        attempt.amount = left
        if left == 0 and run.in_force("437.2.a", "437.4", "417.1.e"):
            attempt.averted = True

    def track(self, run: Run, ref: str | None, amount: int, left: int) -> None:
        """Say how much is prevented, and what of the prevention remains (437.3)."""
        with run.keeping_citations():
            self._track(run, ref, amount, left)

    def _track(self, run: Run, ref: str | None, amount: int, left: int) -> None:
        effect = self.effect
        assert effect is not None
        run.note(
            f"{self.label} prevents {amount - left} of {amount} damage to {run.thing(ref or '')}.",
            "437.2",
        )
        if effect.prevent == "all" and run.in_force("437.1.b.1.b", "437.3.c"):
            if effect.uses is not None:
                use_effect(run, effect)
            return
        if effect.prevent == "all":
            run.emit(ev.EffectEnded(id=effect.id))
            return
        value = (effect.prevent or 0) - (amount - left)
        uses = None if effect.uses is None else effect.uses - 1
        if (value <= 0 or uses == 0) and run.in_force("437.3.a"):
            run.emit(ev.EffectEnded(id=effect.id))
        elif run.in_force("437.3", "437.3.b"):
            run.emit(ev.EffectUsed(id=effect.id, prevent=value, uses=uses))


@dataclass(slots=True)
class Doubling(Replacer):
    """Damage is doubled as it is dealt (432)."""

    passive: Passive | None = None

    @property
    def alike(self) -> str:
        return "double"

    def matches(self, run: Run, attempt: Attempt) -> bool:
        assert self.passive is not None
        return not attempt.assigned and concerns(run, self.passive, attempt)

    def apply(self, run: Run, attempt: Attempt) -> None:
        run.in_force("370.1.b")
        attempt.amount *= 2
        run.note(f"{self.label} doubles the damage to {attempt.amount}.")


def concerns(run: Run, passive: Passive, attempt: Attempt) -> bool:
    """Whether a text about damage means this: what deals it, or with `taken` what is dealt it."""
    change, ability = passive.change, passive.ability
    assert isinstance(change, n.Damage)
    assert isinstance(ability, n.Static)
    context = known(run, passive, attempt)
    dealer = Attempt(attempt.event, what=attempt.other)
    if change.taken:
        by_whom = change.by is None or is_meant(run, change.by, context, dealer)
        return (
            by_whom and is_meant(run, ability.affects, context, attempt) and applies(run, passive)
        )
    to_whom = change.to is None or is_meant(run, change.to, context, attempt)
    if attempt.dealer is not None:
        item = attempt.dealer
        kind = "spell" if item.kind == "spell" else ""
        deals = is_next(passive.effect, item.controller, kind) or is_item_meant(
            run, ability.affects, context, attempt.dealer
        )
    else:
        deals = is_meant(run, ability.affects, context, dealer)
    return to_whom and deals and applies(run, passive)


# --- entering -------------------------------------------------------------------------------------


@dataclass(slots=True)
class Entering(Replacer):
    """It enters ready or exhausted, or somewhere else (369.3)."""

    ready: bool | None = None
    at: n.Where | None = None
    passive: Passive | None = None

    @property
    def alike(self) -> str:
        return f"enters {self.ready} {self.at}"

    def matches(self, run: Run, attempt: Attempt) -> bool:
        passive = self.passive
        if passive is None:
            return True  # Accelerate was paid for it
        assert isinstance(passive.ability, n.Static)
        assert attempt.thing is not None
        change = passive.change
        onto = isinstance(change, n.Enters) and change.where == "battlefield"
        if onto and attempt.to not in run.table.battlefields:
            return False
        context = known(run, passive, attempt)
        affects = passive.ability.affects
        if isinstance(affects, n.Selector):
            meant = fits_card(run, affects, context, attempt.thing, attempt.to)
        elif affects != "me":
            meant = isinstance(affects, str) and attempt.thing.id in context.refs(affects)
        else:
            meant = attempt.what in context.refs("me")
        return meant and applies(run, passive)

    def apply(self, run: Run, attempt: Attempt) -> None:
        thing = attempt.thing
        assert thing is not None
        name = f"{thing.card} ({attempt.what})"
        if self.ready is not None and run.in_force("369.3"):
            attempt.thing = msgspec.structs.replace(thing, exhausted=not self.ready)
            run.note(f"{name} enters {'ready' if self.ready else 'exhausted'}: {self.label}.")
        if self.at in ("base", "your_base") and run.in_force("369.3"):
            attempt.to = base_of(thing.controller)
            run.note(f"{name} enters at {run.place(attempt.to)}: {self.label}.")


# --- all of them ----------------------------------------------------------------------------------


def replacers(run: Run, event: n.Event, attempts: list[Attempt]) -> Iterator[Replacer]:
    """Everything that might be applied to events of this kind, in a settled order."""
    found = index(run)
    # what is followed before anything is revealed: see `judge.effects.performing.beforereveals`
    passives = [p for p in found.replacing.get(event, ()) if not looks_first(p.ability)]
    if event == "die":
        passives += _of_dying(run, attempts)
    entering = list(found.entering) if event == "enter" else []
    for attempt in attempts if event == "enter" else []:
        thing = attempt.thing
        assert thing is not None
        if thing.card in run.catalogue.interceding:
            # 369.3: its own text applies as it enters
            ref, controller = reference(thing), thing.controller
            for own in printed(run, ref, thing.card, controller, attempt.to):
                if isinstance(own.change, n.Enters):
                    entering.append(replace(own, paid=attempt.paid))
                elif isinstance(own.ability, n.Replacement):
                    passives.append(own)
        if attempt.accelerated:
            yield Entering("accelerate", "Accelerate", thing.controller, ready=True)
    if event in SHOWING:
        passives += [own for own in _of_the_shown(run, attempts) if own.event == event]
    for passive in entering:
        change = passive.change
        assert isinstance(change, n.Enters)
        yield Entering(
            passive.key,
            passive.card,
            passive.of(run),
            ready=change.ready,
            at=change.at,
            passive=passive,
        )
    for passive in passives:
        ability = passive.ability
        assert isinstance(ability, n.Replacement)
        controller = passive.of(run)
        if not run.stands("374"):
            controller = next((a.by for a in attempts if a.by is not None), controller)
        for player in _deciding(run, ability, controller, attempts):
            yield OfText(
                passive.key if ability.by == "you" else f"{passive.key}/{player}",
                passive.card,
                player,
                optional=ability.may or ability.cost is not None,
                picky=is_picky(passive),
                passive=passive,
            )
    if event == "deal":
        for passive in found.damaging:
            assert isinstance(passive.change, n.Damage)
            if passive.change.double:
                yield Doubling(passive.key, passive.card, passive.of(run), passive=passive)
        for effect in found.preventing:
            yield Preventing(
                effect.id, effect.origin or effect.id, effect.controller, effect=effect
            )


def _of_the_shown(run: Run, attempts: list[Attempt]) -> Iterator[Passive]:
    """What cards of a deck say of their being looked at or revealed there (366.1); those of other
    zones are in play where they are.
    """
    for attempt in attempts:
        thing = attempt.thing
        if thing is not None and attempt.origin == "main_deck":
            ref = reference(thing)
            for own in printed(run, ref, thing.card, thing.controller, None, "main_deck"):
                if isinstance(own.ability, n.Replacement):
                    yield own


def _of_dying(run: Run, attempts: list[Attempt]) -> Iterator[Passive]:
    """What the dying could replace from the trash, where they are not yet (370.3)."""
    for attempt in attempts:
        thing = run.table.find(attempt.what) if attempt.what is not None else None
        if thing is not None and thing.card in run.catalogue.interceding:
            for own in printed(run, reference(thing), thing.card, thing.owner, None, "trash"):
                if own.change is None and own.ability.zone == "trash":
                    yield own


__all__ = [
    "Doubling",
    "Entering",
    "OfText",
    "Preventing",
    "Replacer",
    "concerns",
    "replacers",
]
