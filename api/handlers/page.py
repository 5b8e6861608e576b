"""The page: a board and an action as a person types them, and the ruling as a person reads it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec
import yaml

from api.describe import Names, RulingText, ruling_text
from api.describe.rulings import VERDICT_WORDS
from api.notation_yaml import NotationError, load, load_document
from judge.board.state import Board
from judge.ruling.questions import Option, Question
from judge.ruling.ruling import Ruling


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
    settle: bool = False
    strict: bool = False

    @property
    def has_options(self) -> bool:
        """Whether anything but board, action and answers differs from what it starts as."""
        return replace(self, board="", action="", answers="") != Desk()

    def envelope(self) -> dict[str, Any]:
        """The body of the adjudication that these fields ask for. Raises `Unreadable`."""
        body: dict[str, Any] = {
            "board": read("board", self.board),
            "action": read("action", self.action),
            "answers": self.given(),
            "then": self.then,
            "viewer": self.viewer.strip() or "judge",
            "settle": self.settle,
            "strict": self.strict,
        }
        if self.seed.strip():
            body["seed"] = self.seed.strip()
        return body

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


def written(tree: Any, *, flow: bool = False) -> str:
    """A tree in YAML that `read` takes back; `flow`: on one line."""
    text: str = yaml.dump(
        tree,
        Dumper=_Dumper,
        sort_keys=False,
        allow_unicode=True,
        default_flow_style=True if flow else None,
        width=10_000 if flow else 96,
    )
    return text.removesuffix("...\n").strip() if flow else text


#: A step of a path as `judge.board.faults.show_path` writes it.
_STEP = re.compile(r"\.([\w-]+)|\[(\d+)\]|\['((?:[^'\\]|\\.)*)'\]")


def _steps(path: str) -> tuple[str | int, ...]:
    """The keys and indexes of a path."""
    return tuple(
        int(index) if index else key or re.sub(r"\\(.)", r"\1", quoted)
        for key, index, quoted in _STEP.findall(path)
    )


class _Dumper(yaml.SafeDumper):
    """Without anchors, which the strict YAML refuses."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    """Quoted, where a reader would take a character for the end of a line."""
    style = '"' if _LINE_ENDS.search(text) else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_LINE_ENDS = re.compile("[\x85\u2028\u2029\ufeff]")
_Dumper.add_representer(str, _text)


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
    #: the options of a question: the answer as YAML, and its label
    choices: Sequence[tuple[str, str]]
    names: Names

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


def lay_out(ruling: Ruling, before: Board) -> Sheet:
    """A ruling as the page shows it; `before` is the board that was judged."""
    names = Names(before, ruling.board, trace=ruling.trace)
    return Sheet(
        ruling=ruling,
        text=ruling_text(ruling, before),
        board=None if ruling.board is None else written(msgspec.to_builtins(ruling.board)),
        choices=list(_choices(ruling.question, names)),
        names=names,
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
    try:
        return int(text)
    except ValueError:
        raise Unreadable("answers", f"{text!r} is not a whole number.") from None
