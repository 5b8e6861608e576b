"""Overlays that a user has loaded beside those of the release, and what rulings have of them.

A ruling takes two things of an overlay: its name in the stamp, and the readings of open points that
it settles and the engine can switch. What else it changes is shown beside the rule; no card and no
procedure follows it, and a ruling that such a change could touch says so in a caveat.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from judge.ruling.openpoints import OPEN_POINTS
from judge.ruling.ruling import Caveat, Ruling
from rulesdb import NEWEST
from rulesdb.overlays import Overlay, held_overlays, in_force, not_held
from rulesdb.useroverlays import user_overlays


class RuleChange(NamedTuple):
    """What an overlay says of a rule; `outranks`: it is newer than the edition, and so comes before
    it, else it holds where the edition is silent. `applied`: rulings follow it; those of the
    release are in the code and the card texts, those of the user are nowhere.
    """

    overlay: str
    label: str
    outranks: bool
    gist: str
    applied: bool


def loaded() -> tuple[Overlay, ...]:
    """The overlays of the user. Raises `rulesdb.errors.DamagedStore`."""
    return user_overlays()


def applied(own: tuple[Overlay, ...] | None = None) -> tuple[Overlay, ...]:
    """Every overlay in force beside the edition that is played, the oldest first. `own`: those of
    the user, where they have been looked for already; so below.

    Raises `rulesdb.errors.DamagedStore`.
    """
    own = loaded() if own is None else own
    if not own:
        return in_force()
    found = (*in_force(), *(each for each in own if _is_in_force(each)))
    return tuple(sorted(found, key=lambda overlay: (overlay.date, overlay.id)))


def settled(readings: Mapping[str, str], own: tuple[Overlay, ...] | None = None) -> dict[str, str]:
    """The readings that a ruling takes: those asked for, else those that an overlay settles, of
    several the newest. Raises `rulesdb.errors.DamagedStore`.
    """
    by_overlay = {
        point: reading
        for overlay in applied(own)
        for point, reading in overlay.settles.items()
        if point in OPEN_POINTS
    }
    return by_overlay | dict(readings)


def stamped(
    ruling: Ruling, wanted: Sequence[str] = (), own: tuple[Overlay, ...] | None = None
) -> Ruling:
    """The ruling, its stamp with the overlays of the user: those in force, and those that the board
    asks for by id (`wanted`). Raises `rulesdb.errors.DamagedStore`.
    """
    own = loaded() if own is None else own
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


def cautioned(ruling: Ruling, own: tuple[Overlay, ...] | None = None) -> Ruling:
    """The ruling, with a caveat (`overlay_not_applied`) for each change by an overlay of the user
    that it was made without: of a rule that it cites, or that stands above one, and of a card that
    its board or its trace names.

    Takes the ruling as its reader sees it, so that no caveat names a hidden card. Raises
    `rulesdb.errors.DamagedStore`.
    """
    if ruling.stamp is None or ruling.stamp.edition != NEWEST:
        return ruling
    own = loaded() if own is None else own
    changing = [each for each in own if _is_in_force(each) and _changes_something(each)]
    if not changing:
        return ruling
    cited = {citation.rule for citation in ruling.citations}
    touched = {above for number in cited for above in _and_above(number)}
    named = set(strings_of(msgspec.to_builtins((ruling.board, ruling.trace))))
    found = [
        Caveat(
            code="overlay_not_applied",
            sentence=f"{each.id} changes {what}, and this ruling was made without that change.",
        )
        for each in changing
        for what in (
            *(f"rule {number}" for number in each.changes.rules if number in touched),
            *(name for name in each.changes.cards if name in named),
        )
    ]
    return msgspec.structs.replace(ruling, caveats=[*ruling.caveats, *found])


def needs_citations(own: tuple[Overlay, ...]) -> bool:
    """Whether `cautioned` looks for rules."""
    return any(_is_in_force(each) and each.changes.rules for each in own)


def changes_of(number: str, edition: str) -> tuple[RuleChange, ...]:
    """What overlays say of a rule, the oldest first. Raises `rulesdb.errors.DamagedStore`."""
    of_release = held_overlays()
    found = [
        overlay
        for overlay in (*of_release, *loaded())
        if number in overlay.changes.rules and overlay.edition == edition
    ]
    return tuple(
        RuleChange(
            overlay.id,
            overlay.label,
            overlay.outranks_edition,
            overlay.changes.rules[number],
            applied=overlay in of_release,
        )
        for overlay in sorted(found, key=lambda overlay: (overlay.date, overlay.id))
    )


def _is_in_force(overlay: Overlay) -> bool:
    return overlay.edition == NEWEST and overlay.is_in_force


def _changes_something(overlay: Overlay) -> bool:
    return bool(overlay.changes.rules or overlay.changes.cards)


def _and_above(number: str) -> Iterator[str]:
    """A number, and those above it: what changes a section changes its rules."""
    while number:
        yield number
        number = number.rpartition(".")[0]


def strings_of(value: Any) -> Iterator[str]:
    """Every string in plain data, keys too: a deck may be counts by name."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, part in value.items():
            yield str(key)
            yield from strings_of(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from strings_of(part)
