"""`rules diff`: what changed between two editions."""

from __future__ import annotations

from typing import get_args

import click
from rich.text import Text

from api.cli.output import console, heading, indented, json_option, print_json, refuse_error
from api.handlers.rule_changes import changes_data
from api.handlers.rules import HOW_WORDS
from rulesdb import Link, RulesdbError, changes, edition
from rulesdb.concordance import How


@click.command(short_help="Say what changed between two editions.")
@click.argument("old")
@click.argument("new")
@click.option(
    "--how",
    "kinds",
    type=click.Choice(get_args(How)),
    multiple=True,
    help="Only rules to which this happened; may be given several times.",
)
@json_option
def diff(old: str, new: str, kinds: tuple[How, ...], as_json: bool) -> None:
    """Say what changed between two editions.

    OLD and NEW are editions (1.3, core-1.4), neighbours or not, in any order. Without --how the
    rules that stayed as they were, or only moved, are counted and not listed.

    Exit codes: 0, or 2 where there is no such edition.
    """
    try:
        found = changes(old, new)
        data = changes_data(old, new, kinds)
    except RulesdbError as error:
        refuse_error(error, at=_at_fault(old))
    if as_json:
        print_json(data)
        return
    out = console()
    out.print(heading(f"{found.old} to {found.new}"))
    for how, count in found.counts.items():
        out.print(indented(Text(f"{count:>5} {how}: {HOW_WORDS[how]}"), 2))
    for how in kinds or ("reworded", "split", "merged", "gone", "new"):
        links = found.of(how)
        if links:
            out.print(heading(HOW_WORDS[how].capitalize()))
            for link in links:
                out.print(indented(Text(_line(link)), 2))


def _at_fault(old: str) -> str:
    """Which of the two arguments names no edition."""
    try:
        edition(old)
    except RulesdbError:
        return "OLD"
    return "NEW"


def _line(link: Link) -> str:
    if link.old is None or link.new is None:
        return link.old or link.new or ""
    numbers = link.old if link.old == link.new else f"{link.old} \u2192 {link.new}"
    return numbers if link.alike in (None, 100) else f"{numbers} ({link.alike}% alike)"
