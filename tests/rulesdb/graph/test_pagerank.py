"""Personalised PageRank, against its own equation and against networkx."""

from __future__ import annotations

import networkx
import pytest

from rulesdb import all_rules
from rulesdb.graph import (
    WEIGHTS,
    Edge,
    Node,
    RuleGraph,
    located,
    personalised_pagerank,
    rule_node,
)
from rulesdb.graph.pagerank import DAMPING

STARTS = ("465.2.c.3", "349", "000", "829")


def undirected(graph: RuleGraph) -> networkx.Graph[Node]:
    """The weighted graph that the walk goes over, made by other means."""
    weighted: networkx.Graph[Node] = networkx.Graph()
    weighted.add_nodes_from(graph)
    for tail, head, kind, *_ in graph.edges():
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


def test_a_node_without_edges_keeps_the_walk() -> None:
    lonely, one, other = (Node("core", "core-1.4", number) for number in ("999", "100", "101"))
    graph = RuleGraph(dict.fromkeys((lonely, one, other)), [Edge(other, one, "parent")])
    shares = personalised_pagerank(graph, lonely)
    assert shares[lonely] == pytest.approx(1.0)
    assert sum(shares.values()) == pytest.approx(1.0)


def test_what_was_derived_from_a_graph_is_not_used_for_another(graph: RuleGraph) -> None:
    origin, target = located(graph, "465.2.c.3"), located(graph, "128.1")
    before = personalised_pagerank(graph, origin)
    rules = {rule_node("core-1.4", rule.number): rule for rule in all_rules()}
    assert personalised_pagerank(RuleGraph(rules, graph.edges()), origin) == before
    linked = RuleGraph(rules, [*graph.edges(), Edge(origin, target, "see")])
    assert personalised_pagerank(linked, origin)[target] > 100 * before[target]
    assert personalised_pagerank(graph, origin) == before


def test_every_kind_of_edge_has_a_weight(cited_graph: RuleGraph) -> None:
    assert {edge.kind for edge in cited_graph.edges()} <= set(WEIGHTS)
    assert all(weight > 0 for weight in WEIGHTS.values())


def test_a_node_that_is_not_there_is_an_error(graph: RuleGraph) -> None:
    with pytest.raises(KeyError):
        personalised_pagerank(graph, Node("core", "core-1.4", "999"))
