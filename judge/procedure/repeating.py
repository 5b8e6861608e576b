"""Repeat: what executing a spell or an ability once more costs as it is played, and how often it
was paid (820).

Each instance is an optional additional cost of its own, printed or given, and each that is paid is
one execution more with choices of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from judge.board.state import ChainItem, GameObject
from judge.effects.notation import AdditionalCost, CardDefinition, Cost, KeywordAbility
from judge.effects.supporting_costs import repeat_of_own_abilities
from judge.layers.lost import texts_of
from judge.procedure.finding import CardAt, given_keywords
from judge.ruling.run import Run

REPEAT = "repeat"


def is_repeat(label: str) -> bool:
    """Whether an additional cost is that of an instance of Repeat."""
    return label == REPEAT or label.startswith(f"{REPEAT}_")


def repeats_of(
    run: Run, player: str, card: CardAt, definition: CardDefinition
) -> list[AdditionalCost]:
    """Every instance of Repeat that a spell has as it is played, the printed ones first."""
    if not definition.is_spell or not run.stands("820.1.b", "820.1.c.1", "820.1.d"):
        return []
    costs = list(_printed(definition))
    for each in given_keywords(run, player, card):
        if each.keyword == "Repeat":
            cost = _of_itself(run, definition) if each.cost_of_itself else each.cost
            costs += [cost] if cost is not None else []
    # 820.1.c.2: of several costs any may be paid without the others
    if not run.stands("820.1.c.2"):
        costs = costs[:1]
    if not run.stands("820.1.c.3"):  # each cost only a single time
        costs = [cost for cost in costs for _ in range(2)]
    return [
        AdditionalCost(cost=cost, label=f"{REPEAT}_{number}" if number > 1 else REPEAT)
        for number, cost in enumerate(costs, 1)
    ]


def _printed(definition: CardDefinition) -> Iterator[Cost]:
    for ability in definition.abilities:
        if isinstance(ability, KeywordAbility) and ability.keyword == "Repeat":
            assert ability.cost is not None  # judge.effects.support
            yield ability.cost


def _of_itself(run: Run, definition: CardDefinition) -> Cost:
    """The printed cost of the card, whatever it is played for (206)."""
    if not run.stands("206"):
        return Cost()
    return Cost(energy=definition.energy or 0, power=list(definition.power))  # type: ignore[arg-type]


def given_to_own_abilities(run: Run, thing: GameObject) -> list[Cost]:
    """The costs of Repeat that an object gives its own abilities."""
    return [
        each.cost
        for text in texts_of(run.table, run.catalogue, thing)
        if (each := repeat_of_own_abilities(text.ability)) is not None and each.cost is not None
    ]


def repeats_of_ability(run: Run, item: ChainItem) -> list[Cost]:
    """The costs of Repeat that the object of a triggered ability gives it (820.1.a)."""
    thing = run.table.find(item.source.ref) if item.source is not None else None
    if thing is None or item.kind != "triggered":
        return []
    given = given_to_own_abilities(run, thing)
    # 820.1.c.2: of several costs any may be paid without the others
    given = given if run.stands("820.1.c.2") else given[:1]
    return given if not given or run.in_force("820.1.b", "820.1.d") else []


def times_repeated(run: Run, additional: Mapping[str, bool]) -> int:
    """How many executions more were paid for: one for each instance (820.3)."""
    times = sum(paid for label, paid in additional.items() if is_repeat(label))
    return times if run.stands("820.3") else min(times, 1)


def prefix_of(number: int) -> str:
    """What stands before the slots of an execution: nothing for the first, `repeat.` for the
    second.
    """
    return "" if number == 0 else f"{REPEAT}." if number == 1 else f"{REPEAT}_{number}."


def with_repeats(names: Iterable[str], times: int) -> list[str]:
    """The slots of a text, and those of each execution more that can be paid for."""
    own = list(names)
    return [f"{prefix_of(number)}{name}" for number in range(times + 1) for name in own]


def slots_not_paid(names: Iterable[str], additional: Mapping[str, bool]) -> list[str]:
    """The slots that an action fills of executions that are not paid for; `names` as `targets.x`
    and `to.x`.
    """
    times = sum(paid for label, paid in additional.items() if is_repeat(label))
    paid_for = {prefix_of(number) for number in range(1, times + 1)}
    slots = [name.partition(".")[2] for name in names]
    return [
        slot
        for slot in slots
        if is_repeat(slot.partition(".")[0])
        and "." in slot
        and f"{slot.partition('.')[0]}." not in paid_for
    ]


__all__ = [
    "given_to_own_abilities",
    "is_repeat",
    "prefix_of",
    "repeats_of",
    "repeats_of_ability",
    "slots_not_paid",
    "times_repeated",
    "with_repeats",
]
