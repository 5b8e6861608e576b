"""Measuring the table of words."""

from __future__ import annotations

import random
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import msgspec

from judge.effects.notation import CardDefinition
from rulesdb.cards import catalogue_bytes
from rulesdb.cards.vocabulary import read_words
from tests.vocabulary.trying import Listing, Shown, is_shown, scenarios, shown_twice
from tests.vocabulary.words import uses


def counted() -> Counter[str]:
    """By how many cards of the catalogue each word is used."""
    found: Counter[str] = Counter()
    for card in msgspec.json.decode(catalogue_bytes(), type=list[CardDefinition]):
        if not card.token or card.set is not None:
            found.update({use.word for use in uses(card)})
    return found


_listing: list[Listing] = []


def _try(word: str, first: list[Shown], tries: int) -> tuple[str, list[Shown]]:
    if not _listing:
        _listing.append(Listing(scenarios()))
    return word, shown_twice(word, _listing[0], scenarios(), first, tries)


def measured(words: list[str], jobs: int, tries: int) -> dict[str, list[Shown]]:
    """Two scenarios for each word, tried in several processes."""
    held = {word.word: [Shown(*each) for each in word.shown] for word in read_words()}
    if jobs <= 1:
        return dict(_try(word, held.get(word, []), tries) for word in words)
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as executor:
        running = [executor.submit(_try, word, held.get(word, []), tries) for word in words]
        return dict(each.result() for each in running)


def not_held(share: float, seed: int) -> list[str]:
    """Of a share of the table, drawn by chance, what is not so any more."""
    pairs = [(word.word, Shown(*each)) for word in read_words() for each in word.shown]
    drawn = random.Random(seed).sample(pairs, round(len(pairs) * share))
    listing = Listing({shown.scenario: scenarios()[shown.scenario] for _, shown in drawn})
    return [
        f"{word}: {shown.scenario} does not turn without it on {shown.card}"
        for word, shown in drawn
        if not is_shown(
            scenarios()[shown.scenario], listing.cards[shown.scenario][shown.card], word
        )
    ]
