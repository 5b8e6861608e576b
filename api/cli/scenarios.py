"""`scenarios run`, `count`, `examples` and `schema`: rulings kept as data."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

import click
import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table
from rich.text import Text

from api.cli.output import (
    FAILED,
    WholeNumber,
    complain,
    console,
    heading,
    indented,
    json_option,
    print_json,
    refuse,
)
from api.scenarios.batch import junit, run_all
from api.scenarios.counting import CountReport
from api.scenarios.counting import count as counted
from api.scenarios.examples import EXAMPLES_FILE, ExampleReport, example_report
from api.scenarios.loading import SCENARIOS, Kept, discover
from api.scenarios.running import Outcome
from api.scenarios.schema import SCHEMA_FILE, is_current, schema_text

Ran = Sequence[tuple[Kept, Outcome]]

_jobs_option = click.option(
    "--jobs", default=1, show_default=True, type=WholeNumber(1, 256), help="How many at a time."
)


@click.group()
def scenarios() -> None:
    """Rulings kept as data, and whether they still come out so."""


# --- run ------------------------------------------------------------------------------------------


class OutcomeRow(msgspec.Struct, kw_only=True):
    """One outcome, for programs."""

    id: str
    title: str
    place: str
    status: str
    seconds: float
    failures: list[str]


class RunReport(msgspec.Struct, kw_only=True):
    """The outcomes of a run, and how many there are of each kind."""

    total: int
    passed: int
    failed: int
    overturned: int
    #: files that could not be read as scenarios, each with its reason
    faults: list[str]
    scenarios: list[OutcomeRow]


@scenarios.command()
@click.argument("paths", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.option(
    "--junit",
    "junit_file",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the outcomes to FILE as JUnit's XML.",
)
@click.option("--http", "address", metavar="URL", help="Run against the service at this address.")
@click.option(
    "-k", "text", metavar="TEXT", help="Only those with this in their id, title or rules."
)
@click.option(
    "-v",
    "--verbose",
    is_flag=True,
    help="List every scenario, not only what failed, and all that came where one failed.",
)
@_jobs_option
@json_option
@click.pass_context
def run(
    context: click.Context,
    paths: tuple[Path, ...],
    junit_file: Path | None,
    address: str | None,
    text: str | None,
    verbose: bool,
    jobs: int,
    as_json: bool,
) -> None:
    """Run scenarios and say which come out otherwise than they should.

    PATHS are files and folders; left out: all scenarios of the project.

    Exit codes: 0 all passed, 1 some failed or could not be read, 2 there were none to run.
    """
    kept, faults = discover(paths=paths or None)
    kept = [one for one in kept if text is None or _is_about(one, text)]
    if not kept and not faults:
        where = ", ".join(str(path) for path in paths) or str(SCENARIOS)
        refuse([f"no scenario in {where}{f' with {text!r} in it' if text else ''}"], at="PATHS")
    complain(str(fault) for fault in faults)
    ran = _run_with_progress(kept, address, jobs)
    if junit_file is not None:
        _write(junit_file, junit(ran))
    if as_json:
        print_json(_report(ran, [str(fault) for fault in faults]))
    else:
        _print_run(console(), ran, verbose)
    context.exit(FAILED if faults or _failed(ran) else 0)


def _is_about(one: Kept, text: str) -> bool:
    scenario = one.scenario
    words = (scenario.id, scenario.title, *(str(number) for number in scenario.rules))
    return any(text.lower() in word.lower() for word in words)


def _failed(ran: Ran) -> list[tuple[Kept, Outcome]]:
    return [(one, outcome) for one, outcome in ran if outcome.status == "failed"]


def _run_with_progress(kept: Sequence[Kept], address: str | None, jobs: int) -> Ran:
    """The outcomes in the order of the files, with a bar on a terminal meanwhile."""
    ran: dict[str, tuple[Kept, Outcome]] = {}
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    out = console(error=True)
    with Progress(*columns, console=out, transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("scenarios", total=len(kept))
        for one, outcome in run_all(kept, address=address, jobs=jobs):
            ran[one.place] = (one, outcome)
            bar.advance(task)
    return [ran[one.place] for one in kept]


def _write(file: Path, content: bytes) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    except OSError as error:
        refuse([f"{file}: {error.strerror or error}"], at="FILE")


def _report(ran: Ran, faults: list[str]) -> RunReport:
    counts = Counter(outcome.status for _, outcome in ran)
    return RunReport(
        total=len(ran),
        passed=counts["passed"],
        failed=counts["failed"],
        overturned=counts["overturned"],
        faults=faults,
        scenarios=[
            OutcomeRow(
                id=one.scenario.id,
                title=one.scenario.title,
                place=one.place,
                status=outcome.status,
                seconds=round(outcome.seconds, 4),
                failures=[failure.whole for failure in outcome.failures],
            )
            for one, outcome in ran
        ],
    )


_STYLES = {"passed": "green", "failed": "bold red", "overturned": "dim"}


def _print_run(out: Console, ran: Ran, verbose: bool) -> None:
    if verbose:
        out.print(_list_of(ran))
    for one, outcome in _failed(ran):
        out.print(heading(f"{one.scenario.id}: {one.scenario.title}", "bold red"))
        out.print(indented(Text(one.place, style="dim"), 2))
        for failure in outcome.failures:
            out.print(indented(Text(failure.whole if verbose else str(failure)), 2))
    if (
        ran
        and not verbose
        and any(one.more for _, outcome in _failed(ran) for one in outcome.failures)
    ):
        out.print(Text("--verbose shows all that came.", style="dim"))
    if ran:
        out.print(_table_of(ran))
    failed = len(_failed(ran))
    if failed:
        out.print(heading(f"{failed} of {len(ran)} failed.", "bold red"))
    elif ran:
        passed = sum(outcome.passed for _, outcome in ran)
        out.print(heading(f"{passed} passed.", "bold green"))


def _list_of(ran: Ran) -> Table:
    table = Table("scenario", "status", "ms", "title", box=None, pad_edge=False)
    table.columns[2].justify = "right"
    for one, outcome in ran:
        status = Text(outcome.status, style=_STYLES[outcome.status])
        name, title = Text(one.scenario.id), Text(one.scenario.title, style="dim")
        table.add_row(name, status, _milliseconds([outcome]), title)
    return table


def _table_of(ran: Ran) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("section")
    for name in ("passed", "failed", "overturned", "ms"):
        table.add_column(name, justify="right")
    for folder in dict.fromkeys(one.file.parent.name for one, _ in ran):
        outcomes = [outcome for one, outcome in ran if one.file.parent.name == folder]
        counts = Counter(outcome.status for outcome in outcomes)
        cells = [
            Text(str(counts[status] or ""), style=_STYLES[status])
            for status in ("passed", "failed", "overturned")
        ]
        table.add_row(Text(folder), *cells, _milliseconds(outcomes))
    return table


def _milliseconds(outcomes: Iterable[Outcome]) -> str:
    return f"{1000 * sum(outcome.seconds for outcome in outcomes):.1f}"


# --- examples -------------------------------------------------------------------------------------


@scenarios.command()
@click.option("--http", "address", metavar="URL", help="Run against the service at this address.")
@_jobs_option
@json_option
@click.pass_context
def examples(context: click.Context, address: str | None, jobs: int, as_json: bool) -> None:
    """Say which of the official examples a scenario shows, running each of those now.

    Exit codes: 0, or 1 where one fails or a file could not be read.
    """
    if not EXAMPLES_FILE.is_file():
        refuse([f"{EXAMPLES_FILE}: no such file; the list comes with the repository"])
    kept, faults = discover()
    complain(str(fault) for fault in faults)
    kept = [one for one in kept if one.scenario.example is not None]
    report = example_report(outcome for _, outcome in _run_with_progress(kept, address, jobs))
    if as_json:
        print_json(report)
    else:
        _print_examples(console(), report)
    failing = any(example.status == "failing" for example in report.examples)
    context.exit(FAILED if faults or failing else 0)


_EXAMPLE_STYLES = {"passing": "green", "failing": "bold red", "missing": "yellow"}


def _print_examples(out: Console, report: ExampleReport) -> None:
    table = Table("example", "status", "scenario", "reason", box=None, pad_edge=False)
    for example in report.examples:
        table.add_row(
            Text(example.id),
            Text(
                example.status.replace("_", " "), style=_EXAMPLE_STYLES.get(example.status, "dim")
            ),
            Text(example.scenario or ""),
            Text(example.reason, style="dim"),
        )
    out.print(table)
    counts = f"{report.passing} passing, {report.missing} missing or failing"
    line = f"{report.total} examples: {counts}, {report.not_executable} not executable."
    out.print(heading(line))


# --- count ----------------------------------------------------------------------------------------


@scenarios.command()
@click.argument("paths", nargs=-1, type=click.Path(exists=True, path_type=Path))
@json_option
@click.pass_context
def count(context: click.Context, paths: tuple[Path, ...], as_json: bool) -> None:
    """Count the scenarios in which something is illegal, and the reasons that they give.

    PATHS are files and folders; left out: all scenarios of the project. A reason is the code of a
    problem with a rule that it names.

    Exit codes: 0, or 1 where a file could not be read.
    """
    kept, faults = discover(paths=paths or None)
    complain(str(fault) for fault in faults)
    report = counted(kept)
    if as_json:
        print_json(report)
    else:
        _print_count(console(), report)
    context.exit(FAILED if faults else 0)


def _print_count(out: Console, report: CountReport) -> None:
    table = Table("problem", "rule", "scenarios", box=None, pad_edge=False)
    table.columns[2].justify = "right"
    for pair in report.pairs:
        table.add_row(Text(pair.code), Text(pair.rule), Text(str(pair.scenarios)))
    out.print(table)
    if report.without:
        out.print(indented(Text(f"Without a scenario: {', '.join(report.without)}"), 0))
    line = (
        f"{report.negative} of {report.passed} passing scenarios are negative; "
        f"they give {len(report.pairs)} pairs of a problem and a rule."
    )
    out.print(heading(line))


# --- schema ---------------------------------------------------------------------------------------


@scenarios.command()
@click.option("--write", is_flag=True, help="Write the schema to where editors look for it.")
@click.option("--check", is_flag=True, help="Say whether the written schema is up to date.")
@json_option
@click.pass_context
def schema(context: click.Context, write: bool, check: bool, as_json: bool) -> None:
    """Print the JSON Schema of scenario files.

    Exit codes: 0, or 1 where --check finds the written schema stale.
    """
    text = schema_text()
    if write:
        _write(SCHEMA_FILE, text.encode())
    elif not check:
        click.echo(text, nl=False)
        return
    current = is_current(SCHEMA_FILE)
    if as_json:
        print_json({"file": SCHEMA_FILE.name, "current": current})
    elif not current:
        complain([f"{SCHEMA_FILE.name} is stale: arbiter scenarios schema --write"])
    context.exit(0 if current else FAILED)
