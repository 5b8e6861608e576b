"""`rules graph`: what lies around a rule, as data or as a picture."""

from __future__ import annotations

from pathlib import Path

import click

from api.cli.output import WholeNumber, json_option, refuse
from api.handlers.rule_graph import GRAPH_FORMS, MOST_RADIUS, GraphForm, drawn
from rulesdb import RulesdbError


@click.command(short_help="Show what lies around a rule, as data or as a picture.")
@click.argument("reference")
@click.option(
    "--radius",
    type=WholeNumber(1, MOST_RADIUS),
    default=2,
    show_default=True,
    help="How many steps away.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(GRAPH_FORMS),
    help="Default: by the end of FILE, else json.",
)
@click.option("-o", "--output", "file", metavar="FILE", help="Write to FILE.")
@json_option
def graph(
    reference: str, radius: int, form: GraphForm | None, file: str | None, as_json: bool
) -> None:
    """Show what lies around a rule, as data or as a picture.

    REFERENCE is a number (465.2.c), or names its edition (1.3:466.2). json is the node-link form of
    networkx, dot is for Graphviz, and svg is a picture of the nearest forty rules.

    Exit codes: 0, 2 there is no such rule, or FILE can't be written.
    """
    ending = Path(file).suffix.removeprefix(".").lower() if file else ""
    by_ending: GraphForm = next((known for known in GRAPH_FORMS if known == ending), "json")
    try:
        text = drawn(reference, radius, "json" if as_json else form or by_ending)
    except RulesdbError as error:
        refuse([str(error)])
    if file is None or file == "-":
        click.echo(text.rstrip("\n"))
        return
    try:
        Path(file).write_text(text, encoding="utf-8")
    except OSError as error:
        refuse([f"{file}: {error.strerror or error}"])
