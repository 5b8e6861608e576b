"""Where the engine cites rules, and whether what happens there depends on the citation (D4).

A rule is a switch where `run.in_force("323.6")` is a condition, or where the code asks whether its
number is among the rules that are switched off. A call of `in_force` that stands alone as a
statement only leaves its numbers for the trace, and so does a number that is handed to an event, a
step or a problem: switching such a rule off changes nothing there.

Numbers that reach a call by a name are followed as far as the text of the engine tells: through
variables, parameters, constants of the module, and attributes that one class alone has.
"""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Literal, NamedTuple

import judge

#: condition: what happens depends on the rule; bare: an `in_force` whose answer nobody looks at;
#: named: the number is given to an event, a step, a problem or a table.
SiteKind = Literal["condition", "bare", "named"]

ENGINE = Path(judge.__file__).resolve().parent

#: What the code asks whether a rule is in force with: citing it, or without a citation.
_ASKING = frozenset({"in_force", "stands"})
#: What the code calls the set of rules that are switched off.
_SWITCHED_OFF = frozenset({"disabled", "off"})
_NUMBER = re.compile(r"\d{3}(\.\d+|\.[a-z])*")
_QUOTED = re.compile(r"[\"'](\d{3}(?:\.\d+|\.[a-z])*)[\"']")
#: Through how many names in a row a number is followed.
_DEPTH = 4

_STRENGTH: dict[SiteKind, int] = {"condition": 0, "bare": 1, "named": 2}


class Site(NamedTuple):
    """A line of the engine that cites a rule; `file` is its path, from `judge/`."""

    file: str
    line: int
    kind: SiteKind

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


class _Call(NamedTuple):
    """A call of `in_force`, or a look at what is switched off, with what names its rules there."""

    line: int
    kind: SiteKind
    numbers: list[ast.expr]
    within: tuple[ast.AST, ...]


def sites_of(number: str, engine: Path = ENGINE) -> list[Site]:
    """The sites of one rule in the files in which its number stands, without those that it reaches
    through an attribute.
    """
    return cited_sites(engine, _holding(engine).get(number, frozenset())).get(number, [])


@lru_cache(maxsize=2)
def _holding(engine: Path) -> Mapping[str, frozenset[Path]]:
    """The files in which each number stands as a text; the engine stays as it is while it runs."""
    found: defaultdict[str, set[Path]] = defaultdict(set)
    for path in engine.rglob("*.py"):
        for number in _QUOTED.findall(path.read_text(encoding="utf-8")):
            found[number].add(path)
    return {number: frozenset(paths) for number, paths in found.items()}


def cited_sites(
    engine: Path = ENGINE, files: Collection[Path] | None = None
) -> dict[str, list[Site]]:
    """Every rule that the code of the engine cites, with its sites by file and line.

    `files`: look only into these, and follow no attributes, since which class has one is told by
    all files.
    A line that cites a rule in two ways is a condition before it is bare, and bare before it only
    names the rule. Raises `SyntaxError` for a file that cannot be read.
    """
    modules = {}
    for path in sorted(engine.rglob("*.py") if files is None else files):
        text = path.read_text(encoding="utf-8")
        modules[path.relative_to(engine.parent).as_posix()] = ast.parse(text)
    names = _Names(modules.values(), with_attributes=files is None)
    found: dict[str, dict[tuple[str, int], SiteKind]] = {}

    def add(number: str, file: str, line: int, kind: SiteKind) -> None:
        sites = found.setdefault(number, {})
        known = sites.get((file, line), kind)
        sites[file, line] = min(known, kind, key=_STRENGTH.__getitem__)

    for file, tree in modules.items():
        for constant in _strings(tree):
            add(str(constant.value), file, constant.lineno, "named")
        for call in _calls(tree):
            for part in call.numbers:
                for number in names.numbers(part, call.within):
                    add(number, file, call.line, call.kind)
    return {
        number: [Site(file, line, kind) for (file, line), kind in sorted(sites.items())]
        for number, sites in found.items()
    }


def is_switch(sites: Iterable[Site]) -> bool:
    """Whether what happens depends on the rule at one of its sites."""
    return any(site.kind == "condition" for site in sites)


# --- calls --------------------------------------------------------------------------------------


def _calls(tree: ast.Module) -> Iterator[_Call]:
    for node, above in _walk(tree, ()):
        if isinstance(node, ast.Call) and _name(node.func) in _ASKING:
            kind: SiteKind = "bare" if isinstance(above[-1], ast.Expr) else "condition"
            # a number may stand on a line of its own, or in an expression: it is cited by the call
            yield _Call(node.lineno, kind, node.args, above)
        elif (
            isinstance(node, ast.Compare)
            and isinstance(node.ops[0], ast.In | ast.NotIn)
            and _name(node.comparators[0]) in _SWITCHED_OFF
        ):
            yield _Call(node.lineno, "condition", [node.left], above)


def _walk(
    node: ast.AST, above: tuple[ast.AST, ...]
) -> Iterator[tuple[ast.AST, tuple[ast.AST, ...]]]:
    """Every node with those above it, the outermost first."""
    yield node, above
    for child in ast.iter_child_nodes(node):
        yield from _walk(child, (*above, node))


