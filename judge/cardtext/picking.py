"""Choices that a text says together with what is done to what was chosen."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from judge.cardtext.scene import Scene
from judge.effects import notation as n


def with_choices_from(does: Sequence[n.AnyInstruction], scene: Scene) -> list[n.AnyInstruction]:
    """The instructions without a choice from among what was seen before, which the next one says:
    "you may banish a gear from among them".
    """
    found: list[n.AnyInstruction] = []
    for node in does:
        before = found[-1] if found else None
        if isinstance(node, n.Play) and isinstance(before, n.Choose):
            node = _with_its_choices(found, node, scene)
            before = found[-1] if found else None
        # of a hand that was revealed, the choice is a sentence of its own
        among = isinstance(before, n.Choose) and (
            (before.from_.the is not None and before.from_.zone != "hand")
            or isinstance(node, n.Detach)
            or (before.who == before.from_.of == node.who != "you")  # "the defender kills one of
            # their units here"
        )
        of_hand = isinstance(before, n.Choose) and before.from_ == n.Selector(
            kind="card", zone="hand"
        )
        either = isinstance(node, n.Either) and puts_on_either_end(node)
        put = _put_first(node) if isinstance(node, n.Either) and either else None
        if of_hand and isinstance(before, n.Choose) and before.label and put == before.label:
            scene.labels[before.label] = replace(before, label=None)
            found.pop()
        if _spends_of(node, before) and isinstance(before, n.Choose) and before.label:
            scene.labels[before.label] = replace(before, label=None)
            found.pop()
        if _recycles(node, before) and isinstance(before, n.Choose) and before.label:
            scene.labels[before.label] = replace(before, label=None)
            found.pop()
        label = None if before is None or not among else before.label
        if before is not None and label is not None and getattr(node, "what", None) == label:
            scene.labels[label] = found.pop()
            node = replace(node, may=before.may, after=None)
        found.append(node)
    return found


def _recycles(node: n.AnyInstruction, before: n.AnyInstruction | None) -> bool:
    """Whether it recycles what was chosen just before in a trash, or among one's runes: "recycle 3
    from your trash", "recycle one of your runes".
    """
    chosen = isinstance(before, n.Choose) and (
        before.from_.zone == "trash" or before.from_ == n.Selector(kind="rune", side="yours")
    )
    return chosen and isinstance(node, n.Recycle) and node.what == getattr(before, "label", None)


def _spends_of(node: n.AnyInstruction, before: n.AnyInstruction | None) -> bool:
    """Whether it spends a buff of each of one's buffed units that were chosen just before."""
    buffed = n.Selector(kind="unit", side="yours", state=["buffed"], any_number=True)
    chosen = isinstance(before, n.Choose) and before.from_ == buffed
    mine = node == n.SpendBuff(
        what=getattr(before, "label", None) or "", amount=1, label=node.label
    )
    return chosen and mine


def puts_on_either_end(node: n.AnyInstruction) -> bool:
    """Whether it puts one thing on one end of a deck or the other."""
    if not isinstance(node, n.Either):
        return False
    ends = [mode.does[0] for mode in node.of if len(mode.does) == 1]
    return len(ends) == len(node.of) and all(
        isinstance(each, n.Put) and each.position is not None and each.what == _put_first(node)
        for each in ends
    )


def _put_first(node: n.Either) -> object:
    """What the first of several puts."""
    return getattr(node.of[0].does[0], "what", None)


def _with_its_choices(
    found: list[n.AnyInstruction], node: n.Play, scene: Scene
) -> n.AnyInstruction:
    """A play that says itself what is chosen for it just before: the card of a hand, and where it
    goes. Those choices are taken out and are known without a label of their own.
    """
    while isinstance(before := found[-1] if found else None, n.Choose) and before.label:
        place = before.label == node.at
        shown = before.from_.the is not None  # of a hand that was revealed it is said apart
        own = before.label == node.what and before.from_.zone == "hand" and not shown
        if not place and not own:
            break
        scene.labels[before.label] = replace(before, label=None)
        node = replace(node, may=before.may or node.may, after=None)
        found.pop()
    return node
