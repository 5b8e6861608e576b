"""Game actions in words that put cards somewhere."""

from __future__ import annotations

from msgspec.structs import replace

from judge.cardtext.instructions import done_to
from judge.cardtext.scene import Clause, Scene, clause
from judge.cardtext.selectors import phrase, zone_of
from judge.effects import notation as n


def _same_elsewhere(one: n.Selector, other: n.Selector) -> bool:
    """Whether it is the same thing in another zone, which tells whose it is."""
    return other == replace(one, zone=other.zone, owned_by=None, or_else=None)


@clause.register
def _put(node: n.Put, scene: Scene) -> Clause:
    zone = zone_of(n.Selector(zone=node.to), scene)
    slot = scene.slots.get(node.what) if isinstance(node.what, str) else None
    other = slot.or_else if slot is not None else None
    if slot is not None and other is not None and _same_elsewhere(slot, other):
        # from wherever it lies: "from your Champion Zone or the board"
        elsewhere = zone_of(n.Selector(zone=other.zone), scene)
        what = phrase(slot, scene, "chosen")
        return Clause("put", f"{what} into {zone} from {elsewhere} or the board")
    what = done_to(node.what, scene)
    if node.to == "champion_zone":
        return Clause("return", f"{what} to {zone} if it is empty")
    place = f"into {zone}" if node.position is None else f"on the {node.position} of {zone}"
    return Clause("put", f"{what} {place}{' in any order' if node.any_order else ''}")


@clause.register
def _split(node: n.SplitCards, scene: Scene) -> Clause:
    deck = f"{scene.you.possessive} Main Deck"
    what = done_to(node.what, scene)
    return Clause("put", f"{what} on either end of {deck} in any order")
