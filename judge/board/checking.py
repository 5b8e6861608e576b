"""Whether a board could have come about by play; each reason why not is a warning with its rules.

Judges are called to boards on which something has gone wrong, so such a board is judged all the
same (D12). Every stable board has just gone through a Cleanup (318-324): what a Cleanup would have
put right cannot lie on one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from judge.board.state import UNKNOWN, Battlefield, Board, Card, ChainItem, GameObject, Player
from judge.board.table import Table, base_of, reference
from judge.effects.catalogue import Catalogue
from judge.effects.notation import Activated, Add, CardDefinition
from judge.modes.modes import MODES
from judge.ruling.legal import Warning_

#: 103.3.a
RUNES = 12
#: 103.2.b
COPIES = 3


def possibility_warnings(board: Board, catalogue: Catalogue) -> list[Warning_]:
    """Every reason why the board could not have come about, each with its rules.

    Counts of runes and copies are over what is known; a deck of unknown size proves nothing.
    """
    scene = _Scene(board, catalogue)
    return [
        *_turn(scene),
        *_window(scene),
        *_points(scene),
        *_decks(scene),
        *_zones(scene),
        *_battlefield_count(scene),
        *_battlefields(scene),
        *_combat(scene),
        *_objects(scene),
        *_chain(scene),
    ]


class _Scene:
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
        """Whether the printed card is a unit; what has copied another may be anything."""
        definition = self.definition(thing.card)
        return definition is None or definition.is_unit or bool(thing.copied)

    def units_at(self, battlefield: Battlefield) -> list[GameObject]:
        return [thing for thing in battlefield.units if self.is_unit(thing)]

    def changed(self, thing: GameObject, kind: str) -> bool:
        """Whether a lasting effect of that kind may apply to the object."""
        ref = reference(thing)
        return any(
            effect.kind == kind and (effect.affects is None or ref in effect.affects)
            for effect in self.board.effects
        )


def _warn(code: str, rules: str, sentence: str, *objects: str) -> Warning_:
    return Warning_(code=code, rules=rules.split(), sentence=sentence, objects=list(objects))


# --- turn, window, points -----------------------------------------------------------------------


def _turn(scene: _Scene) -> Iterator[Warning_]:
    board = scene.board
    begun = sum(board.turn.begun.values())
    if board.turn.begun and begun != board.turn.number:
        yield _warn(
            "turns_do_not_add_up",
            "304 306",
            f"It is turn {board.turn.number}, but the players have begun {begun} turns.",
        )
    if board.turn.additional.queue and board.turn.additional.resume_after is None:
        yield _warn(
            "no_turn_to_resume",
            "737",
            "Additional turns are queued, but not after whom the usual order goes on.",
        )
    if board.turn.player in scene.out:
        yield _warn(
            "removed_player_acts",
            "651.3 652.5.a",
            f"It is the turn of {board.turn.player}, who has been removed from the game.",
            board.turn.player,
        )


def _window(scene: _Scene) -> Iterator[Warning_]:
    board, window = scene.board, scene.board.window
    if board.result is not None:
        return
    for name in (window.priority, window.focus):
        if name in scene.out:
            yield _warn(
                "removed_player_acts",
                "651.3 652.5.b 652.5.c",
                f"{name} has been removed from the game and can have neither Priority nor Focus.",
                str(name),
            )
    if window.priority is None:
        yield _warn(
            "nobody_has_priority",
            "312 335",
            "Nobody has Priority, so nobody can act: the next step or phase begins.",
        )
    elif scene.open and scene.neutral:
        if board.turn.phase != "main":
            yield _warn(
                "priority_outside_main",
                "312.2 335",
                f"There is no Priority in {board.turn.phase} without a chain or a showdown.",
                window.priority,
            )
        elif window.priority not in scene.table.team_of(board.turn.player):
            # 316.5.b.1: a teammate may have been invited
            yield _warn(
                "priority_out_of_turn",
                "312.2.a 335",
                f"{window.priority} has Priority in a Neutral Open State of another player's turn.",
                window.priority,
            )
    elif scene.open and board.showdown is not None and window.priority != window.focus:
        yield _warn(
            "priority_without_focus",
            "312.2.b 335.1",
            f"{window.priority} has Priority in an open showdown without Focus.",
            window.priority,
        )
    if window.focus is not None and board.showdown is None:
        yield _warn(
            "focus_without_showdown",
            "313.5 348",
            f"{window.focus} has Focus, but there is no open showdown.",
            window.focus,
        )
    if board.showdown is not None and window.focus is None:
        yield _warn("nobody_has_focus", "345", "There is a showdown, but nobody has Focus.")
    if window.passed and (scene.open or window.priority in window.passed):
        yield _warn(
            "passes_without_window",
            "339.1 339.2",
            "Passes of Priority in sequence are noted, but their window is over.",
            *window.passed,
        )
    if window.focus_passed and (board.showdown is None or window.focus in window.focus_passed):
        yield _warn(
            "passes_without_window",
            "347.2",
            "Passes of Focus in sequence are noted, but their window is over.",
            *window.focus_passed,
        )


def _points(scene: _Scene) -> Iterator[Warning_]:
    board = scene.board
    mode = MODES.get(board.mode)
    for team in board.teams:
        points = {board.players[name].points for name in team}
        if len(points) > 1:
            yield _warn(
                "team_points_differ",
                "489.8.d.1",
                f"{' and '.join(team)} share their points.",
                *team,
            )
    target = board.victory_score or (mode.victory_score if mode is not None else None)
    if board.result is not None or target is None:
        return
    for name in board.order:
        player = board.players[name]
        others = [board.players[other].points for other in scene.table.opponents(name)]
        if (
            name not in scene.out
            and player.points >= target
            and player.points > max(others, default=0)
        ):
            yield _warn(
                "points_reached",
                "194.2 323.1",
                f"{name} has {player.points} points of {target} and has not won.",
                name,
            )


# --- decks and zones ----------------------------------------------------------------------------


def _owned(scene: _Scene) -> Iterator[tuple[str, str, int]]:
    """Owner, name and number of every card that is known by name; tokens are not cards (185)."""
    board = scene.board
    for owner, player in board.players.items():
        for card, _ in _cards_of(player):
            yield owner, card.card, 1
        for deck in (player.main_deck, player.rune_deck):
            for name, amount in deck.middle.items():
                yield owner, name, amount
            yield owner, UNKNOWN, deck.count or 0
    for thing, _ in scene.table.everything():
        if not thing.token:
            yield thing.owner, thing.card, 1
    for facedown, _ in scene.table.facedown():
        yield facedown.owner, facedown.card, 1
    for item in scene.table.items():
        if item.card is not None and item.owner is not None:
            yield item.owner, item.card, 1


def _cards_of(player: Player) -> Iterator[tuple[Card, str]]:
    """The cards in a player's zones that are not the board, with the name of the zone."""
    for zone in ("hand", "trash", "banished"):
        for card in getattr(player, zone):
            yield card, zone
    if player.champion is not None:
        yield player.champion, "champion"
    for zone in ("main_deck", "rune_deck"):
        deck = getattr(player, zone)
        for card in [*deck.top, *(card for group in deck.bottom for card in group)]:
            yield card, zone


