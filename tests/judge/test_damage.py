"""Assigning combat damage (465.2.c) against a slower reference."""

from __future__ import annotations

import itertools
import time

from hypothesis import given, settings
from hypothesis import strategies as st

from judge.combat.damage import _breaches, assignment_problems, example
from judge.ruling.questions import DamageTarget

targets = st.lists(
    st.tuples(st.integers(0, 3), st.booleans(), st.booleans()), min_size=1, max_size=5
).map(
    lambda units: [
        DamageTarget(id=f"u{index}", lethal=lethal, first=first, last=last)
        for index, (lethal, first, last) in enumerate(units)
    ]
)


def allowed_by_some_ranking(units: list[DamageTarget], amounts: dict[str, int]) -> bool:
    """465.2.c.8 word for word: a unit with Tank and Backline may count as either."""
    choices = [
        (0, 2) if unit.first and unit.last else (0,) if unit.first else (2,) if unit.last else (1,)
        for unit in units
    ]
    return any(
        not _breaches(
            units,
            amounts,
            {unit.id: rank for unit, rank in zip(units, ranks, strict=True)},
            frozenset(),
        )
        for ranks in itertools.product(*choices)
    )


@settings(max_examples=400, deadline=None)
@given(targets, st.data())
def test_an_assignment_is_allowed_if_one_ranking_allows_it(
    units: list[DamageTarget], data: st.DataObject
) -> None:
    amounts = {unit.id: data.draw(st.integers(0, 4)) for unit in units}
    found = assignment_problems(units, sum(amounts.values()), amounts)
    assert (not found) == allowed_by_some_ranking(units, amounts)


@settings(max_examples=200, deadline=None)
@given(targets, st.integers(0, 20))
def test_the_example_is_allowed(units: list[DamageTarget], amount: int) -> None:
    assert assignment_problems(units, amount, example(units, amount)) == []


def test_many_units_with_tank_and_backline_take_no_longer_than_others() -> None:
    def took(both: bool) -> float:
        units = [
            DamageTarget(id=f"u{index}", lethal=2, first=True, last=both) for index in range(24)
        ]
        began = time.process_time()
        assert assignment_problems(units, 48, dict.fromkeys((unit.id for unit in units), 2)) == []
        return time.process_time() - began

    took(True)
    assert took(True) < 100 * took(False)  # 2 to the power of 24, were every ranking tried
