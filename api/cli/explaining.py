"""`explain`: why an object on a board is what it is."""

from __future__ import annotations

from typing import get_args

import click
from rich.console import Console

import judge
from api.cli.judging import read_request
from api.cli.output import console, heading, indented, json_option, print_json, refuse_error
from api.describe.explanations import layer_of, values_of
from api.handlers.errors import RequestError, UnknownObject
from api.handlers.explanations import ExplanationRequest, explanation
from api.handlers.viewing import JUDGE
from judge.ruling.explanation import About, Explanation


@click.command()
@click.argument("file")
@click.argument("ref", metavar="OBJECT", required=False)
@click.option("--about", type=click.Choice(get_args(About)), help="One characteristic alone.")
@json_option
def explain(file: str, ref: str | None, about: About | None, as_json: bool) -> None:
    """Say why an object is what it is, layer by layer.

    FILE is YAML or JSON, - for standard input. OBJECT is its id on the board; left out it is what
    the file says beside the board under `object`.

    Exit codes: 0, or 2 where the input is at fault.
    """
    request = read_request(file)
    wanted = ref or request.part("object", None)
    if wanted is None:
        raise click.UsageError("say which object: arbiter explain FILE OBJECT")
    asked = ExplanationRequest(
        board=request.read(),
        object=wanted,
        about=about or request.part("about", None),
        viewer=request.part("viewer", JUDGE),
    )
    try:
        found = explanation(asked)
    except UnknownObject as error:
        if ref is None:
            request.refuse(error, {})
        refuse_error(error, at="OBJECT")
    except RequestError as error:
        request.refuse(error, {})
    if as_json:
        print_json(judge.encode(found))
    else:
        _print(console(), found, about)


def _print(out: Console, found: Explanation, about: About | None) -> None:
    out.print(heading(f"{found.name} ({found.object}), controlled by {found.controller}"))
    for what, value in values_of(found).items():
        if about in (None, what):
            out.print(indented(f"{what}: {value}", 2))
    where = None
    for step in found.steps:
        if layer_of(step) != where:
            where = layer_of(step)
            out.print(heading(f"{where}:"))
        out.print(indented(f"{step.sentence} ({', '.join(step.rules)})", 2))
    for caveat in found.caveats:
        out.print(indented(f"Caveat: {caveat.sentence}", 2))
