"""Every place where a board names a player: zones and battlefields, and all the rest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from judge.board.faults import Path
from judge.board.state import Battlefield, Board, Card, GameObject, Player


def named_players(board: Board) -> Iterator[tuple[str, Path]]:
    """Every place where a board names a player, with its path. Names may repeat."""
    yield from named_beside_zones(board)
    for name, player in board.players.items():
        yield from _named_in_zones(player, ("players", name))
    for index, battlefield in enumerate(board.battlefields):
        yield from _named_at(battlefield, ("battlefields", index))


def named_beside_zones(board: Board) -> Iterator[tuple[str, Path]]:
    """The places that are not in a player's zones or at a battlefield."""
    turn, window = board.turn, board.window
    yield turn.player, ("turn", "player")
    yield from _keys(turn.begun, ("turn", "begun"))
    yield from _entries(turn.additional.queue, ("turn", "additional", "queue"))
    yield from _one(turn.additional.resume_after, ("turn", "additional", "resume_after"))
    for place, occupants in turn.occupied.items():
        yield from _entries(occupants, ("turn", "occupied", place))
    yield from _one(board.first_player, ("first_player",))
    yield from _one(window.priority, ("window", "priority"))
    yield from _one(window.focus, ("window", "focus"))
    yield from _entries(window.passed, ("window", "passed"))
    yield from _entries(window.focus_passed, ("window", "focus_passed"))
    yield from _entries(board.order, ("order",))
    for index, team in enumerate(board.teams):
        yield from _entries(team, ("teams", index))
    for index, removed in enumerate(board.removed):
        yield removed.player, ("removed", index, "player")
    if board.result is not None:
        yield from _entries(board.result.winners, ("result", "winners"))
    combat = board.combat
    if combat is not None:
        yield combat.attacker, ("combat", "attacker")
        yield combat.defender, ("combat", "defender")
        yield from _keys(combat.excess, ("combat", "excess"))
        yield from _keys(combat.result, ("combat", "result"))
        yield from _entries(combat.players_had, ("combat", "players_had"))
    for name in board.players:
        yield name, ("players", name)
    if board.chain is not None:
        for index, item in enumerate(board.chain.items):
            yield item.controller, ("chain", "items", index, "controller")
            yield from _one(item.played_by, ("chain", "items", index, "played_by"))
            yield from _one(item.owner, ("chain", "items", index, "owner"))
    for index, effect in enumerate(board.effects):
        yield effect.controller, ("effects", index, "controller")
    facts = board.this_turn
    for name, fact in facts.players.items():
        yield name, ("this_turn", "players", name)
        path = ("this_turn", "players", name, "died_in_beginning_of")
        yield from _keys(fact.died_in_beginning_of, path)
    for key, use in facts.uses.items():
        yield from _keys(use.by, ("this_turn", "uses", key, "by"))


def _one(name: str | None, path: Path) -> Iterator[tuple[str, Path]]:
    if name is not None:
        yield name, path


def _keys(table: dict[str, Any], path: Path) -> Iterator[tuple[str, Path]]:
    for name in table:
        yield name, (*path, name)


def _entries(names: list[str], path: Path) -> Iterator[tuple[str, Path]]:
    for index, name in enumerate(names):
        yield name, (*path, index)


def _named_by_objects(objects: list[GameObject], path: Path) -> Iterator[tuple[str, Path]]:
    for index, thing in enumerate(objects):
        yield thing.owner, (*path, index, "owner")
        yield thing.controller, (*path, index, "controller")
        if thing.damage:
            yield from _keys(thing.damage, (*path, index, "damage"))


def _named_by_cards(cards: list[Card], path: Path) -> Iterator[tuple[str, Path]]:
    for index, card in enumerate(cards):
        if card.known_to:
            yield from _entries(card.known_to, (*path, index, "known_to"))


def _named_in_zones(player: Player, path: Path) -> Iterator[tuple[str, Path]]:
    yield from _named_by_objects(player.base, (*path, "base"))
    yield from _named_by_objects(player.legends, (*path, "legends"))
    if player.legend is not None:
        yield player.legend.owner, (*path, "legend", "owner")
        yield player.legend.controller, (*path, "legend", "controller")
    yield from _named_by_cards(player.hand, (*path, "hand"))
    yield from _named_by_cards(player.trash, (*path, "trash"))
    yield from _named_by_cards(player.banished, (*path, "banished"))
    for key, deck in (("main_deck", player.main_deck), ("rune_deck", player.rune_deck)):
        yield from _named_by_cards(deck.top, (*path, key, "top"))
        for index, group in enumerate(deck.bottom):
            yield from _named_by_cards(group, (*path, key, "bottom", index))


def _named_at(battlefield: Battlefield, path: Path) -> Iterator[tuple[str, Path]]:
    yield battlefield.owner, (*path, "owner")
    yield from _one(battlefield.contributor, (*path, "contributor"))
    yield from _one(battlefield.controller, (*path, "controller"))
    yield from _one(battlefield.contested_by, (*path, "contested_by"))
    yield from _keys(battlefield.scored, (*path, "scored"))
    yield from _named_by_objects(battlefield.units, (*path, "units"))
    for index, card in enumerate(battlefield.facedown):
        yield card.owner, (*path, "facedown", index, "owner")
        yield card.controller, (*path, "facedown", index, "controller")
        yield from _entries(card.known_to, (*path, "facedown", index, "known_to"))
