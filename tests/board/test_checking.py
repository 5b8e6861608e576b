"""Boards that could not have come about: each is read, and says why, with rules that exist."""

from __future__ import annotations

import pytest
import yaml

from judge.board.reading import read_board
from judge.ruling.legal import BoardWarning
from rulesdb.rules import exists
from tests.board.cards import CATALOGUE

TWO = "turn: {player: A}\norder: [A, B]\n"
FOUR = "turn: {player: A}\norder: [A, B, C, D]\nteams: [[A, C], [B, D]]\n"
EAST = "{id: east, card: High Ford, owner: B}"
FIELDS = f"battlefields: [{{id: west, card: Old Mill, owner: A}}, {EAST}]\n"


def warnings(text: str) -> list[BoardWarning]:
    return read_board(yaml.safe_load(text), CATALOGUE).warnings


def west(text: str, rest: str = "") -> str:
    """A board of two battlefields, with these keys of the western one."""
    field = f"{{id: west, card: Old Mill, owner: A, {text}}}"
    return f"{TWO}{rest}\nbattlefields: [{field}, {EAST}]"


def of_a(text: str, rest: str = FIELDS) -> str:
    return f"{TWO}{rest}players: {{A: {{{text}}}}}"


TWIN_OAK = """
cards:
  Twin Oak:
    types: [Unit]
    might: 5
    abilities: [{kind: static, changes: [{change: rule, what: buff_limit, amount: 2}]}]
"""
A_UNIT = "{id: a1, card: Ember Fox, controller: A}"
B_UNIT = "{id: b1, card: Stone Ox, controller: B}"
COMBAT = "combat: {at: west, attacker: A, defender: B}"
RUNES = "[" + ", ".join(["Fury Rune"] * 9) + "]"

