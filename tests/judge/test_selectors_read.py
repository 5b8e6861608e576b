"""Of a selector no more passes for executed than is read of what it means and where it stands."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import msgspec
import pytest

from judge.effects import notation as n
from judge.effects.linting import decode_definition
from judge.effects.support import FIELDS, unsupported

UNIT: dict[str, Any] = {"name": "Heron", "types": ["Unit"], "might": 2}
SPELL: dict[str, Any] = {"name": "Gust of Reeds", "types": ["Spell"]}
JUDGE = Path(n.__file__).parents[2]
#: what says what is read, prints it or checks it, and executes nothing
NOT_EXECUTING = ("notation", "cardtext", "support", "linting", "describing", "words")


def names_read() -> set[str]:
    """Every attribute that the code that executes something asks for, and every word in it."""
    found: set[str] = set()
    for path in JUDGE.rglob("*.py"):
        if any(part in str(path.relative_to(JUDGE)) for part in NOT_EXECUTING):
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Attribute):
                found.add(node.attr)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
    return found


def test_every_field_that_is_listed_is_asked_for_by_what_executes() -> None:
    read = names_read()
    for node, fields in FIELDS.items():
        # the keyword by which a text of its own goes is a name and asks for nothing
        assert fields - {"deathknell"} <= read, (node, fields - read)


@pytest.mark.parametrize(
    ("selector", "axis"),
    [
        ({"kind": "battlefield", "unlike": ["it"]}, "unlike"),
        ({"kind": "battlefield", "rank": "highest_might"}, "rank"),
        ({"kind": "player", "of": "opponent"}, "of"),
        ({"kind": "facedown_card", "at": "here"}, "at"),
        ({"kind": "spell", "tag": ["Poro"]}, "tag"),
        ({"kind": "unit", "zone": "trash", "rank": "highest_energy"}, "rank"),
        ({"kind": "unit", "zone": "trash", "without_keyword": ["Tank"]}, "without_keyword"),
        ({"kind": "unit", "zone": "trash", "total_energy_at_most": 3, "max": 2}, "total_energy"),
        ({"kind": "card", "zone": "banished_with_me", "energy_at_most": 3}, "energy_at_most"),
        ({"kind": "unit", "by": "opponent"}, "by"),
    ],
)
def test_an_axis_that_nothing_reads_is_named(selector: dict[str, Any], axis: str) -> None:
    chooses = {"target": msgspec.convert(selector, n.Selector)}
    missing = unsupported(n.CardDefinition(name="Gust", types=["Spell"], chooses=chooses))
    assert any(axis in words for words in missing)


@pytest.mark.parametrize(
    "does",
    [
        {"do": "kill", "what": {"kind": "unit", "max": 2}},
        {"do": "kill", "what": {"kind": "unit", "together": ["same_place"]}},
        {"do": "choose", "from": {"kind": "unit", "max": 2, "together": ["same_place"]}},
        {
            "do": "pay",
            "cost": {"kill": {"kind": "unit", "max": 2, "total_might_at_most": 3}},
        },
        {
            "do": "give",
            "to": {"kind": "player"},
            "changes": [{"change": "cannot", "moment": {"event": "gain_points", "by": "you"}}],
        },
        {"do": "replace", "what": "me", "back": True, "who": "opponent"},
    ],
)
def test_what_is_read_only_where_somebody_chooses_is_named_elsewhere(does: dict[str, Any]) -> None:
    assert decode_definition({**SPELL, "does": [does]}).text == "unmodelled"


CANNOT = {"change": "cannot", "moment": {"event": "move"}}


@pytest.mark.parametrize(
    "ability",
    [
        {"kind": "static", "empowered": True, "changes": [CANNOT]},
        {"kind": "static", "empowered": True, "changes": [{"change": "cost", "energy": -1}]},
        {
            "kind": "static",
            "affects": {"kind": "unit", "state": ["exhausted"]},
            "changes": [{"change": "enters", "ready": True}],
        },
        {
            "kind": "triggered",
            "when": {"event": "attach", "what": {"kind": "gear"}, "other": "it"},
            "does": [{"do": "draw"}],
        },
        {
            "kind": "triggered",
            "when": {"event": "burn", "what": {"kind": "unit", "might_at_least": 3}},
            "does": [{"do": "draw"}],
        },
    ],
)
def test_a_clause_that_nothing_would_ask_about_is_no_modelled_text(ability: dict[str, Any]) -> None:
    assert decode_definition({**UNIT, "abilities": [ability]}).text == "unmodelled"


def test_effect_text_says_nothing_yet_of_costs_and_of_entering() -> None:
    gear = n.CardDefinition(
        name="Reed Net",
        types=["Gear"],
        effect_text=[
            n.Static(changes=[n.Cannot(moment=n.Moment(event="move", what="me"))]),
            n.Static(changes=[n.Enters(ready=True)]),
        ],
    )
    assert unsupported(gear) == ["kind: static, in effect text"]
