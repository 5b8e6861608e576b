"""What an object is and in which state, as selectors ask."""

from __future__ import annotations

from collections.abc import Iterator

from judge.board.state import GameObject
from judge.effects.notation import CardDefinition, Rank, Selector
from judge.layers.characteristics import Characteristics, is_equipped, of
from judge.ruling.run import Run


def has_state(run: Run, thing: GameObject, now: Characteristics, state: str) -> bool:
    """Whether an object is in a state that the notation names."""
    match state:
        case "exhausted":
            return thing.exhausted
        case "ready":
            return not thing.exhausted
        case "stunned":
            return thing.stunned
        case "attacking":
            return thing.designation == "attacker"
        case "defending":
            return thing.designation == "defender"
        case "in_combat":
            # 740.2.c: with a combat designation, and not only where the combat is
            fight = run.board.combat
            there = fight is not None and run.table.places[thing.id] == fight.at
            return there and (thing.designation is not None or not run.stands("740.2.c"))
        case "damaged":
            return bool(thing.damage)
        case "buffed":
            return thing.buffs > 0
        case "mighty":
            return now.is_mighty
        case "equipped":
            return is_equipped(run.table, run.catalogue, thing)
        case "attached":
            return thing.attached_to is not None
        case "token":
            return _is_token(run, thing, now)
        case "empowered":
            return thing.empowered > 0
        case "alone":
            return now.is_unit and is_alone(run, thing)
        case "one_on_one":
            return now.is_unit and _is_one_on_one(run, thing)
    raise NotImplementedError(state)  # judge.effects.support lists the states that are read


def _is_token(run: Run, thing: GameObject, now: Characteristics) -> bool:
    """Whether it is a token, as it came to be one: a token that copies a card is no card for that
    (185.1.a), and a card that copies a token no token (185.1.b).
    """
    if thing.token == now.definition.token:
        return thing.token
    return thing.token is run.stands("185.1.a" if thing.token else "185.1.b")


def is_alone(run: Run, thing: GameObject) -> bool:
    """Whether no other friendly unit is at a unit's location, a teammate's neither (740.2.a)."""
    there = run.table.at(run.table.places[thing.id])
    friends = run.table.team_of(thing.controller) if run.stands("740.2.a") else []
    return not any(
        other.id != thing.id
        and other.controller in friends
        and of(run.table, run.catalogue, other).is_unit
        for other in there
    )


def _is_one_on_one(run: Run, thing: GameObject) -> bool:
    """Whether a unit and the enemy unit at its location are both alone (740.2.b)."""
    friends = run.table.team_of(thing.controller)
    enemies = [
        other
        for other in run.table.at(run.table.places[thing.id])
        if other.controller not in friends and of(run.table, run.catalogue, other).is_unit
    ]
    both = len(enemies) == 1 and is_alone(run, enemies[0])
    return is_alone(run, thing) and (both or not run.stands("740.2.b"))


def is_kind(run: Run, now: Characteristics, kind: str, place: str) -> bool:
    """Whether an object at a place is of the kind that a selector names, by any of its types
    (178.3): a unit, a gear, or what both of them are, a permanent (133.4.a.2), which a rune is not
    for all that it remains on the board (133.5.a.1, 161.1.a).
    """
    on_board = not place.startswith("legend:")
    types = now.types if run.stands("178.3") else now.types[:1]
    match kind:
        case "unit":
            return "Unit" in types and on_board and run.stands("141.1.a.3")
        case "gear":
            # 150.4: what has the tag Equipment still is one
            plain = run.stands("150.4") or "Equipment" not in now.tags
            return "Gear" in types and plain and on_board and run.stands("148.1.a.3")
        case "equipment":
            return "Gear" in types and "Equipment" in now.tags and on_board
        case "permanent":
            lasting = ["Unit", "Gear"] if run.stands("133.5.a.1") else ["Unit", "Gear", "Rune"]
            return any(each in lasting for each in types) and on_board
        case "rune":
            return "Rune" in types and on_board
        case "legend":
            return not on_board and run.stands("174.5")
        case "object":
            return True
    return False


def failed_print(
    run: Run, selector: Selector, definition: CardDefinition, types: list[str]
) -> Iterator[str]:
    if selector.type and not set(selector.type) & set(types):
        yield " or ".join(selector.type).lower()
    # 133.3: a text may leave out what is of a type as well as ask for it
    for kind in selector.not_type:
        if kind in types and run.stands("133.3"):
            yield f"not {kind.lower()}"
    if selector.supertype is not None and selector.supertype != definition.supertype:
        yield selector.supertype
    if selector.domain and not set(selector.domain) & set(definition.domains):
        yield " or ".join(selector.domain)
    if selector.named and definition.name not in selector.named:
        yield f"named {' or '.join(selector.named)}"


def is_null(run: Run) -> bool:
    """Whether nothing is within a number that is taken from what is not there any more."""
    return run.in_force("359.3.e.12")


def ranked(run: Run, rank: Rank, refs: list[str]) -> list[str]:
    """Of those, the ones with the highest or the lowest number."""
    numbers = {}
    for ref in refs:
        thing = run.table.find(ref)
        if thing is not None:
            now = of(run.table, run.catalogue, thing)
            numbers[ref] = now.might if rank.endswith("might") else now.definition.energy or 0
    if not numbers:
        return []
    best = max(numbers.values()) if rank.startswith("highest") else min(numbers.values())
    return [ref for ref in refs if numbers.get(ref) == best]
