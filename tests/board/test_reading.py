"""Boards as people type them: each shorthand, and what is derived from what is left out."""

from __future__ import annotations

import json
from typing import Any

import pytest
import yaml

from judge.board.reading import Reading, read_board
from judge.board.state import (
    UNKNOWN,
    Board,
    Deck,
    FinalizedCard,
    GameObject,
    PoolUnit,
    Showdown,
    Source,
)
from judge.board.table import Table
from tests.board.cards import CATALOGUE


def read(text: str) -> Reading:
    """The reading of a board typed as YAML, over the invented cards."""
    return read_board(yaml.safe_load(text), CATALOGUE)


def board_of(text: str) -> Board:
    return read(text).board


def thing(board: Board, identity: str) -> GameObject:
    return Table(board).objects[identity]


TWO = "turn: {player: A}\norder: [A, B]\n"


# --- whole boards -------------------------------------------------------------------------------


def test_a_board_in_the_main_phase() -> None:
    reading = read_board(
        yaml.safe_load(
            """
            edition: core-1.4
            mode: duel
            turn: {player: A, number: 7, phase: main}
            players:
              A: {points: 5, legend: Loose Cannon, hand: [Void Seeker], deck: 24, rune_deck: 4,
                  runes: [Fury Rune, Fury Rune, {card: Chaos Rune, exhausted: true}],
                  base: [{id: a1, card: Legion Rearguard}]}
              B: {points: 7, hand: 3, deck: 22, base: []}
            battlefields:
              - {id: west, card: Targon's Peak, owner: A, controller: B,
                 units: [{id: b1, card: Stalwart Poro, controller: B}]}
              - {id: east, card: Void Gate, owner: B}
            """
        )
    )
    board = reading.board
    assert [card.card for card in board.players["A"].hand] == ["Void Seeker"]
    assert [card.card for card in board.players["B"].hand] == [UNKNOWN] * 3
    assert board.players["A"].main_deck == Deck(count=24)
    assert board.players["B"].rune_deck == Deck(count=None)
    assert sorted(t.id for t in board.players["A"].base) == [
        "A.chaos-rune",
        "A.fury-rune",
        "A.fury-rune-2",
        "a1",
    ]
    assert board.turn.begun == {"A": 4, "B": 3}
    assert board.first_player == "A"
    assert board.window.priority == "A"
    assert thing(board, "b1").owner == "B"
    assert reading.warnings == []


def test_a_board_in_the_middle_of_a_combat() -> None:
    reading = read_board(
        yaml.safe_load(
            """
            turn: {player: A, number: 9}
            resources: enough
            showdown: {at: west, kind: combat}
            combat: {attacker: A, defender: B}
            window: {priority: B, focus: A}
            chain:
              opened_by: play
              items: [{id: s1, card: Void Seeker, controller: A, targets: [b1]}]
            battlefields:
              - {id: west, card: Void Gate, owner: B, controller: B, contested_by: A,
                 facedown: [{card: Hidden Blade, controller: B, since: 8}],
                 units: [{id: a1, card: "Jinx, Rebel", controller: A, damage: 2,
                          attached: [Guardian Angel]},
                         {id: b1, card: Stalwart Poro, controller: B}]}
            """
        )
    )
    board = reading.board
    assert board.combat is not None
    assert (board.combat.at, board.combat.step) == ("west", "showdown")
    assert board.combat.had_attacker == ["a1"]
    assert board.combat.had_defender == ["b1"]
    assert thing(board, "a1").designation == "attacker"
    assert thing(board, "a1").damage == {"B": 2}
    assert thing(board, "A.guardian-angel").attached_to == "a1"
    assert thing(board, "A.guardian-angel").designation is None
    assert board.chain is not None
    assert board.chain.items[0].chose[0].targets == {"target": ["b1"]}
    assert board.battlefields[0].facedown[0].owner == "B"
    assert board.this_turn.combats == 1
    assert "players.A.hand" in board.defaulted
    assert [warning.code for warning in reading.warnings] == ["battlefield_count"]
    # B has Priority over an item of A, which A must have passed on (337.4, 338.1.b.1)
    assert board.window.passed == ["A"]
    assert {a.path for a in reading.assumptions} == {
        "order",
        "objects.a1.damage.by",
        "window.passed",
    }


def test_bytes_text_and_plain_data_are_the_same_board() -> None:
    document = {"turn": {"player": "A"}, "order": ["A", "B"]}
    text = json.dumps(document)
    assert read_board(text, CATALOGUE).board == read_board(document, CATALOGUE).board
    assert read_board(text.encode(), CATALOGUE).board == read_board(document, CATALOGUE).board