CASES = [
    # turn and window
    ("turn: {player: A, number: 4, begun: {A: 1, B: 1}}\norder: [A, B]", "turns_do_not_add_up"),
    ("turn: {player: A, additional: {queue: [B]}}\norder: [A, B]", "no_turn_to_resume"),
    (
        "turn: {player: A}\norder: [A, B, C]\nwindow: {priority: B}\n"
        "removed: [{player: A, how: lost}]",
        "turn_of_removed_player",
    ),
    (f"{TWO}window: {{priority: null}}", "nobody_has_priority"),
    ("turn: {player: A, phase: draw}\norder: [A, B]", "nobody_has_priority"),
    (f"{TWO}window: {{priority: B}}", "priority_out_of_turn"),
    (
        "turn: {player: A, phase: channel}\norder: [A, B]\nwindow: {priority: A}",
        "priority_outside_main",
    ),
    (
        west("contested_by: A", "showdown: {at: west}\nwindow: {focus: A, priority: B}"),
        "priority_without_focus",
    ),
    (f"{TWO}window: {{focus: A}}", "focus_without_showdown"),
    (west("contested_by: A", "showdown: {at: west}\nwindow: {focus: null}"), "nobody_has_focus"),
    (f"{TWO}window: {{passed: [B]}}", "passes_without_window"),
    (f"{TWO}window: {{focus_passed: [B]}}", "passes_without_window"),
    # points, decks, zones
    (of_a("points: 8"), "points_reached"),
    (f"{TWO}victory_score: 5\nplayers: {{B: {{points: 6}}}}", "points_reached"),
    (f"{FOUR}players: {{A: {{points: 3}}, C: {{points: 4}}}}", "team_points_differ"),
    (of_a(f"runes: {RUNES}, rune_deck: 4"), "too_many_runes"),
    (
        of_a(f"runes: {RUNES}, rune_deck: [Fury Rune, Fury Rune, Fury Rune, Calm Rune]"),
        "too_many_runes",
    ),
    (of_a("deck: [Spark, Spark], hand: [Spark], trash: [Spark]"), "too_many_copies"),
    (of_a("hand: [Senor Buho, Senor Buho]"), "too_many_copies"),
    (of_a("hand: [Fury Rune]"), "card_in_wrong_zone"),
    (of_a("deck: [Fury Rune]"), "card_in_wrong_zone"),
    (of_a("rune_deck: [Spark]"), "card_in_wrong_zone"),
    (of_a("trash: [Old Mill]"), "card_in_wrong_zone"),
    (of_a("hand: [The Lamplighter]"), "card_in_wrong_zone"),
    (of_a("trash: [Wisp]"), "token_off_the_board"),
    (west(f"controller: A, facedown: [Wisp], units: [{A_UNIT}]"), "token_off_the_board"),
    (west(f"controller: A, facedown: [Fury Rune], units: [{A_UNIT}]"), "card_in_wrong_zone"),
    (of_a("runes: [Crooked Rune]"), "not_a_basic_rune"),
    (of_a("rune_deck: [Crooked Rune]"), "not_a_basic_rune"),
    (of_a("champion: Ember Fox"), "not_a_champion"),
    (of_a("legend: Ember Fox"), "not_a_legend"),
    # battlefields
    (TWO, "battlefield_count"),
    (f"{TWO}battlefields: [{{card: Spark, owner: A}}, {EAST}]", "not_a_battlefield"),
    (west(f"controller: A, facedown: [Spark, unknown], units: [{A_UNIT}]"), "facedown_zone_full"),
    (
        west("facedown: [{card: unknown, controller: A, since: 1}]"),
        "facedown_without_control",
    ),
    (
        west(f"controller: A, facedown: [{{card: Spark, since: 9}}], units: [{A_UNIT}]"),
        "hidden_in_the_future",
    ),
    (west("controller: A"), "control_without_units"),
    (west("contested_by: A"), "contested_without_units"),
    (west(f"units: [{A_UNIT}]"), "not_contested"),
    (west(f"contested_by: A, units: [{A_UNIT}]"), "staged_and_waiting"),
    (west("scored: {B: hold}"), "held_out_of_turn"),
    (west(f"controller: A, units: [{A_UNIT}, {B_UNIT}]"), "no_combat_staged"),
    (
        "turn: {player: A}\norder: [A, B, C]\nbattlefields: [{card: Old Mill, owner: A, units: "
        f"[{A_UNIT}, {B_UNIT}, {{card: Oru, controller: C}}]}}]",
        "units_of_three_players",
    ),
    (
        f"{FOUR}battlefields: [{{card: Old Mill, owner: A, units: "
        f"[{A_UNIT}, {{card: Oru, controller: C}}]}}]",
        "teammates_together",
    ),
    # combat
    (of_a("base: [{card: Ember Fox, designation: attacker}]"), "designation_without_combat"),
    (
        west(
            f"units: [{A_UNIT}, {B_UNIT}]",
            f"{COMBAT}\nplayers: {{A: {{base: [{{card: Ember Fox, designation: attacker}}]}}}}",
        ),
        "designation_elsewhere",
    ),
    (
        west("units: [{card: Ember Fox, controller: A, designation: defender}]", COMBAT),
        "designation_of_other_side",
    ),
    (west(f"contested_by: B, units: [{A_UNIT}, {B_UNIT}]", COMBAT), "attacker_does_not_contest"),
    (
        west(f"units: [{A_UNIT}]", "showdown: {at: west, kind: non_combat}\n" + COMBAT),
        "showdown_beside_combat",
    ),
    # objects
    (of_a("base: [{card: Tin Crown, stunned: true}]"), "status_of_units"),
    (of_a("base: [{card: Tin Crown, buffs: 1}]"), "status_of_units"),
    (of_a("base: [{card: Ember Fox, buffs: 2}]"), "buffed_twice"),
    (of_a("base: [{card: Ember Fox, empowered: 2}]"), "empowered_twice"),
    (of_a("base: [Spark]"), "not_a_permanent"),
    (west("controller: A, units: [Ember Fox, Fury Rune]"), "rune_at_battlefield"),
    (west("controller: A, units: [Ember Fox, Tin Crown]"), "gear_at_battlefield"),
    (of_a("base: [{card: Ember Fox, controller: B}]"), "in_foreign_base"),
    (
        west(
            f"controller: A, units: [{A_UNIT}]",
            "players: {A: {base: [{card: Tin Crown, attached_to: a1}]}}",
        ),
        "attached_apart",
    ),
    (of_a("base: [{card: Tin Crown, attached: [Tin Crown]}]"), "attached_to_non_unit"),
    (of_a("base: [{card: Ember Fox, damage: 3}]"), "lethal_damage"),
    # chain
    (f"{TWO}chain: {{items: [{{card: Ember Fox, controller: A}}]}}", "permanent_on_chain"),
    (
        of_a("base: [{id: a1, card: Oru}]") + "\nchain: {items: [{ability: a1/2, controller: A}]}",
        "add_on_chain",
    ),
    (f"{TWO}chain: {{items: [{{card: Spark, controller: A, pending: true}}]}}", "pending_item"),
]


