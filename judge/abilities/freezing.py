"""What a condition freezes for the ability that it triggers (359.3.f.3).

An ability keeps as much of its condition as its text speaks of: the objects with what they were,
the player, the place, the number. A board carries it in `ChainItem.about`.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judge.abilities.listening import Listener
from judge.abilities.moments import Occurrence, number_of
from judge.board.state import ChainItem
from judge.board.table import reference
from judge.effects.context import Context
from judge.effects.kept import spoken
from judge.effects.supporting_copies import asks_excess
from judge.effects.tallies import excess_assigned
from judge.layers.seen import Seen, from_picture, picture, see
from judge.ruling.run import Run


def frozen(run: Run, listener: Listener, group: list[Occurrence]) -> dict[str, Any]:
    """What the ability keeps of the occurrences that met its condition."""
    ability, first = listener.ability, group[0]
    about: dict[str, Any] = {"location": listener.place, **first.about}
    if listener.bound:
        about = {key: listener.bound[key] for key in ("here", "there") if key in listener.bound}
    said = spoken([ability.does, ability.chooses, ability.cost])
    names: dict[str, list[str]] = dict(listener.bound.get("names", {}))
    amounts: dict[str, int] = dict(listener.bound.get("amounts", {}))
    for name, refs in (
        ("it", [each.what for each in group if each.what is not None]),
        ("other", [each.other for each in group if each.other is not None]),
        ("arrival", [first.where] if first.where is not None and first.event == "move" else []),
        ("that_player", [first.that_player] if first.that_player is not None else []),
    ):
        if name in said and refs:
            names[name] = list(dict.fromkeys(refs))
    if "this" in said and listener.key.startswith("effect_"):
        names["this"] = _attached(run, listener)
    if "that_much" in said:
        amounts["it"] = number_of(group)
        if any(asks_excess(moment.provided) for moment in ability.moments):
            # the number of which the condition speaks; the combat is over as it resolves
            amounts["it"] = excess_assigned(run, listener.context(_whose(run, listener)))
    if names:
        about["names"] = names
    if amounts:
        about["amounts"] = amounts
    there = _there(listener, first)
    if "there" in said and there is not None and run.in_force("359.3.f.3"):
        about["there"] = there
    items = _controllers(group, said)
    if items and run.in_force("359.3.f.3"):
        about["controllers"] = items
    pictures = {**_pictures(run, group, said), **listener.bound.get("seen", {})}
    if pictures and run.in_force("359.3.f.3"):
        about["seen"] = pictures
    return about


def _whose(run: Run, listener: Listener) -> str:
    return listener.controller or run.board.turn.player


def _attached(run: Run, listener: Listener) -> list[str]:
    """What "this" is in effect text: the attached card, and not its bearer (136.2.d)."""
    if not run.in_force("136.2.d"):
        return [listener.ref]
    identity = listener.key.removeprefix("effect_").rpartition("_")[0]
    gear = run.table.objects.get(identity)
    return [] if gear is None else [reference(gear)]


def _there(listener: Listener, occurrence: Occurrence) -> str | None:
    """The place of which a condition speaks: that of the event; of a move, where it came from if
    the condition says so and does not say where to.
    """
    from_there = any(
        moment.event == "move" and moment.origin is not None and moment.destination is None
        for moment in listener.ability.moments
    )
    if occurrence.event == "move" and from_there:
        return occurrence.origin
    return occurrence.where


def _controllers(group: list[Occurrence], said: set[str]) -> dict[str, str]:
    """Who controlled the spells and abilities of which the text speaks: they may have left the
    chain before it resolves.
    """
    named = (("it", "item"), ("other", "other_item"))
    items = [getattr(each, field) for name, field in named if name in said for each in group]
    return {item.id: item.controller for item in items if item is not None}


def _pictures(run: Run, group: list[Occurrence], said: set[str]) -> dict[str, Any]:
    """What the objects were of which the text speaks."""
    found: dict[str, Any] = {}
    for occurrence in group:
        wanted = [occurrence.what] if "it" in said else []
        if "me" in said and occurrence.only_by is not None:
            wanted.append(occurrence.what)  # 808.1.d.3
        if "other" in said:
            wanted.append(occurrence.other)
        for ref in wanted:
            seen = occurrence.seen if ref == occurrence.what else None
            seen = seen or (see(run, ref) if ref is not None else None)
            if ref is not None and seen is not None:
                found[ref] = picture(seen)
    return found


def thaw(run: Run, item: ChainItem, context: Context) -> Context:
    """The context with what the item's condition froze."""
    about = item.about
    for name, refs in _table(about.get("names")).items():
        if isinstance(refs, list):
            context = context.knowing(str(name), [str(ref) for ref in refs])
    amounts = tuple(
        (name, number)
        for name, number in _table(about.get("amounts")).items()
        if isinstance(number, int)
    )
    pictures: list[tuple[str, Seen]] = []
    for ref, kept in _table(about.get("seen")).items():
        seen = from_picture(run, kept)
        if seen is not None:
            pictures.append((ref, seen))
    controllers = _table(about.get("controllers"))
    context = replace(
        context, controllers=tuple((ref, str(player)) for ref, player in controllers.items())
    )
    return context.with_condition(amounts, about.get("there"), tuple(pictures))


def _table(kept: Any) -> dict[str, Any]:
    return kept if isinstance(kept, dict) else {}


__all__ = ["frozen", "thaw"]
