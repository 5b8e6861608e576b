"""Boards as nobody would lay them, over every modelled card: `drawn_board(rng, mode)` draws one.

Objects lie anywhere, damaged, stunned, buffed, attached and controlled by others; decks are lists
or numbers; a spell may be on the chain; a showdown may be under way. Whether it could have come
about by play is left to chance. Only what means something is drawn: such a board is read.
"""

from __future__ import annotations

import random
from typing import Any

from judge.effects.notation import CardDefinition
from judge.modes.modes import MODES
from tests.selfplay.crossing import crossing
from tests.selfplay.decks import modelled_cards

RUNES = ("Fury Rune", "Calm Rune", "Mind Rune", "Body Rune", "Chaos Rune", "Order Rune")


def _named(*types: str) -> list[CardDefinition]:
    return [card for card in modelled_cards() if card.types and card.types[0] in types]


UNITS, GEAR, SPELLS = _named("Unit"), _named("Gear"), _named("Spell")
LEGENDS, BATTLEFIELDS = _named("Legend"), _named("Battlefield")
_NAMES = {
    kind: {card.name for card in cards}
    for kind, cards in (("Unit", UNITS), ("Gear", GEAR), ("Spell", SPELLS))
}


class _Drawn:
    """One drawing: chance, and ids that are not in the order of places."""

    def __init__(self, rng: random.Random, names: str) -> None:
        self.rng = rng
        self.names = names
        self.numbers = rng.sample(range(1000), 1000)

    def id(self, prefix: str) -> str:
        return f"{prefix}{self.numbers.pop()}"

    def odds(self, share: float) -> bool:
        return self.rng.random() < share

    def name(self, cards: list[CardDefinition]) -> str:
        return self.rng.choice(cards).name

    def main(self) -> str:
        return self.name(self.rng.choice([UNITS, SPELLS, GEAR]))

    def object(self, cards: list[CardDefinition], **more: Any) -> dict[str, Any]:
        return {"id": self.id("o"), "card": self.name(cards), **more}

    def unit(self, controller: str, *, damaged: bool) -> dict[str, Any]:
        others = [name for name in self.names if name != controller]
        other = others[0] if len(others) == 1 else self.rng.choice(others)
        unit = self.object(UNITS, controller=controller)
        if self.odds(0.15):
            unit["owner"] = other
        for state, share in (("exhausted", 0.3), ("stunned", 0.1)):
            if self.odds(share):
                unit[state] = True
        if self.odds(0.2):
            unit["buffs"] = 1
        if damaged and self.odds(0.2):
            unit["damage"] = {self.rng.choice(self.names): self.rng.randint(1, 2)}
        equipment = [card for card in GEAR if "Equipment" in card.tags]
        if equipment and self.odds(0.2):
            unit["attached"] = [self.object(equipment)]
        return unit

    def player(self, name: str) -> dict[str, Any]:
        rng = self.rng
        main = [self.main() for _ in range(rng.randint(0, 4))]
        player: dict[str, Any] = {
            "points": rng.randint(0, 7),
            "xp": rng.randint(0, 5),
            "hand": [{"id": self.id("h"), "card": self.main()} for _ in range(rng.randint(0, 5))],
            "trash": [{"id": self.id("t"), "card": self.main()} for _ in range(rng.randint(0, 3))],
            "deck": {"top": main, "count": rng.randint(0, 9)} if self.odds(0.8) else 0,
            "rune_deck": {"top": [rng.choice(RUNES)], "count": rng.randint(0, 3)},
            "runes": [{"id": self.id("r"), "card": rng.choice(RUNES)} for _ in range(5)],
            "base": [self.unit(name, damaged=self.odds(0.1)) for _ in range(rng.randint(0, 2))],
        }
        if self.odds(0.5):
            player["base"].append(self.object(GEAR))
        if self.odds(0.7):
            player["legend"] = self.object(LEGENDS)
        return player

    def battlefield(self) -> dict[str, Any]:
        rng = self.rng
        who = rng.choice([*self.names, None])
        field = self.object(BATTLEFIELDS, owner=rng.choice(self.names))
        field["id"] = self.id("w")
        if who is not None:
            field["controller"] = who
            field["units"] = [self.unit(who, damaged=True) for _ in range(rng.randint(1, 3))]
            if self.odds(0.3):
                facedown = {"id": self.id("f"), "card": self.main(), "controller": who}
                field["facedown"] = [{**facedown, "since": rng.randint(1, 5)}]
        return field


CHAMPIONS = [card for card in UNITS if card.supertype == "Champion"]


def crossed_into(board: dict[str, Any], rng: random.Random, count: int) -> None:
    """Put cards that nobody wrote (`tests.selfplay.crossing`) in the place of some."""
    made = [each for each in (crossing(rng) for _ in range(count * 3)) if each is not None][:count]
    board["cards"] = {f"Crossed {number}": each for number, each in enumerate(made, 1)}
    for name, card in board["cards"].items():
        place = rng.choice(sorted(board["players"]))
        player = board["players"][place]
        lying = [*player["base"], *(u for w in board["battlefields"] for u in w.get("units", []))]
        kinds = {kind: _NAMES[kind] for kind in card.get("types", []) if kind in _NAMES}
        there: list[dict[str, Any]] = [each for each in player["hand"] if kinds]
        there += [each for each in lying if any(each["card"] in names for names in kinds.values())]
        if "Battlefield" in card.get("types", []):
            there = board["battlefields"]
        elif "Legend" in card.get("types", []):
            there = [player["legend"]] if "legend" in player else []
        for each in rng.sample(there, min(len(there), 2)):
            each["card"] = name


def with_champions(board: dict[str, Any], rng: random.Random) -> None:
    """Give each player a Chosen Champion, in its zone or elsewhere."""
    for name, player in board["players"].items():
        chosen = rng.choice(CHAMPIONS).name
        player["chosen_champion"] = chosen
        if rng.random() < 0.6:
            player["champion"] = {"id": f"{name}.champion", "card": chosen}


def drawn_board(rng: random.Random, mode: str = "duel") -> dict[str, Any]:
    """A board as a person would type it, in the Main Phase of any player."""
    names = "ABCD"[: MODES[mode].players]
    drawn = _Drawn(rng, names)
    board: dict[str, Any] = {
        "turn": {"player": rng.choice(names), "number": 5},
        "resources": rng.choice(["enough", "counted"]),
        "players": {name: drawn.player(name) for name in names},
        "battlefields": [drawn.battlefield() for _ in range(MODES[mode].battlefields)],
    }
    if mode != "duel":
        board["mode"] = mode
    if len(names) > 2:
        board["order"] = rng.sample(names, len(names))
    if MODES[mode].teams:
        # side by side, and across from each other
        board["teams"] = rng.choice([[["A", "B"], ["C", "D"]], [["A", "C"], ["B", "D"]]])
        for one, other in board["teams"]:
            board["players"][other]["points"] = board["players"][one]["points"]
        board["order"] = ["A", board["teams"][1][0], board["teams"][0][1], board["teams"][1][1]]
    return board