# --- names --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Ember Fox", "Ember Fox"),
        ("ember fox", "Ember Fox"),
        ("Senor Buho", "Señor Búho"),
        ("Oru", "Oru, Patient"),
        ("The Patient One", "Oru, Patient"),
        ("TST-007", "Oru, Patient"),
        ("TST 7", "Oru, Patient"),
        ("nima starlit", "Nima, Starlit"),
    ],
)
def test_a_card_is_named_in_several_ways(typed: str, name: str) -> None:
    board = board_of(f"{TWO}players: {{A: {{hand: ['{typed}']}}}}")
    assert board.players["A"].hand[0].card == name


def test_cards_may_be_defined_on_the_board() -> None:
    board = board_of(
        f"{TWO}cards: {{Paper Crane: {{types: [Unit], might: 1}}}}\n"
        "players: {A: {base: [Paper Crane]}}"
    )
    assert thing(board, "A.paper-crane").card == "Paper Crane"
    assert board.cards == {"Paper Crane": {"types": ["Unit"], "might": 1}}


# --- players and zones --------------------------------------------------------------------------


def test_left_out_zones_are_empty_and_decks_of_unknown_size() -> None:
    player = board_of(TWO).players["B"]
    assert (player.points, player.hand, player.base) == (0, [], [])
    assert player.main_deck == player.rune_deck == Deck(count=None)


def test_what_is_left_out_of_a_player_is_listed() -> None:
    given = board_of(f"{TWO}players: {{A: {{points: 1, deck: 3, runes: 2}}}}").defaulted
    assert "players.A.hand" in given
    # two runes lie in the Base, and whether anything else does is not said
    assert "players.A.base" in given
    assert not {"players.A.points", "players.A.main_deck", "players.A.runes"} & set(given)


@pytest.mark.parametrize(
    ("typed", "deck"),
    [
        ("7", Deck(count=7)),
        ("[Spark, Ember Fox, Spark]", Deck(middle={"Spark": 2, "Ember Fox": 1})),
        ("[Spark, unknown, unknown]", Deck(middle={"Spark": 1}, count=2)),
        ("{middle: {Spark: 2, unknown: 3}}", Deck(middle={"Spark": 2}, count=3)),
        ("{middle: [Spark], count: 4}", Deck(middle={"Spark": 1}, count=4)),
        ("{count: null}", Deck(count=None)),
        ("{}", Deck(count=None)),
    ],
)
def test_a_deck_is_a_count_a_list_or_what_is_known_of_it(typed: str, deck: Deck) -> None:
    board = board_of(f"{TWO}players: {{A: {{deck: {typed}}}}}")
    assert board.players["A"].main_deck == deck
    assert board_of(f"{TWO}players: {{A: {{main_deck: {typed}}}}}") == board


def test_the_ends_of_a_deck_are_ordered_and_groups_of_the_bottom_are_not() -> None:
    deck = (
        board_of(
            f"{TWO}players: {{A: {{deck: {{top: [Spark, unknown, {{card: Spark, known_to: [A]}}],"
            " bottom: [Riddle, [Stone Ox, Ember Fox]], count: 5}}}"
        )
        .players["A"]
        .main_deck
    )
    assert [(c.id, c.card, c.known_to) for c in deck.top] == [
        ("A.spark", "Spark", []),
        ("A.main-deck-1", UNKNOWN, []),
        ("A.spark-2", "Spark", ["A"]),
    ]
    assert [[card.card for card in group] for group in deck.bottom] == [
        ["Riddle"],
        ["Ember Fox", "Stone Ox"],
    ]
    assert deck.count == 5


def test_who_gives_only_the_top_of_a_deck_does_not_say_how_many_lie_below() -> None:
    board = board_of(f"{TWO}players: {{A: {{rune_deck: {{top: [Fury Rune]}}}}}}")
    assert board.players["A"].rune_deck.count is None
    assert "players.A.rune_deck.count" in board.defaulted


def test_runes_stand_in_the_base() -> None:
    typed = "[Fury Rune, {card: Calm Rune, exhausted: true}, unknown]"
    board = board_of(f"{TWO}players: {{A: {{runes: {typed}, base: [Ember Fox]}}}}")
    assert [t.card for t in board.players["A"].base] == [
        "Calm Rune",
        "Ember Fox",
        "Fury Rune",
        "Unknown Rune",
    ]
    assert (
        board_of(f"{TWO}players: {{A: {{runes: 2}}}}").players["A"].base[1].id == "A.unknown-rune-2"
    )
    in_base = board_of(f"{TWO}players: {{A: {{base: [Fury Rune]}}}}")
    assert in_base == board_of(f"{TWO}players: {{A: {{runes: [Fury Rune], base: []}}}}")


