"""Reading scenario files: every fault of a file at once, each with its line."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET

from api.notation_yaml import Document, NotationError, load_document
from api.notation_yaml import Path as TreePath
from api.scenarios.model import LOOKS, Expected, Scenario, Step, StepKind
from judge.board.events import EVENT_TYPES
from judge.board.faults import show_path
from judge.board.shapes import departures
from judge.ruling.actions import VERBS, Do
from judge.ruling.problems import PROBLEM_KINDS
from rulesdb import UnknownEdition, exists, rule

#: The folder of the scenarios that the project keeps.
SCENARIOS = Path(__file__).resolve().parents[2] / "scenarios"

#: How a step may say that it is to be judged.
_WISHES = ("readings", "waivers")
#: The fields of `expect` that each kind of step can have.
_OF_LEGAL = frozenset({"offers", "not_offers"})
_OF_CHECK = frozenset({"warnings", "assumptions", "caveats", "board"})
_OF_VIEW = frozenset({"sees", "board"})
_OF_DECKS = frozenset({"faults"})
_OF_RULING = frozenset(Expected.__struct_fields__) - {
    *("offers", "not_offers", "warnings", "sees", "faults"),
}
EXPECTABLE: dict[StepKind, frozenset[str]] = {
    "action": _OF_RULING,
    "answer": _OF_RULING,
    "passes": _OF_RULING,
    "legal": _OF_LEGAL,
    "check": _OF_CHECK,
    "view": _OF_VIEW,
    "decks": _OF_DECKS,
}
EVENT_FIELDS: dict[str, tuple[str, ...]] = {
    str(kind.__struct_config__.tag): kind.__struct_encode_fields__ for kind in EVENT_TYPES
}


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """What is wrong with a file, and where; line and column count from one."""

    file: str
    line: int
    column: int
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.message}"


class ScenarioError(ValueError):
    """Files that are no scenarios; `faults` holds every reason."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = sorted(faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))


@dataclass(frozen=True, slots=True)
class Kept:
    """A scenario, and where it is kept."""

    scenario: Scenario
    file: Path
    line: int

    @property
    def place(self) -> str:
        return f"{_shown(self.file)}:{self.line}"


Blame = Callable[[TreePath, str], None]


def load(file: Path) -> list[Kept]:
    """The scenarios of one file, which holds one, or a list of them.

    Raises `ScenarioError`, and `OSError` where the file cannot be read.
    """
    name = _shown(file)
    try:
        document = load_document(file.read_bytes().decode(), name=name)
    except NotationError as error:
        raise ScenarioError([Fault(name, error.line, error.column, error.problem)]) from error
    except UnicodeDecodeError as error:
        raise ScenarioError([Fault(name, 1, 1, f"not UTF-8 (byte {error.start})")]) from error
    return _kept(document, file, name)


def discover(
    folder: Path = SCENARIOS, *, paths: Iterable[Path] | None = None
) -> tuple[list[Kept], list[Fault]]:
    """Every scenario under `folder`, in the order of the files, and every fault on the way.

    With `paths` only those files, and what lies in those folders. A scenario of the project lies in
    the folder of a section of the rule book (`scenarios/459-combat/`); its id is its file's name
    where the file holds only one, and stands nowhere else.
    """
    kept: list[Kept] = []
    faults: list[Fault] = []
    for file in _files(folder, paths):
        try:
            found = load(file)
        except ScenarioError as error:
            faults.extend(error.faults)
            continue
        except OSError as error:
            faults.append(Fault(_shown(file), 1, 1, error.strerror or str(error)))
            continue
        kept.extend(found)
        if file.resolve().is_relative_to(folder.resolve()):
            faults.extend(_place_faults(file.resolve(), folder.resolve(), found))
    faults.extend(_repeated_ids(kept))
    return kept, sorted(faults)


def _files(folder: Path, paths: Iterable[Path] | None) -> list[Path]:
    files: dict[Path, None] = {}
    for path in [folder] if paths is None else paths:
        if path.is_dir():
            files.update(dict.fromkeys(sorted(path.rglob("*.yaml"))))
        else:
            files[path] = None
    return list(files)


def _place_faults(file: Path, folder: Path, found: list[Kept]) -> Iterator[Fault]:
    parts = file.relative_to(folder).parts
    number = parts[0].partition("-")[0]
    if len(parts) != 2 or not exists(number):
        message = (
            "a scenario lies in the folder of a section of the rule book, "
            "whose name begins with the section's number (459-combat)"
        )
        yield Fault(_shown(file), 1, 1, message)
    if len(found) == 1 and found[0].scenario.id != file.stem:
        identity = found[0].scenario.id
        yield Fault(
            _shown(file), found[0].line, 1, f"{identity} is alone in it: name it {identity}.yaml"
        )


