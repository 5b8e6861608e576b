"""Reading a board, typed or canonical, with everything that is wrong with it at once (D11, D12).

    >>> reading = read_board(b'{"turn": {"player": "A"}, "order": ["A", "B"]}')
    >>> reading.board.window.priority
    'A'
    >>> [assumption.path for assumption in reading.assumptions]
    ['window.priority']

A canonical document, such as the board of a ruling, is decoded straight into the strict board; any
other is expanded and completed first.
"""

from __future__ import annotations

import json
from functools import cached_property
from typing import Any

import msgspec

from judge.board.canonical import canonical
from judge.board.checking import possibility_warnings
from judge.board.deriving import derive
from judge.board.document import BoardDocument
from judge.board.draft import Draft, with_definitions
from judge.board.expanding import expand
from judge.board.faults import Fault, MalformedBoard, MeaninglessBoard, Path
from judge.board.meaning import meaning_faults
from judge.board.omissions import note_omissions
from judge.board.places import named_places, place_of, typed_places
from judge.board.shapes import shape_faults
from judge.board.state import Board
from judge.effects.catalogue import Catalogue, standard_catalogue
from judge.limits import NESTING, REQUEST_BYTES
from judge.ruling.ruling import Assumption, BoardWarning


class Reading:
    """A board that was read: the strict board, the guesses made, the catalogue with its own cards.

    `warnings` says why the board could not have come about; it is worked out when first asked for.
    """

    def __init__(
        self,
        board: Board,
        assumptions: list[Assumption],
        catalogue: Catalogue,
        *,
        typed: bool = False,
        draft: Draft | None = None,
        tree: Any = None,
    ) -> None:
        self.board = board
        self._draft = draft
        self._tree = tree
        #: not canonical, as the board of a ruling is
        self.typed = typed
        self.assumptions = assumptions
        self.catalogue = catalogue

    @cached_property
    def warnings(self) -> list[BoardWarning]:
        return possibility_warnings(self.board, self.catalogue)

    def place_of(self, about: str) -> Path | None:
        """Where in the document that was read stands what a ruling is about, such as
        `objects.a1.exhausted`; None for what is no fact of a board.
        """
        if self._tree is None:
            self._tree = msgspec.to_builtins(self.board)
        return place_of(about, self._places, self._tree)

    @cached_property
    def _places(self) -> dict[str, Path]:
        if self._draft is None:
            return dict(named_places(self._tree))
        return typed_places(self._draft.board, self._draft.typed)


class _DeckShape(msgspec.Struct):
    """What the canonical form of a deck always has; the rest is skipped."""

    count: int | None


class _PlayerShape(msgspec.Struct):
    main_deck: _DeckShape
    rune_deck: _DeckShape


class _CanonicalShape(msgspec.Struct):
    """Keys that a canonical board always has and a person has no reason to type all of.

    In a document that has them nothing stands for "derive this": what is missing is at its default.
    """

    order: list[str]
    window: msgspec.Raw
    this_turn: msgspec.Raw
    players: dict[str, _PlayerShape]


_SHAPE = msgspec.json.Decoder(_CanonicalShape)
_BOARD = msgspec.json.Decoder(Board)


def read_board(
    data: bytes | str | dict[str, Any] | Board, catalogue: Catalogue | None = None
) -> Reading:
    """Read a board from JSON or from the same tree as plain data; sets come out sorted.

    Raises `MalformedBoard` when it does not have the shape of the notation and `MeaninglessBoard`
    when it has, but means nothing; both carry every fault with its path.
    """
    if catalogue is None:
        catalogue = standard_catalogue()
    if isinstance(data, Board):
        return _read_strict(data, catalogue)
    board = _decode_strict(data)
    if board is not None:
        return _read_strict(board, catalogue)
    return _read_typed(_tree(data), catalogue)


# --- canonical boards ---------------------------------------------------------------------------


