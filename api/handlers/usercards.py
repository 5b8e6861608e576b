"""The catalogue that rulings of this program are made with: that of the release, and over it the
cards, the notation and the names that its user has put into the data directory.

Every path that reads a board or judges takes it from `in_use`; a board that was read keeps it
(`Reading.catalogue.base`), so that a ruling is made with one catalogue whatever is imported
meanwhile. `rulesdb.usercards` says which files there are.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

import msgspec

import judge
from api.notation_yaml import Document, NotationError, load_document
from judge.cardtext.reading.imported import CardText, take
from judge.cardtext.reading.reader import Refused
from judge.effects.catalogue import Catalogue, fold_name, standard_catalogue
from judge.effects.linting import HARMLESS, decode_definition, lint
from judge.effects.notation import CardDefinition
from rulesdb import usercards
from rulesdb.carddates import CardDates, held_dates, newest_wordings, read_dates
from rulesdb.cards.cardtext import text_digest
from rulesdb.cards.sources import DIGEST_FIELD
from rulesdb.errors import DamagedData, DamagedStore
from rulesdb.usercards import Files, Imported, ImportedText

#: the largest file of notation or of names that is read, in bytes
FILE_BYTES = 4 * 2**20

#: what a hand-written entry may say of a card, and what follows from others
_FIELDS = frozenset(CardDefinition.__struct_fields__) - {"name", "text", "clauses"}
_OF_TEXTS = ("chooses", "does", "abilities", "effect_text", "additional_costs")

Status = Literal["read", "hand_written", "unmodelled"]


class Made(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the reader made of a text: `printed` if it was read whole, else what was refused."""

    definition: CardDefinition
    printed: str | None = None
    refused: list[Refused] = []
    left_out: list[str] = []


