"""What an explanation says of effects that wait for others (478, 479.2): where, and for what."""

from __future__ import annotations

from typing import Any

import judge

_FIVE = {"kind": "unit", "side": "friendly", "other": True, "might_at_least": 5}
_CARDS: dict[str, Any] = {
    "Hill": {"types": ["Battlefield"]},
    "Proud": {
        "types": ["Unit"],
        "might": 1,
        "abilities": [
            {"kind": "static", "affects": _FIVE, "changes": [{"change": "might", "amount": 1}]}
        ],
    },
    "Herald": {
        "types": ["Unit"],
        "might": 1,
        "abilities": [
            {
                "kind": "static",
                "affects": {"kind": "unit", "side": "friendly", "other": True},
                "changes": [{"change": "might", "amount": {"value": "count", "of": _FIVE}}],
            }
        ],
    },
    "Leader": {
        "types": ["Unit"],
        "might": 1,
        "abilities": [
            {
                "kind": "static",
                "affects": {"kind": "unit", "side": "friendly", "other": True},
                "while": {"if": "exists", "of": _FIVE},
                "changes": [{"change": "might", "amount": 1}],
            }
        ],
    },
    "Grow": {"types": ["Spell"], "does": [{"do": "draw"}]},
    "Feed": {"types": ["Spell"], "does": [{"do": "draw"}]},
    "Blade": {"types": ["Gear"], "tags": ["Equipment"], "might_bonus": 1, "energy": 1},
    "Four": {"types": ["Unit"], "might": 4},
    "Six": {"types": ["Unit"], "might": 6},
}


def _board(base: list[dict[str, Any]], effects: tuple[dict[str, Any], ...] = ()) -> judge.Board:
    return judge.read_board(
        {
            "turn": {"player": "Ada", "number": 7},
            "players": {"Ada": {"base": base}, "Bo": {}},
            "effects": list(effects),
            "battlefields": [
                {"id": "west", "card": "Hill", "owner": "Ada"},
                {"id": "east", "card": "Hill", "owner": "Bo"},
            ],
            "cards": _CARDS,
        }
    ).board


def _grown(ref: str, since: int, origin: str = "Grow") -> dict[str, Any]:
    return {
        **{"id": f"e{since}", "controller": "Ada", "kind": "grant", "origin": origin},
        **{"affects": [ref], "might": 1, "since": since},
    }


def _waits(board: judge.Board, ref: str) -> list[tuple[str, list[str]]]:
    steps = judge.explain(board, ref).steps
    return [(step.sentence, step.rules) for step in steps if step.deed == "reordered"]


def _armed(since: int, bonus_since: int) -> judge.Board:
    gear = {"id": "g1", "card": "Blade", "since": bonus_since}
    return _board(
        [
            {"id": "p1", "card": "Proud", "since": since},
            {"id": "a1", "card": "Four", "since": 2, "attached": [gear]},
        ]
    )


def test_an_older_effect_waits_for_a_might_bonus() -> None:
    said = "Proud depends on the Might Bonus of Blade and is applied after it."
    assert _waits(_armed(1, 3), "a1") == [(said, ["479.2", "478.1.b"])]
    assert judge.explain(_armed(1, 3), "a1").might == 6


def test_a_younger_effect_has_nothing_to_wait_for() -> None:
    assert _waits(_armed(4, 3), "a1") == []
    assert judge.explain(_armed(4, 3), "a1").might == 6


def test_an_effect_waits_for_a_buff() -> None:
    base = [{"id": "p1", "card": "Proud", "since": 1}, {"id": "a1", "card": "Four", "buffs": 1}]
    said = "Proud depends on its 1 buff and is applied after it."
    assert _waits(_board(base), "a1") == [(said, ["479.2", "478.1.b"])]


def test_a_buff_that_alters_nothing_is_not_waited_for() -> None:
    base = [{"id": "p1", "card": "Proud", "since": 1}, {"id": "a1", "card": "Six", "buffs": 1}]
    assert _waits(_board(base), "a1") == []


def test_an_effect_that_counts_waits_for_the_buff_on_another_unit() -> None:
    base = [
        {"id": "h1", "card": "Herald", "since": 1},
        {"id": "a1", "card": "Four", "buffs": 1, "since": 2},
        {"id": "b1", "card": "Four", "since": 3},
    ]
    own = "Herald depends on its 1 buff and is applied after it."
    others = "Herald depends on the 1 buff on Four (a1) and is applied after it."
    assert _waits(_board(base), "a1") == [(own, ["479.2", "478.1.c"])]
    assert _waits(_board(base), "b1") == [(others, ["479.2", "478.1.c"])]


def test_an_effect_with_a_condition_waits_for_the_buff_on_another_unit() -> None:
    base = [
        {"id": "l1", "card": "Leader", "since": 1},
        {"id": "a1", "card": "Four", "buffs": 1, "since": 2},
        {"id": "b1", "card": "Four", "since": 3},
    ]
    said = "Leader depends on the 1 buff on Four (a1) and is applied after it."
    assert _waits(_board(base), "b1") == [(said, ["479.2", "478.1.a"])]


def test_only_where_it_alters_something_is_an_effect_waited_for() -> None:
    base = [
        {"id": "p1", "card": "Proud", "since": 1},
        {"id": "a1", "card": "Four", "since": 2},
        {"id": "b1", "card": "Six", "since": 2},
    ]
    board = _board(base, (_grown("a1", 3),))
    said = "Proud depends on Grow and is applied right after it."
    assert _waits(board, "a1") == [(said, ["479.2", "478.1.b"])]
    assert _waits(board, "b1") == []
    assert [judge.explain(board, each).might for each in ("a1", "b1")] == [6, 7]


def test_each_effect_is_waited_for_where_it_alters_something() -> None:
    base = [
        {"id": "p1", "card": "Proud", "since": 1},
        {"id": "a1", "card": "Four", "since": 2},
        {"id": "b1", "card": "Four", "since": 2},
    ]
    board = _board(base, (_grown("a1", 3), _grown("b1", 4, "Feed")))
    first = "Proud depends on Grow and is applied after it."
    last = "Proud depends on Feed and is applied right after it."
    assert [text for text, _ in _waits(board, "a1")] == [first]
    assert [text for text, _ in _waits(board, "b1")] == [last]


def test_what_counts_is_waited_for_by_all_whose_number_it_alters() -> None:
    base = [
        {"id": "h1", "card": "Herald", "since": 1},
        {"id": "a1", "card": "Four", "since": 2},
        {"id": "b1", "card": "Six", "since": 2},
    ]
    board = _board(base, (_grown("a1", 3),))
    said = "Herald depends on Grow and is applied right after it."
    assert _waits(board, "a1") == _waits(board, "b1") == [(said, ["479.2", "478.1.c"])]
