"""An illegal action is answered with every reason, not only with the first that was looked at."""

from __future__ import annotations

import copy
from typing import Any

import msgspec
import pytest

from judge import Action, Ruling, adjudicate, legal_actions, read_board
from judge.board.table import Table

BOARD: dict[str, Any] = {
    "turn": {"player": "A", "number": 5},
    "cards": {
        "Field": {"types": ["Battlefield"]},
        "Plain": {"types": ["Unit"], "domains": ["Fury"], "energy": 1, "might": 2},
        "Trinket": {"types": ["Gear"], "energy": 1},
        "Lure": {
            "types": ["Spell"],
            "energy": 1,
            "chooses": {"who": {"kind": "unit", "side": "enemy"}},
            "does": [{"do": "move", "what": "who", "to": "destination"}],
        },
        "Rally": {
            "types": ["Spell"],
            "chooses": {"who": {"kind": "unit", "side": "friendly", "min": 0, "max": 1}},
            "does": [{"do": "move", "what": "who", "to": "destination"}],
        },
        "Pair": {
            "types": ["Spell"],
            "chooses": {"targets": {"kind": "unit", "side": "friendly", "min": 2, "max": 2}},
            "does": [{"do": "ready", "what": "targets"}],
        },
    },
    "players": {
        "A": {
            "hand": [
                {"id": "p1", "card": "Plain"},
                {"id": "t1", "card": "Trinket"},
                {"id": "s1", "card": "Lure"},
                {"id": "s2", "card": "Rally"},
                {"id": "s3", "card": "Pair"},
            ],
            "runes": [{"id": "r1", "card": "Fury Rune"}, {"id": "r2", "card": "Calm Rune"}],
            "base": [{"id": "a1", "card": "Plain"}, {"id": "a2", "card": "Plain"}],
        },
        "B": {
            "hand": [{"id": "p9", "card": "Plain"}],
            "base": [{"id": "b1", "card": "Plain"}],
        },
    },
    "battlefields": [
        {"id": "west", "card": "Field", "owner": "A"},
        {"id": "east", "card": "Field", "owner": "B"},
    ],
}


def judged(do: Any, by: str = "A", **changes: Any) -> Ruling:
    board = copy.deepcopy(BOARD) | changes
    return adjudicate(read_board(board).board, msgspec.convert({"by": by, "do": do}, Action))


@pytest.mark.parametrize(
    ("by", "do", "codes"),
    [
        # 355.9.b and 355.4.a: a target of the wrong side hides no destination that is wrong too
        (
            "A",
            {"play": "s1", "targets": ["a1"], "to": "base:A"},
            "target_wrong_side already_there",
        ),
        (
            "A",
            {"play": "s1", "targets": ["a1"], "to": "base:B"},
            "target_wrong_side invalid_destination",
        ),
        (
            "A",
            {"play": "s1", "targets": ["zz"], "to": "nowhere"},
            "target_not_there no_such_location",
        ),
        ("A", {"play": "s1", "targets": ["b1"], "to": "base:B"}, "already_there"),
        # 355.4: a destination is chosen for each Move that will be performed, and none is
        ("A", {"play": "s2", "targets": [], "to": "west"}, "no_such_slot"),
        ("A", {"play": "s3", "targets": ["a1", "a1"]}, "target_twice"),
        (
            "A",
            {"play": "s3", "targets": ["a1", "a1", "a2"]},
            "target_twice wrong_number_of_targets",
        ),
        # 149.2: gear goes to its controller's base, and not to another
        ("A", {"play": "t1", "to": "base:B"}, "gear_to_base_only"),
        ("A", {"play": "t1", "additional": {"accelerate": False}}, "no_such_additional_cost"),
        # 419.1.a and 312.1.b
        (
            "B",
            {"play": "p1", "to": "nowhere"},
            "wrong_zone no_priority not_turn_player no_such_location",
        ),
        ("A", {"play": "Nobody Knows", "targets": ["zz"]}, "no_such_card target_not_there"),
        (
            "B",
            {"play": "p9", "to": "nowhere", "pay": {"exhaust": ["r1"]}},
            "no_priority not_turn_player not_enough_energy no_such_location payment_not_a_rune",
        ),
        # 376, 191.3.b
        (
            "A",
            {"activate": "west", "to": "nowhere"},
            "not_controller no_such_ability no_such_location",
        ),
        ("A", {"activate": "b1"}, "not_controller no_such_ability"),
        (
            "B",
            {"activate": "a1", "ability": 3},
            "no_priority not_controller no_such_ability",
        ),
        (
            "B",
            {"activate": "r1", "ability": 0, "to": "west"},
            "spell_has_no_location not_controller no_priority",
        ),
        ("B", {"activate": "zz"}, "no_such_object no_priority"),
        # 144, 144.4.b, 191.3.a
        ("A", {"move": "west", "to": "east"}, "not_a_unit"),
        (
            "A",
            {"move": ["a1", "b1"], "to": "base:B"},
            "not_its_base unit_not_controlled already_there",
        ),
        # 811.1.b, 421
        (
            "B",
            {"hide": "zz", "to": "west"},
            "no_priority hide_not_own_turn hide_wrong_zone hide_not_controlled not_enough_power",
        ),
    ],
)
def test_every_reason_is_given(by: str, do: Any, codes: str) -> None:
    ruling = judged(do, by)
    assert ruling.verdict == "illegal"
    assert sorted(found.code for found in ruling.problems) == sorted(codes.split())