def _name(node: ast.expr) -> str:
    """The last word of a name: of `run.in_force` it is `in_force`."""
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def _strings(node: ast.AST) -> Iterator[ast.Constant]:
    """Every string that wholly is a rule number, save those that stand alone, as docstrings do."""
    for child in ast.iter_child_nodes(node):
        if isinstance(node, ast.Expr | ast.JoinedStr) and isinstance(child, ast.Constant):
            continue
        if (
            isinstance(child, ast.Constant)
            and isinstance(child.value, str)
            and _NUMBER.fullmatch(child.value)
        ):
            yield child
        yield from _strings(child)


# --- what a name stands for ----------------------------------------------------------------------


class _Names:
    """What the names in the code of the engine may stand for."""

    def __init__(self, modules: Iterable[ast.Module], *, with_attributes: bool) -> None:
        self._called: dict[str, list[ast.Call]] = {}
        self._attributes: dict[str, list[ast.expr]] = {}
        fields: dict[str, list[str]] = {}
        for tree in modules:
            for node in ast.walk(tree):
                if isinstance(node, ast.Call):
                    self._called.setdefault(_name(node.func), []).append(node)
                    for keyword in node.keywords:
                        self._attributes.setdefault(keyword.arg or "", []).append(keyword.value)
                elif isinstance(node, ast.Assign):
                    for target in node.targets:
                        if isinstance(target, ast.Attribute):
                            self._attributes.setdefault(target.attr, []).append(node.value)
                elif isinstance(node, ast.ClassDef):
                    fields[node.name] = [
                        _name(part.target) for part in node.body if isinstance(part, ast.AnnAssign)
                    ]
        if not with_attributes:
            self._attributes.clear()
            return
        declared = Counter(name for names in fields.values() for name in names)
        for made, names in fields.items():
            for call in self._called.get(made, []):
                for name, value in zip(names, call.args, strict=False):
                    self._attributes.setdefault(name, []).append(value)
        for name, classes in declared.items():
            if classes > 1:
                self._attributes.pop(name, None)

    def numbers(
        self, part: ast.expr, within: tuple[ast.AST, ...], depth: int = _DEPTH
    ) -> Iterator[str]:
        """The rule numbers that an expression may stand for, in what it stands within."""
        if isinstance(part, ast.IfExp):
            # what decides between two numbers is none of them
            yield from self.numbers(part.body, within, depth)
            yield from self.numbers(part.orelse, within, depth)
        elif isinstance(part, ast.Constant):
            if isinstance(part.value, str) and _NUMBER.fullmatch(part.value):
                yield part.value
        elif isinstance(part, ast.Subscript | ast.Starred):
            yield from self.numbers(part.value, within, depth)
        elif isinstance(part, ast.Attribute):
            if depth:
                for value in self._attributes.get(part.attr, []):
                    yield from self.numbers(value, (), depth - 1)
        elif isinstance(part, ast.Name):
            if depth:
                for value, place in self._values(part.id, within):
                    yield from self.numbers(value, place, depth - 1)
        else:
            for child in ast.iter_child_nodes(part):
                if isinstance(child, ast.expr):
                    yield from self.numbers(child, within, depth)

    def _values(
        self, name: str, within: tuple[ast.AST, ...]
    ) -> Iterator[tuple[ast.expr, tuple[ast.AST, ...]]]:
        """What a name is given, by the innermost part of the code that gives it anything."""
        for at in range(len(within) - 1, -1, -1):
            scope = within[at]
            if isinstance(scope, ast.FunctionDef | ast.Module):
                values = list(_assigned(name, scope))
                if isinstance(scope, ast.FunctionDef):
                    values += self._given(name, scope)
                if values:
                    yield from ((value, within[: at + 1]) for value in values)
                    return

    def _given(self, name: str, function: ast.FunctionDef) -> Iterator[ast.expr]:
        """What a parameter is given, by its default and by every call of that function."""
        arguments = function.args
        positional = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args)]
        keyworded = [argument.arg for argument in arguments.kwonlyargs]
        first = len(positional) - len(arguments.defaults)
        defaults = [
            *zip(positional[first:], arguments.defaults, strict=True),
            *zip(keyworded, arguments.kw_defaults, strict=True),
        ]
        yield from (value for known, value in defaults if known == name and value is not None)
        gathers = arguments.vararg is not None and arguments.vararg.arg == name
        for call in self._called.get(function.name, []):
            if gathers:
                yield from call.args[len(positional) :]
            if name in positional:
                yield from call.args[positional.index(name) :][:1]
            yield from (keyword.value for keyword in call.keywords if keyword.arg == name)


def _assigned(name: str, scope: ast.FunctionDef | ast.Module) -> Iterator[ast.expr]:
    nodes = ast.walk(scope) if isinstance(scope, ast.FunctionDef) else iter(scope.body)
    for node in nodes:
        targets: list[ast.expr] = []
        if isinstance(node, ast.Assign):
            targets = node.targets
        elif isinstance(node, ast.AnnAssign):
            targets = [node.target]
        if any(isinstance(target, ast.Name) and target.id == name for target in targets):
            value = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None
            if value is not None:
                yield value