def _repeated_ids(kept: list[Kept]) -> Iterator[Fault]:
    first: dict[str, Kept] = {}
    for one in kept:
        other = first.setdefault(one.scenario.id, one)
        if other is not one:
            message = f"the id {one.scenario.id} stands in {other.place} too"
            yield Fault(_shown(one.file), one.line, 1, message)


def _kept(document: Document, file: Path, name: str) -> list[Kept]:
    if document.tree is None:
        raise ScenarioError([Fault(name, 1, 1, "the file is empty")])
    trees: list[tuple[TreePath, Any]] = [((), document.tree)]
    if isinstance(document.tree, list):
        trees = [((index,), tree) for index, tree in enumerate(document.tree)]
        if not trees:
            raise ScenarioError([Fault(name, 1, 1, "the list of scenarios is empty")])
    faults: list[Fault] = []

    def blame(path: TreePath, message: str) -> None:
        place = document.place_of(path)
        faults.append(Fault(name, place.line, place.column, f"{_path_text(path)}{message}"))

    kept = []
    for path, tree in trees:
        if _shape_faults(tree, path, blame):
            continue
        scenario = msgspec.convert(tree, Scenario)
        _meaning_faults(scenario, path, blame)
        kept.append(Kept(scenario, file, document.place_of(path).line))
    if faults:
        raise ScenarioError(faults)
    return kept


def _path_text(path: TreePath) -> str:
    return f"{show_path(path)}: " if path else ""


def _shown(file: Path) -> str:
    """A file's name from where one stands, if it lies below that."""
    try:
        return str(file.resolve().relative_to(Path.cwd()))
    except ValueError:
        return str(file)


# --- the shape ----------------------------------------------------------------------------------


def _shape_faults(tree: Any, path: TreePath, blame: Blame) -> bool:
    """Blame every way in which the tree does not have the shape of a scenario; whether there is
    one.
    """
    found = [((*path, *at), message) for at, _, message in departures(tree, Scenario)]
    if not found:
        try:
            msgspec.convert(tree, Scenario)
        except msgspec.ValidationError as error:
            found = [(path, str(error))]  # what only msgspec minds is said in its words
    for at, message in found:
        blame(at, message)
    return bool(found)


# --- the meaning --------------------------------------------------------------------------------


def _meaning_faults(scenario: Scenario, path: TreePath, blame: Blame) -> None:
    """What a scenario of the right shape can still get wrong."""
    if (scenario.board is UNSET) == (scenario.setup is UNSET):
        blame(path, "a scenario has a board or a setup, and not both")
    try:
        exists("100", scenario.edition)
    except UnknownEdition as error:
        blame((*path, "edition"), str(error))
        return
    _number_faults(scenario.rules, scenario.edition, (*path, "rules"), blame)
    if scenario.source.kind == "example":
        _example_faults(scenario, (*path, "source"), blame)
    for index, step in enumerate(scenario.steps):
        where = (*path, "steps", index)
        before = scenario.steps[index - 1] if index else None
        if _step_faults(step, where, blame):
            continue
        if step.kind == "answer":
            _answer_faults(scenario, before, where, blame)
        if step.kind == "decks" and (index or scenario.setup is UNSET):
            blame(where, "decks are looked at in the first step of a setup")
        if step.expect is not UNSET:
            _expect_faults(step, step.expect, scenario.edition, (*where, "expect"), blame)


def _example_faults(scenario: Scenario, path: TreePath, blame: Blame) -> None:
    """An example is `rule#ordinal`; `rule#i2` is a case that stands inside the rule's own text."""
    number, mark, ordinal = (scenario.example or "").partition("#")
    if not mark or not ordinal.removeprefix("i").isdecimal():
        blame(path, "an example is named by its rule and its ordinal (locator: 709#1)")
    elif not exists(number, scenario.edition):
        blame(path, f"{scenario.edition} has no rule {number}")
    elif ordinal.isdecimal():
        count = rule(number, scenario.edition).examples
        if not 1 <= int(ordinal) <= count:
            blame(path, f"{number} has {count} official examples")


def _number_faults(numbers: Iterable[Any], edition: str, path: TreePath, blame: Blame) -> None:
    for index, number in enumerate(numbers):
        if not exists(str(number), edition):
            blame((*path, index), f"{edition} has no rule {number}")


