"""Whether a tree that a person typed is contained in a board, an event or another typed part.

- A mapping is compared key by key; what it does not name is not looked at. An empty mapping means
  that nothing is there.
- A list is compared as a whole, in any order unless the order is part of the rules. Its entries may
  be parts themselves.
- A number beside a list, a deck or amounts by player is their count, or their sum.
- A text beside a card or an object is its id, its reference or its card's name.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from judge.board.state import Deck, PoolUnit
from judge.board.table import make_reference

#: The arrays whose order is part of the board or of the event.
ORDERED = frozenset({"order", "items", "effects", "top", "bottom", "queue", "replaced"})
#: Fields that hold a card's name.
CARD_NAMES = frozenset({"card", "chosen_champion", "of", "origin"})
#: How people call a field, and what the canonical board calls it.
OTHER_NAMES = {"deck": "main_deck", "banishment": "banished"}

_LONGEST_SHOWN = 300
_MOST_NAMED = 6
#: what has to be known of every list under `expect`
WHOLE = "a list names all that is there"


@dataclass(frozen=True, slots=True)
class Mismatch:
    """Something that did not come as expected. `path` leads to it from `expect`.

    `more` is all that came there, for whoever needs more than the difference.
    """

    path: str
    message: str
    more: str = ""

    def __str__(self) -> str:
        return f"{self.path}: {self.message}" if self.path else self.message


#: Whether the name that a person typed means the card of that canonical name.
SameCard = Callable[[str, str], bool]


def shown(value: Any) -> str:
    """A value in one line, as a person would type it, cut off where it gets long."""
    plain = msgspec.to_builtins(value)
    if plain is None:
        return "nothing"
    text = plain if isinstance(plain, str) and plain else json.dumps(plain, ensure_ascii=False)
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 4] + " ..."


def name_of(value: Any) -> str:
    """A thing by its id, with the card where that says more; anything else as it is shown."""
    identity = getattr(value, "id", None)
    if not isinstance(identity, str):
        return json.dumps(value) if isinstance(value, str) and "," in value else shown(value)
    card = getattr(value, "card", None)
    return f"{identity} ({card})" if isinstance(card, str) and card != identity else identity


def names_shown(values: list[Any]) -> str:
    """Several things by their ids, the first of many."""
    named = [name_of(value) for value in values[:_MOST_NAMED]]
    left = len(values) - len(named)
    return ", ".join(named) + (f" and {left} more" if left else "")


def expected_but(expected: Any, actual: Any) -> str:
    """The sentence that says what was expected and what came."""
    return f"expected {shown(expected)}, came {shown(actual)}"


class Matcher:
    """Finds every mismatch between what was typed and what came."""

    def __init__(self, same_card: SameCard) -> None:
        self.same_card = same_card

    def mismatches(
        self, expected: Any, actual: Any, path: str, name: str = ""
    ) -> Iterator[Mismatch]:
        """Every way in which `expected` is not contained in `actual`.

        `name` is the field in which the value stands: it decides whether order counts and whether a
        text is the name of a card.
        """
        if isinstance(expected, Mapping):
            yield from self._of_mapping(expected, actual, path)
        elif isinstance(expected, list):
            yield from self._of_list(expected, actual, path, name)
        elif not self._is_same(expected, actual, name):
            yield Mismatch(path, expected_but(expected, actual))

    def contains(self, expected: Any, actual: Any, name: str = "") -> bool:
        return next(self.mismatches(expected, actual, "", name), None) is None

    # --- mappings --------------------------------------------------------------------------------

    def _of_mapping(
        self, expected: Mapping[str, Any], actual: Any, path: str
    ) -> Iterator[Mismatch]:
        if not expected:
            if actual not in ({}, [], None):
                yield Mismatch(path, f"expected nothing, came {shown(actual)}")
        elif isinstance(actual, msgspec.Struct):
            yield from self._of_struct(expected, actual, path)
        elif isinstance(actual, dict):
            for key, value in expected.items():
                yield from self._of_entry(value, actual, key, f"{path}.{key}")
        elif isinstance(actual, list) and all(isinstance(part, PoolUnit) for part in actual):
            yield from self._of_pool(expected, actual, path)
        elif isinstance(actual, list):
            yield from self._by_id(expected, actual, path)
        else:
            yield Mismatch(path, expected_but(expected, actual))

    def _of_struct(
        self, expected: Mapping[str, Any], actual: msgspec.Struct, path: str
    ) -> Iterator[Mismatch]:
        fields = dict(zip(actual.__struct_encode_fields__, actual.__struct_fields__, strict=True))
        for key, value in expected.items():
            known = key if key in fields else OTHER_NAMES.get(key, key)
            if known in fields:
                came = getattr(actual, fields[known])
                yield from self.mismatches(value, came, f"{path}.{key}", known)
            elif key == "type" and actual.__struct_config__.tag is not None:
                yield from self.mismatches(value, actual.__struct_config__.tag, f"{path}.type")
            else:
                yield Mismatch(f"{path}.{key}", f"there is no such field; {', '.join(fields)}")

    def _of_entry(
        self, expected: Any, actual: dict[str, Any], key: str, path: str
    ) -> Iterator[Mismatch]:
        """An entry that is not there is nothing, no amount, or not so."""
        if key in actual:
            yield from self.mismatches(expected, actual[key], path, key)
        elif expected not in (None, 0, {}, []):
            keys = ", ".join(actual) or "nothing"
            yield Mismatch(path, f"expected {shown(expected)}, and {key} is not there ({keys} is)")

    def _of_pool(
        self, expected: Mapping[str, Any], actual: list[PoolUnit], path: str
    ) -> Iterator[Mismatch]:
        """A Rune Pool as people type it: `{energy: 2, power: {Fury: 1, any: 1}}`."""
        energy = sum(unit.amount for unit in actual if unit.kind == "energy")
        power: dict[str, int] = {}
        for unit in actual:
            if unit.kind == "power":
                domain = unit.domain or "any"
                power[domain] = power.get(domain, 0) + unit.amount
        for key, value in expected.items():
            if key == "energy":
                yield from self.mismatches(value, energy, f"{path}.energy")
            elif key == "power":
                yield from self.mismatches(value, power, f"{path}.power")
            else:
                yield Mismatch(f"{path}.{key}", "a pool holds energy and power")

    def _by_id(
        self, expected: Mapping[str, Any], actual: list[Any], path: str
    ) -> Iterator[Mismatch]:
        """A list of things that have ids, compared by id."""
        found = {name: part for part in actual for name in names_of(part)}
        for key, value in expected.items():
            if key in found:
                yield from self.mismatches(value, found[key], f"{path}.{key}")
            elif value is not None:
                there = ", ".join(str(getattr(part, "id", part)) for part in actual) or "nothing"
                yield Mismatch(f"{path}.{key}", f"{key} is not there ({there} is)")

    # --- lists -----------------------------------------------------------------------------------

    def _of_list(
        self, expected: list[Any], actual: Any, path: str, name: str
    ) -> Iterator[Mismatch]:
        if not isinstance(actual, list):
            yield Mismatch(path, expected_but(expected, actual))
        elif name in ORDERED:
            if len(expected) != len(actual):
                message = f"expected {len(expected)} of these in order, came {names_shown(actual)}"
                yield Mismatch(path, f"{message}; {WHOLE}", expected_but(expected, actual))
                return
            for index, (wanted, came) in enumerate(zip(expected, actual, strict=True)):
                yield from self.mismatches(wanted, came, f"{path}.{index}")
        else:
            missing, left = self._paired(expected, actual)
            if missing or left:
                parts = [f"missing {names_shown(missing)}"] if missing else []
                parts += [f"not expected {names_shown(left)}"] if left else []
                message = f"{'; '.join(parts)} ({WHOLE})" if left else "; ".join(parts)
                yield Mismatch(path, message, expected_but(expected, actual))

    def _paired(self, expected: list[Any], actual: list[Any]) -> tuple[list[Any], list[Any]]:
        """What stays alone when as many entries as possible are paired with one that fits."""
        fits = [[self.contains(wanted, came) for came in actual] for wanted in expected]
        partner: dict[int, int] = {}

        def pair(wanted: int, tried: set[int]) -> bool:
            for came in range(len(actual)):
                if fits[wanted][came] and came not in tried:
                    tried.add(came)
                    if came not in partner or pair(partner[came], tried):
                        partner[came] = wanted
                        return True
            return False

        missing = [expected[index] for index in range(len(expected)) if not pair(index, set())]
        return missing, [came for index, came in enumerate(actual) if index not in partner]

    # --- single values ---------------------------------------------------------------------------

    def _is_same(self, expected: Any, actual: Any, name: str) -> bool:
        if isinstance(expected, str):
            return self._is_meant(expected, actual, name)
        if isinstance(expected, bool) or expected is None:
            return actual is expected
        return isinstance(expected, int) and expected == count_of(actual)

    def _is_meant(self, expected: str, actual: Any, name: str) -> bool:
        if isinstance(actual, msgspec.Struct):
            card = getattr(actual, "card", None)
            if expected in names_of(actual):
                return True
            return isinstance(card, str) and self.same_card(expected, card)
        if not isinstance(actual, str):
            return False
        return actual == expected or (name in CARD_NAMES and self.same_card(expected, actual))


def names_of(thing: Any) -> tuple[str, ...]:
    """The id and the reference of anything that has them."""
    identity = getattr(thing, "id", None)
    if not isinstance(identity, str):
        return ()
    generation = getattr(thing, "generation", 1)
    return (identity, make_reference(identity, generation), f"{identity}@{generation}")


def count_of(value: Any) -> int | None:
    """The number that stands for a value: itself, a count, or a sum; None where there is none."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    if isinstance(value, Deck):
        return cards_in(value)
    if isinstance(value, list):
        if value and all(isinstance(part, PoolUnit) for part in value):
            return sum(int(part.amount) for part in value)
        return len(value)
    if isinstance(value, dict):
        amounts = [amount for amount in value.values() if isinstance(amount, int)]
        return sum(amounts) if len(amounts) == len(value) else len(value)
    return None


def cards_in(deck: Deck) -> int | None:
    """How many cards a deck holds, None where the board does not say."""
    if deck.count is None:
        return None
    in_groups = sum(len(group) for group in deck.bottom)
    return len(deck.top) + sum(deck.middle.values()) + deck.count + in_groups
