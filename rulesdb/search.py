"""Finding rules by what somebody asks: ranked full text over titles, gists and imported wording.

    >>> [hit.number for hit in search("does a unit die with lethal damage", limit=3)]
    ['142.4.b', '465.2.c', '323.5']

How a rule is ranked:

- Each word of the question gives each rule that has it its share of BM25 (Robertson, Zaragoza, "The
  Probabilistic Relevance Framework: BM25 and Beyond", 2009). A word of a title counts twice, one of
  a wording that the user imported half. Words are compared as `rulesdb.words` says.
- A word in a rule speaks, somewhat less at each step, for the rules that it hangs under, as far as
  the three-digit one. So a section whose rules have the words between them is found, too.
- What the words stand for is searched with: terms for everyday words and for the words of other
  games, and for the name of a card what the catalogue knows of it. A word of another game that is a
  card's whole name as well (sacrifice) is searched with as both.
- The rule to which a word of another game leads comes first.
- Of the best, at most two of a section are hits while there are others, and the sections about what
  a named card has get the last places.

A rule whose number is in the question comes first, and with nothing else in the question what hangs
under it. What stands in "quotation marks" must stand in a rule just so. The weights were chosen on
the titles of the project's scenarios and the rules that these cite.

The newest edition is searched unless another one, or `tournament-2026-07-16`, is named; older
editions have no gists, so that only titles and an imported wording can be found there. The index is
made at the first search, from memory; nothing is stored.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

import msgspec

from rulesdb.cardnames import NamedCard, named_cards
from rulesdb.concordance import links
from rulesdb.editions import NEWEST, held_edition
from rulesdb.errors import DamagedStore
from rulesdb.rules import all_rules
from rulesdb.tournament import DOCUMENT, tournament_rules
from rulesdb.wordings import wordings
from rulesdb.words import (
    SMALL_WORDS,
    ForeignWord,
    everyday_terms,
    plain_words,
    spotted_foreign_words,
    stem,
    stems,
)

__all__ = ["Hit", "foreign_words", "search", "standing"]

# BM25: how soon repetition stops to count, and how much a long rule is held against it.
SATURATION = 1.2
LENGTH_WEIGHT = 0.4

# How much a word counts by where it stands, in occurrences.
TITLE_WEIGHT = 2.0
WORDING_WEIGHT = 0.5

# What of a word's share goes to the rule above, and from there at each step further up.
ABOVE = 0.7
FURTHER_ABOVE = 0.9

# How much a word counts by where it comes from; one that was asked for counts 1.
EVERYDAY_WEIGHT = 0.6
CARD_WEIGHT = 0.6
CARD_TYPE_WEIGHT = 0.15
CARD_NAME_WEIGHT = 0.1

# How many hits of ten may be of one section, or stand there because of a named card.
PER_SECTION = 2
FOR_CARDS = 2

# How many rules are looked at for each hit, before those that crowd a section are hits after all.
_LOOKED_AT = 10

# What part of the best score a rule has at least that is looked at first.
_NEAR_THE_BEST = 0.4

# How many words of the question a hit names as its reason.
_REASONS = 4

_NUMBER = re.compile(r"(?<![\w.])[0-9]{3}(?:\.(?:[0-9]+|[a-z]))*(?![\w.]*\w)")
_PHRASE = re.compile('["\u201c\u201d]([^"\u201c\u201d]+)["\u201c\u201d]')


class Hit(msgspec.Struct, frozen=True, gc=False):
    """A rule that was found: its number in the edition that was searched.

    `score` can be compared within one search only. `why` has the reasons, the weightiest first:
    words of the question, `kill (die)` for a term that stands for one, `Hidden (Fox-Fire)` for what
    a card has, or a few words for a rule that was asked for by its number.
    """

    number: str
    score: float
    why: tuple[str, ...]


def search(text: str, *, edition: str = NEWEST, limit: int = 10) -> tuple[Hit, ...]:
    """The rules that answer `text` best, best first, at most `limit`; none for an empty text.

    `foreign_words(text)` says which words of other games are in it, for whoever asked, and
    `standing(word, edition)` where in that edition the rule is to which one leads. A copy of
    the official wording that can't be read is left out. Raises `ValueError` for a limit below one,
    `UnknownEdition`, `EditionNotHeld` and `DamagedData`.
    """
    if limit < 1:
        raise ValueError("a search has a limit of at least one")
    index = _index_of(edition)
    question = _asked(text)
    scores = index.scores(question.weights)
    if question.phrases:
        having = [place for place in scores if index.has_phrases(place, question.phrases)]
        scores = {place: scores[place] for place in having}
    best = max(scores.values(), default=1.0)
    placed = dict(index.placed(question, limit))
    hits = [Hit(number, best, (why,)) for number, why in placed.items()][:limit]
    for number in placed:
        scores.pop(index.places[number], None)
    chosen = index.spread(scores, limit)[: limit - len(hits)]
    for place, why in zip(chosen, index.reasons(chosen, question), strict=True):
        hits.append(Hit(index.numbers[place], scores[place], why))
    if not question.phrases and index.edition == NEWEST:
        _make_room(hits, index, question.cards, limit)
    return tuple(hits)


def foreign_words(text: str) -> tuple[ForeignWord, ...]:
    """The words of other games in a text, in its order, each once, as it was said first.

    None is part of a longer name of a card. Raises `DamagedData`.
    """
    return tuple(_asked(text).foreign)


def standing(word: ForeignWord, edition: str) -> tuple[str, str]:
    """The document and the number of the rule to which a word of another game leads.

    It is the edition asked for if the rule already stood there, otherwise the newest. Raises
    `UnknownEdition`, `EditionNotHeld` and `DamagedData`.
    """
    if edition != DOCUMENT:
        name = held_edition(edition).name
        if name == NEWEST:
            return name, word.reference
        for link in links(name, NEWEST):
            if link.old is not None and link.new == word.reference:
                return name, link.old
    return NEWEST, word.reference


# --- the question ---------------------------------------------------------------------------------


@dataclass(slots=True)
class _Question:
    """What a text asks: stems with their weights, and whatever else it names."""

    weights: dict[str, float] = field(default_factory=dict)
    #: for each stem, what a hit says about it
    said: dict[str, str] = field(default_factory=dict)
    phrases: list[tuple[str, ...]] = field(default_factory=list)
    numbers: list[str] = field(default_factory=list)
    #: words of other games, also those that mean something here
    foreign: list[ForeignWord] = field(default_factory=list)
    cards: list[NamedCard] = field(default_factory=list)

    def want(self, found: Iterable[str], weight: float, said: str | None = None) -> None:
        """Search with these stems, unless they already count more."""
        for term in found:
            if weight > self.weights.get(term, 0.0):
                self.weights[term] = weight
                if said is not None:
                    self.said[term] = said


@lru_cache(maxsize=64)
def _asked(text: str) -> _Question:
    question = _Question()
    question.numbers = list(dict.fromkeys(_NUMBER.findall(text)))
    text = _NUMBER.sub(" ", text)
    question.phrases = [phrase for each in _PHRASE.findall(text) if (phrase := tuple(stems(each)))]
    words = plain_words(text)
    taken, names = _take_cards(question, words)
    _take_foreign_words(question, words, taken, names)
    left = [word for word, is_taken in zip(words, taken, strict=True) if not is_taken]
    for word in left:
        if word not in SMALL_WORDS:
            question.want([stem(word)], 1.0, word)
    for terms in everyday_terms(left):
        for term in terms:
            question.want([term], EVERYDAY_WEIGHT)
    return question


def _take_cards(question: _Question, words: list[str]) -> tuple[list[bool], set[tuple[int, int]]]:
    """Search with what the named cards have.

    What comes back: which words are part of their names, and where each name begins and ends.
    """
    taken = [False] * len(words)
    names: set[tuple[int, int]] = set()
    for card, start, end in named_cards(words):
        if end - start == 1 and words[start] in SMALL_WORDS:
            continue
        question.cards.append(card)
        names.add((start, end))
        for place in range(start, end):
            taken[place] = True
            question.want([stem(words[place])], CARD_NAME_WEIGHT, words[place])
        for keyword in (*card.keywords, *card.kinds, *(["token"] if card.is_token else [])):
            question.want(stems(keyword), CARD_WEIGHT, f"{keyword} ({card.name})")
        for card_type in card.types:
            question.want(stems(card_type), CARD_TYPE_WEIGHT, f"{card_type} ({card.name})")
    return taken, names


def _take_foreign_words(
    question: _Question, words: list[str], taken: list[bool], names: set[tuple[int, int]]
) -> None:
    """Search with what words of other games stand for; not with parts of a longer card name."""
    found: dict[ForeignWord, ForeignWord] = {}
    for foreign, start, end in [*spotted_foreign_words(words)]:
        if any(taken[start:end]) and (start, end) not in names:
            continue
        said = foreign.as_said(" ".join(words[start:end]))
        found.setdefault(foreign, said)
        if foreign.is_ours:
            continue
        taken[start:end] = [True] * (end - start)
        for term in foreign.terms:
            question.want(stems(term), 1.0, f"{term} ({said.said})")
    question.foreign = [*found.values()]


# --- the index ------------------------------------------------------------------------------------


class _Index:
    """The words of one document: where each stands, and what it is worth there."""

    def __init__(self, edition: str, wording: Mapping[str, str]) -> None:
        self.edition = edition
        self.wording = wording
        self.numbers: list[str] = []
        self.places: dict[str, int] = {}
        self.sections: dict[str, str] = {}
        self._above: list[int] = []
        self._lengths: list[float] = []
        self._texts: list[tuple[str, ...]] = []
        self._words_of: dict[str, list[str]] = {}
        self._standing: list[tuple[float, dict[str, list[int]]]] = [
            (weight, defaultdict(list)) for weight in (TITLE_WEIGHT, 1.0, WORDING_WEIGHT)
        ]
        self._shares: dict[str, dict[int, float]] = {}
        self._fill()

    def _fill(self) -> None:
        for place, (number, parent, title, gist) in enumerate(_rules_of(self.edition)):
            above = self.places[parent] if parent is not None and "." in number else -1
            self._above.append(above)
            self.places[number] = place
            self.numbers.append(number)
            if title and "." not in number:
                self.sections[title.casefold()] = number
            texts = (title, None if gist == title else gist, self.wording.get(number))
            length = 0.0
            for text, (weight, standing) in zip(texts, self._standing, strict=True):
                if text:
                    words = plain_words(text)
                    length += weight * len(words)
                    for word in words:
                        standing[word].append(place)
            self._lengths.append(length)
            self._texts.append(tuple(filter(None, texts)))
        self._usual_length = sum(self._lengths) / len(self._lengths)
        for word in dict.fromkeys(word for _, standing in self._standing for word in standing):
            if word not in SMALL_WORDS:
                self._words_of.setdefault(stem(word), []).append(word)

    def _occurrences(self, term: str) -> dict[int, float]:
        """How often the forms of a word stand in each rule, weighed by where."""
        counts: dict[int, float] = {}
        for word in self._words_of.get(term, ()):
            for weight, standing in self._standing:
                for place in standing.get(word, ()):
                    counts[place] = counts.get(place, 0.0) + weight
        return counts

    def scores(self, weights: Mapping[str, float]) -> dict[int, float]:
        """What each rule that has any of the words is worth."""
        found: dict[int, float] = {}
        get = found.get
        for term, weight in weights.items():
            for place, share in self.shares(term).items():
                found[place] = get(place, 0.0) + weight * share
        return found

    def shares(self, term: str) -> dict[int, float]:
        """What a word gives to each rule: by its own words, or by those of a rule under it."""
        known = self._shares.get(term)
        if known is None:
            known = self._shares[term] = self._computed_shares(term)
        return known

    def _computed_shares(self, term: str) -> dict[int, float]:
        occurrences = self._occurrences(term)
        if not occurrences:
            return {}
        rarity = math.log(
            1.0 + (len(self.numbers) - len(occurrences) + 0.5) / (len(occurrences) + 0.5)
        )
        own = {}
        for place, count in occurrences.items():
            length = self._lengths[place] / self._usual_length
            damping = SATURATION * (1.0 - LENGTH_WEIGHT + LENGTH_WEIGHT * length)
            own[place] = rarity * count * (SATURATION + 1.0) / (count + damping)
        shares = dict(own)
        for place, share in own.items():
            above, share = self._above[place], share * ABOVE
            while above >= 0:
                if share > shares.get(above, 0.0):
                    shares[above] = share
                above, share = self._above[above], share * FURTHER_ABOVE
        return shares

    def has_phrases(self, place: int, phrases: Iterable[tuple[str, ...]]) -> bool:
        """Whether a rule itself has each of these runs of stems, small words left out."""
        lines = [f" {' '.join(stems(line))} " for line in self._texts[place]]
        return all(any(f" {' '.join(each)} " in line for line in lines) for each in phrases)

    def spread(self, scores: Mapping[int, float], limit: int) -> list[int]:
        """The places with the best scores, not many of one section while there are others."""
        chosen: list[int] = []
        crowded: list[int] = []
        best = max(scores.values(), default=0.0)
        # to put all in order takes longer than the rest, and those near the best mostly suffice
        for least in (_NEAR_THE_BEST * best, 0.0):
            ranked = sorted((-score, place) for place, score in scores.items() if score >= least)
            chosen, crowded = self._parted(
                (place for _, place in ranked[: _LOOKED_AT * limit]), limit
            )
            if len(chosen) == limit:
                break
        return [*chosen, *crowded[: limit - len(chosen)]]

    def _parted(self, ranked: Iterable[int], limit: int) -> tuple[list[int], list[int]]:
        """The first `limit` places that crowd no section, and those in between that do."""
        most = max(PER_SECTION, PER_SECTION * limit // 10)
        counts: Counter[str] = Counter()
        chosen: list[int] = []
        crowded: list[int] = []
        for place in ranked:
            section = _section(self.numbers[place])
            if counts[section] < most:
                counts[section] += 1
                chosen.append(place)
                if len(chosen) == limit:
                    break
            else:
                crowded.append(place)
        return chosen, crowded

    def placed(self, question: _Question, limit: int) -> Iterator[tuple[str, str]]:
        """The rules that come first whatever they say, each with its reason."""
        asked = [number for number in question.numbers if number in self.places]
        for number in asked:
            yield number, "the number asked for"
        if not question.weights:
            for number in asked:
                below = (each for each in self.numbers if each.startswith(f"{number}."))
                for each, _ in zip(below, range(limit), strict=False):
                    yield each, f"under {number}"
        if not question.phrases:
            for foreign in question.foreign:
                edition, number = standing(foreign, self.edition)
                if edition == self.edition and not foreign.is_ours:
                    yield number, f"another game's word: {foreign.said}"

    def reasons(self, places: Iterable[int], question: _Question) -> Iterator[tuple[str, ...]]:
        """For each rule, which words of the question brought it forward, the weightiest first."""
        terms = [
            (term, -weight, self.shares(term), question.said.get(term, term))
            for term, weight in question.weights.items()
        ]
        for place in places:
            weightiest = sorted(
                (share * weight, term, said)
                for term, weight, shares, said in terms
                if (share := shares.get(place))
            )
            yield tuple(dict.fromkeys(said for _, _, said in weightiest))[:_REASONS]


def _make_room(hits: list[Hit], index: _Index, cards: Iterable[NamedCard], limit: int) -> None:
    """Give the last places to the sections about what the named cards have."""
    wanted: dict[str, str] = {}
    for card in cards:
        for number, kind in card.sections:
            wanted.setdefault(number, f"{kind} ({card.name})")
        for keyword in card.keywords:
            if keyword.casefold() in index.sections:
                number = index.sections[keyword.casefold()]
                wanted.setdefault(number, f"{keyword} ({card.name})")
    there = {_section(hit.number) for hit in hits}
    lacking = [number for number in wanted if number not in there]
    lacking = lacking[: max(FOR_CARDS, FOR_CARDS * limit // 10)]
    if len(lacking) >= limit:
        return
    del hits[limit - len(lacking) :]
    least = hits[-1].score if hits else 1.0
    hits += [Hit(number, least, (wanted[number],)) for number in lacking]


def _rules_of(edition: str) -> Iterator[tuple[str, str | None, str | None, str | None]]:
    """Number, parent, title and gist of every rule of a document, in its order."""
    if edition == DOCUMENT:
        for rule in tournament_rules():
            yield rule.number, rule.parent, rule.title, rule.gist
    else:
        for each in all_rules(edition):
            yield each.number, each.parent, each.title, each.gist


def _section(number: str) -> str:
    return number.partition(".")[0]


_indexes: dict[str, _Index] = {}


def _index_of(edition: str) -> _Index:
    """The index of a document, made anew when other wording was imported."""
    if edition != DOCUMENT:
        edition = held_edition(edition).name
    wording = _imported(edition)
    index = _indexes.get(edition)
    if index is None or index.wording is not wording:
        index = _indexes[edition] = _Index(edition, wording)
    return index


_NO_WORDING: Mapping[str, str] = {}


def _imported(edition: str) -> Mapping[str, str]:
    if edition == DOCUMENT:
        return _NO_WORDING
    try:
        return wordings(edition)
    except DamagedStore:
        return _NO_WORDING
