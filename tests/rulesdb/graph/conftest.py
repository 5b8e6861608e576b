"""Graphs of the newest edition, with and without invented sources that cite rules."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from rulesdb import EDITIONS
from rulesdb.graph import Cite, build_graph, cites_of_checkout

if TYPE_CHECKING:
    from rulesdb.graph import RuleGraph

CITES = (
    Cite("scenario", "tank-before-others", "815.1.c.1"),
    Cite("scenario", "tank-before-others", "465.2.c.3"),
    Cite("scenario", "tank-before-others", "465.2.c.3"),
    Cite("code", "judge/combat/damage.py", "465.2.c.3"),
    Cite("problem", "not_lethal_yet", "core-1.4:465.2.c.3"),
)


@pytest.fixture(scope="session")
def graph() -> RuleGraph:
    """The newest edition, cited by nobody."""
    return build_graph()


@pytest.fixture(scope="session")
def cited_graph() -> RuleGraph:
    """The newest edition with what `CITES` says."""
    return build_graph(cites=CITES)


@pytest.fixture(scope="session")
def every_edition() -> RuleGraph:
    """All editions, and so where each rule stood before."""
    return build_graph(editions=list(EDITIONS))


@pytest.fixture(scope="session")
def checkout_cites(repository: Path) -> tuple[Cite, ...]:
    """What this checkout cites; reading it takes some seconds."""
    return tuple(cites_of_checkout(repository))
