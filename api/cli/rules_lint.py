"""`rules lint`: what is wrong, or looks wrong, with the rule book and with citations of it."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

import click
from rich.text import Text

from api.cli.output import (
    FAILED,
    console,
    heading,
    indented,
    json_option,
    print_json,
    refuse_error,
)
from rulesdb import NEWEST, RulesdbError, edition
from rulesdb import lint as checks
from rulesdb.graph import cites_of_checkout
from rulesdb.locked import read_locked
from rulesdb.tournament import DOCUMENT

#: how many findings of a kind are listed for people; --json has them all
_MOST_LISTED = 12


@click.command(short_help="Say what is wrong with the rule book, and with citations of it.")
@click.option(
    "--edition",
    "name",
    default=NEWEST,
    show_default=True,
    metavar="EDITION",
    help=f"Such as 1.3, or {DOCUMENT}.",
)
@click.option(
    "--root",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A checkout whose code, cards, scenarios and documents cite rules.",
)
@json_option
@click.pass_context
def lint(context: click.Context, name: str, root: Path | None, as_json: bool) -> None:
    """Say what is wrong with the rule book, and with citations of it.

    References that lead nowhere or to themselves, and gaps in the numbering; with --root also
    citations of what does not exist, cited rules whose wording has changed since, and rules that
    nothing refers to (which is no fault).

    Exit codes: 0 nothing is wrong, 1 something is, 2 there is no such edition, or a file that can't
    be read.
    """
    try:
        name = name if name == DOCUMENT else edition(name).name
        cites = None if root is None else tuple(cites_of_checkout(root))
        locked = read_locked() if name == NEWEST and root is not None else None
        findings = checks.lint(name, cites=cites, locked=locked)
    except (RulesdbError, SyntaxError, UnicodeDecodeError, OSError) as error:
        refuse_error(error, at="--edition" if isinstance(error, RulesdbError) else "--root")
    if as_json:
        print_json(findings)
    else:
        out = console()
        for code, group in groupby(findings, key=lambda finding: finding.code):
            found = list(group)
            out.print(heading(f"{code}: {len(found):,}"))
            for finding in found[:_MOST_LISTED]:
                out.print(indented(Text(f"{finding.number}: {finding.message}"), 2))
            if len(found) > _MOST_LISTED:
                out.print(indented(f"and {len(found) - _MOST_LISTED:,} more", 2))
        if name != DOCUMENT and edition(name).quality == "ocr":
            scanned = "its copy was made by reading scanned pages, which may have lost a number."
            out.print(Text(f"{name}: {scanned}", style="yellow"))
        if not findings:
            out.print(f"{name}: nothing is wrong.")
    is_wrong = any(finding.code != "unreferenced" for finding in findings)
    context.exit(FAILED if is_wrong else 0)