def test_a_pool_in_short() -> None:
    board = board_of(f"{TWO}players: {{A: {{pool: {{energy: 2, power: {{Fury: 1, any: 1}}}}}}}}")
    assert board.players["A"].pool == [
        PoolUnit(kind="energy", amount=2),
        PoolUnit(kind="power", amount=1, domain="Fury"),
        PoolUnit(kind="power", amount=1, domain="any"),
    ]


def test_units_of_a_pool_that_are_alike_are_one() -> None:
    unit = "{kind: energy, amount: 1, restriction: units}"
    board = board_of(f"{TWO}players: {{A: {{pool: [{unit}, {unit}, {{kind: energy}}]}}}}")
    assert board.players["A"].pool == [
        PoolUnit(kind="energy", amount=1),
        PoolUnit(kind="energy", amount=2, restriction="units"),
    ]


def test_legend_and_champion_by_name_or_in_full() -> None:
    board = board_of(
        f"{TWO}players: {{A: {{legend: {{card: The Lamplighter, exhausted: true}}, champion: Oru}},"
        " B: {champion: null, chosen_champion: Oru}}"
    )
    legend = board.players["A"].legend
    assert legend is not None
    assert (legend.id, legend.exhausted) == ("A.the-lamplighter", True)
    assert board.players["A"].champion is not None
    assert board.players["A"].chosen_champion == "Oru, Patient"
    assert board.players["B"].champion is None
    assert board.players["B"].chosen_champion == "Oru, Patient"


# --- objects ------------------------------------------------------------------------------------


def test_owner_and_controller_come_from_where_an_object_is() -> None:
    board = board_of(
        f"""{TWO}
players: {{A: {{base: [Ember Fox, {{id: lent, card: Stone Ox, owner: B}}]}}}}
battlefields:
  - {{id: west, card: Old Mill, owner: A, controller: B,
     units: [Spark Imp, {{id: own, card: Stone Ox, owner: A}}]}}
cards: {{Spark Imp: {{types: [Unit], might: 1}}}}
"""
    )
    assert (thing(board, "A.ember-fox").owner, thing(board, "A.ember-fox").controller) == ("A", "A")
    assert (thing(board, "lent").owner, thing(board, "lent").controller) == ("B", "A")
    assert thing(board, "B.spark-imp").controller == "B"
    assert thing(board, "own").controller == "A"


def test_what_is_attached_lies_beside_what_it_is_attached_to() -> None:
    board = board_of(
        f"""{TWO}
battlefields:
  - {{card: Old Mill, owner: A, controller: A,
     units: [{{id: a1, card: Ember Fox,
              attached: [Tin Crown, {{card: Tin Crown, controller: B}}]}}]}}
"""
    )
    assert thing(board, "A.tin-crown").attached_to == "a1"
    assert thing(board, "B.tin-crown").attached_to == "a1"


def test_damage_as_a_number_is_marked_by_the_only_opponent() -> None:
    reading = read(f"{TWO}players: {{A: {{base: [{{id: a1, card: Stone Ox, damage: 2}}]}}}}")
    assert thing(reading.board, "a1").damage == {"B": 2}
    assert "objects.a1.damage.by" in [a.path for a in reading.assumptions]
    by_name = f"{TWO}players: {{A: {{base: [{{id: a1, card: Stone Ox, damage: {{A: 2}}}}]}}}}"
    assert thing(board_of(by_name), "a1").damage == {"A": 2}


def test_empowered_is_a_count_or_true() -> None:
    board = board_of(
        f"{TWO}players: {{A: {{base: [{{id: a1, card: Stone Ox, empowered: true}}]}}}}"
    )
    assert thing(board, "a1").empowered == 1


def test_a_token_is_known_by_its_card() -> None:
    board = board_of(f"{TWO}players: {{A: {{base: [Wisp]}}}}")
    assert thing(board, "A.wisp").token


def test_objects_of_which_nothing_is_said_are_ready_and_listed() -> None:
    board = board_of(
        f"{TWO}players: {{A: {{base: [Ember Fox, {{id: a1, card: Stone Ox, exhausted: false}}]}}}}"
    )
    assert "objects.A.ember-fox.exhausted" in board.defaulted
    assert "objects.a1.exhausted" not in board.defaulted


