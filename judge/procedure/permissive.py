"""Permissive keywords: when a card may be played, and nothing beside (806, 813)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from judge.effects.keywordtexts import is_flow
from judge.effects.notation import CardDefinition
from judge.procedure.ambushing import ambush_places, timing_of_ambush
from judge.procedure.finding import CardAt
from judge.procedure.timing import in_closed_state, in_showdown_state
from judge.ruling.run import Run


class Timely(NamedTuple):
    """Whether a card may be played as one with Action, and as one with Reaction."""

    action: bool
    reaction: bool


def timely(
    run: Run,
    player: str,
    definition: CardDefinition,
    keywords: Mapping[str, int],
    *,
    card: CardAt | None = None,
) -> Timely:
    """Which permissions as to timing a card has, of itself or by other keywords; without a card one
    that might lie in the hand, or facedown if it has Hidden.
    """
    facedown = "Hidden" in keywords if card is None else card.zone == "facedown"
    # 811.6: facedown, and played from there, a card has Reaction
    reaction = "Reaction" in keywords or (facedown and run.stands("811.6"))
    # 822.1.b: what is played to certain battlefields has it as long as it is; that may come true
    # only as it is played, which may be begun as long as it could (806.4.a, 813.4.a)
    places = ambush_places(run, player, definition, keywords, card)
    ambush = timing_of_ambush(run, player, places)
    reaction = reaction or ("Reaction" in ambush and run.stands("813.4.a"))
    action = "Action" in keywords or ("Action" in ambush and run.stands("806.4.a"))
    # 829.1.b.2: Flow lets a spell be played from another zone, and at no other time
    if card is not None and card.zone == "trash" and any(map(is_flow, definition.abilities)):
        reaction = reaction or not run.stands("829.1.b.2")
    return Timely(action, reaction or has_quick_draw(run, keywords))


def has_quick_draw(run: Run, keywords: Mapping[str, int]) -> bool:
    """Whether a card with these keywords has the Reaction that Quick-Draw gives (819.1.d)."""
    return "Quick-Draw" in keywords and run.in_force("819.1.d")


def opened_places(run: Run, keywords: Mapping[str, int]) -> list[str]:
    """Where a unit could enter by its Action or Reaction: nowhere else than without it, since each
    of them permits a time and alters no instruction (806.3, 813.3).
    """
    showdown = run.board.showdown
    place = None if showdown is None else showdown.at
    if "Action" in keywords and in_showdown_state(run) and not run.stands("806.3"):
        return [] if place is None else [place]
    if "Reaction" in keywords and in_closed_state(run) and not run.stands("813.3"):
        return [battlefield.id for battlefield in run.board.battlefields]
    return []


__all__ = ["Timely", "has_quick_draw", "opened_places", "timely"]
