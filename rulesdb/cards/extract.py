"""Takes the structure of the cards out of the official card list.

    python -m rulesdb.cards.extract --source FILE [--check | --digest NAME]

Writes into `SET/DOMAIN.yaml` names, numbers, corners, tags, keywords, and of a text that is not
modelled the kind of its clauses; never a sentence of it. What is written there by hand, a card's
notation from its `text_digest` on, stays as it stands, and `tokens.yaml` is not touched. `--check`
writes nothing and fails when a file is stale. `--digest` prints what the notation of a card records
as its `text_digest`.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path
from typing import Any

import yaml

from rulesdb.cards.cardtext import read, text_digest
from rulesdb.cards.sources import DOMAIN_FILES, FIELDS, FOLDER, SETS, TOKENS, Card, dump, paths
from rulesdb.errors import DamagedData, RulesdbError

#: One card as the official list has it.
Entry = dict[str, Any]

_IDENTIFIER_OF_TOKEN = re.compile(r"[a-z]+-t[0-9]+")

_COLORLESS = "Colorless"

_HEADING = "# {set}, {domain}: corners written by rulesdb.cards.extract, notation by hand."

#: where a card begins, and where within it the part that is written by hand does, with comments
_CARD = re.compile(r"^(?=[^\s#])", re.M)
_BY_HAND = re.compile(r"^(?:  #.*\n)*  text_digest:", re.M)


def read_list(source: Path) -> list[Entry]:
    """The entries of the official card list. Raises `DamagedData`."""
    try:
        held = json.loads(source.read_text("utf-8"))
        entries = held["cards"]
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise DamagedData(source.name, f"is not a card list: {error!r}") from error
    if not isinstance(entries, list):
        raise DamagedData(source.name, "is not a card list: cards is no list")
    return entries


def structure(entry: Entry) -> Card:
    """The structural fields of one card, those without content left out.

    Raises `DamagedData` when the entry lacks what every card has.
    """
    try:
        return _structure(entry)
    except (KeyError, TypeError, AttributeError) as error:
        raise DamagedData(str(entry.get("name")), f"is not a card: {error!r}") from error


def _structure(entry: Entry) -> Card:
    domains = [domain for domain in entry["domains"] if domain != _COLORLESS]
    reading = read(entry["text"], entry["effect_text"], is_spell="Spell" in entry["types"])
    fields: Card = {
        "name": entry["name"],
        "types": entry["types"],
        "supertype": entry["supertype"],
        "domains": domains,
        "energy": entry["energy"],
        "power": printed_power(entry),
        "might": entry["might"],
        "might_bonus": entry["might_bonus"],
        "tags": entry["tags"],
        "keywords": reading.keywords,
        "token": entry["is_token"],
        "clauses": list(reading.clauses),
        "set": entry["set"],
        "number": entry["number"],
        "aliases": list(entry["aliases"]),
        "banned": entry["banned_constructed"],
        "errata": (entry["errata"] or {}).get("date"),
    }
    if _IDENTIFIER_OF_TOKEN.fullmatch(entry["id"]):
        # Tokens of their own numbering (T01 ...) share their numbers with other cards.
        fields["number"] = None
        fields["aliases"].append(entry["id"].upper())
    return {name: fields[name] for name in FIELDS if _has_content(fields.get(name))}


def _has_content(value: object) -> bool:
    return value is not None and value is not False and value not in ([], {})


def printed_power(entry: Entry) -> list[str]:
    """One entry per printed symbol: the card's domain, or `own` where it has several (135.2.e.6.c).

    Raises `DamagedData` when the symbols are of other domains than the card.
    """
    power = entry["power"]
    if power is None:
        return []
    if power["domains"] != entry["domains"]:
        raise DamagedData(entry["name"], "its Power is not of its domains")
    symbol = power["domains"][0] if len(power["domains"]) == 1 else "own"
    return [symbol] * power["count"]


def domain_file(entry: Entry) -> str:
    """Which file of its set's folder holds the card, without the suffix."""
    domains = entry["domains"]
    return str(domains[0]).lower() if len(domains) == 1 else "multi"


def files_of(entries: list[Entry], folder: Path = FOLDER) -> dict[str, str]:
    """The files of the catalogue, by their place in the folder, with the notation that is there.

    Raises `DamagedData`: a card is incomplete, or of a set or domain that is not known here, or
    notation would be lost since its card is not in the list.
    """
    written = by_hand(folder)
    sorted_cards: dict[tuple[str, str], list[Card]] = {}
    for entry in entries:
        card = structure(entry)
        sorted_cards.setdefault((card["set"], domain_file(entry)), []).append(card)
    files: dict[str, str] = {}
    for (set_name, domain), cards in sorted_cards.items():
        if set_name not in SETS or domain not in DOMAIN_FILES:
            raise DamagedData(cards[0]["name"], f"no file is kept for {set_name}, {domain}")
        cards.sort(key=lambda card: (card.get("number", 1000), card["name"]))
        parts = [_HEADING.format(set=set_name, domain=domain) + "\n"]
        for card in cards:
            notation = written.pop(card["name"], "")
            parts.append(dump(without_clauses(card) if notation else card) + notation)
        files[f"{set_name.lower()}/{domain}.yaml"] = "".join(parts)
    if written:
        raise DamagedData("notation", f"no card is called {', '.join(sorted(written))}")
    return files


def without_clauses(card: Card) -> Card:
    """The corners of a card whose text is in notation."""
    return {field: value for field, value in card.items() if field != "clauses"}


def by_hand(folder: Path = FOLDER) -> dict[str, str]:
    """What is written by hand in the files of sets, as it stands, by the name of the card."""
    found: dict[str, str] = {}
    for path in paths(folder):
        if path.name == TOKENS:
            continue
        for part in _CARD.split(path.read_text("utf-8")):
            begin = _BY_HAND.search(part)
            if begin is not None:
                (name,) = yaml.safe_load(part)
                found[name] = part[begin.start() :]
    return found


def stale(files: dict[str, str], folder: Path = FOLDER) -> list[str]:
    """The names of those files that are missing in the folder or differ there."""
    return [
        name
        for name, content in sorted(files.items())
        if not (folder / name).exists() or (folder / name).read_text("utf-8") != content
    ]


def digest_of(name: str, entries: list[Entry]) -> str:
    """The digest of a card's wording. Raises `DamagedData` when the list has no such card."""
    for entry in entries:
        if entry["name"] == name:
            return text_digest(entry["text"], entry["effect_text"])
    raise DamagedData(name, "is not in the card list")


def main(arguments: list[str] | None = None) -> int:
    """The command; returns its exit status."""
    parser = argparse.ArgumentParser(prog="rulesdb.cards.extract", description=__doc__)
    parser.add_argument("--source", type=Path, required=True, help="the official card list")
    task = parser.add_mutually_exclusive_group()
    task.add_argument("--check", action="store_true", help="write nothing, fail when stale")
    task.add_argument("--digest", metavar="NAME", help="print the digest of a card's wording")
    options = parser.parse_args(arguments)
    try:
        entries = read_list(options.source)
        if options.digest is not None:
            print(digest_of(options.digest, entries))
            return 0
        files = files_of(entries)
    except RulesdbError as error:
        print(error, file=sys.stderr)
        return 2
    changed = stale(files)
    for name in changed:
        print(f"{'stale' if options.check else 'written'}: {name}")
        if not options.check:
            path = FOLDER / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(files[name], "utf-8")
    return 1 if options.check and changed else 0


if __name__ == "__main__":
    sys.exit(main())
