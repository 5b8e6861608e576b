"""Playing whole games by choosing from what is offered, and holding each step against the
properties.

A `Judge` is anything that answers like the HTTP surface: bodies in, replies out, as plain data. So
the
same driver plays in process and over HTTP.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Protocol


class Judge(Protocol):
    """What the driver needs of a judge; every method returns the reply's JSON as plain data."""

    def new_board(self, body: dict[str, Any]) -> dict[str, Any]: ...

    def legal_actions(self, body: dict[str, Any]) -> dict[str, Any]: ...

    def adjudicate(self, body: dict[str, Any]) -> dict[str, Any]: ...


@dataclass
class Game:
    """A game that was played: its last board and what was met on the way."""

    board: dict[str, Any]
    steps: int = 0
    questions: int = 0
    verbs: Counter[str] = field(default_factory=Counter)
    cited: set[str] = field(default_factory=set)


def play_game(
    judge: Judge,
    setup: dict[str, Any],
    seed: int,
    *,
    check: Any,
    limit: int = 1500,
    concede_after: int | None = None,
) -> Game:
    """Play from setup to victory, choosing at random from `seed`. `concede_after`: the step after
    which a player chosen at random concedes, once.

    `check(board, body, ruling)` is called for each legal step with the request that led to it.
    Raises
    `AssertionError` when something offered is refused, or a question has nothing to answer.
    """
    rng = random.Random(seed)
    ruling = _answered(judge.new_board, {"setup": setup}, rng)
    game = Game(board=ruling["board"])
    while "result" not in game.board:
        game.steps += 1
        assert game.steps < limit, "the game does not end"
        offered = judge.legal_actions({"board": game.board})
        assert not any(p.get("feasibility") == "unproved" for p in offered["patterns"])
        action = choose(offered["patterns"], rng)
        if game.steps == concede_after:
            action = {"by": rng.choice(sorted(game.board["players"])), "do": {"concede": True}}
        body = {"board": game.board, "action": action}
        ruling = _answered(judge.adjudicate, body, rng)
        assert ruling["verdict"] == "legal", (action, ruling["sentence"], ruling.get("problems"))
        game.verbs[_verb(action)] += 1
        game.questions += len(body.get("answers", []))
        game.cited.update(citation["rule"] for citation in ruling.get("citations", []))
        check(game.board, body, ruling)
        game.board = ruling["board"]
    return game


def _verb(action: dict[str, Any]) -> str:
    return str(next(iter(action["do"])))


def choose(patterns: list[dict[str, Any]], rng: random.Random) -> dict[str, Any]:
    """An action out of the patterns: playing and moving are likelier than passing and
    ending, making resources is less likely."""
    weights = []
    for pattern in patterns:
        do = pattern["do"]
        weights.append(
            0.0
            if "concede" in do
            else 3.0
            if "play" in do or "move" in do or "hide" in do
            else 0.15
            if "invite" in do or ("activate" in do and "429.2" in pattern["rules"])
            else 1.0
        )
    assert any(weights), "nothing is offered but to concede"
    pattern = rng.choices(patterns, weights)[0]
    do = dict(pattern["do"])
    for slot in pattern.get("slots", []):
        if rng.random() < 0.3 or slot.get("such_that"):
            continue  # left open on purpose: then it is asked
        fill(do, slot, rng)
    return {"by": pattern["by"], "do": do}


def fill(do: dict[str, Any], slot: dict[str, Any], rng: random.Random) -> None:
    """Fill one slot of a pattern at random."""
    ids = [option["id"] for option in slot.get("options", [])]
    match slot["form"]:
        case "choose_one":
            assert ids, f"slot {slot['name']} has no options"
            value: Any = rng.choice(ids)
        case "choose_some":
            value = rng.sample(ids, rng.randint(slot["min"], slot["max"]))
        case "yes_no":
            value = rng.random() < 0.5
        case other:
            raise AssertionError(f"a slot of form {other}")
    kind, _, rest = slot["name"].partition(".")
    if kind == "targets":
        do.setdefault("targets", {})[rest] = value
    elif kind == "additional":
        do.setdefault("additional", {})[rest] = value
    elif kind == "spend" and rest:
        do.setdefault("spend", {})[rest] = value
    elif kind == "modes":
        do["modes"] = value if isinstance(value, list) else [value]
    else:
        do[kind] = value


def _answered(ask: Any, body: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """The ruling once every question is answered; the answers are left in `body`."""
    while True:
        ruling: dict[str, Any] = ask(body)
        if ruling["verdict"] != "question":
            return ruling
        body.setdefault("answers", []).append(
            {"id": ruling["question"]["id"], "value": answer(ruling["question"], rng)}
        )
        assert len(body["answers"]) < 300, "questions do not end"


def answer(question: dict[str, Any], rng: random.Random) -> Any:
    """An answer to a question at random, from its options alone."""
    options = question.get("options", [])
    ids = [option["id"] for option in options]
    match question["form"]:
        case "yes_no":
            return rng.random() < 0.5
        case "choose_one":
            assert ids, question
            return rng.choice(ids)
        case "chance":
            assert ids, question
            return rng.choices(ids, [option.get("count", 1) for option in options])[0]
        case "choose_some":
            assert len(ids) >= question["min"], question
            if question.get("such_that"):
                return ids[: question["min"]]  # the words are not read here; the fewest do fit
            return rng.sample(ids, rng.randint(question["min"], question["max"]))
        case "order":
            assert ids, question
            return rng.sample(ids, len(ids))
        case "assign_damage":
            return assign(question, rng)
        case "pay" | "split":
            return question["example"]
        case "name":
            prompt = question["prompt"]
            return "Unit" if " type " in prompt else "Poro" if " tag " in prompt else "Fury Rune"
    raise AssertionError(f"no way to answer a question of form {question['form']}")


def assign(question: dict[str, Any], rng: random.Random) -> dict[str, int]:
    """An assignment of damage by the rules (465.2.c): lethal to one after another, Tank first."""

    def rank(target: dict[str, Any]) -> int:
        first, last = target.get("first", False), target.get("last", False)
        if first and last:
            return rng.choice([0, 2])
        return 0 if first else 2 if last else 1

    targets = [(rank(target), rng.random(), target) for target in question["targets"]]
    targets.sort(key=lambda entry: entry[:2])
    left = question["amount"]
    result: dict[str, int] = {}
    for _, _, target in targets:
        given = min(left, target["lethal"])
        if given:
            result[target["id"]] = given
        left -= given
    if left:
        lucky = rng.choice(targets)[2]["id"]
        result[lucky] = result.get(lucky, 0) + left
    return result