def _decks(scene: _Scene) -> Iterator[Warning_]:
    runes: Counter[str] = Counter()
    copies: Counter[tuple[str, str]] = Counter()
    for owner, name, amount in _owned(scene):
        definition = scene.definition(name)
        if definition is None:
            continue
        if definition.is_rune:
            runes[owner] += amount
        elif definition.is_permanent or definition.is_spell:
            copies[owner, name] += amount
    for owner, player in scene.board.players.items():
        # cards of a Rune Deck are runes whether or not their faces are known
        unknown = [card for card, zone in _cards_of(player) if zone == "rune_deck"]
        total = runes[owner] + (player.rune_deck.count or 0)
        total += sum(card.card == UNKNOWN for card in unknown)
        if total > RUNES:
            yield _warn(
                "too_many_runes",
                "103.3.a",
                f"{owner} has {total} runes over all zones; a Rune Deck has {RUNES} cards.",
                owner,
            )
    for (owner, name), amount in sorted(copies.items()):
        definition = scene.definition(name)
        unique = definition is not None and definition.has("Unique")
        if amount > (1 if unique else COPIES):
            yield _warn(
                "too_many_copies",
                "825.3.a" if unique else "103.2.b",
                f"{owner} has {amount} copies of {name} over all zones.",
                owner,
            )


