"""The layers once more, as the rule book says them and as slowly as that is (473-480).

Knows only the texts that `test_layers` makes. Everything is tried with everything, each time anew:
no index, no look at what a text reads or writes, no object by itself. What the engine comes to is
held against this.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Thing:
    """A unit: what it is printed as, and what it has come to."""

    id: str
    player: str
    might: int
    tags: set[str]
    keywords: set[str]
    buffs: int = 0
    added: list[tuple[int, str, str]] = field(default_factory=list)
    set_to: list[tuple[int, int]] = field(default_factory=list)
    raised: dict[int, int] = field(default_factory=dict)
    counted: bool = False
    #: the numbers of the texts about keywords, in the order in which they were applied
    order: list[int] = field(default_factory=list)
    #: what it has lost: the number of the text that says so, and the keyword or None for everything
    lost: list[tuple[int, str | None]] = field(default_factory=list)

    def total(self) -> int:
        base = self.set_to[-1][1] if self.set_to else self.might
        mine = self.buffs if self.counted else 0
        return base + mine + sum(self.raised.values())

    def increased(self) -> int:
        base = self.set_to[-1][1] if self.set_to else self.might
        mine = self.buffs if self.counted else 0
        return base + mine + sum(n for n in self.raised.values() if n > 0)

    def has(self, what: str) -> set[str]:
        if what == "tag":
            return self.tags | {word for _, kind, word in self.added if kind == what}
        found = set(self.keywords)
        granted = {number: word for number, kind, word in self.added if kind == "keyword"}
        for number in self.order:
            if number in granted:
                found.add(granted[number])
            for each, word in self.lost:
                if each == number:
                    found -= found if word is None else {word}
        return found


@dataclass
class Text:
    """One static ability of one change: `change` as in the notation, `number` its timestamp."""

    number: int
    source: str
    player: str
    change: dict[str, Any]
    affects: Any
    while_: dict[str, Any] | None

    @property
    def layer(self) -> str:
        match self.change:
            case {"change": "trait"} | {"change": "set_might", "at_least": False}:
                return "1"
            case {"change": "keyword"} | {"change": "lose_abilities"}:
                return "2"
            case {"change": "might", "amount": amount} if amount < 0:
                return "3 decreases"
        return "3 increases"


def fits(selector: dict[str, Any], text: Text, thing: Thing) -> bool:
    if selector.get("other") and thing.id == text.source:
        return False
    if selector.get("side") == "friendly" and thing.player != text.player:
        return False
    if "tag" in selector and not set(selector["tag"]) & thing.has("tag"):
        return False
    if "not_tag" in selector and set(selector["not_tag"]) & thing.has("tag"):
        return False
    if "keyword" in selector and not set(selector["keyword"]) & thing.has("keyword"):
        return False
    might = max(0, thing.total())
    if might > selector.get("might_at_most", might):
        return False
    if might < selector.get("might_at_least", might):
        return False
    return "state" not in selector or thing.total() >= 5


class Reference:
    def __init__(self, things: list[Thing], texts: list[Text]) -> None:
        self.things = {thing.id: thing for thing in things}
        self.texts = sorted(texts, key=lambda text: text.number)
        self.done: set[tuple[int, str]] = set()
        self.gone: set[tuple[int, str]] = set()

    def there(self, text: Text) -> bool:
        lost = self.things[text.source].lost
        if any(word is None and number != text.number for number, word in lost):
            return False
        if text.while_ is None:
            return True
        if text.while_["if"] == "is":
            return fits(text.while_["a"], text, self.things[text.source])
        found = sum(fits(text.while_["of"], text, each) for each in self.things.values())
        return text.while_.get("at_least", 1) <= found <= text.while_.get("at_most", found)

    def reach(self, text: Text) -> list[str]:
        if text.affects == "me":
            return [text.source]
        return [each.id for each in self.things.values() if fits(text.affects, text, each)]

    def outcome(self, text: Text, identity: str) -> int:
        change, thing = text.change, self.things[identity]
        if change["change"] == "set_might" and change["at_least"]:
            return max(0, change["amount"] - thing.increased())
        return int(change.get("amount", 0))

    def apply(self, text: Text) -> bool:
        able = [each for each in self.reach(text) if (text.number, each) not in self.done]
        able = [each for each in able if (text.number, each) not in self.gone]
        if not self.there(text):
            return False
        amounts = [(each, self.outcome(text, each)) for each in able]
        for identity, amount in amounts:
            self.done.add((text.number, identity))
            thing = self.things[identity]
            match text.change:
                case {"change": "trait", "tags": tags}:
                    thing.added += [(text.number, "tag", tag) for tag in tags]
                case {"change": "keyword", "keyword": word}:
                    thing.added.append((text.number, "keyword", word))
                    thing.order.append(text.number)
                case {"change": "lose_abilities"}:
                    thing.lost.append((text.number, text.change.get("keyword")))
                    thing.order.append(text.number)
                case {"change": "set_might", "at_least": False}:
                    thing.set_to.append((text.number, amount))
                case _:
                    thing.raised[text.number] = amount
        return bool(able)

    def evaluation(self, text: Text, among: list[str] | None = None) -> Any:
        reach = self.reach(text)
        return self.there(text), reach, [self.outcome(text, i) for i in among or reach]

    def altered(self, one: Text, other: Text) -> bool:
        before = self.evaluation(one)
        trial = copy.deepcopy(self)
        trial.apply(other)
        after = trial.evaluation(one, before[1])
        return before[:2] != after[:2] or before[2] != after[2]

    def depends(self, one: Text, other: Text) -> bool:
        return self.altered(one, other) and not self.altered(other, one)

    def layer(self, name: str) -> bool:
        left = [text for text in self.texts if text.layer == name]
        changed = False
        follow: list[Text] = []
        while left:
            free = [
                text for text in left if not any(self.depends(text, o) for o in left if o != text)
            ]
            chosen = next((text for text in follow if text in free), None)
            if chosen is None:
                chosen = free[0] if free else left[0]
            left.remove(chosen)
            follow = [text for text in left if self.depends(text, chosen)]
            changed |= self.apply(chosen)
        return changed

    def withdraw(self) -> bool:
        over = [
            (text, identity)
            for text in self.texts
            for identity in self.things
            if (text.number, identity) in self.done - self.gone
            and not (self.there(text) and identity in self.reach(text))
        ]
        for text, identity in over:
            self.gone.add((text.number, identity))
            thing = self.things[identity]
            thing.added = [each for each in thing.added if each[0] != text.number]
            thing.set_to = [each for each in thing.set_to if each[0] != text.number]
            thing.lost = [each for each in thing.lost if each[0] != text.number]
            thing.raised.pop(text.number, None)
        return bool(over)

    def run(self) -> dict[str, Thing]:
        while True:
            changed = not next(iter(self.things.values())).counted
            changed |= self.layer("1")
            changed |= self.layer("2")
            for thing in self.things.values():
                thing.counted = True
            changed |= self.layer("3 increases")
            changed |= self.layer("3 decreases")
            if not (self.withdraw() or changed):
                return self.things
