"""Where the project says what an official document says, in its words.

The project speaks of rules, cards and rulings in words of its own. It may use their numbers, names
and figures, and it can't do without the terms of the game; what it may not hold is a sentence of
theirs. This tells the two apart by how many words in a row are the same:

    python -m tests.docs.official_words

lists each place, with where its words stand officially.

**What is a word.** Letters only, in lower case: numbers and the symbols of costs, Might and
exhausting are left out, so that a sentence stays a copy with another number in it. Reminders in
parentheses are taken out of a card's text and are sentences by themselves. Names of cards, tags and
infractions are no words, and a term of the game is one word, however many it is written with
(`TERMS`).

**How many are too many.** More than `LONGEST_RUN`, and any whole sentence from `SHORTEST_SENTENCE`
words on. Terms in a row make seven words ("the controller of the spell or ability", "when I attack
or when you attack", "the combat damage step the unit"): of the places where only seven were the
same, nearly all were of that kind and no two people would say them otherwise. From eight words on
nearly all were sentences. A sentence of fewer than five words ("Draw 2.", "Deal 3 to a unit.") is
what every text of that meaning has to say.

**What is let through.** The printer (`judge/cardtext`) prints official texts back, and its reader
reads them, so its strings are turns of phrase of theirs; each may be `LONGEST_PRINTED` words long,
and its comments have to do as all others. Headings of a document and entries of a list are names;
they are measured by the run alone.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from io import StringIO
from itertools import chain
from pathlib import Path
from tokenize import COMMENT, generate_tokens
from typing import Any

from judge.effects.tags import LISTED_TAGS
from rulesdb.cards.cardtext import without_reminders
from rulesdb.tournament import infractions
from rulesdb.wording import normalised

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"

#: how many words of an official paragraph may stand in a row
LONGEST_RUN = 7
#: from how many words on a whole official sentence is a copy
SHORTEST_SENTENCE = 5
#: how many words a string of the printer may share
LONGEST_PRINTED = 12
PRINTER = ROOT / "judge" / "cardtext"

#: folders and files that are compared; in a folder what has one of these endings
PLACES = (
    "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "NOTICE", "Makefile", "openapi.yaml",
    "docs", "api", "judge", "rulesdb", "scenarios", "tests", "benchmarks",
)  # fmt: skip
ENDINGS = {".md", ".py", ".yaml", ".yml", ".json", ".tsv", ".html", ".js"}

_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?")
_SYMBOL = re.compile(r"\[(?:\d+|[MAE]|>+|Fury|Calm|Mind|Body|Chaos|Order)\]|\\[nt]", re.I)
_REMINDER = re.compile(r"\(([^()]*)\)")
#: numbers that are written out; "one" is a word for a thing as well
_NUMBERS = {"two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}
_SENTENCE = re.compile(r"(?<=[.!?])[\"')]*\s+")

#: terms of the rule book that are written with several words and can't be said otherwise
TERMS = (
    "main deck", "rune deck", "rune pool", "victory score", "chosen champion", "champion zone",
    "legend zone", "facedown zone", "beginning phase", "awaken phase", "channel phase",
    "draw phase", "ending phase", "main phase", "turn player", "game object", "game objects",
    "additional cost", "triggered ability", "activated ability", "passive ability",
    "replacement effect", "game action", "game actions", "limited action", "discretionary action",
    "standard move", "open state", "closed state", "neutral state", "showdown state",
    "lethal damage", "combat damage", "bonus damage", "unit token", "gear token",
    "permissive keyword",
)  # fmt: skip

Words = tuple[str, ...]


@dataclass(frozen=True)
class Copy:
    """Official words in a text of ours."""

    file: str
    line: int
    words: str
    official: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.words} ({self.official})"


def words(text: str) -> list[str]:
    """The words of a text, as they are compared."""
    plain = _SYMBOL.sub(" ", text)
    plain = plain.lower() if plain.isascii() else normalised(plain)
    return [word for word in _WORD.findall(plain) if word not in _NUMBERS]


class Official:
    """Official paragraphs, ready to be compared with."""

    def __init__(self, paragraphs: Iterable[tuple[str, str]], names: Iterable[str] = ()) -> None:
        self._runs: dict[Words, str] = {}
        self._sentences: dict[Words, str] = {}
        for place, paragraph in paragraphs:
            self._add(place, paragraph)
        #: by their first words: how long the whole sentences are that begin so
        self._heads: dict[Words, set[int]] = {run[:SHORTEST_SENTENCE]: set() for run in self._runs}
        for sentence in self._sentences:
            self._heads.setdefault(sentence[:SHORTEST_SENTENCE], set()).add(len(sentence))
        counted = {tuple(words(name)): 0 for name in names}
        counted.update((tuple(term.split()), 1) for term in TERMS)
        self._counted: dict[str, list[tuple[Words, int]]] = {}
        for name, value in sorted(counted.items(), key=lambda each: len(each[0]), reverse=True):
            self._counted.setdefault(name[0], []).append((name, value))

    def _add(self, place: str, paragraph: str) -> None:
        sequence = words(paragraph)
        length = LONGEST_RUN + 1
        for run in zip(*(sequence[start:] for start in range(length)), strict=False):
            self._runs.setdefault(run, place)
        for sentence in _SENTENCE.split(paragraph):
            told, ended = tuple(words(sentence)), sentence.rstrip("\"') ")[-1:]
            if len(told) >= SHORTEST_SENTENCE and ended in {".", "!", "?"}:
                self._sentences.setdefault(told, place)

    def __len__(self) -> int:
        return len(self._runs)

    def found_in(self, text: str, longest: int = LONGEST_RUN) -> Iterator[tuple[int, int, str]]:
        """From which word to which a text has official words, and where they stand officially.

        With a `longest` of its own, only runs are looked for that are longer.
        """
        sequence = words(text)
        heads = zip(*(sequence[start:] for start in range(SHORTEST_SENTENCE)), strict=False)
        end = 0
        for start in [start for start, head in enumerate(heads) if head in self._heads]:
            if start < end:
                continue
            stop, place = self._run_at(sequence, start)
            if self._count(sequence[start:stop]) <= longest:
                stop, place = self._sentence_at(sequence, start)
                counted = self._count(sequence[start:stop])
                if longest > LONGEST_RUN or counted < SHORTEST_SENTENCE:
                    continue
            yield start, stop, place
            end = stop

    def _run_at(self, sequence: list[str], start: int) -> tuple[int, str]:
        """Where the official run ends that begins with a word, and where it stands officially."""
        end, place = start, ""
        while (run := tuple(sequence[end : end + LONGEST_RUN + 1])) in self._runs:
            place = self._runs[run] if end == start else place
            end += 1
        return (end + LONGEST_RUN if end > start else start), place

    def _sentence_at(self, sequence: list[str], start: int) -> tuple[int, str]:
        """The same of the longest whole sentence."""
        for size in sorted(self._heads[tuple(sequence[start : start + SHORTEST_SENTENCE])])[::-1]:
            place = self._sentences.get(tuple(sequence[start : start + size]))
            if place is not None:
                return start + size, place
        return start, ""

    def _count(self, sequence: list[str]) -> int:
        """How many words there are, names left out and terms taken for one."""
        count = at = 0
        while at < len(sequence):
            for name, value in self._counted.get(sequence[at], ()):
                if tuple(sequence[at : at + len(name)]) == name:
                    at, count = at + len(name), count + value
                    break
            else:
                at, count = at + 1, count + 1
        return count


# --- What is official


def _of_cards(cards: list[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    for card in cards:
        for key in ("text", "effect_text", "printed_text"):
            text = card[key] or ""
            for line in (*without_reminders(text).splitlines(), *_REMINDER.findall(text)):
                yield card["name"], line


def _of_documents(shared: Path) -> Iterator[tuple[str, str]]:
    for file in sorted((*shared.glob("rules/*.json"), *shared.glob("tournament/*.json"))):
        for rule in json.loads(file.read_text("utf-8"))["rules"]:
            for text in (rule["text"], *rule.get("examples", [])):
                yield f"{rule['id']} of {file.stem}", text
    for file in sorted(shared.glob("faq/*.md")):
        for line in file.read_text("utf-8").splitlines():
            if "http" not in line:
                yield file.stem, line
    for file in sorted(shared.glob("rulings/*.jsonl")):
        for line in file.read_text("utf-8").splitlines():
            ruling = json.loads(line)
            for key in ("question", "answer", "expected"):
                yield ruling["id"], ruling.get(key) or ""


@cache
def official() -> Official:
    """Every official text that lies beside the repository."""
    cards = json.loads((SHARED / "cards" / "cards.json").read_text("utf-8"))["cards"]
    names = [name for card in cards for name in (card["name"], *card["tags"])]
    # a name of one word is a word of the language as well, a tag is in a list of names
    tags = {tag for card in cards for tag in card["tags"]}
    named = [name for name in names if name in tags or len(name.split()) > 1]
    named += [*LISTED_TAGS, *(found.name for found in infractions())]
    return Official(chain(_of_cards(cards), _of_documents(SHARED)), named)


# --- What is ours


def files() -> Iterator[Path]:
    """Every file that is compared."""
    for place in PLACES:
        path = ROOT / place
        found = path.rglob("*") if path.is_dir() else [path]
        for file in sorted(found):
            if file.is_file() and (file.suffix in ENDINGS or not path.is_dir()):
                yield file


def literals(source: str) -> Iterator[tuple[int, str]]:
    """The strings of a module that are no docstrings, with their lines."""
    tree = ast.parse(source)
    documented = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        text = node.value if isinstance(node, ast.Constant) else None
        if isinstance(text, str) and id(node) not in documented:
            yield node.lineno, text


def remarks(source: str) -> str:
    """The comments and docstrings of a module, each in its line."""
    lines = source.splitlines()
    kept = [""] * len(lines)
    for token in generate_tokens(StringIO(source).readline):
        if token.type == COMMENT:
            kept[token.start[0] - 1] = token.string
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            for line in range(node.lineno - 1, node.end_lineno or node.lineno):
                kept[line] = lines[line]
    return "\n".join(kept)


def copies_in(text: str, name: str, against: Official) -> Iterator[Copy]:
    """The official words in a text."""
    for start, stop, place in against.found_in(text):
        yield Copy(name, _line_of(text, start), " ".join(words(text)[start:stop]), place)


def copies(file: Path, against: Official) -> Iterator[Copy]:
    """The official words in a file."""
    text, name = file.read_text("utf-8"), file.relative_to(ROOT).as_posix()
    if PRINTER not in file.parents or file.suffix != ".py":
        yield from copies_in(text, name, against)
        return
    yield from copies_in(remarks(text), name, against)
    for line, literal in literals(text):
        for start, stop, place in against.found_in(literal, LONGEST_PRINTED):
            yield Copy(name, line, " ".join(words(literal)[start:stop]), place)


def _line_of(text: str, index: int) -> int:
    """The line in which the word of an index stands."""
    seen = 0
    for number, line in enumerate(text.splitlines(), 1):
        seen += len(words(line))
        if seen > index:
            return number
    return 0


def all_copies() -> list[Copy]:
    """The official words in every file of the project."""
    against = official()
    return [copy for file in files() for copy in copies(file, against)]


if __name__ == "__main__":
    for each in all_copies():
        print(each)
