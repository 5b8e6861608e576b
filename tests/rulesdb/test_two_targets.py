"""Two targets of one text: where nothing tells them apart, they may be one and the same thing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from judge.effects import notation as n
from judge.effects.catalogue import standard_catalogue

#: cards whose text says several times over what is done to "a unit", which may be one unit each
#: time; of "two units" or "another unit" the notation says `unlike` or `other`
MAY_BE_THE_SAME = {"Falling Star", "Icathian Rain", "Skyward Strike"}
#: whose a thing is, where it is not the other's as well
APART = [{"friendly", "enemy"}, {"yours", "enemy"}]


def texts(node: object) -> Iterator[dict[str, n.Selector]]:
    """The targets of every text within a definition."""
    if isinstance(node, list):
        for each in node:
            yield from texts(each)
    elif isinstance(node, n.Node):
        for field in node.__struct_fields__:
            value = getattr(node, field)
            if field == "chooses" and isinstance(value, dict):
                yield value
            else:
                yield from texts(value)


def may_be_one(first: str, second: str, chooses: dict[str, n.Selector]) -> bool:
    one, two = chooses[first], chooses[second]
    if one.kind != two.kind or {one.side, two.side} in APART or one.zone != two.zone:
        return False
    return first not in two.unlike and second not in one.unlike


def test_two_targets_of_a_kind_are_two_things() -> None:
    catalogue = standard_catalogue()
    found = {
        name
        for name in catalogue.names()
        for chooses in texts(catalogue[name])
        for first, second in combinations(chooses, 2)
        if may_be_one(first, second, chooses)
    }
    assert found == MAY_BE_THE_SAME
