"""Compiles the people's form of the catalogue into the file that programs read.

    python -m rulesdb.cards.compile [--check]

Writes `catalogue.json`: one card a line, defaults left out, the same bytes for the same cards.
`--check` writes nothing and fails when it is stale.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from rulesdb.cards import CATALOGUE_NAME
from rulesdb.cards.cardtext import KEYWORDS_MODELLED, KEYWORDS_OF_TEXTS
from rulesdb.cards.sources import DIGEST_FIELD, FIELDS, FOLDER, Card, cards
from rulesdb.errors import DamagedData, RulesdbError


def definitions(folder: Path = FOLDER) -> list[Card]:
    """Every definition, in the order of sets, domains and numbers.

    Raises `DamagedData`: a source file is faulty, or a modelled card has a keyword that the engine
    does not play.
    """
    return [_definition(card) for card in cards(folder)]


def _definition(card: Card) -> Card:
    if "clauses" in card:
        card["text"] = "unmodelled"
    else:
        in_notation = DIGEST_FIELD in card
        played = KEYWORDS_MODELLED | (KEYWORDS_OF_TEXTS if in_notation else frozenset())
        if strange := set(card.get("keywords", {})) - played:
            raise DamagedData(card["name"], f"is modelled, but has {', '.join(sorted(strange))}")
    return {field: card[field] for field in FIELDS if field in card and card[field] not in ([], {})}


def compiled(found: list[Card]) -> bytes:
    """The bytes of the catalogue: a JSON array with one card a line."""
    lines = (json.dumps(card, ensure_ascii=False, separators=(",", ":")) for card in found)
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
