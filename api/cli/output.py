"""What the commands print: results to standard output, complaints to standard error.

With `--json` standard output carries a JSON document whatever happens: the result, or an
`ErrorDocument`, which says what the problem document of the HTTP interface says.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

import click
import msgspec
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.text import Text

from judge.board.faults import Fault
from rulesdb import RulesdbError

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


class Complaint(Fault, omit_defaults=True, kw_only=True, frozen=True):
    """One thing wrong with the input, as programs are told of it.

    `path` leads to its place: from `$`, the root of a document, or the name of an argument or an
    option. `code` is stable, `message` is for people. `document`, `line` and `column` say where it
    stands, as far as that is known.
    """

    document: str | None = None
    line: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.document, self.line, self.column) if part)
        shown = self.path if tree_path(self.path) else ""
        return ": ".join(part for part in (place, shown, self.message) if part)


class Failure(msgspec.Struct, omit_defaults=True, kw_only=True):
    """Why a command has no result; `nearest` are names that look like the one given."""

    title: str
    errors: list[Complaint]
    nearest: list[str] = []
    question: Any = None


class ErrorDocument(msgspec.Struct, kw_only=True):
    """What every command prints under `--json` instead of a result."""

    error: Failure


_PATH_PART = re.compile(r"\.([A-Za-z_][A-Za-z0-9_-]*)|\[(\d+)\]|\['((?:[^'\\]|\\.)*)'\]")


def tree_path(path: str) -> tuple[str | int, ...]:
    """The keys and indexes of a path such as `$.players.A.hand[0]`; none for a bare name."""
    parts: list[str | int] = []
    for key, index, quoted in _PATH_PART.findall(path.removeprefix("$")):
        parts.append(int(index) if index else key or re.sub(r"\\(.)", r"\1", quoted))
    return tuple(parts)


def complain(lines: Iterable[str]) -> None:
    """Say what is wrong, one line each, to standard error."""
    out = console(error=True)
    for line in lines:
        out.print(Text("error: ", style="bold red").append(line, style="default not bold"))


def refuse(
    complaints: Iterable[Complaint | str],
    *,
    at: str = "$",
    title: str = "The input is at fault",
    **members: Any,
) -> NoReturn:
    """Say what is wrong with the input, and end with the exit code for that.

    A complaint that is a sentence stands at the path `at`. `members` are those of `Failure`.
    """
    found = [
        Complaint(path=at, code="wrong_value", message=one) if isinstance(one, str) else one
        for one in complaints
    ]
    complain(str(one) for one in found)
    if _wants_json():
        print_json(ErrorDocument(error=Failure(title=title, errors=found, **members)))
    raise click.exceptions.Exit(USAGE)


def refuse_error(error: Exception, *, at: str) -> NoReturn:
    """Refuse an argument, `at`, for what an exception says; its class gives the code."""
    words = re.findall(r"[A-Z][a-z]*", type(error).__name__)
    nearest = getattr(error, "nearest", [])
    refuse(
        [Complaint(path=at, code="_".join(words).lower(), message=str(error))],
        nearest=[nearest] if isinstance(nearest, str) else list(nearest),
    )


def _wants_json() -> bool:
    context = click.get_current_context(silent=True)
    return context is not None and bool(context.params.get("as_json") or context.meta.get(__name__))


class Program(click.Group):
    """A group of commands whose errors of usage, too, are JSON where JSON is asked for. Where the
    data of the package or of the user is damaged, that is said in a line, whichever command comes
    upon it.
    """

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,
    ) -> click.Context:
        wants_json = "--json" in args
        with _usage_errors(as_json=wants_json):
            context = super().make_context(info_name, args, parent, **extra)
        context.meta[__name__] = wants_json
        return context

    def invoke(self, ctx: click.Context) -> Any:
        with _usage_errors(as_json=ctx.meta[__name__]):
            try:
                return super().invoke(ctx)
            except RulesdbError as error:
                refuse_error(error, at="$")


def _argument_of(error: click.ClickException) -> str:
    """The argument or option that is used wrongly; `$` where it is the command as a whole."""
    if isinstance(error, click.NoSuchOption):
        return error.option_name
    parameter = getattr(error, "param", None)
    if isinstance(parameter, click.Option):
        return parameter.opts[0]
    return parameter.human_readable_name if isinstance(parameter, click.Argument) else "$"


@contextmanager
def _usage_errors(*, as_json: bool) -> Iterator[None]:
    try:
        yield
    except click.ClickException as error:
        if as_json:
            title, message = "The command is used wrongly", error.format_message()
            complaint = Complaint(path=_argument_of(error), code="usage", message=message)
            print_json(ErrorDocument(error=Failure(title=title, errors=[complaint])))
        raise


def heading(text: str, style: str = "bold") -> Text:
    """A line that stands over others."""
    return Text(text, style=style)


def indented(what: RenderableType, columns: int) -> Padding:
    """Something that stands further in, in all of its lines."""
    return Padding(what, (0, 0, 0, columns), expand=False)
