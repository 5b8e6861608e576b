"""Boards for property tests: `boards()` draws strict, meaningful boards over invented cards.

The boards mean something; whether they could have come about by play is left to chance, as it is
for the boards of people. Give `catalogue` and the lists of names to draw from other cards.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from judge.board import state
from judge.board.canonical import canonical
from judge.board.state import PHASES, UNKNOWN, Board
from tests.board import cards as invented

NAMES = ["A", "B", "C", "D"]
MODES = {2: "duel", 3: "ffa3", 4: "ffa4"}


@dataclass(frozen=True)
class Faces:
    """The names a board is drawn from."""

    units: Sequence[str] = field(default_factory=lambda: invented.UNITS)
    gear: Sequence[str] = ("Tin Crown",)
    spells: Sequence[str] = field(default_factory=lambda: invented.SPELLS)
    runes: Sequence[str] = field(default_factory=lambda: invented.RUNES)
    battlefields: Sequence[str] = field(default_factory=lambda: invented.BATTLEFIELDS)
    legends: Sequence[str] = ("The Lamplighter",)

    @property
    def main(self) -> list[str]:
        return [*self.units, *self.gear, *self.spells]


class _Ids:
    """Ids in no particular order, so that sorting by id is not sorting by place."""

    def __init__(self, seed: int) -> None:
        self.numbers = list(range(400))
        random.Random(seed).shuffle(self.numbers)

    def next(self, prefix: str = "x") -> str:
        return f"{prefix}{self.numbers.pop()}"


@st.composite
def boards(draw: DrawFn, faces: Faces | None = None, players: int | None = None) -> Board:
    """A canonical board that means something."""
    faces = faces or Faces()
    ids = _Ids(draw(st.integers(0, 2**16)))
    number = players or draw(st.sampled_from([2, 2, 2, 3, 4]))
    names = NAMES[:number]
    order = draw(st.permutations(names))
    someone = st.sampled_from(names)
    board = Board(
        mode=MODES[number],
        order=order,
        first_player=draw(st.none() | someone),
        turn=draw(_turns(names)),
        resources=draw(st.sampled_from(["counted", "enough"])),
    )
    board.players = {name: draw(_players(names, name, ids, faces)) for name in names}
    for _ in range(draw(st.integers(1, 2))):
        board.battlefields.append(draw(_battlefields(names, ids, faces)))
    objects = [thing.id for player in board.players.values() for thing in player.base]
    objects += [thing.id for b in board.battlefields for thing in b.units]
    facedown = [card.id for b in board.battlefields for card in b.facedown]
    mentioned = objects + facedown
    at = draw(st.none() | st.sampled_from([b.id for b in board.battlefields]))
    if at is not None:
        board.showdown = state.Showdown(at=at, kind=draw(st.sampled_from(["combat", "non_combat"])))
        board.window.focus = draw(someone)
        board.window.focus_passed = draw(st.lists(someone, max_size=2, unique=True))
    if at is not None and draw(st.booleans()):
        attacker, defender = draw(st.permutations(names))[:2]
        board.combat = state.Combat(
            at=at,
            attacker=attacker,
            defender=defender,
            excess=draw(st.dictionaries(someone, st.integers(0, 3), max_size=1)),
            players_had=[attacker, defender],
        )
    elif board.showdown is not None:
        board.showdown.kind = "non_combat"  # a combat showdown is part of a combat (464)
    if draw(st.booleans()):
        items = draw(st.lists(_items(names, mentioned, ids, faces), min_size=1, max_size=3))
        board.chain = state.Chain(opened_by="play", items=items)
        board.window.passed = draw(st.lists(someone, max_size=2, unique=True))
    board.window.priority = draw(someone)
    board.effects = draw(st.lists(_effects(names, mentioned, ids), max_size=3))
    board.this_turn = draw(_facts(names, mentioned, faces))
    board.defaulted = draw(
        st.lists(st.sampled_from(["this_turn", "turn.begun", "order"]), max_size=2, unique=True)
    )
    return canonical(board)


@st.composite
def _turns(draw: DrawFn, names: list[str]) -> state.Turn:
    return state.Turn(
        player=draw(st.sampled_from(names)),
        number=draw(st.integers(1, 20)),
        begun=draw(st.dictionaries(st.sampled_from(names), st.integers(0, 9))),
        phase=draw(st.sampled_from(PHASES)),
        items_processed=draw(st.booleans()),
    )


def _known_to(names: list[str], owner: str | None = None) -> SearchStrategy[list[str]]:
    """Players who were shown the face: on decks anyone, elsewhere not the owner, who sees it."""
    others = [name for name in names if name != owner]
    return st.lists(st.sampled_from(others), max_size=2, unique=True)


@st.composite
def _cards(
    draw: DrawFn, names: list[str], owner: str | None, ids: _Ids, faces: Sequence[str]
) -> state.Card:
    return state.Card(
        id=ids.next("c"),
        card=draw(st.sampled_from([UNKNOWN, *faces])),
        generation=draw(st.sampled_from([1, 1, 2])),
        known_to=draw(_known_to(names, owner)),
    )


@st.composite
def _decks(draw: DrawFn, names: list[str], ids: _Ids, faces: Sequence[str]) -> state.Deck:
    card = _cards(names, None, ids, faces)
    return state.Deck(
        top=draw(st.lists(card, max_size=2)),
        middle=draw(st.dictionaries(st.sampled_from(list(faces)), st.integers(1, 3), max_size=3)),
        count=draw(st.none() | st.integers(0, 30)),
        bottom=draw(st.lists(st.lists(card, min_size=1, max_size=2), max_size=2)),
    )


@st.composite
def _objects(
    draw: DrawFn, names: list[str], controller: str, ids: _Ids, faces: Sequence[str]
) -> state.GameObject:
    return state.GameObject(
        id=ids.next("o"),
        card=draw(st.sampled_from(list(faces))),
        owner=draw(st.sampled_from([controller, *names])),
        controller=controller,
        generation=draw(st.sampled_from([1, 1, 2])),
        exhausted=draw(st.booleans()),
        buffs=draw(st.integers(0, 1)),
        counters=draw(st.dictionaries(st.just("charge"), st.integers(1, 3), max_size=1)),
        since=draw(st.none() | st.integers(0, 9)),
    )


@st.composite
def _players(draw: DrawFn, names: list[str], name: str, ids: _Ids, faces: Faces) -> state.Player:
    hand = _cards(names, name, ids, faces.main)
    runes = st.lists(_objects(names, name, ids, faces.runes), max_size=3)
    permanents = st.lists(_objects(names, name, ids, [*faces.units, *faces.gear]), max_size=2)
    pool_unit = st.builds(
        state.PoolUnit,
        kind=st.just("power"),
        amount=st.integers(1, 3),
        domain=st.sampled_from(["Fury", "any"]),
        restriction=st.sampled_from([None, "spells"]),
    )
    return state.Player(
        points=draw(st.integers(0, 8)),
        xp=draw(st.integers(0, 3)),
        pool=draw(st.lists(pool_unit, max_size=2)),
        legend=draw(st.none() | _objects(names, name, ids, faces.legends)),
        hand=draw(st.lists(hand, max_size=4)),
        trash=draw(st.lists(_cards(names, name, ids, faces.main), max_size=2)),
        banished=draw(st.lists(_cards(names, name, ids, faces.main), max_size=1)),
        main_deck=draw(_decks(names, ids, faces.main)),
        rune_deck=state.Deck(count=draw(st.none() | st.integers(0, 12))),
        base=draw(permanents) + draw(runes),
    )


@st.composite
def _battlefields(draw: DrawFn, names: list[str], ids: _Ids, faces: Faces) -> state.Battlefield:
    someone = st.sampled_from(names)
    units = []
    for controller in draw(st.lists(someone, max_size=3)):
        unit = draw(_objects(names, controller, ids, faces.units))
        unit.damage = draw(st.dictionaries(someone, st.integers(1, 4), max_size=2))
        unit.stunned = draw(st.booleans())
        units.append(unit)
        if draw(st.booleans()):
            gear = draw(_objects(names, controller, ids, faces.gear))
            gear.attached_to = unit.id
            units.append(gear)
    facedown = [
        state.FacedownCard(
            id=ids.next("f"),
            controller=draw(someone),
            owner=draw(someone),
            card=draw(st.sampled_from([UNKNOWN, *faces.main])),
            since=draw(st.integers(0, 3)),
            known_to=draw(_known_to(names)),
        )
        for _ in range(draw(st.integers(0, 2)))
    ]
    return state.Battlefield(
        id=ids.next("b"),
        card=draw(st.sampled_from(list(faces.battlefields))),
        owner=draw(someone),
        controller=draw(st.none() | someone),
        contested_by=draw(st.none() | someone),
        scored=draw(st.dictionaries(someone, st.sampled_from(["hold", "conquer"]), max_size=1)),
        units=units,
        facedown=facedown,
    )


@st.composite
def _items(
    draw: DrawFn, names: list[str], mentioned: list[str], ids: _Ids, faces: Faces
) -> state.ChainItem:
    controller = draw(st.sampled_from(names))
    refs = st.lists(st.sampled_from(mentioned), max_size=2) if mentioned else st.just([])
    return state.ChainItem(
        id=ids.next("i"),
        controller=controller,
        owner=controller,
        card=draw(st.sampled_from(list(faces.spells))),
        generation=2,
        chose=[state.Choices(targets={"target": draw(refs)})],
        about={"seen": draw(refs)},
        origin=draw(st.sampled_from([None, "hand", "trash"])),
    )


@st.composite
def _effects(draw: DrawFn, names: list[str], mentioned: list[str], ids: _Ids) -> state.Effect:
    affects = st.lists(st.sampled_from(mentioned), max_size=3, unique=True)
    return state.Effect(
        id=ids.next("e"),
        controller=draw(st.sampled_from(names)),
        kind=draw(st.sampled_from(["passive", "look", "prohibition"])),
        affects=draw(affects) if mentioned else None,
        might=draw(st.integers(-2, 2)),
        until=draw(st.sampled_from(["turn", "combat", "unlimited"])),
    )


@st.composite
def _facts(draw: DrawFn, names: list[str], mentioned: list[str], faces: Faces) -> state.TurnFacts:
    finalized = st.builds(
        state.FinalizedCard, id=st.just("played"), card=st.sampled_from(list(faces.spells))
    )
    player = st.builds(
        state.PlayerFacts, drawn=st.integers(0, 2), finalized=st.lists(finalized, max_size=2)
    )
    uses = st.builds(state.UseFacts, times=st.integers(1, 2))
    keys = st.sampled_from([f"{ref}/0" for ref in mentioned] or ["gone@1/0"])
    return state.TurnFacts(
        players=draw(st.dictionaries(st.sampled_from(names), player, max_size=2)),
        uses=draw(st.dictionaries(keys, uses, max_size=2)),
    )


# --- documents as people type them --------------------------------------------------------------


@st.composite
def documents(draw: DrawFn) -> dict[str, Any]:
    """A board as a person would type it, with shorthands and without ids; it can be read."""
    card = st.sampled_from(invented.MAIN)
    typed_object = st.builds(
        lambda name, fields: {"card": name, **fields} if fields else name,
        st.sampled_from([*invented.UNITS, "Tin Crown"]),
        st.fixed_dictionaries(
            {},
            optional={
                "exhausted": st.booleans(),
                "buffs": st.just(1),
                "attached": st.lists(st.sampled_from(["Tin Crown", "Ember Fox"]), max_size=2),
            },
        ),
    )
    rune = st.sampled_from([*invented.RUNES, UNKNOWN]) | st.builds(
        lambda name: {"card": name, "exhausted": True}, st.sampled_from(invented.RUNES)
    )
    deck = st.integers(0, 30) | st.lists(card, max_size=4)
    # neighbours of a list may join to another name only by a comma, which none of these have
    player = st.fixed_dictionaries(
        {},
        optional={
            "points": st.integers(0, 7),
            "hand": st.integers(0, 4) | st.lists(card | st.just(UNKNOWN), max_size=4),
            "trash": st.lists(card, max_size=3),
            "deck": deck,
            "base": st.lists(typed_object, max_size=4),
            "runes": st.lists(rune, max_size=4) | st.integers(0, 4),
            "legend": st.just("The Lamplighter"),
        },
    )
    unit = st.builds(
        lambda name, controller, damage: {"card": name, "controller": controller, "damage": damage},
        st.sampled_from(invented.UNITS),
        st.sampled_from(["A", "B"]),
        st.integers(0, 2),
    )
    facedown = st.builds(
        lambda name, since: {"card": name, "controller": "B", "since": since},
        st.sampled_from([UNKNOWN, *invented.MAIN]),
        st.integers(0, 3),
    )
    battlefield = st.fixed_dictionaries(
        {"card": st.sampled_from(invented.BATTLEFIELDS), "owner": st.sampled_from(["A", "B"])},
        optional={
            "units": st.lists(unit, max_size=3),
            "facedown": st.lists(facedown, max_size=2),
            "controller": st.sampled_from(["A", "B"]),
        },
    )
    return draw(
        st.fixed_dictionaries(
            {
                "turn": st.fixed_dictionaries(
                    {"player": st.sampled_from(["A", "B"])}, optional={"number": st.integers(1, 9)}
                ),
                "players": st.fixed_dictionaries({"A": player, "B": player}),
            },
            optional={"battlefields": st.lists(battlefield, max_size=3)},
        )
    )


#: keys of a typed board whose arrays are sets
SETS = frozenset(
    {"affects", "attached", "banished", "base", "battlefields", "deck", "facedown", "hand"}
    | {"known_to", "legends", "main_deck", "passed", "pool", "runes", "trash", "units"}
)


def shuffled(tree: Any, chance: random.Random, key: str | None = None) -> Any:
    """The same document with its keys, and the arrays that are sets, in another order."""
    if isinstance(tree, dict):
        members = list(tree.items())
        chance.shuffle(members)
        return {name: shuffled(value, chance, name) for name, value in members}
    if isinstance(tree, list):
        values = [shuffled(value, chance) for value in tree]
        if key in SETS:
            chance.shuffle(values)
        return values
    return tree