# --- ids ----------------------------------------------------------------------------------------


def test_ids_are_numbered_by_content_and_not_by_place_in_the_list() -> None:
    first = "[{card: Ember Fox, exhausted: true}, Ember Fox, {card: Ember Fox, buffs: 1}]"
    second = "[Ember Fox, {card: Ember Fox, buffs: 1}, {card: Ember Fox, exhausted: true}]"
    boards = [board_of(f"{TWO}players: {{A: {{base: {typed}}}}}") for typed in (first, second)]
    assert boards[0] == boards[1]
    assert [t.id for t in boards[0].players["A"].base] == [
        "A.ember-fox",
        "A.ember-fox-2",
        "A.ember-fox-3",
    ]


def test_generated_ids_avoid_typed_ones() -> None:
    board = board_of(
        f"{TWO}players: {{A: {{base: [Ember Fox, {{id: A.ember-fox, card: Stone Ox}}]}}}}"
    )
    assert thing(board, "A.ember-fox").card == "Stone Ox"
    assert thing(board, "A.ember-fox-2").card == "Ember Fox"


def test_public_things_are_numbered_before_hidden_ones() -> None:
    board = board_of(f"{TWO}players: {{A: {{hand: [Ember Fox], trash: [Ember Fox]}}}}")
    assert board.players["A"].trash[0].id == "A.ember-fox"
    assert board.players["A"].hand[0].id == "A.ember-fox-2"


def test_battlefields_are_called_by_their_card() -> None:
    board = board_of(
        f"{TWO}battlefields: [{{card: Miller's Rest, owner: A}}, {{card: Miller's Rest, owner: B}}]"
    )
    assert {b.id: b.owner for b in board.battlefields} == {
        "millers-rest": "A",
        "millers-rest-2": "B",
    }


# --- players, mode, turns -----------------------------------------------------------------------


def test_every_name_used_is_a_player() -> None:
    reading = read(
        "turn: {player: Zoe}\nbattlefields: [{card: Old Mill, owner: Adam, units: "
        "[{card: Ember Fox, controller: Adam}]}]"
    )
    assert reading.board.order == ["Adam", "Zoe"]
    assert set(reading.board.players) == {"Adam", "Zoe"}
    assert "order" in [a.path for a in reading.assumptions]


@pytest.mark.parametrize(
    ("typed", "mode"),
    [
        ("order: [A, B]", "duel"),
        ("order: [A, B, C]", "ffa3"),
        ("order: [A, B, C, D]", "ffa4"),
        ("order: [A, B, C, D]\nteams: [[A, C], [B, D]]", "2v2"),
        ("order: [A, B]\nmode: Match", "match"),
    ],
)
def test_the_mode_follows_from_the_players(typed: str, mode: str) -> None:
    assert board_of(f"turn: {{player: A}}\n{typed}").mode == mode


def test_a_team_has_one_number_of_points() -> None:
    board = board_of(
        "turn: {player: A}\norder: [A, B, C, D]\nteams: [[A, C], [B, D]]\nplayers: {A: {points: 4}}"
    )
    assert {name: player.points for name, player in board.players.items()} == {
        "A": 4,
        "B": 0,
        "C": 4,
        "D": 0,
    }


@pytest.mark.parametrize(
    ("typed", "number", "begun", "first"),
    [
        ("{player: A, number: 7}", 7, {"A": 4, "B": 3}, "A"),
        ("{player: B, number: 7}", 7, {"A": 3, "B": 4}, "B"),
        ("{player: A}", 1, {"A": 1, "B": 0}, "A"),
        ("{player: A, begun: {A: 3, B: 1}}", 4, {"A": 3, "B": 1}, "B"),
    ],
)
def test_turns_begun_are_counted_back(
    typed: str, number: int, begun: dict[str, int], first: str
) -> None:
    board = board_of(f"turn: {typed}\norder: [A, B]")
    assert (board.turn.number, board.turn.begun, board.first_player) == (number, begun, first)
    assert ("turn.number" in board.defaulted) == (typed == "{player: A}")


# --- battlefields, showdown, combat -------------------------------------------------------------


