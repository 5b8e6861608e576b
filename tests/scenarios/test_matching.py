"""When a partial board is contained in a board."""

from __future__ import annotations

from typing import Any

import pytest

from api.notation_yaml import load
from api.scenarios.boards import BoardMatcher
from api.scenarios.matching import Matcher
from judge.board.state import (
    Battlefield,
    Board,
    Card,
    Chain,
    ChainItem,
    Deck,
    FacedownCard,
    GameObject,
    Player,
    PoolUnit,
    Turn,
    Window,
)
from judge.effects.catalogue import Catalogue
from judge.effects.notation import CardDefinition

CATALOGUE = Catalogue(
    [
        CardDefinition(name="Fury Rune", types=["Rune"]),
        CardDefinition(name="Jinx, Rebel", types=["Unit"], might=5),
        CardDefinition(name="Void Seeker", types=["Spell"]),
    ],
    "made-up",
)


def thing(identity: str, card: str, controller: str, **facts: Any) -> GameObject:
    return GameObject(id=identity, card=card, owner=controller, controller=controller, **facts)


BOARD = Board(
    order=["A", "B"],
    turn=Turn(player="A", number=7),
    window=Window(priority="B", focus="A"),
    chain=Chain(items=[ChainItem(id="s1", controller="A", card="Void Seeker")]),
    players={
        "A": Player(
            points=5,
            pool=[PoolUnit(kind="energy", amount=2), PoolUnit(kind="power", domain="Fury")],
            legend=thing("l1", "Loose Cannon", "A"),
            hand=[Card(id="h1", card="Void Seeker"), Card(id="h2")],
            trash=[Card(id="t1", card="Jinx, Rebel", generation=2)],
            main_deck=Deck(
                top=[Card(id="d1")], middle={"Jinx, Rebel": 2}, count=20, bottom=[[Card(id="d2")]]
            ),
            base=[
                thing("r1", "Fury Rune", "A"),
                thing("r2", "Fury Rune", "A", exhausted=True),
                thing("r3", "Fury Rune", "A", exhausted=True),
            ],
        ),
        "B": Player(main_deck=Deck(count=None)),
    },
    battlefields=[
        Battlefield(
            id="west",
            card="Void Gate",
            owner="B",
            controller="A",
            scored={"A": "conquer"},
            units=[thing("a1", "Jinx, Rebel", "A", damage={"B": 2, "A": 1}, exhausted=True)],
            facedown=[FacedownCard(id="f1", controller="A", owner="A")],
        )
    ],
)

FITTING = [
    "players: {A: {points: 5, hand: 2}}",
    "players: {A: {hand: [unknown, Void Seeker]}}",
    "players: {A: {hand: [h2, h1]}}",
    "players: {A: {hand: [{id: h1}, {card: unknown}]}}",
    "players: {A: {legend: Loose Cannon}}",
    "players: {A: {legend: {exhausted: false}}}",
    "players: {A: {pool: {energy: 2, power: {Fury: 1, any: 0}}}}",
    "players: {A: {pool: 3}}",
    "players: {A: {deck: 24}}",
    "players: {A: {main_deck: {count: 20}}}",
    "players: {A: {base: {r2: {exhausted: true}}}}",
    "players: {A: {banished: []}, B: {points: 0, hand: 0, pool: {}}}",
    "at: {a1: west, r1: 'base:A', h1: hand, t1: trash}",
    "at: {d1: main_deck, s1: chain, f1: 'facedown:west'}",
    "at: {l1: legend, h1: 'hand:A', t1@2: trash}",
    "at: {x9: gone}",
    "objects: {a1: {exhausted: true, damage: 3, card: 'jinx rebel'}}",
    "objects: {a1: {damage: {B: 2}}, r1: {exhausted: false, damage: 0, stunned: false}}",
    "objects: {a1@1: {controller: A}}",
    "battlefields: {west: {controller: A, contested_by: null, scored: {A: conquer, B: null}}}",
    "battlefields: [{id: west, units: [a1], facedown: 1}]",
    "battlefields: [west]",
    "chain: 1",
    "chain: {opened_by: play, items: [{id: s1}]}",
    "deck: {A: 24}",
    "runes: {A: {ready: 1, exhausted: 2}, B: 0}",
    "runes: {A: 3}",
    "{priority: B, focus: A, phase: main, turn: A}",
    "turn: {player: A, number: 7}",
    "{order: [A, B], combat: null, showdown: null}",
]

