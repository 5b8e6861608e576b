"""Card texts in English: reading them (`cards read`, `POST /v1/cards/read`) and importing them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from api.handlers import usercards
from api.handlers.cardlists import GivenCard, ListFault, MalformedList, listed
from api.handlers.errors import MeaninglessCards
from api.handlers.usercards import UserCard
from judge.board.faults import show_path
from judge.cardtext.reading import Refused
from judge.cardtext.reading.imported import CardText, read_text
from judge.effects.catalogue import fold_name, standard_catalogue
from rulesdb.usercards import Imported, ImportedText, change


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


def read_list(cards: Iterable[CardText]) -> ReadList:
    """What each card of a list says in notation, or the clauses that were refused."""
    found, totals = [], Totals()
    for card in cards:
        types, result = read_text(card)
        totals.cards += 1
        totals.clauses += len(result.clauses) + len(result.refused)
        totals.clauses_read += len(result.clauses)
        totals.read_whole += result.definition is not None
        notation = None if result.definition is None else msgspec.to_builtins(result.definition)
        found.append(
            ReadCard(
                name=card.name,
                types=types,
                number=card.corners.get("number"),
                notation=notation,
                refused=result.refused,
            )
        )
    return ReadList(cards=found, totals=totals)


def read_given(cards: Sequence[GivenCard]) -> ReadList:
    """The same of cards that a request gives. Raises `MeaninglessCards`."""
    try:
        texts = listed([msgspec.to_builtins(card) for card in cards])
    except MalformedList as error:
        raise MeaninglessCards(error.faults) from error
    return read_list(texts)


# --- importing ------------------------------------------------------------------------------------


class Listed(msgspec.Struct, kw_only=True):
    """A file of a list of cards: what it is called, and what it has."""

    source: str
    cards: list[CardText]


class ImportReport(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What an import did. `again`: names that had been imported before; `skipped`: those that the
    catalogue of this release has, which were to be passed over.
    """

    cards: list[UserCard]
    again: list[str] = []
    skipped: list[str] = []


class CannotImport(ValueError):
    """Cards that can't be taken: `faults` by file, each with its place. Nothing was imported."""

    def __init__(self, faults: Sequence[tuple[str, ListFault]]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(f"{file}: {fault.message}" for file, fault in faults))


def import_lists(
    lists: Sequence[Listed], *, replace: bool = False, skip: bool = False
) -> ImportReport:
    """Put the cards of some lists into the data directory, all or none.

    A card that was imported before is replaced. Of one that the catalogue has: `replace` puts it in
    its place, `skip` passes it over. Raises `CannotImport`, `rulesdb.errors.DamagedStore`,
    `NoDataDirectory` and `OSError`.
    """
    standard = standard_catalogue()
    by_fold = {fold_name(name): name for name in standard.names()}
    faults: list[tuple[str, ListFault]] = []
    taken: dict[str, ImportedText] = {}
    first: dict[str, str] = {}
    skipped = []
    for each in lists:
        for index, card in enumerate(each.cards):
            path = show_path((index,))

            def fault(message: str, code: str, path: str = path, at: str = each.source) -> None:
                faults.append((at, ListFault(path=path, code=code, message=message)))

            folded = fold_name(card.name)
            known = by_fold.get(folded)
            if folded in first:
                fault(f"{card.name} stands in {first[folded]} already", "card_twice")
                continue
            first[folded] = each.source
            if known is not None and skip:
                skipped.append(known)
                continue
            if known is not None and not replace:
                message = (
                    f"the catalogue of this release has {known}; --replace puts this text in its "
                    "place, --skip passes it over"
                )
                fault(message, "card_known")
                continue
            if known is not None and known != card.name:
                fault(f"the catalogue writes it {known}", "card_known")
                continue
            made = usercards.made_of(card)
            try:
                usercards.for_the_engine(made.definition)
            except msgspec.ValidationError as error:
                fault(f"{card.name}: {error}", "definition")
                continue
            taken[card.name] = usercards.stored(card, made, each.source, replaces=known is not None)
    if faults:
        raise CannotImport(faults)
    again: list[str] = []

    def with_these(held: Imported) -> Imported:
        anew = usercards.read_anew(held)
        folded = {fold_name(name) for name in taken}
        kept = [card for card in anew.cards if fold_name(card.name) not in folded]
        again.extend(card.name for card in anew.cards if fold_name(card.name) in folded)
        return Imported(reader=usercards.reader(), cards=(*kept, *taken.values()))

    if taken:
        change(with_these)
    cards = [card for card in usercards.laid().cards if card.name in taken]
    return ImportReport(cards=cards, again=sorted(again), skipped=sorted(skipped))


class UnknownImport(LookupError):
    """No card of that name, or from that file, was imported."""


def remove(names: Sequence[str], *, source: str | None = None, every: bool = False) -> list[str]:
    """Take imported cards out of the data directory again, all or none; returns their names.

    By name, or those from a file, or all. Raises `UnknownImport`, `rulesdb.errors.DamagedStore`,
    `NoDataDirectory` and `OSError`.
    """
    removed: list[str] = []

    def without(held: Imported) -> Imported:
        by_fold = {fold_name(card.name): card.name for card in held.cards}
        wanted = {card.name for card in held.cards if every or card.source == source}
        if source is not None and not wanted:
            there = ", ".join(sorted({card.source for card in held.cards})) or "none"
            raise UnknownImport(f"nothing was imported from {source!r}; from {there}")
        for name in names:
            known = by_fold.get(fold_name(name))
            if known is None:
                raise UnknownImport(f"no card called {name!r} was imported")
            wanted.add(known)
        removed.extend(sorted(wanted))
        kept = tuple(card for card in held.cards if card.name not in wanted)
        return Imported(reader=held.reader, cards=kept)

    change(without)
    return removed


__all__ = [
    "CannotImport",
    "ImportReport",
    "Listed",
    "ReadCard",
    "ReadList",
    "Totals",
    "UnknownImport",
    "import_lists",
    "read_given",
    "read_list",
    "remove",
]
