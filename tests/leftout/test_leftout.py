"""A tenth of the facts, left out; and that a silent change would be seen."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from api.scenarios import SCENARIOS, Scenario, load
from judge.ruling.run import Run
from tests.leftout.checking import findings, leave_out, work
from tests.leftout.courses import Course, is_same
from tests.leftout.facts import Place, facts, without

SEED = 20

BOARD: dict[str, Any] = {
    "turn": {"player": "Ana", "number": 5},
    "players": {
        "Ana": {"points": 2, "base": [{"id": "a1", "card": "Rower", "exhausted": True}]},
        "Bo": {"points": 7, "hand": 2},
    },
    "battlefields": [{"id": "west", "card": "Field", "owner": "Bo"}],
    "cards": {"Field": {"types": ["Battlefield"]}, "Rower": {"types": ["Unit"], "might": 2}},
}


def scenario(board: dict[str, Any], *steps: dict[str, Any]) -> Scenario:
    return msgspec.convert(
        {
            "id": "invented",
            "title": "invented",
            "source": {"kind": "reasoned"},
            "status": "agreed",
            "rules": ["144.2"],
            "board": board,
            "steps": list(steps),
            "reasoning": "invented",
        },
        Scenario,
    )


MOVE = {"by": "Ana", "do": {"move": "a1", "to": "west"}}


def outcome(one: Scenario, key: str) -> tuple[str, bool]:
    (fact,) = [fact for fact in facts(one.board) if fact.key == key]  # type: ignore[arg-type]
    found = Course(one).leave_out(fact)
    return found.result, found.listed


def test_a_tenth_of_the_facts_is_never_left_out_in_silence() -> None:
    results = [found for one in work(0.1, SEED) for found in leave_out(one)]
    assert len(results) > 500
    assert {"unchanged", "assumed", "asked", "unread"} <= {found.result for found in results}
    assert [str(found) for found in findings(results)] == []


def test_the_facts_of_a_board_are_the_keys_that_have_a_default() -> None:
    assert [fact.key for fact in facts(BOARD)] == [
        "turn.number",
        "players",
        "players.*.points",
        "players.*.base",
        "players.*.base.[].exhausted",
        "players.*.points",
        "players.*.hand",
        "battlefields",
        "battlefields.[].owner",
    ]


def test_leaving_out_leaves_the_rest_and_the_board_itself_alone() -> None:
    before = msgspec.json.encode(BOARD)
    left = without(BOARD, ("players", "Ana", "base", 0, "exhausted"))
    assert left["players"]["Ana"]["base"] == [{"id": "a1", "card": "Rower"}]
    assert left["players"]["Bo"] == BOARD["players"]["Bo"]
    assert msgspec.json.encode(BOARD) == before


def test_a_fact_that_decides_is_reported() -> None:
    assert outcome(scenario(BOARD, MOVE), "players.*.base.[].exhausted") == ("assumed", True)


def test_a_fact_that_decides_and_is_not_reported_is_silent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Run, "assume_default", lambda *given: None)
    found = outcome(scenario(BOARD, MOVE), "players.*.base.[].exhausted")
    assert found == ("silent", True)


@pytest.mark.parametrize(
    ("identity", "place"),
    [
        ("a-point-from-a-spell-wins", ("players", "Ana", "points")),
        ("equal-points-nobody-wins-yet", ("players", "Mira", "points")),
        ("draw-phase-with-an-empty-deck", ("players", "Bo", "trash")),
        ("card-in-the-trash-spent-as-a-discard", ("players", "Ana", "hand")),
        ("recycling-three-of-two-cards", ("players", "Uma", "trash")),
        ("banished-card-and-card-in-the-champion-zone", ("players", "Ida", "banished")),
        ("same-name-in-hand-and-facedown", ("players", "Mia", "hand")),
        ("the-card-is-not-where-the-action-says", ("turn", "number")),
        ("effects-that-expire-together-make-nobody-mighty", ("turn", "number")),
        ("exhausted-and-without-ganking", ("battlefields", 0, "units", 0, "exhausted")),
        ("exhausted-gear-and-too-few-runes", ("players", "Ida", "base", 0, "exhausted")),
        ("exhausting-a-rune-does-not-pass-focus", ("players", "Bo", "runes")),
        ("move-while-own-spell-is-on-the-chain", ("players", "Mia", "runes")),
        ("a-unit-named-twice", ("players", "Ana", "base")),
        ("reaction-also-opens-a-chain-in-a-showdown", ("window",)),
        ("the-player-with-focus-concedes", ("window",)),
    ],
)
def test_the_default_that_decides_is_said(identity: str, place: Place) -> None:
    assert result_of(identity, place) == "assumed"


def test_a_prevention_that_names_nobody_may_be_about_anybody() -> None:
    assert (
        result_of("a-prevention-that-the-board-gives", ("effects", 0, "affects")) == "missing_fact"
    )


def result_of(identity: str, place: Place) -> str:
    (kept,) = load(next(SCENARIOS.rglob(f"{identity}.yaml")))
    (fact,) = [fact for fact in facts(kept.scenario.board) if fact.place == place]  # type: ignore[arg-type]
    return Course(kept.scenario).leave_out(fact).result


@pytest.mark.parametrize(
    "key", ["players.*.base", "battlefields", "players", "battlefields.[].owner"]
)
def test_what_lies_on_the_table_is_said_to_be_all(key: str) -> None:
    result, _ = outcome(scenario(BOARD, MOVE), key)
    assert result in ("assumed", "unread", "not_taken", "unchanged")
    assert result != "unchanged" or key == "battlefields.[].owner"


def test_who_leaves_a_fact_out_does_not_say_that_the_board_is_complete() -> None:
    one = scenario({**BOARD, "complete": True}, MOVE)
    assert outcome(one, "players.*.base")[0] == "assumed"
    assert outcome(one, "complete")[0] == "unchanged"


def test_a_fact_that_nothing_rests_on_changes_nothing() -> None:
    assert outcome(scenario(BOARD, MOVE), "turn.number") == ("unchanged", True)
    assert outcome(scenario(BOARD, MOVE), "players.*.hand") == ("unchanged", True)


def test_a_fact_that_decides_a_later_step_is_found() -> None:
    ready = without(BOARD, ("players", "Ana", "base", 0, "exhausted"))
    one = scenario(ready, MOVE, {"by": "Ana", "do": {"move": "nobody", "to": "west"}})
    assert outcome(one, "players.*.base")[0] == "assumed"


def test_an_event_that_changes_nothing_is_no_difference() -> None:
    course = Course(scenario(BOARD, {"by": "Ana", "do": "end_turn"}))
    (ruling,) = course.rulings
    assert ruling is not None
    assert is_same(ruling, msgspec.structs.replace(ruling, trace=[]))
    assert not is_same(ruling, msgspec.structs.replace(ruling, trace=[], board=None))
    assert not is_same(ruling, msgspec.structs.replace(ruling, verdict="question"))
