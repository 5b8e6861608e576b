"""Which rule each passage is, and whether its wording is the known one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rulesdb.errors import UnreadableDocument, UnrecognisedDocument
from rulesdb.importing.known import Known, Place
from rulesdb.importing.limits import COMPARED_CHARACTERS
from rulesdb.importing.passages import Passage, endings
from rulesdb.importing.reading import Document
from rulesdb.importing.repairs import repaired
from rulesdb.wordings import State, StoredWording, nearer

#: of the numbered passages of a file, this share must be known for its edition to be recognised
LEAST_SHARE = 0.25
#: how many further passages may be part of a rule in which a line begins with a number
_MOST_JOINED = 2


class Checked(NamedTuple):
    """What a file has of one edition.

    - `rules`: by number, in the order of the edition, as `rulesdb.wordings` keeps them
    - `unknown`: numbers that the edition does not have
    - `repeated`: numbers that stand in the file again with a wording that is not the known one
    - `unplaced`: how many texts without a number are no rule
    """

    edition: str
    rules: dict[str, StoredWording]
    unknown: tuple[str, ...]
    repeated: tuple[str, ...]
    unplaced: int


def check(document: Document, known: Known, edition: str | None = None) -> Checked:
    """Check a file against the wordings of an edition, or of the one that it agrees with best.

    Raises `UnrecognisedDocument`: the file agrees with no edition, or not with the one given. And
    `UnreadableDocument`: this takes more than the limit COMPARED_CHARACTERS.
    """
    comparison = _Comparison(document.name, known)
    chosen = edition or _agreeing(document, comparison)
    numbers = frozenset(known.numbers[chosen])
    rules: dict[str, StoredWording] = {}
    unknown: list[str] = []
    repeated: list[str] = []
    unplaced = 0
    for passage, found in _found(document.passages, comparison, chosen):
        if found is None and not passage.starts:
            unplaced += 1
            continue
        if found is None:
            number, text = next(
                (start for start in passage.starts if start[0] in numbers), passage.starts[0]
            )
            if number not in numbers:
                unknown.append(number)
                continue
            wording = next(endings(text, passage.lines), "")
            read = [(number, StoredWording(wording, "differs"))]
        else:
            wording, places = found
            read = [(place.number, StoredWording(wording, _state(place))) for place in places]
        for number, rule in read:
            before = rules.get(number)
            if before is not None and "differs" in (rule.state, before.state):
                repeated.append(number)
            if before is None or nearer(rule.state, before.state):
                rules[number] = rule
    if not any(rule.state != "differs" for rule in rules.values()):
        raise UnrecognisedDocument(document.name, f"no rule in it has a wording of {chosen}")
    in_order = {number: rules[number] for number in known.numbers[chosen] if number in rules}
    return Checked(chosen, in_order, tuple(unknown), tuple(dict.fromkeys(repeated)), unplaced)


def _state(place: Place) -> State:
    return "matches" if place.whole else "without_examples"


_Found = tuple[str, list[Place]]


class _Comparison:
    """Compares passages with what is known, as much as the limit allows."""

    def __init__(self, name: str, known: Known) -> None:
        self._name = name
        self._known = known
        self._compared = 0
        self.numbers = {edition: frozenset(numbers) for edition, numbers in known.numbers.items()}

    def find(
        self, passage: Passage, edition: str | None = None, *, repair: bool = True
    ) -> _Found | None:
        """The wording with which a passage begins, and where that stands; None if not known.

        Without an edition what any of them has will do. `repair`: see `rulesdb.importing.repairs`.
        """
        editions = [edition] if edition else list(self.numbers)
        starts: Sequence[tuple[str | None, str]] = [
            start
            for start in passage.starts
            if any(start[0] in self.numbers[each] for each in editions)
        ]
        if not passage.starts:
            starts = [(None, passage.first)]
        second_best: _Found | None = None
        for attempts in (endings, _repaired) if repair else (endings,):
            for number, text in starts:
                for wording in attempts(text, passage.lines):
                    places = [
                        place
                        for place in self._places(wording)
                        if place.edition in editions and number in (None, place.number)
                    ]
                    if any(place.whole for place in places):
                        return wording, [place for place in places if place.whole]
                    if places and second_best is None:
                        second_best = wording, places
            if second_best is not None:
                return second_best
        return None

    def _places(self, wording: str) -> list[Place]:
        self._compared += len(wording)
        if self._compared > COMPARED_CHARACTERS:
            raise UnreadableDocument(
                self._name,
                "telling its rules apart takes more than the limit COMPARED_CHARACTERS "
                f"({COMPARED_CHARACTERS:,})",
            )
        return self._known.places(wording)


def _repaired(text: str, lines: Sequence[str]) -> Iterator[str]:
    for ending in endings(text, lines):
        yield from repaired(ending)


def _agreeing(document: Document, comparison: _Comparison) -> str:
    """The edition that most passages are of, or the newest such. Raises `UnrecognisedDocument`."""
    votes, numbered_votes = _votes(document, comparison, repair=False)
    if not votes:
        votes, numbered_votes = _votes(document, comparison, repair=True)
    if not votes:
        raise UnrecognisedDocument(document.name, "no rule of a known edition is in it")
    newest_first = reversed(list(comparison.numbers))
    best = max(newest_first, key=lambda edition: votes[edition])
    numbered = sum(1 for passage in document.passages if passage.starts)
    if numbered_votes[best] < LEAST_SHARE * numbered:
        raise UnrecognisedDocument(
            document.name,
            f"of its {numbered} numbers only {numbered_votes[best]} have the wording that they "
            f"have in {best}, and no other edition agrees better; --edition names one all the same",
        )
    return best


def _votes(
    document: Document, comparison: _Comparison, *, repair: bool
) -> tuple[Counter[str], Counter[str]]:
    """How many passages each edition has, and how many of those with a number."""
    votes: Counter[str] = Counter()
    numbered_votes: Counter[str] = Counter()
    for passage in document.passages:
        found = comparison.find(passage, repair=repair)
        if found is not None:
            editions = {place.edition for place in found[1]}
            votes.update(editions)
            if passage.starts:
                numbered_votes.update(editions)
    return votes, numbered_votes


def _found(
    passages: Sequence[Passage], comparison: _Comparison, edition: str
) -> Iterator[tuple[Passage, _Found | None]]:
    """Each passage and what it was found to be.

    Inside a rule a line may begin with the number of another one that it mentions, and so look
    like the beginning of a rule. Where neither is known the two are looked at together.
    """
    results = [comparison.find(passage, edition) for passage in passages]
    place = 0
    while place < len(passages):
        passage, found = passages[place], results[place]
        taken = 1
        if found is None and passage.starts:
            joined = passage
            for after in range(place + 1, min(place + 1 + _MOST_JOINED, len(passages))):
                if results[after] is not None:
                    break
                joined = joined.joined(passages[after])
                together = comparison.find(joined, edition)
                if together is not None:
                    passage, found, taken = joined, together, after - place + 1
                    break
        yield passage, found
        place += taken
