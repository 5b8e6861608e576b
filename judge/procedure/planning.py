"""Planning a play or an activation: steps 2 to 5 of the process without touching the board
(355-358).

A plan is a pure function of the board and of the choices made. The three ways of choosing are three
deciders handed to the same function, so that what is offered and what is accepted cannot differ:

- `Live`: takes the slots that the action fills, asks for the others, offering only what completes;
- `Search`: follows a script of choices, then tries every option, to see whether anything completes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from itertools import combinations, islice
from typing import Any

from judge.effects.catalogue import fold_name
from judge.limits import SEARCH_STEPS
from judge.ruling.problems import problem
from judge.ruling.questions import Form, Option, Question
from judge.ruling.ruling import Problem
from judge.ruling.run import IllegalAnswer, Refused, Run


@dataclass(slots=True)
class Choice:
    """One slot of a plan. `options` are the values that the rules allow one by one.

    `explain` says why another value is not among them. For `choose_some` a value is a list of
    options, `min` to `max` long.
    """

    name: str
    form: Form
    prompt: str
    rules: list[str]
    options: list[Any]
    explain: Callable[[Any], list[Problem]]
    min: int = 1
    max: int = 1
    texts: dict[str, str] = field(default_factory=dict)
    optional: bool = False
    audience: str = "all"
    #: for problems: what is being played, the slot's name for a person, the code for a wrong number
    thing: str = ""
    slot: str = ""
    wrong_number: str = "wrong_number_of_targets"
    #: of a group: why it is not one that may be chosen as a whole (355.11), and that in words
    such_that: Callable[[list[Any]], list[Problem]] | None = None
    bonds: list[str] = field(default_factory=list)
    #: names of the choices before it on which its options depend
    depends: list[str] = field(default_factory=list)
    #: of a group: what a search tries, where small groups around each option are not enough
    tries: list[list[Any]] | None = None
    #: how much an option adds to what is paid by being chosen, where that differs (809.1.c)
    weight: Callable[[Any], int] | None = None

    @property
    def is_of_targets(self) -> bool:
        """Whether it is a choice of what a spell or ability is to affect (355.5)."""
        return self.name.partition(".")[0] == "targets"

    def rules_of_number(self, given: int, least: int, most: int) -> list[str]:
        """The rules that so many are too many or too few for: of a number that is said all are
        chosen (355.8), of "up to" some as many as wanted (355.13).
        """
        if not self.is_of_targets:
            return self.rules
        if "355.14.c" in self.rules and given > most:
            return ["355.14.c"]
        return ["355.8"] if least else ["355.13"]


class OwnBase(str):
    """A location written as `base`: that of the player who acts, or the one base to which a unit
    of somebody else could be moved.
    """

    __slots__ = ()


class Incomplete(Exception):
    """A plan cannot be completed with the choices made, for these reasons."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("; ".join(problem.sentence for problem in problems))
        self.problems = problems


class Unfinished(Exception):
    """A script has ended at this choice."""

    def __init__(self, choice: Choice) -> None:
        super().__init__(choice.name)
        self.choice = choice


Decider = Callable[[Choice], Any]
#: a plan: asks the decider for each slot and returns what was planned, or raises `Incomplete`
PlanFunction = Callable[[Decider], Any]


def values_of(choice: Choice) -> Iterable[Any]:
    """Values to try for a choice in a search: for groups, the smallest that contain each option."""
    if choice.form != "choose_some":
        return choice.options
    if choice.tries is not None:
        return choice.tries
    if choice.max == 0:
        return [[]]  # of "up to" none
    if choice.min == 0:
        return [[], *([option] for option in choice.options if _bound(choice, [option]))]
    if len(choice.options) < choice.min:
        return []
    groups = []
    for option in choice.options:
        rest = [other for other in choice.options if other != option]
        if choice.weight is not None:
            rest.sort(key=choice.weight)
        if choice.such_that is None:
            groups.append([option, *rest[: choice.min - 1]])
            continue
        tried = islice(combinations(rest, choice.min - 1), GROUPS_TRIED)
        fitting = (group for others in tried if _bound(choice, group := [option, *others]))
        groups += islice(fitting, 1)
    return groups


