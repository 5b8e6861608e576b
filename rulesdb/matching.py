"""Which rule of one edition became which rule of the next, judged by their wording.

Used only to make the concordance (`rulesdb.build_concordance`), where the official documents are
at hand. The steps:

1. Wordings that stand once in either edition and are equal are the same rule, wherever they stand.
2. What remains is compared word by word. `alikeness` is the share of words that both have in the
   same order, rare words counting more; a rule's place adds to it (see `_place`): its parent and
   its neighbours matched already, its number kept. A pair is taken if alikeness and place together
   reach `ENOUGH` and alikeness alone reaches `FLOOR`; the best pairs first, each rule once. Since
   pairs support their neighbours, this is repeated until nothing changes.
3. A rule that is left over may have been part of another one, or become part of one (`_parts`).

Compared is the rule itself: without its examples and without the lines that point to other rules,
since the transcriptions of the editions differ in where they put those.

The bounds were set by reading, over all pairs of neighbouring editions. Of 20 pairs drawn from the
87 that were taken with a sum below 1.0, one was wrong; of the 20 best that were not taken, two or
three were. At 0.6 the bound would add twelve right pairs and two wrong ones: it stays above, since
a wrong link misleads, and a missing one can be settled by eye (`concordance/settled.tsv`, where all
that was found in this reading stands). So does every rule that
the wordings call gone and whose content, read against the whole of the next edition, went into a
rule there.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import pairwise, product
from typing import NamedTuple

from rulesdb.numbering import natural_order
from rulesdb.wording import normalised

ENOUGH = 0.72
FLOOR = 0.3

# What a rule's place is worth beside the alikeness of its wording.
_SAME_PARENT = 0.2
_SAME_NEIGHBOUR = 0.1
_BOTH_HEADINGS = 0.05
_SAME_NUMBER = 0.04
# Between these neighbours a heading is the same whatever it says ("Buffers" became "Buffs").
_SURE_PLACE = 0.4

_MOST_CANDIDATES = 10
_LEAST_COSINE = 0.2
_MOST_ROUNDS = 8

# Of two wordings that are not equal, the alikeness if they have the same words, and the highest
# if they have not.
_SAME_WORDS = 0.99
_OTHER_WORDS = 0.98

# Of a rule that was left over, how much must stand in the other for it to be a part of it; and how
# much must be missing from the rule which the other was matched with. That rule stands in the same
# group of three digits, or next to it.
_PART = 0.6
_OWN_PART = 0.15
_FEWEST_WORDS_OF_A_PART = 4

_POINTER = re.compile(
    r"see (?:rule )?[0-9]{3}(?:\.(?:[0-9]+|[a-z])(?![0-9a-z]))*\.?"
    r"[^.]*?for more information[^.]*(?:\.|$)"
)
_EXAMPLES = re.compile(r"\bexample:.*")
_INSTANCES = re.compile(r"(?:\bexamples:|\be\.g\.).*")
_MENTIONED = re.compile(r"\b(rules? )[0-9]{3}(?:\.(?:[0-9]+|[a-z])(?![0-9a-z]))*")
_ENUMERATOR = re.compile(r"^[0-9]+[a-z]?\. ")
_WORD = re.compile(r"\[[^\]]*\]|[a-z0-9#]+(?:'[a-z]+)?")
_PLURAL = re.compile(r"(?<=sh|ch|ss)es$|(?<=x)es$|(?<=[^su])s$")


class Passage(NamedTuple):
    """A rule of the official document: `parent` as in `rulesdb.outline`, `wording` in full."""

    number: str
    parent: str | None
    is_heading: bool
    wording: str


class Match(NamedTuple):
    """Two rules of which one became the other, or part of it.

    `alikeness` is 1.0 for equal wording, 0.99 for equal words, and lower otherwise.
    """

    old: str
    new: str
    alikeness: float


class _Text(NamedTuple):
    """A passage made ready: `bare` is compared for equality, `stems` word by word."""

    number: str
    parent: str | None
    is_heading: bool
    bare: str
    words: tuple[str, ...]
    stems: tuple[str, ...]


def bare(wording: str) -> str:
    """The normalised wording without examples and without pointers to other rules."""
    plain = _EXAMPLES.sub("", _POINTER.sub("", normalised(wording)))
    return " ".join(plain.split())


def words(wording: str) -> tuple[str, ...]:
    """The words of a rule, without its enumerator and with the numbers of other rules blotted."""
    plain = _INSTANCES.sub("", _ENUMERATOR.sub("", bare(wording)))
    return tuple(_WORD.findall(_MENTIONED.sub(r"\1#", plain)))


def matches(
    old: Sequence[Passage],
    new: Sequence[Passage],
    settled: Iterable[tuple[str, str]] = (),
) -> list[Match]:
    """Every match between two editions, given in the order of their documents.

    `settled` are pairs that hold whatever the wordings say; of several for one rule the first is
    its chief counterpart, the others are parts. Raises `KeyError` if a settled number is absent.
    """
    return _Comparison(_texts(old), _texts(new)).matches(settled)


def _texts(passages: Sequence[Passage]) -> dict[str, _Text]:
    found = {}
    for passage in passages:
        own = words(passage.wording)
        stems = tuple(_PLURAL.sub("", word) for word in own)
        found[passage.number] = _Text(*passage[:3], bare(passage.wording), own, stems)
    return found


class _OneToOne:
    """Pairs of numbers, each number in one pair at most."""

    def __init__(self) -> None:
        self.new_of: dict[str, str] = {}
        self.old_of: dict[str, str] = {}

    def add(self, before: str, after: str) -> bool:
        """Whether the pair could be added, both numbers being free."""
        if before in self.new_of or after in self.old_of:
            return False
        self.new_of[before] = after
        self.old_of[after] = before
        return True

    def copy(self) -> _OneToOne:
        other = _OneToOne()
        other.new_of.update(self.new_of)
        other.old_of.update(self.old_of)
        return other


class _Comparison:
    """Two editions side by side."""

    def __init__(self, old: dict[str, _Text], new: dict[str, _Text]) -> None:
        self.old = old
        self.new = new
        texts = [*old.values(), *new.values()]
        frequency = Counter(stem for text in texts for stem in set(text.stems))
        self.weights = {stem: math.log(1 + len(texts) / count) for stem, count in frequency.items()}
        self.known: dict[tuple[str, str], float] = {}
        self.before_old, self.after_old = _neighbours(old)
        self.before_new, self.after_new = _neighbours(new)

    def matches(self, settled: Iterable[tuple[str, str]]) -> list[Match]:
        pairs = _OneToOne()
        parts: list[tuple[str, str]] = []
        for before, after in settled:
            if not pairs.add(self.old[before].number, self.new[after].number):
                parts.append((before, after))
        rest_old = [before for before in self.old if before not in {link[0] for link in parts}]
        rest_new = [after for after in self.new if after not in {link[1] for link in parts}]
        for before, after in self._equal_and_unique(rest_old, rest_new):
            pairs.add(before, after)
        rest_old = [before for before in rest_old if before not in pairs.new_of]
        rest_new = [after for after in rest_new if after not in pairs.old_of]
        pairs = self._completed(pairs, rest_old, rest_new)
        parts += self._parts(pairs, rest_old, rest_new)
        links = [*pairs.new_of.items(), *parts]
        links.sort(key=lambda link: (natural_order(link[0]), natural_order(link[1])))
        return [Match(before, after, self.alikeness(before, after)) for before, after in links]

    def alikeness(self, before: str, after: str) -> float:
        """How much of two wordings is common to both, from 0 to 1."""
        key = (before, after)
        if key not in self.known:
            old, new = self.old[before], self.new[after]
            if old.bare == new.bare:
                self.known[key] = 1.0
            elif old.words == new.words:
                self.known[key] = _SAME_WORDS
            else:
                common = self._weight(old.stems[place] for place, _ in _common(old, new))
                both = self._weight(old.stems) + self._weight(new.stems)
                self.known[key] = min(_OTHER_WORDS, 2 * common / both) if both else 0.0
        return self.known[key]

    def _weight(self, stems: Iterable[str]) -> float:
        return sum(self.weights[stem] for stem in stems)

    def _equal_and_unique(
        self, rest_old: Sequence[str], rest_new: Sequence[str]
    ) -> Iterator[tuple[str, str]]:
        by_old = _by_bare(self.old[number] for number in rest_old)
        by_new = _by_bare(self.new[number] for number in rest_new)
        for text, numbers in by_old.items():
            if len(numbers) == 1 and len(by_new.get(text, ())) == 1:
                yield numbers[0], by_new[text][0]

    def _completed(
        self, fixed: _OneToOne, rest_old: Sequence[str], rest_new: Sequence[str]
    ) -> _OneToOne:
        """`fixed` with the best pairs among the rest, repeated until they no longer change."""
        candidates = set(self._candidates(rest_old, rest_new))
        children_old = _children(self.old[number] for number in rest_old)
        children_new = _children(self.new[number] for number in rest_new)
        pairs = fixed
        for _ in range(_MOST_ROUNDS):
            for before, after in pairs.new_of.items():
                candidates.update(product(children_old[before], children_new[after]))
            chosen = fixed.copy()
            for before, after in self._acceptable(candidates, pairs.new_of):
                chosen.add(before, after)
            if chosen.new_of == pairs.new_of:
                break
            pairs = chosen
        return pairs

    def _candidates(
        self, rest_old: Sequence[str], rest_new: Sequence[str]
    ) -> Iterator[tuple[str, str]]:
        """For each old rule the new ones whose words are most like its own (cosine of TF-IDF)."""
        index: dict[str, list[tuple[str, float]]] = defaultdict(list)
        for number in rest_new:
            for stem, share in self._vector(self.new[number]).items():
                index[stem].append((number, share))
        for before in rest_old:
            cosine: dict[str, float] = defaultdict(float)
            for stem, share in self._vector(self.old[before]).items():
                for after, other in index[stem]:
                    cosine[after] += share * other
            best = sorted(cosine, key=lambda number: (-cosine[number], natural_order(number)))
            for place, after in enumerate(best):
                if cosine[after] < _LEAST_COSINE:
                    break
                if place < _MOST_CANDIDATES or self.old[before].bare == self.new[after].bare:
                    yield before, after

    def _vector(self, text: _Text) -> dict[str, float]:
        counts = Counter(text.stems)
        shares = {stem: count * self.weights[stem] for stem, count in counts.items()}
        length = math.sqrt(sum(share * share for share in shares.values())) or 1.0
        return {stem: share / length for stem, share in shares.items()}

    def _acceptable(
        self, candidates: Iterable[tuple[str, str]], pairs: Mapping[str, str]
    ) -> list[tuple[str, str]]:
        """The candidates that are alike enough, the best first."""
        ranked = []
        for before, after in candidates:
            alike = self.alikeness(before, after)
            place = self._place(before, after, pairs)
            both_headings = self.old[before].is_heading and self.new[after].is_heading
            if (both_headings and place >= _SURE_PLACE) or (
                alike >= FLOOR and alike + place >= ENOUGH
            ):
                ranked.append(
                    (-alike - place, natural_order(before), natural_order(after), before, after)
                )
        return [(before, after) for *_, before, after in sorted(ranked)]

    def _place(self, before: str, after: str, pairs: Mapping[str, str]) -> float:
        """What the places of two rules say for their being the same, at most 0.49."""
        old, new = self.old[before], self.new[after]
        worth = 0.0
        if (pairs.get(old.parent) if old.parent else None) == new.parent:
            worth += _SAME_PARENT
        for of_old, of_new in (
            (self.before_old, self.before_new),
            (self.after_old, self.after_new),
        ):
            neighbour = pairs.get(of_old.get(before, ""))
            if neighbour is not None and neighbour == of_new.get(after):
                worth += _SAME_NEIGHBOUR
        if old.is_heading and new.is_heading:
            worth += _BOTH_HEADINGS
        if before == after:
            worth += _SAME_NUMBER
        return worth

    def _parts(
        self, pairs: _OneToOne, rest_old: Sequence[str], rest_new: Sequence[str]
    ) -> list[tuple[str, str]]:
        """Rules left over that went into, or came out of, a rule that was matched and changed.

        Such a rule stands for the most part in the other, and not in what that was matched with.
        """
        changed = {
            before: after
            for before, after in pairs.new_of.items()
            if self.alikeness(before, after) <= _OTHER_WORDS
        }
        back = {after: before for before, after in changed.items()}
        links = []
        for before in rest_old:
            if before not in pairs.new_of:
                near = {self.before_old.get(before), self.after_old.get(before)}
                whole = self._whole_of(self.old[before], near, self.old, changed, self.new)
                links += [(before, changed[whole])] if whole else []
        for after in rest_new:
            if after not in pairs.old_of:
                near = {self.before_new.get(after), self.after_new.get(after)}
                whole = self._whole_of(self.new[after], near, self.new, back, self.old)
                links += [(back[whole], after)] if whole else []
        return links

    def _whole_of(
        self,
        part: _Text,
        near: Container[str | None],
        beside: Mapping[str, _Text],
        matched: Mapping[str, str],
        across: Mapping[str, _Text],
    ) -> str | None:
        """The rule beside `part` whose match, in the other edition, contains `part` as well."""
        if len(part.stems) < _FEWEST_WORDS_OF_A_PART:
            return None
        weight = self._weight(part.stems)
        fitting: list[tuple[float, str]] = []
        for number, other in matched.items():
            if number not in near and number[:3] != part.number[:3]:
                continue
            whole = across[other]
            common = _common(whole, part)
            inside = self._weight(whole.stems[place] for place, _ in common)
            elsewhere = {place for place, _ in _common(whole, beside[number])}
            own = self._weight(whole.stems[place] for place, _ in common if place not in elsewhere)
            if inside >= _PART * weight and own >= _OWN_PART * weight:
                fitting.append((own + inside, number))
        return max(fitting)[1] if fitting else None


def _common(one: _Text, other: _Text) -> list[tuple[int, int]]:
    """The places of the words that two texts have in common and in order."""
    blocks = SequenceMatcher(None, one.stems, other.stems, autojunk=False).get_matching_blocks()
    return [
        (block.a + offset, block.b + offset) for block in blocks for offset in range(block.size)
    ]


def _by_bare(texts: Iterable[_Text]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for text in texts:
        found[text.bare].append(text.number)
    return found


def _children(texts: Iterable[_Text]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for text in texts:
        if text.parent is not None:
            found[text.parent].append(text.number)
    return found


def _neighbours(texts: Mapping[str, _Text]) -> tuple[dict[str, str], dict[str, str]]:
    """The number before, and the number after, each number in the order of the document."""
    numbers = list(texts)
    after = dict(pairwise(numbers))
    return {later: earlier for earlier, later in after.items()}, after
