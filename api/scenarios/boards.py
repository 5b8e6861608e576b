"""The partial board of an expectation: its own words beside the keys of the canonical board."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from api.scenarios.matching import Matcher, Mismatch, cards_in, expected_but, names_of
from judge.board.state import Board, Card
from judge.board.table import Table, base_of, make_reference, reference, split_reference
from judge.effects.catalogue import Catalogue, fold_name

#: Where something is that is nowhere on the board any more.
GONE = "gone"


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where a card or an object is: a battlefield, `base:A`, `facedown:west` or a zone."""

    place: str
    player: str | None
    generation: int

    def answers_to(self, place: str) -> bool:
        """Whether it is there; a zone may name its player (`trash:B`)."""
        return place in (self.place, f"{self.place}:{self.player}")

    def __str__(self) -> str:
        return f"{self.place} of {self.player}" if self.player else self.place


def whereabouts(board: Board) -> dict[str, Whereabouts]:
    """Where everything is that has an id, by id."""
    found: dict[str, Whereabouts] = {}

    def put(cards: list[Card], place: str, player: str) -> None:
        for card in cards:
            found[card.id] = Whereabouts(place, player, card.generation)

    table = Table(board)
    for thing, place in table.everything():
        if place.startswith("legend:"):
            whose = place.removeprefix("legend:")
            found[thing.id] = Whereabouts("legend", whose, thing.generation)
        else:
            found[thing.id] = Whereabouts(place, None, thing.generation)
    for facedown, battlefield in table.facedown():
        found[facedown.id] = Whereabouts(f"facedown:{battlefield.id}", None, facedown.generation)
    for name, player in board.players.items():
        put(player.hand, "hand", name)
        put(player.trash, "trash", name)
        put(player.banished, "banishment", name)
        put([player.champion] if player.champion else [], "champion", name)
        for deck, place in ((player.main_deck, "main_deck"), (player.rune_deck, "rune_deck")):
            put(deck.top, place, name)
            for group in deck.bottom:
                put(group, place, name)
    for item in table.items():
        found[item.id] = Whereabouts("chain", None, item.generation)
    return found


def faces_by_id(board: Board) -> dict[str, str]:
    """The face of everything that has an id, by id."""
    table = Table(board)
    found = {thing.id: thing.card for thing, _ in table.everything()}
    found |= {facedown.id: facedown.card for facedown, _ in table.facedown()}
    for player in board.players.values():
        decks = (player.main_deck, player.rune_deck)
        piles = [player.hand, player.trash, player.banished, *(deck.top for deck in decks)]
        piles += [group for deck in decks for group in deck.bottom]
        piles += [[player.champion]] if player.champion else []
        found |= {card.id: card.card for pile in piles for card in pile}
    return found


def same_card_on(board: Board, catalogue: Catalogue) -> Callable[[str, str], bool]:
    """Whether a typed name means a card, for one board with its own cards."""
    known = catalogue.with_inline(board.cards)

    def same_card(typed: str, name: str) -> bool:
        if fold_name(typed) == fold_name(name):
            return True
        try:
            return known.resolve(typed) == name
        except LookupError:
            return False

    return same_card


