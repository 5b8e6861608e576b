"""Looking cards up (`GET /v1/cards/{name}`) and searching them (`GET /v1/cards`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from api.handlers.coverage import Standing, standing_of
from api.handlers.usercards import Laid, in_use, laid
from judge.effects.catalogue import BARE_BATTLEFIELD, UNKNOWN_RUNE, fold_name
from judge.effects.notation import CardDefinition

#: the most cards of one reply, and the longest text that is searched for
MOST_CARDS = 100
LONGEST_QUERY = 200

#: stand-ins of the engine, which are no cards
_NO_CARDS = frozenset({UNKNOWN_RUNE.name, BARE_BATTLEFIELD.name})

Origin = Literal["catalogue", "read", "hand_written", "imported"]


class CardSummary(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A card in a few figures. `text`: whether all it says is modelled; `clauses`: what is not.

    `origin`: the catalogue of this release, or a card of the owner's of this service: `read` from
    its text, `hand_written` in notation, or `imported` with a text that is not modelled whole.
    """

    name: str
    types: list[str]
    text: Literal["modelled", "unmodelled"]
    origin: Origin
    set: str | None = None
    number: int | None = None
    supertype: str | None = None
    domains: list[str] = []
    tags: list[str] = []
    energy: int | None = None
    might: int | None = None
    keywords: list[str] = []
    clauses: list[str] = []


class FoundCards(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Cards that were found: `total` in all, and those from `offset` on. `next`: the offset with
    which to ask for the following ones, if there are more.
    """

    total: int
    offset: int
    cards: list[CardSummary]
    next: int | None = None


class CardEntry(CardDefinition, kw_only=True):
    """A card: what is printed in its corners, what its text does, and what stands behind that.

    `standing` is absent for a token that has no card of its own.
    """

    standing: Standing | None = None


def look_up(name: str) -> CardEntry:
    """What the catalogue knows of a card: its figures, in effect notation what it does, and what
    stands behind that.

    `name` is a name, a short name, an alias, a collector number or a name in another language that
    this user has added. Raises `UnknownCard`, `AmbiguousCard`, and `rulesdb.errors.DamagedStore`.
    """
    catalogue = in_use()
    card = catalogue[catalogue.resolve(name)]
    return CardEntry(**msgspec.structs.asdict(card), standing=standing_of(card.name))


def search(query: str = "", *, limit: int = 20, offset: int = 0) -> FoundCards:
    """The cards in which every word of a query stands, those first whose name begins with it, the
    others by name. Raises `rulesdb.errors.DamagedStore`.
    """
    words = [folded for word in query.split() if (folded := fold_name(word))]
    whole = fold_name(query)
    held = laid()
    found = [
        name
        for name, texts in _texts(held).items()
        if all(any(word in text for text in texts) for word in words)
    ]
    found.sort(key=lambda name: (bool(whole) and not fold_name(name).startswith(whole), name))
    shown = found[offset : offset + limit]
    after = offset + len(shown)
    own = {card.name: card.status for card in held.cards}
    return FoundCards(
        total=len(found),
        offset=offset,
        cards=[_summary(held.catalogue[name], own.get(name)) for name in shown],
        next=after if shown and after < len(found) else None,
    )


_ORIGINS: dict[str | None, Origin] = {
    None: "catalogue",
    "read": "read",
    "hand_written": "hand_written",
    "unmodelled": "imported",
}


def _summary(card: CardDefinition, status: str | None) -> CardSummary:
    return CardSummary(
        name=card.name,
        types=card.types,
        text=card.text,
        origin=_ORIGINS[status],
        set=card.set,
        number=card.number,
        supertype=card.supertype,
        domains=card.domains,
        tags=card.tags,
        energy=card.energy,
        might=card.might,
        keywords=sorted(card.keywords),
        clauses=card.clauses if card.text == "unmodelled" else [],
    )


def _texts(held: Laid) -> dict[str, tuple[str, ...]]:
    """What each card may be found by, kept while the catalogue is the same."""
    found = _FOUND_BY.get(held.catalogue.key)
    if found is None:
        others: dict[str, list[str]] = {}
        for other, names in held.catalogue.other_names().items():
            for name in names:
                others.setdefault(name, []).append(other)
        found = {
            name: tuple(_found_by(held.catalogue[name], others.get(name, [])))
            for name in held.catalogue.names()
            if name not in _NO_CARDS
        }
        if len(_FOUND_BY) >= 4:
            _FOUND_BY.clear()
        _FOUND_BY[held.catalogue.key] = found
    return found


_FOUND_BY: dict[str, dict[str, tuple[str, ...]]] = {}


def _found_by(card: CardDefinition, others: list[str]) -> Iterator[str]:
    yield fold_name(card.name)
    yield from others
    if card.set is not None and card.number is not None:
        yield fold_name(f"{card.set}{card.number:03}")
    said = [*card.aliases, *card.types, *card.domains, *card.tags, *card.keywords]
    yield from map(fold_name, [*said, *filter(None, [card.supertype, card.set])])
