"""The arrows of the house: who may import whom."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

#: what each part of `judge` may rest on: only on what stands before it in this list (D, "The
#: house").
#: A module's own entry counts before that of its package.
ORDER: list[tuple[str, ...]] = [
    ("judge.version", "judge.limits", "judge.identity"),
    ("judge.board.state", "judge.board.durations", "judge.modes.modes"),
    ("judge.board.event",),
    (
        "judge.board.events_of_actions",
        "judge.board.events_of_game",
        "judge.board.events_of_effects",
        "judge.board.events_of_chain",
        "judge.board.events_of_combat",
    ),
    ("judge.board.table", "judge.board.events", "judge.board.faults", "judge.board.uses"),
    ("judge.board.shapes",),
    ("judge.board.cases", "judge.board.occasions"),
    ("judge.board.applying_zones",),
    ("judge.board.applying_objects",),
    ("judge.board.applying_actions",),
    ("judge.board.applying",),
    ("judge.effects.notation", "judge.keywords", "judge.effects.tags"),
    ("judge.effects.keywordtexts", "judge.effects.texts"),
    (
        "judge.effects.supporting_copies",
        "judge.effects.supporting_costs",
        "judge.effects.supporting_entering",
        "judge.effects.supporting_facts",
        "judge.effects.supporting_gives",
        "judge.effects.supporting_labels",
        "judge.effects.supporting_moments",
        "judge.effects.supporting_reveals",
        "judge.effects.supporting_rules",
        "judge.effects.supporting_selectors",
    ),
    ("judge.effects.supporting_layers", "judge.effects.heard"),
    ("judge.effects.supporting_cards",),
    ("judge.cardtext",),
    ("judge.effects.supporting",),
    ("judge.effects.clauses",),
    ("judge.effects.support",),
    ("judge.effects.kept",),
    (
        "judge.effects.linting_names",
        "judge.effects.linting_shapes",
        "judge.effects.linting_words",
        "judge.effects.notexecuted",
    ),
    ("judge.effects.linting_prohibitions",),
    ("judge.effects.linting",),
    ("judge.cardtext.reading",),
    ("judge.effects.catalogue",),
    ("judge.effects.granted", "judge.effects.goals"),
    ("judge.effects.activetexts",),
    ("judge.layers.statics",),
    ("judge.layers.reading", "judge.layers.entries"),
    ("judge.layers.worked",),
    ("judge.layers.layering",),
    ("judge.layers.standings",),
    ("judge.layers.telling",),
    ("judge.layers.lost",),
    ("judge.layers.characteristics", "judge.layers.ignoring", "judge.layers.occupancy"),
    ("judge.layers.granting",),
    ("judge.ruling.actions", "judge.ruling.questions", "judge.ruling.openpoints"),
    ("judge.ruling.waiving",),
    ("judge.ruling.ruling",),
    ("judge.ruling.comparing",),
    ("judge.effects.standins",),
    ("judge.ruling.legal", "judge.ruling.problems", "judge.ruling.explanation"),
    ("judge.ruling.run",),
    ("judge.actions.door",),
    ("judge.ruling.answers",),
    ("judge.effects.unmodelled", "judge.effects.unread", "judge.effects.readtexts"),
    ("judge.effects.reaching",),
    ("judge.board",),
    ("judge.ruling.views",),
    ("judge.layers",),
    ("judge.effects.zones",),
    ("judge.actions",),
    ("judge.effects.lasting",),
    ("judge.effects.context", "judge.effects.describing", "judge.effects.traits"),
    ("judge.effects.speaking",),
    (
        "judge.effects.naming",
        "judge.effects.whereabouts",
        "judge.effects.tallies",
        "judge.effects.itemcosts",
        "judge.effects.itemchoices",
    ),
    ("judge.effects.meantplayers", "judge.effects.amounts", "judge.effects.readso"),
    ("judge.effects.assumed",),
    ("judge.effects.meaning",),
    (
        "judge.effects.conditions",
        "judge.effects.groups",
        "judge.effects.moveplaces",
        "judge.effects.opponents",
    ),
    ("judge.abilities",),
    ("judge.effects.chainitems", "judge.effects.execution"),
    (
        "judge.effects.performing.applied",
        "judge.effects.performing.compelled",
        "judge.effects.performing.possible",
        "judge.effects.performing.registry",
        "judge.effects.performing.responsible",
        "judge.effects.performing.rounds",
        "judge.effects.performing.until",
    ),
    ("judge.effects.performing.following",),
    ("judge.effects.performing.outcomes",),
    ("judge.effects.performing.executing",),
    ("judge.effects.performing",),
    ("judge.combat.opening",),
    ("judge.procedure",),
    ("judge.abilities.replacers",),
    ("judge.abilities.assigning",),
    ("judge.abilities.replacing",),
    ("judge.combat.scoring", "judge.combat.damage"),
    ("judge.combat.resolution",),
    ("judge.combat",),
    ("judge.procedure.turn",),
    (
        "judge.flow",
        "judge.modes.conceding",
        "judge.modes.leaving",
        "judge.modes.decks",
        "judge.modes.matches",
    ),
    ("judge.legal",),
    (
        "judge.cautions",
        "judge.course",
        "judge.turning",
        "judge.editing",
        "judge.supplying",
        "judge.unsaid",
        "judge.finishing",
        "judge.fixed",
        "judge.layers.otherwise",
        "judge.loops",
        "judge.spare",
    ),
    ("judge.otherwise",),
    ("judge.adjudicate",),
    ("judge.modes.setup", "judge.review", "judge.explaining"),
    ("judge",),
]

#: packages that `judge`, and what it imports of `rulesdb`, must do without (DESIGN, "The house")
FORBIDDEN = {
    "flask",
    "flask_smorest",
    "marshmallow",
    "networkx",
    "requests",
    "yaml",
    "click",
    "rich",
    "gunicorn",
}


def modules(package: str) -> dict[str, Path]:
    found = {}
    for file in sorted((ROOT / package).rglob("*.py")):
        parts = file.relative_to(ROOT).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found[name] = file
    return found


def imports(file: Path) -> set[str]:
    """Every module that a file imports, at the top or inside a function."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            members = {f"{node.module}.{alias.name}" for alias in node.names}
            names.update(members)
            if not members <= KNOWN:  # `from package import module` asks nothing of the package
                names.add(node.module)
    return names


