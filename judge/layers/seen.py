"""What an object was, for texts that look back at it (359.3.e.13, 359.3.f.3, 808.1.d.3).

An object is looked at before it leaves the board. Its picture is kept for the run, and in what a
condition froze (`ChainItem.about`), so that a board carries it to where it is asked for.
"""

from __future__ import annotations

from typing import Any

import msgspec

from judge.board.state import GameObject
from judge.effects.activetexts import Text
from judge.layers.characteristics import Characteristics, is_equipped, of
from judge.layers.lost import lost_keys, texts_of
from judge.ruling.run import Run

#: in the picture of what was spent: it has not left the board, so that it is read as it is
STAYS = "stays"


class Seen(msgspec.Struct, frozen=True, eq=False):
    """An object as it was: a copy of it, its characteristics, where it was, and of its states those
    that others gave it.
    """

    thing: GameObject
    now: Characteristics
    place: str
    equipped: bool
    alone: bool
    #: the effect text that was appended to it (719.1); not part of its picture
    appended: tuple[Text, ...] = ()
    #: the keys of the abilities that it had lost (477.2.a); not part of its picture either
    lost: frozenset[str] = frozenset()


def see(run: Run, ref: str) -> Seen | None:
    """The object as it is now; None when it is not on the board."""
    thing = run.table.find(ref)
    if thing is None:
        return None
    place = run.table.places[thing.id]
    there = [] if place.startswith("legend:") else run.table.at(place)
    friends = run.table.team_of(thing.controller)  # 740.2.a
    others = [
        other
        for other in there
        if other.id != thing.id
        and other.controller in friends
        and of(run.table, run.catalogue, other).is_unit
    ]
    return Seen(
        msgspec.convert(msgspec.to_builtins(thing), GameObject),
        of(run.table, run.catalogue, thing),
        place,
        is_equipped(run.table, run.catalogue, thing),
        not others,
        tuple(text for text in texts_of(run.table, run.catalogue, thing) if text.is_appended),
        lost_keys(run.table, run.catalogue, thing),
    )


def look(run: Run, refs: list[str]) -> None:
    """Keep what these are, before they leave the board together (428.1.a.1.b)."""
    for ref in refs:
        found = see(run, ref)
        if found is not None:
            run.seen[ref] = found


def picture(seen: Seen) -> dict[str, Any]:
    """What was seen, as a board keeps it."""
    return {
        "object": msgspec.to_builtins(seen.thing),
        "place": seen.place,
        "might": seen.now.might_value,
        "keywords": dict(seen.now.keywords),
        "types": list(seen.now.types),
        "tags": list(seen.now.tags),
        "domains": list(seen.now.definition.domains),
        "equipped": seen.equipped,
        "alone": seen.alone,
    }


def from_picture(run: Run, kept: dict[str, Any]) -> Seen | None:
    """What a board keeps of an object; None where it does not have the shape of `picture`."""
    try:
        thing = msgspec.convert(kept["object"], GameObject)
        definition = run.catalogue[thing.name]
        domains = list(kept.get("domains", definition.domains))
        now = Characteristics(
            definition=msgspec.structs.replace(definition, domains=domains),
            controller=thing.controller,
            types=list(kept["types"]),
            tags=list(kept["tags"]),
            keywords=dict(kept["keywords"]),
            might_value=kept["might"],
        )
        return Seen(thing, now, kept["place"], bool(kept["equipped"]), bool(kept["alone"]))
    except (KeyError, TypeError, msgspec.ValidationError):
        return None


__all__ = ["STAYS", "Seen", "from_picture", "look", "picture", "see"]
