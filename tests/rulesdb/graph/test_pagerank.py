"""Personalised PageRank, against its own equation and against networkx."""

from __future__ import annotations

from typing import TYPE_CHECKING

import networkx
import pytest

from rulesdb.graph import WEIGHTS, Node, located, personalised_pagerank
from rulesdb.graph.pagerank import DAMPING

if TYPE_CHECKING:
    from rulesdb.graph.nodes import RuleGraph

STARTS = ("465.2.c.3", "349", "000", "829")


def undirected(graph: RuleGraph) -> networkx.Graph[Node]:
    """The weighted graph that the walk goes over, made by other means."""
    weighted: networkx.Graph[Node] = networkx.Graph()
    weighted.add_nodes_from(graph)
    for tail, head, kind in graph.edges(keys=True):
        if tail != head:
            before = weighted.get_edge_data(tail, head, {"weight": 0.0})["weight"]
            weighted.add_edge(tail, head, weight=before + WEIGHTS[kind])
    return weighted


@pytest.mark.parametrize("start", STARTS)
def test_the_shares_satisfy_the_equation_of_the_walk(cited_graph: RuleGraph, start: str) -> None:
    origin = located(cited_graph, start)
    shares = personalised_pagerank(cited_graph, origin, tolerance=1e-12)
    weighted = undirected(cited_graph)
    strength = dict(weighted.degree(weight="weight"))
    assert sum(shares.values()) == pytest.approx(1.0)
    for node in cited_graph:
        arriving = sum(
            shares[before] * data["weight"] / strength[before]
            for before, data in weighted[node].items()
        )
        home = 1.0 - DAMPING if node == origin else 0.0
        assert shares[node] == pytest.approx(home + DAMPING * arriving, abs=1e-10)


@pytest.mark.parametrize("start", STARTS)
def test_networkx_finds_the_same_shares(cited_graph: RuleGraph, start: str) -> None:
    pytest.importorskip("scipy", reason="networkx.pagerank needs scipy")
    origin = located(cited_graph, start)
    theirs = networkx.pagerank(
        undirected(cited_graph), DAMPING, {origin: 1.0}, tol=1e-12, weight="weight"
    )
    ours = personalised_pagerank(cited_graph, origin, tolerance=1e-12)
    assert ours == pytest.approx(theirs, abs=1e-9)


def test_a_node_without_edges_keeps_the_walk(graph: RuleGraph) -> None:
    lonely = Node("core", "core-1.4", "999")
    changed = graph.copy()
    changed.add_node(lonely)
    shares = personalised_pagerank(changed, lonely)
    assert shares[lonely] == pytest.approx(1.0)
    assert sum(shares.values()) == pytest.approx(1.0)


def test_what_was_derived_from_a_graph_is_not_used_for_a_changed_copy(graph: RuleGraph) -> None:
    origin = located(graph, "465.2.c.3")
    before = personalised_pagerank(graph, origin)
    changed = graph.copy()
    target = located(graph, "128.1")
    assert not changed.has_edge(origin, target)
    assert personalised_pagerank(changed, origin) == before
    changed.add_edge(origin, target, key="see", kind="see")
    assert personalised_pagerank(changed, origin)[target] > 100 * before[target]


def test_every_kind_of_edge_has_a_weight(cited_graph: RuleGraph) -> None:
    assert {kind for *_, kind in cited_graph.edges(keys=True)} <= set(WEIGHTS)
    assert all(weight > 0 for weight in WEIGHTS.values())


def test_a_node_that_is_not_there_is_an_error(graph: RuleGraph) -> None:
    with pytest.raises(KeyError):
        personalised_pagerank(graph, Node("core", "core-1.4", "999"))
