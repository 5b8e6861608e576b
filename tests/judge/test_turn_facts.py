"""The engine keeps the facts of the turn that texts ask for (BOARD.md, J)."""

from __future__ import annotations

from typing import Any

import judge
from judge import Action, Board, Do
from judge.board.state import PlayerFacts, UseFacts
from tests.judge.test_stated_facts import BOLT, TWICE, board, item, ruling

A_BOLT = ("players.A.hand", [{"id": "s1", "card": "Bolt"}])
ENOUGH = ("resources", "enough")


def after(do: Any, *changes: tuple[str, Any]) -> Board:
    found = ruling(do, *changes)
    assert found.board is not None, found.sentence
    assert found.verdict == "legal", found.sentence
    return found.board


def played_on(made: Board) -> Board:
    """Everybody passes until the state is neutral open."""
    while made.chain is not None or made.showdown is not None or made.combat is not None:
        assert made.window.priority is not None
        pass_ = Action(by=made.window.priority, do="pass")
        found = judge.adjudicate(made, pass_, lambda question: question.example)
        assert found.board is not None, found.sentence
        made = found.board
    return made


def facts(made: Board, player: str = "A") -> PlayerFacts:
    return made.this_turn.players.get(player, PlayerFacts())


# --- choosing enemies ---------------------------------------------------------------------------


def test_a_spell_that_chooses_an_enemy_unit() -> None:
    assert facts(after(Do(play="s1", targets=["b1"]), A_BOLT, ENOUGH)).chose_enemy == {"spell": 1}
    assert facts(after(Do(play="s1", targets=["a1"]), A_BOLT, ENOUGH)).chose_enemy == {}


def test_what_chose_is_told_apart() -> None:
    sniper = {
        "abilities": [
            {
                "kind": "activated",
                "cost": {"exhaust": "me"},
                "chooses": {"goal": {"kind": "permanent"}},
                "does": [{"do": "exhaust", "what": "goal"}],
            }
        ]
    }
    cards = board()["cards"]
    for types, how in ((["Unit"], "unit_ability"), (["Gear"], "other_ability")):
        made = after(
            Do(activate="x1", targets=["b1"]),
            ("cards", {**cards, "Sniper": {**sniper, "types": types, "might": 1}}),
            ("players.A.base", [{"id": "x1", "card": "Sniper", "exhausted": False}]),
        )
        assert facts(made).chose_enemy == {how: 1}
        assert made.this_turn.uses == {"x1/0": UseFacts(times=1, by={"A": 1})}


# --- resources ----------------------------------------------------------------------------------

RUNES = ("players.A.base", [{"id": "r1", "card": "Fury Rune", "exhausted": False}])


def test_what_was_spent_is_counted_alike_whether_counted_or_enough() -> None:
    for source in (RUNES, ENOUGH):
        made = after(Do(play="s1", targets=["b1"]), A_BOLT, source)
        assert (facts(made).energy_spent, facts(made).power_spent) == (1, 0)
        assert facts(made).finalized[0].energy == 1


def test_what_was_spent_on_a_card_is_not_what_is_printed_on_it() -> None:
    # 811.1.b: a hidden card is played without its base cost
    west = {
        "id": "west",
        "card": "Field",
        "owner": "A",
        "controller": "A",
        "units": [{"id": "a2", "card": "Plain"}],
        "facedown": [{"id": "f1", "card": "Plain", "since": 3}],
    }
    made = after(Do(play="f1", source="facedown", to="west"), ("battlefields.0", west))
    assert facts(made).finalized[0].energy == 0


def test_hiding_spends_a_power() -> None:
    west = {"id": "west", "card": "Field", "owner": "A", "controller": "A", "units": ["Plain"]}
    hand = ("players.A.hand", [{"id": "h1", "card": "Plain"}])
    for source in (RUNES, ENOUGH):
        made = after(Do(hide="h1", to="west"), hand, source, ("battlefields.0", west))
        assert facts(made).power_spent == 1


# --- abilities ----------------------------------------------------------------------------------


def test_a_trigger_counts_when_it_is_performed_and_a_declined_one_does_not() -> None:
    # 383.3.a.2: one that is declined has not triggered
    made = judge.read_board(board(("players.A.base", [{"id": "v1", "card": "Volunteer"}]))).board
    move = Action(by="A", do=Do(move="v1", to="west"))
    for answer, uses in ((True, {"v1/0": UseFacts(times=1, by={"A": 1})}), (False, {})):
        found = judge.adjudicate(made, move, [answer])
        assert found.board is not None
        assert found.board.this_turn.uses == uses


def test_an_ability_used_for_a_payment_counts() -> None:
    seal = {
        "types": ["Gear"],
        "abilities": [
            {
                "kind": "static",
                "affects": "me",
                "changes": [{"change": "keyword", "keyword": "Unique"}],
            },
            {
                "kind": "activated",
                "timing": "reaction",
                "cost": {"exhaust": "me"},
                "does": [{"do": "add", "energy": 1}],
            },
        ],
    }
    made = after(
        Do(play="s1", targets=["b1"]),
        A_BOLT,
        ("cards", {**board()["cards"], "Seal": seal}),
        ("players.A.base", [{"id": "g1", "card": "Seal", "exhausted": False}]),
    )
    assert made.this_turn.uses == {"g1/1": UseFacts(times=1, by={"A": 1})}


# --- conquests and combats ----------------------------------------------------------------------


def test_units_that_win_a_combat_and_conquer() -> None:
    strong = ("players.A.base", [{"id": "a1", "card": "Plain", "exhausted": False},
                                 {"id": "a2", "card": "Plain", "exhausted": False},
                                 {"id": "a3", "card": "Plain", "exhausted": False}])  # fmt: skip
    made = played_on(after(Do(move=["a1", "a2"], to="east"), strong))
    done = made.this_turn.objects
    # 466.3.c: units inherit the result; the defender's 3 damage kills one of the two attackers
    (left,) = (t.id for b in made.battlefields for t in b.units)
    assert (done[left].combats_won, done[left].conquests) == (1, 1)
    assert "a3" not in done
    assert all(each.combats_won == 0 for ref, each in done.items() if ref != left)


def test_a_conquest_without_a_combat() -> None:
    made = played_on(after(Do(move="a1", to="west")))
    done = made.this_turn.objects["a1"]
    assert (done.moves, done.conquests, done.combats_won) == (1, 1, 0)


# --- spells -------------------------------------------------------------------------------------


def test_times_that_a_spell_has_dealt_damage() -> None:
    assert after("pass", *item(**BOLT)).this_turn.spell_damage == {"c1": 1}
    assert after("pass", *item(**TWICE)).this_turn.spell_damage == {"c1": 2}


def test_damage_to_several_units_at_once_is_dealt_once() -> None:
    # 417.1.d: damage may be dealt to several units at the same time
    storm = {
        "types": ["Spell"],
        "does": [{"do": "deal", "amount": 1, "to": {"kind": "unit"}}],
    }
    made = after("pass", *item(card="Storm"), ("cards", {**board()["cards"], "Storm": storm}))
    assert made.this_turn.spell_damage == {"c1": 1}
    assert made.players["A"].base[0].damage == {"B": 1}