#: where cards of these types are never found, and the rule that says where they are
_RUNE_ZONES = frozenset({"rune_deck", "banished", "trash"})


def _zones(scene: _Scene) -> Iterator[Warning_]:
    for name, player in scene.board.players.items():
        for card, zone in _cards_of(player):
            yield from _misplaced(scene, name, card.card, zone, card.id)
        for zone in ("main_deck", "rune_deck"):
            for face in getattr(player, zone).middle:
                yield from _misplaced(scene, name, face, zone)
        champion = scene.definition(player.champion.card if player.champion is not None else None)
        if champion is not None and champion.supertype != "Champion":
            yield _warn(
                "not_a_champion",
                "103.2.a.2",
                f"{champion.name} in the Champion Zone of {name} is no Champion unit.",
                name,
            )
        legend = player.legend
        definition = scene.definition(legend.card if legend is not None else None)
        if legend is not None and definition is not None and "Legend" not in definition.types:
            yield _warn(
                "not_a_legend",
                "107.4.a 103.1",
                f"{legend.card} in the Legend Zone of {name} is no legend.",
                legend.id,
            )


def _misplaced(
    scene: _Scene, player: str, face: str, zone: str, identity: str | None = None
) -> Iterator[Warning_]:
    definition = scene.definition(face)
    if definition is None:
        return
    objects = [identity] if identity is not None else [player]
    if definition.token:
        yield _warn(
            "token_off_the_board",
            "186 186.1",
            f"{face} is a token, in the {zone} of {player}.",
            *objects,
        )
    elif definition.is_rune and zone not in _RUNE_ZONES:
        sentence = f"{face} is a rune, in the {zone} of {player}."
        yield _warn("card_in_wrong_zone", "161.1 161.2", sentence, *objects)
    elif zone == "rune_deck" and not definition.is_rune:
        sentence = f"{face} is no rune, in the Rune Deck of {player}."
        yield _warn("card_in_wrong_zone", "133.5 161.2", sentence, *objects)
    elif "Battlefield" in definition.types or ("Legend" in definition.types and zone != "banished"):
        sentence = f"{face} is a {definition.types[0].lower()}, in the {zone} of {player}."
        yield _warn("card_in_wrong_zone", "133.6", sentence, *objects)
    if definition.is_rune:
        yield from _not_basic(definition, *objects)


def _not_basic(definition: CardDefinition, *objects: str) -> Iterator[Warning_]:
    # a rune of unknown face has no domain either, and is some Basic Rune
    if definition.supertype != "Basic" and definition.domains:
        yield _warn(
            "not_a_basic_rune",
            "164.1",
            f"{definition.name} is none of the six Basic Runes.",
            *objects,
        )


# --- battlefields -------------------------------------------------------------------------------


def _battlefield_count(scene: _Scene) -> Iterator[Warning_]:
    mode = MODES.get(scene.board.mode)
    number = len(scene.board.battlefields)
    if mode is not None and number != mode.battlefields:
        yield _warn(
            "battlefield_count",
            f"{mode.heading}.4",
            f"{mode.name} is played with {mode.battlefields} battlefields; here are {number}.",
        )


