"""`rules graph`: what lies around a rule, as data or as a picture."""

from __future__ import annotations

from pathlib import Path

import click

from api.cli.output import json_option, print_json, refuse, refuse_error
from api.handlers.rule_graph import GRAPH_FORMS, MOST_RADIUS, GraphForm, drawn
from rulesdb import RulesdbError


@click.command(short_help="Show what lies around a rule, as data or as a picture.")
@click.argument("reference")
@click.option(
    "--radius",
    type=click.IntRange(1, MOST_RADIUS),
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
    if file == "-":
        file = None
    # what is written to a file has the form that was asked for; standard output then names it
    as_data = as_json and file is None
    try:
        text = drawn(reference, radius, "json" if as_data else form or by_ending)
    except RulesdbError as error:
        refuse_error(error, at="REFERENCE")
    if file is None:
        click.echo(text.rstrip("\n"))
        return
    try:
        Path(file).write_text(text, encoding="utf-8")
    except OSError as error:
        refuse([f"{file}: {error.strerror or error}"], at="--output")
    if as_json:
        print_json({"file": file})
