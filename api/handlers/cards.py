"""Looking a card up (`GET /v1/cards/{name}`)."""

from __future__ import annotations

from api.handlers.usercards import in_use
from judge.effects.notation import CardDefinition


def look_up(name: str) -> CardDefinition:
    """What the catalogue knows of a card: its figures, and in effect notation what it does.

    `name` is a name, a short name, an alias or a collector number. Raises `UnknownCard` and
    `AmbiguousCard`, and `rulesdb.errors.DamagedStore`.
    """
    catalogue = in_use()
    return catalogue[catalogue.resolve(name)]
