"""A board in the making, and what reading its parts has in common.

`judge.board.expanding` begins a `Draft` from a typed document, `judge.board.deriving` completes it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET, Struct

from judge.board.document import BoardDocument
from judge.board.faults import Fault, Path, show_path
from judge.board.state import (
    UNKNOWN,
    Battlefield,
    Board,
    Card,
    ChainItem,
    Effect,
    FacedownCard,
    GameObject,
    Part,
)
from judge.effects.catalogue import AmbiguousCard, Catalogue, UnknownCard, fold_name
from judge.effects.linting import HARMLESS, decode_definition, lint
from judge.effects.notation import CardDefinition
from judge.limits import OBJECTS
from judge.ruling.ruling import Assumption

PartT = TypeVar("PartT", bound=Part)
#: anything on a board that has an id of its own
Thing = Card | GameObject | FacedownCard | Battlefield | ChainItem | Effect


@dataclass(slots=True)
class Draft:
    """A board in the making. An id left out is empty; `attachments` pairs child and parent."""

    board: Board
    document: BoardDocument
    catalogue: Catalogue
    faults: list[Fault] = field(default_factory=list)
    assumptions: list[Assumption] = field(default_factory=list)
    #: paths of what was left out, for `Board.defaulted`
    defaulted: set[str] = field(default_factory=set)
    #: where in the document a thing was typed, by the identity of its struct
    typed: dict[int, Path] = field(default_factory=dict)
    attachments: list[tuple[GameObject, GameObject]] = field(default_factory=list)
    #: things that need an id, with the slot of the board they lie in, ordered arrays by position
    without_id: list[tuple[Thing, tuple[Any, ...]]] = field(default_factory=list)
    #: damage whose marking player was not said
    unmarked_damage: list[tuple[GameObject, int]] = field(default_factory=list)
    #: objects of which it was not said whether they are exhausted
    maybe_ready: list[GameObject] = field(default_factory=list)
    #: battlefields of which it was not said who scored them this turn
    maybe_scored: list[Battlefield] = field(default_factory=list)
    #: facedown cards of which it was not said when they were hidden
    hidden_some_time: list[FacedownCard] = field(default_factory=list)
    #: ids of the units on the board, once something asks for them
    units: set[str] | None = None
    size: int = 0

    def fault(self, path: Path, code: str, message: str) -> None:
        """Note something wrong; reading goes on so that everything wrong is found."""
        self.faults.append(Fault(path=show_path(path), code=code, message=message))

    def assume(self, path: str, value: Any, sentence: str) -> None:
        """Note something that was derived by a guess, which a person may want to check."""
        self.defaulted.add(path)
        self.assumptions.append(Assumption(path=path, value=value, sentence=sentence))

    def definition(self, name: str) -> CardDefinition | None:
        """The card of a canonical name; None when it is unknown."""
        return self.catalogue.get(name)


def given(value: Any, default: Any) -> Any:
    """What a document gives, or the default of what it leaves out."""
    return default if value is UNSET else value


def strict(kind: type[PartT], document: Struct, /, **changes: Any) -> PartT:
    """A strict part with the fields of a document, save those that `changes` gives."""
    fields = {
        name: getattr(document, name) for name in kind.__struct_fields__ if name not in changes
    }
    return kind(**fields, **changes)


def definition_faults(data: dict[str, Any], path: Path) -> list[Fault]:
    """What is wrong with a card defined in a document, at that path there."""
    try:
        decode_definition(data)
    except msgspec.ValidationError:
        return [
            Fault(path=show_path((*path, *each.path)), code="definition", message=each.message)
            for each in lint(data)
            if each.code not in HARMLESS
        ]
    return []


def with_definitions(
    catalogue: Catalogue, cards: Mapping[str, Any]
) -> tuple[Catalogue, list[Fault]]:
    """The catalogue with a board's own cards laid over it, and a fault for each invalid one."""
    if not cards:
        return catalogue, []
    kept = catalogue.kept_inline(cards)
    if kept is not None:
        return kept, []
    faults = []
    for name, data in cards.items():
        path = show_path(("cards", name))
        if not isinstance(data, dict):
            faults.append(Fault(path=path, code="definition", message="a definition is an object"))
        elif data.get("name", name) != name:
            message = f"it names another card than {name!r}"
            faults.append(Fault(path=path, code="definition", message=message))
        else:
            faults += definition_faults({"name": name, **data}, ("cards", name))
    named = list(_named(dict(cards), ("cards",)))
    if named:
        faults += _other_spellings(_with_stand_ins(catalogue, cards), named)
    if faults:
        return _with_stand_ins(catalogue, cards), faults
    return catalogue.with_inline(cards), []


