"""Lists of cards in English as people have them: JSON in the shape of the official list, or CSV.

Everything that is wrong with a list is said, each with its place. What a list leaves out of a card
is not made up: `ListedCard.told` has the fields that it gives.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from judge.board.faults import Fault, show_path
from judge.cardtext.reading.imported import CardText
from judge.effects.notation import CardDefinition
from rulesdb import RulesdbError
from rulesdb.cards.extract import printed_power

#: the largest list of cards that is read, in bytes, the most cards that it may have, and the
#: longest text of one, in characters
LIST_BYTES = 16 * 2**20
MOST_LISTED = 5_000
LONGEST_TEXT = 1_000
#: the most cards of one request over HTTP whose texts are read, and the most characters that their
#: texts may have together
READ_CARDS = 50
READ_CHARACTERS = 6_000

_TYPES = ("Unit", "Spell", "Gear", "Rune", "Battlefield", "Legend")
_DOMAINS = ("Fury", "Calm", "Mind", "Body", "Chaos", "Order")
#: how the official list calls what has no domain
_COLORLESS = "Colorless"
_NUMBERS = ("energy", "might", "might_bonus")
_LISTS = ("types", "domains", "tags", "aliases")
_FLAGS = {"token": "token", "is_token": "token", "banned": "banned", "banned_constructed": "banned"}
_SETTLED = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
#: a number with its set before it
_IN_A_SET = re.compile(r"([A-Za-z]{2,5})[- ]?0*([0-9]{1,4})(?:/[0-9]+)?")


class GivenCard(msgspec.Struct, kw_only=True):
    """A card with its text in English, as a list has it. `types` may be left out: then those are
    tried that there are.
    """

    name: str
    text: str
    types: list[str] | UnsetType | None = UNSET
    #: what an Equipment gives to the unit that it is attached to
    effect_text: str | UnsetType | None = UNSET
    set: str | UnsetType | None = UNSET
    number: int | str | UnsetType | None = UNSET
    supertype: str | UnsetType | None = UNSET
    domains: list[str] | UnsetType | None = UNSET
    energy: int | UnsetType | None = UNSET
    #: a domain for each symbol of Power, or how many there are of the card's own
    power: int | list[str] | UnsetType | None = UNSET
    might: int | UnsetType | None = UNSET
    might_bonus: int | UnsetType | None = UNSET
    tags: list[str] | UnsetType | None = UNSET
    aliases: list[str] | UnsetType | None = UNSET
    token: bool | UnsetType | None = UNSET


class ListFault(Fault, kw_only=True, frozen=True):
    """Something wrong with a list; `line` where it is known."""

    line: int | None = None


class MalformedList(ValueError):
    """A list that can't be taken; `faults` are all of its faults."""

    def __init__(self, faults: Iterable[ListFault]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(f"{fault.path}: {fault.message}" for fault in self.faults))


def parse_list(content: bytes, name: str) -> list[CardText]:
    """The cards of a file, JSON where it is called or begins so. Raises `MalformedList`."""
    if len(content) > LIST_BYTES:
        message = f"larger than {LIST_BYTES} bytes (the limit LIST_BYTES)"
        raise MalformedList([_fault((), "limit", message)])
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise MalformedList([_fault((), "syntax", f"not UTF-8 (byte {error.start})", line)]) from (
            None
        )
    if name.endswith(".json") or text.lstrip().startswith(("{", "[")):
        tree, within = _of_json(text)
        return listed(tree, within)
    rows, lines = _of_csv(text)
    return listed(rows, lines=lines)


def listed(
    entries: Sequence[Any], within: tuple[str | int, ...] = (), lines: Sequence[int] = ()
) -> list[CardText]:
    """The cards of a list. `within`: where it stands in its document; `lines`: where each entry
    begins. Raises `MalformedList` with everything that is wrong.
    """
    if len(entries) > MOST_LISTED:
        message = f"{len(entries)} cards, more than {MOST_LISTED} (the limit MOST_LISTED)"
        raise MalformedList([_fault(within, "limit", message)])
    faults: list[ListFault] = []
    found: list[CardText] = []
    for index, entry in enumerate(entries):
        line = lines[index] if lines else None
        reading = _Entry(entry, (*within, index), line)
        card = reading.card()
        faults += reading.faults
        if card is not None:
            found.append(card)
    if faults:
        raise MalformedList(faults)
    return found


