"""Words that are spelled as no card spells them, and so would mean nothing in silence (D7).

Keywords are a closed list. Tags and names are not, since a board may bring cards of its own; what
is looked for there is another spelling of a word that is known: brackets and spaces around it,
another case, other accents.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Any

from judge.board.shapes import none_of
from judge.effects import notation as n
from judge.effects.tags import LISTED_TAGS
from judge.limits import NUMBER
from rulesdb.cards.cardtext import KEYWORDS

Path = tuple[str | int, ...]
#: where a word stands, and what is said of it
Word = tuple[Path, str]

#: fields of nodes whose words are keywords, tags or names
_KEYWORDS = frozenset({"keyword", "keywords", "without_keyword"})
_TAGS = frozenset({"tag", "not_tag", "tags"})
_NAMES = frozenset({"named", "token"})
#: what a tag or a name looks like: no brackets, and no space at its ends or beside another
_PLAIN = re.compile(r"[^\W_](?:[^\[\]{}()<>\s]| (?=[^\s]))*")


def fold(word: str) -> str:
    """A word without case, punctuation and accents."""
    plain = unicodedata.normalize("NFKD", word)
    return "".join(c for c in plain.lower() if c.isalnum())


_FOLDED_TAGS = {fold(tag): tag for tag in LISTED_TAGS}


def odd_words(node: n.Node, path: Path) -> Iterator[Word]:
    """What is odd about the words of a node itself, not of the nodes in it."""
    fields = _KEYWORDS | _TAGS | _NAMES
    for field in node.__struct_fields__:
        value = getattr(node, field)
        words: list[tuple[Path, Any]] = []
        if field in fields and isinstance(value, str):
            words = [((*path, field), value)]
        elif isinstance(value, list) and (field in fields or _is_of_tags(node, field)):
            words = [((*path, field, i), each) for i, each in enumerate(value)]
        for at, word in words:
            if not isinstance(word, str):
                continue
            if field in _KEYWORDS:
                if word not in KEYWORDS:
                    yield at, none_of(word, KEYWORDS)
            elif field in _NAMES:
                yield from _odd_name(word, at)
            else:
                yield from _odd_tag(word, at)


def _is_of_tags(node: n.Node, field: str) -> bool:
    return isinstance(node, n.Distinct) and field == "among" and node.what == "tags"


def odd_tags(tags: Iterable[str], path: Path) -> Iterator[Word]:
    """What is odd about a list of tags."""
    for index, tag in enumerate(tags):
        yield from _odd_tag(tag, (*path, index))


def _odd_tag(tag: str, at: Path) -> Iterator[Word]:
    known = _FOLDED_TAGS.get(fold(tag))
    if known == tag:
        return
    if known is not None:
        yield at, f'"{tag}" is another spelling of a tag; did you mean {known}?'
    elif not _PLAIN.fullmatch(tag):
        yield at, _not_plain(tag, "tag")


def other_spelling(word: str, known: Iterable[str]) -> str | None:
    """What is said of a word that is another spelling of a listed tag or of one of these."""
    meant = {**_FOLDED_TAGS, **{fold(each): each for each in known}}.get(fold(word))
    if meant is None or meant == word:
        return None
    return f'"{word}" is another spelling; did you mean {meant}?'


def _odd_name(name: str, at: Path) -> Iterator[Word]:
    if not _PLAIN.fullmatch(name):
        yield at, _not_plain(name, "name")


def _not_plain(word: str, what: str) -> str:
    plain = " ".join(re.sub(r"[\[\]{}()<>]", " ", word).split())
    guess = f"; did you mean {plain}?" if plain else ""
    return f'"{word}" is no {what} as cards have it{guess}'


# --- what was named -------------------------------------------------------------------------------


def asked_without_naming(definition: n.CardDefinition) -> Iterator[Word]:
    """Texts that ask for the name, the type or the tag "that was named" (760), where nothing before
    them has one of that kind named: no instruction of theirs, and no text of the card as it enters.
    """
    kept = {
        instruction.what
        for ability in definition.abilities
        if isinstance(ability, n.Replacement) and ability.as_well
        for instruction in ability.does
        if isinstance(instruction, n.NameCard)
    }
    yield from _asking(definition.chooses, ("chooses",), set(kept))
    yield from _asking(definition.does, ("does",), set(kept))
    for field in ("abilities", "effect_text"):
        for index, ability in enumerate(getattr(definition, field)):
            yield from _asking(ability, (field, index), set(kept))


def _asking(value: Any, path: Path, known: set[str]) -> Iterator[Word]:
    """The parts of a value in order; what an instruction has named is known to those after it."""
    match value:
        case n.NameCard():
            known.add(value.what)
        case n.Selector(named_as=str()) if value.named_as not in known:
            message = f"nothing before this names a {value.named_as}: `do: name` comes first"
            yield (*path, "named_as"), message
    if isinstance(value, n.Node):
        # slots are chosen before anything is done
        fields = sorted(value.__struct_fields__, key=lambda field: field == "does")
        for field in fields:
            yield from _asking(getattr(value, field), (*path, field.rstrip("_")), known)
    elif isinstance(value, list | dict):
        entries = value.items() if isinstance(value, dict) else enumerate(value)
        for key, each in entries:
            yield from _asking(each, (*path, key), known)


def odd_amounts(
    instruction: n.Instruction, path: tuple[str | int, ...]
) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Amounts that no instruction can have; Might alone may be taken away."""
    may_be_negative = isinstance(instruction, n.GiveMight)
    for field in ("amount", "energy"):
        amount = getattr(instruction, field, None)
        if not isinstance(amount, int):
            continue
        if amount < 0 and not may_be_negative:
            yield (*path, field), f"{amount} is less than 0"
        elif abs(amount) > NUMBER:
            yield (*path, field), f"{amount} is beyond {NUMBER} (limit NUMBER)"
