"""What a text asks its player to decide, gathered from its instructions (355.3-355.14).

Modes, splits and slots stand in different nodes; finalizing and resolving ask the same of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from judge.effects import notation as n
from judge.identity import ByIdentity

#: zones whose cards not everybody sees (355.10.a)
NOT_PUBLIC = frozenset({"hand"})


def modes_of(does: Sequence[n.AnyInstruction]) -> n.Modes | None:
    """The modes among which a text chooses as it is finalized (355.3)."""
    return next((each for each in does if isinstance(each, n.Modes)), None)


def chosen_modes(does: Sequence[n.AnyInstruction], names: Iterable[str]) -> list[n.Mode]:
    """The modes of these names, in the order in which the text has them (359.3.d)."""
    modes = modes_of(does)
    wanted = set(names)
    return [mode for mode in modes.of if mode.name in wanted] if modes is not None else []


def all_slots(
    chooses: dict[str, n.Selector], does: Sequence[n.AnyInstruction], modes: Iterable[str]
) -> dict[str, n.Selector]:
    """The slots of a text with those of its chosen modes, which are filled as it is finalized."""
    slots = _slots(chooses, does, modes)
    return {slot: own for slot, own in slots.items() if own.zone not in NOT_PUBLIC}


def late_slots(
    chooses: dict[str, n.Selector], does: Sequence[n.AnyInstruction], modes: Iterable[str]
) -> dict[str, n.Selector]:
    """The slots of a text that mean cards of a zone that is not public: they are no targets, and
    are filled as the text is executed (355.10.a, 355.17).
    """
    slots = _slots(chooses, does, modes)
    return {slot: own for slot, own in slots.items() if own.zone in NOT_PUBLIC}


def _slots(
    chooses: dict[str, n.Selector], does: Sequence[n.AnyInstruction], modes: Iterable[str]
) -> dict[str, n.Selector]:
    slots = dict(chooses)
    for mode in chosen_modes(does, modes):
        slots.update(mode.chooses)
    return slots


def all_instructions(
    does: Sequence[n.AnyInstruction], modes: Iterable[str]
) -> list[n.AnyInstruction]:
    """The instructions of a text, with those of its chosen modes in their place."""
    found: list[n.AnyInstruction] = []
    for each in does:
        if isinstance(each, n.Modes):
            for mode in chosen_modes(does, modes):
                found += mode.does
        else:
            found.append(each)
    return found


def splits(does: Sequence[n.AnyInstruction]) -> dict[str, n.Value]:
    """The slots among which damage is split, with how much of it (355.14)."""
    return {
        each.to: each.amount if each.bonus == 0 else n.Sum(of=[each.amount, each.bonus])
        for each in does
        if isinstance(each, n.Deal) and each.split and isinstance(each.to, str)
    }


def every_slot(
    chooses: dict[str, n.Selector], does: Sequence[n.AnyInstruction]
) -> dict[str, n.Selector]:
    """The slots that a text can have, whatever modes are chosen."""
    modes = modes_of(does)
    return all_slots(chooses, does, [] if modes is None else [mode.name for mode in modes.of])


def adds(does: Sequence[n.AnyInstruction]) -> bool:
    """Whether a text Adds resources, if only for what is paid as it resolves (429.2)."""
    return any(
        isinstance(each, n.Add)
        or (isinstance(each, n.Pay) and (adds(each.then) or adds(each.otherwise)))
        for each in does
    )


def slots_of_triggers(node: object) -> set[str]:
    """The slots of triggered abilities that stand in a text: of a permanent, and of delayed and
    reflexive triggers that an item makes (355.5.b).
    """
    if isinstance(node, list):
        return set().union(*map(slots_of_triggers, node)) if node else set()
    if not isinstance(node, n.Node):
        return set()
    found = set(node.chooses) if isinstance(node, n.Triggered) else set()
    return found.union(*(slots_of_triggers(getattr(node, key)) for key in node.__struct_fields__))


def binds(selector: n.Selector) -> bool:
    """Whether what is chosen is bound as a group (355.11)."""
    return bool(
        selector.together
        or selector.total_might_at_most is not None
        or selector.total_energy_at_most is not None
    )


def names_in(value: object) -> set[str]:
    """The names that a value refers to, those of which a player is told among them ("controller
    of target").
    """
    if isinstance(value, str):
        return {value, value.rpartition(" of ")[2]}
    if isinstance(value, list):
        return set().union(*map(names_in, value)) if value else set()
    if isinstance(value, n.Node):
        return set(_NAMES(value))
    return set()


def _names_in_node(node: n.Node) -> frozenset[str]:
    fields = (getattr(node, key) for key in node.__struct_fields__)
    return frozenset().union(*map(names_in, fields))


_NAMES = ByIdentity(_names_in_node)


def with_its_lead(ability: n.Triggered, *, theirs: bool) -> n.Triggered:
    """A triggered ability with a "may" and a price that stand first in its effect as those of the
    whole ability (383.3.a, 383.3.b), however the notation has them.

    `theirs`: "that player" is who controls it (190.6.c).
    """
    if ability.may or ability.cost is not None or not ability.does:
        return ability
    first, *rest = ability.does
    if isinstance(first, n.Pay):
        other = first.who != "you" and not (theirs and first.who == "that_player")
        if other or first.otherwise or first.cost.any_amount:
            return ability
        if not first.then:
            # 205, 444.2: "you may pay. If you do, ..." is an instruction and no cost
            return replace(ability, may=first.who == "you")
        if first.label is not None and _asks_for([*first.then, *rest], first.label):
            return ability
        follows = [
            replace(each, after=None) if first.label and each.after == first.label else each
            for each in [*first.then, *rest]
        ]
        return replace(ability, may=True, cost=first.cost, does=follows)
    if not first.may:
        return ability
    return replace(ability, may=True, does=[replace(first, may=False), *rest])


def _asks_for(node: object, label: str) -> bool:
    """Whether more than a link to it speaks of an instruction: if it was done, how much it was."""
    if isinstance(node, list):
        return any(_asks_for(each, label) for each in node)
    if not isinstance(node, n.Node):
        return False
    fields = {field: getattr(node, field) for field in node.__struct_fields__ if field != "after"}
    return label in fields.values() or any(_asks_for(each, label) for each in fields.values())
