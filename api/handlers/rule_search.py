"""Searching the rule book (`GET /v1/rules?q=`, `/rules`, `arbiter rules search`)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

import rulesdb
from rulesdb import Rule, TournamentRule
from rulesdb.search import foreign_words, search, standing
from rulesdb.tournament import DOCUMENT, tournament_path
from rulesdb.words import ForeignWord

#: longer than any question; a text beyond it is refused
LONGEST_QUESTION = 500
#: more hits than anybody reads
MOST_HITS = 100


class FoundRule(msgspec.Struct, frozen=True):
    """A hit with what is needed to show it. `section`: the titles above it, the chapter first."""

    number: str
    title: str | None
    gist: str | None
    score: float
    why: tuple[str, ...]
    section: tuple[str, ...]


class FoundWord(msgspec.Struct, frozen=True):
    """A word of another game: what whoever used it should look at, and why.

    `word` as it was said. `reference` is a number of the edition that was searched; where that one
    has no such rule, or is another document, it names its edition (`core-1.4:440`).
    """

    word: str
    reference: str
    title: str | None
    explanation: str

    def __str__(self) -> str:
        here = f"{self.title} ({self.reference})" if self.title else self.reference
        return f"{self.word}: another game's word; here: {here}. {self.explanation}"


class Found(msgspec.Struct, frozen=True):
    """What a search found, best first."""

    query: str
    edition: str
    hits: tuple[FoundRule, ...]
    foreign_words: tuple[FoundWord, ...]


def find(text: str, edition: str = rulesdb.NEWEST, limit: int = 10) -> Found:
    """What answers `text` in an edition, or in the tournament rules.

    Raises `ValueError` for a limit or a text out of bounds, `rulesdb.UnknownEdition` and
    `EditionNotHeld`.
    """
    if not 1 <= limit <= MOST_HITS:
        raise ValueError(f"limit: a whole number from 1 to {MOST_HITS}")
    if len(text) > LONGEST_QUESTION:
        raise ValueError(f"q: longer than {LONGEST_QUESTION} characters")
    name = edition if edition == DOCUMENT else rulesdb.edition(edition).name
    hits = []
    for hit in search(text, edition=name, limit=limit):
        *above, rule = _path(hit.number, name)
        section = tuple(each.title for each in above if each.title)
        hits.append(
            FoundRule(hit.number, rule.title, rule.gist, round(hit.score, 3), hit.why, section)
        )
    words = tuple(_found_word(word, name) for word in foreign_words(text))
    return Found(text, name, tuple(hits), words)


def _path(number: str, edition: str) -> Sequence[Rule | TournamentRule]:
    return tournament_path(number) if edition == DOCUMENT else rulesdb.path(number, edition)


def _found_word(word: ForeignWord, searched: str) -> FoundWord:
    edition, number = standing(word, searched)
    title = rulesdb.rule(number, edition).title
    reference = number if edition == searched else f"{edition}:{number}"
    return FoundWord(word.said, reference, title, word.explanation)
