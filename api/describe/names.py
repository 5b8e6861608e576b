"""What things are called when a ruling is read aloud."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from judge.board.events import BattlefieldPlaced
from judge.board.state import UNKNOWN, Board, Card, ChainItem, Effect, FacedownCard, GameObject
from judge.board.table import Table, make_reference, split_reference
from judge.ruling.ruling import Step

ZONES = {
    "hand": "hand",
    "trash": "trash",
    "banishment": "banishment",
    "champion": "Champion Zone",
    "main_deck": "Main Deck",
    "rune_deck": "Rune Deck",
    "chain": "the chain",
    "board": "the board",
    "facedown": "Facedown Zone",
}


class Names:
    """What things are called: `Stalwart Poro (b1)` rather than `b1`, where a board says so.

    Later boards outrank earlier ones; what a trace brings onto the board is known too.
    """

    def __init__(self, *boards: Board | None, trace: Iterable[Step] = ()) -> None:
        self._cards: dict[str, str] = {}
        self._battlefields: dict[str, str] = {}
        self._effects: dict[str, str] = {}
        self._learn_trace(trace)
        for board in boards:
            if board is not None:
                self._learn(board)

    def _learn(self, board: Board) -> None:
        table = Table(board)
        for thing, _ in table.everything():
            self._know(thing.id, thing.card)
        for facedown, _ in table.facedown():
            self._know(facedown.id, facedown.card)
        for player in board.players.values():
            champion = [player.champion] if player.champion else []
            for zone in (player.hand, player.trash, player.banished, champion):
                for card in zone:
                    self._know(card.id, card.card)
            for deck in (player.main_deck, player.rune_deck):
                for card in [*deck.top, *(card for group in deck.bottom for card in group)]:
                    self._know(card.id, card.card)
        for item in table.items():
            self._know_item(item)
        for battlefield in board.battlefields:
            self._battlefields[battlefield.id] = battlefield.card
        for effect in board.effects:
            self._effects[effect.id] = effect.origin or ""

    def _learn_trace(self, trace: Iterable[Step]) -> None:
        for step in trace:
            event = step.event
            for name in ("card", "object", "item", "effect"):
                part = getattr(event, name, None)
                if isinstance(part, Card | GameObject | FacedownCard):
                    self._know(part.id, part.card)
                elif isinstance(part, ChainItem):
                    self._know_item(part)
                elif isinstance(part, Effect):
                    self._effects[part.id] = part.origin or ""
            if isinstance(event, BattlefieldPlaced):
                self._battlefields[event.battlefield.id] = event.battlefield.card
            self._learn_trace(step.children)

    def _know(self, identity: str, card: str) -> None:
        if card != UNKNOWN:
            self._cards[identity] = card

    def _know_item(self, item: ChainItem) -> None:
        if item.card is not None:
            self._know(item.id, item.card)
        elif item.of is not None:
            self._cards[item.id] = f"the ability of {item.of}"

    def thing(self, ref: str) -> str:
        """An object, a card or an item on the chain, by its reference."""
        card = self._cards.get(split_reference(ref)[0])
        return f"{card} ({ref})" if card else ref

    def things(self, refs: Sequence[str]) -> str:
        return joined([self.thing(ref) for ref in refs]) or "nothing"

    def place(self, place: str) -> str:
        """A location, by its id."""
        if place.startswith("base:"):
            return f"{place.removeprefix('base:')}'s base"
        card = self._battlefields.get(place)
        return f"{card} ({place})" if card else place

    def effect(self, identity: str) -> str:
        """A lasting effect, by its id."""
        origin = self._effects.get(identity)
        return f"the effect of {origin} ({identity})" if origin else f"the effect {identity}"

    def card(self, card: Card | FacedownCard) -> str:
        """A card that an event carries; one whose face nobody gave is just a card."""
        ref = make_reference(card.id, card.generation)
        if card.card == UNKNOWN:
            known = self._cards.get(card.id)
            return f"{known} ({ref})" if known else f"a card ({ref})"
        return f"{card.card} ({ref})"

    def object(self, thing: GameObject) -> str:
        return f"{thing.card} ({make_reference(thing.id, thing.generation)})"

    def item(self, item: ChainItem) -> str:
        if item.card is not None:
            return f"{item.card} ({make_reference(item.id, item.generation)})"
        return f"the ability of {item.of} ({item.id})" if item.of else f"the ability {item.id}"


def joined(parts: Sequence[str]) -> str:
    """Words joined as they are spoken: a, b and c."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


#: The words of ours with which a sentence may begin. An id or a name keeps its letters as they are.
_OPENERS = frozenset(
    {"a", "an", "nobody", "nothing", "no", "all", "something", "the", "turn", "what"}
)


def sentence(text: str) -> str:
    """A text as a sentence: a capital letter, unless a name comes first, and a full stop."""
    if text.partition(" ")[0] in _OPENERS:
        text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "?", "!", ":")) else f"{text}."


def are(refs: Sequence[str]) -> str:
    return "is" if len(refs) == 1 else "are"
