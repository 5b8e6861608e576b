"""What a text says leaves something behind: where it has something to do, each instruction of a
modelled spell, and of the examples of docs/notation.md, leads to an event.

An instruction of which nothing comes says so in the trace (`executing._why_nothing`); here it has
to have come to something at least once, in one of several ways of playing its card.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import msgspec
import pytest

import judge
from judge.effects import notation as n
from judge.effects.execution import Execution
from judge.effects.notation import CardDefinition
from judge.effects.performing import executing
from judge.effects.support import unsupported
from judge.ruling.actions import Then
from tests.docs.test_notation import EXAMPLES
from tests.selfplay.decks import modelled_cards
from tests.selfplay.driver import answer, choose

#: ways of playing a card before it is given up
WAYS = 20
#: a unit whose conquer and hold effects can be activated
BELL: dict[str, Any] = {
    "types": ["Unit"],
    "domains": ["Calm"],
    "energy": 2,
    "might": 2,
    "tags": ["Mech", "Poro", "Bird", "Dragon"],
    "abilities": [
        {"kind": "triggered", "when": "conquer", "does": [{"do": "gain_xp"}]},
        {"kind": "triggered", "when": "hold", "does": [{"do": "gain_xp"}]},
    ],
}


LURKER: dict[str, Any] = {"types": ["Unit"], "energy": 2, "might": 2, "keywords": {"Hidden": 1}}


def unit(name: str, card: str, **more: Any) -> dict[str, Any]:
    return {"id": name, "card": card, **more}


def board_for(card: CardDefinition, rng: random.Random) -> dict[str, Any]:
    """Both players with something of everything that a text may ask for, in the main phase of A,
    whose card it is.
    """
    sides: dict[str, Any] = {}
    for side, runes in (("A", "Fury Rune"), ("B", "Calm Rune")):
        low = side.lower()
        sides[side] = {
            "points": 4,
            "xp": 6,
            "hand": [
                unit(f"{low}h1", "Void Seeker"),
                unit(f"{low}h2", "Pit Rookie"),
                unit(f"{low}h3", "Seal of Rage"),
                unit(f"{low}h4", "Incinerate"),
            ],
            "trash": [
                unit(f"{low}t1", "Cleave"),
                unit(f"{low}t2", "Pit Rookie"),
                unit(f"{low}t3", "Energy Conduit"),
                unit(f"{low}t4", "Stalwart Poro"),
                unit(f"{low}t5", "Lurker"),
                unit(f"{low}t6", "Lurker"),
            ],
            "main_deck": {
                "top": [
                    unit(f"{low}d{number}", name)
                    for number, name in enumerate(
                        rng.sample(
                            [
                                "Petty Officer",
                                "Incinerate",
                                "Seal of Rage",
                                "Stalwart Poro",
                                "Defy",
                            ],
                            5,
                        )
                    )
                ],
                "count": 9,
            },
            "rune_deck": 0 if rng.random() < 0.3 else {"top": [runes, runes], "count": 6},
            "base": [
                unit(f"{low}1", "Legion Rearguard"),
                unit(f"{low}2", "Pit Rookie", buffs=1, exhausted=True),
                unit(f"{low}3", "Petty Officer", damage=1),
                unit(f"{low}g", "Energy Conduit", exhausted=rng.random() < 0.5),
                unit(f"{low}e", "Long Sword"),
                unit(f"{low}k", "Recruit", token=True),
                *(unit(f"{low}r{each}", runes, exhausted=each > 2) for each in range(5)),
            ],
        }
    fields = [
        {
            "id": place,
            "card": "Bare Hill",
            "owner": owner,
            "controller": owner,
            "units": [
                unit(f"{place}1", "Stalwart Poro", controller=owner, exhausted=True),
                unit(f"{place}2", "Bell", controller=owner, stunned=rng.random() < 0.3),
                unit(f"{place}3", "Solari Shieldbearer", controller=owner, buffs=1),
                unit(f"{place}s", "Long Sword", controller=owner, attached_to=f"{place}3"),
            ],
        }
        for place, owner in (("west", "B"), ("east", "A"))
    ]
    board: dict[str, Any] = {
        "turn": {"player": "A", "number": 5},
        "resources": "enough",
        "cards": {"Bare Hill": {"types": ["Battlefield"]}, "Bell": BELL, "Lurker": LURKER},
        "players": sides,
        "battlefields": fields,
    }
    mine = sides["A"]
    if "Battlefield" in card.types:
        fields[rng.randrange(2)]["card"] = card.name
    elif "Legend" in card.types:
        mine["legend"] = unit("it", card.name)
    else:
        mine["hand"].append(unit("new", card.name))
        if "Spell" not in card.types:
            there = fields[1]["units"] if rng.random() < 0.4 else mine["base"]
            there = there if "Unit" in card.types else mine["base"]
            there.append(unit("it", card.name, controller="A"))
    return board


#: examples whose instructions find nothing to do here, and why
NOTHING_TO_DO = {
    "kind: replacement": "what would die is exhausted already, or the price is not paid",
    "AbilitySelector": "no unit is left there that has a conquer effect",
    "do: activate": "it is a matter of chance whether the one unit with a hold effect is chosen",
}

#: spells of which one instruction finds nothing to do here, and why
NOTHING_FOR = {
    "Blind Fury": "one opponent shows one card, and of one nothing is left over",
    "Cannon Barrage": "nobody is in combat",
    "Isolate": "no enemy unit is left alone where another was",
    "En Garde": "no unit of the player is alone where it is",
    "Smoke and Mirrors": "nothing has Temporary but a token that is seldom one of the two",
}


class Heard:
    """How often each instruction of a card was executed, and how often nothing came of it."""

    def __init__(self, card: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.executed: Counter[str] = Counter()
        self.silent: Counter[str] = Counter()
        perform, nothing = executing._perform, executing._why_nothing

        def performed(execution: Execution, instruction: n.AnyInstruction) -> bool:
            if execution.name == card:
                self.executed[repr(instruction)] += 1
            return perform(execution, instruction)

        def said(execution: Execution, instruction: n.AnyInstruction, words: str) -> str:
            # what waits for something does so after the text was executed (387.1)
            waits = isinstance(instruction, n.DoThis) and bool(instruction.ability.when)
            if execution.name == card and not waits:
                self.silent[repr(instruction)] += 1
            return nothing(execution, instruction, words)

        monkeypatch.setattr(executing, "_perform", performed)
        monkeypatch.setattr(executing, "_why_nothing", said)

    @property
    def always_silent(self) -> list[str]:
        """The instructions that were executed and of which nothing ever came."""
        return [each for each, often in self.executed.items() if self.silent[each] >= often]


def play(card: CardDefinition, rng: random.Random, inline: dict[str, Any] | None) -> None:
    """Do with the card what is offered, attack, and let two turns end."""
    document = board_for(card, rng)
    if inline is not None:
        document["cards"][card.name] = inline
    board = judge.read_board(document).board
    for step in range(4):
        if board.result is not None:
            return
        offered = json.loads(judge.encode(judge.legal_actions(board)))["patterns"]
        own = [each for each in offered if is_own(each["do"])]
        moves = [each for each in offered if "move" in each["do"]]
        ends = [each for each in offered if each["do"].get("end_turn") or each["do"].get("pass")]
        wanted = own if own and step == 0 else moves if moves and step == 1 else ends
        action = msgspec.convert(choose(wanted or offered, rng), judge.Action)
        then: Then = "resolve-chain"

        def decide(question: judge.Question) -> Any:
            return decided(json.loads(judge.encode(question)), rng)

        ruling = judge.adjudicate(board, action, decide, then=then)
        if ruling.verdict != "legal" or ruling.board is None:
            return
        if "Spell" in card.types:
            return
        board = judge.read_board(json.loads(judge.encode(ruling.board))).board


def decided(question: dict[str, Any], rng: random.Random) -> Any:
    """An answer with which something happens: yes, and at least one of what may be chosen."""
    if question["form"] == "yes_no":
        return True
    ids = [option["id"] for option in question.get("options", [])]
    if question["form"] == "choose_some" and ids:
        return rng.sample(ids, rng.randint(max(1, question["min"]), question["max"]))
    if question["form"] == "split":
        return question["example"]
    return answer(question, rng)


def is_own(do: dict[str, Any]) -> bool:
    return do.get("play") == "new" or do.get("activate") == "it"


def silent_of(
    card: CardDefinition, monkeypatch: pytest.MonkeyPatch, inline: dict[str, Any] | None = None
) -> list[str]:
    """The instructions of which nothing came in all ways of playing the card."""
    heard = Heard(card.name, monkeypatch)
    for way in range(WAYS):
        play(card, random.Random(f"{card.name} {way}"), inline)
        if (heard.executed and not heard.always_silent) or (way > 2 and not heard.executed):
            break
    return heard.always_silent


SPELLS = [card for card in modelled_cards() if card.does]
SHOWN = [
    (heading, {key: value for key, value in data.items() if key != "name"}, card)
    for heading, _, data, _ in EXAMPLES
    if not unsupported(card := msgspec.convert(data, CardDefinition))
]


@pytest.mark.parametrize("card", SPELLS, ids=[card.name for card in SPELLS])
def test_each_instruction_of_a_spell_comes_to_something(
    card: CardDefinition, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = 1 if card.name in NOTHING_FOR else 0
    assert len(silent := silent_of(card, monkeypatch)) == expected, silent


@pytest.mark.parametrize(
    ("heading", "inline", "card"), SHOWN, ids=[heading for heading, _, _ in SHOWN]
)
def test_each_instruction_of_an_example_comes_to_something(
    heading: str, inline: dict[str, Any], card: CardDefinition, monkeypatch: pytest.MonkeyPatch
) -> None:
    if heading in NOTHING_TO_DO:
        pytest.skip(NOTHING_TO_DO[heading])
    assert silent_of(card, monkeypatch, inline) == []
