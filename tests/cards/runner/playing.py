"""Playing on from a board laid for a card: what concerns the card first, then what its triggers
wait for, and every request kept.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

import judge
from judge.board.state import Board, Card
from judge.effects import notation as n
from judge.effects.catalogue import Catalogue
from judge.effects.notation import CardDefinition
from judge.ruling.actions import Then
from judge.ruling.ruling import Ruling
from tests.cards.runner.laid import OF_COMBAT, OF_FIGHTS, WEIGHING, Spoken, laid_board
from tests.cards.runner.requests import Request, ruling_on
from tests.selfplay.driver import answer, fill

#: actions from one board, and how many are tried at each step, of which the first is gone on from
STEPS, BRANCHES = 9, 3
#: actions that are tried at each step, legal ones and others
TRIED = 7


class Fault(AssertionError):
    """Something that no ruling may be: an offer that is illegal, a question without end."""


def plain(value: Any) -> Any:
    """A part of the engine as the data that a caller gets."""
    return json.loads(judge.encode(value))


def way(
    card: CardDefinition, number: int, cards: Catalogue, steps: int = STEPS
) -> Iterator[tuple[Request, Ruling]]:
    """One way of using the card: what was asked, and the ruling. The same for the same number.
    `cards`: the catalogue with those that are laid (`laid.around`).
    """
    rng = random.Random(f"{card.name} {number}")
    source = f"way {number}"
    hurry = hurry_of(card)
    # something else first: a showdown, a chain, that others do what the card waits for
    late = rng.randint(1, 3) if rng.random() < 0.4 else 0
    reading = judge.read_board(laid_board(card, rng))
    settled = judge.adjudicate(
        reading.board, None, lambda question: decided(question, rng), settle=True
    )
    if settled.verdict != "legal":
        return
    assert settled.board is not None
    # they stand in the catalogue, and need not be read for each ruling
    board = msgspec.structs.replace(settled.board, cards={})
    for step in range(steps):
        if board.result is not None:
            return
        tried = candidates(board, cards, rng, step - late, hurry)
        following: Board | None = None
        legal = 0
        for action in tried[:TRIED]:
            request, ruling = one_action(board, action, rng, source, cards)
            if ruling.verdict == "question":
                raise Fault(f"{card.name}: way {number}: {request.action}: {ruling.sentence}")
            if ruling.verdict != "not_adjudicable":
                yield request, ruling
            if ruling.verdict == "legal":
                legal += 1
                following = following or ruling.board
                if legal == BRANCHES:
                    break
        if following is None:
            return
        board = following


def candidates(
    board: Board, cards: Catalogue, rng: random.Random, step: int, hurry: frozenset[str]
) -> list[dict[str, Any]]:
    """Actions of who may act, whether legal or not, in an order in which what is about the card
    and what is hurried stands more likely in front; before step 0 what is about others. What they
    leave open is asked.
    """
    player = board.window.priority or board.turn.player
    found: list[tuple[float, dict[str, Any]]] = []

    def add(weight: float, **do: Any) -> None:
        weight *= 4 if hurry & set(do) else 1
        if step < 0 and str(do.get("play", do.get("activate", ""))).startswith("it"):
            weight = 0.1
        found.append((rng.random() ** (1 / weight), {"by": player, "do": do}))

    mine = board.players[player]
    for card in [*mine.hand, *([mine.champion] if mine.champion is not None else [])]:
        add(8 if card.id.startswith("it") else 1.5, play=card.id)
        if card.id.startswith("it") and "Hidden" in cards[card.card].keywords:
            add(3, hide=card.id, to=rng.choice(board.battlefields).id)
    for card in mine.trash:
        if card.id.startswith("it"):
            add(3, play=card.id)
    places = {field.id: field.units for field in board.battlefields}
    for field in board.battlefields:
        for facedown in field.facedown:
            if facedown.controller == player:
                add(8 if facedown.id.startswith("it") else 1, play=facedown.id)
        if field.id.startswith("it") or not cards[field.card].abilities:
            continue
        for number, _ in enumerate(cards[field.card].abilities):
            add(1, activate=field.id, ability=number)
    legends = [mine.legend] if mine.legend is not None else []
    for thing in [*mine.base, *legends, *(each for units in places.values() for each in units)]:
        if thing.controller != player:
            continue
        for number, ability in enumerate(cards[thing.card].abilities):
            equip = isinstance(ability, n.KeywordAbility) and thing.attached_to is None
            if isinstance(ability, n.Activated) or equip:
                own = thing.id.startswith("it") or thing.id.startswith("as")
                add(8 if own else 0.7, activate=thing.id, ability=number)
    if board.chain is not None or board.showdown is not None:
        add(3 if step < 0 else 12, **{"pass": True})
    else:
        add((1.5 if player == "A" else 3) + 0.4 * max(0, step), end_turn=True)
    if board.chain is None and board.showdown is None:
        _add_moves(board, cards, rng, player, add)
    return [do for _, do in sorted(found, key=lambda entry: -entry[0])]


def _add_moves(
    board: Board, cards: Catalogue, rng: random.Random, player: str, add: Callable[..., None]
) -> None:
    """Some moves of units of the player, from where they are to somewhere else."""
    places = {f"base:{player}": board.players[player].base}
    places |= {field.id: field.units for field in board.battlefields}
    for place, things in places.items():
        units = [
            thing.id
            for thing in things
            if thing.controller == player
            and not thing.exhausted
            and thing.attached_to is None
            and "Unit" in cards[thing.card].types
        ]
        if not units:
            continue
        own = [unit for unit in units if unit.startswith("it")]
        for to in [field.id for field in board.battlefields] + ["base"]:
            if to == place or (to == "base" and place.startswith("base")):
                continue
            group = rng.sample(units, rng.randint(1, min(3, len(units))))
            if own and own[0] not in group and rng.random() < 0.7:
                group[0] = own[0]
            add(3 if set(own) & set(group) else 1.2, move=group, to=to)


def weighed(board: Board) -> Request | None:
    """The request to play the spell that weighs all things (`laid.weighing`), from the hand of who
    may act.
    """
    player = board.window.priority
    if player is None or board.result is not None:
        return None
    hand = board.players[player].hand
    spell = Card(id="weighing", card=WEIGHING)
    players = {
        **board.players,
        player: msgspec.structs.replace(board.players[player], hand=[*hand, spell]),
    }
    return Request(
        source="",
        board=msgspec.structs.replace(board, players=players, resources="enough"),
        action=judge.Action(by=player, do=judge.Do(play="weighing")),
        then="resolve-chain",
    )


def one_action(
    board: Board, action: dict[str, Any], rng: random.Random, source: str, cards: Catalogue
) -> tuple[Request, Ruling]:
    """An action with answers to what is asked, and the ruling on it."""
    then: Then = rng.choices(("nothing", "resolve-chain"), (3, 2))[0]
    request = Request(
        source=source, board=board, action=msgspec.convert(action, judge.Action), then=then
    )
    answers: list[Any] = []

    def decide(question: judge.Question) -> Any:
        if len(answers) > 200:
            raise Fault(f"{source}: questions do not end: {question.prompt}")
        answers.append(decided(question, rng))
        return answers[-1]

    ruling = ruling_on(request, cards, decide)
    return msgspec.structs.replace(request, answers=answers), ruling


#: events that come as the turn goes on
_TURNS = frozenset({"hold", "score", "begin_phase", "end_turn", "gain_points"})


def hurry_of(card: CardDefinition) -> frozenset[str]:
    """The kinds of action that bring about what the card waits for."""
    events = Spoken(card).events
    fights = {"move"} if events & OF_FIGHTS or OF_COMBAT & {*card.keywords} else set()
    return frozenset(fights | ({"end_turn"} if events & _TURNS else set()))


def chosen(
    patterns: list[dict[str, Any]],
    rng: random.Random,
    step: int,
    hurry: frozenset[str] = frozenset(),
) -> dict[str, Any]:
    """An action out of the patterns, likelier one that is about the card, or of a kind that is
    hurried.
    """
    weights = [
        _weight(pattern, step) * (4 if hurry & set(pattern["do"]) else 1) for pattern in patterns
    ]
    if not any(weights):
        raise Fault("nothing is offered but to concede")
    pattern = rng.choices(patterns, weights)[0]
    do = dict(pattern["do"])
    for slot in pattern.get("slots", []):
        if slot.get("such_that"):
            continue
        if slot["name"] == "move":
            _fill_move(do, slot, rng)
        elif rng.random() < 0.7:
            fill(do, slot, rng)
    return {"by": pattern["by"], "do": do}


def _weight(pattern: dict[str, Any], step: int) -> float:
    do = pattern["do"]
    if "concede" in do:
        return 0.0
    if "429.2" in pattern["rules"]:
        return 0.5 if str(do.get("activate", "")).startswith("it") else 0.05
    own = any(str(do.get(verb, "")).startswith("it") for verb in ("play", "activate", "hide"))
    if own:
        return 8.0
    if "move" in do:
        units = [option["id"] for slot in pattern["slots"] for option in slot.get("options", [])]
        return 3.0 if any(unit.startswith("it") for unit in units) else 1.5
    if "play" in do:
        return 1.0
    if "end_turn" in do:
        return 0.6 + 0.4 * step
    return 2.0 if "pass" in do else 0.6


def _fill_move(do: dict[str, Any], slot: dict[str, Any], rng: random.Random) -> None:
    ids = [option["id"] for option in slot["options"]]
    own = [each for each in ids if each.startswith("it")]
    units = rng.sample(ids, rng.randint(max(1, slot["min"]), slot["max"]))
    if own and own[0] not in units and rng.random() < 0.7:
        units[0] = own[0]
    do["move"] = units


def decided(question: judge.Question, rng: random.Random) -> Any:
    """An answer with which something happens oftener than not."""
    asked = plain(question)
    if asked["form"] == "yes_no":
        return rng.random() < 0.75
    ids = [option["id"] for option in asked.get("options", [])]
    own = [each for each in ids if each.startswith("it")]
    if asked["form"] == "choose_one" and own and rng.random() < 0.3:
        return rng.choice(own)
    if asked["form"] == "choose_some" and not asked.get("such_that") and ids:
        least = max(asked["min"], min(1, asked["max"]))
        return rng.sample(ids, rng.randint(least, asked["max"]))
    return answer(asked, rng)
