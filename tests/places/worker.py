"""The rewritten engine in a process of its own, which imports nothing of it before the hook."""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from tests.places.rewriting import SWITCH, rewrite

ROOT = Path(__file__).resolve().parents[2]

#: the place that is off, and the places that were come by
state: dict[str, Any] = {"off": None, "hit": set()}


def is_on(place: str) -> bool:
    """Asked by the rewritten modules at every place."""
    state["hit"].add(place)
    return place != state["off"]


class _Loader(importlib.machinery.SourceFileLoader):
    def get_code(self, fullname: str) -> Any:
        path = self.get_filename(fullname)
        tree, _ = rewrite(Path(path).read_text(encoding="utf-8"), fullname)
        return compile(tree, path, "exec", dont_inherit=True)

    def exec_module(self, module: ModuleType) -> None:
        module.__dict__[SWITCH] = is_on
        super().exec_module(module)


class _Finder(importlib.abc.MetaPathFinder):
    def find_spec(self, fullname: str, path: Any, target: Any = None) -> Any:
        if fullname.split(".")[0] != "judge":
            return None
        file = ROOT.joinpath(*fullname.split("."))
        if file.is_dir():
            file = file / "__init__.py"
            return importlib.util.spec_from_file_location(
                fullname,
                file,
                loader=_Loader(fullname, str(file)),
                submodule_search_locations=[str(file.parent)],
            )
        file = file.with_suffix(".py")
        if not file.exists():
            return None
        return importlib.util.spec_from_file_location(
            fullname, file, loader=_Loader(fullname, str(file))
        )


def start(files: list[Path] | None = None) -> None:
    """Hook the imports and read the scenarios, or those of the files; once in each worker."""
    assert not any(name.split(".")[0] == "judge" for name in sys.modules)
    sys.meta_path.insert(0, _Finder())
    from api.scenarios import discover

    state["scenarios"] = {
        one.scenario.id: one.scenario
        for one in discover(paths=files)[0]
        if one.scenario.overturned_by is None
    }


def _run(identity: str) -> Any:
    from api.scenarios import run_scenario
    from api.scenarios.ledger import WithoutRules, how_it_turned

    judge = state.setdefault("judge", WithoutRules())
    return how_it_turned(run_scenario(state["scenarios"][identity], judge))


def names(_: object = None) -> dict[str, set[str]]:
    """The scenarios, each with the codes and reasons that it expects."""
    found: dict[str, set[str]] = {}
    for identity, scenario in state["scenarios"].items():
        codes: set[str] = set()
        for step in scenario.steps:
            codes |= {str(each) for each in step.expected.problems or []}
            codes |= set(str(step.expected.refusal).replace("'", " ").split())
        found[identity] = codes
    return found


def come_by(identity: str) -> tuple[str, str, set[str]]:
    """Run a scenario with all places on: what came of it, and the places that it comes by."""
    state["off"], state["hit"] = None, set()
    return identity, _run(identity).how, state["hit"]


def without(work: tuple[str, list[str]]) -> tuple[str, str, str]:
    """The first of the scenarios that turns without the place: the place, how, the scenario.

    `outcome` where one comes out otherwise; `error` where that is all that happens; else `none`.
    """
    place, identities = work
    state["off"] = place
    found = (place, "none", "")
    for identity in identities:
        how = _run(identity).how
        if how == "outcome":
            return place, how, identity
        if how == "error" and found[1] == "none":
            found = (place, how, identity)
    return found