class BoardMatcher:
    """Compares the partial board of an expectation with a board.

    `seen` holds the ids that the scenario has had so far: only such a thing can be gone.
    """

    def __init__(self, board: Board, catalogue: Catalogue, seen: frozenset[str]) -> None:
        self.board = board
        self.catalogue = catalogue.with_inline(board.cards)
        self.seen = seen
        self.table = Table(board)
        self.where = whereabouts(board)
        self.matcher = Matcher(same_card_on(board, catalogue))

    def mismatches(self, expected: Mapping[str, Any], path: str) -> Iterator[Mismatch]:
        """Every way in which the partial board is not contained in the board."""
        own_words: dict[str, Callable[[Any, str], Iterator[Mismatch]]] = {
            "at": self._at,
            "objects": self._objects,
            "deck": self._decks,
            "runes": self._runes,
            "chain": self._chain,
            "turn": self._turn,
            "phase": lambda value, where: self._plain(value, self.board.turn.phase, where),
            "priority": lambda value, where: self._plain(value, self.board.window.priority, where),
            "focus": lambda value, where: self._plain(value, self.board.window.focus, where),
        }
        for key, value in expected.items():
            where = f"{path}.{key}"
            if key in own_words:
                yield from own_words[key](value, where)
            else:
                yield from self.matcher.mismatches({key: value}, self.board, path)

    def _plain(self, expected: Any, actual: Any, path: str) -> Iterator[Mismatch]:
        yield from self.matcher.mismatches(expected, actual, path)

    def _at(self, expected: Any, path: str) -> Iterator[Mismatch]:
        if not isinstance(expected, Mapping):
            yield Mismatch(path, "at: says by id where things are")
            return
        for ref, place in expected.items():
            identity, generation = split_reference(ref)
            now = self.where.get(identity)
            if now is not None and "@" in ref and now.generation != generation:
                came = f"{make_reference(identity, now.generation)} is at {now}"
                now = None
            else:
                came = f"it is at {now}" if now else "it is gone"
            if place == GONE:
                if identity not in self.seen:
                    yield Mismatch(f"{path}.{ref}", f"{ref} was never on this board")
                elif now is not None:
                    yield Mismatch(f"{path}.{ref}", f"expected it gone; {came}")
            elif now is None and identity not in self.seen:
                yield Mismatch(f"{path}.{ref}", f"there is no {ref} on this board")
            elif now is None or not now.answers_to(str(place)):
                yield Mismatch(f"{path}.{ref}", f"expected it at {place}; {came}")

    def _objects(self, expected: Any, path: str) -> Iterator[Mismatch]:
        if not isinstance(expected, Mapping):
            yield Mismatch(path, "objects: says by id how objects are")
            return
        for ref, fields in expected.items():
            thing = self.table.objects.get(split_reference(ref)[0])
            if thing is None or ref not in names_of(thing):
                now = self.where.get(split_reference(ref)[0])
                yield Mismatch(
                    f"{path}.{ref}", f"no such object on the board; it is at {now or GONE}"
                )
            else:
                yield from self.matcher.mismatches(fields, thing, f"{path}.{ref}")

    def _decks(self, expected: Any, path: str) -> Iterator[Mismatch]:
        yield from self._by_player(
            expected, path, lambda player: cards_in(self.board.players[player].main_deck)
        )

    def _runes(self, expected: Any, path: str) -> Iterator[Mismatch]:
        yield from self._by_player(expected, path, self._runes_of)

    def _runes_of(self, player: str) -> dict[str, int]:
        """The runes in the player's Base, ready and exhausted."""
        runes = [thing for thing in self.table.at(base_of(player)) if self._is_rune(thing.card)]
        exhausted = sum(rune.exhausted for rune in runes)
        return {"ready": len(runes) - exhausted, "exhausted": exhausted}

    def _is_rune(self, card: str) -> bool:
        definition = self.catalogue.get(card)
        return definition is not None and definition.is_rune

    def _by_player(
        self, expected: Any, path: str, count: Callable[[str], Any]
    ) -> Iterator[Mismatch]:
        if not isinstance(expected, Mapping):
            yield Mismatch(path, "a count for each player, by name")
            return
        for player, wanted in expected.items():
            if player not in self.board.players:
                yield Mismatch(f"{path}.{player}", f"there is no player {player}")
            else:
                yield from self.matcher.mismatches(wanted, count(player), f"{path}.{player}")

    def _chain(self, expected: Any, path: str) -> Iterator[Mismatch]:
        """The chain, or the number of items on it."""
        if isinstance(expected, int) and not isinstance(expected, bool):
            items = self.table.items()
            if len(items) != expected:
                came = [f"{item.card or item.of} ({reference(item)})" for item in items]
                yield Mismatch(path, f"{expected_but(expected, len(items))} {came or ''}".rstrip())
        else:
            yield from self.matcher.mismatches(expected, self.board.chain, path)

    def _turn(self, expected: Any, path: str) -> Iterator[Mismatch]:
        """The turn, or the Turn Player's name."""
        actual = self.board.turn.player if isinstance(expected, str) else self.board.turn
        yield from self.matcher.mismatches(expected, actual, path)
