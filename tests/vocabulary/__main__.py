"""The command; see the package."""

from __future__ import annotations

import argparse
import sys

from rulesdb.cards.vocabulary import FILE, Word, read_words, written_words
from tests.vocabulary.measuring import counted, measured, not_held
from tests.vocabulary.trying import Shown
from tests.vocabulary.words import vocabulary


def main() -> int:
    """The exit status: 1 where a word has fewer than two scenarios, or the table does not hold."""
    parser = argparse.ArgumentParser(prog="tests.vocabulary")
    parser.add_argument("--write", action="store_true", help=f"bring {FILE.name} up to date")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--tries", type=int, default=60, help="scenarios tried for a word")
    parser.add_argument("--only", nargs="*", help="these words alone")
    parser.add_argument("--check", type=float, help="try only this share of the table")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    if options.check is not None:
        wrong = not_held(options.check, options.seed)
        print("\n".join(wrong))
        return 1 if wrong else 0
    cards = counted()
    words = list(vocabulary()) if options.only is None else options.only
    found = measured(words, options.jobs, options.tries)
    if options.write:
        held = {word.word: [Shown(*each) for each in word.shown] for word in read_words()}
        table = [
            Word(word, cards[word], [(s.scenario, s.card) for s in (held | found).get(word, [])])
            for word in vocabulary()
        ]
        FILE.write_text(written_words(table), "utf-8")
    few = {word: those for word, those in found.items() if len(those) < 2}
    for word, those in few.items():
        print(f"{word} ({cards[word]}): {'; '.join(f'{s.scenario} on {s.card}' for s in those)}")
    print(f"{len(found) - len(few)} of {len(found)} words have two scenarios")
    return 1 if few else 0


if __name__ == "__main__":
    sys.exit(main())