def _battlefields(scene: _Scene) -> Iterator[Warning_]:
    for battlefield in scene.board.battlefields:
        definition = scene.definition(battlefield.card)
        if definition is not None and "Battlefield" not in definition.types:
            yield _warn(
                "not_a_battlefield",
                "170.5",
                f"{battlefield.card} is no battlefield.",
                battlefield.id,
            )
        yield from _facedown(scene, battlefield)
        yield from _control(scene, battlefield)
        yield from _sides(scene, battlefield)
        for name, how in battlefield.scored.items():
            if how == "hold" and name != scene.board.turn.player:
                yield _warn(
                    "held_out_of_turn",
                    "315.2.b.2 469.2",
                    f"{name} held {battlefield.id} in another player's turn.",
                    battlefield.id,
                )


def _facedown(scene: _Scene, battlefield: Battlefield) -> Iterator[Warning_]:
    at = battlefield.id
    if len(battlefield.facedown) > 1:
        yield _warn(
            "facedown_zone_full",
            "107.3.b 107.3.b.1",
            f"{len(battlefield.facedown)} cards lie facedown at {at}; one can, unless a card says more.",
            at,
        )
    for card in battlefield.facedown:
        if card.controller != battlefield.controller:
            yield _warn(
                "facedown_without_control",
                "107.3.c 107.3.d 323.7",
                f"{card.controller} does not control {at}, where their card lies facedown.",
                card.id,
            )
        if card.since > scene.board.turn.number:
            yield _warn(
                "hidden_in_the_future",
                "421.1",
                f"A card at {at} was hidden in turn {card.since}, which is still to come.",
                card.id,
            )


def _control(scene: _Scene, battlefield: Battlefield) -> Iterator[Warning_]:
    at = battlefield.id
    present = {thing.controller for thing in scene.units_at(battlefield)}
    ongoing = at in scene.ongoing_at
    controller, by = battlefield.controller, battlefield.contested_by
    if scene.open and not ongoing and controller is not None and controller not in present:
        yield _warn(
            "control_without_units",
            "190.4.c 323.6",
            f"{controller} controls {at} without units there, in an Open State.",
            at,
        )
    if ongoing:
        if by is None:
            yield _warn(
                "ongoing_without_contested",
                "190.3.b 344",
                f"A showdown or combat is ongoing at {at}, which nobody contests.",
                at,
            )
        return
    if by is not None and by not in present:
        yield _warn(
            "contested_without_units",
            "190.3.b.1 323.11",
            f"{at} is contested by {by}, who has no units there.",
            at,
        )
    others = sorted(present - {controller})
    if by is None and others:
        yield _warn(
            "not_contested",
            "190.3.a.1 323.11.a",
            f"{' and '.join(others)} has units at {at} without controlling or contesting it.",
            at,
        )
    if battlefield.staged and scene.open and scene.neutral and scene.board.result is None:
        yield _warn(
            "staged_and_waiting",
            "323.12 323.13",
            f"A {battlefield.staged[-1]} is staged at {at}; in a Neutral Open State it begins.",
            at,
        )


def _sides(scene: _Scene, battlefield: Battlefield) -> Iterator[Warning_]:
    at = battlefield.id
    present = sorted({thing.controller for thing in scene.units_at(battlefield)})
    sides = {tuple(scene.table.team_of(name)) for name in present}
    if len(present) > 2:
        yield _warn(
            "units_of_three_players",
            "449.2 462",
            f"Units of {', '.join(present)} are at {at}.",
            at,
        )
    elif len(present) == 2 and len(sides) == 1:
        yield _warn(
            "teammates_together", "447.2.b", f"Units of {' and '.join(present)} are at {at}.", at
        )
    elif len(sides) == 2 and at not in scene.ongoing_at and "combat" not in battlefield.staged:
        yield _warn(
            "no_combat_staged",
            "323.9 461",
            f"Units of {' and '.join(present)} are at {at}, where no combat is staged or ongoing.",
            at,
        )


