"""The words of the notation, with the scenarios that stand on them.

`vocabulary.tsv` has one word a line: a node (`do: deal`) or a word of a closed list
(`Until: turn`), by how many cards of the catalogue it is used, and up to twice a scenario that
comes out otherwise where the word is taken out of a card, and that card.
`python -m tests.vocabulary --write` measures it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from rulesdb.errors import DamagedData

FILE = Path(__file__).with_name("vocabulary.tsv")

_COLUMNS = ("word", "cards", "scenario", "card", "scenario", "card")
#: how many cards have to use a node that is not counted among the rare ones
FEW_CARDS = 3


@dataclass(frozen=True, slots=True)
class Word:
    """A word: by how many cards it is used, and what scenarios stand on it, each with the card."""

    word: str
    cards: int
    shown: list[tuple[str, str]]

    @property
    def is_node(self) -> bool:
        """Whether it is a node, and no word of a list: `do: deal`, `Selector`."""
        head, _, tail = self.word.partition(": ")
        return not tail or (head in ("kind", "value", "if", "do", "change") and "," not in tail)

    @property
    def is_rare(self) -> bool:
        """Whether it is a node that fewer than three cards use."""
        return self.is_node and self.cards < FEW_CARDS

    @property
    def is_shown(self) -> bool:
        """Whether two scenarios stand on it, on two different cards."""
        return len({card for _, card in self.shown}) > 1


def read_words(file: Path = FILE) -> list[Word]:
    """The table; empty where it is absent. Raises `DamagedData` with the number of the line."""
    if not file.is_file():
        return []
    found = []
    for at, line in enumerate(file.read_text("utf-8").splitlines()[1:], start=2):
        word, *rest = line.split("\t")
        if len(rest) != len(_COLUMNS) - 1 or not rest[0].isdecimal():
            raise DamagedData(f"{file.name}:{at}", "a word, a number, and two scenarios with cards")
        shown = [
            (scenario, card)
            for scenario, card in zip(rest[1::2], rest[2::2], strict=True)
            if scenario
        ]
        found.append(Word(word, int(rest[0]), shown))
    return found


def written_words(words: Iterable[Word]) -> str:
    """The text of the table."""
    lines = ["\t".join(_COLUMNS)]
    for word in words:
        shown = [text for each in word.shown for text in each]
        lines.append("\t".join([word.word, str(word.cards), *shown, *[""] * (4 - len(shown))]))
    return "\n".join(lines) + "\n"