class _Entry:
    """One card of a list, with what is wrong with it."""

    def __init__(self, entry: Any, path: tuple[str | int, ...], line: int | None) -> None:
        self.entry = entry
        self.path = path
        self.line = line
        self.faults: list[ListFault] = []

    def fault(self, message: str, *at: str, code: str = "wrong_value") -> None:
        name = self.entry.get("name") if isinstance(self.entry, Mapping) else None
        said = f"{name}: {message}" if isinstance(name, str) and name else message
        self.faults.append(_fault((*self.path, *at), code, said, self.line))

    def card(self) -> CardText | None:
        """The card; None where something is wrong."""
        if not isinstance(self.entry, Mapping):
            self.fault("a card is an object", code="wrong_type")
            return None
        name = self.text("name")
        if not name.strip():
            self.fault("a card has a name", "name", code="missing_key")
        corners = dict(self.corners())
        types = self.types()
        text = self.text("text", needed=True)
        effect_text = self.text("effect_text")
        might = self.entry.get("might")
        if self.faults:
            return None
        shape = {"name": name, "types": types, "might": might, **corners}
        try:
            msgspec.convert(shape, CardDefinition)
        except msgspec.ValidationError as error:
            self.fault(str(error))
            return None
        return CardText(
            name=name.strip(),
            types=types,
            text=text,
            effect_text=effect_text,
            might=might,
            corners=corners,
            told=sorted(_TOLD[key] for key in self.entry if key in _TOLD),
        )

    def text(self, key: str, *, needed: bool = False) -> str:
        value = self.entry.get(key)
        if needed and key not in self.entry:
            self.fault(f"has no {key}", key, code="missing_key")
        if value is None:
            return ""
        if not isinstance(value, str):
            self.fault(f"a {key} is a string", key, code="wrong_type")
            return ""
        if len(value) > LONGEST_TEXT:
            self.fault(f"more than {LONGEST_TEXT} characters (LONGEST_TEXT)", key, code="limit")
        return value

    def types(self) -> list[str]:
        key = "types" if self.entry.get("types") else "type"
        found = self.entry.get(key)
        found = [found] if isinstance(found, str) else found or []
        found = self.names(key, found)
        for each in found:
            if each not in _TYPES:
                self.fault(f"{each!r} is no type of card; there are {', '.join(_TYPES)}", key)
        return found

    def names(self, key: str, value: Any) -> list[str]:
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            self.fault(f"`{key}` is a list of names", key, code="wrong_type")
            return []
        return [each.strip() for each in value if each.strip()]

    def corners(self) -> Iterator[tuple[str, Any]]:
        """What else is printed on the card, by the fields of a definition."""
        for key in _NUMBERS:
            value = self.entry.get(key)
            if value is None:
                continue
            if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 1000:
                self.fault(f"`{key}` is a whole number, not {value!r}", key, code="wrong_type")
            elif key != "might":
                yield key, value
        for key in ("supertype", "set"):
            if value := self.text(key).strip():
                yield key, value
        for key in ("domains", "tags"):
            value = self.names(key, self.entry.get(key) or [])
            if key == "domains":
                value = [each for each in value if each != _COLORLESS]
                for each in value:
                    if each not in _DOMAINS:
                        there = f"there are {', '.join(_DOMAINS)}"
                        self.fault(f"{each!r} is no domain; {there}", key)
            if value:
                yield key, value
        if power := self.power():
            yield "power", power
        for key, field in _FLAGS.items():
            value = self.entry.get(key)
            if value is not None and not isinstance(value, bool):
                self.fault(f"`{key}` is true or false", key, code="wrong_type")
            elif value:
                yield field, True
        yield from self.number()

    def number(self) -> Iterator[tuple[str, Any]]:
        """Its place in its set; a number of another shape is another name of the card."""
        aliases = self.names("aliases", self.entry.get("aliases") or [])
        value = self.entry.get("number")
        if isinstance(value, str) and value.strip():
            found = _IN_A_SET.fullmatch(value.strip())
            if value.strip().isdecimal():
                yield "number", int(value)
            elif found is not None:
                yield "number", int(found[2])
                if not self.entry.get("set"):
                    yield "set", found[1].upper()
            else:
                aliases.append(value.strip())
        elif isinstance(value, int) and not isinstance(value, bool):
            yield "number", value
        elif value not in (None, ""):
            self.fault("a number is a whole number or a string", "number", code="wrong_type")
        if aliases:
            yield "aliases", aliases

    def power(self) -> list[str]:
        """The symbols of its Power: a list of domains, how many of its own, or as the official
        list has them.
        """
        value = self.entry.get("power")
        domains = [each for each in self.entry.get("domains") or [] if each != _COLORLESS]
        if value is None:
            return []
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 100:
            if value and not domains:
                self.fault("a number of Power needs domains", "power")
            return [domains[0] if len(domains) == 1 else "own"] * value if domains else []
        if isinstance(value, Mapping):
            try:
                return printed_power(dict(self.entry))
            except (RulesdbError, KeyError, TypeError, IndexError) as error:
                self.fault(f"power is no Power cost: {error}", "power")
                return []
        found = self.names("power", value)
        for each in found:
            if each not in (*_DOMAINS, "own", "any"):
                self.fault(f"{each!r} is no domain; there are {', '.join(_DOMAINS)}", "power")
        return found