# --- combat -------------------------------------------------------------------------------------


def _combat(scene: _Scene) -> Iterator[Warning_]:
    board, combat = scene.board, scene.board.combat
    for thing, place in scene.table.everything():
        if thing.designation is None:
            continue
        if combat is None:
            yield _warn(
                "designation_without_combat",
                "464.2.c.3 466.7.a",
                f"{thing.id} is {thing.designation}, but there is no combat.",
                thing.id,
            )
        elif place != combat.at:
            yield _warn(
                "designation_elsewhere",
                "323.2.c",
                f"{thing.id} is {thing.designation}, but not at {combat.at}.",
                thing.id,
            )
        elif thing.controller != getattr(combat, thing.designation) and not scene.changed(
            thing, "control"
        ):
            yield _warn(
                "designation_of_other_side",
                "323.2.b",
                f"{thing.id} is {thing.designation}; its controller is not.",
                thing.id,
            )
    if combat is None:
        return
    if combat.step == "showdown" and board.showdown is None:
        yield _warn(
            "combat_without_showdown",
            "464.2",
            "The combat is in its first step, whose showdown is not there.",
            combat.at,
        )
    if board.showdown is not None and (
        combat.step != "showdown" or board.showdown.kind != "combat"
    ):
        yield _warn(
            "showdown_beside_combat",
            "348.1 465.2",
            "The showdown of this combat has closed, but a showdown is ongoing.",
            combat.at,
        )
    battlefield = scene.table.battlefields[combat.at]
    if battlefield.contested_by not in (None, combat.attacker):
        yield _warn(
            "attacker_does_not_contest",
            "464.2.c.1",
            f"{battlefield.contested_by} contests {combat.at}, but {combat.attacker} attacks.",
            combat.at,
        )
    for thing in scene.units_at(battlefield):
        if thing.designation is None and thing.controller in (combat.attacker, combat.defender):
            yield _warn(
                "designation_missing",
                "323.2.a",
                f"{thing.id} takes part in the combat without a designation.",
                thing.id,
            )


# --- objects ------------------------------------------------------------------------------------


def _objects(scene: _Scene) -> Iterator[Warning_]:
    for thing, place in scene.table.everything():
        definition = scene.definition(thing.card)
        if definition is None:
            continue
        if definition.is_rune:
            yield from _not_basic(definition, thing.id)
        yield from _location(scene, thing, place, definition)
        yield from _attachment(scene, thing, place)
        if scene.is_unit(thing):
            yield from _lethal(scene, thing, definition)
        else:
            for name in ("stunned", "buffs", "designation"):
                if getattr(thing, name):
                    yield _warn(
                        "status_of_units",
                        {"stunned": "423.1", "buffs": "702", "designation": "464.2.c.3"}[name],
                        f"{thing.id} ({thing.card}) is no unit; {name} is a status of units.",
                        thing.id,
                    )
        if thing.buffs > 1:
            yield _warn(
                "buffed_twice",
                "702.3",
                f"{thing.id} has {thing.buffs} buffs; one is the most, unless a card says more.",
                thing.id,
            )
        if thing.empowered > 1:
            yield _warn(
                "empowered_twice",
                "441.1.b 441.1.c.1",
                f"{thing.id} is empowered {thing.empowered} times; once is the most, "
                "unless a card says more.",
                thing.id,
            )


