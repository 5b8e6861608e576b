"""The dated editions of the core rules.

Five are known; a release plays one, the newest. `held` says whether the numbers, structure and
hashes of an edition are in this package; an edition may be known before it is held. `quality` says
how the copy that they were taken from had been made: of edition 1.0 only a scanned one was to be
had, so that a wording of it may differ from the official one by errors of reading.
"""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import Literal

import msgspec

from rulesdb.errors import EditionNotHeld, UnknownEdition


class Edition(msgspec.Struct, frozen=True):
    """One edition of the core rules: `name` as in citations, `published` as an ISO date."""

    name: str
    set_name: str
    published: str
    held: bool = True
    quality: Literal["text", "ocr"] = "text"

    @property
    def version(self) -> str:
        """The bare version, `1.4` of `core-1.4`."""
        return self.name.removeprefix("core-")


EDITIONS = MappingProxyType(
    {
        known.name: known
        for known in (
            Edition("core-1.0", "pre-Origins", "2025-06-02", quality="ocr"),
            Edition("core-1.1", "Origins", "2025-10-01"),
            Edition("core-1.2", "Spiritforged", "2025-12-01"),
            Edition("core-1.3", "Unleashed", "2026-03-30"),
            Edition("core-1.4", "Vendetta", "2026-07-16"),
        )
    }
)

NEWEST = "core-1.4"

_BARE_VERSION = re.compile(r"[0-9]+\.[0-9]+")


def edition(name: str) -> Edition:
    """The edition called `name`, which may be bare: `core-1.4` or `1.4`.

    Raises `UnknownEdition`.
    """
    # every look-up of a rule comes through here, and nearly all have the full name
    found = EDITIONS.get(name)
    if found is None and _BARE_VERSION.fullmatch(name):
        found = EDITIONS.get(f"core-{name}")
    if found is None:
        raise UnknownEdition(name, tuple(EDITIONS))
    return found


def held_edition(name: str) -> Edition:
    """Like `edition`, for one whose rules can be looked up.

    Raises `UnknownEdition` and `EditionNotHeld`.
    """
    found = edition(name)
    if not found.held:
        held = tuple(known.name for known in EDITIONS.values() if known.held)
        raise EditionNotHeld(found.name, held)
    return found
