"""Words as the search compares them, and what other words stand for them.

A text is put into lower case without accents, an apostrophe with its s is taken off, and what is
left of letters and digits are its words. Small words that stand in every rule are left out. A word
is then cut to its stem, by rules few enough to be written down:

1. a form of an irregular verb becomes the verb (`chosen`: `choose`);
2. a plural s goes (`abilities`: `ability`), then an `ing` or `ed` that leaves three letters, and of
   a consonant that was doubled before it one (`stopped`: `stop`);
3. a last e goes, and a last y after a consonant becomes i, so that `move` and `moving` meet.

Words of three letters, numbers and `rune` stay as they are. Nothing is done about prefixes, or
about `attacker` and `attack`: that is for `everyday-words.tsv`.

Two files beside this module say what a word stands for. `foreign-words.tsv` has the words of other
games; whoever uses one is told ours. `everyday-words.tsv` only widens a search:

    words <TAB> terms <TAB> reference <TAB> explanation        foreign-words.tsv
    words <TAB> terms                                          everyday-words.tsv

Words and terms are parted by commas, and each may be several words; of foreign words each form is
spelled out, since they are told by their exact form (a `stacked deck` is no stack). Terms that are
a dash: the word means something in this game too, so that it stays as it is. Empty lines and lines
that begin with `#` are skipped.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from pathlib import Path

import msgspec

from rulesdb.errors import DamagedData
from rulesdb.numbering import is_rule_number

FOREIGN_FILE = Path(__file__).with_name("foreign-words.tsv")
EVERYDAY_FILE = Path(__file__).with_name("everyday-words.tsv")

_SMALL = """
a about all allowed also an and any are as at be been both but by can could did do does each
either every for from get gets got had has have he her here him his how i if in into is it its
may me my no not of on one only or right she so still than that the their them then there
these they this those to was were what when where which who whose why will with would you your
"""

#: words that stand in every rule
SMALL_WORDS = frozenset(_SMALL.split())

_VERBS = {
    "choose": "chose chosen",
    "draw": "drew drawn",
    "deal": "dealt",
    "win": "won winner",
    "hold": "held",
    "pay": "paid",
    "die": "died dying dead death",
    "begin": "began begun",
    "give": "gave given",
    "take": "took taken",
    "lose": "lost",
    "leave": "left",
    "show": "shown",
    "hide": "hid",
    "become": "became",
    "fight": "fought",
    "stand": "stood",
    "use": "used using",
}
# Words that cutting would make into another word (`run`).
_WHOLE = frozenset({"rune"})

_IRREGULAR = {form: verb for verb, forms in _VERBS.items() for form in forms.split()}

_WORD = re.compile("[a-z0-9]+")
_POSSESSIVE = re.compile(r"'s\b|'")
_VOWEL = re.compile("[aeiouy]")
_ENDINGS = ("ing", "ed")
_KEPT_DOUBLE = "lsz"


class ForeignWord(msgspec.Struct, frozen=True, gc=False):
    """A word of another game: its forms, what to search with instead, the rule to look at, and a
    sentence for whoever used it. `is_ours`: it means something, and something else, here as well.

    `reference` is a number of the newest edition. `spellings` are the forms as the file has them;
    `said` is the one that was used, empty for a word that was read and not found in a text.
    """

    forms: tuple[str, ...]
    terms: tuple[str, ...]
    reference: str
    explanation: str
    spellings: tuple[str, ...] = ()
    said: str = ""

    @property
    def is_ours(self) -> bool:
        return not self.terms

    def as_said(self, form: str) -> ForeignWord:
        """The word with the form in which somebody used it."""
        return msgspec.structs.replace(self, said=self.spellings[self.forms.index(form)])


def plain_words(text: str) -> list[str]:
    """The words of a text, without accents and in lower case, all of them."""
    text = text.replace("\u2019", "'").lower()
    if not text.isascii():
        text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    if "'" in text:
        text = _POSSESSIVE.sub("", text)
    return _WORD.findall(text)


def stems(text: str) -> list[str]:
    """The stems of a text in order, without small words."""
    return [stem(word) for word in plain_words(text) if word not in SMALL_WORDS]


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """The stem of a word in lower case, by the rules above."""
    word = _IRREGULAR.get(word, word)
    if len(word) < 4 or word.isdigit():
        return word
    if word.endswith("ies") and len(word) > 4:
        word = word[:-3] + "y"
    elif word.endswith("sses"):
        word = word[:-2]
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    if word in _WHOLE:
        return word
    for ending in _ENDINGS:
        left = word[: -len(ending)]
        if word.endswith(ending) and len(left) >= 3 and _VOWEL.search(left):
            is_doubled = left[-1] == left[-2] and left[-1] not in _KEPT_DOUBLE
            word = left[:-1] if is_doubled else left
            break
    if len(word) < 4:
        return word
    if word.endswith("e"):
        return word[:-1]
    if word.endswith("y") and word[-2] not in "aeiou":
        return word[:-1] + "i"
    return word


def foreign_words(text: str) -> tuple[ForeignWord, ...]:
    """The words of other games in a text, in its order, each once, as it was said first; the
    longest that fits.

    Raises `DamagedData` if the file is missing or not of the form above.
    """
    words = plain_words(text)
    found: dict[ForeignWord, ForeignWord] = {}
    for word, start, end in spotted_foreign_words(words):
        found.setdefault(word, word.as_said(" ".join(words[start:end])))
    return tuple(found.values())


def spotted_foreign_words(words: list[str]) -> Iterator[tuple[ForeignWord, int, int]]:
    """The words of other games among words in lower case: each, where it begins and ends."""
    known, longest = _foreign()
    first_words = _first_foreign_words()
    place = 0
    while place < len(words):
        if words[place] not in first_words:
            place += 1
            continue
        for length in range(min(longest, len(words) - place), 0, -1):
            found = known.get(tuple(words[place : place + length]))
            if found is not None:
                yield found, place, place + length
                place += length
                break
        else:
            place += 1


def everyday_terms(words: list[str]) -> Iterator[tuple[str, ...]]:
    """For each everyday word, or words, among words in lower case the stems to search with too.

    Raises `DamagedData` if the file is missing or not of the form above.
    """
    by_stem, by_words, longest = _everyday()
    for place, word in enumerate(words):
        yield by_stem.get(stem(word), ())
        for length in range(2, min(longest, len(words) - place) + 1):
            yield by_words.get(tuple(words[place : place + length]), ())


def read_foreign_words(lines: Iterable[str], place: str) -> list[ForeignWord]:
    """The foreign words in the lines of a file. Raises `DamagedData`, naming `place` and line."""
    found = []
    for where, fields in _fields(lines, place, 4):
        forms, terms, reference, explanation = fields
        number = reference.rpartition(":")[2]
        if not is_rule_number(number):
            raise DamagedData(where, f"{reference!r} is not a rule number")
        spellings = tuple(form.strip() for form in forms.split(","))
        found.append(
            ForeignWord(
                forms=tuple(" ".join(plain_words(form)) for form in spellings),
                terms=() if terms == "-" else tuple(term.strip() for term in terms.split(",")),
                reference=reference,
                explanation=explanation,
                spellings=spellings,
            )
        )
    return found


@cache
def _foreign() -> tuple[dict[tuple[str, ...], ForeignWord], int]:
    found: dict[tuple[str, ...], ForeignWord] = {}
    for word in read_foreign_words(_lines(FOREIGN_FILE), FOREIGN_FILE.name):
        for form in word.forms:
            if found.setdefault(tuple(form.split()), word) is not word:
                raise DamagedData(FOREIGN_FILE.name, f"{form!r} stands there twice")
    return found, max(map(len, found))


@cache
def _first_foreign_words() -> frozenset[str]:
    return frozenset(form[0] for form in _foreign()[0])


@cache
def _everyday() -> tuple[dict[str, tuple[str, ...]], dict[tuple[str, ...], tuple[str, ...]], int]:
    by_stem: dict[str, tuple[str, ...]] = {}
    by_words: dict[tuple[str, ...], tuple[str, ...]] = {}
    for _, (said, terms) in _fields(_lines(EVERYDAY_FILE), EVERYDAY_FILE.name, 2):
        meant = tuple(dict.fromkeys(stems(terms)))
        words = tuple(plain_words(said))
        if len(words) > 1:
            by_words[words] = meant
        else:
            key = stem(words[0])
            by_stem[key] = tuple(dict.fromkeys((*by_stem.get(key, ()), *meant)))
    return by_stem, by_words, max(map(len, by_words))


def _lines(file: Path) -> list[str]:
    try:
        return file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise DamagedData(file.name, "the list of words cannot be read") from error


def _fields(lines: Iterable[str], place: str, count: int) -> Iterator[tuple[str, list[str]]]:
    """The fields of each line with its place. Raises `DamagedData` where they are not `count`."""
    for line_number, line in enumerate(lines, start=1):
        line = line.rstrip("\r\n")
        if not line or line.startswith("#"):
            continue
        fields = line.split("\t")
        where = f"{place}:{line_number}"
        if len(fields) != count:
            raise DamagedData(where, f"needs {count} fields between tabs, has {len(fields)}")
        if not all(plain_words(field) or field == "-" for field in fields):
            raise DamagedData(where, "has an empty field")
        yield where, fields
