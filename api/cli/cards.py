"""`cards print`, `cards lint` and `cards schema`: definitions of cards in notation."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import click
import msgspec
from rich.text import Text

from api.cli.documents import Input, read_file
from api.cli.output import (
    FAILED,
    Complaint,
    complain,
    console,
    heading,
    json_option,
    print_json,
    refuse,
)
from api.handlers.usercards import in_use, raw_definitions
from api.notation_schema import SCHEMA_FILE, is_current, schema_text
from judge.cardtext import NotPrintable, print_card, print_effect_text
from judge.effects.catalogue import AmbiguousCard, UnknownCard
from judge.effects.linting import HARMLESS
from judge.effects.linting import lint as findings_of
from judge.effects.notation import CardDefinition
from judge.effects.support import unsupported
from rulesdb.cards import catalogue_bytes
from rulesdb.cards.sources import DIGEST_FIELD, NOTATION_FIELDS


@click.group()
def cards() -> None:
    """Cards in notation: print them as text, check them, and their schema."""


@cache
def _catalogue() -> dict[str, dict[str, Any]]:
    """The catalogue as plain data, with what the engine does not execute yet."""
    return {card["name"]: card for card in msgspec.json.decode(catalogue_bytes())}


def _definition(name: str) -> CardDefinition:
    """A card of the catalogue, or of the user's, with what the engine does not execute yet."""
    own = raw_definitions().get(name)
    return msgspec.convert(_catalogue()[name], CardDefinition) if own is None else own


def _definitions(document: Input) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """The definitions of a file, each with where it stands: a mapping by name, such as the files of
    the catalogue, or the `cards` of a board, of a request or of a scenario.
    """
    tree, path = document.tree, tuple[str | int, ...]()
    for key in ("board", "cards"):
        if isinstance(tree, dict) and isinstance(tree.get(key), dict):
            tree, path = tree[key], (*path, key)
    if not isinstance(tree, dict):
        refuse([document.at(path, "must be a mapping from names of cards")])
    for name, entry in tree.items():
        yield (*path, name), _whole(str(name), entry)


def _whole(name: str, entry: Any) -> Any:
    """The entry with its name, and with the corners of the catalogue where it gives none."""
    if not isinstance(entry, dict):
        return entry
    corners: dict[str, Any] = {}
    if "types" not in entry:
        corners = dict(_catalogue().get(name, {}))
        for field in (*NOTATION_FIELDS, "text", "clauses"):
            corners.pop(field, None)
    given = {key: value for key, value in entry.items() if key != DIGEST_FIELD}
    if "clauses" in given:  # the catalogue's files say no more of it
        given.setdefault("text", "unmodelled")
    return {**corners, "name": name, **given}


# --- print ----------------------------------------------------------------------------------------


class PrintedCard(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A card as text; `not_executed` names what the engine does not follow yet."""

    name: str
    text: str
    effect_text: str = ""
    not_executed: list[str] = []


@cards.command(name="print")
@click.argument("name", metavar="NAME|FILE")
@json_option
def print_(name: str, as_json: bool) -> None:
    """Print a card, of the catalogue or your own, or every definition of a YAML file, as card text.

    Exit codes: 0, or 2 where there is no such card or file, a definition means nothing, or the
    catalogue does not say what the card does.
    """
    printed = [_printed(each) for each in _asked(name)]
    if as_json:
        print_json(printed)
        return
    out = console()
    for each in printed:
        out.print(heading(each.name))
        out.print(Text(each.text or "(no text)"))
        if each.effect_text:
            out.print(Text(f"Attached: {each.effect_text}"))
        if each.not_executed:
            out.print(Text(f"Not executed yet: {', '.join(each.not_executed)}", style="dim"))


def _asked(name: str) -> Iterator[CardDefinition]:
    if name == "-" or Path(name).is_file():
        document = read_file(name)
        for path, data in _definitions(document):
            found = [each for each in findings_of(data) if each.code not in HARMLESS]
            if found:
                refuse(document.at((*path, *one.path), one.message, one.code) for one in found)
            yield msgspec.convert(data, CardDefinition)
        return
    try:
        known = in_use().resolve(name)
    except UnknownCard as error:
        meant = f"; did you mean {' or '.join(error.nearest)}?" if error.nearest else ""
        message = f"{name!r} is neither a file nor a card{meant}"
        refuse([message], at="NAME|FILE", nearest=error.nearest)
    except AmbiguousCard as error:
        refuse([str(error)], at="NAME|FILE")
    definition = _definition(known)
    if definition.text == "unmodelled":
        clauses = ", ".join(definition.clauses)
        refuse([f"the text of {definition.name} is not modelled: {clauses}"], at="NAME|FILE")
    yield definition


def _printed(definition: CardDefinition) -> PrintedCard:
    try:
        return PrintedCard(
            name=definition.name,
            text=print_card(definition),
            effect_text=print_effect_text(definition),
            not_executed=unsupported(definition),
        )
    except NotPrintable as error:
        refuse([f"{definition.name}: {error}"], at="NAME|FILE")


# --- lint -----------------------------------------------------------------------------------------


@cards.command(name="lint")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@json_option
@click.pass_context
def lint_(context: click.Context, files: tuple[str, ...], as_json: bool) -> None:
    """Say what is wrong with the definitions of YAML files.

    A file is a mapping from names to definitions, like those of the catalogue, or has such a
    mapping as `cards`, like a board.

    Exit codes: 0 nothing is wrong, 1 something is, 2 a file can't be read. A choice to which
    nothing refers (unused_choice), a condition that only another text makes possible
    (unlikely_trigger) and a part that the engine does not follow yet (not_executed: judged as a
    text that is not modelled) are said and are not wrong.
    """
    found: list[Complaint] = []
    for name in files:
        document = read_file(name)
        for path, data in _definitions(document):
            found += [
                document.at((*path, *finding.path), finding.message, finding.code)
                for finding in findings_of(data)
            ]
    if as_json:
        print_json(found)
    else:
        for each in found:
            place = ":".join(str(part) for part in (each.document, each.line, each.column) if part)
            console().print(Text(f"{place}: {each.code}: {each.path}: {each.message}"))
        if not any(each.code not in HARMLESS for each in found):
            console().print("Nothing is wrong.")
    context.exit(FAILED if any(each.code not in HARMLESS for each in found) else 0)


# --- schema ---------------------------------------------------------------------------------------


@cards.command()
@click.option(
    "--write",
    "written",
    is_flag=False,
    flag_value=str(SCHEMA_FILE),
    metavar="FILE",
    help="Write the schema to FILE; left out: to where editors look for it.",
)
@click.option("--check", is_flag=True, help="Say whether the written schema is up to date.")
@json_option
@click.pass_context
def schema(context: click.Context, written: str | None, check: bool, as_json: bool) -> None:
    """Print the JSON Schema of card notation.

    Exit codes: 0, or 1 where --check finds the written schema stale.
    """
    file = SCHEMA_FILE if written is None else Path(written)
    if written is not None:
        try:
            file.write_text(schema_text(), "utf-8")
        except OSError as error:
            refuse([f"{file}: {error.strerror or error}"], at="--write")
    elif not check:
        click.echo(schema_text(), nl=False)
        return
    current = is_current(file)
    if as_json:
        print_json({"file": file.name, "current": current})
    elif not current:
        complain([f"{file.name} is stale: arbiter cards schema --write"])
    context.exit(0 if current else FAILED)
