"""The page: a board and an action as a person types them, and the ruling as a person reads it."""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from api.describe import BoardLine, Names, RulingText, board_text, ruling_text
from api.describe.rulings import VERDICT_WORDS
from api.notation_yaml import NotationError, load, load_document, written
from judge.board.faults import show_path
from judge.board.reading import Reading
from judge.ruling.questions import Option, Question
from judge.ruling.ruling import Ruling
from judge.ruling.waiving import NO_EFFECT


class Unreadable(ValueError):
    """A field of the form can't be read. `field` is its name."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """What lies on the desk: the fields of the form, as they were typed."""

    board: str = ""
    action: str = ""
    answers: str = ""
    then: str = "nothing"
    viewer: str = "judge"
    seed: str = ""
    waivers: str = ""
    readings: str = ""
    #: the actions before this one, by their positions
    earlier: str = ""
    #: what is to be explained
    object: str = ""
    sensitivity: bool = False
    settle: bool = False
    strict: bool = False

    @property
    def has_options(self) -> bool:
        """Whether anything but board, action and answers differs from what it starts as."""
        return replace(self, board="", action="", answers="") != Desk()

    def spread(self) -> Desk:
        """The desk on which a whole request, typed where the board goes, lies in its fields.

        Raises `Unreadable` where a key has no field here, or its field is filled already.
        """
        body = read("board", self.board)
        if not isinstance(body, dict) or "board" not in body:
            return self
        fields = {field.name for field in dataclasses.fields(self)}
        for key in body:
            if key not in fields:
                known = ", ".join(sorted(fields))
                raise Unreadable(
                    "board",
                    f"This is a request, and the page has no field for {key!r} of it; "
                    f"it has: {known}.",
                )
            if key != "board" and getattr(self, key) != getattr(Desk(), key):
                raise Unreadable("board", f"{key!r} stands in this request and in its own field.")
        told = desk_of(body)
        # what the request does not say stands in the fields that were filled beside it
        return replace(self, **{key: getattr(told, key) for key in body})

    def envelope(self) -> dict[str, Any]:
        """The body of the adjudication that these fields ask for. Raises `Unreadable`."""
        board = read("board", self.board)
        if board is None:
            raise Unreadable("board", "Describe a board first, or try one of the examples.")
        body: dict[str, Any] = {
            "board": board,
            "action": read("action", self.action),
            "answers": self.given(),
            "then": self.then,
            "viewer": self.viewer.strip() or "judge",
            "sensitivity": self.sensitivity,
            "settle": self.settle,
            "strict": self.strict,
        }
        if self.seed.strip():
            body["seed"] = self.seed.strip()
        for name in ("waivers", "readings", "earlier"):
            given = read(name, getattr(self, name))
            if given is not None:
                body[name] = given
        return body

    def asking(self) -> dict[str, Any]:
        """The body of the explanation that these fields ask for. Raises `Unreadable`."""
        if not self.object.strip():
            raise Unreadable("object", "Say which object, by its id on the board.")
        body = self.envelope()
        return {"board": body["board"], "object": self.object.strip(), "viewer": body["viewer"]}

    def after(self, sheet: Sheet) -> Desk:
        """The desk with the resulting board on it, whose own position comes after the earlier
        ones. Raises `Unreadable`.
        """
        board, position = sheet.board or "", sheet.ruling.position
        earlier = read("earlier", self.earlier)
        if position is not None and isinstance(earlier, list):
            earlier = written([*earlier, msgspec.to_builtins(position)], flow=True)
        else:
            earlier = self.earlier
        return Desk(board=board, viewer=self.viewer, seed=self.seed, earlier=earlier)

    def with_waiver(self, about: str) -> Desk:
        """The desk on which what a refusal was about is passed over too. Raises `Unreadable`."""
        waivers = read("waivers", self.waivers) or {}
        if not isinstance(waivers, dict):
            raise Unreadable("waivers", "What is passed over is a mapping: {about: no_effect}.")
        return replace(self, waivers=written({**waivers, about: NO_EFFECT}, flow=True))

    def given(self) -> list[Any]:
        """The answers typed or clicked so far. Raises `Unreadable`."""
        answers = read("answers", self.answers)
        if answers is None:
            return []
        if not isinstance(answers, list):
            raise Unreadable("answers", "Answers are a list: [first, second].")
        return answers

    def line_of(self, path: str) -> int | None:
        """The line of the board in which the fault at a path of the request stands."""
        if not path.startswith("$.board"):
            return None
        try:
            document = load_document(self.board.replace("\r\n", "\n"))
        except NotationError:
            return None
        return document.place_of(_steps(path.removeprefix("$.board"))).line

    def with_answers(self, answers: Sequence[Any]) -> Desk:
        """The desk with these answers instead."""
        return replace(self, answers=written(list(answers), flow=True) if answers else "")


def read(field: str, text: str) -> Any:
    """The tree that a field holds, JSON or strict YAML; None when it is empty.

    Raises `Unreadable`.
    """
    if text.lstrip().startswith(("{", "[")):
        # JSON may hold what the strict YAML refuses, tabs for one
        try:
            return msgspec.json.decode(text.encode(errors="surrogatepass"))
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            pass
    try:
        return load(text.replace("\r\n", "\n"), name=field)
    except NotationError as error:
        place = f"Line {error.line}, column {error.column}: "
        raise Unreadable(field, place + error.problem) from error


#: A step of a path as `judge.board.faults.show_path` writes it.
_STEP = re.compile(r"\.([\w-]+)|\[([0-9]+)\]|\['((?:[^'\\]|\\.)*)'\]")


def _steps(path: str) -> tuple[str | int, ...]:
    """The keys and indexes of a path."""
    return tuple(
        int(index) if index else key or re.sub(r"\\(.)", r"\1", quoted)
        for key, index, quoted in _STEP.findall(path)
    )


def desk_of(body: Mapping[str, Any]) -> Desk:
    """The desk on which the body of an adjudication lies, as the examples have it."""
    answers = body.get("answers") or []
    action = body.get("action")
    return Desk(
        board=written(body["board"]),
        action="" if action is None else written(action, flow=True),
        then=body.get("then", "nothing"),
        viewer=body.get("viewer", "judge"),
        seed=str(body.get("seed") or ""),
        waivers=written(body["waivers"], flow=True) if body.get("waivers") else "",
        readings=written(body["readings"], flow=True) if body.get("readings") else "",
        earlier=written(body["earlier"], flow=True) if body.get("earlier") is not None else "",
        object=str(body.get("object") or ""),
        sensitivity=bool(body.get("sensitivity")),
        settle=bool(body.get("settle")),
        strict=bool(body.get("strict")),
    ).with_answers(answers)


# --- the ruling as a person reads it ----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sheet:
    """A ruling, laid out for reading."""

    ruling: Ruling
    text: RulingText
    #: the resulting board, as it can be typed again
    board: str | None
    #: the same in a few sentences
    board_lines: Sequence[BoardLine]
    #: the options of a question: the answer as YAML, and its label
    choices: Sequence[tuple[str, str]]
    names: Names
    #: where on the board that was typed the facts stand that were assumed, by their paths
    places: Mapping[str, str]

    @property
    def word(self) -> str:
        """The verdict in a word or two."""
        return VERDICT_WORDS[self.ruling.verdict]

    @property
    def suggestion(self) -> str:
        """What a free field starts with: the question's own example, or its options in a row."""
        question = self.ruling.question
        if question is None:
            return ""
        if question.form == "order":
            return ", ".join(option.id for option in question.options)
        return "" if question.example is None else written(question.example, flow=True)


