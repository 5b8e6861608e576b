"""Names of cards in a question, and what these cards have to do with the rules.

Read from the compiled catalogue: the types and keywords of a card, and what kinds of abilities it
has. A card is found by its whole name, by what stands before its comma (`Garen`: the first card of
that name in the catalogue), and in the plural.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec

from rulesdb.cards import catalogue_bytes
from rulesdb.errors import DamagedData
from rulesdb.words import plain_words

# What the catalogue calls kinds of abilities and of clauses, and the words that rules use.
_KINDS = {
    "triggered": "triggered ability",
    "trigger": "triggered ability",
    "activated": "activated ability",
    "passive": "passive ability",
    "static": "passive ability",
    "replacement": "replacement effect",
    "additional": "additional cost",
    "cost": "cost",
    "deathknell": "Deathknell",
}

# The section about each kind.
_SECTIONS = {
    "triggered ability": "383",
    "activated ability": "377",
    "passive ability": "363",
    "replacement effect": "367",
    "additional cost": "356",
    "cost": "356",
}

_LONGEST_NAME = 6


class NamedCard(msgspec.Struct, frozen=True, gc=False):
    """A card that a text names.

    - `types`: such as `Unit`; `keywords`: such as `Hidden`; `is_token`
    - `kinds`: what it has, in the words of the rules: `triggered ability`, `replacement effect`
    """

    name: str
    types: tuple[str, ...]
    keywords: tuple[str, ...]
    kinds: tuple[str, ...]
    is_token: bool

    @property
    def sections(self) -> tuple[tuple[str, str], ...]:
        """The sections about its kinds, in the newest edition, each with the kind."""
        return tuple((_SECTIONS[kind], kind) for kind in self.kinds if kind in _SECTIONS)


class _Card(msgspec.Struct, frozen=True, gc=False):
    """What is read of a card of the catalogue."""

    name: str
    types: tuple[str, ...]
    keywords: dict[str, Any] = {}
    abilities: tuple[dict[str, Any], ...] = ()
    clauses: tuple[str, ...] = ()
    token: bool = False


def named_cards(words: list[str]) -> Iterator[tuple[NamedCard, int, int]]:
    """The cards that words in lower case name, longest names first at each place: the card, and
    where its name begins and ends. Raises `DamagedData` if the catalogue can't be read.
    """
    known, first_words = _by_name(), _first_words()
    place = 0
    while place < len(words):
        first = words[place]
        if first not in first_words and first.removesuffix("s") not in first_words:
            place += 1  # as with most words, no name begins here
            continue
        for length in range(min(_LONGEST_NAME, len(words) - place), 0, -1):
            name = " ".join(words[place : place + length])
            card = known.get(name) or (known.get(name[:-1]) if name.endswith("s") else None)
            if card is not None:
                yield card, place, place + length
                place += length
                break
        else:
            place += 1


@cache
def _by_name() -> dict[str, NamedCard]:
    try:
        cards = msgspec.json.decode(catalogue_bytes(), type=list[_Card])
    except (OSError, msgspec.MsgspecError) as error:
        raise DamagedData("catalogue.json", str(error)) from error
    whole: dict[str, NamedCard] = {}
    short: dict[str, NamedCard] = {}
    for card in cards:
        named = NamedCard(
            name=card.name,
            types=card.types,
            keywords=tuple(card.keywords),
            kinds=tuple(dict.fromkeys(_kinds(card))),
            is_token=card.token,
        )
        whole.setdefault(" ".join(plain_words(card.name)), named)
        before, comma, _ = card.name.partition(",")
        if comma:
            short.setdefault(" ".join(plain_words(before)), named)
    return short | whole


@cache
def _first_words() -> frozenset[str]:
    """The words with which names begin."""
    return frozenset(name.partition(" ")[0] for name in _by_name())


def _kinds(card: _Card) -> Iterator[str]:
    for ability in card.abilities:
        yield from filter(None, [_KINDS.get(str(ability.get("kind")))])
    for word in plain_words(" ".join(card.clauses)):
        yield from filter(None, [_KINDS.get(word)])
