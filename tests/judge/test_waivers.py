"""A refusal can be worked with: what a caller says in its place, and nothing in silence (D13)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import judge
from judge.limits import ITERATIONS
from judge.ruling.actions import Action, Do, MalformedAction
from judge.ruling.ruling import Ruling
from judge.ruling.waiving import Waiver

BOARD: dict[str, Any] = {
    "turn": {"player": "A", "number": 7},
    "order": ["A", "B"],
    "resources": "enough",
    "cards": {
        "Singer": {
            "types": ["Unit"],
            "might": 3,
            "text": "unmodelled",
            "clauses": ["move trigger", "hold trigger"],
        },
        "Charm": {"types": ["Spell"], "text": "unmodelled", "clauses": ["spell text"]},
        "Rower": {"types": ["Unit"], "might": 2},
        "Oar": {"types": ["Gear"]},
        "Field": {"types": ["Battlefield"]},
    },
    "players": {
        "A": {
            "points": 0,
            "hand": [{"id": "charm", "card": "Charm"}],
            "deck": 20,
            "rune_deck": 8,
            "base": [{"id": "mine", "card": "Singer"}, {"id": "oar", "card": "Oar"}],
        },
        "B": {"hand": 1, "deck": 20, "rune_deck": 8, "base": [{"id": "theirs", "card": "Rower"}]},
    },
    "battlefields": [
        {"id": "west", "card": "Field", "owner": "A"},
        {"id": "east", "card": "Field", "owner": "B"},
    ],
}
MOVE = Do(move="mine", to="west")
TRIGGER = "Singer: move trigger"
TARGETED = {
    "kind": "triggered",
    "when": "move",
    "chooses": {"goal": {"kind": "unit", "side": "enemy"}},
    "does": [{"do": "deal", "amount": 2, "to": "goal"}],
}


def judged(do: Do, waivers: dict[str, Any], answers: list[Any] | None = None, **how: Any) -> Ruling:
    board = judge.read_board(BOARD).board
    typed = msgspec.convert(waivers, dict[str, Waiver])
    return judge.adjudicate(board, Action(by="A", do=do), answers or [], waivers=typed, **how)


def codes(ruling: Ruling) -> list[str]:
    return [caveat.code for caveat in ruling.caveats]


def edits(*given: dict[str, Any], about: str = TRIGGER) -> dict[str, Any]:
    return {about: {"edits": list(given)}}


def test_a_text_given_in_notation_is_used_instead() -> None:
    found = judged(MOVE, {TRIGGER: {"notation": {"abilities": [TARGETED]}}})
    assert (found.verdict, found.basis) == ("legal", "waived")
    assert codes(found).count("waived") == 1
    assert found.board is not None
    assert found.board.chain is not None  # the trigger, with its only target


def test_a_notation_for_one_clause_leaves_the_other_clause_unmodelled() -> None:
    found = judged(MOVE, {"Singer: hold trigger": {"notation": {"abilities": [TARGETED]}}})
    assert found.refusal is not None
    assert found.refusal.about == TRIGGER
    assert "waivers_unused" in codes(found)


def test_a_spell_without_a_modelled_text_may_have_no_effect_or_another() -> None:
    refused = judged(Do(play="charm"), {}).refusal
    assert refused is not None
    assert refused.waive == ["no_effect", "notation", "edits"]
    about = str(refused.about)
    nothing = judged(Do(play="charm"), {about: "no_effect"}, then="resolve-chain")
    assert (nothing.verdict, nothing.basis) == ("legal", "waived")
    drawing = {about: {"notation": {"does": [{"do": "draw", "amount": 2}]}}}
    found = judged(Do(play="charm"), drawing, then="resolve-chain")
    assert found.board is not None
    assert len(found.board.players["A"].hand) == 2
    deal = {
        "chooses": {"goal": {"kind": "unit"}},
        "does": [{"do": "deal", "amount": 2, "to": "goal"}],
    }
    asked = judged(Do(play="charm"), {about: {"notation": deal}})
    assert asked.question is not None
    assert {option.id for option in asked.question.options} == {"mine", "theirs"}


def test_edits_of_a_spell_are_for_when_it_resolves() -> None:
    about = str(judged(Do(play="charm"), {}).refusal.about)  # type: ignore[union-attr]
    given = edits({"set": "theirs", "damage": 1}, about=about)
    waiting = judged(Do(play="charm"), given)
    assert "edits_wait" in codes(waiting)
    found = judged(Do(play="charm"), given, then="resolve-chain")
    assert "edits_wait" not in codes(found)
    assert found.board is not None
    assert sum(found.board.players["B"].base[0].damage.values()) == 1


EDITS = [
    ({"set": "theirs", "damage": 1}, {"type": "damage_dealt", "ref": "theirs", "amount": 1}),
    ({"set": "theirs", "exhausted": True}, {"type": "exhausted", "refs": ["theirs"]}),
    ({"set": "theirs", "stunned": True}, {"type": "stunned", "refs": ["theirs"]}),
    ({"set": "theirs", "buffs": 1}, {"type": "buffed", "refs": ["theirs"]}),
    ({"set": "A", "points": 2}, {"type": "points_gained", "player": "A", "amount": 2}),
    ({"set": "A", "xp": 2}, {"type": "experience_gained", "player": "A", "amount": 2}),
    ({"move": "theirs", "to": "east"}, {"type": "moved", "refs": ["theirs"], "to": "east"}),
    ({"remove": "theirs", "to": "trash"}, {"type": "object_left", "target": "trash"}),
    ({"remove": "theirs", "to": "hand"}, {"type": "object_left", "target": "hand"}),
    ({"remove": "theirs", "to": "banishment"}, {"type": "object_left", "target": "banishment"}),
    ({"remove": "theirs", "to": "main_deck"}, {"type": "object_left", "target": "main_deck"}),
]


@pytest.mark.parametrize(("edit", "event"), EDITS, ids=[str(edit) for edit, _ in EDITS])
def test_an_edit_of_the_result_is_an_event(edit: dict[str, Any], event: dict[str, Any]) -> None:
    found = judged(MOVE, edits(edit), trace="events")
    assert (found.verdict, found.basis) == ("legal", "waived")
    came = [msgspec.to_builtins(step.event) for step in found.trace]
    assert any(event.items() <= each.items() for each in came)


@pytest.mark.parametrize(
    ("edit", "key", "code"),
    [
        ({"set": "ghost", "damage": 1}, "set", "no_such_object"),
        ({"move": "ghost", "to": "west"}, "move", "no_such_object"),
        ({"remove": "ghost", "to": "trash"}, "remove", "no_such_object"),
        ({"move": "mine", "to": "moon"}, "to", "impossible_place"),
        ({"move": "oar", "to": "west"}, "to", "impossible_place"),
        ({"remove": "mine", "to": "moon"}, "to", "impossible_place"),
        ({"set": "oar", "damage": 1}, "damage", "wrong_value"),
        ({"set": "A", "damage": 1}, "damage", "wrong_value"),
        ({"set": "mine", "points": 1}, "points", "wrong_value"),
        ({"set": "mine", "damage": -1}, "damage", "wrong_value"),
        ({"set": "mine"}, "set", "missing_key"),
        ({"move": "mine", "to": "east", "damage": 1}, "damage", "wrong_value"),
    ],
)
def test_an_edit_that_cannot_be_is_refused_at_its_path(
    edit: dict[str, Any], key: str, code: str
) -> None:
    with pytest.raises(MalformedAction) as caught:
        judged(MOVE, edits(edit))
    (fault,) = caught.value.faults
    assert fault.path == f"$.waivers['{TRIGGER}'].edits[0].{key}"
    assert fault.code == code


@pytest.mark.parametrize(
    ("waiver", "path"),
    [
        ({}, ""),
        ({"notation": {}, "iterations": 1}, ""),
        ({"edits": []}, ".edits"),
        ({"edits": [{"set": "a", "move": "b"}]}, ".edits[0]"),
        ({"iterations": -1}, ".iterations"),
        ({"iterations": ITERATIONS + 1}, ".iterations"),
        ({"notation": {"might": 3}}, ".notation.might"),
        ({"notation": {"abilities": {}}}, ".notation.abilities"),
        ({"notation": {"abilities": [{"kind": "triggered"}]}}, ".notation.abilities[0]"),
        (
            {"notation": {"abilities": [{**TARGETED, "chooses": {}}]}},
            ".notation.abilities[0].does[0].to",
        ),
    ],
)
def test_a_waiver_that_means_nothing_is_refused_at_its_path(
    waiver: dict[str, Any], path: str
) -> None:
    with pytest.raises(MalformedAction) as caught:
        judged(MOVE, {TRIGGER: waiver})
    assert {fault.path for fault in caught.value.faults} == {f"$.waivers['{TRIGGER}']{path}"}


@pytest.mark.parametrize(
    "waiver",
    ["no_effect", {"notation": {"abilities": [TARGETED]}}, {"edits": [{"set": "A", "points": 1}]}],
)
def test_a_waiver_that_nothing_asked_for_changes_nothing_and_is_said(waiver: Any) -> None:
    plain = judged(Do(move="mine", to="west"), {TRIGGER: "no_effect"})
    found = judged(
        Do(move="mine", to="west"), {TRIGGER: "no_effect", "Singer: hold trigger": waiver}
    )
    assert "waivers_unused" in codes(found)
    assert "waivers_unused" not in codes(plain)
    assert judge.encode(found.board) == judge.encode(plain.board)
    assert found.trace == plain.trace


def test_a_waiver_that_does_not_fit_its_refusal_does_not_help() -> None:
    found = judged(MOVE, {TRIGGER: {"iterations": 3}})
    assert found.verdict == "not_adjudicable"
    assert "waiver_does_not_fit" in codes(found)
    assert found.basis != "waived"


@pytest.mark.parametrize("waiver", ["no_effect", {"notation": {"abilities": [TARGETED]}}])
def test_answers_one_by_one_or_from_a_function_give_the_same(waiver: Any) -> None:
    tree = {**BOARD, "players": {**BOARD["players"]}}
    tree["players"]["B"] = {
        **BOARD["players"]["B"],
        "base": [{"id": "theirs", "card": "Rower"}, {"id": "other", "card": "Rower"}],
    }
    board = judge.read_board(tree).board
    action = Action(by="A", do=MOVE)
    waivers = msgspec.convert({TRIGGER: waiver}, dict[str, Waiver])
    given: list[Any] = []
    found = judge.adjudicate(board, action, given, waivers=waivers)
    while found.question is not None:
        given.append(found.question.options[0].id)
        found = judge.adjudicate(board, action, given, waivers=waivers)
    assert (len(given) > 0) is (waiver != "no_effect")
    again = judge.adjudicate(
        board, action, lambda question: question.options[0].id, waivers=waivers
    )
    assert judge.encode(again) == judge.encode(found)


# --- missing facts and limits ---------------------------------------------------------------------

FACE = "cards.dark.card"
MASK = {"types": ["Spell"], "keywords": {"Hidden": 1}, "does": [{"do": "draw"}]}


def hidden(waivers: dict[str, Any]) -> Ruling:
    """Whether a card that nobody has seen is hidden where its player has a unit."""
    players = BOARD["players"]
    units = [{"id": "guard", "card": "Rower", "controller": "A"}]
    west = {"id": "west", "card": "Field", "owner": "A", "controller": "A", "units": units}
    document = {
        **BOARD,
        "cards": {**BOARD["cards"], "Mask": MASK},
        "players": {**players, "A": {**players["A"], "hand": [{"id": "dark", "card": "unknown"}]}},
        "battlefields": [west, BOARD["battlefields"][1]],
    }
    typed = msgspec.convert(waivers, dict[str, Waiver])
    board = judge.read_board(document).board
    return judge.adjudicate(board, Action(by="A", do=Do(hide="dark", to="west")), waivers=typed)


def test_a_missing_fact_may_be_given_in_the_place_of_the_refusal() -> None:
    refusal = hidden({}).refusal
    assert refusal is not None
    assert (refusal.reason, refusal.about) == ("missing_fact", FACE)
    assert refusal.waive == ["fact", "edits"]
    assert hidden({FACE: {"fact": "Rower"}}).verdict == "illegal"
    found = hidden({FACE: {"fact": "Mask"}})
    assert (found.verdict, found.basis) == ("legal", "waived")
    assert codes(found).count("waived") == 1


def test_a_fact_that_fits_nothing_is_a_fault_at_its_place() -> None:
    with pytest.raises(MalformedAction) as error:
        hidden({FACE: {"fact": "Nobody's Card"}})
    (fault,) = error.value.faults
    assert fault.path == f"$.waivers['{FACE}'].fact"
    assert fault.code == "unknown_card"


def test_a_fact_does_not_stand_in_for_a_text() -> None:
    found = judged(MOVE, {TRIGGER: {"fact": 3}})
    assert found.verdict == "not_adjudicable"
    assert "waiver_does_not_fit" in codes(found)


def test_edits_in_the_place_of_an_action_leave_the_rest_as_it_was() -> None:
    found = hidden({FACE: {"edits": [{"set": "A", "xp": 2}]}})
    assert (found.verdict, found.basis) == ("legal", "waived")
    assert found.board is not None
    assert found.board.players["A"].xp == 2
    assert [card.id for card in found.board.players["A"].hand] == ["dark"]


def test_no_effect_is_no_way_on_from_a_missing_fact() -> None:
    found = hidden({FACE: "no_effect"})
    assert found.verdict == "not_adjudicable"
    assert "waiver_does_not_fit" in codes(found)