def lay_out(ruling: Ruling, read: Reading) -> Sheet:
    """A ruling as the page shows it; `read` is the board that was judged."""
    before = read.board
    names = Names(before, ruling.board, trace=ruling.trace)
    return Sheet(
        ruling=ruling,
        text=ruling_text(ruling, before),
        board=None if ruling.board is None else written(msgspec.to_builtins(ruling.board)),
        board_lines=() if ruling.board is None else board_text(ruling.board, names),
        choices=list(_choices(ruling.question, names)),
        names=names,
        places={
            one.path: show_path(place).removeprefix("$.")
            for one in ruling.assumptions
            if (place := read.place_of(one.path)) is not None
        },
    )


def _choices(question: Question | None, names: Names) -> Iterator[tuple[str, str]]:
    if question is None:
        return
    if question.form == "yes_no":
        yield "true", "Yes"
        yield "false", "No"
    labels = [_label(option, names) for option in question.options]
    counts = Counter(labels)
    for option, label in zip(question.options, labels, strict=True):
        # two options that look alike are told apart by their ids
        shown = label if counts[label] == 1 else f"{label} ({option.id})"
        yield written(option.id, flow=True), shown


def _label(option: Option, names: Names) -> str:
    label = option.text or names.thing(option.id)
    if label == option.id:
        label = names.place(option.id)
    return label if option.count is None else f"{label} (x{option.count})"


# --- the answer that the form holds -----------------------------------------------------------


def answer_from(form: str, value: str, several: Sequence[str], amounts: Mapping[str, str]) -> Any:
    """The answer to a question of a form, from the fields that the page shows for it.

    `value` is what one field or button holds, `several` the boxes that were ticked, `amounts` the
    numbers beside ids. Raises `Unreadable`.
    """
    if form == "choose_some":
        return list(several)
    if form in {"split", "assign_damage"}:
        return {identity: _amount(text) for identity, text in amounts.items() if text.strip()}
    if form == "order":
        return [part.strip() for part in value.split(",") if part.strip()]
    if form == "name":
        return value.strip()
    return read("answers", value)


def _amount(text: str) -> int:
    if re.fullmatch("[+-]?[0-9]{1,9}", text.strip()) is None:
        raise Unreadable("answers", f"{text!r} is not a whole number.")
    return int(text)
