"""Every modelled card once on a board of its own: played, used, attacked with, and its turn ended.

What is done is drawn from what is offered. Nothing offered may be refused as illegal, no ruling may
end in anything but one of the four verdicts, its board reads back as itself, and the events of its
trace fold to its board.
"""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest

import judge
from judge.board import events as ev
from judge.board.applying import fold
from judge.board.canonical import canonical
from judge.effects.notation import CardDefinition
from judge.ruling.actions import Then
from judge.ruling.ruling import Ruling, Step
from tests.selfplay.decks import modelled_cards
from tests.selfplay.driver import answer, choose

VERDICTS = {"legal", "question", "illegal", "not_adjudicable"}
CARDS = modelled_cards()


def unit(name: str, card: str, **more: Any) -> dict[str, Any]:
    return {"id": name, "card": card, **more}


def board_for(card: CardDefinition, rng: random.Random) -> dict[str, Any]:
    """Both players with units at a battlefield and in base, gear, runes, hands and decks, in the
    main phase of A, whose card it is.
    """
    runes = [unit(f"r{each}", "Fury Rune") for each in range(4)]
    board: dict[str, Any] = {
        "turn": {"player": "A", "number": 5},
        "resources": "enough",
        "players": {
            "A": {
                "points": 4,
                "xp": 3,
                "hand": ["Void Seeker", "Discipline", "Legion Rearguard"],
                "trash": ["Cleave", "Pit Rookie"],
                "main_deck": {"top": ["Petty Officer", "Incinerate", "Defy"], "count": 9},
                "rune_deck": {"top": ["Mind Rune", "Fury Rune"], "count": 3},
                "base": [
                    unit("a1", "Legion Rearguard"),
                    unit("a2", "Pit Rookie", buffs=1),
                    unit("ga", "Seal of Rage"),
                    *runes,
                ],
            },
            "B": {
                "points": 5,
                "hand": ["Hidden Blade", "Charm"],
                "trash": ["Stalwart Poro", "Gust"],
                "main_deck": {"top": ["Charm", "Kinkou Monk", "Block"], "count": 9},
                "rune_deck": 6,
                "base": [
                    unit("b2", "Solari Shieldbearer", exhausted=True),
                    unit("gb", "Energy Conduit"),
                    unit("rb", "Calm Rune"),
                ],
            },
        },
        "battlefields": [
            {
                "id": "west",
                "card": "Windswept Hillock",
                "owner": "A",
                "controller": "B",
                "units": [unit("b1", "Stalwart Poro"), unit("b3", "Pit Rookie")],
            },
            {
                "id": "east",
                "card": "Navori Fighting Pit",
                "owner": "B",
                "controller": "A",
                "units": [unit("a3", "Chemtech Enforcer")],
            },
        ],
    }
    mine = board["players"]["A"]
    if "Battlefield" in card.types:
        board["battlefields"][rng.randrange(2)]["card"] = card.name
    elif "Legend" in card.types:
        mine["legend"] = unit("it", card.name)
    elif "Rune" in card.types:
        mine["base"].append(unit("it", card.name))
    else:
        mine["hand"].append(card.name)
        if "Spell" not in card.types:
            there = mine["base"] if rng.random() < 0.5 else board["battlefields"][1]["units"]
            if "Unit" not in card.types:
                there = mine["base"]
            there.append(unit("it", card.name))
    return board


def steps_of(steps: list[Step]) -> list[Step]:
    return [each for step in steps for each in (step, *steps_of(step.children))]


def reads_back(board: judge.Board) -> judge.Board:
    """The board after a way through its canonical document, which must be the same again."""
    document = judge.encode_board(board)
    again = judge.read_board(json.loads(document)).board
    assert judge.encode_board(again) == document, "a board does not read back as itself"
    return again


def judged(
    board: judge.Board, action: dict[str, Any] | None, then: Then, rng: random.Random
) -> Ruling:
    """The ruling once its questions are answered at random, held against what must be so."""
    proposed = None if action is None else msgspec.convert(action, judge.Action)

    def decide(question: judge.Question) -> Any:
        return answer(json.loads(judge.encode(question)), rng)

    ruling = judge.adjudicate(board, proposed, decide, then=then)
    assert ruling.verdict in VERDICTS
    assert ruling.verdict != "question", "a question that was answered is asked again"
    events = [step.event for step in steps_of(ruling.trace) if step.event is not None]
    if ruling.verdict == "legal":
        told: list[ev.AnyEvent] = [msgspec.convert(each, ev.AnyEvent) for each in _plain(events)]
        folded = canonical(fold(board, told))
        assert judge.encode(folded) == judge.encode(ruling.board), "events do not fold to the board"
    return ruling


def _plain(events: list[Any]) -> list[Any]:
    plain: list[Any] = json.loads(judge.encode(events))
    return plain


def is_about(do: dict[str, Any], card: CardDefinition) -> bool:
    return do.get("play") == card.name or do.get("activate") == "it" or do.get("hide") == card.name


def play_through(
    card: CardDefinition, seed: str, times: int = 3, inline: dict[str, Any] | None = None
) -> None:
    """Do with the card what is offered, let the chain resolve, go into a combat, end the turn.

    `inline`: its definition, where it is a card of this board alone.
    """
    rng = random.Random(seed)
    document = board_for(card, rng)
    if inline is not None:
        document["cards"] = {card.name: inline}
    board = reads_back(judge.read_board(document).board)
    for turn in range(times):
        if board.result is not None:
            return
        offered = json.loads(judge.encode(judge.legal_actions(board)))["patterns"]
        own = [each for each in offered if is_about(each["do"], card)]
        moves = [each for each in offered if "move" in each["do"]]
        ends = [each for each in offered if each["do"].get("end_turn") or each["do"].get("pass")]
        wanted = own if own and turn == 0 else moves if moves and turn == 1 else ends
        action = choose(wanted or offered, rng)
        then: Then = "nothing" if turn == 1 else "resolve-chain"
        ruling = judged(board, action, then, rng)
        assert ruling.verdict in ("legal", "not_adjudicable"), (action, ruling.sentence)
        if ruling.verdict == "not_adjudicable":
            return
        board = reads_back(judge.read_board(json.loads(judge.encode(ruling.board))).board)


@pytest.mark.parametrize("card", CARDS, ids=[card.name for card in CARDS])
def test_a_card_in_play(card: CardDefinition) -> None:
    play_through(card, card.name)