def test_the_owner_of_a_battlefield_is_derived_where_it_can_be() -> None:
    reading = read(f"{TWO}battlefields: [{{card: Old Mill, owner: A}}, {{card: High Ford}}]")
    assert {b.id: b.owner for b in reading.board.battlefields} == {
        "high-ford": "B",
        "old-mill": "A",
    }
    assert "battlefields.high-ford.owner" in [a.path for a in reading.assumptions]
    fields = "[{card: Old Mill, controller: B}, {card: High Ford, controller: B}]"
    both = board_of(f"{TWO}battlefields: {fields}")
    assert [b.owner for b in both.battlefields] == ["B", "B"]
    only = board_of(f"{TWO}battlefields: [{{card: Old Mill, controller: B}}]")
    assert only.battlefields[0].owner == "B"


def test_a_facedown_card_may_be_a_plain_name() -> None:
    reading = read(
        f"{TWO}battlefields: [{{card: Old Mill, owner: A, controller: B, facedown: [unknown]}}]"
    )
    (card,) = reading.board.battlefields[0].facedown
    assert (card.id, card.controller, card.owner, card.since) == ("B.facedown-1", "B", "B", 0)
    assert "facedown.B.facedown-1.since" in [a.path for a in reading.assumptions]


def test_a_combat_opens_its_showdown_and_contests_its_battlefield() -> None:
    reading = read(
        f"""{TWO}
combat: {{at: old-mill, attacker: A, defender: B}}
battlefields:
  - {{card: Old Mill, owner: B, controller: B,
     units: [{{id: a1, card: Ember Fox, controller: A}},
             {{id: b1, card: Stone Ox, controller: B}}]}}
"""
    )
    board = reading.board
    assert board.showdown == Showdown(at="old-mill", kind="combat")
    assert board.battlefields[0].contested_by == "A"
    assert (board.window.focus, board.window.priority) == ("A", "A")
    assert {
        "showdown",
        "battlefields.old-mill.contested_by",
        "window.focus",
        "window.priority",
    } <= {a.path for a in reading.assumptions}


def test_in_the_resolution_step_no_showdown_is_made_up() -> None:
    board = board_of(
        f"""{TWO}
combat: {{at: old-mill, attacker: A, defender: B, step: resolution, next_task: end}}
chain: {{items: [{{ability: a1/0, controller: A}}]}}
battlefields: [{{card: Old Mill, owner: B, units: [{{id: a1, card: Oru, controller: A}}]}}]
"""
    )
    assert board.showdown is None
    assert (board.window.focus, board.window.priority) == (None, "A")


def test_a_showdown_is_contested_by_who_has_focus_or_the_only_units() -> None:
    unit = "{card: Ember Fox, controller: A}"
    field = f"battlefields: [{{id: west, card: Old Mill, owner: B, units: [{unit}]}}]"
    by_units = board_of(f"{TWO}showdown: {{at: west}}\n{field}")
    assert by_units.battlefields[0].contested_by == "A"
    assert by_units.window.focus == "A"
    by_focus = board_of(f"{TWO}showdown: {{at: west}}\nwindow: {{focus: B}}\n{field}")
    assert by_focus.battlefields[0].contested_by == "B"


def test_what_is_staged_is_derived() -> None:
    board = board_of(
        f"""{TWO}
showdown: {{at: west}}
window: {{focus: A}}
battlefields:
  - {{id: west, card: Old Mill, owner: B, contested_by: A, units:
     [{{card: Ember Fox, controller: A}}]}}
  - {{id: east, card: High Ford, owner: B, contested_by: A, units:
     [{{card: Ember Fox, controller: A}}, {{card: Stone Ox, controller: B}}]}}
"""
    )
    assert {b.id: b.staged for b in board.battlefields} == {
        "west": [],
        "east": ["showdown", "combat"],
    }


# --- chain, window ------------------------------------------------------------------------------

FIELD = """
players:
  A: {base: [{id: a1, card: Oru}]}
  B: {base: [{id: b1, card: Ember Fox}, {id: b2, card: Stone Ox}]}
"""


def test_targets_in_short() -> None:
    board = board_of(
        f"""{TWO}{FIELD}
chain:
  items:
    - {{card: Spark, controller: A, targets: [b1]}}
    - {{card: Twin Spark, controller: B, targets: {{first: b1, second: [b2]}}}}
    - {{card: Twin Spark, controller: B, chose: [{{targets: {{first: b1}}}}, {{modes: [again]}}]}}
    - {{card: Quiet Word, controller: B}}
"""
    )
    assert board.chain is not None
    items = board.chain.items
    assert [item.id for item in items] == [
        "A.spark",
        "B.twin-spark",
        "B.twin-spark-2",
        "B.quiet-word",
    ]
    assert items[0].chose[0].targets == {"target": ["b1"]}
    assert items[1].chose[0].targets == {"first": ["b1"], "second": ["b2"]}
    assert items[2].chose[0].targets == {"first": ["b1"]}
    assert items[2].chose[1].modes == ["again"]
    assert items[3].chose == []
    assert items[0].owner == "A"
    assert board.window.priority == "B"


