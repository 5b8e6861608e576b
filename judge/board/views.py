"""What one player may see of a board (D12, rule 128).

    judge    everything
    public   what every player may see
    A        that, and what is private to A: the hand, the faces of the cards A controls facedown,
             the names in A's own decks, and whatever A was shown

A card whose face the viewer may not see keeps its place and loses everything that could tell it
from another: face, id, generation, who else has seen it. Its new id counts the hidden cards of its
zone. What names it elsewhere (a target, an effect) follows the new id. So two boards that differ
only in what a viewer may not see have one view.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, Literal, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from judge.board.canonical import canonical
from judge.board.state import (
    UNKNOWN,
    Battlefield,
    Board,
    Card,
    Chain,
    Deck,
    Effect,
    FacedownCard,
    GameObject,
    ObjectFacts,
    Player,
    UseFacts,
)
from judge.board.table import Table, reference
from judge.effects.catalogue import Catalogue

PRIVATE = TypeVar("PRIVATE", Card, FacedownCard)

#: whether something is known of the ends of a deck is not for all
_END_OF_DECK = re.compile(r"players\..+_deck\.(?:top|middle|bottom)")

Level = Literal["public", "private", "secret"]


class _Privacy(NamedTuple):
    """How private the cards of a zone are, and the rule of the zone that tells it (128.2.a)."""

    level: Level
    told_by: str


#: by zone (107, 108)
_ZONES: dict[str, _Privacy] = {
    "trash": _Privacy("public", "108.2.d"),
    "champion": _Privacy("public", "108.3.e"),
    "banishment": _Privacy("public", "108.6.e"),
    "hand": _Privacy("private", "108.7.c"),
    "facedown": _Privacy("private", "107.3.f"),
    "main-deck": _Privacy("secret", "108.4.d"),
    "rune-deck": _Privacy("secret", "108.5.d"),
}

#: keys whose texts are names of cards, players or kinds, and never references
_NEVER_REFERENCES = frozenset(
    [
        *("by", "card", "controller", "kind", "names", "of", "origin", "owner", "played_by"),
        *("tags", "types", "until"),
    ]
)
#: keys of arrays that are sets: a place in one says nothing
_SETS = frozenset({"active", "affects", "attached", "groups", "linked"})


def view_board(
    board: Board,
    viewer: str,
    catalogue: Catalogue | None = None,
    *,
    disabled: frozenset[str] = frozenset(),
) -> Board:
    """The canonical board as `viewer` sees it: a player's name, `public` or `judge`.

    `catalogue` is not needed so far: no printed text changes who may look at a card by itself.
    `disabled`: rules that are switched off, to see who notices.
    Raises `ValueError` for a viewer who is no player of this game.
    """
    if viewer == "judge":
        return canonical(board)
    if viewer != "public" and viewer not in board.players:
        raise ValueError(f"no player is called {viewer!r}; a viewer is a player, public or judge")
    return canonical(_View(board, viewer, disabled).board())


class _View:
    """One view in the making: what the viewer was shown, and new references for what is hidden."""

    def __init__(self, source: Board, viewer: str, disabled: frozenset[str]) -> None:
        self.disabled = disabled
        self.source = source
        self.viewer = viewer
        self.shown_ids: set[str] = set()
        self.shown_zones: set[tuple[str, str]] = set()
        for effect in source.effects:
            if effect.kind == "look" and effect.controller == viewer:
                self.shown_ids.update(effect.affects or [])
                if effect.open is not None:
                    zone, player = effect.open.get("zone"), effect.open.get("player")
                    self.shown_zones.add((str(zone), str(player)))
        hidden = [card for card, _ in self._hidden()]
        self.hidden = {reference(card) for card in hidden}
        self.mentions = _mentions(source, self.hidden) if hidden else {}
        unusable = {card.id for card in hidden}
        self.used = {identity for identity in Table(source).ids() if identity not in unusable}
        #: new references by old
        self.renamed: dict[str, str] = {}

    # --- who sees what -----------------------------------------------------------------------

    def _shown(self, card: Card | FacedownCard, zone: str, player: str) -> bool:
        """Whether the viewer was shown the card, for good or by an effect that lets them look."""
        return (
            self.viewer in card.known_to
            or reference(card) in self.shown_ids
            or (zone, player) in self.shown_zones
        )

    def _level(self, zone: str) -> Level:
        """How private a zone's cards are. What no rule told would be open to everybody, or, of a
        zone that a rule makes public, to nobody else than to whom it is.
        """
        privacy = _ZONES[zone]
        told = privacy.told_by not in self.disabled
        if zone != "facedown":  # there the state of the card tells it (129.4)
            told = told and "128.2.a" not in self.disabled
        if privacy.level == "public":
            told = told and "130.6" not in self.disabled
        if told:
            return privacy.level
        return "private" if privacy.level == "public" else "public"

    def _sees(self, card: Card | FacedownCard, zone: str, keeper: str) -> bool:
        """Whether the viewer sees the face of a card that is `keeper`'s: on the board that of its
        controller, elsewhere of its owner (128.4).
        """
        shown = self._shown(card, zone if zone in ("hand", "facedown") else "deck", keeper)
        match self._level(zone):
            case "public":
                return "128.5" not in self.disabled or shown or self.viewer == keeper
            case "private":
                return "128.4" in self.disabled or shown or self.viewer == keeper
            case "secret":
                # 128.3: to the owner too, who is named in `known_to` as any other
                return "128.3" in self.disabled or shown

    def _sees_in_deck(self, card: Card, zone: str) -> bool:
        return self._sees(card, zone, "")

    def _hidden(self) -> Iterator[tuple[Card | FacedownCard, str]]:
        """Every card with an id whose face the viewer may not see, with what its new id begins."""
        for name, player in self.source.players.items():
            for zone, cards in self._piles(player):
                for card in cards:
                    if not self._sees(card, zone, name):
                        yield card, f"{name}.{zone}"
            for zone, deck in (("main-deck", player.main_deck), ("rune-deck", player.rune_deck)):
                for card in [*deck.top, *(card for group in deck.bottom for card in group)]:
                    if not self._sees_in_deck(card, zone):
                        yield card, f"{name}.{zone}"
        for battlefield in self.source.battlefields:
            for facedown in battlefield.facedown:
                if not self._sees(facedown, "facedown", facedown.controller):
                    yield facedown, f"{battlefield.id}.facedown"

    def _piles(self, player: Player) -> Iterator[tuple[str, list[Card]]]:
        """The zones of a player that are no decks, with their cards."""
        yield "hand", player.hand
        yield "trash", player.trash
        yield "banishment", player.banished
        yield "champion", [player.champion] if player.champion is not None else []

    # --- hiding ------------------------------------------------------------------------------

    def board(self) -> Board:
        source = self.source
        players = {name: self._player(name, player) for name, player in source.players.items()}
        battlefields = [self._battlefield(battlefield) for battlefield in source.battlefields]
        seen = replace(
            source,
            players=players,
            battlefields=battlefields,
            chain=self._chain(),
            defaulted=[
                self._default_path(path)
                for path in source.defaulted
                if _END_OF_DECK.fullmatch(path) is None
            ],
        )
        return self._rename_mentions(seen) if self.mentions else seen

    def _hide(self, card: PRIVATE, prefix: str) -> PRIVATE:
        """The card with a new id; the caller hides cards in an order that betrays nothing."""
        number = 1
        while f"{prefix}-{number}" in self.used:
            number += 1
        identity = f"{prefix}-{number}"
        self.used.add(identity)
        self.renamed[reference(card)] = identity
        return replace(card, id=identity, card=UNKNOWN, generation=1, known_to=[])

    def _show(self, card: PRIVATE, keeper: str | None) -> PRIVATE:
        """A card that the viewer sees. Only its keeper knows who else does."""
        if not card.known_to or self.viewer == keeper:
            return card
        return replace(card, known_to=[self.viewer] if self.viewer in card.known_to else [])

    def _in_order(self, cards: list[PRIVATE]) -> list[PRIVATE]:
        """Hidden cards of one zone, told apart only by what is public: where they are mentioned."""
        return sorted(cards, key=lambda card: self.mentions.get(reference(card), []))

    def _player(self, name: str, player: Player) -> Player:
        piles = {zone: self._pile(cards, zone, name) for zone, cards in self._piles(player)}
        champion = piles["champion"]
        return replace(
            player,
            # 729.2: everybody may know it
            xp=0 if "729.2" in self.disabled and name != self.viewer else player.xp,
            hand=piles["hand"],
            trash=piles["trash"],
            banished=piles["banishment"],
            champion=champion[0] if champion else None,
            base=self._things(player.base),
            legend=None if player.legend is None else self._things([player.legend])[0],
            legends=self._things(player.legends),
            main_deck=self._deck(player.main_deck, name, "main-deck"),
            rune_deck=self._deck(player.rune_deck, name, "rune-deck"),
        )

    def _pile(self, cards: list[Card], zone: str, name: str) -> list[Card]:
        """The cards of a zone, those that the viewer does not see without anything to tell them by.
        How many there are everybody knows (108.7.e).
        """
        hidden = [card for card in cards if not self._sees(card, zone, name)]
        if self._level(zone) == "public" and not hidden:
            return cards
        seen = [self._show(card, name) for card in cards if self._sees(card, zone, name)]
        if zone == "hand" and "108.7.e" in self.disabled:
            return seen
        if zone != "hand" or "108.7.d" not in self.disabled:
            hidden = self._in_order(hidden)  # in which order they are held tells nothing
        return seen + [self._hide(card, f"{name}.{zone}") for card in hidden]

    def _deck(self, deck: Deck, owner: str, zone: str) -> Deck:
        """A deck of which the viewer knows the positions they were shown, and no others.

        What lies between those is one heap. Its owner knows the names in it, as they know their own
        deck list; but where a hidden card lies among shown ones, naming the rest of the heap would
        name that card, and the heap is a count for its owner too.
        """

        def sees(card: Card) -> bool:
            return self._sees_in_deck(card, zone)

        known_top = max((i for i, card in enumerate(deck.top, 1) if sees(card)), default=0)
        depth = len(deck.bottom)
        known_bottom = min(
            (i for i, group in enumerate(deck.bottom) if any(map(sees, group))), default=depth
        )
        top, bottom = deck.top[:known_top], deck.bottom[known_bottom:]
        heap = deck.top[known_top:] + [c for group in deck.bottom[:known_bottom] for c in group]
        between = [*top, *(card for group in bottom for card in group)]
        middle = Counter(deck.middle)
        middle.update(card.card for card in heap)
        unknown = middle.pop(UNKNOWN, 0)
        names_heap = self.viewer == owner and all(map(sees, between))
        if not names_heap:
            unknown += middle.total()
            middle = Counter()
        return Deck(
            top=[self._place(card, owner, zone) for card in top],
            middle=dict(middle),
            count=None if deck.count is None else deck.count + unknown,
            bottom=[[self._place(c, owner, zone) for c in self._in_order(g)] for g in bottom],
        )

    def _place(self, card: Card, owner: str, zone: str) -> Card:
        if self._sees_in_deck(card, zone):
            return self._show(card, None)
        return self._hide(card, f"{owner}.{zone}")

    def _battlefield(self, battlefield: Battlefield) -> Battlefield:
        facedown, prefix = battlefield.facedown, f"{battlefield.id}.facedown"
        cards = [
            self._show(c, c.controller) for c in facedown if self._sees(c, "facedown", c.controller)
        ]
        hidden = self._in_order(
            [card for card in facedown if not self._sees(card, "facedown", card.controller)]
        )
        hidden.sort(key=lambda card: (card.controller, card.owner, card.since, card.cause))
        cards += [self._hide(card, prefix) for card in hidden]
        return replace(battlefield, facedown=cards, units=self._things(battlefield.units))

    def _things(self, things: list[GameObject]) -> list[GameObject]:
        """Objects in play, whose faces (109.1) and states (109.2) everybody sees: all about them is
        public (109). Without one of these rules only who controls a thing would see it.
        """
        hidden = self.disabled & {"109", "109.1", "109.2"}
        if not hidden:
            return things
        seen = []
        for thing in things:
            if thing.controller != self.viewer and hidden != {"109.2"}:
                thing = replace(thing, card=UNKNOWN)
            if thing.controller != self.viewer and hidden != {"109.1"}:
                thing = replace(thing, exhausted=False, stunned=False, buffs=0, damage={})
            seen.append(thing)
        return seen

    def _chain(self) -> Chain | None:
        """The chain, on which everything lies open (108.1.b)."""
        chain = self.source.chain
        if chain is None or "108.1.b" not in self.disabled:
            return chain
        items = [
            item if item.controller == self.viewer else replace(item, card=UNKNOWN, of=None)
            for item in chain.items
        ]
        return replace(chain, items=items)

    # --- mentions ----------------------------------------------------------------------------

    def _default_path(self, path: str) -> str:
        """`facedown.<id>.since` names a card by its id, facts of the turn a thing by reference."""
        for facts in ("this_turn.objects.", "this_turn.uses."):
            if path.startswith(facts):
                ref, _, key = path.removeprefix(facts).rpartition(".")
                return f"{facts}{_new_reference(ref, self.renamed)}.{key}" if ref else path
        if not path.startswith("facedown."):
            return path
        identity, _, key = path.removeprefix("facedown.").rpartition(".")
        for battlefield in self.source.battlefields:
            for card in battlefield.facedown:
                if card.id == identity:
                    return f"facedown.{self.renamed.get(reference(card), identity)}.{key}"
        return path

    def _rename_mentions(self, board: Board) -> Board:
        facts = board.this_turn
        objects = _renamed(msgspec.to_builtins(facts.objects), self.renamed)
        uses = _renamed(msgspec.to_builtins(facts.uses), self.renamed)
        chain = board.chain
        if chain is not None:
            chain = msgspec.convert(_renamed(msgspec.to_builtins(chain), self.renamed), Chain)
        effects = _renamed(msgspec.to_builtins(board.effects), self.renamed)
        players = {
            name: replace(
                player,
                base=self._linked(player.base),
                legends=self._linked(player.legends),
                legend=None if player.legend is None else self._linked([player.legend])[0],
            )
            for name, player in board.players.items()
        }
        return replace(
            board,
            chain=chain,
            effects=msgspec.convert(effects, list[Effect]),
            players=players,
            battlefields=[replace(b, units=self._linked(b.units)) for b in board.battlefields],
            this_turn=replace(
                facts,
                objects=msgspec.convert(objects, dict[str, ObjectFacts]),
                uses=msgspec.convert(uses, dict[str, UseFacts]),
                spell_damage=_renamed(facts.spell_damage, self.renamed),
            ),
        )

    def _linked(self, objects: list[GameObject]) -> list[GameObject]:
        return [
            replace(thing, linked=_renamed(thing.linked, self.renamed)) if thing.linked else thing
            for thing in objects
        ]


def _mentions(board: Board, hidden: set[str]) -> dict[str, list[str]]:
    """Where hidden cards are named outside their zones, in words that name no hidden card."""
    found: dict[str, list[str]] = {}
    facts = board.this_turn
    things = [thing for thing, _ in Table(board).everything() if thing.linked]
    tree = {
        "chain": msgspec.to_builtins(board.chain),
        "effects": msgspec.to_builtins(board.effects),
        "objects": msgspec.to_builtins(facts.objects),
        "uses": msgspec.to_builtins(facts.uses),
        "spell_damage": facts.spell_damage,
        "linked": {thing.id: thing.linked for thing in things},
    }
    _find(tree, hidden, "", found)
    return {ref: sorted(places) for ref, places in found.items()}


def _mentioned(text: str, hidden: set[str]) -> str | None:
    """The hidden reference that a text is, or with which the key of an ability begins."""
    ref = text.partition("/")[0]
    return ref if ref in hidden else None


def _find(tree: Any, hidden: set[str], place: str, found: dict[str, list[str]]) -> None:
    if isinstance(tree, dict):
        for key, value in tree.items():
            ref = _mentioned(key, hidden)
            if ref is not None:
                # what is said about the card tells it apart, its old id must not
                masked = _renamed(value, dict.fromkeys(hidden, "?"))
                said = msgspec.json.encode(masked, order="deterministic").decode()
                found.setdefault(ref, []).append(f"{place}.?{key[len(ref) :]}={said}")
                key = "?"
            if key == "until" and str(value).startswith("while_"):
                value = value.rpartition(":")[2]  # what it lasts as long as
            elif key in _NEVER_REFERENCES:
                continue
            _find(value, hidden, f"{place}.{key}", found)
    elif isinstance(tree, list):
        is_set = not _SETS.isdisjoint(place.split("."))
        for index, value in enumerate(tree):
            _find(value, hidden, place if is_set else f"{place}.{index:04}", found)
    elif isinstance(tree, str):
        ref = _mentioned(tree, hidden)
        if ref is not None:
            found.setdefault(ref, []).append(f"{place}{tree[len(ref) :]}")


def _renamed(tree: Any, renamed: dict[str, str]) -> Any:
    """Plain data with every reference to a hidden card replaced, in keys and in values."""
    if isinstance(tree, dict):
        return {
            _new_reference(key, renamed): _renamed_value(key, value, renamed)
            for key, value in tree.items()
        }
    if isinstance(tree, list):
        return [_renamed(value, renamed) for value in tree]
    return _new_reference(tree, renamed) if isinstance(tree, str) else tree


def _renamed_value(key: str, value: Any, renamed: dict[str, str]) -> Any:
    if key == "until" and str(value).startswith("while_"):
        head, colon, ref = value.rpartition(":")
        return f"{head}{colon}{_new_reference(ref, renamed)}"
    return value if key in _NEVER_REFERENCES else _renamed(value, renamed)


def _new_reference(text: str, renamed: dict[str, str]) -> str:
    ref, slash, key = text.partition("/")
    return f"{renamed[ref]}{slash}{key}" if ref in renamed else text
