"""The graph as a class of its own, and the same as a graph of networkx."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from itertools import pairwise
from typing import Any

import networkx
import pytest

from rulesdb import EDITIONS, all_rules, concordance
from rulesdb.graph import (
    BOOK_KINDS,
    EDGE_KINDS,
    Edge,
    EdgeKind,
    Node,
    RuleGraph,
    build_graph,
    children,
    held_cites,
    neighbourhood,
    path_to_section,
    referenced_by,
    references,
    rule_node,
    shortest_path,
    source_node,
)
from rulesdb.tournament import CORE_EDITION, DOCUMENT, tournament_rules

STARTS = ("465.2.c.3", "349", "000", "829", "1.3:466.2", "1.0:183", f"{DOCUMENT}:702.2")


@pytest.fixture(scope="module")
def everything() -> RuleGraph:
    return build_graph(editions=[*EDITIONS, DOCUMENT], cites=held_cites())


@pytest.fixture(scope="module")
def theirs(everything: RuleGraph) -> networkx.MultiDiGraph[Node]:
    return everything.as_networkx()


def expected_nodes() -> list[tuple[tuple[str, str, str], dict[str, str | None]]]:
    """What the data says that the nodes of everything are, with their attributes."""
    found = []
    for edition in (*EDITIONS, DOCUMENT):
        document = edition.partition("-")[0]
        for rule in tournament_rules() if edition == DOCUMENT else all_rules(edition):
            node = (document, edition, rule.number)
            found.append((node, rule.kind, rule.title, rule.gist))
    for kind, identity in dict.fromkeys((cite.kind, cite.source) for cite in held_cites()):
        found.append(((kind, "", identity), kind, None, None))
    names = ("document", "edition", "number", "kind", "title", "gist")
    return [
        (node, dict(zip(names, (*node, kind, title, gist), strict=True)))
        for node, kind, title, gist in found
    ]


def expected_edges() -> dict[tuple[Any, ...], dict[str, object]]:
    """What the data says that the edges of everything are: attributes by tail, head and key."""
    found: dict[tuple[Any, ...], dict[str, object]] = {}

    def add(tail: object, head: object, kind: str, **more: object) -> None:
        assert (tail, head, kind) not in found
        found[tail, head, kind] = {"kind": kind, **more}

    for edition in EDITIONS:
        numbers = {rule.number for rule in all_rules(edition)}
        for rule in all_rules(edition):
            node = ("core", edition, rule.number)
            if rule.parent:
                add(node, ("core", edition, rule.parent), "parent")
            for number in numbers & set(rule.see):
                add(node, ("core", edition, number), "see")
            for number in numbers & set(rule.restates):
                add(node, ("core", edition, number), "restates")
    for tournament in tournament_rules():
        node = ("tournament", DOCUMENT, tournament.number)
        if tournament.parent:
            add(node, ("tournament", DOCUMENT, tournament.parent), "parent")
        for number in tournament.see:
            add(node, ("tournament", DOCUMENT, number), "see")
        for number in tournament.core:
            add(node, ("core", CORE_EDITION, number), "see")
    for older, newer in pairwise(EDITIONS):
        for link in concordance.links(older, newer):
            if link.old and link.new:
                tail, head = ("core", newer, link.new), ("core", older, link.old)
                add(tail, head, "was", how=link.how)
    for (kind, source, cited), count in Counter(held_cites()).items():
        edition, _, number = cited.rpartition(":")
        head = ((edition or "core-1.4").partition("-")[0], edition or "core-1.4", number)
        add((kind, "", source), head, "cites", count=count)
    return found


def test_networkx_gets_the_nodes_and_edges_that_the_data_says(
    theirs: networkx.MultiDiGraph[Node],
) -> None:
    assert isinstance(theirs, networkx.MultiDiGraph)
    assert theirs.graph == {"editions": [*EDITIONS, DOCUMENT]}
    assert list(theirs.nodes(data=True)) == expected_nodes()
    expected = expected_edges()
    given = {edge[:3]: edge[3] for edge in theirs.edges(keys=True, data=True)}
    assert given == expected
    assert {key for *_, key in given} == set(EDGE_KINDS)
    assert theirs.number_of_edges() == len(expected) > 20_000


def test_the_graph_has_every_edge_once(everything: RuleGraph) -> None:
    edges = list(everything.edges())
    assert {edge[:3] for edge in edges} == expected_edges().keys()
    assert len({edge[:3] for edge in edges}) == len(edges)
    assert sorted(edge for node in everything for edge in everything.in_edges(node)) == (
        sorted(edges)
    )
    assert [edge for node in everything for edge in everything.out_edges(node)] == edges


def undirected(
    theirs: networkx.MultiDiGraph[Node], kinds: tuple[EdgeKind, ...]
) -> networkx.Graph[Node]:
    edges = [(tail, head) for tail, head, kind in theirs.edges(keys=True) if kind in kinds]
    graph: networkx.Graph[Node] = networkx.Graph(edges)
    graph.add_nodes_from(theirs)
    return graph


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("kinds", [BOOK_KINDS, EDGE_KINDS, ("see", "restates")])
def test_distances_are_those_of_networkx(
    everything: RuleGraph,
    theirs: networkx.MultiDiGraph[Node],
    start: str,
    kinds: tuple[EdgeKind, ...],
) -> None:
    hood = neighbourhood(everything, start, 3, len(everything), kinds=kinds)
    view = undirected(theirs, kinds)
    lengths = networkx.single_source_shortest_path_length(view, hood.centre)
    assert hood.distances == {node: steps for node, steps in lengths.items() if steps <= 3}
    assert set(hood.graph.edges()) == {
        edge
        for edge in everything.edges()
        if edge.kind in kinds and edge.tail in hood.distances and edge.head in hood.distances
    }
    for goal in STARTS:
        steps = shortest_path(everything, start, goal, kinds=kinds)
        [node] = neighbourhood(everything, goal, 1, 1).distances
        assert (None if steps is None else len(steps)) == lengths.get(node)


def test_questions_get_the_neighbours_that_networkx_has(
    everything: RuleGraph, theirs: networkx.MultiDiGraph[Node]
) -> None:
    tree = networkx.DiGraph(
        [(tail, head) for tail, head, kind in theirs.edges(keys=True) if kind == "parent"]
    )
    tree.add_nodes_from(theirs)
    for node in everything:
        assert set(children(everything, node)) == set(tree.predecessors(node))
        assert set(path_to_section(everything, node)) == {node} | networkx.descendants(tree, node)
        before = {link.node for link in referenced_by(everything, node)}
        assert before | set(tree.predecessors(node)) == set(theirs.predecessors(node))
        after = {link.node for link in references(everything, node)}
        assert after | set(tree.successors(node)) == set(theirs.successors(node))


def test_each_graph_of_networkx_is_a_new_one(graph: RuleGraph) -> None:
    changed = graph.as_networkx()
    changed.add_node(Node("core", "core-1.4", "999"))
    assert len(changed) == len(graph) + 1 == len(graph.as_networkx()) + 1


def test_the_graph_does_not_change() -> None:
    one, other = rule_node("core-1.4", "100"), rule_node("core-1.4", "101")
    nodes: dict[Node, None] = {one: None, other: None}
    edges, facts = [Edge(other, one, "parent")], {"radius": 1}
    graph = RuleGraph(nodes, edges, facts)
    nodes[source_node("doc", "a.md")] = None
    edges.append(Edge(one, other, "see"))
    facts["radius"] = 2
    assert (list(graph), list(graph.edges()), graph.facts) == (
        [one, other],
        [Edge(other, one, "parent")],
        {"radius": 1},
    )
    with pytest.raises(TypeError):
        graph.facts["radius"] = 3  # type: ignore[index]
    with pytest.raises(AttributeError):
        graph.facts = {}  # type: ignore[misc]
    with pytest.raises(AttributeError):
        graph.more = 1  # type: ignore[attr-defined]


def test_what_is_not_there_is_an_error(graph: RuleGraph) -> None:
    absent = rule_node("core-1.4", "999")  # citations: ignore
    present = next(iter(graph))
    assert absent not in graph
    assert "000" not in graph
    for asked in (graph.out_edges, graph.in_edges, graph.attributes):
        with pytest.raises(KeyError):
            asked(absent)
    with pytest.raises(KeyError):
        graph.part([absent], BOOK_KINDS, {})
    for edge in (Edge(absent, present, "see"), Edge(present, absent, "see")):
        with pytest.raises(KeyError):
            RuleGraph({present: None}, [edge])


def test_networkx_is_loaded_only_for_its_own_graphs_and_forms() -> None:
    program = """
import sys
import rulesdb.lint
from rulesdb.graph import *
from rulesdb.graph import pagerank, questions, drawing, export
graph = build_graph(cites=held_cites())
hood = neighbourhood(graph, "465.2.c.3", kinds=EDGE_KINDS)
related(graph, "465.2.c.3"), shortest_path(graph, "465.2", "349"), unexercised(held_cites())
children(graph, "465"), path_to_section(graph, "465"), exercised_by(held_cites(), "465")
references(graph, "465"), referenced_by(graph, "465")
neighbourhood_svg(graph, "465.2.c.3"), dot(hood.graph)
assert "networkx" not in sys.modules
build_graph().as_networkx()
assert "networkx" in sys.modules
"""
    subprocess.run([sys.executable, "-c", program], check=True)
