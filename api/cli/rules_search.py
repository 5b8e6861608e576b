"""`rules search`: rules by what somebody asks."""

from __future__ import annotations

import click
from rich.text import Text

from api.cli.output import (
    FAILED,
    WholeNumber,
    console,
    heading,
    indented,
    json_option,
    print_json,
    refuse_error,
)
from api.handlers.rule_search import MOST_HITS, find
from rulesdb import NEWEST, RulesdbError


@click.command(short_help="Find rules by what they say.")
@click.argument("text", nargs=-1, required=True)
@click.option(
    "--limit",
    type=WholeNumber(1, MOST_HITS),
    default=10,
    show_default=True,
    help="How many rules at most.",
)
@click.option(
    "--edition",
    default=NEWEST,
    show_default=True,
    metavar="EDITION",
    help="Another edition, or tournament-2026-07-16.",
)
@json_option
@click.pass_context
def search(
    context: click.Context, text: tuple[str, ...], limit: int, edition: str, as_json: bool
) -> None:
    """Find rules by what they say.

    TEXT is a question in plain words, a number, or a phrase in quotation marks ('"lethal damage"').
    Names of cards lead to what these cards have. Words of other games (tap, graveyard) are
    understood, and answered with ours.

    Exit codes: 0, 1 nothing was found, 2 there is no such edition.
    """
    try:
        found = find(" ".join(text), edition, limit)
    except (RulesdbError, ValueError) as error:
        refuse_error(error, at="--edition" if isinstance(error, RulesdbError) else "TEXT")
    if as_json:
        print_json(found)
    else:
        out = console()
        for word in found.foreign_words:
            out.print(Text(str(word), style="yellow"))
        for hit in found.hits:
            title = hit.title or hit.gist or "(no gist)"
            out.print(heading(hit.number).append(f" {title}", style="not bold"))
            place = " \u203a ".join(hit.section)
            why = f"found by {', '.join(hit.why)}"
            out.print(indented(Text("; ".join(filter(None, (place, why))), style="dim"), 2))
        if not found.hits:
            out.print("Nothing was found.")
    context.exit(0 if found.hits else FAILED)