@pytest.mark.parametrize(("text", "code"), CASES)
def test_a_board_that_could_not_have_come_about_is_read_with_its_warning(
    text: str, code: str
) -> None:
    assert code in [warning.code for warning in warnings(text)]


def test_rules_of_warnings_exist_and_sentences_end() -> None:
    for text, _ in CASES:
        for warning in warnings(text):
            assert warning.sentence.endswith("."), warning
            for number in warning.rules:
                assert exists(number), (warning.code, number)


@pytest.mark.parametrize(
    "text",
    [
        f"{TWO}{FIELDS}",
        west(f"controller: A, units: [{A_UNIT}], facedown: [Spark]"),
        west(f"contested_by: A, controller: B, units: [{A_UNIT}, {B_UNIT}]", COMBAT),
        of_a("base: [{card: Stone Ox, damage: 4}, {card: Ember Fox, damage: 3, buffs: 1}]"),
        of_a("base: [{card: Ember Fox, damage: 3, attached: [Tin Crown]}]"),
        of_a("base: [{card: Twin Oak, buffs: 2}]") + TWIN_OAK,  # 426.1.b.2
        of_a("runes: [Fury Rune, unknown], rune_deck: 10"),
        of_a("points: 8") + "\nresult: {winners: [A]}",
        f"{TWO}{FIELDS}players: {{A: {{points: 9}}, B: {{points: 9}}}}",
    ],
)
def test_a_board_that_could_have_come_about_has_no_warning(text: str) -> None:
    assert warnings(text) == []


def test_warnings_that_only_a_canonical_board_can_have() -> None:
    """On a typed board these facts are derived, and so are right."""
    text = west(f"contested_by: A, controller: B, units: [{A_UNIT}, {B_UNIT}]", COMBAT)
    board = read_board(yaml.safe_load(text), CATALOGUE).board
    board.showdown = None
    board.battlefields[1].contested_by = None
    board.battlefields[1].units[0].designation = None
    codes = [warning.code for warning in read_board(board, CATALOGUE).warnings]
    assert {"combat_without_showdown", "designation_missing", "ongoing_without_contested"} <= {
        *codes
    }


def test_lethal_damage_counts_what_is_printed_and_what_effects_give() -> None:
    base = of_a("base: [{id: a1, card: Ember Fox, damage: 3}]")
    assert "lethal_damage" not in [
        w.code for w in warnings(f"{base}\neffects: [{{controller: A, affects: [a1], might: 1}}]")
    ]
    defending = west(
        f"contested_by: A, controller: B, units: [{A_UNIT}, {{card: Stone Ox, controller: B,"
        " damage: 5}]",
        COMBAT,
    )
    assert warnings(defending) == []


SETTLED = """
combat: {at: west, attacker: A, defender: B, step: resolution, next_task: %s}
chain: {items: [{ability: west/0, controller: A, kind: triggered}]}
"""


def test_contested_is_cleared_before_a_combat_ends() -> None:
    # 466.5.a comes before the windows between 466.5 and 466.7
    text = west(f"controller: A, units: [{A_UNIT}]", SETTLED % "end")
    reading = read_board(yaml.safe_load(text), CATALOGUE)
    assert reading.warnings == []
    assert {battlefield.contested_by for battlefield in reading.board.battlefields} == {None}
    contested = west(f"controller: A, contested_by: A, units: [{A_UNIT}]", SETTLED % "end")
    assert [each.code for each in warnings(contested)] == ["contested_after_control"]


