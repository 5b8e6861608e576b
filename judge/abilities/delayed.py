"""Delayed abilities: kept by the board, for a window of time or as long as what they are linked to
stays where it is (389-392).
"""

from __future__ import annotations

from typing import Any

from judge.board import events as ev
from judge.board.state import ChainItem, Effect
from judge.board.table import make_reference, reference, split_reference
from judge.effects import notation as n
from judge.effects.context import Context
from judge.effects.kept import keep, spoken
from judge.layers.seen import picture, see
from judge.ruling.run import Run

#: durations of the notation that are those of the board
_PLAIN = frozenset({"turn", "combat", "end_of_turn", "your_next_turn", "unlimited"})


def source_of(item: ChainItem) -> str:
    """The reference of what an item comes from: its source, or the card itself."""
    return item.source.ref if item.source is not None else reference(item)


def bind(run: Run, ability: n.Triggered, context: Context) -> dict[str, Any]:
    """What the ability says by names that mean something now; it is referenced as the ability is
    created (359.3.f.3.a).
    """
    said = spoken([ability.when, ability.does, ability.chooses, ability.cost])
    names = {name: list(refs) for name, refs in context.names if name in said}
    bound: dict[str, Any] = {}
    if names:
        bound["names"] = names
    if "here" in said and context.here is not None:
        bound["here"] = context.here
    # what the condition of the ability that makes it said of its place
    if "there" in said and context.there is not None and run.in_force("359.3.f.3.b"):
        bound["there"] = context.there
    pictures: dict[str, Any] = {}
    for ref in (ref for refs in names.values() for ref in refs):
        seen = context.seen(ref) or run.seen.get(ref) or see(run, ref)
        if seen is not None:
            pictures[ref] = picture(seen)
    if pictures and "value" in _tags(ability):
        bound["seen"] = pictures
    return bound


def _tags(node: object) -> set[str]:
    """Which families of terms stand in a text."""
    if isinstance(node, list):
        return set().union(*map(_tags, node)) if node else set()
    if isinstance(node, n.Node):
        found = {str(node.__struct_config__.tag_field)}
        for field in node.__struct_fields__:
            found |= _tags(getattr(node, field))
        return found
    return set()


def delay(run: Run, item: ChainItem, name: str, instruction: n.Delay, context: Context) -> bool:
    """Begin a delayed ability: from now on for its window (390-391); whether it was begun."""
    ability = instruction.ability
    assert isinstance(ability, n.Triggered)  # judge.effects.support reads no other
    until = _window(run, item, instruction, context)
    if _is_over(run, ability, until) and run.in_force("359.3.e.16"):
        run.note(f"The time for which {name} would wait is over already; nothing comes of it.")
        return False
    effect = Effect(
        id=run.table.mint("e"),
        controller=item.controller,
        origin=item.of or item.card or name,
        source=source_of(item),
        kind="trigger",
        abilities=[keep(ability)],
        uses=1 if instruction.once else None,
        amounts={label: number for label, number in context.amounts if label in spoken(ability)},
        # what it speaks of is referenced now, as it is created
        bound=bind(run, ability, context) if run.in_force("359.3.f.3.a") else {},
        until=until,
    )
    if run.in_force("390.2", "391"):
        run.emit(ev.EffectBegan(effect=effect), by=item.controller)
    return True


def _is_over(run: Run, ability: n.Triggered, until: str) -> bool:
    """Whether the end of the turn for which it would wait has come already."""
    waits = until == "end_of_turn" or (
        until == "turn" and all(moment.event == "end_turn" for moment in ability.moments)
    )
    return waits and run.board.turn.phase.startswith("ending")


def _window(run: Run, item: ChainItem, instruction: n.Delay, context: Context) -> str:
    """How long it is active: for a time, or while what it refers to is where it is (390.5)."""
    assert instruction.until in _PLAIN, instruction.until
    if instruction.until == "your_next_turn":
        return f"next_turn:{item.controller}"
    if instruction.until != "unlimited":
        return instruction.until
    said = spoken(instruction.ability)
    affected = [ref for name, refs in context.names if name in said for ref in refs]
    for ref in affected:
        zone, now = _where_is(run, ref)
        if zone is None:
            continue
        if zone != "board":
            if run.in_force("390.5.a", "390.5.c.1"):
                return f"while_in:{zone}:{now}"
        elif run.in_force("390.5.a", "390.5.c.2"):
            return f"while_in:board:{now}"
    source = source_of(item)
    if "me" in said and run.table.find(source) is not None and run.in_force("390.5.b"):
        return f"while_in:board:{source}"
    return "unlimited"


def _where_is(run: Run, ref: str) -> tuple[str | None, str]:
    """The zone where an object is now, and its reference there; it may have gone since."""
    if run.table.find(ref) is not None:
        return "board", ref
    identity, _ = split_reference(ref)
    for player in run.board.players.values():
        for zone, cards in (
            ("trash", player.trash),
            ("banishment", player.banished),
            ("hand", player.hand),
        ):
            for card in cards:
                if card.id == identity:
                    return zone, make_reference(card.id, card.generation)
    return None, ref


__all__ = ["bind", "delay", "source_of"]
