"""The graph in the forms that other programs read."""

from __future__ import annotations

import io
import json
import re
from typing import TYPE_CHECKING

import networkx
import pytest

from rulesdb.graph import EDGES_KEY, Node, dot, graphml, neighbourhood, node_link_json
from rulesdb.graph.nodes import EDGE_KINDS

if TYPE_CHECKING:
    from rulesdb.graph.nodes import RuleGraph

_STRING = r'"((?:[^"\\]|\\.)*)"'
_DOT_NODE = re.compile(rf"  {_STRING} \[label={_STRING}\];")
_DOT_EDGE = re.compile(
    rf'  {_STRING} -> {_STRING} \[class="(\w+)", color="\w+"(?:, style="\w+")?\];'
)


def named_edges(graph: RuleGraph) -> set[tuple[str, str, str]]:
    return {(str(tail), str(head), kind) for tail, head, kind in graph.edges(keys=True)}


@pytest.fixture(scope="session")
def awkward() -> RuleGraph:
    """A graph whose texts hold everything that has to be escaped."""
    graph: RuleGraph = networkx.MultiDiGraph()
    one, other = Node("core", "core-1.4", "100"), Node("doc", "", 'a\\b "c".md')
    plain = {"document": "core", "edition": "core-1.4", "number": "100", "kind": "rule"}
    graph.add_node(one, **plain, title=None, gist='Say "<&>" \\ and\n\u2026\\"')
    graph.add_node(other, **plain, title=None, gist=None)
    graph.add_edge(other, one, key="cites", kind="cites", count=2)
    return graph


def test_node_link_json_can_be_read_back(cited_graph: RuleGraph) -> None:
    data = json.loads(node_link_json(cited_graph))
    assert data["multigraph"]
    assert data["directed"]
    assert data["graph"] == {"editions": ["core-1.4"]}
    back = networkx.node_link_graph(data, edges=EDGES_KEY)
    assert set(back.edges(keys=True)) == named_edges(cited_graph)
    assert dict(back.nodes(data=True)) == {
        str(node): data for node, data in cited_graph.nodes(data=True)
    }


def test_graphml_can_be_read_back(cited_graph: RuleGraph) -> None:
    text = graphml(cited_graph)
    back = networkx.read_graphml(io.BytesIO(text.encode()), force_multigraph=True)
    assert {(tail, head, data["kind"]) for tail, head, data in back.edges(data=True)} == (
        named_edges(cited_graph)
    )
    assert dict(back.nodes(data=True)) == {
        str(node): {name: value for name, value in data.items() if value is not None}
        for node, data in cited_graph.nodes(data=True)
    }
    identities = re.findall(r'<edge source="[^"]*" target="[^"]*" id="([^"]*)"', text)
    assert len(set(identities)) == cited_graph.number_of_edges()


def test_dot_names_every_node_and_edge(cited_graph: RuleGraph) -> None:
    first, facts, second, *lines, last = dot(cited_graph).splitlines()
    assert facts.strip() == 'editions="core-1.4";'
    assert (first, second.strip()[:6], last) == ("digraph rules {", "node [", "}")
    nodes = [match for line in lines if (match := _DOT_NODE.fullmatch(line))]
    edges = [match for line in lines if (match := _DOT_EDGE.fullmatch(line))]
    assert len(nodes) + len(edges) == len(lines)
    assert [match[1] for match in nodes] == [str(node) for node in cited_graph]
    assert {match.groups() for match in edges} == named_edges(cited_graph)


def test_awkward_text_survives(awkward: RuleGraph) -> None:
    gists = {data["gist"] for _, data in awkward.nodes(data=True)}
    back = networkx.node_link_graph(json.loads(node_link_json(awkward)), edges=EDGES_KEY)
    assert {data["gist"] for _, data in back.nodes(data=True)} == gists
    back = networkx.read_graphml(io.BytesIO(graphml(awkward).encode()))
    assert {data.get("gist") for _, data in back.nodes(data=True)} == gists
    lines = dot(awkward).splitlines()[2:-1]
    labels = [match[2] for line in lines if (match := _DOT_NODE.fullmatch(line))]
    assert [label.encode().decode("unicode_escape") for label in labels] == [
        '100\nSay "<&>" \\ and\n\u00e2\u0080\u00a6\\"',  # that codec reads bytes as Latin-1
        'a\\b "c".md',
    ]
    assert [_DOT_EDGE.fullmatch(line) is not None for line in lines] == [False, False, True]


def test_exporting_changes_nothing(cited_graph: RuleGraph) -> None:
    part = neighbourhood(cited_graph, "465.2.c.3", kinds=EDGE_KINDS).graph
    before = (dict(part.nodes(data=True)), list(part.edges(keys=True, data=True)))
    before = json.loads(json.dumps(before, default=str, skipkeys=True))
    texts = [export(part) for export in (node_link_json, graphml, dot)]
    assert texts == [export(part) for export in (node_link_json, graphml, dot)]
    after = (dict(part.nodes(data=True)), list(part.edges(keys=True, data=True)))
    assert json.loads(json.dumps(after, default=str, skipkeys=True)) == before