class UserCard(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A card of the user's: where it is from, and how rulings have it.

    `read`: its text was read whole; `hand_written`: its notation was; `unmodelled`: rulings that
    touch one of `clauses` say so by name. `left_out`: corners that its list does not give;
    `replaces`: the catalogue of this release has a card of that name.
    """

    name: str
    status: Status
    source: str
    set: str | None = None
    number: int | None = None
    clauses: list[str] = []
    left_out: list[str] = []
    replaces: bool = False


class UserNames(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Names in another language; `unknown` are those English ones that no card has."""

    language: str
    names: int
    unknown: list[str] = []


class Laid(NamedTuple):
    """The catalogue in use, and what the user has added to it."""

    catalogue: Catalogue
    cards: tuple[UserCard, ...] = ()
    names: tuple[UserNames, ...] = ()
    #: with what the engine does not execute yet, by name
    raw: Mapping[str, CardDefinition] = {}
    #: the dated files, of the release and the user's
    dates: tuple[CardDates, ...] = ()
    #: the digests of the wordings of which the catalogue has the notation, as far as they are known
    wordings: Mapping[str, str] = {}


def raw_definitions() -> Mapping[str, CardDefinition]:
    """The user's cards as they were read or written, with what the engine does not execute yet.

    Raises what `in_use` raises.
    """
    return laid().raw


def in_use() -> Catalogue:
    """The catalogue of this release with what the user has added to it, as it is now.

    Raises `rulesdb.errors.DamagedStore`: a file of the user's is not what it should be.
    """
    return laid().catalogue


def laid() -> Laid:
    """The same, with what was added. Raises what `in_use` raises."""
    found = usercards.files()
    if found is not None:
        return _laid(found)
    return Laid(standard_catalogue(), dates=held_dates(), wordings=newest_wordings())


@cache
def reader() -> str:
    """What tells a reader of texts from others, so that what it made is kept no longer than it."""
    package = Path(judge.__file__).parent
    parts = [*package.glob("cardtext/**/*.py"), *package.glob("effects/notation/*.py")]
    parts.append(package.parent / "rulesdb" / "cards" / "cardtext.py")
    digest = hashlib.sha256(judge.__version__.encode())
    for part in sorted(parts):
        digest.update(part.read_bytes())
    return digest.hexdigest()[:16]


def made_of(text: CardText) -> Made:
    """What the reader makes of a text."""
    taken = take(text)
    return Made(
        definition=taken.definition,
        printed=taken.printed,
        refused=taken.refused,
        left_out=taken.left_out,
    )


def stored(text: CardText, made: Made, source: str, *, replaces: bool) -> ImportedText:
    """A card as it is kept in the data directory."""
    return ImportedText(
        name=text.name,
        source=source,
        text=msgspec.to_builtins(text),
        made=msgspec.to_builtins(made),
        replaces=replaces,
    )


def read_anew(held: Imported) -> Imported:
    """What was imported, with what this reader makes of it; itself where it has read it all."""
    if held.reader == reader():
        return held
    cards = tuple(
        stored(text, made_of(text), card.source, replaces=card.replaces)
        for card in held.cards
        for text in (msgspec.convert(card.text, CardText),)
    )
    return Imported(reader=reader(), cards=cards)


# --- laying them over the catalogue ---------------------------------------------------------------


@lru_cache(maxsize=4)
def _laid(files: Files) -> Laid:
    standard = standard_catalogue()
    definitions: dict[str, CardDefinition] = {}
    try:
        texts = _texts(files)
        for name, (_, _, made) in texts.items():
            definitions[name] = for_the_engine(made.definition)
    except msgspec.ValidationError as error:
        place = str(Path(files.folder) / "cards" / "imported.json")
        reason = f"{error}; import the cards again after removing it"
        raise DamagedStore(place, reason) from error
    raw = {name: made.definition for name, (_, _, made) in texts.items()}
    read: dict[str, str] = {}
    cards: dict[str, UserCard] = {}
    for name, (stored_card, _, made) in texts.items():
        definition = definitions[name]
        if made.printed is not None:
            read[name] = made.printed
        cards[name] = _listed(
            definition, stored_card.source, "read", made.left_out, replaces=stored_card.replaces
        )
    for file, _, name, data in _hand_written(files, texts, standard):
        definition = decode_definition(data)
        definitions[name], raw[name] = definition, msgspec.convert(data, CardDefinition)
        read.pop(name, None)
        left_out = [clause for clause in definition.clauses if clause.startswith("printed ")]
        cards[name] = _listed(
            definition, f"cards/{file}", "hand_written", left_out, replaces=name in standard
        )
    called, names = _names(files, {**dict.fromkeys(standard.names()), **definitions})
    catalogue = standard.extended(list(definitions.values()), read, called)
    dates = (*held_dates(), *_dates(files))
    wordings = dict(newest_wordings()) | {
        name: text_digest(text.text, text.effect_text or None)
        for name, (_, text, _) in texts.items()
    }
    own = tuple(cards[name] for name in sorted(cards))
    return Laid(catalogue, own, names, raw, dates, wordings)


def _texts(files: Files) -> dict[str, tuple[ImportedText, CardText, Made]]:
    """The cards that were imported, by name. Raises `msgspec.ValidationError`, `DamagedStore`."""
    if not files.imported:
        return {}
    held = read_anew(usercards.imported())
    return {
        card.name: (card, msgspec.convert(card.text, CardText), msgspec.convert(card.made, Made))
        for card in held.cards
    }


def for_the_engine(definition: CardDefinition) -> CardDefinition:
    """The definition as the engine judges with it. Raises `msgspec.ValidationError`."""
    return decode_definition(msgspec.to_builtins(definition))


def _listed(
    definition: CardDefinition, source: str, status: Status, left_out: list[str], *, replaces: bool
) -> UserCard:
    unmodelled = definition.text == "unmodelled"
    return UserCard(
        name=definition.name,
        status="unmodelled" if unmodelled else status,
        source=source,
        set=definition.set,
        number=definition.number,
        clauses=list(definition.clauses) if unmodelled else [],
        left_out=left_out,
        replaces=replaces,
    )


def _dates(files: Files) -> Iterator[CardDates]:
    """The user's dated files. Raises `DamagedStore`."""
    for file, *_ in files.dates:
        path = Path(files.folder) / "dates" / file
        try:
            yield read_dates(_content(path).encode(), path.stem)
        except DamagedData as error:
            raise DamagedStore(str(path), error.reason) from error


# --- notation by hand -----------------------------------------------------------------------------


def _hand_written(
    files: Files,
    texts: Mapping[str, tuple[ImportedText, CardText, Made]],
    standard: Catalogue,
) -> Iterator[tuple[str, Document, str, dict[str, Any]]]:
    """Each entry of the user's own notation: its file, with the document, the name, and the whole
    definition as plain data. Raises `DamagedStore` for everything that is wrong with a file.
    """
    seen: dict[str, str] = {}
    for file, *_ in files.notation:
        path = Path(files.folder) / "cards" / file
        document = _document(path)
        faults: list[str] = []
        whole: list[tuple[str, dict[str, Any]]] = []
        tree = {} if document.tree is None else document.tree
        if not isinstance(tree, dict):
            raise DamagedStore(str(path), "must be a mapping from names of cards")
        for name, entry in tree.items():
            line = document.place_of((name,)).line
            if name in seen:
                faults.append(f"line {line}: {name} stands in {seen[name]} too")
                continue
            seen[name] = file
            data = _whole(name, entry, texts, standard)
            if isinstance(data, str):
                faults.append(f"line {line}: {name}: {data}")
                continue
            found = [each for each in lint(data) if each.code not in HARMLESS]
            faults += [
                f"line {document.place_of((name, *each.path)).line}: {name}: {each.message}"
                for each in found
            ]
            if not found:
                whole.append((name, data))
        if faults:
            raise DamagedStore(str(path), "; ".join(faults))
        for name, data in whole:
            yield file, document, name, data


def _document(path: Path) -> Document:
    try:
        return load_document(_content(path), name=str(path))
    except NotationError as error:
        raise DamagedStore(str(path), f"line {error.line}: {error.problem}") from error


def _content(path: Path) -> str:
    try:
        with path.open("rb") as file:
            content = file.read(FILE_BYTES + 1)
    except OSError as error:
        raise DamagedStore(str(path), error.strerror or str(error)) from error
    if len(content) > FILE_BYTES:
        raise DamagedStore(str(path), f"larger than {FILE_BYTES} bytes (the limit FILE_BYTES)")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise DamagedStore(str(path), f"line {line}: not UTF-8") from error


def _whole(
    name: str,
    entry: Any,
    texts: Mapping[str, tuple[ImportedText, CardText, Made]],
    standard: Catalogue,
) -> dict[str, Any] | str:
    """An entry with the corners of the card that was imported, or of the catalogue's, where it
    gives none of its own; or what is wrong with it.
    """
    if not isinstance(entry, dict):
        return "a definition is a mapping"
    given = {key: value for key, value in entry.items() if key != DIGEST_FIELD}
    if unknown := sorted(set(given) - _FIELDS):
        return f"no such field: {', '.join(map(str, unknown))}"
    imported = texts.get(name)
    known = standard.get(name)
    if imported is None and known is not None and known.text == "modelled":
        return (
            "the catalogue of this release has this card; import its text with --replace to "
            "write it otherwise"
        )
    base: dict[str, Any] = {}
    if imported is not None:
        base = msgspec.to_builtins(imported[2].definition)
        left_out = _still_left_out(imported[2].left_out, given)
        base["clauses"] = left_out
        base["text"] = "unmodelled" if left_out else "modelled"
    elif known is not None:
        base = msgspec.to_builtins(known)
        base["clauses"], base["text"] = [], "modelled"
    elif "types" not in given:
        return "no card of this name was imported; import its text, or give its types"
    for field in _OF_TEXTS:
        base.pop(field, None)
    return {**base, "name": name, **given}


def _still_left_out(left_out: Sequence[str], given: Mapping[str, Any]) -> list[str]:
    """What the list left out and the entry does not give either."""
    needed = {
        "printed type": {"types"},
        "printed cost": {"energy"},
        "printed Might": {"might"},
        "printed domains": {"domains"},
        "printed tags": {"tags"},
    }
    found = [clause for clause in left_out if not needed[clause] <= given.keys()]
    return [*found, *(["combat rule of itself"] if "printed Might" in found else [])]


# --- names in other languages ---------------------------------------------------------------------


def _names(
    files: Files, cards: Mapping[str, Any]
) -> tuple[dict[str, list[str]], tuple[UserNames, ...]]:
    """By name in another language, the cards that go by it; and what each file has.

    Raises `DamagedStore` for everything that is wrong with a file.
    """
    by_fold = {fold_name(name): name for name in cards}
    called: dict[str, list[str]] = {}
    found = []
    for file, *_ in files.names:
        path = Path(files.folder) / "names" / file
        language = usercards.language_of(file)
        if language is None:
            raise DamagedStore(str(path), "is not called like de.tsv or pt-BR.tsv")
        unknown, count = [], 0
        for english, name in _pairs(path, _content(path)):
            known = english if english in cards else by_fold.get(fold_name(english))
            if known is None:
                unknown.append(english)
                continue
            count += 1
            meant = called.setdefault(name, [])
            if known not in meant:
                meant.append(known)
        found.append(UserNames(language=language, names=count, unknown=unknown))
    return called, tuple(found)


def _pairs(path: Path, content: str) -> Iterable[tuple[str, str]]:
    faults = []
    found: list[tuple[str, str]] = []
    for number, line in enumerate(content.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        parts = [part.strip() for part in line.split("\t")]
        if len(parts) != 2 or not all(parts) or not fold_name(parts[1]):
            faults.append(f"line {number}: is not a name in English, a tab, and the name")
        else:
            found.append((parts[0], parts[1]))
    if faults:
        raise DamagedStore(str(path), "; ".join(faults[:20]))
    return found


__all__ = [
    "FILE_BYTES",
    "Laid",
    "Made",
    "UserCard",
    "UserNames",
    "for_the_engine",
    "in_use",
    "laid",
    "made_of",
    "raw_definitions",
    "read_anew",
    "reader",
    "stored",
]
