"""A game is set up only with decks that the rules allow, and every reason against one is said."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import msgspec
import pytest

from judge import MeaninglessBoard, Setup, new_board
from judge.modes.modes import MODES
from tests.selfplay.decks import vanilla_setup

DRAW = [{"do": "draw"}]
EXTRA: dict[str, Any] = {
    "Deep Diver": {"types": ["Unit"], "domains": ["Mind"], "energy": 1, "might": 1},
    "Two Minds": {"types": ["Unit"], "domains": ["Fury", "Mind"], "energy": 1, "might": 1},
    "Loner": {"types": ["Unit"], "energy": 1, "might": 1, "keywords": {"Unique": 1}},
    "Wisp": {"types": ["Unit"], "might": 1, "token": True},
    "Mind Field": {"types": ["Battlefield"], "domains": ["Mind"]},
    "Stranger": {"types": ["Unit"], "supertype": "Champion", "tags": ["Somebody"], "might": 3},
    "Nobody, Risen": {
        "types": ["Unit"],
        "supertype": "Champion",
        "domains": ["Fury"],
        "tags": ["Nobody"],
        "energy": 3,
        "might": 3,
    },
    "Own Sign": {"types": ["Spell"], "supertype": "Signature", "tags": ["Nobody"], "does": DRAW},
    "Own Seal": {"types": ["Spell"], "supertype": "Signature", "tags": ["Nobody"], "does": DRAW},
    "Their Sign": {
        "types": ["Spell"],
        "supertype": "Signature",
        "tags": ["Somebody"],
        "does": DRAW,
    },
}


def setup(**changes: Any) -> dict[str, Any]:
    """A setup in which A's deck has some of its keys replaced; `add` adds to the Main Deck."""
    found = deepcopy(vanilla_setup())
    found["cards"] = {**found["cards"], **EXTRA}
    deck = found["decks"]["A"] = deepcopy(found["decks"]["A"])
    deck["main"].update(changes.pop("add", {}))
    deck.update(changes)
    return found


def faults(data: dict[str, Any]) -> list[tuple[str, str]]:
    with pytest.raises(MeaninglessBoard) as raised:
        new_board(msgspec.convert(data, Setup))
    return [(fault.path, fault.code) for fault in raised.value.faults]


FIELDS = ["First Field", "Second Field", "Third Field"]
#: the keys changed, and the fault that it makes; the rule stands behind it
REFUSED: list[tuple[dict[str, Any], str, str]] = [
    ({"battlefields": []}, "battlefields", "wrong_number_of_battlefields"),  # 485.4.a
    ({"battlefields": FIELDS[:1]}, "battlefields", "wrong_number_of_battlefields"),
    ({"battlefields": [*FIELDS, "Mind Field"][:2]}, "battlefields", "wrong_number_of_battlefields"),
    (
        {"battlefields": [*FIELDS[:2], "First Field"]},
        "battlefields.2",
        "battlefield_twice",
    ),  # 103.4.c
    ({"battlefields": [*FIELDS[:2], "Mind Field"]}, "battlefields.2", "outside_domain_identity"),
    ({"main": {"Champion of Nobody": 3}}, "main", "main_deck_too_small"),  # 103.2
    ({"add": {"Line Soldier": 4}}, "main.Line Soldier", "too_many_copies"),  # 103.2.b
    ({"add": {"Champion of Nobody": 4}}, "main.Champion of Nobody", "too_many_copies"),  # 103.2.b.1
    ({"add": {"Loner": 2}}, "main.Loner", "too_many_copies"),  # 825.3.a
    ({"runes": {"Fury Rune": 6, "Calm Rune": 5}}, "runes", "wrong_number_of_runes"),  # 103.3.a
    ({"runes": {"Fury Rune": 6, "Calm Rune": 7}}, "runes", "wrong_number_of_runes"),
    (
        {"runes": {"Fury Rune": 6, "Mind Rune": 6}},
        "runes.Mind Rune",
        "outside_domain_identity",
    ),  # 103.3.a.1
    ({"add": {"Deep Diver": 1}}, "main.Deep Diver", "outside_domain_identity"),  # 103.1.b.3
    ({"add": {"Two Minds": 1}}, "main.Two Minds", "outside_domain_identity"),  # 103.1.b.4
    ({"add": {"Wisp": 1}}, "main.Wisp", "token_in_deck"),  # 185
    ({"champion": "Line Soldier"}, "champion", "not_a_champion"),  # 103.2.a.2
    ({"champion": "Stranger", "add": {"Stranger": 1}}, "champion", "champion_of_another_legend"),
    ({"add": {"Own Sign": 2, "Own Seal": 2}}, "main", "too_many_signatures"),  # 103.2.d.1
    ({"add": {"Their Sign": 1}}, "main.Their Sign", "signature_of_another_legend"),  # 103.2.d.2
]


@pytest.mark.parametrize(("changes", "path", "code"), REFUSED)
def test_a_deck_that_the_rules_refuse(changes: dict[str, Any], path: str, code: str) -> None:
    assert (f"decks.A.{path}", code) in faults(setup(**changes))


def test_every_reason_is_said_at_once() -> None:
    found = faults(setup(battlefields=FIELDS[:1], runes={"Fury Rune": 3}, main={"Deep Diver": 4}))
    assert {code for _, code in found} == {
        "wrong_number_of_battlefields",
        "wrong_number_of_runes",
        "main_deck_too_small",
        "too_many_copies",
        "outside_domain_identity",
        "champion_not_in_deck",
    }


@pytest.mark.parametrize("mode", sorted(MODES))
def test_every_mode_asks_for_three_battlefields_by_its_own_rule(mode: str) -> None:
    data = setup(battlefields=FIELDS[:1])
    data["mode"] = mode
    for name in "CD"[: MODES[mode].players - 2]:
        data["decks"][name] = data["decks"]["B"]
    if MODES[mode].teams:
        data["teams"] = [["A", "B"], ["C", "D"]]
    with pytest.raises(MeaninglessBoard) as raised:
        new_board(msgspec.convert(data, Setup))
    (fault,) = (f for f in raised.value.faults if f.code == "wrong_number_of_battlefields")
    assert f"({MODES[mode].heading}.4.a)" in fault.message


def test_what_the_rules_allow_is_set_up() -> None:
    allowed = setup(add={"Own Sign": 2, "Own Seal": 1, "Loner": 1})
    assert new_board(msgspec.convert(allowed, Setup)).verdict == "question"


def test_a_subtitle_makes_another_name() -> None:
    """132.4: three copies of each are allowed, and only one of the two is the Chosen Champion."""
    allowed = setup(add={"Champion of Nobody": 3, "Nobody, Risen": 3})
    assert new_board(msgspec.convert(allowed, Setup)).verdict == "question"
    too_many = setup(add={"Champion of Nobody": 3, "Nobody, Risen": 4})
    assert faults(too_many) == [("decks.A.main.Nobody, Risen", "too_many_copies")]
