"""Whether a board could have come about by play; each reason why not is a warning with its rules.

Judges are called to boards on which something has gone wrong, so such a board is judged all the
same (D12). Every stable board has just gone through a Cleanup (318-324): what a Cleanup would have
put right cannot lie on one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from judge.board.checking_places import (
    Scene,
    battlefield_count,
    battlefield_warnings,
    chain_warnings,
    combat_warnings,
    object_warnings,
    rune_warnings,
    warn,
)
from judge.board.state import UNKNOWN, Board, Card, Player
from judge.effects.catalogue import Catalogue
from judge.effects.goals import raised
from judge.modes.modes import MODES
from judge.ruling.ruling import BoardWarning

#: 103.3.a
RUNES = 12
#: 103.2.b
COPIES = 3


def possibility_warnings(board: Board, catalogue: Catalogue) -> list[BoardWarning]:
    """Every reason why the board could not have come about, each with its rules.

    Counts of runes and copies are over what is known; a deck of unknown size proves nothing.
    """
    scene = Scene(board, catalogue)
    return [
        *_turn(scene),
        *_window(scene),
        *_points(scene),
        *_decks(scene),
        *_zones(scene),
        *battlefield_count(scene),
        *battlefield_warnings(scene),
        *combat_warnings(scene),
        *object_warnings(scene),
        *chain_warnings(scene),
    ]


# --- turn, window, points -----------------------------------------------------------------------


def _turn(scene: Scene) -> Iterator[BoardWarning]:
    board = scene.board
    begun = sum(board.turn.begun.values())
    if board.turn.begun and begun != board.turn.number:
        yield warn(
            "turns_do_not_add_up",
            f"It is turn {board.turn.number}, but the players have begun {begun} turns.",
            rules=["304", "306"],
        )
    if board.turn.additional.queue and board.turn.additional.resume_after is None:
        yield warn(
            "no_turn_to_resume",
            "Additional turns are queued, but not after whom the usual order goes on.",
            rules=["737"],
        )
    # with something under way the game first comes to rest (652.5.b, 652.5.c)
    if board.turn.player in scene.out and scene.open and scene.neutral and board.result is None:
        yield warn(
            "turn_of_removed_player",
            f"It is the turn of {board.turn.player}, who has been removed from the game.",
            board.turn.player,
            rules=["651.3", "652.5.a"],
        )


def _window(scene: Scene) -> Iterator[BoardWarning]:
    board, window = scene.board, scene.board.window
    if board.result is not None:
        return
    if window.priority is None:
        yield warn(
            "nobody_has_priority",
            "Nobody has Priority, so nobody can act: the next step or phase begins.",
            rules=["312", "335"],
        )
    elif scene.open and scene.neutral:
        if board.turn.phase != "main":
            yield warn(
                "priority_outside_main",
                f"There is no Priority in {board.turn.phase} without a chain or a showdown.",
                window.priority,
                rules=["312.2", "335"],
            )
        elif window.priority not in scene.table.team_of(board.turn.player):
            # 316.5.b.1: a teammate may have been invited
            yield warn(
                "priority_out_of_turn",
                f"{window.priority} has Priority in a Neutral Open State of another player's turn.",
                window.priority,
                rules=["312.2.a", "335"],
            )
    elif scene.open and board.showdown is not None and window.priority != window.focus:
        yield warn(
            "priority_without_focus",
            f"{window.priority} has Priority in an open showdown without Focus.",
            window.priority,
            rules=["312.2.b", "335.1"],
        )
    if window.focus is not None and board.showdown is None:
        yield warn(
            "focus_without_showdown",
            f"{window.focus} has Focus, but there is no open showdown.",
            window.focus,
            rules=["313.5", "348"],
        )
    if board.showdown is not None and window.focus is None:
        yield warn("nobody_has_focus", "There is a showdown, but nobody has Focus.", rules=["345"])
    if window.passed and (scene.open or window.priority in window.passed):
        yield warn(
            "passes_without_window",
            "Passes of Priority in sequence are noted, but their window is over.",
            *window.passed,
            rules=["339.1", "339.2"],
        )
    # where the one who had not passed has left, the showdown ends once the chain is empty (652.5.b)
    again = window.focus in window.focus_passed and not (scene.out and not scene.open)
    if window.focus_passed and (board.showdown is None or again):
        yield warn(
            "passes_without_window",
            "Passes of Focus in sequence are noted, but their window is over.",
            *window.focus_passed,
            rules=["347.2"],
        )


def _points(scene: Scene) -> Iterator[BoardWarning]:
    board = scene.board
    mode = MODES.get(board.mode)
    for team in board.teams:
        points = {board.players[name].points for name in team}
        if len(points) > 1:
            yield warn(
                "team_points_differ",
                f"{' and '.join(team)} share their points.",
                *team,
                rules=["489.8.d.1"],
            )
    target = board.victory_score or (mode.victory_score if mode is not None else None)
    if board.result is not None or target is None:
        return
    target += raised(board, scene.catalogue)
    for name in board.order:
        player = board.players[name]
        others = [board.players[other].points for other in scene.table.opponents(name)]
        if (
            name not in scene.out
            and player.points >= target
            and player.points > max(others, default=0)
        ):
            yield warn(
                "points_reached",
                f"{name} has {player.points} points of {target} and has not won.",
                name,
                rules=["194.2", "323.1"],
            )


# --- decks and zones ----------------------------------------------------------------------------


def _owned(scene: Scene) -> Iterator[tuple[str, str, int]]:
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


def _decks(scene: Scene) -> Iterator[BoardWarning]:
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
            yield warn(
                "too_many_runes",
                f"{owner} has {total} runes over all zones; a Rune Deck has {RUNES} cards.",
                owner,
                rules=["103.3.a"],
            )
    for (owner, name), amount in sorted(copies.items()):
        definition = scene.definition(name)
        unique = definition is not None and definition.has("Unique")
        if amount > (1 if unique else COPIES):
            yield warn(
                "too_many_copies",
                f"{owner} has {amount} copies of {name} over all zones.",
                owner,
                rules=["825.3.a" if unique else "103.2.b"],
            )


#: where cards of these types are never found, and the rule that says where they are
_RUNE_ZONES = frozenset({"rune_deck", "banished", "trash"})


def _zones(scene: Scene) -> Iterator[BoardWarning]:
    for hidden, _ in scene.table.facedown():
        yield from _misplaced(scene, hidden.controller, hidden.card, "facedown zone", hidden.id)
    for name, player in scene.board.players.items():
        for card, zone in _cards_of(player):
            yield from _misplaced(scene, name, card.card, zone, card.id)
        for zone in ("main_deck", "rune_deck"):
            for face in getattr(player, zone).middle:
                yield from _misplaced(scene, name, face, zone)
        champion = scene.definition(player.champion.card if player.champion is not None else None)
        if champion is not None and champion.supertype != "Champion":
            yield warn(
                "not_a_champion",
                f"{champion.name} in the Champion Zone of {name} is no Champion unit.",
                name,
                rules=["103.2.a.2"],
            )
        legend = player.legend
        definition = scene.definition(legend.card if legend is not None else None)
        if legend is not None and definition is not None and "Legend" not in definition.types:
            yield warn(
                "not_a_legend",
                f"{legend.card} in the Legend Zone of {name} is no legend.",
                legend.id,
                rules=["107.4.a", "103.1"],
            )


def _misplaced(
    scene: Scene, player: str, face: str, zone: str, identity: str | None = None
) -> Iterator[BoardWarning]:
    definition = scene.definition(face)
    if definition is None:
        return
    objects = [identity] if identity is not None else [player]
    if definition.token:
        yield warn(
            "token_off_the_board",
            f"{face} is a token, in the {zone} of {player}.",
            *objects,
            rules=["186", "186.1"],
        )
    elif definition.is_rune and zone not in _RUNE_ZONES:
        sentence = f"{face} is a rune, in the {zone} of {player}."
        yield warn("card_in_wrong_zone", sentence, *objects, rules=["161.1", "161.2"])
    elif zone == "rune_deck" and not definition.is_rune:
        sentence = f"{face} is no rune, in the Rune Deck of {player}."
        yield warn("card_in_wrong_zone", sentence, *objects, rules=["133.5", "161.2"])
    elif "Battlefield" in definition.types or ("Legend" in definition.types and zone != "banished"):
        sentence = f"{face} is a {definition.types[0].lower()}, in the {zone} of {player}."
        yield warn("card_in_wrong_zone", sentence, *objects, rules=["133.6"])
    if definition.is_rune:
        yield from rune_warnings(definition, *objects)
