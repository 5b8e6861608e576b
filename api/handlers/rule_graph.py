"""What lies around a rule, as a picture or as data (`GET /v1/rules/.../graph`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, get_args

from rulesdb.graph import (
    MOST_NODES,
    build_graph,
    dot,
    graphml,
    neighbourhood,
    neighbourhood_svg,
    node_link_json,
)
from rulesdb.graph.nodes import parsed

if TYPE_CHECKING:
    from rulesdb.graph.nodes import RuleGraph

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
#: rules in the forms for programs; the picture has fewer
MOST_EXPORTED = 400

_EXPORTS: Mapping[str, Callable[[RuleGraph], str]] = {
    "json": node_link_json,
    "dot": dot,
    "graphml": graphml,
}


def drawn(reference: str, radius: int = 2, form: GraphForm = "svg") -> str:
    """What lies within `radius` steps of a rule: an SVG of the nearest `MOST_NODES` rules, or the
    nearest `MOST_EXPORTED` in a form for programs. The last answers are kept.

    Raises `ValueError` for a radius out of bounds, `rulesdb.MalformedReference`, `UnknownEdition`,
    `EditionNotHeld` and `UnknownRule`.
    """
    if not 1 <= radius <= MOST_RADIUS:
        raise ValueError(f"radius: a whole number from 1 to {MOST_RADIUS}")
    node = parsed(reference)
    return _drawn(node.edition, str(node), radius, form)


@lru_cache(maxsize=256)
def _drawn(edition: str, reference: str, radius: int, form: GraphForm) -> str:
    graph = _graph(edition)
    if form == "svg":
        return neighbourhood_svg(graph, reference, radius=radius, limit=MOST_NODES)
    return _EXPORTS[form](neighbourhood(graph, reference, radius, MOST_EXPORTED).graph)


@lru_cache(maxsize=8)
def _graph(edition: str) -> RuleGraph:
    return build_graph(editions=[edition])
