"""Conditions and selectors of static abilities, as the layers read them (364, 477).

Nothing here asks for what the layers work out (Might, keywords, being Mighty): only for what is
printed, for places, states and numbers of things, so that no order of reading can matter.
`judge.effects.supporting` lists what is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from judge.board.state import GameObject
from judge.board.table import Table
from judge.effects import notation as n
from judge.effects.catalogue import Catalogue
from judge.modes.modes import MODES


@dataclass(frozen=True, slots=True)
class View:
    """Whose text it is: its controller, the id of its source, and where "here" is."""

    table: Table
    catalogue: Catalogue
    controller: str | None
    source: str | None
    place: str


def holds(view: View, condition: n.Condition | None) -> bool:
    """Whether a condition of a static ability is true now (364.3)."""
    if condition is None:
        return True
    match condition:
        case n.Is():
            thing = view.table.objects.get(view.source) if view.source is not None else None
            if thing is None:
                return _is_place(view, condition.a.where, view.place) and not condition.a.state
            return is_meant(view, condition.a, thing)
        case n.Exists():
            return _within(_count(view, condition.of), condition.at_least, condition.at_most)
        case n.Compare():
            value = value_of(view, condition.value)
            below = condition.below is None or value < n.fixed(condition.below)
            return below and _within(value, condition.at_least, condition.at_most)
        case n.TurnIs():
            phase = view.table.board.turn.phase.partition(".")[0]
            whose = view.table.board.turn.player in _players(view, condition.of)
            named = {"end": "ending"}.get(condition.phase or "", condition.phase)
            return whose and named in (None, phase)
        case n.InCombat():
            fight = view.table.board.showdown if condition.showdown else view.table.board.combat
            return fight is not None and fight.at == view.place
        case n.NearVictory():
            board = view.table.board
            goal = board.victory_score or MODES[board.mode].victory_score
            return any(
                goal - view.table.player(name).points <= condition.points
                for name in _players(view, condition.of)
            )
        case n.AllOf():
            return all(holds(view, each) for each in condition.of)
        case n.AnyOf():
            return any(holds(view, each) for each in condition.of)
        case n.Not():
            return not holds(view, condition.that)
    raise NotImplementedError(condition)  # judge.effects.supporting lists them


def _within(number: int, least: n.Value | None, most: n.Value | None) -> bool:
    if least is not None and number < n.fixed(least):
        return False
    return most is None or number <= n.fixed(most)


def value_of(view: View, value: n.Value) -> int:
    """A number that the layers read: it depends on nothing that they work out."""
    match value:
        case int():
            return value
        case n.Count():
            return value.each * _count(view, value.of)
        case n.PointsOf():
            return sum(view.table.player(name).points for name in _players(view, value.of))
        case n.ExperienceOf():
            return sum(view.table.player(name).xp for name in _players(view, value.of))
        case n.DamageOn():
            thing = view.table.objects.get(view.source or "")
            return 0 if thing is None else sum(thing.damage.values())
    raise NotImplementedError(value)  # judge.effects.supporting lists them


def _players(view: View, who: n.Who) -> list[str]:
    table, controller = view.table, view.controller
    everybody = table.turn_order(table.board.turn.player)
    if who == "turn_player":
        return [table.board.turn.player]
    if who == "each":
        return everybody
    if controller is None:
        return []
    match who:
        case "you":
            return [controller]
        case "opponent" | "opponents":
            return table.opponents(controller)
        case "teammate":
            return [name for name in table.team_of(controller) if name != controller]
        case "allies":
            return list(table.team_of(controller))
        case "each_other":
            return [name for name in everybody if name != controller]
    return []


def _count(view: View, selector: n.Selector) -> int:
    """How many things a selector means; cards in a hand or a trash by how many there are."""
    if selector.zone in ("hand", "trash"):
        players = map(view.table.player, _hands(view, selector))
        return sum(len(p.hand if selector.zone == "hand" else p.trash) for p in players)
    return sum(is_meant(view, selector, thing) for thing in view.table.objects.values())


def _hands(view: View, selector: n.Selector) -> Iterable[str]:
    if selector.of is not None:
        return _players(view, selector.of)
    if selector.side == "enemy":
        return _players(view, "opponents")
    return _players(view, "you")  # a zone of which no player is said is one's own


def is_meant(view: View, selector: n.Selector, thing: GameObject) -> bool:
    """Whether a selector means the object, by its printed traits, its place and its states."""
    definition = view.catalogue[thing.card]
    at = view.table.places[thing.id]
    if not _is_kind(definition, selector.kind, at):
        return False
    if selector.other and thing.id == view.source:
        return False
    if not (_is_side(view, selector, thing) and _is_place(view, selector.where, at)):
        return False
    if not all(_state(view, thing, state) for state in selector.state):
        return False
    if any(_state(view, thing, state) for state in selector.not_state):
        return False
    if selector.attached_to is not None and thing.attached_to != view.source:
        return False
    return not any(_lacking(selector, definition))


def _is_kind(definition: n.CardDefinition, kind: n.Kind, at: str) -> bool:
    in_legend_zone = at.startswith("legend:")
    match kind:
        case "legend":
            return in_legend_zone
        case "object":
            return True
        case "unit":
            return definition.is_unit and not in_legend_zone
        case "gear":
            return definition.is_gear
        case "equipment":
            return definition.is_gear and "Equipment" in definition.tags
        case "permanent":
            return definition.is_permanent and not in_legend_zone
        case "rune":
            return definition.is_rune
    return False


def _is_side(view: View, selector: n.Selector, thing: GameObject) -> bool:
    if selector.of is not None and thing.controller not in _players(view, selector.of):
        return False
    if selector.side == "any":
        return True
    if view.controller is None:
        return False
    if selector.side == "yours":
        return thing.controller == view.controller
    friendly = thing.controller in view.table.team_of(view.controller)
    return friendly == (selector.side == "friendly")


def _is_place(view: View, where: n.Where, at: str) -> bool:
    match where:
        case "here":
            return at == view.place
        case "elsewhere":
            return at != view.place
        case "battlefield":
            return at in view.table.battlefields
        case "base":
            return at.startswith("base:")
        case "your_base":
            return at == f"base:{view.controller}"
    return True


def _state(view: View, thing: GameObject, state: n.State) -> bool:
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
        case "token":
            return thing.token
        case "attached":
            return thing.attached_to is not None
        case "equipped":
            # 818.3: what is attached to it is Equipment, and not just any card
            return any(
                other.attached_to == thing.id and "Equipment" in view.catalogue[other.card].tags
                for other in view.table.objects.values()
            )
        case "alone":
            # 740.2.a: a unit is
            return view.catalogue[thing.card].is_unit and not any(
                other.id != thing.id
                and other.controller == thing.controller
                and other.attached_to is None
                and view.catalogue[other.card].is_unit
                for other in view.table.at(view.table.places[thing.id])
            )
    raise NotImplementedError(state)  # judge.effects.supporting lists them


def _lacking(selector: n.Selector, definition: n.CardDefinition) -> Iterator[bool]:
    """For each printed trait that is asked for, whether the card lacks it."""
    yield bool(selector.tag) and not set(selector.tag) & set(definition.tags)
    yield bool(selector.type) and not set(selector.type) & set(definition.types)
    yield bool(set(selector.not_type) & set(definition.types))
    yield selector.supertype is not None and selector.supertype != definition.supertype
    yield bool(selector.domain) and not set(selector.domain) & set(definition.domains)
    yield bool(selector.named) and definition.name not in selector.named
    energy, power = definition.energy or 0, len(definition.power)
    if selector.energy_at_most is not None:
        yield energy > n.fixed(selector.energy_at_most)
    if selector.energy_at_least is not None:
        yield energy < n.fixed(selector.energy_at_least)
    if selector.power_at_most is not None:
        yield power > n.fixed(selector.power_at_most)
