"""What is measured: the same request on boards of one size, twice and four times that."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec

import judge
from judge.ruling.ruling import Ruling
from tests.growth.boards import board, with_chain, with_effects

#: a doubling of the board may cost so much more; a little over what the words say
LINEAR = 2.3
QUADRATIC = 4.5


@dataclass
class Case:
    """`made(n)` is a board of size n, `act` what is done on it."""

    made: Callable[[int], dict[str, Any]]
    act: Callable[[judge.Board], Any]
    sizes: tuple[int, int, int] = (15, 30, 60)
    most: float = LINEAR


def doing(do: dict[str, Any], by: str = "A", **more: Any) -> Callable[[judge.Board], Ruling]:
    """Judge an action, of which every question is answered in the plainest way."""
    action = msgspec.convert({"by": by, "do": do}, judge.Action)

    def act(before: judge.Board) -> Ruling:
        ruling = judge.adjudicate(before, action, _plainest, **more)
        assert ruling.verdict == "legal", ruling.sentence
        return ruling

    return act


def _plainest(question: judge.Question) -> Any:
    ids = [option.id for option in question.options]
    match question.form:
        case "choose_one" | "chance":
            return ids[0]
        case "choose_some":
            return ids[: question.min]
        case "order":
            return ids
        case "yes_no":
            return False
    left = question.amount or 0
    given = {}
    for target in sorted(question.targets, key=lambda each: not each.first):
        amount = min(left, target.lethal)
        given[target.id], left = amount, left - amount
    if left:
        given[question.targets[-1].id] += left
    return {ref: amount for ref, amount in given.items() if amount}


def offered(before: judge.Board) -> Any:
    """Everything that may be done."""
    found = judge.legal_actions(before)
    assert len(found.patterns) > 1
    return found


def explained(before: judge.Board) -> Any:
    """What one unit is, layer by layer."""
    return judge.explain(before, "A0")


def _of(*cards: str, **more: Any) -> Callable[[int], dict[str, Any]]:
    return lambda size: board([cards[n // 2 % len(cards)] for n in range(size)], **more)


def _in_hand(size: int) -> dict[str, Any]:
    return board(["Plain"] * 10, hand=["Plain", "Spark", "Insight"] * (size // 3))


def _with_runes(size: int) -> dict[str, Any]:
    return board(["Plain"] * 4, runes=size)


def fought(before: judge.Board) -> Any:
    """A move into a combat, and everything up to its end."""
    mover = next(thing.id for thing in before.players["A"].base if thing.card == "Plain")
    ruling = doing({"move": [mover], "to": "wB"})(before)
    for _ in range(2):
        assert ruling.board is not None
        who = ruling.board.window.priority
        assert who is not None
        ruling = doing({"pass": True}, by=who)(ruling.board)
    assert ruling.board is not None
    assert ruling.board.combat is None
    return ruling


def _read(document: judge.Board) -> Any:
    written = judge.encode_board(document)
    return judge.read_board(json.loads(written))


#: units of all kinds, of which those that change others stay two
MIXED = ("Plain", "Ox", "Gatherer", "Watcher", "Tool", "Proud")


def _mixed(**more: Any) -> Callable[[int], dict[str, Any]]:
    def made(size: int) -> dict[str, Any]:
        cards = [MIXED[n // 2 % len(MIXED)] for n in range(size - 2)]
        return board([*cards[:10], "Herald", "Herald", *cards[10:]], **more)

    return made


CASES: dict[str, Case] = {
    # objects
    "move, plain units": Case(_of("Plain"), doing({"move": ["A0"], "to": "wA"})),
    "move, all kinds": Case(_mixed(), doing({"move": ["A0"], "to": "wA"})),
    "play a unit, plain units": Case(_of("Plain"), doing({"play": "Ah0"})),
    "play a unit, all kinds": Case(_mixed(), doing({"play": "Ah0"})),
    "play a spell, all kinds": Case(
        _mixed(hand=["Spark"]), doing({"play": "Ah0", "targets": ["B0"]})
    ),
    "use an ability, all kinds": Case(_mixed(), doing({"activate": "A3"})),
    "use a rune, all kinds": Case(_mixed(), doing({"activate": "Ar0", "ability": 0})),
    "end the turn, plain units": Case(_of("Plain"), doing({"end_turn": True})),
    "end the turn, all kinds": Case(_mixed(), doing({"end_turn": True})),
    "move into a combat, all kinds": Case(_mixed(there=2), doing({"move": ["A2"], "to": "wB"})),
    "a whole combat, units elsewhere": Case(_of("Plain", there=2), fought),
    "a whole combat of all units": Case(
        lambda size: board(["Plain", "Plain", "Ox", "Ox"] * (size // 4), there=size // 2 - 4),
        fought,
        (16, 32, 64),
    ),
    "so many triggers at once": Case(
        _of("Cheerer"), doing({"play": "Ah0"}, then="resolve-chain"), (8, 16, 32)
    ),
    "legal actions, plain units": Case(_of("Plain"), offered),
    "legal actions, all kinds": Case(_mixed(), offered),
    "legal actions, cards in hand": Case(_in_hand, offered),
    "legal actions, runes": Case(_with_runes, offered),
    "play a unit, runes": Case(_with_runes, doing({"play": "Ah0"})),
    "check a board": Case(_mixed(), judge.check_board),
    "read and write a board": Case(_mixed(), _read),
    "view a board": Case(_mixed(), lambda it: judge.view_board(it, "A")),
    # chain items
    "pass, chain items": Case(with_chain, doing({"pass": True}, by="B"), (2, 4, 8)),
    "resolve the chain": Case(
        with_chain, doing({"pass": True}, by="B", then="resolve-chain"), (2, 4, 8)
    ),
    "legal actions, chain items": Case(
        lambda n: {**with_chain(n), "window": {"priority": "B"}}, offered, (2, 4, 8)
    ),
    # what touches one object
    "lasting effects on one unit": Case(with_effects, explained, (4, 8, 16), QUADRATIC),
    "lasting effects, move": Case(
        with_effects, doing({"move": ["A0"], "to": "wA"}), (4, 8, 16), QUADRATIC
    ),
    "passive abilities on one unit": Case(
        lambda n: board(["Herald", "Plain"] * n), explained, (4, 8, 16), QUADRATIC
    ),
    "passive abilities, move": Case(
        lambda n: board(["Herald", "Plain"] * n),
        doing({"move": ["A0"], "to": "wA"}),
        (4, 8, 16),
        QUADRATIC,
    ),
    "dependent passive abilities on one unit": Case(
        lambda n: board(["Proud", "Plain", "Herald", "Plain"] * (n // 2)),
        explained,
        (4, 8, 16),
        QUADRATIC,
    ),
}
