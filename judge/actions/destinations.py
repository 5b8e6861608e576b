"""Where units may be: locations to enter at, and destinations of moves (144.4, 355.2, 355.4, 447,
462).
"""

from __future__ import annotations

from difflib import get_close_matches

from judge.board.state import Battlefield, GameObject
from judge.board.table import base_of, reference
from judge.effects.catalogue import fold_name
from judge.layers.characteristics import is_unit, of, reached_from_anywhere
from judge.layers.entries import indexed
from judge.ruling.problems import problem
from judge.ruling.ruling import Problem
from judge.ruling.run import Run


def is_unit_there(run: Run, thing: GameObject) -> bool:
    """Whether an object is a unit that is at its location, as one that is attached is too
    (718.5.a).
    """
    unit = is_unit(run.table, run.catalogue, thing)
    return unit and (thing.attached_to is None or run.stands("718.5.a"))


def units_at(run: Run, place: str) -> list[GameObject]:
    """The units at a location."""
    there = run.table.at(place)
    if not indexed(run.table, run.catalogue).gives_traits and run.stands("718.5.a"):
        units, names = run.catalogue.unit_names, run.table.names()
        return [thing for thing in there if names[thing.id] in units]
    return [thing for thing in there if is_unit_there(run, thing)]


def players_with_units(run: Run, place: str) -> frozenset[str]:
    """The players who control units at a location; kept while the layers come to the same."""
    key = ("players with units", place)
    found: frozenset[str] | None = run.table.layered.get(key)
    if found is None:
        found = frozenset(thing.controller for thing in units_at(run, place))
        run.table.layered[key] = found
    return found


def unit_refs(run: Run, place: str, player: str) -> list[str]:
    """References of the units that the player controls at a location, by id."""
    return sorted(reference(thing) for thing in units_at(run, place) if thing.controller == player)


def combat_parties(run: Run, battlefield: Battlefield) -> frozenset[str] | None:
    """The players of the combat that is in progress or staged there; None when there is none."""
    combat = run.board.combat
    if combat is not None and combat.at == battlefield.id:
        return frozenset((combat.attacker, combat.defender))
    if "combat" in battlefield.staged:
        return players_with_units(run, battlefield.id)
    present = players_with_units(run, battlefield.id)
    if battlefield.contested_by is not None and len(present) > 1:
        return present
    return None


def crowded(
    run: Run,
    player: str,
    place: str,
    *,
    also: set[str] | None = None,
    played: bool = False,
) -> list[Problem]:
    """Why a unit of the player may not become present at a battlefield, whatever brings it there.

    `also`: players whose units arrive there at the same moment. `played`: it does not move there
    but is played there, of which 449.2 and 447.2 say nothing.
    """
    three, others_fight = (["462.3"], ["462.2"]) if played else (["449.2"], ["447.2.a", "462.1"])
    battlefield = run.table.battlefields.get(place)
    if battlefield is None:
        return []
    others = (players_with_units(run, place) | (also or set())) - {player}
    parties = combat_parties(run, battlefield) or frozenset()
    found = []
    if len(others) >= 2 and run.stands("449.2"):
        found.append(problem("two_others_there", place=place, objects=[place], rules=three))
    shut_out = player in parties and bool(others) and _has_left(run, battlefield, player)
    if shut_out or (len(parties - {player}) >= 2 and run.stands("447.2.a")):
        found.append(problem("combat_there", place=place, objects=[place], rules=others_fight))
    if others & (set(run.table.team_of(player)) - {player}) and run.stands("447.2.b"):
        found.append(problem("teammate_there", place=place, objects=[place]))
    return found


def _has_left(run: Run, battlefield: Battlefield, player: str) -> bool:
    """Whether a participant in the combat that goes on there has no units there any more, which
    keeps them from coming back where OP-24 is read so.
    """
    combat = run.board.combat
    if combat is None or combat.at != battlefield.id:
        return False
    if player in players_with_units(run, battlefield.id):
        return False
    return run.rely_on("OP-24") == "b"


def said_destinations(run: Run, thing: GameObject, to: str, places: list[str]) -> list[str]:
    """Of the places to which a unit could be moved those to which the text of a Move moves it
    (449.1); `to`: in the words of the notation.
    """
    if not run.stands("449.1"):
        return places
    home = base_of(thing.controller)
    match to:
        case "battlefield":
            return [place for place in places if place in run.table.battlefields]
        case "base_at_one_end" if run.table.places[thing.id] != home:
            return [place for place in places if place == home]
        case "beside_its_own":
            return [
                place
                for place in places
                if any(
                    other.controller == thing.controller and other.id != thing.id
                    for other in units_at(run, place)
                )
            ]
    return places


def _under(rule: str, problems: list[Problem]) -> list[Problem]:
    """The same reasons, found as part of what `rule` asks."""
    for found in problems:
        if rule not in found.rules:
            found.rules.insert(0, rule)
    return problems


