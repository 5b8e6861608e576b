"""The graph in the forms that other programs read."""

from __future__ import annotations

import io
import json
import re

import networkx
import pytest

from rulesdb import Rule
from rulesdb.graph import (
    EDGE_KINDS,
    EDGES_KEY,
    Edge,
    Node,
    RuleGraph,
    dot,
    graphml,
    neighbourhood,
    node_link_json,
)

_STRING = r'"((?:[^"\\]|\\.)*)"'
_DOT_NODE = re.compile(rf"  {_STRING} \[label={_STRING}\];")
_DOT_EDGE = re.compile(
    rf'  {_STRING} -> {_STRING} \[class="(\w+)", color="\w+"(?:, style="\w+")?\];'
)


def named_edges(graph: RuleGraph) -> set[tuple[str, str, str]]:
    return {(str(edge.tail), str(edge.head), edge.kind) for edge in graph.edges()}


@pytest.fixture(scope="session")
def awkward() -> RuleGraph:
    """A graph whose texts hold everything that has to be escaped."""
    one, other = Node("core", "core-1.4", "100"), Node("doc", "", 'a\\b "c".md')
    gist = 'Say "<&>" \\ and\n\u2026\\"'
    rule = Rule("100", None, "rule", None, gist, "plays", (), "", (), 0, "0" * 16)
    return RuleGraph({one: rule, other: None}, [Edge(other, one, "cites", times=2)])


def test_node_link_json_can_be_read_back(cited_graph: RuleGraph) -> None:
    data = json.loads(node_link_json(cited_graph))
    assert data["multigraph"]
    assert data["directed"]
    assert data["graph"] == {"editions": ["core-1.4"]}
    back = networkx.node_link_graph(data, edges=EDGES_KEY)
    assert set(back.edges(keys=True)) == named_edges(cited_graph)
    assert dict(back.nodes(data=True)) == {
        str(node): cited_graph.attributes(node)._asdict() for node in cited_graph
    }


def test_graphml_can_be_read_back(cited_graph: RuleGraph) -> None:
    text = graphml(cited_graph)
    back = networkx.read_graphml(io.BytesIO(text.encode()), force_multigraph=True)
    assert {(tail, head, data["kind"]) for tail, head, data in back.edges(data=True)} == (
        named_edges(cited_graph)
    )
    assert dict(back.nodes(data=True)) == {
        str(node): {
            name: value
            for name, value in cited_graph.attributes(node)._asdict().items()
            if value is not None
        }
        for node in cited_graph
    }
    identities = re.findall(r'<edge source="[^"]*" target="[^"]*" id="([^"]*)"', text)
    assert len(set(identities)) == len(list(cited_graph.edges()))


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
    gists = {awkward.attributes(node).gist for node in awkward}
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


def test_a_part_says_what_it_is_a_part_of(cited_graph: RuleGraph) -> None:
    _, shown, part, left_out = neighbourhood(cited_graph, "465.2.c.3", limit=9)
    facts = {"centre": "core-1.4:465.2.c.3", "radius": 2, "limit": 9, "shown": 9}
    facts["left_out"] = left_out
    assert len(shown) == 9 < 9 + left_out
    assert json.loads(node_link_json(part))["graph"] == facts
    back = networkx.read_graphml(io.BytesIO(graphml(part).encode()))
    assert back.graph | facts == back.graph
    assert [line.strip() for line in dot(part).splitlines()[1:6]] == [
        f'{name}="{value}";' for name, value in facts.items()
    ]


def test_exporting_is_always_the_same(cited_graph: RuleGraph) -> None:
    part = neighbourhood(cited_graph, "465.2.c.3", kinds=EDGE_KINDS).graph
    texts = [export(part) for export in (node_link_json, graphml, dot)]
    assert texts == [export(part) for export in (node_link_json, graphml, dot)]
