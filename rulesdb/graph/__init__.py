"""The rule book as a graph: what hangs under, points to, repeats, succeeded and cites what.

The graph is a class of ours, so that neither building one nor asking it anything loads networkx.
Only `RuleGraph.as_networkx` does, and what rests on it, `node_link_json` and `graphml`. The modules
of this package are loaded when something of theirs is first used.

    >>> from rulesdb.graph import build_graph, related
    >>> graph = build_graph()
    >>> [near.node.number for near in related(graph, "465.2.c.3", count=3)]
    ['815.1.c.1', '826.4.a', '465.2.c']

The same as a `networkx.MultiDiGraph` over (document, edition, number) is `graph.as_networkx()`.
What nodes and edges there are is said in `rulesdb.graph.nodes`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulesdb.graph.build import build_graph
    from rulesdb.graph.cites import (
        SOURCE_KINDS,
        Cite,
        SourceKind,
        cites_of_checkout,
        held_cites,
    )
    from rulesdb.graph.drawing import MOST_NODES, neighbourhood_svg
    from rulesdb.graph.export import EDGES_KEY, dot, graphml, node_link_json
    from rulesdb.graph.nodes import (
        BOOK_KINDS,
        EDGE_KINDS,
        EdgeKind,
        Node,
        located,
        rule_node,
        source_node,
    )
    from rulesdb.graph.pagerank import WEIGHTS, personalised_pagerank
    from rulesdb.graph.questions import (
        Link,
        Neighbourhood,
        Related,
        Step,
        children,
        exercised_by,
        neighbourhood,
        path_to_section,
        referenced_by,
        references,
        related,
        shortest_path,
        unexercised,
    )
    from rulesdb.graph.rulegraph import Attributes, Edge, RuleGraph

__all__ = [
    "BOOK_KINDS",
    "EDGES_KEY",
    "EDGE_KINDS",
    "MOST_NODES",
    "SOURCE_KINDS",
    "WEIGHTS",
    "Attributes",
    "Cite",
    "Edge",
    "EdgeKind",
    "Link",
    "Neighbourhood",
    "Node",
    "Related",
    "RuleGraph",
    "SourceKind",
    "Step",
    "build_graph",
    "children",
    "cites_of_checkout",
    "dot",
    "exercised_by",
    "graphml",
    "held_cites",
    "located",
    "neighbourhood",
    "neighbourhood_svg",
    "node_link_json",
    "path_to_section",
    "personalised_pagerank",
    "referenced_by",
    "references",
    "related",
    "rule_node",
    "shortest_path",
    "source_node",
    "unexercised",
]

_LATER = {
    name: module
    for module, names in {
        "build": "build_graph",
        "cites": "SOURCE_KINDS Cite SourceKind cites_of_checkout held_cites",
        "drawing": "MOST_NODES neighbourhood_svg",
        "export": "EDGES_KEY dot graphml node_link_json",
        "nodes": "BOOK_KINDS EDGE_KINDS EdgeKind Node located rule_node source_node",
        "pagerank": "WEIGHTS personalised_pagerank",
        "questions": "Link Neighbourhood Related Step children exercised_by "
        "neighbourhood path_to_section referenced_by references related shortest_path unexercised",
        "rulegraph": "Attributes Edge RuleGraph",
    }.items()
    for name in names.split()
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_LATER[name]}"), name)
