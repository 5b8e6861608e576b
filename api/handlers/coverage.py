"""How much of the cards and of the rules the program plays, and what stands behind it
(`GET /v1/coverage`, `arbiter cards ledger`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec

import judge
from api.handlers.rule_questions import not_exercised
from judge.effects.performing.procedures import PROCEDURES
from rulesdb.cards.ledger import (
    STATUSES,
    Line,
    Status,
    missing_clauses,
    read_executed,
    read_ledger,
)
from rulesdb.cards.vocabulary import read_words


class Counts(msgspec.Struct, kw_only=True):
    """How many cards there are, and of each status."""

    total: int
    verified: int
    audited: int
    signed: int
    unsupported: int


class CardCoverage(Counts, kw_only=True):
    """The cards, all together and by set.

    `registry`: named procedures of the engine; `rare_nodes`: nodes that fewer than three cards use;
    `read_whole`: texts of which the reader makes the notation that the catalogue has; `executed`:
    cards of which every node has been executed; `deletion_proved`: the share of the nodes without
    which a card does something else. The last two are null where they have not been measured.
    """

    registry: int
    rare_nodes: int
    read_whole: int
    executed: int | None
    deletion_proved: float | None
    sets: dict[str, Counts]


class Missing(msgspec.Struct, kw_only=True):
    """A kind of clause that is not in notation: of how many cards it is all that is missing, and
    of how many a part.
    """

    clause: str
    unlocks: int
    cards: int


class WordCoverage(msgspec.Struct, kw_only=True):
    """A word of the notation, by how many cards it is used, and the scenarios that stand on it."""

    word: str
    cards: int
    scenarios: list[str]


class VocabularyCoverage(msgspec.Struct, kw_only=True):
    """The words of the notation (nodes, and the words of closed lists), how many have two scenarios
    on two different cards, and which have fewer.
    """

    words: int
    shown: int
    few_scenarios: list[WordCoverage]


class RuleCoverage(msgspec.Struct, kw_only=True):
    """The rules that change what is legal or what happens, and how many a scenario cites."""

    edition: str
    plays: int
    exercised: int


class Coverage(msgspec.Struct, kw_only=True):
    """What the program plays, and what stands behind it."""

    cards: CardCoverage
    missing: list[Missing]
    vocabulary: VocabularyCoverage
    rules: RuleCoverage


class Listed(msgspec.Struct, kw_only=True):
    """What the counts of the cards stand for, by name."""

    procedures: list[str]
    rare: list[WordCoverage]
    signed: dict[str, str]
    audited: list[str]
    unsupported: dict[str, str]
    not_executed: list[str]
    unproved: dict[str, str]


class Standing(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What stands behind an entry of the catalogue.

    `reason`: of a signed card how its text differs, of an unsupported one the clauses that are not
    in notation; `scenarios`: some of those that come out otherwise without what the card says.
    """

    status: Status
    reason: str = ""
    scenarios: list[str] = []


@cache
def card_coverage() -> CardCoverage:
    """The counts of the cards. Raises `DamagedData` for a ledger that cannot be read."""
    lines = read_ledger()
    executed = read_executed()
    nodes = sum(card.nodes for card in executed or ())
    proved = sum(card.proved for card in executed or ())
    return CardCoverage(
        **_counts(lines),
        registry=len(PROCEDURES),
        rare_nodes=sum(word.is_rare for word in read_words()),
        read_whole=sum(line.read == "equal" for line in lines),
        executed=None
        if executed is None
        else sum(card.executed == card.nodes for card in executed),
        deletion_proved=round(proved / nodes, 4) if nodes else None,
        sets={
            name: Counts(**_counts([line for line in lines if line.set == name]))
            for name in sorted({line.set for line in lines})
        },
    )


def _counts(lines: Sequence[Line]) -> dict[str, Any]:
    found = Counter(line.status for line in lines)
    return {"total": len(lines), **{status: found[status] for status in STATUSES}}


@cache
def vocabulary_coverage() -> VocabularyCoverage:
    """Which words of the notation scenarios stand on. Raises as `card_coverage` does."""
    words = read_words()
    few = [
        WordCoverage(word=word.word, cards=word.cards, scenarios=[name for name, _ in word.shown])
        for word in words
        if not word.is_shown
    ]
    return VocabularyCoverage(words=len(words), shown=len(words) - len(few), few_scenarios=few)


@cache
def listed() -> Listed:
    """The names behind the counts of the cards. Raises as `card_coverage` does."""
    lines, executed = read_ledger(), read_executed() or []
    return Listed(
        procedures=sorted(PROCEDURES),
        rare=[
            WordCoverage(
                word=word.word, cards=word.cards, scenarios=[name for name, _ in word.shown]
            )
            for word in read_words()
            if word.is_rare
        ],
        signed={line.name: line.reason for line in lines if line.status == "signed"},
        audited=[line.name for line in lines if line.status == "audited"],
        unsupported={line.name: line.reason for line in lines if line.status == "unsupported"},
        not_executed=[card.name for card in executed if card.executed < card.nodes],
        unproved={card.name: card.unproved for card in executed if card.unproved},
    )


def missing() -> list[Missing]:
    """What is missing of the cards, that first which would unlock most."""
    return [
        Missing(clause=clause, unlocks=alone, cards=having)
        for clause, alone, having in missing_clauses(read_ledger())
    ]


@cache
def coverage() -> bytes:
    """All of it, encoded. Raises as `card_coverage` does."""
    rules = not_exercised()
    return judge.encode(
        Coverage(
            cards=card_coverage(),
            missing=missing(),
            vocabulary=vocabulary_coverage(),
            rules=RuleCoverage(
                edition=rules.edition,
                plays=rules.plays,
                exercised=rules.plays - len(rules.rules),
            ),
        )
    )


@cache
def _standings() -> dict[str, Standing]:
    return {
        line.name: Standing(status=line.status, reason=line.reason, scenarios=list(line.scenarios))
        for line in read_ledger()
    }


def standing_of(name: str) -> Standing | None:
    """What stands behind the entry of a card; None where the ledger has none of that name."""
    return _standings().get(name)