def test_a_stand_in_for_an_open_choice_gives_no_reason_of_its_own() -> None:
    # each battlefield has a combat between B and C (447.2.a), so that a1, the first unit that
    # could be chosen, has no destination; b1 could go to its base (355.4.a)
    fields = [
        {
            "id": place,
            "card": "Field",
            "owner": owner,
            "contested_by": "C",
            "units": [
                {"id": f"b{number}", "card": "Plain", "controller": "B"},
                {"id": f"c{number}", "card": "Plain", "controller": "C"},
            ],
        }
        for number, (place, owner) in enumerate([("west", "A"), ("east", "B"), ("north", "C")], 1)
    ]
    anyone = {"chooses": {"who": {"kind": "unit"}}, "does": BOARD["cards"]["Lure"]["does"]}
    cards = BOARD["cards"] | {"Push": {"types": ["Spell"], **anyone}}
    board = {
        "mode": "ffa3",
        "order": ["A", "B", "C"],
        "turn": {"player": "B", "number": 5},
        "window": {"priority": "B"},
        "cards": cards,
        "players": {
            "A": {"hand": [{"id": "s1", "card": "Push"}], "base": [{"id": "a1", "card": "Plain"}]},
            "B": {},
            "C": {},
        },
        "battlefields": fields,
    }

    def codes(do: Any) -> list[str]:
        action = msgspec.convert({"by": "A", "do": do}, Action)
        return [found.code for found in adjudicate(read_board(board).board, action).problems]

    assert codes({"play": "s1"}) == ["no_priority", "not_turn_player"]
    stuck = codes({"play": "s1", "targets": ["a1"]})
    assert stuck == ["no_priority", "not_turn_player", "no_destination"]


@pytest.mark.parametrize("resources", [None, "enough"])
def test_a_written_payment_is_looked_at_even_where_nothing_need_be_paid(
    resources: str | None,
) -> None:
    changes = {"resources": resources} if resources else {}
    wrong = judged({"play": "s2", "targets": [], "pay": {"exhaust": ["b1"]}}, **changes)
    assert [found.code for found in wrong.problems] == ["payment_not_a_rune"]
    written = judged({"play": "p1", "to": "base", "pay": {"exhaust": ["r2"]}}, **changes)
    assert written.verdict == "legal"
    assert written.board is not None
    exhausted = {thing.id: thing.exhausted for thing in Table(written.board).objects.values()}
    assert (exhausted["r1"], exhausted["r2"]) == (False, True)


def test_patterns_say_what_an_ability_adds() -> None:
    # 164.2.a, 164.2.b.1
    texts = {pattern.text for pattern in legal_actions(read_board(BOARD).board).patterns}
    assert texts >= {
        "Fury Rune (r1): exhaust it: add 1 Energy",
        "Fury Rune (r1): recycle it: add 1 Fury Power",
        "Calm Rune (r2): recycle it: add 1 Calm Power",
    }
