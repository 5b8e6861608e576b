"""The people's form of the catalogue: YAML files, read strictly and written evenly.

SET/DOMAIN.yaml     structure, written by `rulesdb.cards.extract`, never by hand
tokens.yaml         tokens of rule 187 that the official list does not have, by hand
notation/*.yaml     what the modelled texts do, by hand, keyed by the card's name
waiting/*.yaml      the same of texts that the engine does not execute yet; programs do not read it
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import yaml

from rulesdb.errors import DamagedData

FOLDER = Path(__file__).parent
#: of the cards that do not print back to their wording: what differs
DIFFERENCES = FOLDER / "differences.tsv"

#: In the order of set release.
SETS = ("OGN", "OGS", "SFD", "UNL")

#: In the order of the files in a set's folder.
DOMAIN_FILES = ("fury", "calm", "mind", "body", "chaos", "order", "multi", "colorless")

#: The fields of a definition, in the order in which they are written.
FIELDS = (
    "name",
    "types",
    "supertype",
    "domains",
    "energy",
    "power",
    "might",
    "might_bonus",
    "tags",
    "keywords",
    "token",
    "text",
    "clauses",
    "chooses",
    "does",
    "abilities",
    "effect_text",
    "additional_costs",
    "set",
    "number",
    "aliases",
    "banned",
)

#: What a notation file may say of a card, beside the digest of the wording it was written from.
NOTATION_FIELDS = ("chooses", "does", "abilities", "effect_text", "additional_costs")

DIGEST_FIELD = "text_digest"

Card = dict[str, Any]


class _StrictLoader(yaml.SafeLoader):
    """Refuses a key that stands twice in one mapping."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        seen: set[str] = set()
        for key, _ in node.value:
            if key.value in seen:
                raise yaml.constructor.ConstructorError(
                    None, None, f"the key {key.value!r} stands twice", key.start_mark
                )
            seen.add(key.value)
        return super().construct_mapping(node, deep=deep)


def load(path: Path) -> object:
    """What a YAML file holds. Raises `DamagedData` when it is not plain YAML."""
    try:
        return cast(object, yaml.load(path.read_text("utf-8"), _StrictLoader))
    except yaml.YAMLError as error:
        raise DamagedData(path.name, str(error)) from error


def structural_cards(folder: Path = FOLDER) -> Iterator[Card]:
    """Every card of the structural files, in the order of sets, domains and numbers.

    Raises `DamagedData`: a file is not a list of cards, a field is unknown or misplaced, or a name
    stands twice.
    """
    paths = [folder / s.lower() / f"{d}.yaml" for s in SETS for d in DOMAIN_FILES]
    names: set[str] = set()
    for path in (*paths, folder / "tokens.yaml"):
        if not path.exists():
            continue
        held = load(path)
        if not isinstance(held, list):
            raise DamagedData(path.name, "must be a list of cards")
        for card in held:
            checked = _checked_card(card, path.name)
            if checked["name"] in names:
                raise DamagedData(path.name, f"{checked['name']!r} stands twice")
            names.add(checked["name"])
            yield checked


def _checked_card(card: object, place: str) -> Card:
    if not isinstance(card, dict) or not isinstance(card.get("name"), str):
        raise DamagedData(place, f"{card!r} is not a card with a name")
    if unknown := set(card) - set(FIELDS):
        raise DamagedData(place, f"{card['name']}: unknown fields {sorted(unknown)}")
    if misplaced := set(card) & set(NOTATION_FIELDS):
        raise DamagedData(place, f"{card['name']}: {sorted(misplaced)} belong into notation/")
    return card


def waiting(folder: Path = FOLDER) -> dict[str, Card]:
    """Notation of cards that the engine does not execute yet. Raises as `notation` does."""
    return notation(folder, "waiting")


def notation(folder: Path = FOLDER, within: str = "notation") -> dict[str, Card]:
    """The hand-written notation by name of card.

    Raises `DamagedData`: a file is not a mapping, an entry has an unknown field, says nothing or
    lacks its digest, or a name stands in two files.
    """
    found: dict[str, Card] = {}
    for path in sorted((folder / within).glob("*.yaml")):
        held = load(path)
        if not isinstance(held, dict):
            raise DamagedData(path.name, "must be a mapping from names of cards")
        for name, entry in held.items():
            if name in found:
                raise DamagedData(path.name, f"{name!r} stands in another file too")
            found[name] = _checked_entry(name, entry, path.name)
    return found


def _checked_entry(name: object, entry: object, place: str) -> Card:
    if not isinstance(name, str) or not isinstance(entry, dict):
        raise DamagedData(place, f"{name!r} is not a card with notation")
    if unknown := set(entry) - {*NOTATION_FIELDS, DIGEST_FIELD}:
        raise DamagedData(place, f"{name}: unknown fields {sorted(unknown)}")
    if not isinstance(entry.get(DIGEST_FIELD), str):
        raise DamagedData(place, f"{name}: needs a {DIGEST_FIELD}")
    if not set(entry) & set(NOTATION_FIELDS):
        raise DamagedData(place, f"{name}: says nothing")
    return entry


def dump(cards: list[Card], heading: str) -> str:
    """The YAML of a structural file: block style, short lists and mappings on one line."""
    entries = (
        yaml.safe_dump(
            [card], sort_keys=False, allow_unicode=True, default_flow_style=None, width=1000
        )
        for card in cards
    )
    return f"# {heading}\n" + "".join(entries)
