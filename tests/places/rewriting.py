"""Finding the places in a module, and rewriting it so that each can be switched off."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

#: what a module calls to ask whether a place is switched on
SWITCH = "_place_is_on"

#: the makers, by the name by which they are called
_MAKERS = frozenset({"problem", "refused", "unmodelled", "Refused", "Refusal", "IllegalAnswer"})

#: what defines them, and the surface, which only hands on what was raised
_NOT_LOOKED_AT = frozenset({"judge.ruling.problems", "judge.ruling.run", "judge.ruling.ruling"})


class Place(NamedTuple):
    """A place by what does not change when lines move: module, function, code, and which of the
    places of that code in the function.
    """

    module: str
    function: str
    code: str
    number: int

    def __str__(self) -> str:
        nth = f"#{self.number}" if self.number > 1 else ""
        return f"{self.module}:{self.function}:{self.code}{nth}"


class Found(NamedTuple):
    """A place with the line where it stands, and whether the rewriting can switch it off."""

    place: Place
    line: int
    switched: bool


def rewrite(source: str, module: str) -> tuple[ast.Module, list[Found]]:
    """The tree of a module with a switch around every place, and the places."""
    tree = ast.parse(source)
    # the reader of card texts refuses texts, and is part of no ruling
    if module in _NOT_LOOKED_AT or module.startswith("judge.cardtext."):
        return tree, []
    rewriting = _Rewriting(tree, module)
    rewriting.visit(tree)
    switched = set(rewriting.switched)
    found = [Found(place, line, place in switched) for place, line in rewriting.places.values()]
    return ast.fix_missing_locations(tree), found


def _name(call: ast.AST) -> str | None:
    if isinstance(call, ast.Call) and isinstance(call.func, ast.Name):
        return call.func.id
    return None


def _helpers(tree: ast.Module) -> dict[str, str]:
    """Functions whose every return makes one, by name, with the code."""
    found = {}
    for node in ast.walk(tree):
        if not isinstance(node, ast.FunctionDef):
            continue
        returns = [each for each in ast.walk(node) if isinstance(each, ast.Return)]
        made = [each.value for each in returns if each.value and _name(each.value) in _MAKERS]
        if made and len(made) == len(returns):
            codes = dict.fromkeys(map(_code, made))
            found[node.name] = " or ".join(codes)
    return found


def _code(call: ast.AST) -> str:
    """The code of a problem, the reason of a refusal."""
    assert isinstance(call, ast.Call)
    name = _name(call)
    if name == "IllegalAnswer":
        return "illegal_answer"
    if name == "unmodelled":
        return "clause"
    if name == "Refused" and call.args:
        return _code(call.args[0]) if isinstance(call.args[0], ast.Call) else "refused"
    reason: ast.AST | None = next((k.value for k in call.keywords if k.arg == "reason"), None)
    if reason is None and call.args:
        reason = call.args[0]
    if isinstance(reason, ast.Constant):
        return str(reason.value)
    return "as_said"


class _Rewriting(ast.NodeTransformer):
    def __init__(self, tree: ast.Module, module: str) -> None:
        self.module = module
        self.helpers = _helpers(tree)
        self.within: list[str] = []
        self.counts: Counter[tuple[str, str]] = Counter()
        self.places: dict[int, tuple[Place, int]] = {}
        self.switched: list[Place] = []
        #: variables that hold what a place made, within the function at hand
        self.held: dict[str, Place] = {}

    # --- which calls are places ----------------------------------------------------------------

    def place_of(self, node: ast.AST) -> Place | None:
        """The place that an expression is; the same for the same node."""
        if id(node) in self.places:
            return self.places[id(node)][0]
        if isinstance(node, ast.Name):
            return self.held.get(node.id)
        name = _name(node)
        if name not in _MAKERS and name not in self.helpers:
            return None
        function = ".".join(self.within)
        if self.within and self.within[-1] in self.helpers:
            return None
        code = _code(node) if name in _MAKERS else self.helpers[name or ""]
        self.counts[function, code] += 1
        place = Place(self.module, function, code, self.counts[function, code])
        assert isinstance(node, ast.Call)
        self.places[id(node)] = (place, node.lineno)
        return place

    def on(self, place: Place) -> ast.expr:
        self.switched.append(place)
        return ast.Call(ast.Name(SWITCH, ast.Load()), [ast.Constant(str(place))], [])

    def listed(self, element: ast.expr) -> ast.expr | None:
        """An element as a list that is empty where its place is off; None without a place."""
        if isinstance(element, ast.IfExp):
            body, other = self.listed(element.body), self.listed(element.orelse)
            if body is None and other is None:
                return None
            whole = [
                new or ast.List([old], ast.Load())
                for new, old in ((body, element.body), (other, element.orelse))
            ]
            return ast.IfExp(element.test, whole[0], whole[1])
        place = self.place_of(element)
        if place is None:
            return None
        empty = ast.List([], ast.Load())
        return ast.IfExp(self.on(place), ast.List([element], ast.Load()), empty)

    # --- forms ---------------------------------------------------------------------------------

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.within.append(node.name)
        before, self.held = self.held, dict(self.held)
        self.generic_visit(node)
        self.held = before
        self.within.pop()
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        self.within.append(node.name)
        self.generic_visit(node)
        self.within.pop()
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        place = self.place_of(node.value)
        if place is not None and isinstance(node.targets[0], ast.Name):
            self.held[node.targets[0].id] = place
            return node
        return self.generic_visit(node)

    def visit_List(self, node: ast.List) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Load):
            node.elts = [
                ast.Starred(new, ast.Load()) if (new := self.listed(each)) is not None else each
                for each in node.elts
            ]
        return node

    def visit_ListComp(self, node: ast.ListComp) -> ast.AST:
        self.generic_visit(node)
        new = self.listed(node.elt)
        if new is not None:
            node.elt = ast.Name("_each_place", ast.Load())
            node.generators.append(
                ast.comprehension(ast.Name("_each_place", ast.Store()), new, [], 0)
            )
        return node

    def visit_Raise(self, node: ast.Raise) -> ast.AST:
        place = self.place_of(node.exc) if node.exc is not None else None
        if place is None:
            return self.generic_visit(node)
        return ast.copy_location(ast.If(self.on(place), [node], []), node)

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        call = node.value
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.args:
            place = None
            if call.func.attr in ("append", "refuse"):
                place = self.place_of(call.args[0])
            if place is not None:
                return ast.copy_location(ast.If(self.on(place), [node], []), node)
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        # what is left is a place of a form that is not known: it is listed, and cannot be off
        self.place_of(node)
        name = _name(node)
        if name in _MAKERS:
            return node
        return self.generic_visit(node)


def lines(found: list[Found]) -> Iterator[tuple[str, str]]:
    """Each place with file and line."""
    for each in found:
        file = each.place.module.replace(".", "/") + ".py"
        yield str(each.place), f"{file}:{each.line}"
