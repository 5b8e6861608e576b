"""`rules import`: a user's own copy of the official rules into the user's data directory."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import click
from rich.console import Console
from rich.text import Text

from api.cli.output import (
    FAILED,
    console,
    heading,
    indented,
    json_option,
    print_json,
    refuse,
    refuse_error,
)
from rulesdb import EDITIONS, RulesdbError, all_rules
from rulesdb.importing import Report, content_of, import_document

#: how many numbers, or stretches of numbers, are listed for people; --json has them all
_MOST_LISTED = 12


@click.command("import", short_help="Read official wording from your own copy of the rules.")
@click.argument("file")
@click.option(
    "--edition",
    metavar="EDITION",
    help="What FILE is a copy of, such as 1.4; default: the edition that it agrees with best.",
)
@click.option("--dry-run", is_flag=True, help="Compare and report, but store nothing.")
@json_option
@click.pass_context
def import_rules(
    context: click.Context, file: str, edition: str | None, dry_run: bool, as_json: bool
) -> None:
    """Read official wording from your own copy of the rules.

    FILE is a text file, a saved web page, a PDF or JSON, - for standard input; a part of the
    document will do. Each rule in it is compared with what Arbiter knows of its wording, and goes
    into your data directory (ARBITER_HOME names another one). From then on rulings and rules show
    the official wording beside the gist.

    \b
    Exit codes: 0 every rule in the file has the known wording,
                1 some differ, or have numbers that the edition does not have,
                2 the file can't be read, or nothing can be stored
    """
    try:
        if file == "-":
            content = content_of(sys.stdin.buffer, "standard input")
        else:
            content = content_of(Path(file), file)
        report = import_document(
            content,
            "standard input" if file == "-" else file,
            edition=edition,
            dry_run=dry_run,
        )
    except RulesdbError as error:
        refuse_error(error, at="FILE")
    except OSError as error:
        message = f"nothing was stored: {error.filename or ''}: {error.strerror or error}"
        refuse([message], at="ARBITER_HOME")
    if as_json:
        print_json(report)
    else:
        _print(console(), report)
    context.exit(0 if report.clean else FAILED)


def _print(out: Console, report: Report) -> None:
    read_as = f" in {report.encoding}" if report.encoding else ""
    out.print(heading(f"{report.file}: {report.format}{read_as}, {report.layout}"))
    share = f"{report.read:,} of its {report.total:,} rules"
    out.print(f"{report.edition} ({EDITIONS[report.edition].set_name}): {share}")
    rows: tuple[tuple[str, str, int, Sequence[str]], ...] = (
        ("green", "known wording", report.matches, ()),
        (
            "green",
            "known, without examples or pointers to other rules",
            len(report.without_examples),
            report.without_examples,
        ),
        ("yellow", "differing", len(report.differs), report.differs),
        ("yellow", "no number of this edition", len(report.unknown), report.unknown),
        ("yellow", "there again, otherwise", len(report.repeated), report.repeated),
        ("dim", "missing", len(report.missing), tuple(_stretches(report))),
        ("dim", "text without a number that is no rule", report.unplaced, ()),
    )
    for style, what, count, numbers in rows:
        if count or what == "known wording":
            listed = f" ({_listed(numbers)})" if numbers else ""
            out.print(indented(Text(f"{what}: {count:,}{listed}", style=style), 2))
    for note in report.notes:
        out.print(Text(note, style="yellow"))
    if report.stored:
        out.print(f"Stored in {report.store}, which now has {report.held:,} rules.")
    else:
        out.print(f"Nothing was stored. {report.store} has {report.held:,} rules.")


def _listed(numbers: Sequence[str]) -> str:
    listed = ", ".join(numbers[:_MOST_LISTED])
    more = len(numbers) - _MOST_LISTED
    return f"{listed} and {more:,} more" if more > 0 else listed


def _stretches(report: Report) -> Iterator[str]:
    """The missing numbers, neighbours in the order of the document taken together."""
    missing = frozenset(report.missing)
    run: list[str] = []
    for rule in (*all_rules(report.edition), None):
        if rule is not None and rule.number in missing:
            run.append(rule.number)
        elif run:
            yield run[0] if len(run) == 1 else f"{run[0]} to {run[-1]}"
            run = []
