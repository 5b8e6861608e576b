"""Nothing writes to a board but the cases that apply an event (D3, D14)."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TypeGuard

import msgspec
import pytest

from judge.board import events as ev
from judge.board import state
from judge.board.cases import CASES

ROOT = Path(__file__).resolve().parents[2]
#: the modules that may write: they hold the cases
DOOR = {
    "applying.py",
    "applying_zones.py",
    "applying_objects.py",
    "applying_actions.py",
    "cases.py",
}
#: reading builds a board before anybody judges it; canonical and views build another one
BUILDERS = {
    "reading.py",
    "deriving.py",
    "expanding.py",
    "expanding_chain.py",
    "draft.py",
    "omissions.py",
    "meaning.py",
    "canonical.py",
    "views.py",
    "document.py",
    "checking.py",
    "checking_places.py",
    "schema.py",
}

#: fields of the board's parts, but for names that other structs have too and engine code sets there
FIELDS = {
    field
    for part in vars(state).values()
    if isinstance(part, type) and issubclass(part, state.Part) and part is not state.Part
    for field in part.__struct_fields__
}
#: names of fields that `Run`, `Choice` and other objects of the engine have as well
SHARED = {
    "destinations",
    "resolving",
    "id",
    "options",
    "max",
    "min",
    "pool",
    "rules",
    "exhaust",
    "targets",
    "card",
    "prompt",
    "kind",
}
MUTATORS = {
    "append",
    "extend",
    "insert",
    "remove",
    "pop",
    "clear",
    "update",
    "setdefault",
    "sort",
    "reverse",
}


def engine_files() -> list[Path]:
    return [
        file
        for file in sorted((ROOT / "judge").rglob("*.py"))
        if not (file.parent.name == "board" and file.name in DOOR | BUILDERS)
    ]


def writes(tree: ast.AST) -> list[tuple[int, str]]:
    """Places that set, delete or mutate an attribute with the name of a board's field."""
    found = []
    for node in ast.walk(tree):
        targets: list[ast.expr] = []
        if isinstance(node, ast.Assign):
            targets = node.targets
        elif isinstance(node, (ast.AugAssign, ast.AnnAssign)):
            targets = [node.target]
        elif isinstance(node, ast.Delete):
            targets = node.targets
        for target in targets:
            inner = target.value if isinstance(target, ast.Subscript) else target
            if _is_field(inner):
                found.append((node.lineno, inner.attr))
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in MUTATORS
        ):
            inner = node.func.value
            if _is_field(inner):
                found.append((node.lineno, inner.attr))
    return sorted(found)


def _is_field(node: ast.expr) -> TypeGuard[ast.Attribute]:
    """An attribute named as a board's field is; what an object sets on itself is its own."""
    if not isinstance(node, ast.Attribute) or node.attr not in FIELDS - SHARED:
        return False
    return not (isinstance(node.value, ast.Name) and node.value.id == "self")


#: `stable` marks the working board of a question as it leaves; everything else is a breach
EXCUSED = {
    ("finishing.py", "stable"),
    # of what is attempted, before it is an event
    ("replacers.py", "amount"),
    ("replacers.py", "to"),
    # of notation as it is read from a text, which no board has yet
    *((file, "may") for file in ("binding.py", "lines.py", "tracing.py")),
    ("lines.py", "player"),
    *(("reader.py", field) for field in ("abilities", "keywords")),
    ("binding.py", "to"),
    # of what the layers have come to so far, beside the board
    *((file, field) for file in ("layering.py", "worked.py") for field in ("base", "might")),
    *((file, "keywords") for file in ("layering.py", "worked.py")),
}


@pytest.mark.parametrize("file", engine_files(), ids=lambda file: str(file.relative_to(ROOT)))
def test_no_module_of_the_engine_writes_to_a_board(file: Path) -> None:
    found = [
        f"{file.name}:{line} writes {field}"
        for line, field in writes(ast.parse(file.read_text(encoding="utf-8")))
        if (file.name, field) not in EXCUSED and not _on_a_plan(field)
    ]
    assert not found


def _on_a_plan(field: str) -> bool:
    """Fields of plans and reports whose names a board has too; they are no part of a board."""
    return field in {
        "patterns",
        "slots",
        "power",
        "energy",
        "spend",
        "destination",
        "location",
        "moment",
        "looked_back",
        "additional",
        "modes",
    }


def test_the_check_sees_a_write() -> None:
    tree = ast.parse(
        "thing.exhausted = True\nplayer.hand.append(card)\n"
        "board.players['A'] = p\ndel x.facedown[0]"
    )
    assert [field for _, field in writes(tree)] == ["exhausted", "hand", "players", "facedown"]


def test_every_event_has_a_case_and_every_case_an_event() -> None:
    assert set(CASES) == set(ev.EVENT_TYPES)


def test_every_event_type_says_its_name_in_the_json() -> None:
    tags = {kind.__struct_config__.tag for kind in ev.EVENT_TYPES}
    assert len(tags) == len(ev.EVENT_TYPES)
    assert (
        msgspec.json.decode(msgspec.json.encode(ev.Exhausted(refs=["a1"])))["type"] == "exhausted"
    )
