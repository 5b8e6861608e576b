"""The order in which a document gives the slots of a text means nothing."""

from __future__ import annotations

from typing import Any

import pytest

from judge.effects import notation as n
from judge.procedure.choices import in_order

FIELD = n.Selector(kind="battlefield", side="any")
FRIEND = n.Selector(kind="unit", side="friendly", at="field")
OTHER = n.Selector(kind="unit", side="enemy", unlike=["friend"])


@pytest.mark.parametrize(
    ("chooses", "order"),
    [
        # `friend` is asked for at `field`, and so after it
        ({"friend": FRIEND, "field": FIELD}, ["field", "friend"]),
        ({"field": FIELD, "friend": FRIEND}, ["field", "friend"]),
        # `another` comes last, though it is the first by name
        ({"another": OTHER, "friend": FRIEND, "field": FIELD}, ["field", "friend", "another"]),
        # independent ones by name
        ({"b": FIELD, "a": FIELD}, ["a", "b"]),
        # what speaks of each other has no order; nothing is lost
        ({"friend": n.Selector(at="field"), "field": n.Selector(at="friend")}, ["field", "friend"]),
    ],
)
def test_a_slot_comes_after_those_that_it_speaks_of(
    chooses: dict[str, Any], order: list[str]
) -> None:
    assert [slot for slot, _ in in_order(chooses)] == order
