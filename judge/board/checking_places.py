"""Whether what lies on the board could lie there: battlefields, combat, objects, chain."""

from __future__ import annotations

from collections.abc import Iterator

from judge.board.state import Battlefield, Board, ChainItem, Combat, GameObject
from judge.board.table import Table, base_of, reference
from judge.effects.catalogue import Catalogue
from judge.effects.notation import Activated, Add, CardDefinition
from judge.layers.characteristics import damage_on, has_lethal_damage, is_unit, most, of
from judge.layers.occupancy import facedown_capacity
from judge.layers.standings import traits
from judge.modes.modes import MODES
from judge.ruling.ruling import BoardWarning


class Scene:
    """A board with its index, and what several checks ask of it."""

    def __init__(self, board: Board, catalogue: Catalogue) -> None:
        self.board = board
        self.catalogue = catalogue
        self.table = Table(board)
        self.ongoing_at = {part.at for part in (board.showdown, board.combat) if part is not None}
        self.open = board.chain is None
        self.neutral = not self.ongoing_at
        self.out = {removed.player for removed in board.removed}

    def definition(self, name: str | None) -> CardDefinition | None:
        return self.catalogue.get(name) if name is not None else None

    def is_unit(self, thing: GameObject) -> bool:
        """Whether it is a unit, by print or by what texts in play make of it (177, 477.1)."""
        return thing.name not in self.catalogue or is_unit(self.table, self.catalogue, thing)

    def now(self, thing: GameObject) -> CardDefinition | None:
        """What an object is now, by its traits; None where its card is unknown."""
        if thing.name not in self.catalogue:
            return None
        return traits(self.table, self.catalogue, thing)

    def units_at(self, battlefield: Battlefield) -> list[GameObject]:
        return [thing for thing in battlefield.units if self.is_unit(thing)]

    def changed(self, thing: GameObject, kind: str) -> bool:
        """Whether a lasting effect of that kind may apply to the object."""
        ref = reference(thing)
        return any(
            effect.kind == kind and (effect.affects is None or ref in effect.affects)
            for effect in self.board.effects
        )


def warn(code: str, sentence: str, *objects: str, rules: list[str]) -> BoardWarning:
    """A warning about the objects, players or battlefields named."""
    return BoardWarning(code=code, rules=rules, sentence=sentence, objects=list(objects))


def cleared(combat: Combat | None, present: set[str]) -> bool:
    """Whether Contested has been cleared by the task that establishes control (466.5, 466.5.a).

    `present`: the players with units there. Control is not established between two of them.
    """
    return combat is not None and combat.next_task == "end" and len(present) < 2


# --- battlefields -------------------------------------------------------------------------------


def battlefield_count(scene: Scene) -> Iterator[BoardWarning]:
    mode = MODES.get(scene.board.mode)
    number = len(scene.board.battlefields)
    if mode is not None and number != mode.battlefields:
        yield warn(
            "battlefield_count",
            f"{mode.name} is played with {mode.battlefields} battlefields; here are {number}.",
            rules=[f"{mode.heading}.4"],
        )


def battlefield_warnings(scene: Scene) -> Iterator[BoardWarning]:
    for battlefield in scene.board.battlefields:
        definition = scene.definition(battlefield.card)
        if definition is not None and "Battlefield" not in definition.types:
            yield warn(
                "not_a_battlefield",
                f"{battlefield.card} is no battlefield.",
                battlefield.id,
                rules=["170.5"],
            )
        yield from _facedown(scene, battlefield)
        yield from _control(scene, battlefield)
        yield from _sides(scene, battlefield)
        for name, how in battlefield.scored.items():
            if how == "hold" and name != scene.board.turn.player:
                yield warn(
                    "held_out_of_turn",
                    f"{name} held {battlefield.id} in another player's turn.",
                    battlefield.id,
                    rules=["315.2.b.2", "469.2"],
                )


