"""Costs that are paid in place of the base cost: those that a card says itself (356.1.a), among
them Flow, for which a spell is played from the trash (829).
"""

from __future__ import annotations

from collections.abc import Callable

from judge.effects.conditions import holds
from judge.effects.context import Context
from judge.effects.keywordtexts import is_flow, spelled_out
from judge.effects.notation import CardDefinition, Condition, CostChange
from judge.procedure.planning import Choice, Decider
from judge.ruling.run import Run


def alternatives(
    definition: CardDefinition,
    zone: str = "hand",
    applies: Callable[[Condition | None], bool] = lambda condition: True,
) -> list[CostChange]:
    """The costs that may be paid in place of the base cost (356.1.a), or of which one is paid for a
    play from the trash; `applies`: whether the condition of one holds.
    """
    return [
        change
        for ability in map(spelled_out, definition.abilities)
        # 366.1: it says itself where it applies
        if (getattr(ability, "zone", "board") == "trash") == (zone == "trash")
        for change in getattr(ability, "changes", [])
        if isinstance(change, CostChange)
        and change.alternative is not None
        and applies(getattr(ability, "while_", None) if zone != "trash" else None)
    ]


def open_alternatives(
    run: Run, context: Context, definition: CardDefinition, zone: str
) -> list[CostChange]:
    """Those of them of which the condition holds."""
    return alternatives(definition, zone, lambda each: each is None or holds(run, context, each))


def flow_cost(definition: CardDefinition) -> str:
    """The rule by which another cost is paid for a play from the trash: Flow's, or 356.1.a."""
    return "829.1.c.1" if any(map(is_flow, definition.abilities)) else "356.1.a"


def choose_flow(
    run: Run, player: str, decide: Decider, thing: str, costs: list[CostChange]
) -> CostChange:
    """Which of several costs is paid for a play from the trash, as its player says (829.1.c.3)."""
    if len(costs) < 2 or not run.stands("829.1.c.3"):
        return costs[0]
    numbers = [str(number) for number in range(len(costs))]
    answer = decide(
        Choice(
            name="flow",
            form="choose_one",
            prompt=f"Which Flow cost does {player} pay for {thing}?",
            rules=["829.1.c.3"],
            options=numbers,
            explain=lambda value: [],  # no slot of an action says it
            texts={number: _words(cost) for number, cost in zip(numbers, costs, strict=True)},
            thing=thing,
        )
    )
    return costs[int(answer or 0)]


def _words(cost: CostChange) -> str:
    """A Flow cost in a few words."""
    asked = cost.alternative
    assert asked is not None
    parts = [f"{asked.energy} Energy"] if asked.energy else []
    parts += [f"{len(asked.power)} Power"] if asked.power else []
    parts += [f"discard {asked.discards}"] if asked.discard else []
    return " and ".join(parts) or "something else"


__all__ = ["alternatives", "choose_flow", "flow_cost", "open_alternatives"]
