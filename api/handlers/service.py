"""The service itself: what it is made of, and whether it can work."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import judge
import rulesdb
from api.handlers.overlays import applied
from api.handlers.usercards import in_use
from judge.effects.catalogue import standard_catalogue
from rulesdb.errors import DamagedStore
from rulesdb.overlays import in_force

#: What the headers of every reply name, and what each is.
IDENTITY_HEADERS: Mapping[str, str] = {
    "Arbiter-Engine": "The version of the engine.",
    "Arbiter-Edition": "The edition of the core rules that this release plays.",
    "Arbiter-Overlays": "The later official documents that it applies, or `none`.",
    "Arbiter-Catalogue": "The digest of the card catalogue, its owner's cards included.",
}


@dataclass(frozen=True, slots=True)
class Identity:
    """What rulings of this service are made with. `headers` says it beside each reply."""

    engine: str
    edition: str
    overlays: tuple[str, ...]
    catalogue: str

    @property
    def headers(self) -> dict[str, str]:
        values = (self.engine, self.edition, ", ".join(self.overlays) or "none", self.catalogue)
        return dict(zip(IDENTITY_HEADERS, values, strict=True))


def identity() -> Identity:
    """What this service is made of. What of the user can't be read is left out; no ruling
    is made while there are such.
    """
    try:
        found = applied()
    except DamagedStore:
        found = in_force()
    try:
        catalogue = in_use().digest
    except DamagedStore:
        catalogue = standard_catalogue().digest
    return _identity(tuple(overlay.id for overlay in found), catalogue)


@lru_cache(maxsize=4)
def _identity(overlays: tuple[str, ...], catalogue: str) -> Identity:
    return Identity(
        engine=judge.__version__,
        edition=rulesdb.NEWEST,
        overlays=overlays,
        catalogue=catalogue,
    )


def warm_up() -> None:
    """Read what rulings are made from, so that the first request need not wait for it.

    Raises what reading the package's data raises.
    """
    identity()
    applied()
    in_use()
    rulesdb.all_rules()
