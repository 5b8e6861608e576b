"""Conditions and selectors of static abilities, as the layers read them (364, 477).

Traits, keywords and Might are asked of a `View`, which knows what the layers have come to so far,
or in the end. `judge.effects.supporting_layers` lists what is read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Literal

import msgspec
from msgspec import structs

from judge.board.state import GameObject
from judge.board.table import Table, reference
from judge.effects import notation as n
from judge.effects.catalogue import Catalogue
from judge.effects.goals import goal
from judge.effects.supporting_selectors import said
from judge.identity import MOST

_READINESS = frozenset(["ready", "exhausted"])
#: 708: Might 5 or more
MIGHTY = 5


def is_mighty(table: Table, might: int | None) -> bool:
    """Whether this much Might makes a unit Mighty."""
    return might is not None and might >= MIGHTY and "708" not in table.disabled


class Standing(msgspec.Struct):
    """What the layers have come to for one object, in the end or so far."""

    definition: n.CardDefinition
    keywords: dict[str, int]
    might: int | None


class View(msgspec.Struct, frozen=True):
    """Whose text it is: its controller, the id of its source, and where "here" is."""

    table: Table
    catalogue: Catalogue
    controller: str | None
    source: str | None
    place: str
    #: of effect text, the attached card (136.2.d)
    this: str | None = None
    #: what the layers have come to for an object; without it what is printed counts
    see: Callable[[GameObject], Standing] | None = None

    def standing(self, thing: GameObject) -> Standing:
        """What an object is by which it is or is not what a text means."""
        if self.see is None:
            return at_first(self.table, self.catalogue, thing)
        return self.see(thing)

    def traits(self, thing: GameObject) -> n.CardDefinition:
        """The traits by which an object is or is not what a text means."""
        return self.standing(thing).definition


# --- traits (477.1) -------------------------------------------------------------------------------


def copyable(table: Table, catalogue: Catalogue, thing: GameObject) -> n.CardDefinition:
    """The copyable traits of an object: what is printed on it, or on what it is a copy of
    (477.1.b.1.b).
    """
    definition = catalogue[thing.name]
    if thing.token and thing.copied and "185.3.a.2" in table.disabled:
        # a token would have no cost whatever it copied
        return structs.replace(definition, energy=None, power=[])
    return definition


def kept_by_name(table: Table, catalogue: Catalogue) -> dict[Any, Any]:
    """Where to keep what an object is by its name, its controller and whether it is a token: with
    the catalogue, unless a rule that makes it so is switched off.
    """
    if table.disabled:
        return table.texts
    if len(catalogue.kept) >= MOST:  # boards bring names of players
        catalogue.kept.clear()
    return catalogue.kept


def at_first(table: Table, catalogue: Catalogue, thing: GameObject) -> Standing:
    """What an object is before any layer is applied."""
    key = ("at first", thing.name, thing.token)
    kept = kept_by_name(table, catalogue)
    found: Standing | None = kept.get(key)
    if found is None:
        definition = copyable(table, catalogue, thing)
        found = Standing(definition, definition.keywords, definition.might)
        kept[key] = found
    return found


def with_trait(
    table: Table, definition: n.CardDefinition, thing: GameObject, change: n.Trait
) -> n.CardDefinition:
    """The traits of an object and those that a change appends."""
    # tokens have no domains but those that are appended to them
    domains = change.domains
    if thing.token and "185.3.b.1" in table.disabled:
        domains = []
    return structs.replace(
        definition,
        types=_given_to(definition.types, change.types, change),
        tags=_given_to(definition.tags, change.tags, change),
        domains=_given_to(definition.domains, domains, change),
    )


def _given_to(own: list[str], given: Sequence[str], change: n.Trait) -> list[str]:
    """Traits of one kind, and those that are given beside them or instead of them."""
    before = [] if change.instead and given else own
    return list(dict.fromkeys([*before, *given]))


def applies(view: View, ability: n.Static, thing: GameObject) -> bool:
    """Whether a static ability is about the object."""
    if ability.affects == "me":
        return view.source == thing.id
    return isinstance(ability.affects, n.Selector) and is_meant(view, ability.affects, thing)


# --- dependent keywords (726-727) -----------------------------------------------------------------


def is_awake(view: View, ability: n.Static) -> bool:
    """Whether the conditions are true of the dependent keywords before a passive ability: all of
    them, and for just as long as it applies (727.1.b.3, 727.1.b.2).
    """
    off = view.table.disabled
    if not (ability.legion or ability.level is not None) or "727.1" in off:
        return True
    met = []
    if ability.level is not None:
        met.append(_has_level(view, ability.level))
    if ability.legion:
        met.append(_has_legion(view))
    # 727.1.c.2: it begins to apply as they become true
    return (all(met) if "727.1.b.3" not in off else any(met)) and not (
        {"727.1.b.2", "727.1.c.2"} & off
    )


def _has_level(view: View, level: int) -> bool:
    """824.1.c: its controller has that much XP."""
    controller = view.controller
    return controller is not None and _held(view, controller, "xp") >= level


def _held(view: View, player: str, what: Literal["points", "xp"]) -> int:
    """The points or the XP of a player; where the board leaves them out that is kept as what the
    reading rests on.
    """
    path = f"players.{player}.{what}"
    if path in view.table.board.defaulted:
        view.table.taken_as_zero.add(path)
    found = view.table.player(player)
    return found.points if what == "points" else found.xp


def _has_legion(view: View) -> bool:
    """812.1.c: its controller has finalized another card this turn; a token is none."""
    if view.controller is None:
        return False
    finalized = view.table.facts(view.controller).finalized
    return any(card.id != view.source and not card.token for card in finalized)


# --- conditions -----------------------------------------------------------------------------------


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
            if fight is None or fight.at != view.place:
                return False
            # 740.2.c: with a combat designation, and not only where the combat is
            thing = view.table.objects.get(view.source or "")
            outside = thing is not None and thing.designation is None
            return condition.showdown or not outside or "740.2.c" in view.table.disabled
        case n.OptionChosen():
            thing = view.table.objects.get(view.source or "")
            return thing is not None and condition.option in thing.chosen.values()
        case n.NearVictory():
            board = view.table.board
            score = goal(board, view.catalogue, view.table.disabled)
            return any(
                score - view.table.player(name).points <= condition.points
                for name in _players(view, condition.of)
            )
        case n.Happened():
            if condition.moment.event == "attach":
                return _was_attached(view)
            return _done_this_turn(view, condition.moment) >= condition.at_least
        case n.AllOf():
            return all(holds(view, each) for each in condition.of)
        case n.AnyOf():
            return any(holds(view, each) for each in condition.of)
        case n.Not():
            return not holds(view, condition.that)
    raise NotImplementedError(condition)  # judge.effects.supporting lists them


def _done_this_turn(view: View, moment: n.Moment) -> int:
    """How many cards its controller has discarded this turn, how much XP they have gained, or how
    many spells they have played for so much Energy.
    """
    if view.controller is None:
        return 0
    facts = view.table.facts(view.controller)
    if moment.event == "play":  # 419.4.b: what was finalized, for so much Energy
        least = n.fixed(moment.amount_at_least or 0)
        return sum("Spell" in card.types and card.energy >= least for card in facts.finalized)
    return facts.discarded if moment.event == "discard" else facts.xp_gained


def _was_attached(view: View) -> bool:
    """Whether the card whose effect text it is was attached to this very object this turn
    (136.2.d).
    """
    thing = view.table.objects.get(view.source or "")
    if thing is None or "136.2.d" in view.table.disabled:
        return False
    return view.this in view.table.object_facts(reference(thing)).attached


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
            return sum(_held(view, name, "points") for name in _players(view, value.of))
        case n.ExperienceOf():
            return sum(_held(view, name, "xp") for name in _players(view, value.of))
        case n.Tally():
            if view.controller is None:
                return 0
            facts = view.table.facts(view.controller)
            return facts.energy_spent if value.what == "energy" else facts.power_spent
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
    return _players(view, "you")  # a zone that is said to be nobody's is "your" zone


def is_meant(view: View, selector: n.Selector, thing: GameObject) -> bool:
    """Whether a selector means the object, by its traits, its place and its states."""
    if selector.zone not in ("board", "any"):
        return False
    standing = view.standing(thing)
    definition = standing.definition
    at = view.table.places[thing.id]
    if {"178.1", "178"} & view.table.disabled:
        definition = structs.replace(definition, types=definition.types[:1])
    if not _is_kind(definition, selector.kind, at):
        return False
    if selector.other and thing.id == view.source:
        return False
    if not (_is_side(view, selector, thing) and _is_place(view, selector.where, at)):
        return False
    if selector.at is not None and at != view.place:  # "at my battlefield": here, and nowhere else
        return False
    if selector.attached_to is not None and thing.attached_to != view.source:
        return False
    asked = said(selector)
    if not asked.isdisjoint(_OF_NOW) and any(_lacking_now(view, selector, standing)):
        return False
    if not asked.isdisjoint(_OF_PRINT) and any(_lacking(selector, definition)):
        return False
    return asked.isdisjoint(_OF_STATE) or _has_states(view, selector, thing)


#: the axes of a selector about what an object has now, what it is by its traits, and its states
_OF_NOW = frozenset(
    ["keyword", "without_keyword", "might_at_most", "might_at_least", "might_below"]
)
_OF_STATE = frozenset(["state", "not_state"])
_OF_PRINT = frozenset(
    [
        *("tag", "not_tag", "type", "not_type", "supertype", "domain", "named"),
        *("energy_at_most", "energy_at_least", "power_at_most"),
    ]
)


def _has_states(view: View, selector: n.Selector, thing: GameObject) -> bool:
    """Whether the object is in the states that are asked for. Whether it is ready, which a board
    may leave out, is asked last, and kept as what the reading rests on.
    """
    asked = [(state, True) for state in selector.state]
    asked += [(state, False) for state in selector.not_state]
    if any(_state(view, thing, s) is not wanted for s, wanted in asked if s not in _READINESS):
        return False
    ready = [(state, wanted) for state, wanted in asked if state in _READINESS]
    if ready and f"objects.{thing.id}.exhausted" in view.table.board.defaulted:
        view.table.taken_as_ready.add(thing.id)
    return all(_state(view, thing, state) is wanted for state, wanted in ready)


def _lacking_now(view: View, selector: n.Selector, standing: Standing) -> Iterator[bool]:
    """For each keyword and each limit of Might that is asked for, whether it is lacking."""
    yield bool(selector.keyword) and standing.keywords.keys().isdisjoint(selector.keyword)
    yield not standing.keywords.keys().isdisjoint(selector.without_keyword)
    might = max(0, standing.might or 0)  # 143.2.b
    if selector.might_at_most is not None:
        yield might > n.fixed(selector.might_at_most)
    if selector.might_at_least is not None:
        yield might < n.fixed(selector.might_at_least)
    if selector.might_below is not None:
        yield might >= _limit(view, selector.might_below)


def _limit(view: View, value: n.Value) -> int:
    """A limit of Might: a number, or the Might of the source."""
    if not isinstance(value, n.MightOf):
        return n.fixed(value)
    thing = view.table.objects.get(view.source or "")
    return 0 if thing is None else max(0, view.standing(thing).might or 0)


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
    return is_player_meant(view, selector, thing.controller)


def lacks_print(selector: n.Selector, definition: n.CardDefinition) -> bool:
    """Whether a card lacks a printed trait that a selector asks for."""
    return any(_lacking(selector, definition))


def is_player_meant(view: View, selector: n.Selector, player: str) -> bool:
    """Whether a selector means what this player has."""
    if selector.of is not None and player not in _players(view, selector.of):
        return False
    if selector.side == "any":
        return True
    if view.controller is None:
        return False
    if selector.side == "yours":
        return player == view.controller
    if selector.side == "friendly":
        return player in view.table.friends(view.controller)
    return player not in view.table.team_of(view.controller)


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
        case "mighty":
            return is_mighty(view.table, view.standing(thing).might)
        case "attached":
            return thing.attached_to is not None
        case "equipped":
            # 818.3: what is attached to it is Equipment, and not just any card
            return any(
                other.attached_to == thing.id and "Equipment" in view.traits(other).tags
                for other in view.table.objects.values()
            )
        case "alone":
            # 740.2.a: a unit is, without another that is friendly
            friends = view.table.friends(thing.controller)
            friends = friends if "740.2.a" not in view.table.disabled else []
            return view.traits(thing).is_unit and not any(
                other.id != thing.id
                and other.controller in friends
                and (other.attached_to is None or "718.5.a" not in view.table.disabled)
                and view.traits(other).is_unit
                for other in view.table.at(view.table.places[thing.id])
            )
    raise NotImplementedError(state)  # judge.effects.supporting lists them


def _lacking(selector: n.Selector, definition: n.CardDefinition) -> Iterator[bool]:
    """For each trait that is asked for, whether it is lacking."""
    yield bool(selector.tag) and not set(selector.tag) & set(definition.tags)
    yield bool(set(selector.not_tag) & set(definition.tags))
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