def _with_stand_ins(catalogue: Catalogue, cards: Mapping[str, Any]) -> Catalogue:
    """With a plain card of each name that one can have, so that nobody is told as well that there
    are no such cards.
    """
    stand_in = {"types": ["Unit"], "might": 0}
    names = [name for name in cards if not definition_faults({"name": name, **stand_in}, ())]
    return catalogue.with_inline(dict.fromkeys(names, stand_in))


def _named(data: Any, path: Path) -> Iterator[tuple[str, Path]]:
    """The names of cards in the texts of definitions, which are compared as they stand."""
    if isinstance(data, list):
        for index, each in enumerate(data):
            yield from _named(each, (*path, index))
    for key, value in data.items() if isinstance(data, dict) else ():
        if key == "token" and isinstance(value, str):
            yield value, (*path, key)
        elif key == "named" and isinstance(value, list):
            for index, each in enumerate(value):
                if isinstance(each, str):
                    yield each, (*path, key, index)
        else:
            yield from _named(value, (*path, key))


def _other_spellings(catalogue: Catalogue, named: list[tuple[str, Path]]) -> Iterator[Fault]:
    for name, path in named:
        try:
            meant = catalogue.resolve(name)
        except (UnknownCard, AmbiguousCard):
            continue
        if meant != name:
            message = f'"{name}" is another spelling of a name; did you mean {meant}?'
            yield Fault(path=show_path(path), code="definition", message=message)


# --- names --------------------------------------------------------------------------------------


def card_name(draft: Draft, text: str, path: Path, *, open_face: bool = False) -> str:
    """The canonical name of a card; the text itself where there is none, with a fault.

    `open_face`: the card lies where everybody sees its face (109), so it must be given.
    """
    if text == UNKNOWN:
        if open_face:
            draft.fault(path, "face_needed", "this card lies open: its name is needed")
        return text
    try:
        return draft.catalogue.resolve(text)
    except UnknownCard as error:
        draft.fault(path, "unknown_card", str(error))
    except AmbiguousCard as error:
        draft.fault(path, "ambiguous_card", str(error))
    return text


_COMMA_NAMES: dict[str, dict[str, str]] = {}


def _comma_names(catalogue: Catalogue) -> dict[str, str]:
    """Names that hold a comma, by their folded form; kept per catalogue."""
    found = _COMMA_NAMES.get(catalogue.digest)
    if found is None:
        if len(_COMMA_NAMES) >= 16:
            _COMMA_NAMES.clear()
        found = {fold_name(name): name for name in catalogue.names() if "," in name}
        _COMMA_NAMES[catalogue.digest] = found
    return found


def quoting(draft: Draft, entries: Sequence[Any], path: Path) -> set[int]:
    """Indexes of neighbours that join to a known name, such as `Jinx, Rebel`, each pair a fault."""
    joined: set[int] = set()
    for index in range(len(entries) - 1):
        left, right = entries[index], entries[index + 1]
        if index in joined or not (isinstance(left, str) and isinstance(right, str)):
            continue
        name = _comma_names(draft.catalogue).get(fold_name(left + right))
        # two cards may stand side by side whose names happen to run together in another place
        if name is not None and fold_name(name.partition(",")[0]) == fold_name(left):
            joined |= {index, index + 1}
            draft.fault(
                (*path, index),
                "quote_name",
                f'{left!r} and {right!r} are one card: write "{name}" in quotation marks',
            )
    return joined


def amount_within_limit(draft: Draft, value: int, path: Path) -> int:
    """A count of cards that will be written out, within the limit; 0 with a fault otherwise."""
    if value < 0:
        draft.fault(path, "negative", f"{value} is less than 0")
        return 0
    draft.size += value
    if draft.size > OBJECTS:
        return 0  # `expand` names the limit
    return value
