"""The people's form of the catalogue: YAML files, read strictly and written evenly.

SET/DOMAIN.yaml     cards by name: the corners, written by `rulesdb.cards.extract`, and below them,
                    by hand, what the text does, from `text_digest` on
tokens.yaml         tokens of rule 187 that the official card list does not have, by hand
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import yaml

from rulesdb.errors import DamagedData

FOLDER = Path(__file__).parent
#: In the order of set release.
SETS = ("OGN", "OGS", "SFD", "UNL")

#: In the order of the files in a set's folder.
DOMAIN_FILES = ("fury", "calm", "mind", "body", "chaos", "order", "multi", "colorless")

#: The file of tokens that the official list does not have.
TOKENS = "tokens.yaml"

#: The fields of a definition, in the order in which programs read them.
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
    "errata",
)

#: What a text does: written by hand, beside the digest of the wording it was written from.
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


def paths(folder: Path = FOLDER) -> list[Path]:
    """The files that there are, in the order of sets, domains and numbers; tokens last."""
    found = [folder / s.lower() / f"{d}.yaml" for s in SETS for d in DOMAIN_FILES]
    return [path for path in (*found, folder / TOKENS) if path.exists()]


def cards(folder: Path = FOLDER) -> Iterator[Card]:
    """Every card with its name and what its file says of it.

    Raises `DamagedData`: a file is not a mapping from names to cards, a field is unknown, notation
    lacks its digest or says nothing, a card has notation beside clauses that are not modelled, or a
    name stands in two files.
    """
    names: set[str] = set()
    for path in paths(folder):
        held = load(path)
        if not isinstance(held, dict):
            raise DamagedData(path.name, "must be a mapping from names to cards")
        for name, card in held.items():
            if name in names:
                raise DamagedData(path.name, f"{name!r} stands in another file too")
            names.add(name)
            yield _checked(name, card, path.name)


def _checked(name: object, card: object, place: str) -> Card:
    if not isinstance(name, str) or not isinstance(card, dict):
        raise DamagedData(place, f"{name!r} is not a card with a name")
    if unknown := set(card) - {*FIELDS, DIGEST_FIELD} | set(card) & {"name", "text"}:
        raise DamagedData(place, f"{name}: unknown fields {sorted(unknown)}")
    says = set(card) & set(NOTATION_FIELDS)
    if says and not isinstance(card.get(DIGEST_FIELD), str):
        raise DamagedData(place, f"{name}: needs a {DIGEST_FIELD}")
    if DIGEST_FIELD in card and not says:
        raise DamagedData(place, f"{name}: says nothing")
    if says and "clauses" in card:
        raise DamagedData(place, f"{name}: is in notation, and has clauses that are not")
    return {"name": name, **card}


def notation(folder: Path = FOLDER) -> dict[str, Card]:
    """What is written by hand of each card that has notation, by name. Raises as `cards` does."""
    written = (DIGEST_FIELD, *NOTATION_FIELDS)
    return {
        card["name"]: {field: card[field] for field in written if field in card}
        for card in cards(folder)
        if DIGEST_FIELD in card
    }


def dump(card: Card) -> str:
    """The YAML of a card's corners: block style, short lists and mappings on one line."""
    corners = {field: value for field, value in card.items() if field != "name"}
    return yaml.safe_dump(
        {card["name"]: corners},
        sort_keys=False,
        allow_unicode=True,
        default_flow_style=None,
        width=1000,
    )