KNOWN = {name for package in ("judge", "api", "rulesdb") for name in modules(package)}


def rank(module: str) -> int | None:
    best: tuple[int, int] | None = None
    for position, names in enumerate(ORDER):
        for name in names:
            within = module == name or module.startswith(f"{name}.")
            if within and (best is None or len(name) > best[0]):
                best = (len(name), position)
    return None if best is None else best[1]


JUDGE = modules("judge")


@pytest.mark.parametrize("module", sorted(JUDGE))
def test_judge_modules_rest_only_on_what_stands_before_them(module: str) -> None:
    own = rank(module)
    assert own is not None
    for imported in imports(JUDGE[module]):
        if imported in JUDGE and imported != module:
            theirs = rank(imported)
            assert theirs is not None
            assert theirs <= own, f"{module} imports {imported}, which stands above it"


def test_no_two_modules_of_judge_import_each_other_in_a_circle() -> None:
    graph = {
        name: {i for i in imports(file) if i in JUDGE and i != name} for name, file in JUDGE.items()
    }
    graph["judge"] = set()  # the package itself gathers everything
    done: set[str] = set()

    def visit(name: str, path: tuple[str, ...]) -> None:
        assert name not in path, " -> ".join([*path, name])
        if name in done:
            return
        for other in sorted(graph[name]):
            visit(other, (*path, name))
        done.add(name)

    for name in sorted(graph):
        visit(name, ())
    assert done == set(graph)


@pytest.mark.parametrize("package", ["judge", "rulesdb"])
def test_lower_packages_do_not_know_the_higher(package: str) -> None:
    above = {"judge": ("api",), "rulesdb": ("api", "judge")}[package]
    for name, file in modules(package).items():
        for imported in imports(file):
            assert imported.split(".")[0] not in above, f"{name} imports {imported}"


def test_judge_is_plain_python_and_msgspec() -> None:
    allowed = {"judge", "rulesdb", "msgspec", *sys.stdlib_module_names}
    for name, file in JUDGE.items():
        for imported in imports(file):
            assert imported.split(".")[0] in allowed, f"{name} imports {imported}"


def test_importing_judge_brings_in_no_web_and_no_graph_library() -> None:
    import subprocess

    code = "import judge, sys; print(','.join(sorted({m.split('.')[0] for m in sys.modules})))"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    ).stdout.strip()
    assert not FORBIDDEN & set(loaded.split(","))


def test_files_stay_readable_in_length() -> None:
    long = {
        str(file.relative_to(ROOT)): count
        for package in ("judge", "api", "rulesdb")
        for file in (ROOT / package).rglob("*.py")
        if (count := len(file.read_text(encoding="utf-8").splitlines())) > 620
    }
    assert not long