def test_targets_that_are_not_said_are_listed() -> None:
    board = board_of(f"{TWO}chain: {{items: [{{id: s1, card: Spark, controller: A}}]}}")
    assert "chain.s1.targets" in board.defaulted


def test_targets_of_an_unmodelled_card_fill_one_slot_by_assumption() -> None:
    reading = read(
        f"{TWO}{FIELD}chain: {{items: [{{id: s1, card: Riddle, controller: A, targets: [b1]}}]}}"
    )
    assert reading.board.chain is not None
    assert reading.board.chain.items[0].chose[0].targets == {"target": ["b1"]}
    assert "chain.s1.targets" in [a.path for a in reading.assumptions]


def test_an_ability_tells_its_kind_its_card_and_its_source() -> None:
    reading = read(
        f"""{TWO}{FIELD}
chain:
  items:
    - {{ability: a1/0, controller: A, targets: [b1]}}
    - {{ability: a1/1, controller: A}}
    - {{ability: a1@7/0, controller: A, of: Oru, kind: delayed}}
"""
    )
    assert reading.board.chain is not None
    first, second, third = reading.board.chain.items
    assert (first.id, first.kind, first.of) == ("c1", "triggered", "Oru, Patient")
    assert first.source == Source(ref="a1")
    assert first.chose[0].targets == {"foe": ["b1"]}
    assert (second.id, second.kind) == ("c2", "activated")
    assert third.source == Source(ref="a1@7", gone=True)
    assert reading.board.chain.opened_by == "trigger"
    assert "chain.opened_by" in [a.path for a in reading.assumptions]


@pytest.mark.parametrize(
    ("typed", "priority"),
    [
        ("", "A"),
        ("window: {priority: null}", None),
        ("window: {priority: B}", "B"),
        ("chain: {items: [{card: Quiet Word, controller: B}]}", "B"),
        ("chain: {items: [{card: Quiet Word, controller: B}]}\nwindow: {passed: [B]}", "A"),
        ("result: {winners: [A]}", None),
    ],
)
def test_who_has_priority(typed: str, priority: str | None) -> None:
    assert board_of(f"{TWO}{typed}").window.priority == priority


def test_outside_the_main_phase_nobody_has_priority_on_an_empty_chain() -> None:
    assert board_of("turn: {player: A, phase: draw}\norder: [A, B]").window.priority is None


def test_an_empty_chain_is_no_chain() -> None:
    assert board_of(f"{TWO}chain: {{items: []}}").chain is None


# --- effects and facts --------------------------------------------------------------------------


def test_effects_get_ids_in_their_order() -> None:
    board = board_of(
        f"{TWO}{FIELD}effects: [{{controller: A, origin: spark, affects: [b2, b1], might: -1}},"
        " {id: e1, controller: B}, {controller: B, until: combat}]"
    )
    assert [effect.id for effect in board.effects] == ["e2", "e1", "e3"]
    assert board.effects[0].origin == "Spark"
    assert board.effects[0].affects == ["b1", "b2"]


def test_finalized_cards_take_types_and_tags_from_their_card() -> None:
    board = board_of(
        f"{TWO}this_turn: {{players: {{A: {{finalized: [Tin Crown, {{card: Spark, energy: 1}}]}}"
        "}}"
    )
    assert board.this_turn.players["A"].finalized == [
        FinalizedCard(
            id="A.finalized-1", card="Tin Crown", types=["Gear"], tags=["Equipment"], energy=1
        ),
        FinalizedCard(id="A.finalized-2", card="Spark", types=["Spell"], energy=1),
    ]
    assert "this_turn" not in board.defaulted
    # what was spent for it is taken to be what it costs, and not told
    assert "this_turn.players.A.finalized.0.energy" in board.defaulted
    assert "this_turn.players.A.finalized.1.energy" not in board.defaulted


def test_what_is_gone_is_named_with_its_generation() -> None:
    typed: dict[str, Any] = {
        "turn": {"player": "A"},
        "order": ["A", "B"],
        "effects": [{"controller": "A", "affects": ["token7@1"]}],
    }
    assert read_board(typed, CATALOGUE).board.effects[0].affects == ["token7@1"]
