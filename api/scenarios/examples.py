"""The official examples: which scenario shows each, and whether it passes.

The list (`scenarios/examples.tsv`) holds the ids of the examples, `rule#ordinal`, and how each can
be shown; it holds no sentence of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Literal, get_args

import msgspec

from api.scenarios.loading import SCENARIOS
from api.scenarios.running import Outcome

EXAMPLES_FILE = SCENARIOS / "examples.tsv"

#: executable: a ruling shows it; soft: a definition that a ruling can show; more_players: it needs
#: more than two players; not_executable: nothing that could be ruled on.
Sort = Literal["executable", "soft", "more_players", "not_executable"]
ExampleStatus = Literal["passing", "failing", "missing", "not_executable"]


class Example(msgspec.Struct, frozen=True):
    """An official example by its id, and how it can be shown."""

    id: str
    sort: Sort
    reason: str

    @property
    def rule(self) -> str:
        return self.id.partition("#")[0]


class ShownExample(msgspec.Struct):
    """What became of an example. `scenario` shows it; `reason`: why it does not pass."""

    id: str
    status: ExampleStatus
    scenario: str | None
    reason: str


class ExampleReport(msgspec.Struct):
    """Every example, and how many there are of each kind."""

    total: int
    passing: int
    not_executable: int
    missing: int
    examples: list[ShownExample]


def official_examples(file: Path = EXAMPLES_FILE) -> list[Example]:
    """The list of examples, in the order of the rule book. Raises `ValueError` at a faulty line."""
    first, *lines = file.read_text().splitlines()
    if first.split("\t") != ["id", "status", "reason"]:
        raise ValueError(f"{file.name}:1: the columns are id, status and reason")
    return [_example(line, f"{file.name}:{at}") for at, line in enumerate(lines, start=2)]


def _example(line: str, place: str) -> Example:
    columns = line.split("\t")
    if len(columns) != 3 or columns[1] not in get_args(Sort):
        raise ValueError(f"{place}: an id, one of {', '.join(get_args(Sort))}, and a reason")
    return msgspec.convert(dict(zip(("id", "sort", "reason"), columns, strict=True)), Example)


def example_report(outcomes: Iterable[Outcome], file: Path = EXAMPLES_FILE) -> ExampleReport:
    """What the outcomes say about each example.

    One passes only if a scenario shows it and every scenario that does was run and passed.
    """
    shown: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        if outcome.scenario.example is not None:
            shown.setdefault(outcome.scenario.example, []).append(outcome)
    examples = [_shown(example, shown.get(example.id, [])) for example in official_examples(file)]
    counts = dict.fromkeys(get_args(ExampleStatus), 0)
    for example in examples:
        counts[example.status] += 1
    return ExampleReport(
        total=len(examples),
        passing=counts["passing"],
        not_executable=counts["not_executable"],
        missing=counts["missing"] + counts["failing"],
        examples=examples,
    )


def _shown(example: Example, outcomes: list[Outcome]) -> ShownExample:
    if example.sort == "not_executable":
        return ShownExample(example.id, "not_executable", None, example.reason)
    ran = [outcome for outcome in outcomes if outcome.status != "overturned"]
    failed = [outcome for outcome in ran if not outcome.passed]
    if failed:
        first = failed[0]
        return ShownExample(example.id, "failing", first.scenario.id, str(first.failures[0]))
    if ran:
        return ShownExample(example.id, "passing", ran[0].scenario.id, "")
    if outcomes:
        overturned = outcomes[0]
        reason = f"overturned by {overturned.overturned_by}"
        return ShownExample(example.id, "missing", overturned.scenario.id, reason)
    return ShownExample(example.id, "missing", None, example.reason or "no scenario shows it yet")
