"""The service itself: what it is made of, and whether it can work."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import judge
import rulesdb
from api.handlers.overlays import applied
from judge.effects.catalogue import standard_catalogue
from rulesdb.errors import DamagedStore
from rulesdb.overlays import in_force

#: What the headers of every reply name, and what each is.
IDENTITY_HEADERS: Mapping[str, str] = {
    "Arbiter-Engine": "The version of the engine.",
    "Arbiter-Edition": "The edition of the core rules that this release plays.",
    "Arbiter-Overlays": "The later official documents that it applies, or `none`.",
    "Arbiter-Catalogue": "The digest of the card catalogue that it comes with.",
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
    """What this service is made of. Overlays of the user that can't be read are left out; no ruling
    is made while there are such.
    """
    try:
        found = applied()
    except DamagedStore:
        found = in_force()
    return _identity(tuple(overlay.id for overlay in found))


@lru_cache(maxsize=4)
def _identity(overlays: tuple[str, ...]) -> Identity:
    return Identity(
        engine=judge.__version__,
        edition=rulesdb.NEWEST,
        overlays=overlays,
        catalogue=standard_catalogue().digest,
    )


def warm_up() -> None:
    """Read what rulings are made from, so that the first request need not wait for it.

    Raises what reading the package's data raises.
    """
    identity()
    applied()
    rulesdb.all_rules()
