"""The printer on definitions of our own: what the examples of docs/notation.md leave out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from api.notation_yaml import load
from judge.cardtext import (
    NotPrintable,
    normalised,
    print_ability,
    print_card,
    print_change,
    print_condition,
    print_instruction,
    print_selector,
    print_value,
)
from judge.effects import notation as n

THING = {
    "target": n.Selector(kind="unit", side="friendly"),
    "foe": n.Selector(kind="unit", side="enemy"),
}


CASES = load((Path(__file__).parent / "cardtext.yaml").read_text("utf-8"))


def cases(family: str) -> list[tuple[Any, str]]:
    """The pieces of notation of a family, each with what it prints to."""
    return [(case["node"], case["says"]) for case in CASES[family]]


@pytest.mark.parametrize(("node", "says"), cases("selectors"))
def test_selectors(node: Any, says: str) -> None:
    assert print_selector(msgspec.convert(node, n.Selector)) == says


@pytest.mark.parametrize(("node", "says"), cases("values"))
def test_values(node: Any, says: str) -> None:
    assert print_value(msgspec.convert(node, n.Value)) == says


@pytest.mark.parametrize(("node", "says"), cases("conditions"))
def test_conditions(node: Any, says: str) -> None:
    assert print_condition(msgspec.convert(node, n.Condition)) == says


@pytest.mark.parametrize(("node", "says"), cases("instructions"))
def test_instructions(node: Any, says: str) -> None:
    assert print_instruction(msgspec.convert(node, n.AnyInstruction), THING) == says


@pytest.mark.parametrize(("node", "says"), cases("changes"))
def test_changes(node: Any, says: str) -> None:
    assert print_change(msgspec.convert(node, n.Change)) == says


@pytest.mark.parametrize(("node", "says"), cases("abilities"))
def test_abilities(node: Any, says: str) -> None:
    assert print_ability(msgspec.convert(node, n.AnyAbility)) == says


def test_two_that_deal_damage_to_each_other_do_so_in_one_sentence() -> None:
    card = n.CardDefinition(
        name="Quarrel",
        types=["Spell"],
        chooses={
            "target": n.Selector(kind="unit", state=["exhausted"]),
            "foe": n.Selector(kind="unit", state=["ready"]),
        },
        does=[
            n.Deal(amount=n.MightOf(of="target"), to="foe", source="target"),
            n.Deal(amount=n.MightOf(of="foe"), to="target", source="foe"),
        ],
    )
    printed = print_card(card)
    first, second = printed.removesuffix(" to each other.").split(". ")
    assert first == "Choose an exhausted unit and a ready unit"
    assert second.startswith("They deal damage equal to their Mights")


def test_what_has_no_printed_form_is_said() -> None:
    class Sing(n.Instruction, tag="sing"):
        """No node of the notation."""

    with pytest.raises(NotPrintable):
        print_instruction(Sing())  # type: ignore[arg-type]


# --- normalising


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("[Tank] (Reminder.)\nSing.", "[Tank]\nSing."),
        ("[Assault 2], [Shield]\nSing.", "[Shield]\n[Assault 2]\nSing."),
        ("Tank\nSing.", "[Tank]\nSing."),
        ("[Deathknell] — Draw 1.", "[Deathknell][>] Draw 1."),
        ("[E]: [Reaction] — [Add] [1].", "[Reaction][>] [E]: [Add] [1]."),
        ("Kill this, [1], [E]: Draw 1.", "[1], [E], Kill this: Draw 1."),
        ("Draw two.", "Draw 2."),
        ("If you have 3 or more XP, draw 1.", "If you have 3+ XP, draw 1."),
        ("Discard 1, then draw 1.", "Discard 1. Draw 1."),
        ("Draw 1 and channel 1 rune.", "Draw 1. Channel 1 rune."),
        ("I enter ready if you sing.", "If you sing, I enter ready."),
        ("Move a gear from a battlefield to its base.", "Move a gear at a battlefield to base."),
        ("[Stun] a unit.", "Stun a unit."),
    ],
)
def test_what_two_texts_may_differ_in(one: str, other: str) -> None:
    assert normalised(one) == normalised(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Draw 1.", "Draw 2."),
        ("If you sing, draw 1 and ready me.", "If you sing, draw 1. Ready me."),
        ("You may draw 1 and ready me.", "You may draw 1. Ready me."),
        ("Give a unit +1 [M].", "Give a unit -1 [M]."),
        ("Move a unit to your base.", "Move a unit to base."),
        ("Kill all units.", "Kill a unit."),
        ("[1], [E]: Draw 1.", "[E]: Draw 1."),
        ("When I hold, draw 1.", "When I hold, you may draw 1."),
    ],
)
def test_what_two_texts_may_not_differ_in(one: str, other: str) -> None:
    assert normalised(one) != normalised(other)
