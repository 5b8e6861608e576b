"""Who cites which rule: the sources of the `cites` edges.

`rulesdb` knows nothing of the programs that rest on it. It can read the files of a checkout as
text; whatever else cites rules (the codes of problems, the keywords of cards) comes from the
caller, as triples of the same form.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from rulesdb.citations import citations
from rulesdb.editions import NEWEST

SCENARIO = "scenario"

# (kind of source, folder, pattern of its files). The code of `rulesdb` rests on no rule: where it
# names one, it is an example.
_PLACES = (
    ("code", "judge", "**/*.py"),
    ("code", "api", "**/*.py"),
    ("card", "rulesdb/cards", "**/*.yaml"),
    (SCENARIO, "scenarios", "**/*.yaml"),
    ("doc", "docs", "**/*.md"),
)


class Cite(NamedTuple):
    """One citation: the kind of its source (`code`, `scenario`, ...), the id of its source, and
    what is cited, a number of the newest edition or `core-1.3:466.2`.
    """

    kind: str
    source: str
    number: str


def cites_of_checkout(root: Path) -> Iterator[Cite]:
    """Every citation in code, cards, scenarios and documents under `root`, by file and line.

    What counts as a citation is said in `rulesdb.citations`; so a scenario cites a rule wherever
    it names it, in its reasoning too. A scenario's id is the name of its file, any other file's is
    its path. Folders that are absent cite nothing. Raises `SyntaxError` and `UnicodeDecodeError`
    for a file that cannot be read.
    """
    for kind, folder, pattern in _PLACES:
        for file in sorted((root / folder).glob(pattern)):
            source = file.stem if kind == SCENARIO else file.relative_to(root).as_posix()
            for found in citations(file.read_text(encoding="utf-8"), file.suffix):
                number = found.number.rstrip(".")
                if found.edition != NEWEST:
                    number = f"{found.edition}:{number}"
                yield Cite(kind, source, number)
