"""Overlays that a user has loaded beside those of the release, and what rulings have of them.

A ruling takes two things of an overlay: its name in the stamp, and the readings of open points that
it settles and the engine can switch. What else it changes is shown beside the rule; no card and no
procedure follows it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from judge.ruling.openpoints import OPEN_POINTS
from judge.ruling.ruling import Ruling
from rulesdb import NEWEST
from rulesdb.overlays import Overlay, held_overlays, in_force, not_held
from rulesdb.useroverlays import Points, user_overlays

#: The readings that each open point has which the engine can switch.
SWITCHES: Points = {point: tuple(known.readings) for point, known in OPEN_POINTS.items()}


class RuleChange(NamedTuple):
    """What an overlay says of a rule; `outranks`: it is newer than the edition, and so comes before
    it, else it holds where the edition is silent.
    """

    overlay: str
    label: str
    outranks: bool
    gist: str


def loaded() -> tuple[Overlay, ...]:
    """The overlays of the user. Raises `rulesdb.errors.DamagedStore`."""
    return user_overlays(SWITCHES)


def applied() -> tuple[Overlay, ...]:
    """Every overlay in force beside the edition that is played, the oldest first.

    Raises `rulesdb.errors.DamagedStore`.
    """
    own = loaded()
    if not own:
        return in_force()
    found = (*in_force(), *(each for each in own if _is_in_force(each)))
    return tuple(sorted(found, key=lambda overlay: (overlay.date, overlay.id)))


def settled(readings: Mapping[str, str]) -> dict[str, str]:
    """The readings that a ruling takes: those asked for, else those that an overlay settles, of
    several the newest. Raises `rulesdb.errors.DamagedStore`.
    """
    by_overlay = {
        point: reading
        for overlay in applied()
        for point, reading in overlay.settles.items()
        if point in OPEN_POINTS
    }
    return by_overlay | dict(readings)


def stamped(ruling: Ruling, wanted: Sequence[str] = ()) -> Ruling:
    """The ruling, its stamp with the overlays of the user: those in force, and those that the board
    asks for by id (`wanted`). Raises `rulesdb.errors.DamagedStore`.
    """
    own = loaded()
    if not own or ruling.stamp is None or ruling.stamp.edition != NEWEST:
        return ruling
    known = {document.id: document.label for document in not_held()}
    named = [each.id for each in own if _is_in_force(each) or each.id in wanted]
    there = {name for each in own for name in (each.id, known.get(each.id, each.id))}
    stamp = msgspec.structs.replace(
        ruling.stamp,
        overlays=list(dict.fromkeys([*ruling.stamp.overlays, *named])),
        overlays_not_held=[each for each in ruling.stamp.overlays_not_held if each not in there],
    )
    return msgspec.structs.replace(ruling, stamp=stamp)


def changes_of(number: str, edition: str) -> tuple[RuleChange, ...]:
    """What overlays say of a rule, the oldest first. Raises `rulesdb.errors.DamagedStore`."""
    found = [
        overlay
        for overlay in (*held_overlays(), *loaded())
        if number in overlay.changes.rules and overlay.edition == edition
    ]
    return tuple(
        RuleChange(
            overlay.id, overlay.label, overlay.outranks_edition, overlay.changes.rules[number]
        )
        for overlay in sorted(found, key=lambda overlay: (overlay.date, overlay.id))
    )


def _is_in_force(overlay: Overlay) -> bool:
    return overlay.edition == NEWEST and overlay.is_in_force
