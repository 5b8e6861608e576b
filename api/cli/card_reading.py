"""`cards read`: card texts in English, read into notation."""

from __future__ import annotations

import sys
from pathlib import Path

import click
from rich.text import Text

from api.cli.output import FAILED, Complaint, console, heading, json_option, print_json, refuse
from api.handlers.card_texts import ReadCard, ReadList, Totals, read_list
from api.handlers.cardlists import LIST_BYTES, ListFault, MalformedList, parse_list
from judge.cardtext.reading.imported import CardText

__all__ = ["ReadCard", "ReadList", "Totals", "complaint", "list_of", "read_cards"]


@click.command(name="read")
@click.argument("name", metavar="FILE")
@json_option
@click.pass_context
def read_cards(context: click.Context, name: str, as_json: bool) -> None:
    """Read the card texts of FILE into notation, `-` for standard input.

    FILE is a JSON list of cards, alone or as `cards` of an object, each with at least `name` and
    `text`, with `types` where they are known and with `effect_text` where it has one; or CSV with
    the columns name, number and text, and others of the same names. Reminders in parentheses are
    left out. A text is read whole or not at all: a clause that is not understood is named, with the
    word at which the reading ended.

    Exit codes: 0 every text was read, 1 something was refused, 2 the file can't be read.
    """
    found = read_list(list_of(name)[1])
    if as_json:
        print_json(found)
    else:
        _tell(found)
    context.exit(0 if found.totals.read_whole == found.totals.cards else FAILED)


def _tell(found: ReadList) -> None:
    """For people: what was refused, and the totals."""
    out = console()
    for card in found.cards:
        if not card.refused:
            continue
        out.print(heading(card.name))
        for each in card.refused:
            out.print(Text(each.clause))
            out.print(Text(f"not read from: {each.rest or 'its end'}"))
            out.print(Text(f"expected: {', '.join(each.expected[:6])}", style="dim"))
    totals = found.totals
    out.print(
        f"{totals.read_whole} of {totals.cards} cards read whole, "
        f"{totals.clauses_read} of {totals.clauses} clauses"
    )


def list_of(name: str) -> tuple[str, list[CardText]]:
    """What a file is called, and the cards of its list. Ends the program where it has none."""
    shown = "standard input" if name == "-" else name
    try:
        if name == "-":
            content = sys.stdin.buffer.read(LIST_BYTES + 1)
        else:
            with Path(name).open("rb") as file:
                content = file.read(LIST_BYTES + 1)
    except OSError as error:
        message = f"{error.strerror or error}"
        refuse([Complaint(path="$", code="unreadable", message=message, document=shown)])
    try:
        return shown, parse_list(content, name)
    except MalformedList as error:
        refuse([complaint(fault, shown) for fault in error.faults])


def complaint(fault: ListFault, document: str) -> Complaint:
    """A fault of a list, as a complaint about its file."""
    return Complaint(
        path=fault.path,
        code=fault.code,
        message=fault.message,
        document=document,
        line=fault.line,
    )
