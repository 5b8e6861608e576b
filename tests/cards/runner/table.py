"""`rulesdb/cards/executed.tsv`: what the runner found of each card, for whoever counts cards.

One line a card, by name: how many nodes its text has (`nodes.nodes_of`), how many have run, of how
many a ruling shows it when they are left out or the card is no text without them (`proved`), how
many of those are the latter (`structure`), the paths of the nodes of which nothing shows
(`unproved`, with blanks between), and the game actions that its printed text names and of which no
event came (`unheard`, with commas between; `verbs.named_verbs`). A node has run if it is proved, or
is a detail of a node that is, by a ruling or as structure: a field, and no instruction or ability.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from rulesdb.cards import sources
from tests.cards.runner.nodes import modelled, nodes_of
from tests.cards.runner.proving import Executed

FILE = Path(sources.__file__).with_name("executed.tsv")
COLUMNS = ("card", "nodes", "executed", "proved", "structure", "unproved", "unheard")


class Line(NamedTuple):
    """One card of the table."""

    card: str
    nodes: int
    executed: int
    proved: int
    structure: int
    unproved: tuple[str, ...]
    unheard: tuple[str, ...]


def line_of(found: Executed) -> Line:
    """What the table says of a card."""
    hidden = {*found.unproved}
    # a ruling shows what is not among those that are left, in an earlier run if not in this
    shown = {node.name for node in nodes_of(modelled()[found.name])} - hidden
    run = [name for name in found.unproved if _holder(name, shown)]
    return Line(
        found.name,
        found.nodes,
        len(shown) + len(run),
        len(shown),
        len(found.structure),
        tuple(found.unproved),
        tuple(found.unheard),
    )


def _holder(name: str, shown: set[str]) -> bool:
    """Whether it is a detail of a node that has been shown to run."""
    path = name.split(".")
    if path[-1].isdigit() and path[-2] in ("does", "then", "otherwise", "abilities", "effect_text"):
        return False
    while len(path) > 1:
        path.pop()
        if ".".join(path) in shown:
            return True
    return False


def written(lines: Iterable[Line]) -> str:
    """The content of the file."""
    rows = [
        "\t".join([*map(str, line[:-2]), " ".join(line.unproved), ",".join(line.unheard)])
        for line in sorted(lines, key=lambda line: line.card)
    ]
    return "\n".join(["\t".join(COLUMNS), *rows, ""])


def read(file: Path = FILE) -> dict[str, Line]:
    """The lines by card. Raises `ValueError` for a file that is not of this form."""
    first, *rows = file.read_text(encoding="utf-8").splitlines()
    if tuple(first.split("\t")) != COLUMNS:
        raise ValueError(f"{file.name}: the columns are {', '.join(COLUMNS)}")
    found = {}
    for row in rows:
        card, *numbers, unproved, unheard = row.split("\t")
        nodes, executed, proved, structure = map(int, numbers)
        verbs = tuple(unheard.split(",")) if unheard else ()
        found[card] = Line(card, nodes, executed, proved, structure, tuple(unproved.split()), verbs)
    return found


@cache
def _nodes() -> dict[str, frozenset[str]]:
    """The paths of the nodes of each modelled card."""
    return {
        name: frozenset(node.name for node in nodes_of(card)) for name, card in modelled().items()
    }


def stale(lines: dict[str, Line]) -> list[str]:
    """The cards of which the table says something else than their notation: absent, too many, or
    with another number of nodes or nodes that are not there.
    """
    known = _nodes()
    wrong = {*known} ^ {*lines}
    for name in {*known} & {*lines}:
        if lines[name].nodes != len(known[name]) or not {*lines[name].unproved} <= known[name]:
            wrong.add(name)
    return sorted(wrong)
