"""Conceding in place of an answer comes to the same board and the same questions whether the passes
that follow on an action are asked for one by one or all at once with `then` (OP-18, 650-652).
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field
from typing import Any

import pytest

from judge import (
    Action,
    Board,
    Do,
    Ruling,
    adjudicate,
    encode_board,
    legal_actions,
    read_board,
)
from judge.ruling.actions import Then
from judge.ruling.questions import Question
from tests.selfplay.driver import answer
from tests.selfplay.games import plain

CARDS: dict[str, Any] = {
    "Field": {"types": ["Battlefield"]},
    "Plain": {"types": ["Unit"], "might": 2},
    "Ebb": {
        "types": ["Spell"],
        "keywords": {"Reaction": 1},
        "does": [{"do": "discard", "who": "each"}, {"do": "draw", "amount": 1}],
    },
    "Tear": {
        "types": ["Spell"],
        "keywords": {"Reaction": 1},
        "does": [{"do": "discard", "who": "opponents"}],
    },
    "Strike": {
        "types": ["Spell"],
        "keywords": {"Reaction": 1},
        "chooses": {"unit": {"kind": "unit"}},
        "does": [{"do": "deal", "amount": 1, "to": "unit"}, {"do": "discard", "who": "each"}],
    },
    "Herald": {
        "types": ["Unit"],
        "might": 2,
        "abilities": [
            {
                "kind": "triggered",
                "when": {"event": "end_turn", "whose": "you"},
                "does": [{"do": "discard", "who": "each"}],
            }
        ],
    },
}
#: the players of a mode in turn order; teammates are the first and third, and the others
ORDERS = {"duel": "AB", "ffa3": "ABC", "ffa4": "ABCD", "2v2": "ABCD"}


def board_of(mode: str, then: Then, more: dict[str, Any]) -> Board:
    names = ORDERS[mode]
    # units are no decision on a chain, so that a row of passes goes on to the end of it
    hand = ("Plain", "Plain", "Plain") if then == "to-next-decision" else ("Tear", "Strike", "Ebb")
    document: dict[str, Any] = {
        "mode": mode,
        "order": list(names),
        "first_player": "A",
        "turn": {"player": "A", "number": 5},
        "window": {"priority": "A"},
        "cards": CARDS,
        "resources": "enough",
        "players": {
            name: {
                "hand": [
                    {"id": f"{name.lower()}{count}", "card": card}
                    for count, card in enumerate(hand, 1)
                ],
                "deck": ["Plain"] * 9,
                "rune_deck": 5,
                "base": [{"id": f"{name.lower()}9", "card": "Herald"}],
            }
            for name in names
        },
        "battlefields": [{"id": f"f{name}", "card": "Field", "owner": name} for name in names[-3:]],
        **more,
    }
    if mode == "2v2":
        document["teams"] = [["A", "C"], ["B", "D"]]
    return read_board(document).board


def chain(*items: tuple[str, str]) -> dict[str, Any]:
    """A chain of spells with who controls them; somebody has passed on the newest already."""
    waiting = [
        {
            "id": f"s{count}",
            "card": card,
            "controller": controller,
            "origin": "hand",
            **({"targets": {"unit": ["a9"]}} if card == "Strike" else {}),
        }
        for count, (card, controller) in enumerate(items)
    ]
    last = items[-1][1]
    return {
        "chain": {"items": waiting},
        "window": {"priority": "B" if last == "A" else "A", "passed": [last]},
    }


SHOWDOWN: dict[str, Any] = {
    "showdown": {"at": "fB", "kind": "non_combat"},
    "window": {"priority": "A", "focus": "A"},
}
PLAY = Do(play="a1")
PASS = Do(pass_=True)
END = Do(end_turn=True)
#: what is judged: the board beside what all have, the action of who has Priority, and `then`
CASES: dict[str, tuple[dict[str, Any], Do | None, Then]] = {
    "a spell": ({}, PLAY, "resolve-chain"),
    "a spell that asks as it is played": ({}, Do(play="a2"), "resolve-chain"),
    "a pass on two spells": (chain(("Ebb", "A"), ("Tear", "B")), PASS, "resolve-chain"),
    "an answer to two spells": (
        chain(("Ebb", "A"), ("Strike", "B")),
        Do(play="a2"),
        "resolve-chain",
    ),
    "passes alone": (chain(("Ebb", "B"), ("Tear", "A"), ("Ebb", "B")), None, "resolve-chain"),
    "the end of a turn": ({}, END, "resolve-chain"),
    "passes to a decision": (chain(("Tear", "A"), ("Ebb", "B")), PASS, "to-next-decision"),
    "a spell in a showdown": (SHOWDOWN, Do(play="a3"), "resolve-chain"),
    "the end of a turn, to a decision": ({}, END, "to-next-decision"),
}


@dataclass
class Answering:
    """Answers that depend on chance from a seed alone, with somebody conceding here and there."""

    seed: int
    players: str
    asked: list[Any] = field(default_factory=list)
    conceded: int = 0

    def __call__(self, question: Question) -> Any:
        rng = random.Random(f"{self.seed} {len(self.asked)}")
        self.asked.append(
            (question.form, question.to, sorted(option.id for option in question.options))
        )
        # one who has left stays out: a second concession would be judged illegal
        if self.conceded < 2 and rng.random() < 0.4:
            gone = sorted(self.players)[(self.seed + self.conceded) % len(self.players)]
            self.conceded += 1
            return {"concede": gone}
        return answer(plain(question), rng)


def goes_on(board: Board, then: Then) -> bool:
    """Whether one more pass is what `then` asks for."""
    player = board.window.priority
    if board.result is not None or player is None:
        return False
    if then == "resolve-chain":
        return board.chain is not None
    if board.chain is None and board.showdown is None:
        return False
    offered = legal_actions(board, player)
    alone = all(pattern.do.pass_ or pattern.do.concede for pattern in offered.patterns)
    return alone and not offered.incomplete


def again(ruling: Ruling) -> Board:
    """The board of a ruling, as a caller hands it in again."""
    assert ruling.verdict == "legal", (ruling.sentence, ruling.problems)
    assert ruling.board is not None
    return read_board(json.loads(encode_board(ruling.board))).board


def one_by_one(board: Board, do: Do | None, then: Then, answers: Answering) -> Board:
    if do is not None:
        actor = board.window.priority
        assert actor is not None
        board = again(adjudicate(board, Action(by=actor, do=do), answers))
        left = any(removed.player == actor for removed in board.removed)
        if answers.conceded and not do.pass_ and not left:
            return board  # the action is undone, and who took it decides anew
    while goes_on(board, then):
        assert board.window.priority is not None
        board = again(adjudicate(board, Action(by=board.window.priority, do=PASS), answers))
    return board


def all_at_once(board: Board, do: Do | None, then: Then, answers: Answering) -> Board:
    actor = board.window.priority
    assert actor is not None
    action = None if do is None else Action(by=actor, do=do)
    return again(adjudicate(board, action, answers, then=then))


@pytest.mark.parametrize("mode", ORDERS)
@pytest.mark.parametrize("case", CASES)
def test_conceding_in_a_row_of_passes_is_as_in_each_of_them(case: str, mode: str) -> None:
    more, do, then = CASES[case]
    left = 0
    for seed in range(12):
        single, whole = Answering(seed, ORDERS[mode]), Answering(seed, ORDERS[mode])
        expected = one_by_one(board_of(mode, then, more), do, then, single)
        come = all_at_once(board_of(mode, then, more), do, then, whole)
        assert whole.asked == single.asked, seed
        assert encode_board(come) == encode_board(expected), seed
        left += bool(come.removed)
    assert left, "nobody has conceded in any of the games"
