"""Finding citations of rules that do not exist, in code, data and prose.

Rule numbers are easily misremembered and move between editions, so the tests look every number
up. What counts as a citation:

- **Python**: a string inside a call of `rule`, `cites`, `heading`, `in_force`, `stands` or `Rule`, or
  inside what is given to `rules` or `cites` (as a keyword argument, an assignment or a key of a
  dictionary); and a dotted number in a comment or a docstring. In the engine, `judge/`, every
  string that wholly is a number is a citation, wherever it stands: steps, tables and tuples name
  rules in many ways there, and it has no other strings of three digits.
- **YAML, JSON**: what stands under a key `rules` or `cites`; in YAML every dotted number, in JSON
  a dotted number in backticks or parentheses.
- **Markdown**: every dotted number.

A number may carry its edition (`core-1.4:465.2.c`) or that of the tournament rules
(`tournament-2026-07-16:505`); one of an edition that is not held is passed over, since nothing here
can check it. A line that says `citations: ignore` is passed over too, and so are the data files of
the editions, which say what there is to cite, and the examples in `openapi.yaml` and in their own
file `examples.json`: replies in which a number may belong to the edition that stands beside it.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import msgspec

from rulesdb.editions import EDITIONS, NEWEST
from rulesdb.heldfile import data_file
from rulesdb.rules import exists
from rulesdb.tournament import DOCUMENT, is_tournament_rule
from rulesdb.tournament.heldfile import data_file as tournament_data_file

CITING_CALLS = frozenset({"rule", "cites", "heading", "in_force", "stands", "Rule"})
CITING_NAMES = frozenset({"rules", "cites"})
# The folder in which every string that is a number cites.
ENGINE = "judge"
IGNORE_MARK = "citations: ignore"

_EXAMPLES = "examples.json"
_IGNORED_FILES = frozenset(
    {_EXAMPLES, tournament_data_file().name, *(data_file(edition).name for edition in EDITIONS)}
)
_DESCRIPTION = "openapi.yaml"
_IGNORED_FOLDERS = frozenset({"__pycache__", "node_modules", "build", "dist", "venv"})

_EDITION = r"(?:(core-[0-9]+\.[0-9]+|tournament-[0-9]{4}-[0-9][0-9]-[0-9][0-9]):)?"

# In a place meant for citations: three digits, alone or followed by a dot and anything, so that
# a slip in a number is found too.
_MEANT = re.compile(rf"{_EDITION}([0-9]{{3}}(?:\.[0-9A-Za-z.]*)?)")
# The same inside a longer value, as a list of YAML or JSON has it; in JSON a citation is a string,
# and a bare number is a count.
_MEANT_IN_YAML = re.compile(rf"(?<![\w.:-]){_EDITION}([0-9]{{3}}(?:\.[0-9A-Za-z]+)*)(?![\w:-])")
_MEANT_IN_JSON = re.compile(rf'(?<="){_EDITION}([0-9]{{3}}(?:\.[0-9A-Za-z.]*)?)(?=")')
# In prose: only dotted numbers, from 100 up; not an address, a decimal with a unit or a version.
_UNIT = r"\s?(?:%|[KMG]i?B\b|[mnu]?s\b)"
_PROSE = re.compile(
    rf"(?<![\w.:/-]){_EDITION}([1-9][0-9]{{2}}(?:\.(?:[1-9][0-9]?|[a-z]))+)\b(?!{_UNIT})"
)
_SET_OFF = re.compile(r"`[^`\n]*`|\([^()\n]*\)")

_KEY = re.compile(
    r"""(?:^|[\s{,])(?:-\s+)?["']?(?:rules|cites)["']?:[ \t]*(\[[^\]]*\]|[^\s\[{#][^\n]*|)""",
    re.MULTILINE,
)
_BLOCK_ITEMS = re.compile(r"(?:[ \t]*#[^\n]*|)\n((?:[ \t]*-[ \t][^\n]*(?:\n|\Z))*)")


class Finding(msgspec.Struct, frozen=True, order=True):
    """A citation of a rule that does not exist: `file` as given, `line` counted from one."""

    file: str
    line: int
    number: str
    edition: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.edition} has no rule {self.number}"


class Citation(msgspec.Struct, frozen=True, order=True):
    """A number where it stands; `edition` is the newest unless the citation names one."""

    line: int
    number: str
    edition: str


def unknown_citations(root: Path) -> list[Finding]:
    """Every citation of an unknown rule in the files under `root`, by file and line.

    Files are named relative to `root`; hidden folders and those of tools are left out. Raises
    `SyntaxError` for Python and `UnicodeDecodeError` for any file that cannot be read.
    """
    findings: list[Finding] = []
    for file in _source_files(root):
        text = file.read_text(encoding="utf-8")
        if file.name == _DESCRIPTION:
            text = _without_examples(text)
        name = file.relative_to(root).as_posix()
        findings += (
            Finding(name, citation.line, citation.number, citation.edition)
            for citation in citations(text, file.suffix, engine=is_engine(name))
            if not _is_known(citation)
        )
    return sorted(findings)


def is_engine(name: str) -> bool:
    """Whether a file, by its path from the root of the checkout, belongs to the engine."""
    return name.startswith(f"{ENGINE}/")


def citations(text: str, suffix: str, *, engine: bool = False) -> list[Citation]:
    """What the content of a file cites, by line; `suffix` (`.py`, `.yaml`, ...) says its form.

    `engine`: it is code of the engine (`is_engine`). Raises `SyntaxError` if Python does not parse.
    """
    ignored = {
        position for position, line in enumerate(text.splitlines(), 1) if IGNORE_MARK in line
    }
    found = {*_READERS[suffix](text)}
    if engine and suffix == ".py":
        found |= {*_in_strings(text)}
    return sorted(citation for citation in found if citation.line not in ignored)


