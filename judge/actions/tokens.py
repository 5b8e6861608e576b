"""Tokens: what the rules say of each, creating and replacing (182-187, 438, 439)."""

from __future__ import annotations

from judge.actions.contesting import apply_contested
from judge.actions.destinations import entry_locations, place_names
from judge.board import events as ev
from judge.board.state import Battlefield, GameObject
from judge.board.table import base_of, reference
from judge.effects.notation import CardDefinition
from judge.effects.unread import refused
from judge.layers.timestamps import as_it_begins
from judge.ruling.questions import Option, Question
from judge.ruling.run import Run

#: what the rules say of each token by its name (187)
_RULES = {
    "Recruit": "187.1",
    "Sprite": "187.2",
    "Sand Soldier": "187.3",
    "Mech": "187.4",
    "Gold": "187.5",
    "Reflection": "187.6",
    "Bird": "187.7",
    "Brush": "187.8",
    "Baron Pit": "187.9",
    "Tentacle": "187.10",
    "Shadow Clone": "187.11",
}


def token_named(run: Run, name: str) -> CardDefinition:
    """The token of that name (187). Raises `Refused` where there is none."""
    try:
        known = run.catalogue.get(name)
        definition = run.catalogue[run.catalogue.resolve(name)] if known is None else known
    except LookupError:
        definition = None
    rule = _RULES.get(definition.name) if definition is not None else None
    if definition is None or not definition.token or (rule and not run.in_force(rule)):
        raise refused("clause", f"There is no token called {name}.", f"token: {name}", "187")
    return definition


def choose_place(run: Run, player: str, thing: str, places: list[str], *numbers: str) -> str:
    """Where a token goes, of the places where it may; asked where there are several."""
    if len(places) == 1:
        return places[0]
    answer = run.ask(
        Question(
            form="choose_one",
            to=player,
            prompt=f"Where does {thing} enter?",
            slot="to",
            rules=list(numbers),
            options=[
                Option(id=place, text=place_names(run).get(place)) for place in sorted(places)
            ],
        )
    )
    return str(answer)


def places_for(run: Run, player: str, definition: CardDefinition) -> list[str]:
    """Where a permanent may be played to by the player (355.2.a, 359.2.d)."""
    return entry_locations(run, player) if definition.is_unit else [base_of(player)]


def create(
    run: Run, player: str, definition: CardDefinition, *, owner: str, effect_of: str
) -> str | None:
    """Create a token without playing it, where its type belongs (439.2.b); its reference, None
    where nothing came of it. `effect_of`: who controls the effect that creates it.
    """
    name = definition.name
    # 439.2: it comes into being where it belongs; 439.2.b: where the effect names no zone, the type
    # of the token does
    if not run.in_force("439.2", "439.2.b"):
        return None
    if "Battlefield" in definition.types:
        if not run.in_force("439.2.b.5"):
            return None
        placed = Battlefield(
            id=run.table.mint("b"),
            card=name,
            owner=owner,
            controller=None if run.in_force("439.4.b") else player,
            token=True,
        )
        run.emit(ev.BattlefieldPlaced(battlefield=placed), by=player)
        return placed.id
    if definition.is_spell and run.in_force("439.2.b.2"):
        raise refused(
            "clause",
            f"{name} is created on the chain, and how it is finalized there is not modelled.",
            f"{name}: create",
            "439.2.b.2",
        )
    if "Legend" in definition.types and run.in_force("439.2.b.4"):
        place = f"legend:{player}"
    elif "Rune" in definition.types:
        if not run.in_force("439.2.b.3"):
            return None
        place = base_of(player)
    else:
        places = places_for(run, player, definition)
        if not run.in_force("439.2.b.1"):
            places = [base_of(player)]
        place = choose_place(run, player, name, places, "439.2.b", "439.2.b.1")
    thing = GameObject(
        id=run.table.mint("t"),
        card=name,
        owner=owner,
        controller=owner if run.in_force("439.4.a") else effect_of,
        token=True,
        # 439.3.a: the rules of its type hold for it
        exhausted=definition.is_unit and run.in_force("439.3.a"),
        since=as_it_begins(run, name),
    )
    run.emit(ev.ObjectEntered(verb="create", object=thing, at=place), by=player)
    if definition.is_unit:
        apply_contested(run, place, player)
    return reference(thing)


def replace_battlefield(run: Run, at: str, definition: CardDefinition, *, by: str) -> None:
    """Replace a battlefield with a token, which is the same Game Object (438.1.a): what it had
    and what was said of it goes on.
    """
    battlefield = run.table.battlefields[at]
    # 438.5: the card lies in Banishment; 438.6: a token is no more
    kept = run.in_force("438.6" if battlefield.token else "438.5")
    controller = battlefield.controller
    run.emit(ev.BattlefieldReplaced(at=at, card=definition.name, kept=kept), "438.1", by=by)
    if controller is not None and not run.in_force("438.1"):
        run.emit(ev.ControlChanged(at=at))


def swap_back(run: Run, at: str, *, by: str) -> bool:
    """Put the card back that a battlefield token has replaced, itself or through the tokens that
    it replaced; whether there is one (438.7).
    """
    battlefield = run.table.battlefields[at]
    # 438.6: what was a token itself has ceased to exist
    gone = run.in_force("438.6")
    cards = [kept.card for kept in battlefield.replaced if not (kept.token and gone)]
    if not battlefield.token or not cards:
        run.note(f"There is nothing that {run.place(at)} could be swapped back to.", "438.7.c")
        return not run.in_force("438.7.c")
    if len(battlefield.replaced) > 1 and not run.in_force("438.7.b.1"):
        return False
    if not run.in_force("438.7", "438.7.b"):
        return False
    run.emit(ev.BattlefieldReplaced(at=at, card=cards[-1], back=True), by=by)
    return True
