"""Where a token that an effect plays may enter: by the rules, by its effect and by what texts
forbid (054.1, 184.2, 355.2, 811.1.d.3).
"""

from __future__ import annotations

from typing import Any

from judge.actions.destinations import why_not_enter
from judge.actions.door import Attempt, door_of
from judge.actions.tokens import places_for
from judge.board.state import ChainItem, GameObject
from judge.board.table import base_of, reference
from judge.ruling.run import Run


def token_places(run: Run, item: ChainItem) -> list[str]:
    """Where the token may enter, as its effect restricts it (184.2)."""
    assert item.card is not None
    definition, player = run.catalogue[item.card], item.controller
    said: dict[str, Any] = item.about["token"]
    usual = places_for(run, player, definition)
    stated = said.get("places")
    if stated is not None and definition.is_unit and run.in_force("184.2"):
        named = [base_of(player) if place == "base" else place for place in stated]
        usual = [place for place in named if _may_enter(run, player, definition.name, place)]
    if definition.is_unit and said.get("hidden_at") is not None and run.in_force("811.1.d.3"):
        usual = [place for place in usual if place == said["hidden_at"]]
    return [place for place in usual if place not in said.get("taken", [])]


def _may_enter(run: Run, player: str, thing: str, place: str) -> bool:
    """Whether a location that the effect names can be entered: that nobody or another player
    controls it does not matter there (355.2.b).
    """
    problems = why_not_enter(run, player, thing, place)
    if any(problem.code != "invalid_location" for problem in problems):
        return False
    if not problems:
        return True
    if not run.in_force("355.2.b"):
        return False
    return run.rely_on("OP-86") == "a"


def attempted_token_play(item: ChainItem, to: str | None = None) -> Attempt:
    """The play of a token, as texts may forbid or replace it."""
    assert item.card is not None
    thing = GameObject(
        id=item.id,
        card=item.card,
        owner=item.owner or item.controller,
        controller=item.controller,
        generation=item.generation,
        token=True,
    )
    return Attempt(
        "play",
        reference(thing),
        by=item.controller,
        to=to,
        thing=thing,
        said=dict(item.about["token"]),
    )


def unforbidden_places(run: Run, item: ChainItem, places: list[str]) -> list[str]:
    """Those of the places to which no text forbids to play the token."""
    door = door_of(run, "play")
    if door is None:
        return places
    return [place for place in places if not door.forbids(run, attempted_token_play(item, place))]


def where_it_would_enter(run: Run, item: ChainItem) -> str | None:
    """The place to which the token would be played, where that is certain: the only one that is
    left, or any of them where all are forbidden. None where there is a choice, or nowhere to go.
    """
    if door_of(run, "play") is None:
        return None
    places = token_places(run, item)
    left = unforbidden_places(run, item, places) or places[:1]
    return left[0] if len(left) == 1 else None
