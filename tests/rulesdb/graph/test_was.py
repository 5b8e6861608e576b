"""Edges from rules to where they stood in the edition before."""

from __future__ import annotations

from itertools import pairwise

import pytest

from rulesdb import EDITIONS, NEWEST, all_rules, concordance
from rulesdb.graph import (
    Edge,
    Link,
    RuleGraph,
    build_graph,
    neighbourhood_svg,
    referenced_by,
    references,
    related,
    rule_node,
)
from rulesdb.tournament import DOCUMENT

HELD = [edition.name for edition in EDITIONS.values() if edition.held]


def was_edges(graph: RuleGraph) -> list[Edge]:
    return [edge for edge in graph.edges() if edge.kind == "was"]


def test_an_edition_alone_was_nothing() -> None:
    assert was_edges(build_graph(editions=[NEWEST])) == []
    assert was_edges(build_graph(editions=[NEWEST, DOCUMENT])) == []


@pytest.mark.parametrize("editions", [HELD, HELD[::-1], HELD[::2], HELD[-2:]])
def test_edges_are_the_links_of_the_concordance(editions: list[str]) -> None:
    in_order = sorted(editions, key=HELD.index)
    expected = {
        Edge(rule_node(newer, link.new), rule_node(older, link.old), "was", how=link.how)
        for older, newer in pairwise(in_order)
        for link in concordance.links(older, newer)
        if link.old and link.new
    }
    found = was_edges(build_graph(editions=editions))
    assert set(found) == expected
    assert len(found) == len(expected) > 1000


def test_a_graph_of_all_editions_says_what_a_rule_was(every_edition: RuleGraph) -> None:
    assert len(every_edition) == sum(len(all_rules(edition)) for edition in HELD)
    now, before = rule_node("core-1.4", "471.2"), rule_node("core-1.3", "466.2")
    assert Link(before, "was") in references(every_edition, now)
    assert Link(now, "was") in referenced_by(every_edition, before)
    assert Edge(now, before, "was", how="moved") in every_edition.out_edges(now)
    # whose predecessors are near, and still not named as related
    assert {near.node.edition for near in related(every_edition, now)} == {"core-1.4"}


def test_a_picture_says_what_became_of_an_older_rule(every_edition: RuleGraph) -> None:
    svg = neighbourhood_svg(every_edition, "471.2")
    assert ">1.3:466.2</text>" in svg
    assert ">moved to 471.2</text>" in svg
    assert ">stood before at</text>" in svg
