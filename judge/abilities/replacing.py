"""Replacement effects, applied in sequences to what is about to happen at one moment (367-375).

A batch holds the simultaneous events of one game action. Prohibitions take out what cannot happen.
Then one replacement effect after another is applied, each in one uninterrupted sequence to all the
events that qualify for it (373.2), and what happens instead is done before the rest (373.1.a). What
an effect does goes through the same door, knowing which effects have been applied already (370.2).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from judge.abilities.assigning import Assigned, assigned_damage
from judge.abilities.forbidding import forbidding, permitted
from judge.abilities.passive import index
from judge.abilities.replacers import (
    SHOWING,
    OfText,
    Replacer,
    concerns,
    replacers,
)
from judge.abilities.sparing import spare
from judge.actions.door import Attempt, Outcome
from judge.board.state import ChainItem, GameObject
from judge.effects import notation as n
from judge.effects.meaning import evaluate
from judge.effects.reaching import reach_event
from judge.ruling.questions import Option, Question
from judge.ruling.ruling import Refusal
from judge.ruling.run import Run

#: events by which a thing leaves the board
LEAVING: frozenset[n.Event] = frozenset(["die", "banish", "return_to_hand"])
#: how deep what replaces may be replaced in turn
DEPTH = 24


@dataclass(slots=True)
class AtTheDoor:
    """The door of one run (`judge.actions.door.Door`)."""

    #: keys of the effects under whose application something is being done, outermost first
    within: list[set[str]] = field(default_factory=list)
    #: how often an effect was applied
    applied: int = 0
    #: what became of the instructions that are being carried out, outermost first
    outcomes: list[Outcome] = field(default_factory=list)
    #: why it cannot be said how much excess damage a player has assigned, by player
    uncounted: dict[str, Refusal] = field(default_factory=dict)

    @property
    def is_replacing(self) -> bool:
        """Whether what is done now is done by a replacement effect."""
        return bool(self.within)

    def watches(self, run: Run, event: n.Event) -> bool:
        """Whether anything could forbid or replace such an event."""
        return event in index(run).events

    def through(self, run: Run, attempts: list[Attempt]) -> list[Attempt]:
        """What of simultaneous events still happens, after what was to happen instead."""
        for attempt in attempts:
            if run.had_unmodelled:
                _reach(run, attempt)
            for keys in self.within:
                attempt.applied |= keys
        allowed = permitted(run, attempts)
        outcome = self._outcome(attempts)
        if outcome is not None:
            outcome.tried += len(attempts)
            outcome.forbidden += len(attempts) - len(allowed)
        left = self._replaced(run, allowed)
        for attempt in allowed if allowed and allowed[0].event == "die" else []:
            if attempt.averted and attempt.what is not None:
                spare(run, attempt.what)
        if outcome is not None:
            outcome.averted += len(allowed) - len(left)
        return left

    def _outcome(self, attempts: list[Attempt]) -> Outcome | None:
        """Of which instruction these are the events, if of any: what is done in place of them is
        done by a replacement effect, and not by the instruction.
        """
        last = self.outcomes[-1] if self.outcomes else None
        if last is None or not attempts or attempts[0].event != last.event:
            return None
        return last if last.depth == len(self.within) else None

    @contextmanager
    def following(self, event: n.Event) -> Iterator[Outcome]:
        """Counts what becomes of the events of one instruction while it is carried out."""
        self.outcomes.append(Outcome(event, len(self.within)))
        try:
            yield self.outcomes[-1]
        finally:
            self.outcomes.pop()

    def _replaced(self, run: Run, attempts: list[Attempt]) -> list[Attempt]:
        """What is left of events that nothing forbids, after what was to happen instead."""
        # 370.1.c: before any of it has occurred
        if not attempts or not run.stands("370.1.c"):
            return attempts
        if len(self.within) > DEPTH:
            run.refuse(
                Refusal(
                    reason="limit",
                    sentence="Replacement effects replace one another without end.",
                    about="DEPTH",
                    rules=["370.2"],
                )
            )
        closed: set[str] = set()
        unpaid: set[str] = set()
        ranks: dict[str, int] = {}
        while True:
            waiting = self._applicable(run, attempts, closed, unpaid)
            if not waiting:
                return [attempt for attempt in attempts if not attempt.averted]
            following, events = _next(run, waiting, ranks)
            closed.add(following.key)
            self._sequence(run, following, events)

    def forbids(self, run: Run, attempt: Attempt) -> bool:
        """Whether it cannot happen."""
        return self.watches(run, attempt.event) and forbidding(run, attempt) is not None

    def _applicable(
        self, run: Run, attempts: list[Attempt], closed: set[str], unpaid: set[str]
    ) -> list[tuple[Replacer, list[Attempt]]]:
        """What can be applied now, each with the events that qualify for it (370.1, 373).

        `unpaid`: keys of those of which it has been said that their cost cannot be paid.
        """
        open_ = [a for a in attempts if not a.averted and not a.certain]
        found: list[tuple[Replacer, list[Attempt]]] = []
        for each in replacers(run, attempts[0].event, open_) if open_ else []:
            if not _may_apply(run, each, attempts):
                continue
            # 370.1: it applies to any event that qualifies
            able = open_ if run.stands("370.1") else []
            events = [attempt for attempt in able if each.matches(run, attempt)]
            fresh = [attempt for attempt in events if each.key not in attempt.applied]
            if len(fresh) < len(events) and not run.in_force("370.2"):
                fresh = events
            if not fresh:
                continue
            if each.key in closed and run.in_force("373.2", "373.2.a"):
                continue
            if isinstance(each, OfText) and not each.may_be_used(run):
                continue
            if isinstance(each, OfText) and not each.payable(run):
                if each.key not in unpaid:
                    words = f"{each.controller} cannot pay for {_named(each, fresh)}."
                    run.note(words, "203.3", by=each.controller)
                unpaid.add(each.key)
                continue
            found.append((each, fresh))
        return found

    def _sequence(self, run: Run, following: Replacer, events: list[Attempt]) -> None:
        """Apply one effect to every event that qualifies, without anything in between (373.2.a)."""
        asked = isinstance(following, OfText) and following.optional
        words = f"{_named(following, events)} {'may be' if asked else 'is'} applied"
        with run.step("370.1", text=words, by=following.controller):
            several = len(events) > 1 and isinstance(following, OfText) and not following.optional
            if several and run.rely_on("OP-75") == "b":
                events = _some(run, following, events)
            for attempt in _in_order(run, following, events):
                if not following.still(run) or not following.matches(run, attempt):
                    continue
                if isinstance(following, OfText):
                    if not (following.may_be_used(run) and following.payable(run, attempt)):
                        continue
                    if following.optional and not self._wanted(run, following, attempt):
                        continue
                    passive = following.passive
                    assert passive is not None
                    active = passive.dormant or "365.1"
                    run.in_force(active if passive.zone == "board" else "366.1", "374")
                # 369, 369.1: it intercedes in what is being executed
                if not run.in_force("369", "369.1", "370.1.c"):
                    continue
                self.applied += 1
                before = self.applied
                attempt.applied.add(following.key)
                self.within.append(set(attempt.applied))
                try:
                    if isinstance(following, OfText):
                        following.pay(run, attempt)
                    following.apply(run, attempt)
                finally:
                    self.within.pop()
                # 373.2.a.1: what was replaced in turn does not interrupt this sequence
                if self.applied > before and not run.in_force("373.2.a.1"):
                    break

    def _wanted(self, run: Run, following: OfText, attempt: Attempt) -> bool:
        """371.2: its controller chooses whether it is applied to the event."""
        if not run.in_force("371.2", "371.2.a"):
            return True
        thing = attempt.what if attempt.what is not None else attempt.by
        answer = run.ask(
            Question(
                form="yes_no",
                to=following.controller,
                prompt=f"Does {following.controller} apply {following.label} to what would happen "
                f"to {thing}?",
                slot="may",
                rules=["371.2", "371.2.a"],
                audience=_who_may_know(following.controller, [attempt]),
            )
        )
        if not answer:
            if not run.in_force("371.2.b"):
                following.use_up(run)
            name = _named(following, [attempt])
            run.note(f"{following.controller} does not apply {name}.", "371.2.b")
        return bool(answer)

    # --- damage -----------------------------------------------------------------------------------

    def bonus(self, run: Run, source: str | ChainItem | None, ref: str) -> int:
        """The Bonus Damage that an item deals to a unit, or would as it is played: all instances
        summed (714).
        """
        if source is None or not run.stands("715"):
            return 0
        if isinstance(source, str):
            attempt = Attempt("deal", what=ref, other=source)
        else:
            attempt = Attempt("deal", what=ref, other=source.id, dealer=source)
        total = 0
        for passive in index(run).damaging:
            change = passive.change
            assert isinstance(change, n.Damage)
            if change.bonus == 0 or change.taken or not concerns(run, passive, attempt):
                continue
            context = passive.context(passive.of(run))
            value = evaluate(run, context, change.bonus) or 0
            if total and not run.stands("714"):
                continue  # all instances are summed
            # 714.1: it only increases the damage; 714.2: otherwise there is none
            total += max(0, value) if run.stands("714.1", "714.2") else value
        return total

    def assigned(
        self, run: Run, sides: Mapping[str, tuple[int, Sequence[str]]]
    ) -> Mapping[str, Assigned]:
        """What alters the combat damage of units, in the order of their controllers' choice
        (465.2.c.5, 372).
        """
        self.uncounted.clear()
        # what is lethal depends on what would replace the damage, under either name of it
        events: tuple[n.Event, ...] = ("deal", "take_damage") if run.had_unmodelled else ()
        for event in events:
            for player, (amount, refs) in sides.items():
                for ref in refs if amount > 0 else ():
                    _reach(run, Attempt(event, what=ref, by=player, amount=amount))
        return assigned_damage(run, sides, _ask_order) if self.watches(run, "deal") else {}


def _reach(run: Run, attempt: Attempt) -> None:
    """Raises `Refused` where a clause that is not modelled might replace or forbid it as well."""
    thing = attempt.thing
    reach_event(
        run,
        attempt.event,
        what=attempt.what,
        by=attempt.by,
        where=attempt.to if thing is not None else None,
        gone=(thing.card, thing.controller) if thing is not None else None,
        only_before=True,
    )


def _who_may_know(player: str, attempts: Iterable[Attempt]) -> str:
    """Who is told what may be applied: what a player looks at is for that player alone to know
    (128.4).
    """
    return player if any(attempt.event == "look" for attempt in attempts) else "all"


def _named(following: Replacer, attempts: Iterable[Attempt]) -> str:
    """What an effect is called in words that everybody may read."""
    secret = _who_may_know("", attempts) != "all"
    return "what a card says of its being looked at" if secret else following.label


# --- orders ---------------------------------------------------------------------------------------


def _may_apply(run: Run, each: Replacer, attempts: list[Attempt]) -> bool:
    """Whether an effect whose source is one of the things in question can be applied (370.3,
    370.4).
    """
    if not isinstance(each, OfText):
        return True
    passive = each.passive
    assert passive is not None
    if passive.ref is None or passive.ref not in {attempt.what for attempt in attempts}:
        return True
    if passive.zone == "board":
        # 370.4: it leaves together with the others, and has not left yet
        return attempts[0].event not in LEAVING or run.in_force("370.4")
    # 370.3: it would only come to that zone with this very event
    return attempts[0].event in ("discard", *SHOWING) or not run.in_force("370.3")


def _next(
    run: Run, waiting: list[tuple[Replacer, list[Attempt]]], ranks: dict[str, int]
) -> tuple[Replacer, list[Attempt]]:
    """Which effect is applied next: who has a say depends on whether they meet at one event."""
    if len(waiting) == 1:
        return waiting[0]
    events = {id(attempt): attempt for _, found in waiting for attempt in found}
    several = len(events) > 1 and len({each.controller for each, _ in waiting}) > 1
    meets = any(sum(a in found for _, found in waiting) > 1 for a in events.values())
    by_turn = several and meets and run.rely_on("OP-11") == "b"
    for attempt in events.values() if not by_turn else ():
        meeting = [each for each, found in waiting if attempt in found]
        if len(meeting) > 1:
            player, rule = _who_orders(run, attempt)
            return _first_of(run, waiting, meeting, ranks, player, rule, attempt.what or player)
    order = run.table.turn_order(run.board.turn.player)
    controllers = {each.controller for each, _ in waiting}
    if len(controllers) > 1 and not run.in_force("373.1"):
        order.reverse()
    first = next((name for name in order if name in controllers), waiting[0][0].controller)
    own = [each for each, _ in waiting if each.controller == first]
    return _first_of(run, waiting, own, ranks, first, "373", None)


def _first_of(
    run: Run,
    waiting: list[tuple[Replacer, list[Attempt]]],
    choices: list[Replacer],
    ranks: dict[str, int],
    player: str | None,
    rule: str,
    about: str | None,
) -> tuple[Replacer, list[Attempt]]:
    if player is not None and len({each.alike for each in choices}) > 1 and run.in_force(rule):
        if any(each.key not in ranks for each in choices):
            audience = _who_may_know(player, [a for _, found in waiting for a in found])
            for number, each in enumerate(
                _ask_order(run, player, choices, [rule], about, audience)
            ):
                ranks[each.key] = number
        choices = sorted(choices, key=lambda each: ranks[each.key])
    first = choices[0]
    return next(pair for pair in waiting if pair[0] is first)


def _who_orders(run: Run, attempt: Attempt) -> tuple[str | None, str]:
    """Who decides in which order several effects apply to one event, and by which rule."""
    battlefield = run.table.battlefields.get(attempt.what or "")
    if attempt.what is None:
        return (attempt.by if run.stands("372.1") else None), "372.1"
    if battlefield is not None and battlefield.controller is None:
        return (run.board.turn.player if run.stands("372.2") else None), "372.2"
    if not run.stands("372"):
        return None, "372"
    if battlefield is not None:
        return battlefield.controller, "372"
    thing: GameObject | ChainItem | None = attempt.thing or run.table.find(attempt.what)
    if thing is None:  # a spell or an ability that would be countered
        thing = next((item for item in run.table.items() if item.id == attempt.what), None)
    return (thing.controller if thing is not None else attempt.by), "372"


def _ask_order(
    run: Run,
    player: str,
    choices: Iterable[Replacer],
    rules: list[str],
    about: str | None,
    audience: str = "all",
) -> list[Replacer]:
    by_key = {each.key: each for each in choices}
    to_what = f" to what happens to {about}" if about is not None else ""
    answer = run.ask(
        Question(
            form="order",
            to=player,
            prompt=f"In which order are these replacement effects applied{to_what}?",
            rules=rules,
            audience=audience,
            options=[Option(id=key, text=each.label) for key, each in sorted(by_key.items())],
        )
    )
    run.in_force(*rules[:3])
    return [by_key[key] for key in answer]


def _some(run: Run, following: Replacer, events: list[Attempt]) -> list[Attempt]:
    """To which of the events an effect is applied, as its controller says (OP-75 read as b)."""
    by_id = {attempt.what or str(number): attempt for number, attempt in enumerate(events)}
    chosen = run.ask(
        Question(
            form="choose_some",
            to=following.controller,
            prompt=f"To which of these is {_named(following, events)} applied?",
            slot="events",
            rules=["373.2"],
            options=[Option(id=one) for one in by_id],
            min=0,
            max=len(by_id),
        )
    )
    return [by_id[one] for one in chosen]


def _in_order(run: Run, following: Replacer, events: list[Attempt]) -> list[Attempt]:
    """To which event an effect is applied first, where that matters: as its controller says."""
    by_ref = {
        attempt.what or attempt.by or str(number): attempt for number, attempt in enumerate(events)
    }
    if len(by_ref) < 2 or not following.picky or not run.in_force("373"):
        return events
    answer = run.ask(
        Question(
            form="order",
            to=following.controller,
            prompt=f"To which of these is {following.label} applied first?",
            rules=["373"],
            options=[Option(id=ref, text=run.thing(ref)) for ref in sorted(by_ref)],
        )
    )
    return [by_ref[ref] for ref in answer]