def _facedown(scene: Scene, battlefield: Battlefield) -> Iterator[BoardWarning]:
    at = battlefield.id
    most = facedown_capacity(scene.table, scene.catalogue, at)
    if len(battlefield.facedown) > most:
        yield warn(
            "facedown_zone_full",
            f"{len(battlefield.facedown)} cards lie facedown at {at}; "
            f"{'one' if most == 1 else most} is the most.",
            at,
            rules=["107.3.b", "107.3.b.1"],
        )
    for card in battlefield.facedown:
        if card.controller != battlefield.controller:
            yield warn(
                "facedown_without_control",
                f"{card.controller} does not control {at}, where their card lies facedown.",
                card.id,
                rules=["107.3.c", "107.3.d", "323.7"],
            )
        if card.since > scene.board.turn.number:
            yield warn(
                "hidden_in_the_future",
                f"A card at {at} was hidden in turn {card.since}, which is still to come.",
                card.id,
                rules=["421.1"],
            )


def _control(scene: Scene, battlefield: Battlefield) -> Iterator[BoardWarning]:
    at = battlefield.id
    present = {thing.controller for thing in scene.units_at(battlefield)}
    ongoing = at in scene.ongoing_at
    controller, by = battlefield.controller, battlefield.contested_by
    if scene.open and not ongoing and controller is not None and controller not in present:
        yield warn(
            "control_without_units",
            f"{controller} controls {at} without units there, in an Open State.",
            at,
            rules=["190.4.c", "323.6"],
        )
    if ongoing:
        # 466.5.a clears it, and the combat goes on until 466.7
        done = cleared(scene.board.combat, present)
        if by is not None and done:
            yield warn(
                "contested_after_control",
                f"{at} is contested by {by}, though control of it has been settled.",
                at,
                rules=["466.5.a"],
            )
        if by is None and not done:
            yield warn(
                "ongoing_without_contested",
                f"A showdown or combat is ongoing at {at}, which nobody contests.",
                at,
                rules=["190.3.b", "344"],
            )
        return
    if by is not None and by not in present:
        yield warn(
            "contested_without_units",
            f"{at} is contested by {by}, who has no units there.",
            at,
            rules=["190.3.b.1", "323.11"],
        )
    others = sorted(present - {controller})
    if by is None and others:
        yield warn(
            "not_contested",
            f"{' and '.join(others)} has units at {at} without controlling or contesting it.",
            at,
            rules=["190.3.a.1", "323.11.a"],
        )
    if battlefield.staged and scene.open and scene.neutral and scene.board.result is None:
        yield warn(
            "staged_and_waiting",
            f"A {battlefield.staged[-1]} is staged at {at}; in a Neutral Open State it begins.",
            at,
            rules=["323.12", "323.13"],
        )


def _sides(scene: Scene, battlefield: Battlefield) -> Iterator[BoardWarning]:
    at = battlefield.id
    present = sorted({thing.controller for thing in scene.units_at(battlefield)})
    sides = {tuple(scene.table.team_of(name)) for name in present}
    if len(present) > 2:
        yield warn(
            "units_of_three_players",
            f"Units of {', '.join(present)} are at {at}.",
            at,
            rules=["449.2", "462"],
        )
    elif len(present) == 2 and len(sides) == 1:
        yield warn(
            "teammates_together",
            f"Units of {' and '.join(present)} are at {at}.",
            at,
            rules=["447.2.b"],
        )
    elif len(sides) == 2 and at not in scene.ongoing_at and "combat" not in battlefield.staged:
        yield warn(
            "no_combat_staged",
            f"Units of {' and '.join(present)} are at {at}, where no combat is staged or ongoing.",
            at,
            rules=["323.9", "461"],
        )


# --- combat -------------------------------------------------------------------------------------


