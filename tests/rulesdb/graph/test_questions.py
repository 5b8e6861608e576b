"""Questions to the graph."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import networkx
import pytest

from rulesdb import all_rules, path, rule
from rulesdb import children as children_of
from rulesdb.graph import (
    BOOK_KINDS,
    EDGE_KINDS,
    Cite,
    Edge,
    Link,
    Node,
    RuleGraph,
    Step,
    children,
    located,
    neighbourhood,
    path_to_section,
    referenced_by,
    references,
    related,
    rule_node,
    shortest_path,
    source_node,
    unexercised,
)

if TYPE_CHECKING:
    from collections.abc import Iterable


def numbers(nodes: Iterable[Node]) -> list[str]:
    return [node.number for node in nodes]


def test_children_and_paths_are_those_of_the_rule_book(graph: RuleGraph) -> None:
    for one in all_rules():
        assert numbers(children(graph, one.number)) == [
            below.number for below in children_of(one.number)
        ]
        assert numbers(reversed(path_to_section(graph, one.number))) == [
            step.number for step in path(one.number)
        ]


def test_referenced_by_names_the_kind_of_each_edge(cited_graph: RuleGraph) -> None:
    assert referenced_by(cited_graph, "465.2.c.3") == (
        Link(rule_node("core-1.4", "815.1.c.1"), "restates"),
        Link(rule_node("core-1.4", "826.4.a"), "restates"),
        Link(source_node("scenario", "tank-before-others"), "cites", 2),
        Link(source_node("code", "judge/combat/damage.py"), "cites"),
        Link(source_node("problem", "not_lethal_yet"), "cites"),
    )


def test_references_are_the_other_direction(graph: RuleGraph) -> None:
    for one in all_rules():
        node = rule_node("core-1.4", one.number)
        for link in references(graph, node):
            assert Link(node, link.kind) in referenced_by(graph, link.node)
        found = {(link.kind, link.node.number) for link in references(graph, node)}
        assert found == {("see", to) for to in one.see} | {("restates", to) for to in one.restates}


def test_related_are_the_nearest_rules_and_not_the_rule_itself(graph: RuleGraph) -> None:
    found = related(graph, "808.2.a")
    assert len(found) == 10
    assert found[0].node.number in rule("808.2.a").restates
    assert "808.2.a" not in numbers(near.node for near in found)
    assert [near.share for near in found] == sorted((near.share for near in found), reverse=True)
    assert related(graph, "808.2.a", count=3) == found[:3]


def test_related_are_rules_even_where_sources_connect_them(cited_graph: RuleGraph) -> None:
    assert {near.node.document for near in related(cited_graph, "465.2.c.3", count=50)} == {"core"}


def test_a_path_leads_from_rule_to_rule_by_edges_that_exist(graph: RuleGraph) -> None:
    steps = shortest_path(graph, "465.2.c.2", "808.2.a")
    assert steps is not None
    assert steps[0].start.number == "465.2.c.2"
    assert steps[-1].end.number == "808.2.a"
    known = set(graph.edges())
    for step in steps:
        tail, head = (step.start, step.end) if step.forward else (step.end, step.start)
        assert Edge(tail, head, step.kind) in known
    for before, after in pairwise(steps):
        assert before.end == after.start


def test_no_path_is_shorter(graph: RuleGraph) -> None:
    undirected = networkx.Graph(graph.as_networkx())
    targets = ("300", "128.1", "349", "808.2.a", "459", "829")
    lengths = networkx.single_source_shortest_path_length(undirected, located(graph, "465.2.c.2"))
    for target in targets:
        steps = shortest_path(graph, "465.2.c.2", target)
        assert steps is not None
        assert len(steps) == lengths[located(graph, target)]


def test_a_path_says_against_which_edges_it_goes(graph: RuleGraph) -> None:
    above = rule_node("core-1.4", "465.2.c")
    one, other = (rule_node("core-1.4", number) for number in ("465.2.c.1", "465.2.c.2"))
    assert shortest_path(graph, one, other) == (
        Step(one, "parent", above, forward=True),
        Step(above, "parent", other, forward=False),
    )
    assert shortest_path(graph, one, one) == ()


def test_where_no_way_leads_there_is_no_path(graph: RuleGraph) -> None:
    assert shortest_path(graph, "465.2.c.1", "300", kinds=("restates",)) is None


def test_two_rules_cited_by_one_file_are_not_connected_unless_asked(
    cited_graph: RuleGraph,
) -> None:
    ends = cited_graph, "815.1.c.1", "465.2.c.3"
    assert shortest_path(*ends, kinds=("cites",)) is not None
    by_the_book = shortest_path(*ends)
    assert by_the_book is not None
    assert {step.kind for step in by_the_book} <= set(BOOK_KINDS)


def test_unexercised_rules_are_played_and_cited_by_no_scenario() -> None:
    playing = [one.number for one in all_rules() if one.rule_class == "plays"]
    assert [one.number for one in unexercised(())] == playing
    cites = [
        Cite("scenario", "a-scenario", playing[0]),
        Cite("code", "judge/somewhere.py", playing[1]),
        Cite("scenario", "a-scenario", f"1.4:{playing[2]}"),
        Cite("scenario", "an-old-scenario", f"1.3:{playing[3]}"),
    ]
    assert [one.number for one in unexercised(cites)] == [playing[1], *playing[3:]]
    assert rule("465.2.c.3") not in unexercised([Cite("scenario", "another", "465.2.c.3")])


def test_a_neighbourhood_has_distances_and_the_edges_between_its_nodes(graph: RuleGraph) -> None:
    hood = neighbourhood(graph, "465.2.c.3", limit=1000)
    undirected = networkx.Graph(graph.as_networkx())
    assert hood.distances == dict(
        networkx.single_source_shortest_path_length(undirected, hood.centre, cutoff=2)
    )
    assert hood.left_out == 0
    assert set(hood.graph) == set(hood.distances)
    assert set(hood.graph.edges()) == {
        edge
        for edge in graph.edges()
        if edge.tail in hood.distances and edge.head in hood.distances
    }
    assert hood.graph.attributes(hood.centre) == graph.attributes(hood.centre)


def test_a_large_neighbourhood_keeps_the_nearest(graph: RuleGraph) -> None:
    everything = neighbourhood(graph, "349", limit=1000)
    hood = neighbourhood(graph, "349", limit=25)
    assert len(hood.distances) == 25
    assert hood.left_out == len(everything.distances) - 25
    farthest = max(hood.distances.values())
    for node, distance in everything.distances.items():
        if distance < farthest:
            assert node in hood.distances
    assert next(iter(hood.distances)) == hood.centre
    assert list(hood.distances.values()) == sorted(hood.distances.values())


def test_of_equal_distance_what_is_more_related_is_kept(graph: RuleGraph) -> None:
    everything = neighbourhood(graph, "383.3", limit=1000)
    hood = neighbourhood(graph, "383.3", limit=18)
    shares = {near.node: near.share for near in related(graph, "383.3", count=len(graph))}
    farthest = max(hood.distances.values())
    kept = [shares[node] for node, distance in hood.distances.items() if distance == farthest]
    left = [shares[node] for node in everything.distances if node not in hood.distances]
    assert len(kept) > 3 < len(left)
    assert min(kept) >= max(left) - 1e-9


def test_of_equally_near_siblings_those_beside_the_centre_are_kept() -> None:
    section, *parts = (
        rule_node("core-1.4", number) for number in ("300", *map(str, range(301, 310)))
    )
    family = RuleGraph(
        dict.fromkeys([*parts[:1], section, *parts[1:]]),
        [Edge(part, section, "parent") for part in parts],
    )
    hood = neighbourhood(family, parts[4], limit=6)
    assert numbers(hood.distances) == ["305", "300", "304", "306", "303", "307"]
    assert hood.left_out == 4


def test_a_neighbourhood_takes_only_the_kinds_asked_for(cited_graph: RuleGraph) -> None:
    cited = neighbourhood(cited_graph, "465.2.c.3", kinds=("cites",))
    assert {edge.kind for edge in cited.graph.edges()} == {"cites"}
    hood = neighbourhood(cited_graph, "465.2.c.3", kinds=EDGE_KINDS)
    assert source_node("problem", "not_lethal_yet") in hood.distances
    hood = neighbourhood(cited_graph, "465.2.c.3")
    assert source_node("problem", "not_lethal_yet") not in hood.distances


@pytest.mark.parametrize(("radius", "limit"), [(0, 40), (2, 0), (-1, 40)])
def test_a_neighbourhood_without_room_is_an_error(
    graph: RuleGraph, radius: int, limit: int
) -> None:
    with pytest.raises(ValueError, match="at least one"):
        neighbourhood(graph, "465.2.c", radius, limit)