def _decode_strict(data: Any) -> Board | None:
    """The strict board of a canonical document; None for any other, faulty ones included."""
    try:
        if isinstance(data, dict):
            return msgspec.convert(data, Board) if _is_canonical_tree(data) else None
        if not isinstance(data, bytes | str) or len(data) > REQUEST_BYTES:
            return None
        shape = _SHAPE.decode(data)
        return _BOARD.decode(data) if _names_everybody(shape) else None
    except (msgspec.DecodeError, RecursionError):
        return None


def _is_canonical_tree(data: dict[Any, Any]) -> bool:
    if not {"order", "window", "this_turn", "players"} <= data.keys():
        return False
    parts = {"order": data["order"], "players": data["players"]}
    nothing = msgspec.Raw(b"null")
    shape = msgspec.convert({**parts, "window": nothing, "this_turn": nothing}, _CanonicalShape)
    return _names_everybody(shape)


def _names_everybody(shape: _CanonicalShape) -> bool:
    return bool(shape.order) and set(shape.order) == set(shape.players)


def _read_strict(board: Board, catalogue: Catalogue) -> Reading:
    catalogue, faults = with_definitions(catalogue, board.cards)
    faults += meaning_faults(board, catalogue, complete=True)
    if faults:
        raise MeaninglessBoard(faults)
    return Reading(canonical(board), [], catalogue)


# --- typed boards -------------------------------------------------------------------------------


def _read_typed(tree: Any, catalogue: Catalogue) -> Reading:
    try:
        document = msgspec.convert(tree, BoardDocument)
    except msgspec.ValidationError as error:
        faults = shape_faults(tree, BoardDocument)
        raise MalformedBoard(
            faults or [Fault(path="$", code="wrong_type", message=str(error))]
        ) from None
    draft = expand(document, catalogue)
    derive(draft)
    if not draft.faults:
        note_omissions(draft, tree)
    faults = draft.faults + meaning_faults(draft.board, draft.catalogue, draft.typed)
    if faults:
        raise MeaninglessBoard(faults)
    assumptions = sorted(draft.assumptions, key=lambda assumption: assumption.path)
    board = canonical(draft.board)
    return Reading(board, assumptions, draft.catalogue, typed=True, draft=draft, tree=tree)


def _tree(data: bytes | str | dict[str, Any]) -> Any:
    """The document as plain data. A key that stands twice would drop a fact, so it is an error."""
    if isinstance(data, bytes | str):
        size = len(data if isinstance(data, bytes) else data.encode())
        if size > REQUEST_BYTES:
            message = f"{size} bytes, more than {REQUEST_BYTES}"
            raise MalformedBoard([_limit("REQUEST_BYTES", message)])
        data = _parse(data)
    if _too_deep(data, NESTING):
        raise MalformedBoard([_limit("NESTING", f"nested more than {NESTING} deep")])
    return data


def _parse(data: bytes | str) -> Any:
    twice: list[str] = []

    def pairs(members: list[tuple[str, Any]]) -> dict[str, Any]:
        table = dict(members)
        if len(table) != len(members):
            keys = [key for key, _ in members]
            twice.extend(key for key in table if keys.count(key) > 1)
        return table

    try:
        tree = json.loads(data, object_pairs_hook=pairs, parse_constant=_no_constant)
    except RecursionError:
        raise MalformedBoard([_limit("NESTING", f"nested more than {NESTING} deep")]) from None
    except ValueError as error:
        message = "the text is not JSON"
        if isinstance(error, json.JSONDecodeError):
            message += f" from line {error.lineno}, column {error.colno} on"
        raise MalformedBoard([Fault(path="$", code="syntax", message=message)]) from None
    if twice:
        raise MalformedBoard(
            Fault(path="$", code="key_twice", message=f"the key {key!r} stands twice in one object")
            for key in twice
        )
    return tree


def _no_constant(text: str) -> Any:
    raise ValueError(f"{text} is not JSON")


def _limit(name: str, what: str) -> Fault:
    return Fault(path="$", code="limit", message=f"{what} (limit {name})")


def _too_deep(tree: Any, left: int) -> bool:
    if isinstance(tree, dict):
        return left == 0 or any(_too_deep(value, left - 1) for value in tree.values())
    if isinstance(tree, list):
        return left == 0 or any(_too_deep(value, left - 1) for value in tree)
    return False