#: how many groups around one option a search looks at for one that is bound as the text asks
GROUPS_TRIED = 200


def dearest(choice: Choice) -> Any:
    """The value that costs most to choose: an additional cost that is paid, the group of what adds
    most to the cost. None where nothing about the choice is paid for.
    """
    if choice.name.startswith("additional."):
        return True if True in choice.options else None
    if choice.weight is None:
        return None
    weights = {option: choice.weight(option) for option in choice.options}
    heavy = sorted(choice.options, key=lambda option: -weights[option])
    if not heavy or not weights[heavy[0]]:
        return None
    return heavy[: choice.max] if choice.form == "choose_some" else heavy[0]


def payable_together(plan: PlanFunction, presets: dict[str, Any]) -> bool:
    """Whether the plan can be completed with all of these at once, as far as a short look tells."""
    budget = Budget(TOGETHER_TRIED)
    return _surely_completable(plan, [], presets, budget) and not budget.spent


def _surely_completable(
    plan: PlanFunction, script: list[Any], presets: dict[str, Any], budget: Budget
) -> bool:
    """The same as `completable`, and no where that depends on what cannot be judged."""
    try:
        return completable(plan, script, presets, budget)
    except Refused:
        return False


#: steps of a look at whether what is listed can be paid for together
TOGETHER_TRIED = 50
#: what binds a group that costs more to choose than any one of it
AFFORDED = "what it costs to choose them can be paid"


def _bound(choice: Choice, group: list[Any]) -> bool:
    return choice.such_that is None or not choice.such_that(group)


class Budget:
    """Steps left of one search (D8); `spent` is True once it ran out."""

    def __init__(self, steps: int = SEARCH_STEPS) -> None:
        self.left = steps
        self.spent = False

    def take(self) -> bool:
        self.left -= 1
        if self.left < 0:
            self.spent = True
        return not self.spent


def completable(
    plan: PlanFunction, script: list[Any], presets: dict[str, Any], budget: Budget
) -> bool:
    """Whether some way of filling the remaining slots completes the plan (depth first,
    rule order).
    """
    if not budget.take():
        return True  # unproved: the caller marks it
    position = 0

    def decide(choice: Choice) -> Any:
        nonlocal position
        if choice.name in presets:
            value = shaped(choice, presets[choice.name])
            problems = check_value(choice, value)
            if problems:
                raise Incomplete(problems)
            return value
        if position < len(script):
            position += 1
            return script[position - 1]
        raise Unfinished(choice)

    try:
        plan(decide)
    except Incomplete:
        return False
    except Unfinished as at:
        return any(
            completable(plan, [*script, value], presets, budget) for value in values_of(at.choice)
        )
    return True


def shaped(choice: Choice, value: Any) -> Any:
    """A value as the choice has it: a group as a list, a single option alone, ids as they are now.

    A plain id means the object as it is, whatever its generation.
    """

    def current(item: Any) -> Any:
        if item in choice.options or not isinstance(item, str):
            return item
        if isinstance(item, OwnBase):
            bases = [option for option in choice.options if str(option).startswith("base:")]
            return bases[0] if len(bases) == 1 else item
        same = [option for option in choice.options if str(option).partition("@")[0] == item]
        same = same or named_options(choice, item)
        return same[0] if len(same) == 1 else item

    if isinstance(value, list):
        items = [current(item) for item in value]
        return items[0] if choice.form != "choose_some" and len(items) == 1 else items
    return [current(value)] if choice.form == "choose_some" else current(value)


