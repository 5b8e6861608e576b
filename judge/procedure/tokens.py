"""Finalizing a token that an effect plays: where it enters, and how (184, 185.2.a, 337.1)."""

from __future__ import annotations

from typing import Any

import msgspec

from judge.actions.tokenplays import token_places, unforbidden_places
from judge.actions.tokens import choose_place
from judge.board import events as ev
from judge.board.state import ChainItem, Choices, Effect, GameObject
from judge.board.table import base_of, reference
from judge.effects.chainitems import remove_item
from judge.layers.cards import is_of_plays_from_elsewhere
from judge.procedure.playing import finalize
from judge.ruling.run import Run


def is_pending_token(item: ChainItem) -> bool:
    """Whether the item is a token in the middle of being played."""
    return item.pending and "token" in item.about


def finalize_token(run: Run, item: ChainItem) -> None:
    """Steps 2 to 6 for a token: it has no cost (185.3.a), so there is but its location to choose.

    Where it can enter nowhere it ceases to exist, and its effect goes on.
    """
    assert item.card is not None
    definition = run.catalogue[item.card]
    player = item.controller
    said: dict[str, Any] = item.about["token"]
    with run.step("337.1", text=f"{player} finalizes the token {definition.name}", by=player):
        run.in_force("337.1.b")
        if is_of_plays_from_elsewhere(run, item.card, player):
            run.rests_on("OP-201", "a", f"{definition.name} is a token and comes from no zone.")
        places = _allowed(run, item, token_places(run, item))
        if not run.in_force("419.3.b"):
            places = places[:1]
        if not places and not run.in_force("186"):
            places = [base_of(player)]
        if not places:
            run.in_force("186.1")
            run.note(f"{definition.name} can enter nowhere and ceases to exist.")
            remove_item(run, item, "returned", by=player)
            return
        place = choose_place(run, player, definition.name, places, "355.2", "184.2")
        _others_elsewhere(run, item, said, place)
        chosen = Choices(to=place)
        finalize(run, msgspec.structs.replace(item, pending=False, chose=[chosen]), definition)


def _allowed(run: Run, item: ChainItem, places: list[str]) -> list[str]:
    """Those of the places to which no text forbids to play it (054.1): step 5 lets it enter nowhere
    else (358.3).
    """
    allowed = unforbidden_places(run, item, places)
    if len(allowed) == len(places) or not run.in_force("054.1", "358.3"):
        return places
    return allowed


def _others_elsewhere(run: Run, item: ChainItem, said: dict[str, Any], place: str) -> None:
    """Tell the other tokens of a group that are to enter at different places."""
    group = said.get("group")
    if group is None or not run.in_force("184.2"):
        return
    for other in run.table.items():
        if is_pending_token(other) and other.id != item.id:
            theirs = other.about["token"]
            if theirs.get("group") == group:
                changed = {**theirs, "taken": [*theirs.get("taken", []), place]}
                told = msgspec.structs.replace(other, about={**other.about, "token": changed})
                run.emit(ev.ItemChanged(item=told), "184.2")


def as_the_token_enters(run: Run, item: ChainItem, thing: GameObject) -> GameObject:
    """A token as it enters: by the rules of its type (185.2.d), or ready or exhausted as its effect
    says (184.1).
    """
    said = item.about.get("token")
    if said is None:
        return thing
    exhausted = thing.exhausted and run.in_force("185.2.d")
    if "exhausted" in said and run.in_force("184.1"):
        exhausted = said["exhausted"]
    return msgspec.structs.replace(thing, exhausted=exhausted)


def modify_entered(run: Run, item: ChainItem, thing: GameObject) -> None:
    """What its effect gives a token beside what the token is (184.3)."""
    said = item.about.get("token")
    keywords = said.get("keywords") if said is not None else None
    if said is None or not keywords or not run.in_force("184.3"):
        return
    run.emit(
        ev.EffectBegan(
            effect=Effect(
                id=run.table.mint("e"),
                controller=item.controller,
                origin=said.get("origin"),
                affects=[reference(thing)],
                keywords=dict.fromkeys(keywords, 1),
                until="unlimited",
            )
        ),
        by=item.controller,
    )
