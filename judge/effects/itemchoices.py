"""What an item on the chain targets, for texts that ask for it (359.3.e.9.a)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from judge.board.state import ChainItem
from judge.board.table import reference
from judge.effects import notation as n
from judge.effects.context import Context
from judge.effects.zones import find_held
from judge.ruling.run import Run


def open_half(selector: n.Selector, context: Context) -> n.Selector | None:
    """What may be chosen as well as what a selector says; None where nothing may, since it is open
    only where an additional cost was paid.
    """
    other = selector.or_else
    if other is None or other.if_paid is None or other.if_paid in context.paid_costs:
        return other
    return None


def is_there(run: Run, ref: str) -> bool:
    """Whether what was chosen is still that object, card, item, player or place (124)."""
    return (
        run.table.find(ref) is not None
        or ref in run.table.battlefields
        or ref in run.board.players
        or ref in [item.id for item in run.table.items()]
        or find_held(run.table, ref) is not None
        or any(reference(card) == ref for card, _ in run.table.facedown())
    )


def item_of(run: Run, ref: str) -> ChainItem | None:
    """The item on the chain that a reference means; None where it means none."""
    return next((item for item in run.table.items() if item.id == ref), None)


def player_of(item: ChainItem, relation: str) -> str:
    """Who controls an item, or owns its card; an ability belongs to nobody but its controller."""
    return item.owner or item.controller if relation == "owner" else item.controller


def targeted(run: Run, item: ChainItem) -> list[str]:
    """What an item targets, legal or not; what has changed to another zone is not counted."""
    refs = [ref for each in item.chose for refs in each.targets.values() for ref in refs]
    found = list(dict.fromkeys(refs))
    if not run.stands("359.3.e.9.a"):
        return found
    return [ref for ref in found if is_there(run, ref)]


def missed_choices(
    run: Run,
    item: ChainItem,
    selector: n.Selector,
    context: Context,
    fits: Callable[[n.Selector, str], bool],
) -> Iterator[str]:
    """What a text asks of the choices of a spell or an ability that this one does not meet."""
    chosen = selector.choosing
    if chosen is None:
        return
    refs = targeted(run, item)
    words = f"{item.id} is taken to have chosen nothing, as the board says nothing."
    run.assume_default(f"chain.{item.id}.targets", {}, words)
    if isinstance(chosen, n.Selector):
        if not any(fits(chosen, ref) for ref in refs):
            yield "one that chooses such a thing"
        return
    names = [chosen] if isinstance(chosen, str) else chosen
    meant = {ref for name in names for ref in context.refs(name)}
    if not meant & set(refs):
        yield "one that chooses it"
    other = selector.choosing_no_other
    if other is not None and any(
        ref not in meant and (not is_there(run, ref) or fits(other, ref)) for ref in refs
    ):
        yield "one that chooses no other"


__all__ = ["is_there", "item_of", "missed_choices", "player_of", "targeted"]