def overcrowded(run: Run, moves: dict[str, str]) -> list[Problem]:
    """Why moves that happen together would bring units of three players to one battlefield
    (462.3).
    """
    found = []
    leaving = {ref.partition("@")[0] for ref in moves}
    places = set(moves.values()) & set(run.table.battlefields)
    for place in sorted(places) if run.stands("462.3") else []:
        players = {
            thing.controller
            for thing in run.table.at(place)
            if thing.id not in leaving and is_unit(run.table, run.catalogue, thing)
        }
        players |= {
            thing.controller
            for ref, to in moves.items()
            if to == place and (thing := run.table.find(ref)) is not None
        }
        if len(players) > 2:
            rules = ["462.3"]
            found.append(problem("two_others_there", place=place, objects=[place], rules=rules))
    return found


def place_names(run: Run) -> dict[str, str]:
    """The names of the battlefields by their ids, for people who write `to: Void Gate`."""
    return {battlefield.id: battlefield.card for battlefield in run.board.battlefields}


def location_named(run: Run, text: str) -> str:
    """The location a person means: an id, or the name of the only battlefield that bears it."""
    if text in run.table.locations():
        return text
    wanted = fold_name(text)
    ids = [
        battlefield.id
        for battlefield in run.board.battlefields
        if wanted and wanted in (fold_name(battlefield.id), fold_name(battlefield.card))
    ]
    return ids[0] if len(ids) == 1 else text


def entry_locations(run: Run, player: str) -> list[str]:
    """Where a unit the player plays may enter: their base, and battlefields they control
    (355.2.a).
    """
    return [base_of(player)] + [
        battlefield.id
        for battlefield in run.board.battlefields
        if battlefield.controller == player
        and not (run.stands("462.2") and is_combat_of_others(run, player, battlefield))
    ]


def is_combat_of_others(run: Run, player: str, battlefield: Battlefield) -> bool:
    """462.2: a combat is staged or in progress there in which the player has no part."""
    parties = combat_parties(run, battlefield)
    return parties is not None and len(parties) > 1 and player not in parties


def nearest_location(run: Run, text: str) -> str | None:
    """The location that looks most like a text that is none."""
    return next(iter(get_close_matches(text, run.table.locations(), n=1)), None)


def why_not_enter(run: Run, player: str, thing: str, place: str) -> list[Problem]:
    """Every reason why a unit that the player plays may not enter at `place`."""
    place = location_named(run, place)
    if place in entry_locations(run, player):
        return []
    if place not in run.table.locations():
        return [problem("no_such_location", thing=place, meant=nearest_location(run, place))]
    battlefield = run.table.battlefields.get(place)
    found = []
    if battlefield is None or battlefield.controller != player:
        found.append(
            problem("invalid_location", thing=thing, place=place, player=player, objects=[place])
        )
    others = battlefield is not None and is_combat_of_others(run, player, battlefield)
    if others and run.stands("462.2"):
        found.append(problem("combat_of_others", thing=thing, place=place, objects=[place]))
    return found


def effect_destinations(run: Run, thing: GameObject) -> list[str]:
    """Where an effect may move a unit: anywhere else that it is allowed to be present (355.4.a)."""
    here = run.table.places[thing.id]
    return [
        place
        for place in [base_of(thing.controller), *(b.id for b in run.board.battlefields)]
        if place != here and not crowded(run, thing.controller, place)
    ]


def why_not_effect_move(run: Run, thing: GameObject, to: str) -> list[Problem]:
    """Every reason why an effect may not move the unit to `to` (355.4.a)."""
    if to not in run.table.locations():
        return [problem("no_such_location", thing=to, meant=nearest_location(run, to))]
    if to == run.table.places[thing.id]:
        found = [problem("already_there", thing=thing.id, place=to, objects=[thing.id])]
    elif to.startswith("base:") and to != base_of(thing.controller):
        found = [problem("invalid_destination", place=to, target=thing.id, objects=[thing.id])]
    else:
        found = crowded(run, thing.controller, to)
    return _under("355.4.a", found)


def _is_open_to_all(run: Run, to: str) -> bool:
    """Whether the text of a battlefield lets units move there from anywhere, whatever the rules say
    of it (002).
    """
    return to in reached_from_anywhere(run.table, run.catalogue) and run.stands("002")


def why_not_standard_move(run: Run, thing: GameObject, to: str) -> list[Problem]:
    """Every reason why the unit's Standard Move cannot take it to the location `to` (144.4)."""
    here = run.table.places[thing.id]
    if to == here:
        return [problem("already_there", thing=thing.id, place=to, objects=[thing.id])]
    if to.startswith("base:"):
        # 107.1.c: what a player controls resides in that player's Base
        if to != base_of(thing.controller) and run.stands("107.1.c"):
            # from a battlefield home, and from home to a battlefield
            rules = ["144.4.b"] if here in run.table.battlefields else ["144.4.a"]
            return [
                problem("not_its_base", thing=thing.id, place=to, objects=[thing.id], rules=rules)
            ]
        return []
    found = []
    ganking = of(run.table, run.catalogue, thing).has("Ganking")
    if here in run.table.battlefields and not ganking and not _is_open_to_all(run, to):
        found.append(problem("needs_ganking", thing=thing.id, objects=[thing.id]))
    # 410.1.b.3: no Discretionary Action leads to a state that is forbidden
    too_many = crowded(run, thing.controller, to) if run.stands("410.1.b.3") else []
    for reason in list(too_many):
        if reason.code in ("two_others_there", "combat_there"):
            if run.stands("144.4.a.1"):
                _under("144.4.a.1", [reason])
            else:
                too_many.remove(reason)
    return found + too_many
