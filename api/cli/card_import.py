"""`cards import`, `cards list` and `cards remove`: the cards of the user's own."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec
from rich.text import Text

from api.cli.card_reading import complaint, list_of
from api.cli.output import console, heading, indented, json_option, print_json, refuse
from api.handlers import usercards
from api.handlers.card_texts import CannotImport, Listed, UnknownImport, import_lists, remove
from api.handlers.usercards import UserCard, UserNames


class UserCards(msgspec.Struct, kw_only=True):
    """What `cards list --json` prints."""

    cards: list[UserCard]
    names: list[UserNames]


@click.command(name="import")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--replace", is_flag=True, help="Put them in the place of cards of the catalogue.")
@click.option("--skip", is_flag=True, help="Pass over those that the catalogue has.")
@json_option
def import_cards(files: tuple[str, ...], replace: bool, skip: bool, as_json: bool) -> None:
    """Take the cards of FILE... into your data directory, all of them or none.

    FILE is a list as `arbiter cards read` takes it. Rulings use the cards at once, those of a
    running service too: a text that is read whole as it was read, which the ruling says with the
    text printed back; any other as text that is not modelled, clause by clause. Notation written by
    hand, in `cards/*.yaml` of the data directory, wins over what is read. A card that was imported
    before is replaced. What a list leaves out, such as a cost, is not made up: a ruling that needs
    it stops and says so.

    Exit codes: 0, 2 nothing was imported, with everything that is wrong.
    """
    if replace and skip:
        refuse(["--replace and --skip exclude each other"])
    lists = []
    for name in files:
        shown, cards = list_of(name)
        lists.append(Listed(source=shown if name == "-" else Path(name).name, cards=cards))
    try:
        report = import_lists(lists, replace=replace, skip=skip)
    except CannotImport as error:
        refuse(complaint(fault, document) for document, fault in error.faults)
    except OSError as error:
        refuse([f"nothing was imported: {error.filename or ''}: {error.strerror or error}"])
    if as_json:
        print_json(report)
        return
    out = console()
    whole = sum(card.status == "read" for card in report.cards)
    again = f", {len(report.again)} of them again" if report.again else ""
    out.print(f"Imported {len(report.cards)} cards{again}; {whole} are read whole.")
    if report.skipped:
        out.print(f"Passed over, since the catalogue has them: {len(report.skipped)}.")
    _print_cards([card for card in report.cards if card.status != "read" or card.left_out])


@click.command(name="list")
@json_option
def list_cards(as_json: bool) -> None:
    """List the cards of your data directory, where they are from, and how rulings have them.

    Exit codes: 0, 2 a file of yours is damaged.
    """
    laid = usercards.laid()
    if as_json:
        print_json(UserCards(cards=list(laid.cards), names=list(laid.names)))
        return
    out = console()
    if not laid.cards and not laid.names:
        out.print("No card was imported.")
    _print_cards(laid.cards)
    for each in laid.names:
        unknown = f", {len(each.unknown)} of no known card" if each.unknown else ""
        out.print(f"names/{each.language}.tsv: {each.names} names{unknown}")


@click.command(name="remove")
@click.argument("names", nargs=-1, metavar="NAME...")
@click.option("--from", "source", metavar="FILE", help="All cards that came from a file.")
@click.option("--all", "every", is_flag=True, help="All cards that were imported.")
@json_option
def remove_cards(names: tuple[str, ...], source: str | None, every: bool, as_json: bool) -> None:
    """Take imported cards out of your data directory again.

    Exit codes: 0, 2 no such card was imported, and nothing was removed.
    """
    if not names and source is None and not every:
        refuse(["name the cards, or give --from FILE or --all"])
    try:
        removed = remove(names, source=source, every=every)
    except UnknownImport as error:
        refuse([str(error)], at="--from" if source is not None else "NAME...")
    except OSError as error:
        refuse([f"nothing was removed: {error.filename or ''}: {error.strerror or error}"])
    if as_json:
        print_json({"removed": removed})
    else:
        console().print(Text(f"Removed {', '.join(removed) or 'nothing'}."))


_SAID = {
    "read": "read from its text",
    "hand_written": "as you wrote it",
    "unmodelled": "not modelled",
}


def _print_cards(cards: list[UserCard] | tuple[UserCard, ...]) -> None:
    out = console()
    for card in cards:
        place = "" if card.number is None else f" ({card.set or '?'}-{card.number:03})"
        out.print(heading(f"{card.name}{place}"))
        instead = "; in the place of the catalogue's" if card.replaces else ""
        clauses = f": {', '.join(card.clauses)}" if card.clauses else ""
        out.print(indented(Text(f"{_SAID[card.status]}{clauses}; {card.source}{instead}"), 2))
        if card.left_out:
            said = ", ".join(each.removeprefix("printed ") for each in card.left_out)
            out.print(indented(Text(f"its list leaves out: {said}", style="dim"), 2))
