"""A board with its index: where each object is, and what lies there.

`Table` only reads. Writing is `judge.board.applying.apply`, which keeps the index in step.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from judge.board.state import (
    Battlefield,
    Board,
    ChainItem,
    Effect,
    FacedownCard,
    GameObject,
    ObjectFacts,
    Player,
    PlayerFacts,
)

#: under which a table keeps whether a text that the layers read asks for more than what things are
#: and where they are
ASKS_FOR_STATES = "asks for states"


def base_of(player: str) -> str:
    """The location id of a player's Base (107.1)."""
    return f"base:{player}"


def one_on(ref: str) -> str:
    """What refers to the same card one change of zones later (124)."""
    identity, generation = split_reference(ref)
    return make_reference(identity, generation + 1)


def make_reference(identity: str, generation: int) -> str:
    """`a1`, or `a1@2` for a second generation (124)."""
    return identity if generation == 1 else f"{identity}@{generation}"


def reference(thing: GameObject | FacedownCard | ChainItem | Any) -> str:
    """The reference of anything that has an id and a generation."""
    generation = thing.generation
    # without another call: of hardly anything else there are so many
    return thing.id if generation == 1 else f"{thing.id}@{generation}"


@lru_cache(maxsize=4096)
def split_reference(text: str) -> tuple[str, int]:
    """Id and generation of a reference; generation 1 when it names none. What is no generation is
    taken to belong to the id, and so to name nothing that there is.
    """
    identity, _, generation = text.partition("@")
    if not generation:
        return identity, 1
    is_number = generation.isdecimal() and len(generation) <= _MOST_DIGITS
    return (identity, int(generation)) if is_number else (text, 1)


#: of a generation; nothing changes zones so often
_MOST_DIGITS = 15


