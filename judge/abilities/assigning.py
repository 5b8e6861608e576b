"""What becomes of combat damage that is assigned: replacement effects that would apply to it as it
is dealt apply to the assignment instead (465.2.c.5).

What is lethal for a unit then depends on what each amount would come to (465.2.c.4.a, 437.5.a).
That is worked out here, effect by effect, for every amount that could be assigned. A text that
deals the unit another amount is applied here, and not again as the damage is dealt; what a text
does besides is done then. Of some texts it is not known while damage is assigned whether they will
be applied, or to which unit: those are named, and where it matters the assignment is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from msgspec import structs

from judge.abilities.forbidding import forbidding
from judge.abilities.passive import index, known
from judge.abilities.replacers import Doubling, OfText, Preventing, Replacer, replacers
from judge.actions.door import Attempt
from judge.effects import notation as n
from judge.effects.conditions import holds
from judge.effects.context import Context
from judge.effects.meaning import evaluate, objects_meant
from judge.limits import NUMBER
from judge.ruling.ruling import Refusal
from judge.ruling.run import Run

#: what asks for nothing that comes about only as a text is executed
_PLAIN = n.Exists | n.Is | n.Compare | n.TurnIs | n.InCombat | n.NearVictory
#: asks in which order effects apply to what happens to a thing
Ordering = Callable[[Run, str, list[Replacer], list[str], str], list[Replacer]]


@dataclass(frozen=True, slots=True)
class Step:
    """One effect applied to the damage of a unit: what it was, and what is left of it."""

    by: Replacer
    before: int
    after: int
    #: whether its text is executed as the damage is dealt
    later: bool = False


@dataclass(slots=True)
class Assigned:
    """What becomes of combat damage that is assigned to one unit (465.2.c.5).

    - `altering`: what might be applied to it, in the order of its controller's choice (372)
    - `most`: the most that can be assigned to it
    - `unsettled`: the text of which it is not known yet whether it will be applied, or what it
      leaves; then none of them is applied before the damage is dealt
    """

    run: Run
    ref: str
    player: str
    most: int
    altering: list[Replacer]
    unsettled: OfText | None = None
    _courses: dict[int, list[Step]] = field(default_factory=dict)

    def refusal(self) -> Refusal | None:
        """Why it cannot be said which amounts are lethal; None where it can."""
        return None if self.unsettled is None else self._refusal(self.unsettled)

    def uncounted(self, assigned: int) -> Refusal | None:
        """Why it cannot be said how much of so much is more than lethal; None where it can."""
        if self.unsettled is not None:
            return self._refusal(self.unsettled)
        beside = [step.by for step in self.course(assigned) if step.later and step.after > 0]
        return self._refusal(beside[0]) if beside else None

    def _refusal(self, text: Replacer) -> Refusal:
        unit = self.run.thing(self.ref)
        return Refusal(
            reason="clause",
            sentence=f"{text.label} may alter the combat damage of {unit}, and how is not known "
            "before it is dealt; which amounts are lethal cannot be said.",
            about=f"{text.label}: assigned damage",
            rules=["465.2.c.5", "465.2.c.4.a"],
        )

    def course(self, assigned: int) -> list[Step]:
        """What is applied to so much, one after another, and what each leaves."""
        kept = self._courses.get(assigned)
        if kept is None:
            kept = self._courses[assigned] = list(self._steps(assigned))
        return kept

    def _steps(self, amount: int) -> Iterator[Step]:
        waiting = list(self.altering)
        while amount > 0:
            attempt = self.attempt(amount)
            # 370.2: each of them once
            each = next((one for one in waiting if one.matches(self.run, attempt)), None)
            if each is None:
                return
            waiting = [one for one in waiting if one.key != each.key]
            step = _applied(self.run, each, attempt)
            assert step is not None  # or it would be unsettled
            yield step
            amount = step.after

    def attempt(self, amount: int) -> Attempt:
        """So much that would be dealt to the unit."""
        return Attempt("deal", what=self.ref, by=self.player, amount=amount)

    def dealt(self, assigned: int) -> int:
        """How much is dealt of so much assigned."""
        course = self.course(assigned)
        left = course[-1].after if course else assigned
        # what cannot be dealt in this amount is not dealt (054.1)
        return 0 if left > 0 and self._is_forbidden(left) else left

    def _is_forbidden(self, amount: int) -> bool:
        return forbidding(self.run, self.attempt(amount)) is not None

    def is_limited(self) -> bool:
        """Whether so much cannot be dealt to it, and less can."""
        moments = [
            each.change.moment
            for each in index(self.run).forbidding.get("deal", ())
            if isinstance(each.change, n.Cannot)
        ]
        return any(moment.amount_at_least is not None for moment in moments) and any(
            self._is_forbidden(amount) for amount in range(1, self.most + 1)
        )

    def lethal(self, least: int) -> int | None:
        """The least to assign so that `least` is dealt; None where no amount is enough
        (437.5.b).
        """
        if least <= 0:
            return least
        if any(isinstance(each, Preventing) and each.is_endless for each in self.altering):
            return None
        found = self._least(least, range(1, self.most + 1))
        if found is not None:
            return found
        if self.dealt(NUMBER) >= least:
            return self._least(least, range(self.most + 1, NUMBER + 1))
        last = self.course(NUMBER)[-1:]
        if not last or last[0].after >= least:
            # it cannot be dealt so much
            return None if self.run.in_force("465.2.c.10") else least
        if _prevents_all(last[0].by):
            return None
        # of what is prevented once, or has something else happen instead, it is not so clear
        return None if self.run.rely_on("OP-43") == "b" else least

    def _least(self, least: int, amounts: Iterable[int]) -> int | None:
        return next((amount for amount in amounts if self.dealt(amount) >= least), None)

    def deal(self, assigned: int) -> Attempt | None:
        """What is about to be dealt of so much assigned, once what is altered has been told and
        what of each prevention remains (437.3); None where nothing is.
        """
        run = self.run
        if self.unsettled is not None:
            return self.attempt(assigned)
        course = self.course(assigned)
        later = next((step for step in course if step.later), None)
        for step in course:
            if step is not later:
                _track(run, self.ref, step)
        left = later.before if later is not None else course[-1].after if course else assigned
        if any(step is not later for step in course) and run.rely_on("OP-42") == "b":
            left = assigned
        if left < 1:
            return None
        attempt = self.attempt(left)
        attempt.assigned = True
        attempt.applied |= {each.key for each in self.altering if not _is_by(later, each)}
        return attempt

    def does_more(self, assigned: int) -> str | None:
        """The text that has something done as so much is dealt, if there is one."""
        found = (step for step in self.course(assigned) if step.later and self.unsettled is None)
        return next((step.by.label for step in found), None)


def _is_by(step: Step | None, each: Replacer) -> bool:
    return step is not None and step.by is each


def assigned_damage(
    run: Run, sides: Mapping[str, tuple[int, Sequence[str]]], ordering: Ordering
) -> dict[str, Assigned]:
    """What alters the damage that each player is to assign among units, by reference.

    `sides`: of each player how much it is, and the units of the other.
    """
    found: dict[str, Assigned] = {}
    for player, (amount, refs) in sides.items():
        for ref in refs if amount > 0 else ():
            plan = Assigned(run, ref, player, amount, [])
            plan.altering, plan.unsettled = _what_may_apply(run, plan)
            if (plan.altering or plan.is_limited()) and run.in_force("465.2.c.5"):
                found[ref] = plan
    for plan in found.values():
        if plan.unsettled is None:
            plan.unsettled = _shared(run, plan, found.values())
    for ref, plan in found.items():
        thing = run.table.find(ref)
        assert thing is not None
        by_key = {each.key: each for each in plan.altering}
        texts = sum(isinstance(each, OfText) for each in by_key.values())
        kinds = {type(each) for each in by_key.values()}
        if plan.unsettled is None and (len(kinds) > 1 or texts > 1) and run.stands("372"):
            rules = ["372", "465.2.c.5"]
            ordered = ordering(run, thing.controller, list(by_key.values()), rules, ref)
            ranks = {each.key: number for number, each in enumerate(ordered)}
            plan.altering.sort(key=lambda each: ranks[each.key])
    return found


def _what_may_apply(run: Run, plan: Assigned) -> tuple[list[Replacer], OfText | None]:
    """What might be applied to the damage of a unit, whatever is assigned and whatever else is
    applied before; and the first text that leaves something open.
    """
    able = list(replacers(run, "deal", [plan.attempt(1)]))
    if not any(isinstance(each, OfText) for each in able):
        return [each for each in able if each.matches(run, plan.attempt(1))], None
    met: dict[str, Replacer] = {}
    left_open: list[OfText] = []
    amounts = set(range(1, plan.most + 1))
    looked: set[int] = set()
    for _ in range(len(able) + 1):
        new = amounts - looked - {0}
        looked |= new
        for amount in sorted(new):
            attempt = plan.attempt(amount)
            for each in [one for one in able if one.matches(run, attempt)]:
                if each.key not in met and not _can_be_used(run, each, attempt):
                    able.remove(each)
                    continue
                met[each.key] = each
                step = None if _is_open(each) else _applied(run, each, attempt)
                if step is not None:
                    amounts.add(step.after)
                elif isinstance(each, OfText):
                    left_open.append(each)
    found = [each for each in able if each.key in met]
    # "as it is dealt": what is done besides would be done to another amount
    beside = [each for each in found if isinstance(each, OfText) and each.ability.as_well]
    left_open += beside if len(found) > 1 else []
    return found, left_open[0] if left_open else None


def _can_be_used(run: Run, each: Replacer, attempt: Attempt) -> bool:
    """Whether it has not been applied as often as it may be, and what it costs could be paid."""
    return not isinstance(each, OfText) or (each.may_be_used(run) and each.payable(run, attempt))


def _is_open(each: Replacer) -> bool:
    """Whether its controller says as the damage is dealt if it is applied (371.2)."""
    return isinstance(each, OfText) and each.optional


def _shared(run: Run, plan: Assigned, plans: Iterable[Assigned]) -> OfText | None:
    """The text that can be applied to fewer units than it is about (371.1, 390.3): to which of
    them is said as the damage is dealt.
    """
    plans = list(plans)
    for each in plan.altering:
        left = _uses_left(run, each)
        if left is None:
            continue
        if sum(any(e.key == each.key for e in other.altering) for other in plans) > left:
            assert isinstance(each, OfText)
            return each
    return None


def _uses_left(run: Run, each: Replacer) -> int | None:
    """How often a text may still be applied; None where there is no limit."""
    if not isinstance(each, OfText):
        return None
    assert each.passive is not None
    limits = []
    if each.ability.times_each_turn is not None:
        facts = run.board.this_turn.uses.get(each.key)
        limits.append(each.ability.times_each_turn - (0 if facts is None else facts.times))
    if each.passive.effect is not None and each.passive.effect.uses is not None:
        limits.append(each.passive.effect.uses)
    return min(limits, default=None)


# --- what each of them leaves ---------------------------------------------------------------------


def _applied(run: Run, each: Replacer, attempt: Attempt) -> Step | None:
    """What an effect makes of damage; None where that is not known before it is dealt."""
    amount = attempt.amount
    if isinstance(each, Preventing):
        return Step(each, amount, each.reduced(amount))
    if isinstance(each, Doubling):
        return Step(each, amount, amount * 2)
    assert isinstance(each, OfText)
    assert each.passive is not None
    if each.ability.as_well:
        if any(map(_deals, each.ability.does)):
            return None
        return Step(each, amount, amount, later=True)
    context = structs.replace(known(run, each.passive, attempt), controller=each.controller)
    left = _left_by(run, context, attempt, each.ability.does)
    if left is None:
        return None
    return Step(each, amount, 0 if left == "nothing" else left, later=left == "nothing")


def _left_by(
    run: Run, context: Context, attempt: Attempt, does: Sequence[n.AnyInstruction]
) -> int | Literal["nothing"] | None:
    """How much is dealt to the unit by what is done instead; "nothing" where that is something
    else, or nothing; None where it cannot be said.
    """
    branch = does[0] if len(does) == 1 else None
    if isinstance(branch, n.If) and not branch.may and _is_plain(branch.condition):
        held = holds(run, context, branch.condition)
        return _left_by(run, context, attempt, branch.then if held else branch.otherwise)
    dealing = [each for each in does if _deals(each)]
    if not dealing:
        return "nothing"
    first = dealing[0]
    if not isinstance(first, n.Deal) or first != n.Deal(
        amount=first.amount, to=first.to, label=first.label
    ):
        return None
    refs = objects_meant(run, context, first.to)
    if len(does) > 1 or refs != [attempt.what] or not _is_known(first.amount):
        return None
    return max(0, evaluate(run, context, first.amount) or 0)


def _is_plain(condition: n.Condition) -> bool:
    match condition:
        case n.AllOf() | n.AnyOf():
            return all(_is_plain(part) for part in condition.of)
        case n.Not():
            return _is_plain(condition.that)
    return isinstance(condition, _PLAIN) and _is_known(condition)


def _is_known(node: object) -> bool:
    """Whether everything that a value or a condition asks for is known as damage is assigned."""
    if isinstance(node, n.ThatMuch):
        return node.of in (None, "it") and node.what == "amount"
    if isinstance(node, n.ChosenNumber):
        return False
    return all(_is_known(part) for part in _parts(node))


def _deals(node: object) -> bool:
    """Whether an instruction deals damage, or one within it does."""
    return isinstance(node, n.Deal) or any(_deals(part) for part in _parts(node))


def _parts(node: object) -> Iterator[object]:
    if isinstance(node, n.Node):
        for name in node.__struct_fields__:
            yield getattr(node, name)
    elif isinstance(node, list):
        yield from node


def _prevents_all(each: Replacer) -> bool:
    """Whether a text prevents all damage for as long as it lasts, as a Prevent Value of "All" does
    (437.5.b).
    """
    if not isinstance(each, OfText):
        return False
    assert each.passive is not None
    effect = each.passive.effect
    limited = each.ability.times_each_turn is not None or (effect is not None and effect.uses)
    return not limited and each.prevents


def _track(run: Run, ref: str, step: Step) -> None:
    """Say what is altered, and what of each prevention and of each text remains."""
    each = step.by
    if isinstance(each, Preventing):
        each.track(run, ref, step.before, step.after)
    elif isinstance(each, Doubling):
        run.note(f"{each.label} doubles what is assigned to {run.thing(ref)}.")
    else:
        assert isinstance(each, OfText)
        with run.keeping_citations():
            run.note(
                f"{each.label} makes {step.after} of the {step.before} damage that is assigned to "
                f"{run.thing(ref)}.",
                "370.1.b",
                by=each.controller,
            )
            each.use_up(run)


__all__ = ["Assigned", "assigned_damage"]