NOT_FITTING = [
    ("players: {A: {points: 6}}", "board.players.A.points"),
    ("players: {A: {hand: 3}}", "board.players.A.hand"),
    ("players: {A: {hand: [Void Seeker]}}", "board.players.A.hand"),
    ("players: {A: {hand: [Void Seeker, Void Seeker]}}", "board.players.A.hand"),
    ("players: {A: {hand: {}}}", "board.players.A.hand"),
    ("players: {A: {handd: 2}}", "board.players.A.handd"),
    ("players: {C: {points: 1}}", "board.players.C"),
    ("players: {A: {pool: {energy: 1}}}", "board.players.A.pool.energy"),
    ("players: {A: {pool: {power: {Mind: 1}}}}", "board.players.A.pool.power.Mind"),
    ("players: {A: {pool: {gold: 1}}}", "board.players.A.pool.gold"),
    ("players: {B: {legend: Loose Cannon}}", "board.players.B.legend"),
    ("at: {a1: 'base:A'}", "board.at.a1"),
    ("at: {h1: 'hand:B'}", "board.at.h1"),
    ("at: {t1@1: trash}", "board.at.t1@1"),
    ("at: {a1: gone}", "board.at.a1"),
    ("at: {x9: west}", "board.at.x9"),
    ("at: {never: gone}", "board.at.never"),
    ("at: {never: west}", "board.at.never"),
    ("at: west", "board.at"),
    ("objects: {a1: {damage: 2}}", "board.objects.a1.damage"),
    ("objects: {a1: {exhausted: 1}}", "board.objects.a1.exhausted"),
    ("objects: {a1: {tapped: true}}", "board.objects.a1.tapped"),
    ("objects: {h1: {exhausted: true}}", "board.objects.h1"),
    ("objects: {a1@2: {exhausted: true}}", "board.objects.a1@2"),
    ("battlefields: {west: {contested_by: A}}", "board.battlefields.west.contested_by"),
    ("battlefields: {west: {scored: {}}}", "board.battlefields.west.scored"),
    ("battlefields: {east: {controller: A}}", "board.battlefields.east"),
    ("battlefields: []", "board.battlefields"),
    ("chain: 0", "board.chain"),
    ("chain: null", "board.chain"),
    ("deck: {A: 23}", "board.deck.A"),
    ("deck: {B: 0}", "board.deck.B"),
    ("deck: {C: 1}", "board.deck.C"),
    ("runes: {A: {ready: 2}}", "board.runes.A.ready"),
    ("priority: A", "board.priority"),
    ("focus: null", "board.focus"),
    ("phase: draw", "board.phase"),
    ("turn: B", "board.turn"),
    ("order: [B, B]", "board.order.0"),
    ("order: [A]", "board.order"),
    ("combat: {attacker: A}", "board.combat"),
    ("bord: {}", "board.bord"),
]


def mismatches(partial: str) -> list[Any]:
    seen = frozenset({"a1", "x9", "h1"})
    return list(BoardMatcher(BOARD, CATALOGUE, seen).mismatches(load(partial), "board"))


@pytest.mark.parametrize("partial", FITTING)
def test_a_part_of_the_board_is_contained_in_it(partial: str) -> None:
    assert mismatches(partial) == []


@pytest.mark.parametrize(("partial", "path"), NOT_FITTING)
def test_what_is_not_so_is_named_with_its_path(partial: str, path: str) -> None:
    assert [mismatch.path for mismatch in mismatches(partial)] == [path]


def test_a_mismatch_says_what_was_expected_and_what_came() -> None:
    (mismatch,) = mismatches("players: {A: {points: 6}}")
    assert str(mismatch) == "board.players.A.points: expected 6, came 5"


def test_a_list_says_what_is_missing_and_what_is_left() -> None:
    (mismatch,) = mismatches("players: {A: {hand: [Void Seeker, 'Jinx, Rebel']}}")
    assert 'missing "Jinx, Rebel"' in mismatch.message
    assert "not expected h2" in mismatch.message


def test_entries_of_a_list_are_paired_so_that_all_find_one() -> None:
    # the first entry fits both cards, the second only one: taking them in turn would fail
    expected = [{"card": "Void Seeker"}, {"id": "h1"}]
    actual = [Card(id="h1", card="Void Seeker"), Card(id="h3", card="Void Seeker")]
    assert Matcher(lambda typed, name: typed == name).contains(expected, actual)