class Table:
    """The board under judgement, indexed. `objects` and `places` are keyed by object id."""

    __slots__ = (
        "_minted",
        "battlefields",
        "board",
        "disabled",
        "entries",
        "former",
        "layered",
        "memo",
        "objects",
        "places",
        "taken_as_ready",
        "taken_as_zero",
        "texts",
    )

    def __init__(self, board: Board, disabled: frozenset[str] = frozenset()) -> None:
        self.board = board
        #: rules that a test has switched off (D4); readers below the trace ask here
        self.disabled = disabled
        self.battlefields: dict[str, Battlefield] = {b.id: b for b in board.battlefields}
        self.objects: dict[str, GameObject] = {}
        self.places: dict[str, str] = {}
        #: ids of what was taken to be ready because the board leaves it out, where layers asked
        self.taken_as_ready: set[str] = set()
        #: the same of points and XP, as `players.Ada.xp`
        self.taken_as_zero: set[str] = set()
        #: what a board determines and several readers ask, cleared at each event
        self.memo: dict[Any, Any] = {}
        #: the same of what the layers come to, cleared where they may come to something else
        self.layered: dict[Any, Any] = {}
        #: the entries of the layers, which are asked for most of all: cleared with those
        self.entries: Any = None
        #: the same of which texts objects have, cleared only where those may be others
        self.texts: dict[Any, Any] = {}
        self._minted: dict[str, int] = {}
        #: ids of what has ceased to exist since: references to it must not come to mean another
        self.former: set[str] = set()
        for name, player in board.players.items():
            place = base_of(name)
            for thing in player.base:
                self.objects[thing.id] = thing
                self.places[thing.id] = place
            for thing in ([player.legend] if player.legend else []) + player.legends:
                self.objects[thing.id] = thing
                self.places[thing.id] = f"legend:{name}"
        for battlefield in board.battlefields:
            for thing in battlefield.units:
                self.objects[thing.id] = thing
                self.places[thing.id] = battlefield.id

    def forget(self) -> None:
        """Drop what has been worked out, some of which has the table itself: a board would have to
        wait for the collector of circles.
        """
        self.memo.clear()
        self.forget_layers()
        self.texts.clear()

    def forget_layers(self) -> None:
        """Drop what the layers have come to."""
        self.layered.clear()
        self.entries = None

    # --- players -----------------------------------------------------------------------------

    def player(self, name: str) -> Player:
        return self.board.players[name]

    def turn_order(self, start: str) -> list[str]:
        """The players still in the game, in turn order, beginning with `start` (115.1, 195.1).

        `start` itself is left out when it has been removed.
        """
        order = self.board.order
        at = order.index(start)
        out = {removed.player for removed in self.board.removed}
        return [name for name in order[at:] + order[:at] if name not in out]

    def has_left(self, player: str) -> bool:
        """Whether the player has been removed from the game (652)."""
        return any(removed.player == player for removed in self.board.removed)

    def next_player(self, after: str) -> str:
        """The next player in turn order who is still in the game."""
        order = self.board.order
        at = order.index(after)
        out = {removed.player for removed in self.board.removed}
        for name in order[at + 1 :] + order[: at + 1]:
            if name not in out:
                return name
        raise LookupError("no player is left in the game")

    def team_of(self, player: str) -> list[str]:
        """The player's team, the player alone where the mode has no teams (483.2)."""
        for team in self.board.teams:
            if player in team:
                return team
        return [player]

    def friends(self, player: str) -> list[str]:
        """The players whose objects are friendly to the player: their team (489.8.e)."""
        return [player] if "489.8.e" in self.disabled else self.team_of(player)

    def sharing_points(self, player: str) -> list[str]:
        """Who gains and loses points with the player: their team (489.8.d, 489.8.d.2)."""
        shared = self.disabled.isdisjoint({"489.8.d", "489.8.d.2"})
        return self.team_of(player) if shared else [player]

    def opponents(self, player: str) -> list[str]:
        """The players still in the game who are not on the player's team, in turn order."""
        team = self.team_of(player)
        return [name for name in self.turn_order(self.board.turn.player) if name not in team]

    def facts(self, player: str) -> PlayerFacts:
        """Facts of this turn about a player; an empty record where nothing happened."""
        return self.board.this_turn.players.get(player) or PlayerFacts()

    def object_facts(self, ref: str) -> ObjectFacts:
        return self.board.this_turn.objects.get(ref) or ObjectFacts()

    # --- objects -----------------------------------------------------------------------------

    def find(self, ref: str) -> GameObject | None:
        """The object that the reference means, if it still is that object (124)."""
        thing = self.objects.get(ref)
        generation = 1
        if thing is None and "@" in ref:  # most references are plain ids
            ref, generation = split_reference(ref)
            thing = self.objects.get(ref)
        return thing if thing is not None and thing.generation == generation else None

    def named(self, text: str) -> GameObject | None:
        """The object a person means: a reference, or a plain id for the object as it is now."""
        return self.find(text) if "@" in text else self.objects.get(text)

    def place_of(self, ref: str) -> str | None:
        """The location of an object: `base:<player>` or a battlefield id; None when it is gone."""
        thing = self.find(ref)
        return None if thing is None else self.places[thing.id]

    def at(self, place: str) -> list[GameObject]:
        """Every object at a location."""
        battlefield = self.battlefields.get(place)
        if battlefield is not None:
            return battlefield.units
        if place.startswith("legend:"):  # beside the Champion Legend, which stays (107.4.d)
            return self.board.players[place.removeprefix("legend:")].legends
        return self.board.players[place.removeprefix("base:")].base

    def locations(self) -> list[str]:
        """Every location: the battlefields and the Bases of the players in the game (198.1)."""
        out = {removed.player for removed in self.board.removed}
        return [b.id for b in self.board.battlefields] + [
            base_of(p) for p in self.board.order if p not in out
        ]

    def everything(self) -> Sequence[tuple[GameObject, str]]:
        """Every object on the board with its place, legends included."""
        found: list[tuple[GameObject, str]] | None = self.texts.get("everything")
        if found is None:
            places = self.places
            found = [(thing, places[identity]) for identity, thing in self.objects.items()]
            self.texts["everything"] = found
        return found

    def names(self) -> dict[str, str]:
        """The name of every object on the board, by id; kept while no object gets another, since
        what is asked of texts is asked of them all, and answered by the names of a few cards.
        """
        found: dict[str, str] | None = self.texts.get("names")
        if found is None:
            # `name`, without a call for each of them
            found = self.texts["names"] = {
                identity: thing.name if thing.copied else thing.card
                for identity, thing in self.objects.items()
            }
        return found

    def latest(self) -> int:
        """The newest timestamp that the board gives; 0 where it gives none (480.1.b)."""
        found = 0
        for thing in self.objects.values():
            found = max(found, thing.since or 0, *thing.text_since.values())
        for effect in self.board.effects:
            found = max(found, effect.since or 0)
        return found

    def applying(self) -> list[Effect]:
        """The lasting effects that apply, in timestamp order: one without uses left does not."""
        return [effect for effect in self.board.effects if effect.uses != 0]

    def facedown(self) -> Iterator[tuple[FacedownCard, Battlefield]]:
        for battlefield in self.board.battlefields:
            for card in battlefield.facedown:
                yield card, battlefield

    def items(self) -> list[ChainItem]:
        """The items on the chain, oldest first; empty when there is no chain."""
        return self.board.chain.items if self.board.chain else []

    # --- ids ---------------------------------------------------------------------------------

    def mint(self, prefix: str) -> str:
        """A fresh id `<prefix><n>`: deterministic, never one in use on this board, nor one of which
        it still speaks.
        """
        count = self._minted.get(prefix)
        if count is None:
            count = 0
            facts = (split_reference(ref)[0] for ref in self.board.this_turn.objects)
            length = len(prefix)
            for used in (*self.ids(), *self.former, *facts):
                # hardly any begins so: compared without a call
                if used[:length] == prefix and used[length:].isdecimal():
                    number = int(used[length:])
                    if number > count:
                        count = number
        self._minted[prefix] = count + 1
        return f"{prefix}{count + 1}"

    def ids(self) -> list[str]:
        """Every id on the board, of whatever kind."""
        found = [*self.objects]
        for battlefield in self.board.battlefields:
            found += [battlefield.id, *[facedown.id for facedown in battlefield.facedown]]
        for player in self.board.players.values():
            held = [*player.hand, *player.trash, *player.banished]
            held += [player.champion] if player.champion else []
            for deck in (player.main_deck, player.rune_deck):
                held += deck.top
                for group in deck.bottom:
                    held += group
            found += [card.id for card in held]
        found += [item.id for item in self.items()]
        return found + [effect.id for effect in self.board.effects]
