"""`adjudicate`, `legal` and `check`: a board, and what is asked about it.

`api.cli.explaining` has `explain`.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn, get_args

import click
import msgspec
from rich.console import Console, Group
from rich.padding import Padding
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

import judge
from api.cli.documents import Input, converted, read_argument, read_file
from api.cli.output import (
    Complaint,
    console,
    heading,
    indented,
    json_option,
    print_json,
    refuse,
    refuse_error,
    tree_path,
)
from api.describe import (
    BoardLine,
    CitedRule,
    Names,
    QuestionText,
    RefusalText,
    RulingText,
    StepText,
    board_text,
    describe_event,
    ruling_text,
)
from api.handlers import adjudications, boards, legal_actions
from api.handlers.adjudications import AdjudicationRequest
from api.handlers.boards import CheckRequest
from api.handlers.errors import (
    ImpossibleBoard,
    RequestError,
    UnknownObject,
    UnknownPlayer,
    UnknownViewer,
)
from api.handlers.legal_actions import LegalActionsRequest
from api.handlers.usercards import in_use
from api.handlers.viewing import JUDGE
from api.notation_yaml import Path as TreePath
from api.notation_yaml import written
from judge.board.faults import BoardError, Fault
from judge.board.reading import Reading
from judge.board.state import Board
from judge.ruling.actions import Action, Then
from judge.ruling.explanation import About
from judge.ruling.legal import BoardCheck, LegalActions, Slot
from judge.ruling.questions import Option
from judge.ruling.ruling import Earlier, Ruling, Step, TraceLevel, Verdict
from judge.ruling.run import MalformedAnswer
from judge.ruling.waiving import Waiver

EXIT_CODES: dict[Verdict, int] = {"legal": 0, "illegal": 1, "question": 3, "not_adjudicable": 4}

_STYLES: dict[Verdict, str] = {
    "legal": "bold green",
    "illegal": "bold red",
    "question": "bold yellow",
    "not_adjudicable": "bold magenta",
}
_AN_ACTION = "'{by: A, do: {play: Void Seeker, targets: [b1]}}'"
#: What may stand beside the board, as in the body of a request over HTTP.
_BESIDE: dict[str, Any] = {
    "action": Action | None,
    "answers": list[Any],
    "then": Then,
    "viewer": str,
    "readings": dict[str, str],
    "waivers": dict[str, Waiver],
    "sensitivity": bool,
    "earlier": list[Earlier] | None,
    "settle": bool,
    "strict": bool,
    "seed": str | int | None,
    "date": datetime.date | None,
    "trace": TraceLevel,
    "player": str | None,
    "excluded": bool,
    "object": str | None,
    "about": About | None,
}


@dataclass(slots=True)
class Request:
    """What a file asks: a board, and what stands beside it."""

    document: Input
    board: Any
    #: where the board stands in the document
    at: TreePath
    beside: Mapping[str, Any] = field(default_factory=dict)

    def part(self, name: str, default: Any) -> Any:
        """What stands beside the board under a name, as a typed value."""
        if name not in self.beside:
            return default
        return converted(self.document, self.beside[name], (name,), _BESIDE[name])

    def read(self) -> Reading:
        """The board. Ends the program when it means nothing."""
        try:
            return judge.read_board(self.board, in_use())
        except BoardError as error:
            refuse(self.document.faults(error.faults, self.at))

    def refuse(self, error: Exception, given: Mapping[TreePath, Input | str]) -> NoReturn:
        """End the program for what the handlers raise.

        `given`: what the command line says instead of the file, by its path in a request: a
        document, or the option.
        """
        refuse(self._complaint(fault, given) for fault in _faults(error))

    def _complaint(self, fault: Fault, given: Mapping[TreePath, Input | str]) -> Complaint:
        path = tree_path(fault.path)
        of = next((start for start in given if path[: len(start)] == start), None)
        if of is None:
            return self.document.at(path, fault.message, fault.code)
        source = given[of]
        if isinstance(source, str):
            return Complaint(path=source, code=fault.code, message=f"{source}: {fault.message}")
        return source.at(path[len(of) :], fault.message, fault.code)


def read_request(file: str) -> Request:
    """The request of a file: a mapping with a `board`, or a bare board."""
    document = read_file(file)
    tree = document.tree
    if not isinstance(tree, dict):
        refuse([document.at((), "a board is a mapping of its keys", "wrong_type")])
    if "steps" in tree:
        refuse([document.at((), "this is a scenario; run it with: arbiter scenarios run FILE")])
    if "board" not in tree:
        return Request(document, tree, ())
    unknown = [key for key in tree if key != "board" and key not in _BESIDE]
    if unknown:
        known = f"known beside the board are {', '.join(_BESIDE)}"
        refuse(document.at((key,), f"no such key; {known}", "unknown_key") for key in unknown)
    return Request(document, tree["board"], ("board",), tree)


def _faults(error: Exception) -> list[Fault]:
    """What is wrong with a request, with paths from its root."""
    if isinstance(error, judge.MalformedAction):
        return list(error.faults)
    if isinstance(error, ImpossibleBoard):
        return [
            Fault(path=error.path, code=warning.code, message=warning.sentence)
            for warning in error.warnings
        ]
    path = error.path if isinstance(error, RequestError) else "$"
    code = "unknown_viewer" if isinstance(error, UnknownViewer) else "unknown_player"
    if isinstance(error, UnknownObject):
        code = "unknown_object"
    return [Fault(path=path, code=code, message=str(error))]


# --- adjudicate -----------------------------------------------------------------------------------


@click.command()
@click.argument("file")
@click.option("--action", "action_text", metavar="FILE|-|{...}", help="What a player does.")
@click.option(
    "--answers", "answers_text", metavar="FILE|-|[...]", help="A list of answers to questions."
)
@click.option(
    "--then", type=click.Choice(get_args(Then)), help="Passes that happen after the action."
)
@click.option(
    "--waive",
    metavar="ABOUT[={...}]",
    multiple=True,
    help="Take what a refusal was about to have no effect, or as the mapping says: "
    "{notation: {...}}, {edits: [...]}, {fact: ...} or {iterations: N}; may stand several times.",
)
@click.option(
    "--reading",
    metavar="POINT=LETTER",
    multiple=True,
    help="Read an open point of the rule book another way; may stand several times.",
)
@click.option(
    "--sensitivity",
    is_flag=True,
    help="Judge again with each assumption turned, and say which would matter.",
)
@click.option(
    "--date", metavar="DAY", help="Judge by the wordings that cards had on a day: 2026-07-20."
)
@click.option(
    "--viewer", metavar="NAME", help="Show what a player, or public, may see; default: judge."
)
@json_option
@click.pass_context
def adjudicate(
    context: click.Context,
    file: str,
    action_text: str | None,
    answers_text: str | None,
    then: Then | None,
    waive: tuple[str, ...],
    reading: tuple[str, ...],
    sensitivity: bool,
    date: str | None,
    viewer: str | None,
    as_json: bool,
) -> None:
    """Judge an action on a board.

    FILE is YAML or JSON, - for standard input. It holds a board, or the keys of a request: board,
    action, answers, then, viewer and so on; options outrank what the file says. An action reads
    {by: A, do: {play: Void Seeker, targets: [b1]}}.

    \b
    Exit codes: 0 legal, 1 illegal, 2 the input is at fault,
                3 a choice is needed, 4 it can't be judged
    """
    if [file, action_text, answers_text].count("-") > 1:
        refuse(["only one of the documents can come from standard input"])
    request = read_request(file)
    given: dict[TreePath, Input | str] = {}
    action = request.part("action", None)
    if action_text is not None:
        typed = given[("action",)] = read_argument(action_text, "--action", _AN_ACTION)
        action = converted(typed, typed.tree, (), Action)
    answers = request.part("answers", [])
    if answers_text is not None:
        typed = given[("answers",)] = read_argument(answers_text, "--answers", f"[{answers_text}]")
        answers = converted(typed, typed.tree, (), list[Any])
    if viewer is not None:
        given[("viewer",)] = "--viewer"
    passes = then or request.part("then", "nothing")
    settle = request.part("settle", False)
    if action is None and passes == "nothing" and not settle:
        message = "no action; give --action, or --then for passes alone"
        refuse([request.document.at(("action",), message, "missing_key")])
    seed = request.part("seed", None)
    readings, waivers = dict(map(_reading, reading)), dict(map(_waiver, waive))
    given.update({("readings", point): "--reading" for point in readings})
    given.update({("waivers", about): "--waive" for about in waivers})
    asked = AdjudicationRequest(
        board=request.read(),
        action=action,
        answers=answers,
        then=passes,
        readings={**request.part("readings", {}), **readings},
        waivers={**request.part("waivers", {}), **waivers},
        sensitivity=sensitivity or request.part("sensitivity", False),
        earlier=request.part("earlier", None),
        settle=settle,
        strict=request.part("strict", False),
        seed=None if seed is None else str(seed),
        date=_day(date) if date is not None else request.part("date", None),
        trace=request.part("trace", "full"),
        viewer=viewer or request.part("viewer", JUDGE),
        at=request.at,
    )
    try:
        ruling = adjudications.adjudicate(asked)
    except (RequestError, judge.MalformedAction) as error:
        request.refuse(error, given)
    except MalformedAnswer as error:
        code = "answer_to_another_question" if error.conflict else "malformed_answer"
        message = f"answer {error.index + 1}: {error}; asked is: {error.question.prompt}"
        source = given.get(("answers",))
        place: TreePath = ("answers", error.index)
        complaint = request.document.at(place, message, code)
        if isinstance(source, Input):
            complaint = source.at(place[1:], message, code)
        refuse([complaint], question=error.question)
    if as_json:
        print_json(judge.encode(ruling))
    else:
        # what has left the board is named as the board that came in has it, unless it may be hidden
        before = asked.board.board if asked.viewer == JUDGE else None
        print_ruling(console(), ruling, before)
    context.exit(EXIT_CODES[ruling.verdict])


def _day(text: str) -> datetime.date:
    """The day of `2026-07-20`. Ends the program for another text."""
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        refuse([f"{text!r} is no day such as 2026-07-20"], at="--date")


def _reading(text: str) -> tuple[str, str]:
    """The open point and the reading of `OP-3=b`. Ends the program for another text."""
    point, equals, letter = text.partition("=")
    if not equals:
        refuse([f"--reading: {text!r} is not like OP-3=b"])
    return point, letter


def _waiver(text: str) -> tuple[str, Waiver]:
    """What a refusal was about, and what to take instead: `ABOUT` or `ABOUT={...}`."""
    about, brace, rest = text.partition("={")
    if not brace:
        return text, "no_effect"
    typed = read_argument(brace[1:] + rest, "--waive", "ABOUT={...}")
    waiver: Waiver = converted(typed, typed.tree, (), Waiver)
    return about, waiver


def print_ruling(out: Console, ruling: Ruling, before: Board | None = None) -> None:
    """A ruling for people: the verdict first, then why, then what happened."""
    text = ruling_text(ruling, before)
    out.print(Text(text.verdict, style=_STYLES[ruling.verdict]))
    if text.basis:
        out.print(Text(text.basis, style="yellow"))
    _print_problems(out, text)
    if text.refusal is not None:
        _print_refusal(out, text.refusal)
    if text.question is not None:
        if not text.has_said(text.question.prompt):
            out.print(heading(text.question.sentence))
        _print_question(out, text.question)
    if text.steps:
        out.print(_trace(text))
    if ruling.board is not None and ruling.verdict == "legal":
        tree = Tree(heading("The board afterwards"), guide_style="dim")
        _grow_board(tree, board_text(ruling.board))
        out.print(tree)
    for title, sentences in (
        ("Assumed", text.assumptions),
        ("Note", text.caveats),
        ("Read otherwise", text.readings),
        ("Were it otherwise", text.sensitivity),
        ("This board could not have come about, or is unusual", text.warnings),
    ):
        if sentences:
            out.print(heading(title))
            for sentence in sentences:
                out.print(_item(sentence))
    if text.stamp:
        out.print(Text(text.stamp, style="dim"))


def _item(sentence: str | Text) -> Padding:
    return indented(Text("- ").append(sentence), 2)


def _cited(rules: Iterable[CitedRule], indent: int = 0) -> list[Padding]:
    """Each rule on a line of its own, number and gist; the official wording under it."""
    lines = []
    for cited in rules:
        lines.append(indented(Text(str(cited), style="dim cyan"), indent))
        if cited.wording:
            lines.append(indented(Text(f"\u201c{cited.wording}\u201d", style="dim"), indent + 2))
    return lines


def _print_problems(out: Console, text: RulingText) -> None:
    for problem in text.problems:
        code = Text(f"[{problem.code}]", style="dim")
        if text.has_said(problem.sentence) and len(text.problems) == 1:
            out.print(indented(code, 4))
        else:
            out.print(_item(Text(f"{problem.sentence} ").append_text(code)))
        if problem.remedy:
            out.print(indented(Text(problem.remedy, style="green"), 4))
        for cited in _cited(problem.rules, 4):
            out.print(cited)


def _print_refusal(out: Console, refusal: RefusalText) -> None:
    about = f" ({refusal.about})" if refusal.about else ""
    out.print(_item(f"Why: {refusal.reason}{about}."))
    for way in refusal.ways_on:
        out.print(_item(f"To go on: {way}"))
    for cited in _cited(refusal.rules, 4):
        out.print(cited)


def _print_question(out: Console, question: QuestionText) -> None:
    for line in (*question.options, *question.conditions):
        out.print(_item(line))
    out.print(indented(Text(question.answer), 2))
    for cited in _cited(question.rules, 4):
        out.print(cited)


def _grow_board(tree: Tree, lines: Iterable[BoardLine]) -> None:
    for line in lines:
        _grow_board(tree.add(Text(line.sentence)), line.below)


def _trace(text: RulingText) -> Tree:
    up_to = text.refusal is not None or text.question is not None
    tree = Tree(heading("What happened so far" if up_to else "What happened"), guide_style="dim")
    for step in text.steps:
        _grow(tree, step)
    return tree


def _grow(tree: Tree, step: StepText) -> None:
    branch = tree.add(Group(Text(step.sentence), *_cited(step.rules)))
    for below in step.steps:
        _grow(branch, below)


# --- legal ----------------------------------------------------------------------------------------


@click.command()
@click.argument("file")
@click.argument("player", required=False)
@click.option("--excluded", is_flag=True, help="Add what is not legal now, and why.")
@json_option
def legal(file: str, player: str | None, excluded: bool, as_json: bool) -> None:
    """List what a player may do on a board.

    FILE is YAML or JSON, - for standard input. PLAYER left out is the one whose decision it is.

    Exit codes: 0, or 2 where the input is at fault.
    """
    request = read_request(file)
    asked = LegalActionsRequest(
        board=request.read(),
        player=player or request.part("player", None),
        excluded=excluded or request.part("excluded", False),
        strict=request.part("strict", False),
        date=request.part("date", None),
        viewer=request.part("viewer", JUDGE),
    )
    try:
        found = legal_actions.legal_actions(asked)
    except UnknownPlayer as error:
        if player is None:
            request.refuse(error, {})
        refuse_error(error, at="PLAYER")
    except RequestError as error:
        request.refuse(error, {})
    if as_json:
        print_json(judge.encode(found))
    else:
        _print_legal(console(), found, with_excluded=asked.excluded)


def _print_legal(out: Console, legal: LegalActions, *, with_excluded: bool) -> None:
    if not legal.patterns:
        out.print(heading(f"{legal.player} may do nothing now."))
    else:
        out.print(heading(f"{legal.player} may:"))
        table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
        for pattern in legal.patterns:
            unproved = (
                " (whether it can be paid for was not settled)" if pattern.feasibility else ""
            )
            what = Text(f"- {pattern.text}{unproved}")
            for slot in pattern.slots:
                what.append(f"\n    {_slot(slot)}", style="dim")
            rules = Text(", ".join(pattern.rules), style="dim cyan")
            table.add_row(what, rules, Text(written(msgspec.to_builtins(pattern.do), flow=True)))
        out.print(table)
    for reason in legal.incomplete:
        out.print(Text(f"There may be more: {reason}", style="yellow"))
    if with_excluded and not legal.excluded:
        out.print(heading(f"Not now: nothing. What {legal.player} could try is listed above."))
    if legal.excluded:
        out.print(heading("Not now:"))
        for excluded in legal.excluded:
            out.print(_item(excluded.text))
            for problem in excluded.problems:
                numbers = f" ({', '.join(problem.rules)})" if problem.rules else ""
                out.print(indented(Text(f"{problem.sentence}{numbers}"), 4))


def _named(option: Option) -> str:
    """An option as people know it, with the id that an action is written with."""
    if option.text is None or option.text == option.id or option.id in option.text:
        return option.id if option.text is None else option.text
    return f"{option.text} ({option.id})"


def _slot(slot: Slot) -> str:
    options = ", ".join(map(_named, slot.options))
    least, most = slot.min, slot.max
    count = ""
    if slot.form == "choose_some" and (least is not None or most is not None):
        count = f" ({least or 0} to {most if most is not None else 'any number'})"
    conditions = f"; {', '.join(slot.such_that)}" if slot.such_that else ""
    return f"{slot.name}{count}: {options or slot.form}{conditions}"


# --- check ----------------------------------------------------------------------------------------


@click.command(short_help="Look a board over.")
@click.argument("file")
@json_option
def check(file: str, as_json: bool) -> None:
    """Look a board over: what could not have come about, what was taken by default.

    FILE is YAML or JSON, - for standard input. A board with warnings is judged all the same.

    Exit codes: 0, or 2 where the board means nothing or can't be read.
    """
    request = read_request(file)
    asked = CheckRequest(board=request.read(), viewer=request.part("viewer", JUDGE))
    try:
        found = boards.check_board(asked)
    except RequestError as error:
        request.refuse(error, {})
    if as_json:
        print_json(msgspec.json.encode(found))
    else:
        _print_check(console(), found)


def _would(step: Step, names: Names) -> str:
    """What a Cleanup would do, with the rules that make it so."""
    said = step.text or (describe_event(step.event, names) if step.event is not None else "")
    return f"{said} ({', '.join(step.rules)})" if step.rules else said


def _print_check(out: Console, found: BoardCheck) -> None:
    if found.warnings:
        out.print(heading("This board could not have come about, or is unusual:", "bold yellow"))
        for warning in found.warnings:
            numbers = f" ({', '.join(warning.rules)})" if warning.rules else ""
            code = Text(f" [{warning.code}]", style="dim")
            out.print(_item(Text(f"{warning.sentence}{numbers}").append_text(code)))
    else:
        out.print(heading("Nothing speaks against this board.", "bold green"))
    names = Names(found.board)
    titled = (
        ("A Cleanup would change:", [_would(step, names) for step in found.cleanup_would]),
        ("Taken by default:", [one.sentence for one in found.assumptions]),
        ("Note:", [one.sentence for one in found.caveats]),
    )
    for title, sentences in titled:
        if sentences:
            out.print(heading(title))
            for sentence in sentences:
                out.print(_item(sentence))