def combat_warnings(scene: Scene) -> Iterator[BoardWarning]:
    board, combat = scene.board, scene.board.combat
    for thing, place in scene.table.everything():
        if thing.designation is None:
            continue
        if combat is None:
            yield warn(
                "designation_without_combat",
                f"{thing.id} is {thing.designation}, but there is no combat.",
                thing.id,
                rules=["464.2.c.3", "466.7.a"],
            )
        elif place != combat.at:
            yield warn(
                "designation_elsewhere",
                f"{thing.id} is {thing.designation}, but not at {combat.at}.",
                thing.id,
                rules=["323.2.c"],
            )
        elif thing.controller != getattr(combat, thing.designation) and not scene.changed(
            thing, "control"
        ):
            yield warn(
                "designation_of_other_side",
                f"{thing.id} is {thing.designation}; its controller is not.",
                thing.id,
                rules=["323.2.b"],
            )
    if combat is None:
        return
    if combat.step == "showdown" and board.showdown is None:
        yield warn(
            "combat_without_showdown",
            "The combat is in its first step, whose showdown is not there.",
            combat.at,
            rules=["464.2"],
        )
    if board.showdown is not None and (
        combat.step != "showdown" or board.showdown.kind != "combat"
    ):
        yield warn(
            "showdown_beside_combat",
            "The showdown of this combat has closed, but a showdown is ongoing.",
            combat.at,
            rules=["348.1", "465.2"],
        )
    battlefield = scene.table.battlefields[combat.at]
    if battlefield.contested_by not in (None, combat.attacker):
        yield warn(
            "attacker_does_not_contest",
            f"{battlefield.contested_by} contests {combat.at}, but {combat.attacker} attacks.",
            combat.at,
            rules=["464.2.c.1"],
        )
    for thing in scene.units_at(battlefield):
        if thing.designation is None and thing.controller in (combat.attacker, combat.defender):
            yield warn(
                "designation_missing",
                f"{thing.id} takes part in the combat without a designation.",
                thing.id,
                rules=["323.2.a"],
            )


def rune_warnings(definition: CardDefinition, *objects: str) -> Iterator[BoardWarning]:
    # a rune of unknown face has no domain either, and is some Basic Rune
    if definition.supertype != "Basic" and definition.domains:
        yield warn(
            "not_a_basic_rune",
            f"{definition.name} is none of the six Basic Runes.",
            *objects,
            rules=["164.1"],
        )


# --- objects ------------------------------------------------------------------------------------


def _beyond(scene: Scene, thing: GameObject, number: int, what: str) -> bool:
    """Whether an object has more than texts in play let it have (426.1.b.2, 441.1.c.1)."""
    limit = most(scene.table, scene.catalogue, thing, what)
    return limit is not None and number > limit


def object_warnings(scene: Scene) -> Iterator[BoardWarning]:
    for thing, place in scene.table.everything():
        definition = scene.definition(thing.card)
        if definition is None:
            continue
        if definition.is_rune:
            yield from rune_warnings(definition, thing.id)
        yield from _location(scene, thing, place)
        yield from _attachment(scene, thing, place)
        if scene.is_unit(thing):
            yield from _lethal(scene, thing)
        else:
            for name in ("stunned", "buffs", "designation"):
                if getattr(thing, name):
                    yield warn(
                        "status_of_units",
                        f"{thing.id} ({thing.card}) is no unit; {name} is a status of units.",
                        thing.id,
                        rules=[
                            {"stunned": "423.1", "buffs": "702", "designation": "464.2.c.3"}[name]
                        ],
                    )
        if thing.buffs > 1 and _beyond(scene, thing, thing.buffs, "buff_limit"):
            yield warn(
                "buffed_twice",
                f"{thing.id} has {thing.buffs} buffs; one is the most, unless a card says more.",
                thing.id,
                rules=["702.3"],
            )
        if thing.empowered > 1 and _beyond(scene, thing, thing.empowered, "empower_limit"):
            yield warn(
                "empowered_twice",
                f"{thing.id} is empowered {thing.empowered} times; once is the most, "
                "unless a card says more.",
                thing.id,
                rules=["441.1.b", "441.1.c.1"],
            )


