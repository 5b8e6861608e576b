"""The wordings that are known, by their hash: what a copy of the rules is checked against.

Known of each edition is the hash of each rule (`rulesdb.heldfile`), and, where that covers
examples or pointers to other rules, the hash of the rule without them as well: copies differ in
whether they have those. The second kind is in `bare-hashes.json`, made by
`rulesdb.importing.build`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from rulesdb import heldfile
from rulesdb.editions import EDITIONS
from rulesdb.errors import DamagedData
from rulesdb.heldfile import HeldEdition
from rulesdb.wording import wording_hash

BARE_HASHES_FILE = Path(__file__).with_name("bare-hashes.json")

#: by edition and number
BareHashes = dict[str, dict[str, str]]


class Place(NamedTuple):
    """Where a wording stands; not `whole` where the rule has examples or pointers after it."""

    edition: str
    number: str
    whole: bool


class Known:
    """The wordings of some editions."""

    def __init__(self, editions: Iterable[HeldEdition], bare_hashes: BareHashes) -> None:
        self.numbers: dict[str, tuple[str, ...]] = {}
        self._places: dict[str, list[Place]] = {}
        for held in editions:
            self.numbers[held.edition] = tuple(rule.number for rule in held.rules)
            for rule in held.rules:
                place = Place(held.edition, rule.number, True)
                self._places.setdefault(rule.hash, []).append(place)
            for number, bare_hash in bare_hashes.get(held.edition, {}).items():
                place = Place(held.edition, number, False)
                self._places.setdefault(bare_hash, []).append(place)

    def places(self, wording: str) -> list[Place]:
        """Every place that a wording has."""
        return self._places.get(wording_hash(wording), [])


def read_bare_hashes(content: bytes) -> BareHashes:
    """The content of `bare-hashes.json`. Raises `DamagedData`."""
    try:
        return msgspec.json.decode(content, type=BareHashes)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DamagedData(BARE_HASHES_FILE.name, str(error)) from error


@cache
def all_known() -> Known:
    """The wordings of every edition that the package holds. Raises `DamagedData`."""
    try:
        content = BARE_HASHES_FILE.read_bytes()
    except FileNotFoundError as error:
        raise DamagedData(
            BARE_HASHES_FILE.name, "the data file is missing from the package"
        ) from error
    held = (heldfile.load(edition.name) for edition in EDITIONS.values() if edition.held)
    return Known(held, read_bare_hashes(content))
