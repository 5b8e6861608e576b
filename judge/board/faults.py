"""What is wrong with a board document: every fault at once, each with its path (D11, D12).

A document that does not have the shape of the notation is malformed (400 over HTTP). One that has
the shape but says nothing that could lie on a table is meaningless (422): one object in two places,
a player nobody knows, a name no card has. What merely could not have come about is neither; it is
judged, with a warning (`judge.board.checking`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any, Final

import msgspec

from judge.limits import FAULTS

#: a path inside a document, as keys and indexes
Path = tuple[str | int, ...]

#: codes of faults in the shape, and what each says
MALFORMED_CODES: Final[dict[str, str]] = {
    "syntax": "the text is not JSON",
    "key_twice": "one object of the text has the same key twice",
    "wrong_type": "a value is of another type than the notation has there",
    "wrong_value": "a value is not one of those that the notation lists",
    "unknown_key": "the notation has no such key",
    "missing_key": "the notation needs a key that is not there",
    "limit": "the document exceeds the limit that the message names",
}

#: codes of faults in the meaning, and what each says
MEANINGLESS_CODES: Final[dict[str, str]] = {
    "ambiguous_card": "a short name fits several cards",
    "attached_to_legend": "something is attached to a legend, which has no location",
    "attached_in_circle": "objects are attached to each other, or one to itself",
    "attacks_itself": "attacker and defender of a combat are the same player",
    "battlefield_needed": "a combat or showdown does not say where it takes place",
    "begun_needed": "turns begun are given of some players, and not the number of the turn",
    "card_needed": "an item on the chain is neither a card nor an ability",
    "chosen_twice": "an item gives both `targets` and `chose`",
    "combat_needed": "a combat showdown without a combat",
    "contested_needed": "nobody can be found who contests the battlefield of the showdown",
    "controller_needed": "nothing says who controls an object",
    "damage_on_non_unit": "damage is marked on something that is not a unit",
    "damage_needs_player": "nothing says who marked the damage",
    "definition": "a card defined on the board is not valid notation",
    "domain_unknown": "Power has a domain that does not exist",
    "duration_unknown": "a lasting effect lasts until something that the notation does not list",
    "face_needed": "a card lies open, but its face is not given",
    "game_is_over": "one side at most is left in the game, and no result is given",
    "given_twice": "one fact stands under two keys",
    "id_form": "an id or a player's name is empty, reserved, or holds one of @ / :",
    "id_twice": "one id stands for two things",
    "kind_of_card": "a card on the chain is said to be there as what it is not",
    "kind_needed": "nothing says what kind of ability an item is",
    "limit": "the board exceeds the limit that the message names",
    "mode_unknown": "there is no such mode of play",
    "mode_players": "the mode of play is for another number of players",
    "negative": "a number is below the least that it can be",
    "next_task_needed": "a combat in its Resolution Step does not say which task is next",
    "order_needed": "the turn order cannot be derived",
    "order_wrong": "the turn order or the teams do not name every player once",
    "owner_needed": "nothing says who owns a battlefield",
    "quote_name": "two neighbours of a list join to the name of a card with a comma in it",
    "refers_to_nothing": "a reference names nothing on this board",
    "removed_player_acts": "a player who has left the game has Priority or Focus",
    "schema_version": "the document is written in another version of the schema",
    "slot_needed": "targets cannot be matched with what the card chooses",
    "thing_of_removed_player": "something is of a player who has left the game with all of it",
    "token_called_card": "`token: false` is said of something that is printed as a token",
    "two_places": "the combat and the showdown are at different battlefields",
    "unknown_battlefield": "no battlefield has that id",
    "unknown_card": "no card has that name",
    "unknown_word": "no keyword, type or tag is spelled like that",
    "unknown_player": "no player of this game has that name",
    "unstable": "the working board of a question is for display only",
}

_PLAIN_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")


class Fault(msgspec.Struct, frozen=True):
    """One thing wrong with a document: where, what, and in words.

    `path` leads to its place: from `$`, the root of the document or the body of a request
    (`$.board.players.A.hand`), or it is the name of a parameter or an argument. `code` is stable,
    `message` is for people.
    """

    path: str
    code: str
    message: str

    def under(self, place: str) -> Fault:
        """The same fault, seen from a document that holds the faulty one at `place`.

        >>> Fault("$.turn", "wrong_type", "no turn").under("$.board").path
        '$.board.turn'
        """
        return Fault(place + self.path.removeprefix("$"), self.code, self.message)


def too_many_faults() -> Fault:
    """The fault that stands in for those beyond `limits.FAULTS`."""
    message = f"there are more than {FAULTS} faults; the others are not listed (limit FAULTS)"
    return Fault(path="$", code="limit", message=message)


class BoardError(ValueError):
    """A board that cannot be read. `faults` has what is wrong with it, in order of path."""

    #: the HTTP status that says the same
    status = 400

    def __init__(self, faults: Iterable[Fault]) -> None:
        found, rest = set(faults), too_many_faults()
        listed = sorted(found - {rest}, key=lambda fault: (fault.path, fault.code))
        cut = len(listed) > FAULTS or rest in found
        self.faults: list[Fault] = [*listed[:FAULTS], rest] if cut else listed
        super().__init__("; ".join(f"{fault.path}: {fault.message}" for fault in self.faults))


class MalformedBoard(BoardError):
    """The document does not have the shape of the notation."""

    status = 400


class MeaninglessBoard(BoardError):
    """The document has the shape of the notation but means nothing."""

    status = 422


def as_json(value: Any) -> str:
    """A value of a document as it is written there."""
    return json.dumps(value, ensure_ascii=False, default=str)


def show_path(path: Path) -> str:
    """A path as people and JSON path tools write it: `$.players.A.hand[2]`."""
    parts = ["$"]
    for step in path:
        if isinstance(step, int):
            parts.append(f"[{step}]")
        elif _PLAIN_KEY.fullmatch(step):
            parts.append(f".{step}")
        else:
            parts.append("['" + step.replace("\\", "\\\\").replace("'", "\\'") + "']")
    return "".join(parts)
