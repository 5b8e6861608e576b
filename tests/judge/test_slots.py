"""Nothing that an action says is passed over: each verb has its slots, and others are refused."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from judge import Action, MalformedAction, adjudicate, read_board
from judge.ruling.actions import SLOTS, Do

BOARD: dict[str, Any] = {
    "turn": {"player": "A", "number": 3},
    "cards": {"Field": {"types": ["Battlefield"]}, "Plain": {"types": ["Unit"], "might": 2}},
    "players": {"A": {"hand": ["Plain"], "base": [{"id": "a1", "card": "Plain"}]}, "B": {}},
    "battlefields": [
        {"id": "west", "card": "Field", "owner": "A"},
        {"id": "east", "card": "Field", "owner": "B"},
    ],
}
VERBS: dict[str, Any] = {
    "play": "Plain",
    "hide": "Plain",
    "activate": "a1",
    "move": "a1",
    "pass": True,
    "invite": "B",
    "end_turn": True,
    "concede": True,
}
FILLED: dict[str, Any] = {
    "to": "west",
    "targets": ["a1"],
    "additional": {"accelerate": True},
    "spend": ["a1"],
    "modes": ["burn"],
    "ability": 0,
    "from": "hand",
    "pay": "ask",
}


def test_every_key_of_an_action_is_a_verb_or_the_slot_of_one() -> None:
    keys = {field.encode_name for field in msgspec.structs.fields(Do)}
    assert keys == {*SLOTS, *(slot for slots in SLOTS.values() for slot in slots)}
    assert keys == {*VERBS, *FILLED}


@pytest.mark.parametrize("verb", VERBS)
def test_slots_that_a_verb_does_not_have_are_refused_all_at_once(verb: str) -> None:
    foreign = {slot: value for slot, value in FILLED.items() if slot not in SLOTS[verb]}
    action = msgspec.convert({"by": "A", "do": {verb: VERBS[verb], **foreign}}, Action)
    with pytest.raises(MalformedAction) as caught:
        adjudicate(read_board(BOARD).board, action)
    assert {fault.path for fault in caught.value.faults} == {f"$.action.do.{s}" for s in foreign}
    for fault in caught.value.faults:
        assert all(f"`{slot}`" in fault.message for slot in SLOTS[verb])


@pytest.mark.parametrize(
    ("verb", "slot"), [(verb, slot) for verb, slots in SLOTS.items() for slot in slots]
)
def test_a_slot_that_a_verb_has_is_not_malformed(verb: str, slot: str) -> None:
    action = msgspec.convert({"by": "A", "do": {verb: VERBS[verb], slot: FILLED[slot]}}, Action)
    # judged, whatever comes of it; a malformed action would raise
    ruling = adjudicate(read_board(BOARD).board, action)
    assert ruling.verdict in {"legal", "illegal", "question"}


def test_an_unknown_player_is_named_where_it_stands() -> None:
    with pytest.raises(MalformedAction) as caught:
        adjudicate(read_board(BOARD).board, Action(by="Z", do="pass"))
    assert [fault.path for fault in caught.value.faults] == ["$.action.by"]
