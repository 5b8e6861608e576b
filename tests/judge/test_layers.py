"""The layers: held against the slow reference, whatever order the board is written in."""

from __future__ import annotations

import random
from typing import Any

import pytest

import judge
from api.scenarios.loading import discover
from judge.board.table import Table, reference
from judge.effects.catalogue import standard_catalogue
from judge.layers.characteristics import of
from judge.layers.entries import indexed
from judge.layers.standings import layered
from tests.judge.layers_reference import Reference, Text, Thing

_TAGS = ["Yordle", "Dragon"]
_WORDS = ["Ganking", "Tank"]


def _selector(dice: random.Random) -> dict[str, Any]:
    found: dict[str, Any] = {"kind": "unit"}
    if dice.random() < 0.5:
        found["side"] = "friendly"
    if dice.random() < 0.5:
        found["other"] = True
    match dice.randrange(8):
        case 0 | 1:
            found["tag"] = [dice.choice(_TAGS)]
        case 2:
            found["not_tag"] = [dice.choice(_TAGS)]
        case 3:
            found["keyword"] = [dice.choice(_WORDS)]
        case 4:
            found["might_at_most"] = dice.randrange(2, 5)
        case 5:
            found["might_at_least"] = dice.randrange(3, 6)
        case 6:
            found["state"] = ["mighty"]
    return found


def _lost(dice: random.Random) -> dict[str, Any]:
    return {"change": "lose_abilities", "keyword": dice.choice(_WORDS)}


def _ability(dice: random.Random, losing: bool = False) -> dict[str, Any]:
    change: dict[str, Any] = dice.choice(
        [
            {"change": "trait", "tags": [dice.choice(_TAGS)]},
            {"change": "set_might", "amount": dice.randrange(1, 7)},
            {"change": "set_might", "amount": dice.randrange(4, 7), "at_least": True},
            {"change": "keyword", "keyword": dice.choice(_WORDS)},
            {"change": "might", "amount": dice.choice([-2, -1, 1, 2])},
            *([{"change": "lose_abilities"}, _lost(dice)] if losing else []),
        ]
    )
    found: dict[str, Any] = {"kind": "static", "changes": [change]}
    found["affects"] = "me" if dice.random() < 0.3 else _selector(dice)
    if dice.random() < 0.4:
        selector = _selector(dice)
        if dice.random() < 0.4:
            selector.pop("other", None)
            found["while"] = {"if": "is", "what": "me", "a": selector}
        else:
            limits = {"at_least": 0, "at_most": 0} if dice.random() < 0.4 else {}
            found["while"] = {"if": "exists", "of": selector, **limits}
    return found


def _board(dice: random.Random, losing: bool = False) -> dict[str, Any]:
    cards: dict[str, Any] = {"Ford": {"types": ["Battlefield"]}, "Hill": {"types": ["Battlefield"]}}
    players: dict[str, list[dict[str, Any]]] = {"Ada": [], "Bo": []}
    stamps = dice.sample(range(1, 20), 6)
    for number in range(dice.randrange(2, 6)):
        name = f"Card {number}"
        cards[name] = {"types": ["Unit"], "domains": ["Calm"], "energy": 1}
        cards[name]["might"] = dice.randrange(1, 6)
        if dice.random() < 0.3:
            cards[name]["tags"] = [dice.choice(_TAGS)]
        if dice.random() < 0.3:
            cards[name]["keywords"] = {dice.choice(_WORDS): 1}
        if dice.random() < 0.8:
            cards[name]["abilities"] = [_ability(dice, losing)]
        thing: dict[str, Any] = {"id": f"a{number}", "card": name, "since": stamps[number]}
        if dice.random() < 0.3:
            thing["buffs"] = 1
        players[dice.choice(["Ada", "Ada", "Bo"])].append(thing)
    return {
        "turn": {"player": "Ada", "number": 9},
        "players": {who: {"hand": 0, "deck": 20, "base": base} for who, base in players.items()},
        "battlefields": [
            {"id": "west", "card": "Ford", "owner": "Ada"},
            {"id": "east", "card": "Hill", "owner": "Bo"},
        ],
        "cards": cards,
    }


def _reference(document: dict[str, Any]) -> dict[str, tuple[int, set[str], set[str]]]:
    things, texts = [], []
    for player, zone in document["players"].items():
        for one in zone["base"]:
            card = document["cards"][one["card"]]
            tags, words = set(card.get("tags", [])), set(card.get("keywords", {}))
            unit = Thing(one["id"], player, card["might"], tags, words, one.get("buffs", 0))
            things.append(unit)
            for ability in card.get("abilities", []):
                change = {"at_least": False, **ability["changes"][0]}
                owner = (one["since"], one["id"], player)
                texts.append(Text(*owner, change, ability["affects"], ability.get("while")))
    found = Reference(things, texts).run()
    return {i: (t.total(), t.has("tag"), t.has("keyword")) for i, t in found.items()}


def _engine(document: dict[str, Any]) -> dict[str, tuple[int, set[str], set[str]]]:
    board = judge.read_board(document).board
    table, cards = Table(board), standard_catalogue().with_inline(board.cards)
    found = {}
    for identity, thing in table.objects.items():
        now = of(table, cards, thing)
        assert now.might_value is not None
        assert sum(line.amount for line in now.why) == now.might_value
        found[identity] = (now.might_value, set(now.tags), set(now.keywords))
    return found


@pytest.mark.parametrize("seed", range(400))
def test_the_engine_comes_to_what_the_slow_reference_comes_to(seed: int) -> None:
    document = _board(random.Random(seed))
    assert _engine(document) == _reference(document)


@pytest.mark.parametrize("seed", range(400, 800))
def test_the_same_where_texts_take_abilities_away(seed: int) -> None:
    document = _board(random.Random(seed), losing=True)
    assert _engine(document) == _reference(document)


@pytest.mark.parametrize("seed", range(60))
def test_the_order_in_which_a_board_is_written_does_not_matter(seed: int) -> None:
    document = _board(random.Random(seed))
    before = _engine(document)
    for one in [each for zone in document["players"].values() for each in zone["base"]]:
        if seed % 2:
            one.pop("since")
    before = _engine(document)
    for turn in range(3):
        dice = random.Random(turn)
        for zone in document["players"].values():
            dice.shuffle(zone["base"])
        items = list(document["cards"].items())
        dice.shuffle(items)
        document["cards"] = dict(items)
        document["battlefields"].reverse()
        assert _engine(document) == before


def test_an_explanation_ends_at_what_is_computed_for_every_object_of_every_scenario() -> None:
    seen = 0
    for kept in discover()[0]:
        try:
            board = judge.read_board(kept.scenario.board).board  # type: ignore[arg-type]
        except (judge.BoardError, TypeError, AttributeError):
            continue
        table, cards = Table(board), standard_catalogue().with_inline(board.cards)
        alone = {t.id: of(table, cards, t) for t in table.objects.values()}
        # worked out all together, each is what it is by itself
        together = layered(table, cards, indexed(table, cards).entries)
        for identity, thing in table.objects.items():
            now, found = alone[identity], judge.explain(board, reference(thing))
            assert (found.might, found.keywords) == (now.might_value, now.keywords)
            assert (found.types, found.tags) == (now.types, now.tags)
            sums = [step.now for step in found.steps if step.now is not None]
            assert (sums[-1] if sums else (found.might or 0)) == (found.might or 0)
            work = together[identity]
            assert (work.might, work.keywords) == (now.might_value, now.keywords)
            seen += 1
    assert seen > 1000