def _step_faults(step: Step, path: TreePath, blame: Blame) -> bool:
    """Whether the step is not exactly one of the kinds there are."""
    given = {name for name in step.__struct_fields__ if getattr(step, name) is not UNSET}
    given.discard("expect")
    allowed: tuple[set[str], ...] = (
        {"by", "do", "answers", "then", *_WISHES},
        {"answer", *_WISHES},
        {"answers", *_WISHES},
        {"then", "answers", *_WISHES},
        {"legal"},
        {"check"},
        {"view"},
        {"decks"},
    )
    if not given - {*_WISHES} or not any(given <= keys for keys in allowed):
        kinds = "an action (by, do), an answer, passes (then), legal, check, view or decks"
        blame(path, f"a step is {kinds}; this has {', '.join(sorted(given)) or 'nothing'}")
        return True
    if ("by" in given) != ("do" in given):
        blame(path, "an action says who does it (by) and what (do)")
        return True
    if step.do is not UNSET:
        _do_faults(step.do, (*path, "do"), blame)
    if step.kind == "passes" and step.then == "nothing":
        blame((*path, "then"), "a step without an action that does nothing")
    if step.kind in LOOKS and not (step.expect and step.expected.given()):
        blame(path, f"a {step.kind} step without an expectation says nothing")
        return True
    return False


def _do_faults(do: Do | str, path: TreePath, blame: Blame) -> None:
    if isinstance(do, str):
        return
    given = [
        verb
        for verb in VERBS
        if getattr(do, "pass_" if verb == "pass" else verb) not in (None, False)
    ]
    if len(given) != 1:
        blame(path, f"one of {', '.join(VERBS)}; this has {' and '.join(given) or 'none'}")


def _answer_faults(scenario: Scenario, before: Step | None, path: TreePath, blame: Blame) -> None:
    if before is None and scenario.setup is UNSET:
        blame(path, "an answer, and no step before it whose question it could answer")
    if before is not None and before.kind in LOOKS - {"decks"}:
        blame(path, f"an answer to a {before.kind} step, which asks no question")


def _expect_faults(
    step: Step, expected: Expected, edition: str, path: TreePath, blame: Blame
) -> None:
    given = expected.given()
    if not given:
        blame(path, "an expectation that expects nothing")
    for name in given:
        if name not in EXPECTABLE[step.kind]:
            blame((*path, name), f"{name} can't be expected of this step ({step.kind})")
    for name in ("cites", "not_cites"):
        if name in given:
            _number_faults(getattr(expected, name), edition, (*path, name), blame)
    for name in ("problems", "assumptions", "caveats", "warnings", "faults"):
        for index, repeated in _repeated(getattr(expected, name) if name in given else []):
            blame((*path, name, index), f"{repeated} stands there already")
    for index, code in enumerate(expected.problems or []):
        if code not in PROBLEM_KINDS:
            blame((*path, "problems", index), _unknown("problem", code, PROBLEM_KINDS))
    _event_faults(expected, path, blame)
    for name in ("offers", "not_offers"):
        for index, do in enumerate(getattr(expected, name) if name in given else []):
            _do_faults(do, (*path, name, index), blame)
    for name in ("question", "refusal", "board", "sees"):
        part = getattr(expected, name) if name in given else None
        if part is not None and not _says_something(part):
            blame((*path, name), "an expectation that expects nothing")


def _event_faults(expected: Expected, path: TreePath, blame: Blame) -> None:
    for index, event in enumerate(expected.events or []):
        where = (*path, "events", index)
        kind = event.get("type")
        if not isinstance(kind, str) or kind not in EVENT_FIELDS:
            blame(where, _unknown("event type", kind, EVENT_FIELDS))
            continue
        for key in event.keys() - {"type", *EVENT_FIELDS[kind]}:
            blame((*where, key), f"{kind} has no {key}; it has {', '.join(EVENT_FIELDS[kind])}")
    for index, kind in enumerate(expected.no_events or []):
        if kind not in EVENT_FIELDS:
            blame((*path, "no_events", index), _unknown("event type", kind, EVENT_FIELDS))


def _unknown(what: str, given: Any, known: Iterable[str]) -> str:
    nearest = difflib.get_close_matches(str(given), list(known), n=1)
    hint = f"; did you mean {nearest[0]}?" if nearest else ""
    return f"there is no {what} {given}{hint}" if given is not None else f"no {what} is named"


def _repeated(values: Iterable[Any]) -> Iterator[tuple[int, Any]]:
    seen = set()
    for index, value in enumerate(values):
        if value in seen:
            yield index, value
        seen.add(value)


def _says_something(part: Any) -> bool:
    if isinstance(part, dict):
        return bool(part)
    return any(getattr(part, name) is not UNSET for name in part.__struct_fields__)
