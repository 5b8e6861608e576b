"""What of the engine embodies the rules that define a term.

A rule that plays is embodied by the statement that cites it, and switching it off shows it. A rule
of class `defines` says what a word means, and nothing can be switched off: what embodies it is what
carries the term, a struct or its field, a word of the notation, a function or a module.
`embodied.tsv` has one rule a line:

    107.1.a	judge/board/state.py:Player.base
    129.1	-	why nothing of the engine carries it

The name is what the file defines: a function, a class, a field or a method of a class, a constant
or a word in it. A module alone is named by its file. `lint` says where that is no longer so.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from rulesdb.errors import DamagedData
from rulesdb.numbering import natural_order
from rulesdb.rules import all_rules

FILE = Path(__file__).with_name("embodied.tsv")
#: what the paths of the file start from
ROOT = Path(__file__).resolve().parents[1]
NOTHING = "-"


class Embodied(NamedTuple):
    """What carries the term that a rule defines; `reason`: why nothing does."""

    rule: str
    #: the file, from the root of the project; empty where nothing carries the term
    file: str
    #: what it defines there, with dots between a class and its field; empty for the whole module
    name: str
    reason: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.name}" if self.name else self.file


def read_embodied(lines: Iterable[str], place: str = FILE.name) -> dict[str, Embodied]:
    """The entries by rule. Raises `DamagedData` with the number of the line."""
    found: dict[str, Embodied] = {}
    for at, line in enumerate(lines, start=1):
        if not line.strip() or line.startswith("#"):
            continue
        number, *rest = line.rstrip("\n").split("\t")
        wanted = 2 if rest[:1] == [NOTHING] else 1
        if len(rest) != wanted or not all(rest):
            raise DamagedData(
                f"{place}:{at}", "a rule, a tab and file:name; or a rule, - and why not"
            )
        if number in found:
            raise DamagedData(f"{place}:{at}", f"{number} stands there twice")
        if rest[0] == NOTHING:
            found[number] = Embodied(number, "", "", rest[1])
        else:
            file, _, name = rest[0].partition(":")
            found[number] = Embodied(number, file, name)
    return found


@cache
def embodied() -> Mapping[str, Embodied]:
    """What embodies each rule that defines, by its number."""
    return read_embodied(FILE.read_text("utf-8").splitlines())


def embodied_faults(
    entries: Mapping[str, Embodied] | None = None, root: Path = ROOT
) -> Iterator[tuple[str, str]]:
    """What is wrong with the entries: a rule and a sentence each, in the order of the book."""
    entries = embodied() if entries is None else entries
    classes = {rule.number: rule.rule_class for rule in all_rules()}
    for number, kind in classes.items():
        if kind == "defines" and number not in entries:
            yield number, "defines a term, and nothing is named that carries it"
    for number in sorted(entries, key=natural_order):
        entry = entries[number]
        if classes.get(number) != "defines":
            yield number, f"is of class {classes.get(number)}, not defines"
        elif entry.file and not is_there(entry, root):
            yield number, f"there is no {entry}"


def is_embodied(number: str) -> bool:
    """Whether something that is there carries the term that a rule defines."""
    entry = embodied().get(number)
    return entry is not None and bool(entry.file) and is_there(entry)


def is_there(entry: Embodied, root: Path = ROOT) -> bool:
    """Whether the file defines the name."""
    names = _names_in(root / entry.file)
    return names is not None and (not entry.name or entry.name in names)


def line_of(entry: Embodied, root: Path = ROOT) -> int | None:
    """The line in which the file defines the name; None for a module, or where it does not."""
    names = _names_in(root / entry.file)
    return None if names is None else names.get(entry.name)


@cache
def _names_in(file: Path) -> Mapping[str, int] | None:
    """What a module defines, each with its line; None without such a file."""
    try:
        tree = ast.parse(file.read_text("utf-8"))
    except OSError:
        return None
    found: dict[str, int] = {}
    for node in tree.body:
        for name, part in _defined(node):
            found.setdefault(name, part.lineno)
            if isinstance(part, ast.ClassDef):
                for below in part.body:
                    for field, inner in _defined(below):
                        found.setdefault(f"{name}.{field}", inner.lineno)
            elif isinstance(part, ast.Assign | ast.AnnAssign) and part.value is not None:
                for word in ast.walk(part.value):
                    if isinstance(word, ast.Constant) and isinstance(word.value, str):
                        found.setdefault(f"{name}.{word.value}", word.lineno)
    return found


def _defined(node: ast.stmt) -> Iterator[tuple[str, ast.stmt]]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        yield node.name, node
    elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        yield node.target.id, node
    elif isinstance(node, ast.Assign):
        for target in node.targets:
            if isinstance(target, ast.Name):
                yield target.id, node
