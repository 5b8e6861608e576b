"""What is forbidden of something that hardly ever does it, or of nothing (054.1)."""

from __future__ import annotations

from collections.abc import Iterator

from judge.effects import notation as n
from judge.effects.linting_shapes import Departure, Path
from judge.effects.supporting_moments import is_about_the_affected


def odd_prohibitions(
    moment: n.Moment, affects: n.Objects, path: Path, never: frozenset[n.Event]
) -> Iterator[Departure]:
    """What says nothing of a prohibition: one that says neither who nor what is about that which
    its ability affects. `never`: what the card of the text does only where another text makes it
    something else.
    """
    affected = is_about_the_affected(moment)
    if affected and moment.other is not None and moment.other == affects:
        message = f"it is about {affects!r} itself, and so is `other`; `what` says of what"
        yield Departure((*path, "other"), "says_nothing", message)
    of_me = moment.what == "me" or (affected and affects == "me")
    if of_me and moment.event in never:
        message = (
            f"it is about the card itself, which alone does not {moment.event.replace('_', ' ')}"
        )
        if affected:
            message += "; `what` says what else it is about"
        yield Departure((*path, "event"), "unlikely_trigger", message)
