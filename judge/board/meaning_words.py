"""Words of a board that mean nothing as they are spelled: keywords, types and tags."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from judge.board.faults import Path
from judge.board.meaning_numbers import Finding
from judge.board.shapes import none_of
from judge.board.state import Board, GameObject
from judge.effects import notation as n
from judge.effects.linting import TYPES
from judge.effects.linting_words import odd_tags, odd_words, other_spelling
from rulesdb.cards.cardtext import KEYWORDS

_CODE = "unknown_word"
_ABILITY: msgspec.json.Decoder[Any] = msgspec.json.Decoder(n.AnyAbility)


def word_findings(board: Board, objects: Sequence[tuple[GameObject, Path]]) -> Iterator[Finding]:
    """Every word of a closed list that is none of it, and every tag in another spelling."""
    for index, effect in enumerate(board.effects):
        path: Path = ("effects", index)
        yield from _unlisted(effect.keywords, KEYWORDS, (*path, "keywords"))
        for at, ability in enumerate(effect.abilities):
            yield from _in_notation(ability, (*path, "abilities", at))
    for name, facts in board.this_turn.players.items():
        path = ("this_turn", "players", name)
        yield from _unlisted(facts.played, TYPES, (*path, "played"))
        for index, card in enumerate(facts.finalized):
            of_card: Path = (*path, "finalized", index)
            for place, word in enumerate(card.types):
                yield from _unlisted([word], TYPES, (*of_card, "types", place))
            for there, message in odd_tags(card.tags, (*of_card, "tags")):
                yield there, _CODE, message
    for thing, path in objects:
        meant = other_spelling(thing.chosen.get("named", ""), TYPES)
        if meant is not None:
            yield (*path, "chosen", "named"), _CODE, meant


def _unlisted(words: Iterable[str], known: Iterable[str], path: Path) -> Iterator[Finding]:
    known = list(known)
    for word in words:
        if word not in known:
            yield path, _CODE, none_of(word, known)


def _in_notation(data: dict[str, Any], path: Path) -> Iterator[Finding]:
    try:
        found = _words_of(msgspec.json.encode(data))
    except (msgspec.ValidationError, TypeError):
        return  # what is no notation is refused by name where it is asked for
    for at, message in found:
        yield (*path, *at), _CODE, message


@lru_cache(maxsize=1024)
def _words_of(data: bytes) -> tuple[tuple[Path, str], ...]:
    """What is odd about the words of an ability; boards bring the same one again and again."""
    return tuple(_nodes(_ABILITY.decode(data), ()))


def _nodes(value: Any, path: Path) -> Iterator[tuple[Path, str]]:
    if isinstance(value, n.Node):
        yield from odd_words(value, path)
        for field in value.__struct_fields__:
            yield from _nodes(getattr(value, field), (*path, field.rstrip("_")))
    elif isinstance(value, list | dict):
        entries = value.items() if isinstance(value, dict) else enumerate(value)
        for key, each in entries:
            yield from _nodes(each, (*path, key))
