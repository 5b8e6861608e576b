"""The graph, or any part of it, in forms that other programs read.

In each of them a node is called by its text, `core-1.4:465.2.c`, and an edge `tail kind head`.
A part is, for instance, `neighbourhood(...).graph`. Node-link JSON and GraphML are written by
networkx, which is loaded for them, so that they stay what it reads.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from rulesdb.graph.nodes import EdgeKind

if TYPE_CHECKING:
    import networkx

    from rulesdb.graph.nodes import Node
    from rulesdb.graph.rulegraph import RuleGraph

# The key under which node-link JSON lists the edges; the nodes are under `nodes`.
EDGES_KEY = "edges"

_LOOKS: dict[EdgeKind, str] = {
    "parent": 'color="gray50"',
    "see": 'color="blue3"',
    "restates": 'color="purple3", style="dashed"',
    "was": 'color="darkorange3", style="dotted"',
    "cites": 'color="green4", style="dashed"',
}


def node_link_json(graph: RuleGraph) -> str:
    """JSON as `networkx.node_link_data` gives it, with the edges under `EDGES_KEY`; to be read
    with `networkx.node_link_graph(json.loads(text), edges="edges")`.
    """
    import networkx

    data = networkx.node_link_data(_called_by_text(graph), edges=EDGES_KEY)
    return json.dumps(data, ensure_ascii=False)


def graphml(graph: RuleGraph) -> str:
    """GraphML 1.0; an attribute that is None is left out, since the format has no such value."""
    import networkx

    plain = _called_by_text(graph)
    plain.graph.clear()
    plain.graph.update(_facts(graph))
    for _, data in plain.nodes(data=True):
        for name in [name for name, value in data.items() if value is None]:
            del data[name]
    for tail, head, kind, data in plain.edges(keys=True, data=True):
        data["name"] = f"{tail} {kind} {head}"
    lines = networkx.generate_graphml(plain, edge_id_from_attribute="name")
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + "\n".join(lines) + "\n"


def dot(graph: RuleGraph) -> str:
    """The language of Graphviz: a box for each rule, labelled with its number and its title or
    gist, and a line in the manner of its kind for each edge.
    """
    lines = [
        "digraph rules {",
        *(f"  {name}={_quoted(str(value))};" for name, value in _facts(graph).items()),
        '  node [shape="box", fontname="sans-serif"];',
    ]
    for node in graph:
        known = graph.attributes(node)
        label = "\n".join(filter(None, (node.number, known.title or known.gist)))
        lines.append(f"  {_quoted(str(node))} [label={_quoted(label)}];")
    for tail, head, kind, *_ in graph.edges():
        looks = f'class="{kind}", {_LOOKS[kind]}'
        lines.append(f"  {_quoted(str(tail))} -> {_quoted(str(head))} [{looks}];")
    return "\n".join([*lines, "}", ""])


def _facts(graph: RuleGraph) -> dict[str, str | int]:
    """What the graph says of itself, as values that every form has."""
    return {
        name: value if isinstance(value, int | str) else " ".join(value)
        for name, value in graph.facts.items()
    }


def _called_by_text(graph: RuleGraph) -> networkx.MultiDiGraph[str]:
    """The graph as one of networkx whose nodes are texts."""
    import networkx

    names: dict[Node, str] = {node: str(node) for node in graph}
    renamed: networkx.MultiDiGraph[str] = networkx.relabel_nodes(graph.as_networkx(), names)
    return renamed


def _quoted(text: str) -> str:
    """A quoted string of DOT: its only escapes are those of the quote, the backslash and, for a
    line of a label, the line break.
    """
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
