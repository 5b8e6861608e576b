"""What the commands print: results to standard output, complaints to standard error."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from typing import Any, NoReturn

import click
import msgspec
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.text import Text

#: Exit codes that are not the verdict of a ruling.
FAILED = 1
USAGE = 2

#: Wide enough that nothing is broken into lines where another program reads them.
_UNBROKEN = 10_000

json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print the result as JSON, for programs."
)


class WholeNumber(click.IntRange):
    """A whole number within bounds, in ASCII digits, which `int` alone does not ask for."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if isinstance(value, str) and re.fullmatch("[+-]?[0-9]{1,9}", value) is None:
            self.fail(f"{value!r} is not a whole number.", param, ctx)
        return super().convert(value, param, ctx)


def console(*, error: bool = False) -> Console:
    """A console for people: colours on a terminal only, and none where NO_COLOR is set."""
    stream = sys.stderr if error else sys.stdout
    if stream.isatty():
        return Console(file=stream, highlight=False, markup=False, emoji=False)
    return Console(
        file=stream,
        highlight=False,
        markup=False,
        emoji=False,
        force_terminal=False,
        color_system=None,
        width=_UNBROKEN,
    )


def print_json(value: Any) -> None:
    """A value as JSON, indented; an encoded one is printed as it is."""
    encoded = value if isinstance(value, bytes) else msgspec.json.encode(value)
    click.echo(msgspec.json.format(encoded, indent=2))


def complain(lines: Iterable[str]) -> None:
    """Say what is wrong, one line each, to standard error."""
    out = console(error=True)
    for line in lines:
        out.print(Text("error: ", style="bold red").append(line, style="default not bold"))


def refuse(lines: Iterable[str]) -> NoReturn:
    """Say what is wrong with the input, and end with the exit code for that."""
    complain(lines)
    raise click.exceptions.Exit(USAGE)


def heading(text: str, style: str = "bold") -> Text:
    """A line that stands over others."""
    return Text(text, style=style)


def indented(what: RenderableType, columns: int) -> Padding:
    """Something that stands further in, in all of its lines."""
    return Padding(what, (0, 0, 0, columns), expand=False)
