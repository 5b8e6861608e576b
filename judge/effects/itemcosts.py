"""What an item on the chain costs, for texts that ask for it (206)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from judge.board.state import ChainItem
from judge.effects import notation as n
from judge.effects.keywordtexts import ability_at
from judge.ruling.run import Run


def _of_card(run: Run, item: ChainItem) -> tuple[int, int] | None:
    """The Energy and Power of a card on the chain; None where it has none."""
    if item.card is None:
        return None
    definition = run.catalogue[item.card]
    # 206: the printed cost counts, whatever was paid
    if not run.stands("206") and item.paid is not None:
        return item.paid.energy, len(definition.power)
    return definition.energy or 0, len(definition.power)


def _of_ability(run: Run, item: ChainItem) -> tuple[int, int] | None:
    """The base cost of an activated ability; None of any other, or where it is not a number."""
    if item.kind != "activated" or item.of is None or item.ability is None:
        return None
    # 206.1: its base cost counts, whatever was paid
    if not run.stands("206.1") and item.paid is not None:
        return item.paid.energy, item.paid.power
    if item.of not in run.catalogue:
        return None
    definition = run.catalogue[item.of]
    ability = ability_at(definition, item.ability.rpartition("/")[2], run.disabled)
    if not isinstance(ability, n.Activated):
        return (0, 0) if definition.is_rune else None  # 164.2: the abilities of basic runes
    energy = ability.cost.energy
    return (energy, len(ability.cost.power)) if isinstance(energy, int) else None


def missed_cost(
    run: Run,
    item: ChainItem,
    selector: n.Selector,
    number: Callable[[n.Value], int | None],
) -> Iterator[str]:
    """What a text asks of the cost of a spell or an ability that this one does not meet."""
    limits = (
        ("Energy", 0, selector.energy_at_most, selector.energy_at_least),
        ("Power", 1, selector.power_at_most, selector.power_at_least),
    )
    if all(most is None and least is None for _, _, most, least in limits):
        return
    cost = _of_ability(run, item) if item.card is None else _of_card(run, item)
    if cost is None:
        return
    for words, place, most, least in limits:
        at_most = None if most is None else number(most)
        if most is not None and (at_most is None or cost[place] > at_most):
            yield f"of {words} cost {at_most} or less"
        at_least = 0 if least is None else number(least) or 0
        if cost[place] < at_least:
            yield f"of {words} cost {at_least} or more"


__all__ = ["missed_cost"]