def _location(scene: Scene, thing: GameObject, place: str) -> Iterator[BoardWarning]:
    now = scene.now(thing)
    if place.startswith("legend:") or now is None:
        return
    if not (now.is_permanent or now.is_rune):
        yield warn(
            "not_a_permanent",
            f"{thing.card} is no permanent and no rune, and cannot lie on the board.",
            thing.id,
            rules=["107.1.c", "133.4.b.1"],
        )
    if place in scene.table.battlefields:
        if now.is_rune and not now.is_unit:
            yield warn(
                "rune_at_battlefield",
                f"{thing.id} is a rune at {place}.",
                thing.id,
                rules=["107.1.c", "323.7"],
            )
        elif thing.attached_to is None and now.is_gear and not now.is_unit:
            yield warn(
                "gear_at_battlefield",
                f"{thing.id} is gear at {place}, attached to nothing.",
                thing.id,
                rules=["149.3", "323.7"],
            )
    elif (
        place != base_of(thing.controller)
        and thing.attached_to is None
        and not scene.changed(thing, "control")
    ):
        yield warn(
            "in_foreign_base",
            f"{thing.id} is in {place}, but {thing.controller} controls it.",
            thing.id,
            rules=["107.1.c", "323.7"],
        )


def _attachment(scene: Scene, thing: GameObject, place: str) -> Iterator[BoardWarning]:
    if thing.attached_to is None:
        return
    parent = scene.table.objects[thing.attached_to]
    if scene.table.places[parent.id] != place:
        yield warn(
            "attached_apart",
            f"{thing.id} is attached to {parent.id} and at another place.",
            thing.id,
            parent.id,
            rules=["719.3"],
        )
    if not scene.is_unit(parent):
        yield warn(
            "attached_to_non_unit",
            f"{thing.id} is attached to {parent.id} ({parent.card}), which is no unit.",
            thing.id,
            parent.id,
            rules=["434.1", "718.4"],
        )


def _lethal(scene: Scene, thing: GameObject) -> Iterator[BoardWarning]:
    """Lethal damage by the Might that the engine counts (142.4.b, 323.5).

    Texts that are not modelled may add to it, so the sentence says what was counted.
    """
    damage = damage_on(thing)
    if not damage or thing.name not in scene.catalogue:
        return
    if has_lethal_damage(scene.table, scene.catalogue, thing):
        might = of(scene.table, scene.catalogue, thing).might
        yield warn(
            "lethal_damage",
            f"{thing.id} has {damage} damage; its Might is {might}, as printed and with buffs, "
            "gear, effects and abilities that are modelled.",
            thing.id,
            rules=["142.4.b", "323.5"],
        )


# --- chain --------------------------------------------------------------------------------------


def chain_warnings(scene: Scene) -> Iterator[BoardWarning]:
    for item in scene.table.items():
        if item.pending:
            yield warn(
                "pending_item", f"{item.id} is still pending.", item.id, rules=["336", "337.1"]
            )
        if item.kind == "permanent" or _is_permanent_card(scene, item):
            yield warn(
                "permanent_on_chain",
                f"{item.id} is a unit or gear, which resolves as soon as it is finalized.",
                item.id,
                rules=["337.2"],
            )
        elif _adds(scene, item):
            yield warn(
                "add_on_chain",
                f"{item.id} adds resources, and so resolves as soon as it is finalized.",
                item.id,
                rules=["337.2", "429.2"],
            )


def _is_permanent_card(scene: Scene, item: ChainItem) -> bool:
    definition = scene.definition(item.card)
    return definition is not None and definition.is_permanent


def _adds(scene: Scene, item: ChainItem) -> bool:
    definition = scene.definition(item.of)
    key = (item.ability or "").partition("/")[2]
    if definition is None or not key.isdecimal() or int(key) >= len(definition.abilities):
        return False
    ability = definition.abilities[int(key)]
    return isinstance(ability, Activated) and any(isinstance(does, Add) for does in ability.does)
