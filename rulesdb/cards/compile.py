"""Compiles the people's form of the catalogue into the file that programs read.

    python -m rulesdb.cards.compile [--check]

Lays the notation over the structure and writes `catalogue.json`: one card a line, defaults left
out, the same bytes for the same cards. `--check` writes nothing and fails when it is stale.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from rulesdb.cards import CATALOGUE_NAME
from rulesdb.cards.cardtext import KEYWORDS_MODELLED, KEYWORDS_OF_TEXTS
from rulesdb.cards.sources import (
    FIELDS,
    FOLDER,
    NOTATION_FIELDS,
    Card,
    notation,
    structural_cards,
)
from rulesdb.errors import DamagedData, RulesdbError


def definitions(folder: Path = FOLDER) -> list[Card]:
    """Every definition, in the order of sets, domains and numbers, with its notation.

    Raises `DamagedData`: a source file is faulty, notation is for a card that does not exist or
    needs none, or a modelled card has a keyword that the engine does not play.
    """
    written = notation(folder)
    cards = [merged(card, written.pop(card["name"], None)) for card in structural_cards(folder)]
    if written:
        raise DamagedData("notation", f"no card is called {', '.join(sorted(written))}")
    return cards


def merged(card: Card, entry: Card | None) -> Card:
    """A card's structure with its notation, where it has any, in the order of the fields.

    Raises `DamagedData` as `definitions` does.
    """
    name = card["name"]
    if entry is not None:
        if card["text"] == "modelled":
            raise DamagedData("notation", f"{name} is modelled by its keywords alone")
        card = {key: value for key, value in card.items() if key != "clauses"}
        card |= {key: entry[key] for key in NOTATION_FIELDS if entry.get(key)}
        card["text"] = "modelled"
    if card["text"] == "modelled":
        played = KEYWORDS_MODELLED | (KEYWORDS_OF_TEXTS if entry is not None else frozenset())
        if strange := set(card.get("keywords", {})) - played:
            raise DamagedData(name, f"is modelled, but has {', '.join(sorted(strange))}")
        del card["text"]
    return {field: card[field] for field in FIELDS if field in card}


def compiled(cards: list[Card]) -> bytes:
    """The bytes of the catalogue: a JSON array with one card a line."""
    lines = (json.dumps(card, ensure_ascii=False, separators=(",", ":")) for card in cards)
    return ("[\n" + ",\n".join(lines) + "\n]\n").encode()


def main(arguments: list[str] | None = None) -> int:
    """The command; returns its exit status."""
    parser = argparse.ArgumentParser(prog="rulesdb.cards.compile", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing, fail when stale")
    options = parser.parse_args(arguments)
    path = FOLDER / CATALOGUE_NAME
    try:
        content = compiled(definitions())
    except RulesdbError as error:
        print(error, file=sys.stderr)
        return 2
    if path.exists() and path.read_bytes() == content:
        return 0
    if options.check:
        print(f"stale: {CATALOGUE_NAME}; run python -m rulesdb.cards.compile", file=sys.stderr)
        return 1
    path.write_bytes(content)
    print(f"written: {CATALOGUE_NAME}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
