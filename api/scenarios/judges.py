"""Who judges a scenario: the engine in this process, or a service over HTTP.

Both take the same documents and return the same types, so that one file runs against either.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

import msgspec
import requests

import judge
from api.handlers.usercards import in_use
from judge.board.state import Board
from judge.board.table import Table
from judge.effects.catalogue import Catalogue, standard_catalogue
from judge.layers.characteristics import characteristics
from judge.ruling.actions import Action, Then
from judge.ruling.legal import BoardCheck, LegalActions, Setup
from judge.ruling.questions import Question
from judge.ruling.ruling import Ruling
from judge.ruling.run import MalformedAnswer
from judge.ruling.waiving import Waiver

ReplyT = TypeVar("ReplyT")

_SECONDS_TO_WAIT = 60
#: the status of a document that was read and means nothing
_MEANS_NOTHING = 422


class Declined(Exception):
    """The judge does not take the input: a board that means nothing, an answer of another shape.

    `codes`: those of the faults of input that was read and means nothing.
    """

    def __init__(self, lines: Sequence[str], codes: Sequence[str] = ()) -> None:
        super().__init__("; ".join(lines))
        self.lines = list(lines)
        self.codes = list(codes)


class Unavailable(Exception):
    """The judge cannot be reached, or cannot do this."""


@dataclass(frozen=True, slots=True)
class Position:
    """A board as it is handed to the judge, and as the judge reads it."""

    document: Mapping[str, Any]
    board: Board

    @classmethod
    def of(cls, board: Board) -> Position:
        """The position of a board that a judge returned."""
        return cls(msgspec.to_builtins(board), board)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """How an action is to be judged, beside what it is."""

    readings: Mapping[str, str] = field(default_factory=dict)
    waivers: Mapping[str, Waiver] = field(default_factory=dict)
    sensitivity: bool = False

    def beside(self) -> dict[str, Any]:
        """What stands of it in a request: that which is no default."""
        given = {
            "readings": dict(self.readings),
            "waivers": msgspec.to_builtins(self.waivers),
            "sensitivity": self.sensitivity,
        }
        return {name: value for name, value in given.items() if value}


#: nothing in particular
AS_EVER = Wishes()


class Traits(msgspec.Struct):
    """What an expectation may ask about one object."""

    might: int
    keywords: dict[str, int]
    is_mighty: bool


class Judge(Protocol):
    """What a scenario asks. Every method raises `Declined` for input that is refused."""

    name: str
    #: the cards that it judges with
    catalogue: Catalogue

    def read(self, document: Mapping[str, Any]) -> Position:
        """A board as a person typed it."""

    def adjudicate(
        self,
        position: Position,
        action: Action | None,
        answers: Sequence[Any],
        then: Then,
        wishes: Wishes = AS_EVER,
    ) -> Ruling:
        """The ruling on an action."""

    def new(self, setup: Mapping[str, Any], answers: Sequence[Any]) -> Ruling:
        """The ruling on the setup of a game."""

    def legal(self, position: Position, player: str) -> LegalActions:
        """What a player may do."""

    def check(self, position: Position) -> BoardCheck:
        """What a look at the board finds."""

    def view(self, position: Position, viewer: str) -> Board:
        """The board as a viewer sees it."""

    def deck_faults(self, setup: Mapping[str, Any]) -> list[str]:
        """The codes of what is wrong with the deck lists of a setup."""

    def traits(self, board: Board, ref: str) -> Traits:
        """What an object is right now. Raises `LookupError` when it is not on the board."""


class InProcess:
    """The engine in this process. `disabled`: rules that are switched off, to see who notices;
    `catalogue`: other cards than those of the release.
    """

    name = "judge"

    def __init__(
        self, disabled: frozenset[str] = frozenset(), catalogue: Catalogue | None = None
    ) -> None:
        self.disabled = disabled
        self.catalogue = catalogue or standard_catalogue()

    def read(self, document: Mapping[str, Any]) -> Position:
        try:
            return Position(document, judge.read_board(dict(document), self.catalogue).board)
        except judge.BoardError as error:
            faults = [f"{fault.path}: {fault.message}" for fault in error.faults]
            raise Declined(faults) from error

    def adjudicate(
        self,
        position: Position,
        action: Action | None,
        answers: Sequence[Any],
        then: Then,
        wishes: Wishes = AS_EVER,
    ) -> Ruling:
        try:
            return judge.adjudicate(
                position.board,
                action,
                answers,
                then=then,
                catalogue=self.catalogue,
                readings=dict(wishes.readings),
                waivers=wishes.waivers,
                sensitivity=wishes.sensitivity,
                disabled=self.disabled,
            )
        except judge.MalformedAction as error:
            raise Declined([str(error)]) from error
        except MalformedAnswer as error:
            raise Declined([malformed_answer(error)]) from error

    def new(self, setup: Mapping[str, Any], answers: Sequence[Any]) -> Ruling:
        try:
            return judge.new_board(
                msgspec.convert(setup, Setup),
                answers,
                catalogue=self.catalogue,
                disabled=self.disabled,
            )
        except msgspec.ValidationError as error:
            raise Declined([f"setup: {error}"]) from error
        except judge.MeaninglessBoard as error:
            raise Declined([f"{each.path}: {each.message}" for each in error.faults]) from error
        except MalformedAnswer as error:
            raise Declined([malformed_answer(error)]) from error

    def legal(self, position: Position, player: str) -> LegalActions:
        try:
            return judge.legal_actions(
                position.board, player, catalogue=self.catalogue, disabled=self.disabled
            )
        except ValueError as error:
            raise Declined([str(error)]) from error

    def check(self, position: Position) -> BoardCheck:
        reading = judge.read_board(dict(position.document), self.catalogue)
        return judge.check_board(reading.board, reading, self.catalogue)

    def view(self, position: Position, viewer: str) -> Board:
        try:
            return judge.view_board(position.board, viewer, self.catalogue, disabled=self.disabled)
        except ValueError as error:
            raise Declined([str(error)]) from error

    def deck_faults(self, setup: Mapping[str, Any]) -> list[str]:
        try:
            judge.new_board(
                msgspec.convert(setup, Setup), catalogue=self.catalogue, disabled=self.disabled
            )
        except msgspec.ValidationError as error:
            raise Declined([f"setup: {error}"]) from error
        except judge.MeaninglessBoard as error:
            return [fault.code for fault in error.faults]
        return []

    def traits(self, board: Board, ref: str) -> Traits:
        catalogue = self.catalogue.with_inline(board.cards)
        found = characteristics(Table(board, self.disabled), catalogue, ref)
        return Traits(found.might, dict(found.keywords), found.is_mighty)


class Sender(Protocol):
    """Sends one JSON document and returns the status and the body of the reply."""

    def __call__(self, path: str, body: bytes) -> tuple[int, bytes]: ...


class OverHttp:
    """A service that speaks Arbiter's HTTP interface."""

    def __init__(self, send: Sender, name: str) -> None:
        self._send = send
        self.name = name
        # what cards are is asked here, of what this program's user has
        self.catalogue = in_use()

    def read(self, document: Mapping[str, Any]) -> Position:
        check = self._ask("/v1/boards/check", {"board": document}, BoardCheck)
        return Position(document, msgspec.convert(check.board, Board))

    def adjudicate(
        self,
        position: Position,
        action: Action | None,
        answers: Sequence[Any],
        then: Then,
        wishes: Wishes = AS_EVER,
    ) -> Ruling:
        request = {
            "board": position.document,
            "action": None if action is None else msgspec.to_builtins(action),
            "answers": list(answers),
            "then": then,
            **wishes.beside(),
        }
        return self._ask("/v1/adjudications", request, Ruling)

    def new(self, setup: Mapping[str, Any], answers: Sequence[Any]) -> Ruling:
        return self._ask("/v1/boards/new", {"setup": setup, "answers": list(answers)}, Ruling)

    def legal(self, position: Position, player: str) -> LegalActions:
        request = {"board": position.document, "player": player}
        return self._ask("/v1/legal-actions", request, LegalActions)

    def check(self, position: Position) -> BoardCheck:
        return self._ask("/v1/boards/check", {"board": position.document}, BoardCheck)

    def view(self, position: Position, viewer: str) -> Board:
        request = {"board": position.document, "viewer": viewer}
        return self._ask("/v1/boards/view", request, Board)

    def deck_faults(self, setup: Mapping[str, Any]) -> list[str]:
        try:
            self._ask("/v1/boards/new", {"setup": setup}, Ruling)
        except Declined as declined:
            if not declined.codes:
                raise
            return declined.codes
        return []

    def traits(self, board: Board, ref: str) -> Traits:
        # what an object is follows from the board alone, and the interface has no question for it
        return InProcess(catalogue=self.catalogue).traits(board, ref)

    def _ask(self, path: str, request: Mapping[str, Any], kind: type[ReplyT]) -> ReplyT:
        status, body = self._send(path, msgspec.json.encode(request))
        if status >= 500:
            raise Unavailable(f"{self.name} answered {path} with status {status}")
        if status >= 400:
            raise _declined(path, status, body)
        try:
            return msgspec.json.decode(body, type=kind)
        except msgspec.DecodeError as error:
            raise Unavailable(
                f"{self.name} answered {path} with something else: {error}"
            ) from error


