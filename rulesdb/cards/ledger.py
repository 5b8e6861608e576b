"""The ledger of the cards: what stands behind each entry of the catalogue (D7).

`ledger.tsv` has one card a line: its name, its set, its status, the reason of that status, what the
reader makes of its text, and the scenarios that come out otherwise without what the card says.
`python -m tests.cards.ledger --write` measures it, where the official list lies beside the project.

| status | what it means |
|---|---|
| `verified` | prints back to its normalised text, and a scenario exercises it |
| `audited` | prints back to its normalised text |
| `signed` | prints another text, for a reason that stands in `signed.tsv`, judged by hand |
| `unsupported` | not in notation; the reason is the clauses of its text that are missing |

`executed.tsv` says of each card how many nodes it has, how many of them the runner has executed, of
how many it is proved that the card without them does something else, and of which not. Where it is
absent nothing is said of that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, cast, get_args

from rulesdb.errors import DamagedData

FOLDER = Path(__file__).parent
FILE = FOLDER / "ledger.tsv"
SIGNED_FILE = FOLDER / "signed.tsv"
EXECUTED_FILE = FOLDER / "executed.tsv"

Status = Literal["verified", "audited", "signed", "unsupported"]
STATUSES: tuple[Status, ...] = get_args(Status)
#: of a text: as the catalogue has it, whole but otherwise, or not whole
Reading = Literal["equal", "other", "refused"]

_COLUMNS = ("name", "set", "status", "reason", "read", "scenarios")
#: columns that are read; there may be others
_EXECUTED_COLUMNS = ("card", "nodes", "executed", "proved", "unproved")


@dataclass(frozen=True, slots=True)
class Line:
    """A card: the set of its first printing, its status with the reason, and its scenarios."""

    name: str
    set: str
    status: Status
    reason: str
    read: Reading
    scenarios: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Executed:
    """How many nodes a card has, how many the runner has executed, and how many are proved."""

    name: str
    nodes: int
    executed: int
    proved: int
    unproved: str


def read_ledger(file: Path = FILE) -> list[Line]:
    """The cards in the order of the file; empty where it is absent.

    Raises `DamagedData` with the number of the line.
    """
    found = []
    for at, row in _rows(file, _COLUMNS):
        name, printed, status, reason, read, scenarios = row
        if status not in STATUSES or read not in get_args(Reading):
            raise DamagedData(f"{file.name}:{at}", f"{status!r} or {read!r} is no such word")
        found.append(
            Line(
                name,
                printed,
                status,
                reason,
                cast(Reading, read),
                tuple(scenarios.split()),
            )
        )
    return found


def written_ledger(lines: Iterable[Line]) -> str:
    """The text of the ledger."""
    rows = [
        (line.name, line.set, line.status, line.reason, line.read, " ".join(line.scenarios))
        for line in lines
    ]
    return "".join("\t".join(row) + "\n" for row in (_COLUMNS, *rows))


def read_signed(file: Path = SIGNED_FILE) -> dict[str, str]:
    """The cards that print another text, each with the difference and why it does not matter."""
    return {name: reason for _, (name, reason) in _rows(file, ("name", "difference"))}


def read_executed(file: Path = EXECUTED_FILE) -> list[Executed] | None:
    """What the runner has found; None where the file is absent. Raises as `read_ledger` does."""
    if not file.is_file():
        return None
    columns = tuple(file.read_text("utf-8").partition("\n")[0].split("\t"))
    if lacking := [name for name in _EXECUTED_COLUMNS if name not in columns]:
        raise DamagedData(f"{file.name}:1", f"has no column {', '.join(lacking)}")
    found = []
    for at, row in _rows(file, columns):
        said = dict(zip(columns, row, strict=True))
        if not all(said[name].isdecimal() for name in ("nodes", "executed", "proved")):
            raise DamagedData(f"{file.name}:{at}", "the counts are whole numbers")
        nodes, executed, proved = (int(said[name]) for name in ("nodes", "executed", "proved"))
        found.append(Executed(said["card"], nodes, executed, proved, said["unproved"]))
    return found


def _rows(file: Path, columns: tuple[str, ...]) -> list[tuple[int, list[str]]]:
    if not file.is_file():
        return []
    found = []
    for at, line in enumerate(file.read_text("utf-8").splitlines()[1:], start=2):
        row = line.split("\t")
        row += [""] * (len(columns) - len(row))
        if len(row) != len(columns):
            raise DamagedData(f"{file.name}:{at}", f"has other columns than {', '.join(columns)}")
        found.append((at, row))
    return found


def missing_clauses(lines: Iterable[Line]) -> list[tuple[str, int, int]]:
    """What is missing of the cards that are not in notation: each kind of clause, how many cards
    need nothing else, and how many have it; those first that would unlock most.
    """
    alone: Counter[str] = Counter()
    having: Counter[str] = Counter()
    for line in lines:
        if line.status == "unsupported":
            kinds = set(line.reason.split("; "))
            having.update(kinds)
            if len(kinds) == 1:
                alone.update(kinds)
    ranked = sorted(having, key=lambda kind: (-alone[kind], -having[kind], kind))
    return [(kind, alone[kind], having[kind]) for kind in ranked]