@pytest.mark.parametrize(
    ("task", "units"),
    [("establish_control", A_UNIT), ("determine_result", A_UNIT), ("end", f"{A_UNIT}, {B_UNIT}")],
)
def test_until_then_the_attacker_contests(task: str, units: str) -> None:
    # nor is it cleared where nobody establishes control, since both have units (466.3.d.1)
    text = west(f"controller: B, units: [{units}]", SETTLED % task)
    reading = read_board(yaml.safe_load(text), CATALOGUE)
    assert "A" in {battlefield.contested_by for battlefield in reading.board.battlefields}


def test_lethal_damage_counts_what_abilities_of_others_give() -> None:
    camp = {
        "types": ["Battlefield"],
        "abilities": [
            {
                "kind": "static",
                "affects": {"kind": "unit", "where": "here"},
                "changes": [{"change": "might", "amount": 1}],
            }
        ],
    }
    fox = "{id: a1, card: Ember Fox, damage: 3, controller: A}"
    text = yaml.safe_load(west(f"controller: A, units: [{fox}]"))
    assert "lethal_damage" in [w.code for w in read_board(text, CATALOGUE).warnings]
    text["cards"] = {"Camp": camp}
    text["battlefields"][0]["card"] = "Camp"
    assert read_board(text, CATALOGUE).warnings == []


def test_a_control_effect_explains_a_foreign_base() -> None:
    base = of_a("base: [{id: x, card: Ember Fox, controller: B}]")
    stolen = f"{base}\neffects: [{{controller: A, kind: control, affects: [x]}}]"
    assert warnings(stolen) == []


#: what gives the unit type to other gear, to runes and to itself, as abilities of what is in play
LIVING = {
    "Forge": {
        "types": ["Gear"],
        "abilities": [
            {
                "kind": "static",
                "affects": {"kind": kind, "side": "friendly"},
                "changes": [
                    {"change": "trait", "types": ["Unit"]},
                    {"change": "might", "amount": 2},
                ],
            }
            for kind in ("gear", "rune")
        ],
    },
    "Anvil": {"types": ["Gear"]},
}


@pytest.mark.parametrize(
    "units",
    [
        "{id: g1, card: Anvil, controller: A}",
        "{id: r1, card: Fury Rune, controller: A}",
        "{id: g1, card: Anvil, controller: A, damage: 1, stunned: true, buffs: 1}",
        "{id: g1, card: Anvil, controller: A, attached: [Tin Crown]}",
    ],
)
def test_what_a_text_makes_a_unit_may_be_where_units_are(units: str) -> None:
    text = yaml.safe_load(west(f"controller: A, units: [{units}]"))
    text["cards"] = LIVING
    text["players"] = {"A": {"base": ["Forge"]}}
    assert [each.code for each in read_board(text, CATALOGUE).warnings] == []


def test_a_text_that_does_not_reach_it_makes_no_unit_of_it() -> None:
    text = yaml.safe_load(west("controller: A, units: [{id: g1, card: Anvil, controller: A}]"))
    text["cards"] = LIVING
    text["players"] = {"B": {"base": ["Forge"]}}  # which is friendly to others
    assert "gear_at_battlefield" in [each.code for each in read_board(text, CATALOGUE).warnings]


def test_what_a_text_makes_a_unit_takes_part_in_a_combat() -> None:
    gear = "{id: g1, card: Anvil, controller: A}"
    text = yaml.safe_load(west(f"controller: B, units: [{gear}, {B_UNIT}]", COMBAT))
    text["cards"] = LIVING
    text["players"] = {"A": {"base": ["Forge"]}}
    reading = read_board(text, CATALOGUE)
    assert reading.warnings == []
    designations = {t.id: t.designation for t in reading.board.battlefields[1].units}
    assert designations == {"g1": "attacker", "b1": "defender"}
