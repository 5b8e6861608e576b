"""Measures the reader of card texts.

    python -m tests.cards.reading [--json] [-v] [--held-out]

Over the catalogue: how many cards are read again from what they print. Over the official list,
where it lies beside the project: whole texts read, those equal to the catalogue's notation, and
the clauses refused, ranked. Every tenth card by name is held out: productions are written without a
look at its text, so that its figures are those of cards never seen.
"""

from __future__ import annotations

import argparse
import gc
import json
import time
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec

from judge.cardtext import NotPrintable, normalised, print_card, print_effect_text
from judge.cardtext.reading import Read, read
from judge.effects.linting import findings
from judge.effects.notation import CardDefinition
from rulesdb.cards import catalogue_bytes
from tests.cards.same import same

LIST = Path(__file__).resolve().parents[3] / "shared" / "cards" / "cards.json"
CORNERS = (
    "supertype",
    "domains",
    "energy",
    "power",
    "might_bonus",
    "tags",
    "token",
    "set",
    "number",
    "aliases",
    "banned",
)


def known() -> dict[str, CardDefinition]:
    """Every card whose whole text is in notation."""
    cards = msgspec.json.decode(catalogue_bytes(), type=list[CardDefinition])
    return {card.name: card for card in cards if card.text == "modelled"}


def official() -> dict[str, dict[str, Any]]:
    """The official texts by name; empty where the list is absent."""
    if not LIST.is_file():
        return {}
    return {card["name"]: card for card in json.loads(LIST.read_text("utf-8"))["cards"]}


def held_out(names: Any) -> set[str]:
    """Every tenth of the names."""
    return set(sorted(names)[::10])


def read_again(card: CardDefinition) -> Read:
    """What is read from what a card prints."""
    return read(
        print_card(card),
        name=card.name,
        types=card.types,
        might=card.might,
        effect_text=print_effect_text(card),
        corners={field: getattr(card, field) for field in CORNERS},
    )


def goes_round(card: CardDefinition) -> bool:
    """Whether a card is read again from what it prints."""
    try:
        found = read_again(card).definition
    except NotPrintable:
        return False
    return found is not None and same(found, card)


def read_official(entry: dict[str, Any]) -> Read:
    """An official text, read."""
    return read(
        entry["text"] or "",
        name=entry["name"],
        types=entry["types"],
        might=entry["might"],
        effect_text=entry["effect_text"] or "",
    )


def measured(verbose: bool = False) -> dict[str, Any]:
    """All figures."""
    cards, texts = known(), official()
    read("Draw 1.", name="", types=["Spell"])  # the grammar finds its way once
    gc.freeze()  # what is measured is not the collection of the catalogue
    held = held_out(texts or cards)
    found: dict[str, Any] = {
        "catalogue": len(cards),
        "round_trip": sum(goes_round(card) for card in cards.values()),
    }
    groups = {"written_for": set(texts) - held, "held_out": held & set(texts)}
    for group, names in groups.items():
        found[group] = _group(sorted(names), texts, cards, verbose and group != "held_out")
    return found


def _group(
    names: list[str],
    texts: dict[str, dict[str, Any]],
    cards: dict[str, CardDefinition],
    verbose: bool,
) -> dict[str, Any]:
    counted: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    differing, slowest, odd = [], 0.0, []
    for name in names:
        begun = time.process_time()
        made = read_official(texts[name])
        slowest = max(slowest, time.process_time() - begun)
        counted["cards"] += 1
        counted["clauses"] += len(made.clauses) + len(made.refused)
        counted["clauses_read"] += len(made.clauses)
        for each in made.refused:
            refused[f"{each.clause} ^ {each.rest} {each.expected[:6]} [{name}]"] += 1
        if made.definition is None:
            counted["in_notation_unread"] += name in cards
            continue
        counted["read_whole"] += 1
        text = normalised(texts[name]["text"] or "")
        counted["prints_back"] += normalised(print_card(made.definition)) == text
        if list(findings(made.definition)):
            odd.append(name)
        if name in cards:
            if same(made.definition, cards[name]):
                counted["equal"] += 1
            else:
                differing.append(name)
    result: dict[str, Any] = dict(counted)
    result |= {"in_notation": sum(name in cards for name in names)}
    result |= {"differing": len(differing), "lint": len(odd), "slowest_ms": round(slowest * 1000)}
    if verbose:
        result |= {"differ": differing, "odd": odd, "refused": [*refused]}
    return result


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description="Measure the reader of card texts.")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("-v", "--verbose", action="store_true", help="name what is not read")
    options = parser.parse_args()
    found = measured(options.verbose)
    if options.json:
        print(json.dumps(found, indent=1))
        return
    for key, value in found.items():
        if isinstance(value, dict):
            print(f"{key}:")
            for inner, each in value.items():
                if isinstance(each, list):
                    print(f"  {inner}:")
                    for line in each:
                        print(f"    {line}")
                else:
                    print(f"  {inner}: {each}")
        else:
            print(f"{key}: {value}")


if __name__ == "__main__":
    main()
