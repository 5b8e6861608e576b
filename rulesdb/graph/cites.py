"""Who cites which rule: the sources of the `cites` edges.

`rulesdb` knows nothing of the programs that rest on it. It can read the files of a checkout as
text, which takes seconds; what was read so is kept in `cited-by.tsv`, so that an installed package
without a checkout has it too (`python -m rulesdb.lint --lock` writes it, a test holds it in step).
Whatever else cites rules (the codes of problems, the cards) comes from the caller, as triples of
the same form.

`cited-by.tsv` has one source a line, and `xN` behind what it cites N times:

    kind <TAB> source <TAB> 465.2.c.3x2 core-1.3:466.2
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple, get_args

from rulesdb.editions import NEWEST
from rulesdb.errors import DamagedData, MalformedReference, UnknownEdition
from rulesdb.graph.nodes import parsed
from rulesdb.uncollected import uncollected

#: What can cite a rule: a file of code or of data, the code of a problem, a scenario, a card by its
#: name, a document.
SourceKind = Literal["code", "problem", "scenario", "card", "doc"]
SOURCE_KINDS: tuple[SourceKind, ...] = get_args(SourceKind)

SCENARIO: SourceKind = "scenario"

CITED_BY_FILE = Path(__file__).parent.with_name("cited-by.tsv")

_HEAD = "# What the files of this project cite: kind, source, rules (rulesdb.graph.cites)."

# (kind of source, folder, pattern of its files). The code of `rulesdb` rests on no rule: where it
# names one, it is an example.
_PLACES: tuple[tuple[SourceKind, str, str], ...] = (
    ("code", "judge", "**/*.py"),
    ("code", "api", "**/*.py"),
    ("code", "rulesdb/cards", "**/*.yaml"),
    (SCENARIO, "scenarios", "**/*.yaml"),
    ("doc", "docs", "**/*.md"),
)


class Cite(NamedTuple):
    """One citation: the kind of its source, the id of its source, and what is cited, a number of
    the newest edition, `core-1.3:466.2` or `tournament-2026-07-16:505`.

    The id: of a file its path, of a scenario or a problem its own, of a card its name.
    """

    kind: SourceKind
    source: str
    number: str


def cites_of_checkout(root: Path) -> Iterator[Cite]:
    """Every citation in code, cards, scenarios and documents under `root`, by file and line.

    What counts as a citation is said in `rulesdb.citations`; so a scenario cites a rule wherever
    it names it, in its reasoning too. A scenario's id is the name of its file, any other file's is
    its path. Folders that are absent cite nothing. Raises `SyntaxError` and `UnicodeDecodeError`
    for a file that cannot be read.
    """
    # reading Python and YAML as text is for a checkout only
    from rulesdb.citations import citations, is_engine

    for kind, folder, pattern in _PLACES:
        for file in sorted((root / folder).glob(pattern)):
            name = file.relative_to(root).as_posix()
            source = file.stem if kind == SCENARIO else name
            text = file.read_text(encoding="utf-8")
            for found in citations(text, file.suffix, engine=is_engine(name)):
                number = found.number.rstrip(".")
                if found.edition != NEWEST:
                    number = f"{found.edition}:{number}"
                yield Cite(kind, source, number)


@cache
def held_cites() -> tuple[Cite, ...]:
    """What the files of this project cite, as they were when the package was made.

    Raises `DamagedData`.
    """
    try:
        text = CITED_BY_FILE.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise DamagedData(
            CITED_BY_FILE.name, "the data file is missing from the package"
        ) from error
    except UnicodeDecodeError as error:
        raise DamagedData(CITED_BY_FILE.name, str(error)) from error
    with uncollected():
        return tuple(read_cites(text.splitlines(), CITED_BY_FILE.name))


def read_cites(lines: Iterable[str], name: str) -> Iterator[Cite]:
    """The citations in the lines of a file. Raises `DamagedData`, naming the file and the line."""
    kinds: dict[str, SourceKind] = {kind: kind for kind in SOURCE_KINDS}
    # the same rules are cited by many
    known: set[str] = set()
    for position, line in enumerate(lines, start=1):
        if not line or line.startswith("#"):
            continue
        kind, source, cited = (*line.split("\t"), "", "")[:3]
        if kind not in kinds or not source or not cited:
            raise DamagedData(f"{name}:{position}", "needs a kind, a source and rules between tabs")
        of_kind = kinds[kind]
        for reference in cited.split(" "):
            number, times = reference, 1
            if "x" in reference:
                number, _, count = reference.partition("x")
                if not count.isdecimal():
                    raise DamagedData(
                        f"{name}:{position}", f"{reference!r} has no count behind the x"
                    )
                times = int(count)
            if number not in known:
                try:
                    parsed(number)
                except (MalformedReference, UnknownEdition) as error:
                    raise DamagedData(f"{name}:{position}", str(error)) from error
                known.add(number)
            cite = Cite(of_kind, source, number)
            yield cite
            for _ in range(times - 1):
                yield cite


def written_cites(cites: Iterable[Cite]) -> str:
    """The content of the file: always the same text for the same citations."""
    by_source: dict[tuple[str, str], Counter[str]] = {}
    for cite in cites:
        by_source.setdefault((cite.kind, cite.source), Counter())[cite.number] += 1
    lines = (
        f"{kind}\t{source}\t{' '.join(_counted(cited))}"
        for (kind, source), cited in sorted(by_source.items())
    )
    return "\n".join([_HEAD, *lines, ""])


def _counted(cited: Counter[str]) -> Iterator[str]:
    for number in sorted(cited):
        yield f"{number}x{cited[number]}" if cited[number] > 1 else number
