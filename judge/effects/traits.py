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
            return thing.token
        case "empowered":
            return thing.empowered > 0
        case "alone":
            return now.is_unit and is_alone(run, thing)
        case "one_on_one":
            return now.is_unit and _is_one_on_one(run, thing)
    raise NotImplementedError(state)  # judge.effects.support lists the states that are read


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


def is_kind(now: Characteristics, kind: str, place: str) -> bool:
    on_board = not place.startswith("legend:")
    match kind:
        case "unit":
            return now.is_unit and on_board
        case "gear":
            return now.is_gear and on_board
        case "equipment":
            return now.is_gear and "Equipment" in now.tags and on_board
        case "permanent":
            return (now.is_unit or now.is_gear) and on_board
        case "rune":
            return now.is_rune and on_board
        case "legend":
            return not on_board
        case "object":
            return True
    return False


def failed_print(selector: Selector, definition: CardDefinition, types: list[str]) -> Iterator[str]:
    if selector.type and not set(selector.type) & set(types):
        yield " or ".join(selector.type).lower()
    for kind in selector.not_type:
        if kind in types:
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