def _location(
    scene: _Scene, thing: GameObject, place: str, definition: CardDefinition
) -> Iterator[Warning_]:
    if place.startswith("legend:"):
        return
    if not (definition.is_permanent or definition.is_rune or thing.copied):
        yield _warn(
            "not_a_permanent",
            "107.1.c 133.4.b.1",
            f"{thing.card} is no permanent and no rune, and cannot lie on the board.",
            thing.id,
        )
    if place in scene.table.battlefields:
        if definition.is_rune and not definition.is_unit:
            yield _warn(
                "rune_at_battlefield",
                "178.1.a.2 323.7",
                f"{thing.id} is a rune at {place}.",
                thing.id,
            )
        elif thing.attached_to is None and definition.is_gear and not scene.is_unit(thing):
            yield _warn(
                "gear_at_battlefield",
                "149.3 323.7",
                f"{thing.id} is gear at {place}, attached to nothing.",
                thing.id,
            )
    elif (
        place != base_of(thing.controller)
        and thing.attached_to is None
        and not scene.changed(thing, "control")
    ):
        yield _warn(
            "in_foreign_base",
            "107.1.c 323.7",
            f"{thing.id} is in {place}, but {thing.controller} controls it.",
            thing.id,
        )


def _attachment(scene: _Scene, thing: GameObject, place: str) -> Iterator[Warning_]:
    if thing.attached_to is None:
        return
    parent = scene.table.objects[thing.attached_to]
    if scene.table.places[parent.id] != place:
        yield _warn(
            "attached_apart",
            "719.3",
            f"{thing.id} is attached to {parent.id} and at another place.",
            thing.id,
            parent.id,
        )
    if not scene.is_unit(parent):
        yield _warn(
            "attached_to_non_unit",
            "434.1 718.4",
            f"{thing.id} is attached to {parent.id} ({parent.card}), which is no unit.",
            thing.id,
            parent.id,
        )


def _lethal(scene: _Scene, thing: GameObject, definition: CardDefinition) -> Iterator[Warning_]:
    """Lethal damage by a sum that leaves out what abilities of other objects add (142.4.b, 323.5).

    A possible bonus of theirs is no proof against death, so the sentence says what was counted.
    """
    damage = sum(thing.damage.values())
    if not damage or definition.might is None or thing.copied:
        return
    might = definition.might + thing.buffs
    keyword = {"attacker": "Assault", "defender": "Shield"}.get(thing.designation or "")
    if keyword is not None:
        might += definition.keywords.get(keyword, 0)
    ref = reference(thing)
    for effect in scene.board.effects:
        if effect.affects is not None and ref in effect.affects:
            might += effect.might
    for gear in scene.table.objects.values():
        if gear.attached_to == thing.id:
            bonus = scene.definition(gear.card)
            might += (bonus.might_bonus or 0) if bonus is not None else 0
    if damage >= max(1, might):
        yield _warn(
            "lethal_damage",
            "142.4.b 323.5",
            f"{thing.id} has {damage} damage; its Might is {might}, as printed and with buffs, "
            "gear and effects.",
            thing.id,
        )


# --- chain --------------------------------------------------------------------------------------


def _chain(scene: _Scene) -> Iterator[Warning_]:
    for item in scene.table.items():
        if item.pending:
            yield _warn("pending_item", "336 337.1", f"{item.id} is still pending.", item.id)
        if item.kind == "permanent" or _is_permanent_card(scene, item):
            yield _warn(
                "permanent_on_chain",
                "337.2",
                f"{item.id} is a unit or gear, which resolves as soon as it is finalized.",
                item.id,
            )
        elif _adds(scene, item):
            yield _warn(
                "add_on_chain",
                "337.2 429.2",
                f"{item.id} adds resources, and so resolves as soon as it is finalized.",
                item.id,
            )
        if item.controller in scene.out:
            yield _warn(
                "item_of_removed_player",
                "652.4",
                f"{item.id} is controlled by {item.controller}, who has been removed from the game.",
                item.id,
            )


def _is_permanent_card(scene: _Scene, item: ChainItem) -> bool:
    definition = scene.definition(item.card)
    return definition is not None and definition.is_permanent


def _adds(scene: _Scene, item: ChainItem) -> bool:
    definition = scene.definition(item.of)
    key = (item.ability or "").partition("/")[2]
    if definition is None or not key.isdigit() or int(key) >= len(definition.abilities):
        return False
    ability = definition.abilities[int(key)]
    return isinstance(ability, Activated) and any(isinstance(does, Add) for does in ability.does)