def named_options(choice: Choice, name: str) -> list[Any]:
    """The options that bear the name, as a person may write it."""
    wanted = fold_name(name)
    return [
        option
        for option in choice.options
        if wanted and fold_name(choice.texts.get(str(option), "")) == wanted
    ]


def _why_not(choice: Choice, item: Any) -> list[Problem]:
    """Why an item is no option: a name that several bear, or what the choice says itself."""
    alike = named_options(choice, item) if isinstance(item, str) else []
    if len(alike) > 1:
        words = ", ".join(str(option) for option in alike)
        rules = None if choice.is_of_targets else choice.rules
        return [
            problem("ambiguous_object", thing=item, candidates=words, objects=alike, rules=rules)
        ]
    return choice.explain(item)


def check_value(choice: Choice, value: Any) -> list[Problem]:
    """Every reason why a shaped value does not fill the choice; empty when it does."""
    if isinstance(value, list) and choice.form != "choose_some":
        return [_wrong_number(choice, len(value))]
    if choice.form == "choose_some":
        problems: list[Problem] = []
        slot = choice.slot or choice.name
        for number, item in enumerate(value):
            if item in value[:number]:
                rules = None if choice.is_of_targets else choice.rules
                problems.append(
                    problem("target_twice", target=item, slot=slot, objects=[item], rules=rules)
                )
            elif item not in choice.options:
                problems.extend(_why_not(choice, item))
        # what is chosen twice is a reason of its own; the number is that of what was written
        if not choice.min <= len(value) <= choice.max:
            problems.append(_wrong_number(choice, len(value)))
        if not problems and choice.such_that is not None:
            problems += choice.such_that(value)
        return problems
    return [] if value in choice.options else _why_not(choice, value)


def _wrong_number(choice: Choice, given: int) -> Problem:
    wanted = str(choice.min) if choice.min == choice.max else f"{choice.min} to {choice.max}"
    return problem(
        choice.wrong_number,
        thing=choice.thing,
        slot=choice.slot,
        wanted=wanted,
        given=given,
        rules=choice.rules_of_number(given, choice.min, choice.max),
    )


def chooser(run: Run, controller: str, rule: str) -> str:
    """Who is asked for the choices of what a player controls: that player, by a rule, and not the
    Turn Player (191).
    """
    return controller if run.stands(rule) else run.board.turn.player


