"""What an import found, as data: `arbiter rules import --json` prints it."""

from __future__ import annotations

import msgspec

from rulesdb.editions import EDITIONS
from rulesdb.importing.checking import Checked
from rulesdb.importing.known import Known
from rulesdb.importing.reading import Document


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What a file has of an edition, and how it compares with what is known of that.

    - `file`, `format`, `encoding` (None for a PDF), `layout`: what was read, and how
    - `read`: how many rules of the edition are in the file; `matches`: how many have the known
      wording
    - `without_examples`: numbers whose wording is the known one up to examples and pointers to
      other rules, which the known one has and the file has not
    - `differs`: numbers whose wording is not the known one
    - `missing`: numbers of the edition that the file does not have
    - `unknown`: numbers in the file that the edition does not have
    - `repeated`: numbers that stand in the file again, with a wording that is not the known one
    - `unplaced`: how many texts without a number are no rule of the edition
    - `stored`: whether what was read is now in the user's data directory, in `store`
    - `held`: how many rules of the edition are there now; `total`: how many it has
    - `notes`: what to know about all this
    """

    file: str
    format: str
    encoding: str | None
    layout: str
    edition: str
    read: int
    matches: int
    without_examples: tuple[str, ...]
    differs: tuple[str, ...]
    missing: tuple[str, ...]
    unknown: tuple[str, ...]
    repeated: tuple[str, ...]
    unplaced: int
    stored: bool
    store: str
    held: int
    total: int
    notes: tuple[str, ...] = ()

    @property
    def clean(self) -> bool:
        """Whether every rule in the file has the wording that is known."""
        return not self.differs and not self.unknown


def reported(
    document: Document, checked: Checked, known: Known, *, stored: bool, store: str, held: int
) -> Report:
    """The report on a file that was read and checked."""
    numbers = known.numbers[checked.edition]

    def in_state(state: str) -> tuple[str, ...]:
        return tuple(number for number, rule in checked.rules.items() if rule.state == state)

    return Report(
        file=document.name,
        format=document.format,
        encoding=document.encoding,
        layout=document.layout,
        edition=checked.edition,
        read=len(checked.rules),
        matches=len(in_state("matches")),
        without_examples=in_state("without_examples"),
        differs=in_state("differs"),
        missing=tuple(number for number in numbers if number not in checked.rules),
        unknown=checked.unknown,
        repeated=checked.repeated,
        unplaced=checked.unplaced,
        stored=stored,
        store=store,
        held=held,
        total=len(numbers),
        notes=tuple(_notes(document, checked)),
    )


def _notes(document: Document, checked: Checked) -> list[str]:
    notes = []
    if document.encoding == "windows-1252":
        notes.append("The file is not UTF-8; it was read as windows-1252.")
    known = EDITIONS.get(checked.edition)
    if known is not None and known.quality == "ocr":
        notes.append(
            f"What is known of {checked.edition} was taken from a scanned copy, so that a rule may "
            "differ by an error of reading there."
        )
    return notes