#: what a list may tell of a card, by its keys
_TOLD = {
    **{key: key for key in ("energy", "power", "might", "domains", "tags", "types")},
    "type": "types",
}


def _fault(
    path: tuple[str | int, ...], code: str, message: str, line: int | None = None
) -> ListFault:
    return ListFault(path=show_path(path), code=code, message=message, line=line)


# --- files ----------------------------------------------------------------------------------------


def _of_json(text: str) -> tuple[list[Any], tuple[str, ...]]:
    twice: list[str] = []

    def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        tree = dict(pairs)
        if len(tree) < len(pairs):
            keys = [key for key, _ in pairs]
            twice.extend(sorted({key for key in keys if keys.count(key) > 1}))
        return tree

    try:
        tree = json.loads(text, object_pairs_hook=members)
    except json.JSONDecodeError as error:
        message = f"not JSON from column {error.colno} on"
        raise MalformedList([_fault((), "syntax", message, error.lineno)]) from None
    except (ValueError, RecursionError):
        raise MalformedList([_fault((), "syntax", "not JSON, or nested too deeply")]) from None
    if twice:
        raise MalformedList(
            _fault((), "key_twice", f"the key {key!r} stands twice in one object") for key in twice
        )
    within: tuple[str, ...] = ()
    if isinstance(tree, dict):
        tree, within = tree.get("cards"), ("cards",)
    if not isinstance(tree, list):
        message = "must be a list of cards, or have one as `cards`"
        raise MalformedList([_fault((), "wrong_value", message)])
    return tree, within


def _of_csv(text: str) -> tuple[list[Any], list[int]]:
    """The rows, each with the line where it begins."""
    rows = csv.reader(io.StringIO(text, newline=""), strict=True)
    found: list[Any] = []
    lines: list[int] = []
    faults: list[ListFault] = []
    columns: list[str] | None = None
    while True:
        begun = rows.line_num + 1
        try:
            row = next(rows)
        except StopIteration:
            break
        except csv.Error as error:
            raise MalformedList([*faults, _fault((), "syntax", f"no CSV: {error}", begun)]) from (
                None
            )
        if columns is None:
            columns = _columns(row)
        elif len(row) > len(columns) and any(cell.strip() for cell in row[len(columns) :]):
            message = f"{len(row)} cells in {len(columns)} columns; quote a text that has commas"
            faults.append(_fault((len(found),), "wrong_value", message, begun))
        elif any(cell.strip() for cell in row):
            entry = dict(zip(columns, row, strict=False))
            found.append({key: _cell(key, entry.get(key, "")) for key in columns if key})
            lines.append(begun)
    if columns is None:
        _columns([])
    if faults:
        raise MalformedList(faults)
    return found, lines


def _columns(row: Sequence[str]) -> list[str]:
    columns = [column.strip().lower().replace(" ", "_") for column in row]
    if not {"name", "text"} <= set(columns):
        message = "must be JSON, or CSV with the columns name, number and text"
        raise MalformedList([_fault((), "wrong_value", message, 1)])
    twice = sorted({column for column in columns if column and columns.count(column) > 1})
    if twice:
        raise MalformedList(
            _fault((), "key_twice", f"the column {column!r} stands there twice", 1)
            for column in twice
        )
    return columns


def _cell(column: str, cell: str) -> Any:
    """What a cell means. One that means nothing stays text, to be complained of as such."""
    plain = cell.strip()
    if column in ("text", "effect_text"):
        return cell
    if not plain:
        return None
    if column in _FLAGS:
        return _SETTLED.get(plain.lower(), plain)
    if column in _NUMBERS or column == "power":
        if plain.isascii() and plain.isdecimal():
            return int(plain)
        if column in _NUMBERS:
            return plain
    if column in _LISTS or column == "power":
        return [part.strip() for part in plain.split(";")]
    if column == "type" and ";" in plain:
        return [part.strip() for part in plain.split(";")]
    return plain


__all__ = [
    "LIST_BYTES",
    "LONGEST_TEXT",
    "MOST_LISTED",
    "READ_CARDS",
    "READ_CHARACTERS",
    "GivenCard",
    "ListFault",
    "MalformedList",
    "listed",
    "parse_list",
]