class Live:
    """Decides for a person: the slots the action fills, questions for the rest.

    Problems with filled slots are collected in `problems`; nothing is asked once there is one,
    since
    an action that is illegal already should say all its reasons rather than ask.
    """

    def __init__(self, run: Run, plan: PlanFunction, presets: dict[str, Any], player: str) -> None:
        self.run = run
        self.plan = plan
        self.presets = presets
        self.player = player
        self.script: list[Any] = []
        self.problems: list[Problem] = []
        #: choices whose value is a stand-in: refused, or left open in what is illegal already
        self.unsettled: set[str] = set()
        #: the names of the choices that the action fills and that were asked for
        self.taken: set[str] = set()
        #: who chooses modes, where that is not the same player
        self.chooses_modes = player
        #: set by the plan as soon as it knows a problem that no choice can mend
        self.hopeless = False

    def __call__(self, choice: Choice) -> Any:
        if choice.name in self.presets:
            self.taken.add(choice.name)
            value = shaped(choice, self.presets[choice.name])
            problems = check_value(choice, value)
            self.problems.extend(problems)
            if problems:
                self.unsettled.add(choice.name)
            return None if problems else value
        if self.problems or self.hopeless:
            self.unsettled.add(choice.name)
            return self._any(choice)
        budget = Budget()
        if choice.form == "choose_some":
            value = self._choose_some(choice, budget)
        else:
            value = self._choose_one(choice, budget)
        self.script.append(value)
        return value

    def _any(self, choice: Choice) -> Any:
        """A stand-in while the action is known to be illegal: whatever keeps the plan going, and
        adds no reason of its own, as a cost that nobody asked for would.
        """
        if choice.form == "yes_no" and False in choice.options:
            return False
        for value in values_of(choice):
            return value
        return None

    def _completes(self, value: Any, budget: Budget) -> bool:
        return completable(self.plan, [*self.script, value], self.presets, budget)

    def _choose_one(self, choice: Choice, budget: Budget) -> Any:
        feasible = [option for option in choice.options if self._completes(option, budget)]
        if not feasible:
            return self._any(choice)
        if len(feasible) == 1:
            if not choice.optional and len(choice.options) == 1:
                self.run.note(f"{choice.prompt} Only {feasible[0]} is possible.", *choice.rules[:1])
            return feasible[0]
        return self._ask(choice, feasible, budget)

    def _choose_some(self, choice: Choice, budget: Budget) -> Any:
        feasible = [
            option
            for option in choice.options
            if any(
                option in value and self._completes(value, budget) for value in values_of(choice)
            )
        ]
        if len(feasible) < max(choice.min, 1):
            return [] if choice.min == 0 else self._any(choice)
        if choice.min == choice.max == len(feasible) and _bound(choice, feasible):
            self.run.note(
                f"{choice.prompt} Only {', '.join(feasible)} possible.", *choice.rules[:1]
            )
            return feasible
        dear = dearest(replace(choice, options=feasible))
        if (
            dear
            and len(dear) > 1
            and not _surely_completable(self.plan, [*self.script, dear], self.presets, budget)
        ):
            choice.bonds = [*choice.bonds, AFFORDED]
        return self._ask(choice, feasible, budget)

    def _ask(self, choice: Choice, feasible: list[Any], budget: Budget) -> Any:
        group = choice.form == "choose_some"
        value = self.run.ask(
            Question(
                form=choice.form,
                to=self.chooses_modes if choice.slot == "modes" else self.player,
                prompt=choice.prompt,
                slot=choice.name,
                rules=choice.rules,
                options=[]
                if choice.form == "yes_no"
                else [
                    Option(
                        id=str(option),
                        text=choice.texts.get(str(option)),
                        feasibility="unproved" if budget.spent else None,
                    )
                    for option in feasible
                ],
                min=choice.min if group else None,
                max=min(choice.max, len(feasible)) if group else None,
                such_that=choice.bonds,
                audience=choice.audience,
            )
        )
        if group and choice.such_that is not None and (wrong := choice.such_that(value)):
            raise IllegalAnswer(wrong)
        return value


def is_settled(decide: Decider, name: str) -> bool:
    """Whether a choice is as it would be carried out, so that reasons may rest on it."""
    return not (isinstance(decide, Live) and name in decide.unsettled)


def open_choices(plan: PlanFunction, budget: Budget) -> list[Choice] | None:
    """The choices along the first completion, each with its options; None when nothing completes.

    This is what a pattern of `legal_actions` leaves open. Options that no completion reaches are
    left out of each choice.
    """
    script: list[Any] = []
    found: list[Choice] = []
    while True:
        position = 0

        def decide(choice: Choice) -> Any:
            nonlocal position
            if position < len(script):
                position += 1
                return script[position - 1]
            raise Unfinished(choice)

        try:
            plan(decide)
        except Incomplete:
            return None
        except Unfinished as at:
            choice = at.choice
            good = [
                value
                for value in values_of(choice)
                if completable(plan, [*script, value], {}, budget)
            ]
            if not good:
                return None
            if choice.form == "choose_some":
                choice.options = [o for o in choice.options if any(o in value for value in good)]
                choice.max = min(choice.max, len(choice.options))
                dear = dearest(choice)
                together = [*script, dear]
                if dear and len(dear) > 1 and not _surely_completable(plan, together, {}, budget):
                    choice.bonds = [*choice.bonds, AFFORDED]
            else:
                choice.options = good
            found.append(choice)
            script.append(good[0])
        else:
            return found
