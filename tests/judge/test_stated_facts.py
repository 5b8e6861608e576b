"""Every fact that a board can state is read, refused where it is reached, a caveat, or recorded."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

import judge
from judge import Action, Do
from judge.board.state import Board
from judge.board.uses import USES
from judge.ruling.ruling import Ruling

ROOT = Path(__file__).resolve().parents[2]


def parts(kind: Any, found: dict[type, None] | None = None) -> dict[type, None]:
    """Every struct that a board is made of."""
    found = {} if found is None else found
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind not in found:
        found[kind] = None
        for hint in get_type_hints(kind).values():
            parts(hint, found)
    for argument in get_args(kind):
        parts(argument, found)
    return found


@pytest.mark.parametrize("kind", parts(Board), ids=lambda kind: kind.__name__)
def test_every_field_of_a_board_stands_in_the_table(kind: type[msgspec.Struct]) -> None:
    assert set(USES[kind]) == set(kind.__struct_fields__)


def test_the_table_names_nothing_else() -> None:
    assert set(USES) == set(parts(Board))


def loaded() -> set[str]:
    """Names of attributes that code of the engine reads, the notation of boards itself left out."""
    names = set()
    for file in (ROOT / "judge").rglob("*.py"):
        if file.name in ("state.py", "document.py", "canonical.py", "references.py", "uses.py"):
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
                names.add(node.attr)
    return names


def test_what_is_said_to_be_read_is_read_somewhere() -> None:
    read = {
        name for table in USES.values() for name, use in table.items() if use in ("read", "refused")
    }
    assert read <= loaded()


# --- a board to state things on -----------------------------------------------------------------

BOARD: dict[str, Any] = {
    "turn": {"player": "A", "number": 9, "begun": {"A": 5, "B": 4}},
    "order": ["A", "B"],
    "cards": {
        "Field": {"types": ["Battlefield"]},
        "Plain": {"types": ["Unit"], "energy": 1, "might": 3, "keywords": {"Hidden": 1}},
        "Crown": {"types": ["Gear"], "energy": 0},
        "Bolt": {
            "types": ["Spell"],
            "energy": 1,
            "keywords": {"Reaction": 1},
            "chooses": {"goal": {"kind": "unit"}},
            "does": [{"do": "deal", "amount": 2, "to": "goal"}],
        },
        "Push": {
            "types": ["Spell"],
            "energy": 0,
            "keywords": {"Reaction": 1},
            "chooses": {"goal": {"kind": "unit"}},
            "does": [{"do": "move", "what": "goal"}],
        },
        "Insight": {"types": ["Spell"], "energy": 0, "does": [{"do": "draw"}]},
        "Refusal": {
            "types": ["Spell"],
            "energy": 0,
            "keywords": {"Reaction": 1},
            "chooses": {"goal": {"kind": "spell"}},
            "does": [{"do": "counter", "what": "goal"}],
        },
        "Mourner": {
            "types": ["Unit"],
            "might": 1,
            "abilities": [
                {
                    "kind": "triggered",
                    "when": "die",
                    "chooses": {"goal": {"kind": "unit", "where": "here"}},
                    "does": [{"do": "deal", "amount": 2, "to": "goal"}],
                }
            ],
        },
        "Volunteer": {
            "types": ["Unit"],
            "might": 1,
            "abilities": [
                {"kind": "triggered", "when": "move", "may": True, "does": [{"do": "draw"}]}
            ],
        },
    },
    "players": {
        "A": {
            "hand": [],
            "deck": 9,
            "rune_deck": 4,
            "points": 1,
            "base": [{"id": "a1", "card": "Plain", "exhausted": False}],
        },
        "B": {"hand": [], "deck": 9, "rune_deck": 4, "points": 1},
    },
    "battlefields": [
        {"id": "west", "card": "Field", "owner": "A"},
        {
            "id": "east",
            "card": "Field",
            "owner": "B",
            "controller": "B",
            "units": [{"id": "b1", "card": "Plain"}],
        },
    ],
    "this_turn": {},
    "complete": True,
}


def board(*changes: tuple[str, Any]) -> dict[str, Any]:
    """The board with values set at paths such as `players.A.hand` or `battlefields.0.units`."""
    found = deepcopy(BOARD)
    for path, value in changes:
        part: Any = found
        *way, last = path.split(".")
        for step in way:
            part = part[int(step)] if isinstance(part, list) else part.setdefault(step, {})
        if isinstance(part, list):
            part[int(last)] = value
        else:
            part[last] = value
    return found


def item(**facts: Any) -> tuple[tuple[str, Any], ...]:
    """An item on the chain that resolves when A passes."""
    return (
        ("chain", {"items": [{"id": "c1", "controller": "B", **facts}]}),
        ("window", {"priority": "A", "passed": ["B"]}),
    )


def effect(**facts: Any) -> tuple[str, Any]:
    return ("effects", [{"id": "e1", "controller": "B", "affects": ["b1"], **facts}])


def ruling(do: Any, *changes: tuple[str, Any]) -> Ruling:
    return judge.adjudicate(judge.read_board(board(*changes)).board, Action(by="A", do=do))


ATTACK = Do(move="a1", to="east")
BOLT = {"card": "Bolt", "chose": [{"targets": {"goal": ["b1"]}}]}
TWICE = {"card": "Bolt", "chose": [{"targets": {"goal": ["b1"]}}, {"targets": {"goal": ["a1"]}}]}
PUSH = {"card": "Push", "targets": ["b1"]}
UNIT = {"card": "Plain"}

# --- refused where it is reached ----------------------------------------------------------------

REFUSED: list[tuple[str, Any, tuple[tuple[str, Any], ...], str, str]] = [
    (
        "Choices.modes",
        "pass",
        item(card="Bolt", chose=[{"targets": {"goal": ["b1"]}, "modes": ["first"]}]),
        "clause",
        "chain.items.c1.chose.0.modes",
    ),
    (
        "Choices.groups",
        "pass",
        item(card="Bolt", chose=[{"targets": {"goal": ["b1"]}, "groups": {"all": ["b1"]}}]),
        "clause",
        "chain.items.c1.chose.0.groups",
    ),
    (
        "Choices.x",
        "pass",
        item(card="Bolt", chose=[{"targets": {"goal": ["b1"]}, "x": 2}]),
        "clause",
        "chain.items.c1.chose.0.x",
    ),
    (
        "Choices.names",
        "pass",
        item(card="Bolt", chose=[{"targets": {"goal": ["b1"]}, "names": ["Plain"]}]),
        "clause",
        "chain.items.c1.chose.0.names",
    ),
    (
        "ChainItem.pending",
        "pass",
        item(**BOLT, pending=True),
        "missing_fact",
        "chain.items.c1.pending",
    ),
    (
        "PoolUnit.restriction",
        Do(play="c9", targets=["b1"]),
        (
            ("players.A.hand", [{"id": "c9", "card": "Bolt"}]),
            ("players.A.pool", [{"kind": "energy", "restriction": "songs"}]),
        ),
        "clause",
        "players.A.pool",
    ),
    (
        "GameObject.copied",
        ATTACK,
        (("battlefields.1.units", [{"id": "b1", "card": "Plain", "copied": {"name": "Crown"}}]),),
        "clause",
        "objects.b1.copied",
    ),
    (
        "FacedownCard.cause",
        Do(play="f1", source="facedown"),
        (
            (
                "battlefields.0",
                {
                    "id": "west",
                    "card": "Field",
                    "owner": "A",
                    "controller": "A",
                    "units": [{"id": "a2", "card": "Plain"}],
                    "facedown": [{"id": "f1", "card": "Plain", "cause": "effect", "since": 3}],
                },
            ),
        ),
        "clause",
        "facedown.f1.cause",
    ),
    (
        "Effect.open",
        ATTACK,
        (("effects", [{"id": "e1", "controller": "B", "open": {"kind": "unit"}, "might": 1}]),),
        "clause",
        "effects.e1.open",
    ),
    (
        "Effect.affects",
        ATTACK,
        (("effects", [{"id": "e1", "controller": "B", "might": 1}]),),
        "missing_fact",
        "effects.e1.affects",
    ),
    (
        "Effect.abilities",
        ATTACK,
        (effect(kind="grant", abilities=[{"kind": "triggered", "when": "defend"}]),),
        "clause",
        "effects.e1",
    ),
    ("Effect.uses", ATTACK, (effect(might=1, uses=1),), "clause", "effects.e1"),
    ("Effect.amounts", ATTACK, (effect(amounts={"bonus_damage": 3}),), "clause", "effects.e1"),
    (
        "Effect.amounts",
        "pass",
        (
            *item(**BOLT),
            (
                "effects",
                [
                    {
                        "id": "e1",
                        "controller": "B",
                        "affects": ["c1"],
                        "amounts": {"bonus_damage": 3},
                    }
                ],
            ),
        ),
        "clause",
        "effects.e1",
    ),
    ("Effect.bound", ATTACK, (effect(bound={"it": "a1"}),), "clause", "effects.e1"),
]


@pytest.mark.parametrize(
    ("field", "do", "changes", "reason", "about"),
    REFUSED,
    ids=[f"{c[0]}-{n}" for n, c in enumerate(REFUSED)],
)
def test_a_fact_that_nothing_reads_is_refused_where_it_is_reached(
    field: str, do: Any, changes: tuple[tuple[str, Any], ...], reason: str, about: str
) -> None:
    found = ruling(do, *changes)
    assert found.refusal is not None, found.sentence
    assert (found.verdict, found.refusal.reason) == ("not_adjudicable", reason)
    assert found.refusal.about == about


# --- a caveat where it is not -------------------------------------------------------------------

CAVEATS: list[tuple[str, Any, tuple[tuple[str, Any], ...], str]] = [
    (
        "Paid.looked_back",
        "pass",
        item(card="Insight", paid={"looked_back": {"b9@1": {"might": 2}}}),
        "objects spent as its cost",
    ),
    ("Paid.costs", "pass", item(card="Insight", paid={"costs": {"kill": 1}}), "additional costs"),
    (
        "ChainItem.alternative_cost",
        "pass",
        item(card="Insight", alternative_cost="Flow"),
        "an alternative cost",
    ),
    (
        "ChainItem.follows",
        "pass",
        item(card="Insight", follows={"it": "b1"}),
        "what words of its text follow",
    ),
    (
        "ChainItem.active",
        "pass",
        item(card="Insight", active=["Legion"]),
        "dependent texts that were active",
    ),
    (
        "ChainItem.about",
        "pass",
        item(card="Insight", about={"alone": True}),
        "facts frozen by its condition",
    ),
    (
        "PoolUnit.restriction",
        ATTACK,
        (("players.A.pool", [{"kind": "energy", "restriction": "songs"}]),),
        "a restriction on resources",
    ),
    (
        "GameObject.copied",
        Do(move="a1", to="west"),
        (("battlefields.1.units", [{"id": "b1", "card": "Plain", "copied": {"name": "Crown"}}]),),
        "copied traits",
    ),
    (
        "GameObject.counters",
        ATTACK,
        (("battlefields.1.units", [{"id": "b1", "card": "Plain", "counters": {"charge": 1}}]),),
        "counters",
    ),
    (
        "GameObject.chosen",
        ATTACK,
        (("battlefields.1.units", [{"id": "b1", "card": "Plain", "chosen": {"tag": "Dragon"}}]),),
        "choices made as it was played",
    ),
    (
        "GameObject.linked",
        ATTACK,
        (
            (
                "battlefields.1.units",
                [{"id": "b1", "card": "Plain", "linked": {"banished": ["x@1"]}}],
            ),
        ),
        "linked cards",
    ),
    (
        "FacedownCard.cause",
        ATTACK,
        (("battlefields.1.facedown", [{"id": "f1", "cause": "effect"}]),),
        "that an effect put it facedown",
    ),
    (
        "Effect.open",
        Do(move="a1", to="west"),
        (("effects", [{"id": "e1", "controller": "B", "open": {"kind": "unit"}, "might": 1}]),),
        "a lasting effect on objects that it does not name",
    ),
    (
        "Effect.abilities",
        Do(move="a1", to="west"),
        (effect(kind="grant", abilities=[{"kind": "triggered", "when": "defend"}]),),
        "granted abilities",
    ),
    (
        "Effect.uses",
        Do(move="a1", to="west"),
        (effect(might=1, uses=1),),
        "an effect for a number of uses",
    ),
    (
        "Effect.amounts",
        Do(move="a1", to="west"),
        (effect(amounts={"bonus_damage": 3}),),
        "amounts (bonus_damage)",
    ),
    (
        "Effect.bound",
        Do(move="a1", to="west"),
        (effect(bound={"it": "a1"}),),
        "bound referents (it)",
    ),
    (
        "Effect.until",
        Do(move="a1", to="west"),
        (effect(might=1, until="next_time"),),
        "an effect that lasts until the next time",
    ),
]


@pytest.mark.parametrize(
    ("field", "do", "changes", "words"), CAVEATS, ids=[f"{c[0]}-{n}" for n, c in enumerate(CAVEATS)]
)
def test_a_fact_that_nothing_reads_is_a_caveat_where_it_is_not_reached(
    field: str, do: Any, changes: tuple[tuple[str, Any], ...], words: str
) -> None:
    found = ruling(do, *changes)
    assert (found.verdict, found.basis) == ("legal", "assumed"), found.sentence
    said = [caveat.sentence for caveat in found.caveats if caveat.code == "unmodelled_fact"]
    assert any(sentence.startswith(f"The board gives {words} (") for sentence in said), said


DAMAGED = ("battlefields.1.units", [{"id": "b1", "card": "Plain", "damage": 2}])


@pytest.mark.parametrize(
    ("changes", "about"),
    [
        ((effect(might=-1, uses=1),), "effects.e1"),
        (
            (
                (
                    "effects",
                    [{"id": "e1", "controller": "B", "open": {"kind": "unit"}, "might": -1}],
                ),
            ),
            "effects.e1.open",
        ),
        ((("battlefields.1.units.0.copied", {"name": "Crown"}),), "objects.b1.copied"),
    ],
)
def test_whether_a_damaged_unit_dies_is_not_told_without_them(
    changes: tuple[tuple[str, Any], ...], about: str
) -> None:
    # 323.5 compares its damage with its Might
    found = ruling(Do(move="a1", to="west"), DAMAGED, *changes)
    assert found.refusal is not None, found.sentence
    assert found.refusal.about == about
    found = judge.check_board(judge.read_board(board(DAMAGED, *changes)).board)  # type: ignore[assignment]
    assert "unmodelled_fact" in [caveat.code for caveat in found.caveats]


def fields_of(use: str) -> Iterator[str]:
    for kind, table in USES.items():
        for name, how in table.items():
            if how == use:
                yield f"{kind.__name__}.{name}"


def test_every_field_that_is_refused_or_a_caveat_has_its_case() -> None:
    assert set(fields_of("refused")) <= {case[0] for case in REFUSED}
    assert set(fields_of("caveat")) <= {case[0] for case in CAVEATS}


def test_what_is_only_recorded_leaves_a_ruling_as_it_is() -> None:
    plain = ruling(ATTACK)
    stated = ruling(
        ATTACK,
        ("this_turn", {"players": {"A": {"drawn": 2, "xp_gained": 1}}, "spell_damage": {"x": 1}}),
        ("players.A.xp", 3),
    )
    assert (stated.verdict, stated.basis, stated.caveats) == ("legal", plain.basis, plain.caveats)
