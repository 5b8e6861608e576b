"""Looking a card up (`GET /v1/cards/{name}`)."""

from __future__ import annotations

import msgspec

from api.handlers.coverage import Standing, standing_of
from judge.effects.catalogue import standard_catalogue
from judge.effects.notation import CardDefinition


class CardEntry(CardDefinition, kw_only=True):
    """A card: what is printed in its corners, what its text does, and what stands behind that.

    `standing` is absent for a token that has no card of its own.
    """

    standing: Standing | None = None


def look_up(name: str) -> CardEntry:
    """What the catalogue knows of a card: its figures, in effect notation what it does, and what
    stands behind that.

    `name` is a name, a short name, an alias or a collector number. Raises `UnknownCard` and
    `AmbiguousCard`.
    """
    catalogue = standard_catalogue()
    card = catalogue[catalogue.resolve(name)]
    return CardEntry(**msgspec.structs.asdict(card), standing=standing_of(card.name))
