"""Measures the ledger of the cards, where the official list lies beside the project.

    python -m tests.cards.ledger [--write | --check] [--jobs 2]

`rulesdb.cards.ledger` says what stands in it. A scenario exercises a card if it comes to another
outcome where the card says nothing any more; of a card without text, where its Might and its cost
are others.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import msgspec

from api.scenarios import Scenario
from judge.cardtext import NotPrintable, normalised, print_card, print_effect_text
from judge.effects import notation as n
from judge.effects.notation import CardDefinition
from rulesdb.cards import catalogue_bytes
from rulesdb.cards.ledger import FILE, Line, Reading, read_ledger, read_signed, written_ledger
from tests.cards.reading import official, read_official
from tests.cards.same import same
from tests.vocabulary.trying import cards_of, scenarios, turns

#: how many scenarios are listed for a card
LISTED = 8
_NEVER = n.Not(that=n.AllOf(of=[]))


def cards() -> list[CardDefinition]:
    """The cards that are printed, without the tokens that have no card of their own."""
    found = msgspec.json.decode(catalogue_bytes(), type=list[CardDefinition])
    return [card for card in found if card.set is not None]


def blank(card: CardDefinition) -> CardDefinition:
    """The card without what it says; of one that says nothing, with other numbers."""
    replace = msgspec.structs.replace
    empty = replace(card, keywords={}, abilities=[], effect_text=[], additional_costs=[])
    if card.does:
        empty.does = [n.If(condition=_NEVER, then=card.does)]
    if empty == card:
        empty.might = None if card.might is None else card.might + 3
        empty.energy = None if card.energy is None else card.energy + 3
        empty.domains = []
    return empty


def exercised_in(scenario: Scenario) -> list[str]:
    """The cards of the catalogue without which a scenario comes to another outcome."""
    document = scenario.board if isinstance(scenario.board, dict) else scenario.setup
    assert isinstance(document, dict)
    own = document.get("cards") or {}
    return [
        name
        for name, card in cards_of(scenario).items()
        if name not in own and card.set is not None and turns(scenario, blank(card))
    ]


def _exercised_in(identity: str) -> tuple[str, list[str]]:
    return identity, exercised_in(scenarios()[identity])


def scenarios_by_card(jobs: int) -> dict[str, list[str]]:
    """The scenarios that exercise each card."""
    found: dict[str, list[str]] = {}
    if jobs <= 1:
        each = [_exercised_in(identity) for identity in scenarios()]
    else:
        with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as executor:
            each = list(executor.map(_exercised_in, scenarios(), chunksize=20))
    for identity, names in each:
        for name in names:
            found.setdefault(name, []).append(identity)
    return found


def prints_back(card: CardDefinition, entry: dict[str, str | None]) -> bool:
    """Whether a card prints its normalised text and effect text; its own name says "this" there
    (136.2.d).
    """
    effect = (entry["effect_text"] or "").replace(card.name, "this")
    try:
        text, own = print_card(card), print_effect_text(card)
    except NotPrintable:
        return False
    return (normalised(text), normalised(own)) == (
        normalised(entry["text"] or ""),
        normalised(effect),
    )


def lines(exercised: dict[str, list[str]]) -> Iterator[Line]:
    """The ledger. Raises `KeyError` for a card that prints another text and is not signed."""
    texts, signed = official(), read_signed()
    for card in cards():
        shown = tuple(exercised.get(card.name, [])[:LISTED])
        made = read_official(texts[card.name]).definition
        read: Reading = "refused"
        if made is not None:
            read = "equal" if card.text == "modelled" and same(made, card) else "other"
        assert card.set is not None
        if card.text == "unmodelled":
            reason = "; ".join(card.clauses or ["text"])
            yield Line(card.name, card.set, "unsupported", reason, read, ())
        elif prints_back(card, texts[card.name]):
            yield Line(card.name, card.set, "verified" if shown else "audited", "", read, shown)
        else:
            yield Line(card.name, card.set, "signed", signed[card.name], read, shown)


def main() -> int:
    """The exit status: 1 where the ledger is stale, 2 where the official list is absent."""
    parser = argparse.ArgumentParser(prog="tests.cards.ledger")
    parser.add_argument("--write", action="store_true", help=f"bring {FILE.name} up to date")
    parser.add_argument("--check", action="store_true", help="keep the scenarios as they are")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    if not official():
        print("the official card list is not part of the project", file=sys.stderr)
        return 2
    if options.check:
        exercised = {line.name: list(line.scenarios) for line in read_ledger()}
    else:
        exercised = scenarios_by_card(options.jobs)
    text = written_ledger(lines(exercised))
    if options.write:
        FILE.write_text(text, "utf-8")
    elif FILE.read_text("utf-8") != text:
        print(f"stale: {FILE.name}; run python -m tests.cards.ledger --write", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
