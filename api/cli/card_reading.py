"""`cards read`: card texts in English, read into notation."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import msgspec
from rich.text import Text

from api.cli.output import FAILED, Complaint, console, heading, json_option, print_json, refuse
from judge.cardtext.reading import Read, Refused, read
from judge.effects.notation import CardDefinition
from rulesdb import RulesdbError
from rulesdb.cards.extract import printed_power

#: the largest list of cards that is read
LIST_BYTES = 16 * 2**20

#: what a card of a list may give beside its text, by the fields of a definition
_CORNERS = (
    "supertype",
    "domains",
    "energy",
    "might_bonus",
    "tags",
    "token",
    "set",
    "number",
    "aliases",
)
#: what a text may belong to, where a list does not say it
_TYPES = (["Unit"], ["Spell"], ["Gear"], ["Battlefield"], ["Legend"])


class ReadCard(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A card of the list: its notation, or the clauses that were refused."""

    name: str
    types: list[str]
    number: int | str | None = None
    notation: dict[str, Any] | None = None
    refused: list[Refused] = []


class Totals(msgspec.Struct, kw_only=True):
    """How much of a list was read. A clause is a line of a text, with the list that belongs to
    it.
    """

    cards: int = 0
    read_whole: int = 0
    clauses: int = 0
    clauses_read: int = 0


class ReadList(msgspec.Struct, kw_only=True):
    """A list of cards, read."""

    cards: list[ReadCard]
    totals: Totals


@click.command(name="read")
@click.argument("name", metavar="FILE")
@json_option
@click.pass_context
def read_cards(context: click.Context, name: str, as_json: bool) -> None:
    """Read the card texts of FILE into notation, `-` for standard input.

    FILE is a JSON list of cards, alone or as `cards` of an object, each with at least `name`,
    `types` and `text` and with `effect_text` where it has one; or CSV with the columns name, number
    and text, and type if it is known. Reminders in parentheses are left out. A text is read whole
    or not at all: a clause that is not understood is named, with the word at which the reading
    ended.

    Exit codes: 0 every text was read, 1 something was refused, 2 the file can't be read.
    """
    found, totals = [], Totals()
    for entry in _entries(name):
        types, result = _read(entry)
        totals.cards += 1
        totals.clauses += len(result.clauses) + len(result.refused)
        totals.clauses_read += len(result.clauses)
        totals.read_whole += result.definition is not None
        notation = None if result.definition is None else msgspec.to_builtins(result.definition)
        found.append(
            ReadCard(
                name=entry["name"],
                types=types,
                number=entry.get("number"),
                notation=notation,
                refused=result.refused,
            )
        )
    if as_json:
        print_json(ReadList(cards=found, totals=totals))
    else:
        _tell(found, totals)
    context.exit(0 if totals.read_whole == totals.cards else FAILED)


def _tell(found: list[ReadCard], totals: Totals) -> None:
    """For people: what was refused, and the totals."""
    out = console()
    for card in found:
        if not card.refused:
            continue
        out.print(heading(card.name))
        for each in card.refused:
            out.print(Text(each.clause))
            out.print(Text(f"not read from: {each.rest or 'its end'}"))
            out.print(Text(f"expected: {', '.join(each.expected[:6])}", style="dim"))
    out.print(
        f"{totals.read_whole} of {totals.cards} cards read whole, "
        f"{totals.clauses_read} of {totals.clauses} clauses"
    )


def _read(entry: dict[str, Any]) -> tuple[list[str], Read]:
    """A card of the list, read; of the types that its text fits where none are given."""

    def as_(types: list[str]) -> Read:
        return read(
            entry["text"],
            name=entry["name"],
            types=types,
            might=entry.get("might"),
            effect_text=entry.get("effect_text") or "",
            corners=entry["corners"],
        )

    if entry["types"]:
        return entry["types"], as_(entry["types"])
    tried = [(types, as_(types)) for types in _TYPES]
    return max(tried, key=lambda one: (one[1].definition is not None, len(one[1].clauses)))


# --- the file -------------------------------------------------------------------------------------