def in_process(disabled: frozenset[str] = frozenset(), catalogue: Catalogue | None = None) -> Judge:
    """The engine in this process, with the cards of the release or others."""
    return InProcess(disabled, catalogue)


def over_http(address: str) -> Judge:
    """The service at an address such as `http://127.0.0.1:8000`."""
    session = requests.Session()
    base = address.rstrip("/")

    def send(path: str, body: bytes) -> tuple[int, bytes]:
        headers = {"Content-Type": "application/json"}
        try:
            reply = session.post(base + path, body, headers=headers, timeout=_SECONDS_TO_WAIT)
        except requests.RequestException as error:
            raise Unavailable(f"{base} cannot be reached: {error}") from error
        return reply.status_code, reply.content

    return OverHttp(send, base)


def over_test_client(client: Any) -> Judge:
    """A service in this process, asked through the test client of its Flask application."""

    def send(path: str, body: bytes) -> tuple[int, bytes]:
        reply = client.post(path, data=body, content_type="application/json")
        return reply.status_code, reply.data

    return OverHttp(send, "http")


def malformed_answer(error: MalformedAnswer) -> str:
    """Which answer has not the shape that is asked for, and what is asked."""
    return f"answer {error.index + 1}: {error} (asked is: {question_text(error.question)})"


def question_text(question: Question) -> str:
    """A question in one line: to whom, what, and among what."""
    options = ", ".join(option.id for option in question.options)
    among = f" among {options}" if options else ""
    return f"{question.form} of {question.to}: {question.prompt}{among}"


def _declined(path: str, status: int, body: bytes) -> Declined:
    """The lines of a problem document, its faults if it lists them."""
    try:
        document = msgspec.json.decode(body)
    except msgspec.DecodeError:
        document = None
    if not isinstance(document, dict):
        return Declined([f"{path}: status {status}"])
    faults = document.get("errors") or []
    lines = [f"{fault.get('path')}: {fault.get('message')}" for fault in faults]
    codes = [str(fault.get("code")) for fault in faults] if status == _MEANS_NOTHING else []
    title = str(document.get("detail") or document.get("title") or f"status {status}")
    return Declined(lines or [title], codes)