def _source_files(root: Path) -> Iterator[Path]:
    for entry in sorted(root.iterdir()):
        if entry.name.startswith(".") or entry.is_symlink():
            continue
        if entry.is_dir():
            if entry.name not in _IGNORED_FOLDERS and not entry.name.endswith(".egg-info"):
                yield from _source_files(entry)
        elif entry.suffix in _READERS and entry.name not in _IGNORED_FILES:
            yield entry


def _without_examples(text: str) -> str:
    """YAML with empty lines for what stands under each key `examples`."""
    lines = text.splitlines()
    depth: int | None = None
    for position, line in enumerate(lines):
        indent = len(line) - len(line.lstrip())
        if depth is not None and line.strip() and indent <= depth:
            depth = None
        if depth is not None:
            lines[position] = ""
        elif line.strip() == "examples:":
            depth = indent
    return "\n".join(lines)


def _is_known(citation: Citation) -> bool:
    if citation.edition == DOCUMENT:
        return is_tournament_rule(citation.number)
    edition = EDITIONS.get(citation.edition)
    if edition is None:
        return False
    return not edition.held or exists(citation.number, citation.edition)


def _cited(match: re.Match[str], line: int) -> Citation:
    return Citation(line, match[2], match[1] or NEWEST)


def _in_python(text: str) -> Iterator[Citation]:
    lines = text.splitlines()
    for node in ast.walk(ast.parse(text)):
        for place in _citing_parts(node):
            for constant in ast.walk(place):
                if isinstance(constant, ast.Constant) and isinstance(constant.value, str):
                    match = _MEANT.fullmatch(constant.value)
                    if match:
                        yield _cited(match, constant.lineno)
        docstring = _docstring(node)
        if docstring:
            # whole lines: what stands before and after a docstring is quotes and blanks
            source = lines[docstring.lineno - 1 : docstring.end_lineno]
            yield from _in_lines("\n".join(source), _PROSE.finditer, docstring.lineno)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield from _in_lines(token.string, _PROSE.finditer, first_line=token.start[0])


def _in_strings(text: str) -> Iterator[Citation]:
    """Every string of the code that wholly is a number; one that stands alone, as a docstring does,
    is prose, and what stands inside a string with values is a part of something.
    """
    tree = ast.parse(text)
    passed_over = {
        id(part)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr | ast.JoinedStr)
        for part in ast.iter_child_nodes(node)
    }
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in passed_over
            and (match := _MEANT.fullmatch(node.value))
        ):
            yield _cited(match, node.lineno)


def _citing_parts(node: ast.AST) -> list[ast.expr]:
    """The expressions directly below `node` in which a string is meant as a citation."""
    match node:
        case ast.Call(func=called, args=arguments, keywords=keywords):
            name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            if name in CITING_CALLS:
                return [*arguments, *(keyword.value for keyword in keywords)]
            return [keyword.value for keyword in keywords if keyword.arg in CITING_NAMES]
        case ast.Assign(targets=[ast.Name(id=name)], value=value) if name in CITING_NAMES:
            return [value]
        case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value) if (
            name in CITING_NAMES
        ):
            return [value]
        case ast.Dict(keys=keys, values=values):
            return [
                value
                for key, value in zip(keys, values, strict=True)
                if isinstance(key, ast.Constant) and key.value in CITING_NAMES
            ]
        case _:
            return []


def _docstring(node: ast.AST) -> ast.Constant | None:
    match node:
        case (
            ast.Module(body=[ast.Expr(value=ast.Constant(value=str()) as text), *_])
            | ast.ClassDef(body=[ast.Expr(value=ast.Constant(value=str()) as text), *_])
            | ast.FunctionDef(body=[ast.Expr(value=ast.Constant(value=str()) as text), *_])
            | ast.AsyncFunctionDef(body=[ast.Expr(value=ast.Constant(value=str()) as text), *_])
        ):
            return text
        case _:
            return None


def _in_yaml(text: str) -> Iterator[Citation]:
    yield from _under_keys(text, _MEANT_IN_YAML)
    yield from _in_lines(text, _PROSE.finditer)


def _in_json(text: str) -> Iterator[Citation]:
    yield from _under_keys(text, _MEANT_IN_JSON)
    yield from _in_lines(text, _set_off)


def _in_markdown(text: str) -> Iterator[Citation]:
    yield from _in_lines(text, _PROSE.finditer)


def _under_keys(text: str, meant: re.Pattern[str]) -> Iterator[Citation]:
    """What stands under the citing keys: a list in brackets, one value, or lines with dashes."""
    for key in _KEY.finditer(text):
        start, value = key.start(1), key[1]
        if not value and (items := _BLOCK_ITEMS.match(text, key.end())):
            start, value = items.start(1), items[1]
        first_line = text.count("\n", 0, start) + 1
        yield from _in_lines(value, meant.finditer, first_line)


def _set_off(line: str) -> Iterator[re.Match[str]]:
    for passage in _SET_OFF.findall(line):
        yield from _PROSE.finditer(passage)


def _in_lines(
    text: str, search: Callable[[str], Iterable[re.Match[str]]], first_line: int = 1
) -> Iterator[Citation]:
    for position, line in enumerate(text.splitlines(), first_line):
        for match in search(line):
            yield _cited(match, position)


_READERS: dict[str, Callable[[str], Iterator[Citation]]] = {
    ".py": _in_python,
    ".yaml": _in_yaml,
    ".yml": _in_yaml,
    ".json": _in_json,
    ".md": _in_markdown,
}
