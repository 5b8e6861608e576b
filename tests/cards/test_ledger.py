"""The ledger of the cards is that of the catalogue, and a part of it is tried."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from api.handlers.coverage import card_coverage
from judge.effects.performing.procedures import PROCEDURES
from rulesdb.cards.ledger import (
    FILE,
    missing_clauses,
    read_executed,
    read_ledger,
    written_ledger,
)
from rulesdb.cards.vocabulary import read_words
from rulesdb.errors import DamagedData
from tests.cards.ledger import blank, cards, lines
from tests.cards.reading import official
from tests.vocabulary.trying import scenarios, turns

SEED = 20261130
#: how many scenarios of the ledger are tried
TRIED = 60
#: named procedures, and nodes that fewer than three cards use
LOOPHOLES = 60


def test_the_ledger_has_every_card_once() -> None:
    found = read_ledger()
    assert [line.name for line in found] == [card.name for card in cards()]
    assert written_ledger(found) == FILE.read_text("utf-8")


def test_the_ledger_says_of_each_card_whether_it_is_in_notation() -> None:
    definitions = {card.name: card for card in cards()}
    for line in read_ledger():
        assert (line.status == "unsupported") is (definitions[line.name].text == "unmodelled")
        if line.status == "unsupported":
            assert line.reason == "; ".join(definitions[line.name].clauses)
        assert (line.status == "verified") <= bool(line.scenarios), line.name
        assert (line.status == "signed") <= bool(line.reason), line.name


def test_the_scenarios_of_the_ledger_are_there() -> None:
    known = scenarios()
    assert not [name for line in read_ledger() for name in line.scenarios if name not in known]


def test_a_part_of_the_scenarios_turns_without_the_card() -> None:
    definitions = {card.name: card for card in cards()}
    pairs = [(line.name, name) for line in read_ledger() for name in line.scenarios]
    for card, name in random.Random(SEED).sample(pairs, TRIED):
        assert turns(scenarios()[name], blank(definitions[card])), f"{name} without {card}"


def test_the_ledger_is_what_the_texts_give() -> None:
    if not official():
        pytest.skip("the official card list is not part of the project")
    exercised = {line.name: list(line.scenarios) for line in read_ledger()}
    assert written_ledger(lines(exercised)) == FILE.read_text("utf-8")


def test_few_cards_are_signed_and_few_nodes_are_for_few_cards() -> None:
    found = card_coverage()
    assert found.total == len(cards())
    assert found.signed * 20 <= found.verified + found.audited + found.signed
    assert sum(word.is_rare for word in read_words()) + len(PROCEDURES) <= LOOPHOLES


def test_what_would_unlock_most_cards_comes_first() -> None:
    ranked = missing_clauses(read_ledger())
    assert ranked == sorted(ranked, key=lambda each: (-each[1], -each[2], each[0]))
    assert all(alone <= having for _, alone, having in ranked)


def test_what_the_runner_found_is_read(tmp_path: Path) -> None:
    file = tmp_path / "executed.tsv"
    assert read_executed(file) is None
    file.write_text(
        "card\tnodes\texecuted\tproved\tstructure\tunproved\nHeron\t3\t3\t2\t1\tdoes.0\nOx\t1\t1\t1\n"
    )
    heron, ox = read_executed(file) or []
    assert (heron.nodes, heron.executed, heron.proved, heron.unproved) == (3, 3, 2, "does.0")
    assert (ox.name, ox.unproved) == ("Ox", "")
    file.write_text("card\tnodes\texecuted\tproved\tunproved\nHeron\tthree\t3\t2\t\n")
    with pytest.raises(DamagedData, match=r"executed\.tsv:2"):
        read_executed(file)
    file.write_text("card\tnodes\texecuted\nHeron\t3\t3\n")
    with pytest.raises(DamagedData, match="no column proved, unproved"):
        read_executed(file)