def _entries(name: str) -> Iterator[dict[str, Any]]:
    """The cards of a file, each with its name, its types and its text."""
    shown = "standard input" if name == "-" else name
    text = _content(name, shown)
    listed = _of_json(text, shown) if _is_json(name, text) else _of_csv(text, shown)
    for index, entry in enumerate(listed):
        at = f"$[{index}]"
        if not isinstance(entry, dict) or not isinstance(entry.get("name"), str):
            refuse([Complaint(path=at, code="wrong_value", message="a card has a name",
                              document=shown)])  # fmt: skip
        types = entry.get("types") or [entry["type"]] if entry.get("type") else entry.get("types")
        text_ = entry.get("text")
        given = {**entry, "types": types or [], "text": "" if text_ is None else text_}
        if not isinstance(given["text"], str):
            message = f"{entry['name']}: a text is a string"
            refuse([Complaint(path=at, code="wrong_value", message=message, document=shown)])
        try:
            yield {**given, "corners": _corners(given)}
        except (msgspec.ValidationError, RulesdbError) as error:
            message = f"{entry['name']}: {error}"
            refuse([Complaint(path=at, code="wrong_value", message=message, document=shown)])


def _corners(entry: dict[str, Any]) -> dict[str, Any]:
    """What else a card of the list says of itself, as definitions have it."""
    given = {field: entry[field] for field in _CORNERS if entry.get(field) is not None}
    if not isinstance(given.get("number", 0), int):
        given.pop("number")  # some sets number their tokens with letters
    if isinstance(given.get("domains"), list):
        given["domains"] = [each for each in given["domains"] if each != "Colorless"]
    power = entry.get("power")
    if isinstance(power, dict):
        power = printed_power(entry)
    if power:
        given["power"] = power
    shape = {**given, "name": entry["name"], "types": entry["types"]}
    msgspec.convert({**shape, "might": entry.get("might")}, CardDefinition)
    return given


def _content(name: str, shown: str) -> str:
    try:
        if name == "-":
            content = sys.stdin.buffer.read(LIST_BYTES + 1)
        else:
            with Path(name).open("rb") as file:
                content = file.read(LIST_BYTES + 1)
    except OSError as error:
        message = f"{error.strerror or error}"
        refuse([Complaint(path="$", code="unreadable", message=message, document=shown)])
    if len(content) > LIST_BYTES:
        message = f"larger than {LIST_BYTES} bytes"
        refuse([Complaint(path="$", code="limit", message=message, document=shown)])
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"not UTF-8 (byte {error.start})"
        refuse([Complaint(path="$", code="syntax", message=message, document=shown)])


def _is_json(name: str, text: str) -> bool:
    return name.endswith(".json") or text.lstrip().startswith(("{", "["))


def _of_json(text: str, shown: str) -> list[Any]:
    try:
        tree = json.loads(text)
    except (ValueError, RecursionError) as error:
        refuse([Complaint(path="$", code="syntax", message=f"not JSON: {error}", document=shown)])
    if isinstance(tree, dict):
        tree = tree.get("cards")
    if not isinstance(tree, list):
        message = "must be a list of cards, or have one as `cards`"
        refuse([Complaint(path="$", code="wrong_value", message=message, document=shown)])
    return tree


def _of_csv(text: str, shown: str) -> list[Any]:
    rows = csv.DictReader(io.StringIO(text))
    columns = [column.strip().lower() for column in rows.fieldnames or []]
    if not {"name", "text"} <= set(columns):
        message = "must be JSON, or CSV with the columns name, number and text"
        refuse([Complaint(path="$", code="wrong_value", message=message, document=shown)])
    rows.fieldnames = columns
    found: list[Any] = []
    for row in rows:
        kept = {key: value for key, value in row.items() if key and value not in (None, "")}
        for field in ("number", "might", "energy", "might_bonus"):
            if str(kept.get(field, "")).isdecimal():
                kept[field] = int(str(kept[field]))
        for field in ("tags", "domains", "types"):
            if field in kept:
                kept[field] = [part.strip() for part in str(kept[field]).split(";")]
        for field in ("power", "aliases"):
            kept.pop(field, None)
        found.append(kept)
    return found
