"""`rules graph`: what lies around a rule, as data or as a picture, and questions to the graph."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
from rich.text import Text

from api.cli.output import (
    WholeNumber,
    console,
    heading,
    indented,
    json_option,
    print_json,
    refuse,
    refuse_error,
)
from api.handlers.rule_graph import (
    DRAWN_KINDS,
    GRAPH_FORMS,
    MOST_RADIUS,
    GraphForm,
    drawn,
)
from api.handlers.rule_questions import (
    MOST_ANSWERS,
    QUESTIONS,
    Answered,
    Place,
    Question,
    Unexercised,
    WayStep,
    answered,
    not_exercised,
    way,
)
from rulesdb import NEWEST, RulesdbError
from rulesdb.graph import BOOK_KINDS, EDGE_KINDS, EdgeKind

#: how many answers there are unless somebody asks for more
_ANSWERS = 20


@click.command(short_help="Show what lies around a rule, and answer questions about it.")
@click.argument("reference", required=False)
@click.option(
    "--ask",
    type=click.Choice(QUESTIONS),
    metavar="QUESTION",
    help=f"One of {', '.join(QUESTIONS)}.",
)
@click.option("--to", "goal", metavar="RULE", help="The fewest steps from REFERENCE to RULE.")
@click.option("--unexercised", is_flag=True, help="The rules that play and that nothing exercises.")
@click.option(
    "--limit",
    type=WholeNumber(1, MOST_ANSWERS),
    help=f"How many answers of --ask at most (default {_ANSWERS}).",
)
@click.option(
    "--edges",
    "kinds",
    type=click.Choice(EDGE_KINDS),
    multiple=True,
    help="Follow edges of this kind, may be given several times "
    f"(default {', '.join(DRAWN_KINDS)}; with --to also was).",
)
@click.option("--radius", type=WholeNumber(1, MOST_RADIUS), help="How many steps away (default 2).")
@click.option(
    "--format",
    "form",
    type=click.Choice(GRAPH_FORMS),
    help="Default: by the end of FILE, else json.",
)
@click.option("-o", "--output", "file", metavar="FILE", help="Write to FILE.")
@json_option
def graph(
    reference: str | None,
    ask: Question | None,
    goal: str | None,
    unexercised: bool,
    limit: int | None,
    kinds: tuple[EdgeKind, ...],
    radius: int | None,
    form: GraphForm | None,
    file: str | None,
    as_json: bool,
) -> None:
    """Show what lies around a rule, as data or as a picture, or answer a question about it.

    REFERENCE is a number (465.2.c), or names its edition (1.3:466.2) or the tournament rules
    (tournament-2026-07-16:702.6); a case in the text of a rule (355.9.a#i1) stands for that rule.
    json is the node-link form of networkx, dot is for Graphviz, and
    svg is a picture. The picture has the nearest 40 nodes, the other forms the nearest 400; when
    there are more within reach, that is said in the graph (left_out) and on standard error.

    \b
    --ask children        the rules directly under it
          path            the way up to its chapter
          references      what it points to, repeats, and where it stood before
          referenced-by   what points to it or repeats it, and who cites it: code, problem codes,
                          scenarios, cards, documents
          related         the rules that have most to do with it
          exercised       the scenarios that cite it by its own number

    Exit codes: 0, 2 there is no such rule, options that do not go together, or FILE can't be
    written.
    """
    drawing = {"--radius": radius, "--format": form, "-o": file}
    asked = {"--ask": ask, "--to": goal, "--unexercised": unexercised or None}
    named = [name for name, value in asked.items() if value is not None]
    if len(named) > 1:
        refuse([f"{' and '.join(named)}: one question at a time"])
    if named and (without := [name for name, value in drawing.items() if value is not None]):
        refuse([f"{without[0]} is for a drawing, and {named[0]} draws nothing"])
    if limit is not None and ask is None:
        refuse(["--limit is for --ask"])
    if kinds and (ask is not None or unexercised):
        refuse([f"--edges is for a drawing or --to, not for {named[0]}"])
    if (reference is None) is not unexercised:
        refuse(
            ["--unexercised is about the whole rule book; leave REFERENCE out"]
            if unexercised
            else ["say which rule: a number such as 465.2.c, or use --unexercised"]
        )
    try:
        if unexercised:
            _print_unexercised(not_exercised(), as_json)
        elif ask is not None:
            _answer(reference or "", ask, limit or _ANSWERS, as_json)
        elif goal is not None:
            _lead(reference or "", goal, kinds or BOOK_KINDS, as_json)
        else:
            form = _form(form, file, as_json)
            _draw(reference or "", radius or 2, form, kinds, file)
            if as_json and file not in (None, "-"):
                # what is written has the form that was asked for; standard output names the file
                print_json({"file": file})
    except RulesdbError as error:
        refuse_error(error, at="REFERENCE")


def _form(form: GraphForm | None, file: str | None, as_json: bool) -> GraphForm:
    """What is to be written. Ends the program where that is said in two ways, or in none."""
    ending = Path(file).suffix.removeprefix(".").lower() if file and file != "-" else ""
    by_ending = next((known for known in GRAPH_FORMS if known == ending), None)
    if as_json and file in (None, "-"):
        if form not in (None, "json"):
            refuse([f"--json is --format json; it does not go with --format {form}"])
        form = "json"
    if form is not None:
        if by_ending not in (None, form):
            refuse([f"{file}: a name for {by_ending}, but {form} was asked for"])
        return form
    if ending and by_ending is None:
        forms = ", ".join(GRAPH_FORMS)
        refuse([f"{file}: no form is called {ending!r}; there are {forms} (or say --format)"])
    return by_ending or "json"


def _draw(
    reference: str, radius: int, form: GraphForm, kinds: tuple[EdgeKind, ...], file: str | None
) -> None:
    drawing = drawn(reference, radius, form, kinds or DRAWN_KINDS)
    if drawing.left_out:
        name = "MOST_NODES" if form == "svg" else "MOST_EXPORTED"
        console(error=True).print(
            f"note: {drawing.left_out} more are within reach; "
            f"the nearest {drawing.shown} are shown (the limit {name})"
        )
    if file is None or file == "-":
        click.echo(drawing.text.rstrip("\n"))
        return
    try:
        Path(file).write_text(drawing.text, encoding="utf-8")
    except OSError as error:
        refuse([f"{file}: {error.strerror or error}"], at="--output")


def _answer(reference: str, ask: Question, limit: int, as_json: bool) -> None:
    found = answered(reference, ask, limit)
    if as_json:
        print_json(found)
        return
    out = console()
    home = found.reference.partition(":")[0]
    for one in found.answers:
        out.print(Text(_line(one, home)))
    if not found.answers:
        out.print("Nothing.")
    elif found.total is not None and found.total > len(found.answers):
        out.print(Text(f"and {found.total - len(found.answers):,} more (--limit)", style="dim"))


def _line(one: Answered, home: str) -> str:
    about = ""
    if one.kind is not None and one.kind != "parent":
        about = f"{one.kind}: "
    times = f" ({one.count} times)" if one.count is not None and one.count > 1 else ""
    share = f" ({one.share:.1%})" if one.share is not None else ""
    return f"{about}{_called(one.place, home)}{times}{share}"


def _called(place: Place, home: str) -> str:
    """A rule by its number, with its edition where that is another than `home`, and what it says;
    a source by its kind and id.
    """
    if place.edition is None:
        return f"{place.document} {place.number}"
    number = place.number if place.edition == home else f"{place.edition}:{place.number}"
    return " ".join(filter(None, (number, place.title or place.gist)))


def _lead(reference: str, goal: str, kinds: tuple[EdgeKind, ...], as_json: bool) -> None:
    found = way(reference, goal, kinds)
    if as_json:
        print_json(found)
        return
    out = console()
    if found.steps is None:
        out.print(f"No way leads from {found.start} to {found.end}.")
        return
    steps = "1 step" if len(found.steps) == 1 else f"{len(found.steps)} steps"
    out.print(heading(f"{found.start} to {found.end}: {steps}"))
    for line in _way_lines(found.steps):
        out.print(indented(Text(line), 2))


_FORTH = {
    "parent": "is part of",
    "see": "points to",
    "restates": "repeats",
    "was": "stood before at",
    "cites": "cites",
}
_BACK = {
    "parent": "has under it",
    "see": "is pointed to by",
    "restates": "is repeated by",
    "was": "became",
    "cites": "is cited by",
}


def _way_lines(steps: tuple[WayStep, ...]) -> Iterator[str]:
    for step in steps:
        how = (_FORTH if step.forward else _BACK)[step.kind]
        yield f"{step.start.number} {how} {_called(step.end, NEWEST)}"


def _print_unexercised(found: Unexercised, as_json: bool) -> None:
    if as_json:
        print_json(
            {
                "edition": found.edition,
                "plays": found.plays,
                "rules": [
                    {"number": rule.number, "title": rule.title, "gist": rule.gist}
                    for rule in found.rules
                ],
            }
        )
        return
    out = console()
    out.print(heading(f"{found.edition}: {len(found.rules):,} of {found.plays:,} rules that play"))
    for rule in found.rules:
        out.print(indented(Text(f"{rule.number} {rule.title or rule.gist or ''}".rstrip()), 2))
