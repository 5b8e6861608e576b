"""What lies around a rule, as a picture or as data (`GET /v1/rules/.../graph`)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import cache, lru_cache
from threading import Lock
from typing import Literal, NamedTuple, get_args

from api.handlers.rule_cites import project_cites
from api.handlers.rules import named_rule
from rulesdb import EDITIONS, NEWEST
from rulesdb.graph import (
    EDGE_KINDS,
    MOST_NODES,
    EdgeKind,
    RuleGraph,
    build_graph,
    dot,
    graphml,
    neighbourhood,
    neighbourhood_svg,
    node_link_json,
)
from rulesdb.tournament import DOCUMENT

GraphForm = Literal["svg", "json", "dot", "graphml"]
GRAPH_FORMS: tuple[GraphForm, ...] = get_args(GraphForm)

CONTENT_TYPES: Mapping[GraphForm, str] = {
    "svg": "image/svg+xml",
    "json": "application/json",
    "dot": "text/vnd.graphviz",
    "graphml": "application/xml",
}

#: at four steps the picture is full for every rule
MOST_RADIUS = 4
#: nodes in the forms for programs; the picture has fewer
MOST_EXPORTED = 400

#: What is followed unless somebody asks for more: the edges within one edition.
DRAWN_KINDS: tuple[EdgeKind, ...] = ("parent", "see", "restates")

_EXPORTS: Mapping[str, Callable[[RuleGraph], str]] = {
    "json": node_link_json,
    "dot": dot,
    "graphml": graphml,
}


class Drawing(NamedTuple):
    """What was drawn: how many nodes are in `text`, and for how many there was no room."""

    text: str
    shown: int
    left_out: int


def drawn(
    reference: str,
    radius: int = 2,
    form: GraphForm = "svg",
    kinds: Collection[EdgeKind] = DRAWN_KINDS,
) -> Drawing:
    """What lies within `radius` steps of a rule along edges of these `kinds`: an SVG of the nearest
    `MOST_NODES` nodes, or the nearest `MOST_EXPORTED` in a form for programs. The last answers are
    kept. Only `was` and `cites` lead out of one edition, and need the whole graph.

    Raises `ValueError` for a radius out of bounds, `rulesdb.MalformedReference`, `UnknownEdition`,
    `EditionNotHeld` and `UnknownRule`.
    """
    if not 1 <= radius <= MOST_RADIUS:
        raise ValueError(f"radius: a whole number from 1 to {MOST_RADIUS}")
    node, _ = named_rule(reference)
    return _drawn(
        node.edition, str(node), radius, form, tuple(kind for kind in EDGE_KINDS if kind in kinds)
    )


@lru_cache(maxsize=256)
def _drawn(
    edition: str, reference: str, radius: int, form: GraphForm, kinds: tuple[EdgeKind, ...]
) -> Drawing:
    graph = _graph(edition) if set(kinds) <= set(DRAWN_KINDS) else whole_graph()
    limit = MOST_NODES if form == "svg" else MOST_EXPORTED
    hood = neighbourhood(graph, reference, radius, limit, kinds=kinds)
    if form == "svg":
        text = neighbourhood_svg(graph, reference, radius=radius, limit=limit, kinds=kinds)
    else:
        text = _EXPORTS[form](hood.graph)
    return Drawing(text, len(hood.distances), hood.left_out)


@lru_cache(maxsize=8)
def _graph(edition: str) -> RuleGraph:
    return build_graph(editions=[edition])


def cited_graph(edition: str) -> RuleGraph:
    """One edition and the tournament rules, with who cites them.

    Enough for whatever stays within one edition, and a third of the whole graph.
    """
    with _BUILDING:
        return _cited_graph(NEWEST if edition == DOCUMENT else edition)


@lru_cache(maxsize=8)
def _cited_graph(edition: str) -> RuleGraph:
    return build_graph(editions=[edition, DOCUMENT], cites=project_cites())


def whole_graph() -> RuleGraph:
    """Every edition and the tournament rules, with where rules stood before and who cites them.

    It takes some hundredths of a second to build, and is kept.
    """
    with _BUILDING:
        return _whole_graph()


_BUILDING = Lock()


@cache
def _whole_graph() -> RuleGraph:
    return build_graph(editions=[*EDITIONS, DOCUMENT], cites=project_cites())
