"""The rules as nodes and edges."""

from __future__ import annotations

import ast
import time
from pathlib import Path

import pytest

from rulesdb import (
    MalformedReference,
    UnknownEdition,
    UnknownRule,
    all_rules,
    rule,
)
from rulesdb.graph import (
    Attributes,
    Edge,
    Node,
    RuleGraph,
    build_graph,
    located,
    rule_node,
    source_node,
)
from rulesdb.tournament import DOCUMENT, tournament_rule, tournament_rules


def edges(graph: RuleGraph, kind: str) -> set[tuple[str, str]]:
    return {(edge.tail.number, edge.head.number) for edge in graph.edges() if edge.kind == kind}


def test_every_rule_is_a_node_in_the_order_of_the_document(graph: RuleGraph) -> None:
    assert [node.number for node in graph] == [one.number for one in all_rules()]
    assert set(graph) == {Node("core", "core-1.4", one.number) for one in all_rules()}


def test_a_node_says_what_the_rule_is(graph: RuleGraph) -> None:
    for number in ("465", "465.2.c"):
        found = rule(number)
        assert graph.attributes(Node("core", "core-1.4", number)) == Attributes(
            "core", "core-1.4", number, found.kind, found.title, found.gist
        )


def test_edges_are_what_the_rules_say(graph: RuleGraph) -> None:
    rules = all_rules()
    assert edges(graph, "parent") == {(one.number, one.parent) for one in rules if one.parent}
    assert edges(graph, "see") == {(one.number, to) for one in rules for to in one.see}
    assert edges(graph, "restates") == {(one.number, to) for one in rules for to in one.restates}
    assert edges(graph, "cites") == set()
    assert len(edges(graph, "see")) > 100 < len(edges(graph, "restates"))


def test_sources_cite_rules_and_are_counted(cited_graph: RuleGraph) -> None:
    scenario = source_node("scenario", "tank-before-others")
    assert cited_graph.attributes(scenario) == Attributes(*scenario, "scenario", None, None)
    assert {edge.head.number: edge.times for edge in cited_graph.out_edges(scenario)} == {
        "815.1.c.1": 1,
        "465.2.c.3": 2,
    }
    assert str(scenario) == "scenario:tank-before-others"
    assert edges(cited_graph, "cites") == {
        ("tank-before-others", "815.1.c.1"),
        ("tank-before-others", "465.2.c.3"),
        ("judge/combat/damage.py", "465.2.c.3"),
        ("not_lethal_yet", "465.2.c.3"),
    }


def test_a_citation_of_an_edition_that_is_not_in_the_graph_is_passed_over() -> None:
    graph = build_graph(cites=[("doc", "docs/history.md", "core-1.3:466.2")])
    assert source_node("doc", "docs/history.md") not in graph


def test_a_citation_of_a_rule_that_does_not_exist_is_an_error() -> None:
    unknown = "465.99"  # composed apart, so that this file cites nothing unknown
    with pytest.raises(UnknownRule, match=r"the nearest is 465"):
        build_graph(cites=[("doc", "docs/design.md", unknown)])
    with pytest.raises(MalformedReference):
        build_graph(cites=[("doc", "docs/design.md", "rule 465")])


def test_an_unknown_edition_is_an_error() -> None:
    with pytest.raises(UnknownEdition):
        build_graph(editions=("core-9.9",))


def test_an_edition_named_twice_is_there_once(graph: RuleGraph) -> None:
    assert len(build_graph(editions=("core-1.4", "1.4"))) == len(graph)


def test_the_same_rule_cited_by_two_names_is_counted_together() -> None:
    graph = build_graph(
        cites=[("doc", "a.md", "465"), ("doc", "a.md", "1.4:465"), ("doc", "a.md", "465")]
    )
    assert graph.out_edges(source_node("doc", "a.md")) == (
        Edge(source_node("doc", "a.md"), rule_node("core-1.4", "465"), "cites", 3),
    )


def test_tournament_rules_point_to_core_rules() -> None:
    graph = build_graph(editions=("core-1.4", DOCUMENT))
    assert len(graph) == len(all_rules()) + len(tournament_rules())
    pointing = next(one for one in tournament_rules() if one.core)
    node = located(graph, f"{DOCUMENT}:{pointing.number}")
    seen = {edge.head for edge in graph.out_edges(node) if edge.kind == "see"}
    assert seen == {rule_node("core-1.4", number) for number in pointing.core} | {
        rule_node(DOCUMENT, number) for number in pointing.see
    }
    assert graph.attributes(node).gist == tournament_rule(pointing.number).gist


@pytest.mark.parametrize("reference", ["465.2.c", "1.4:465.2.c", "core-1.4:465.2.c", " 465.2.c. "])
def test_a_reference_locates_a_node(graph: RuleGraph, reference: str) -> None:
    node = located(graph, reference)
    assert node == Node("core", "core-1.4", "465.2.c")
    assert str(node) == "core-1.4:465.2.c"
    assert located(graph, node) is node


def test_what_is_not_there_is_an_error_that_says_why(graph: RuleGraph) -> None:
    unknown = "465.99"
    with pytest.raises(UnknownRule, match=r"the nearest is 465"):
        located(graph, unknown)
    with pytest.raises(UnknownRule):
        located(graph, f"{DOCUMENT}:799.9")  # citations: ignore
    with pytest.raises(MalformedReference):
        located(graph, "four")
    with pytest.raises(LookupError, match=f"without {DOCUMENT}:"):
        located(graph, f"{DOCUMENT}:{tournament_rules()[0].number}")
    with pytest.raises(LookupError, match="without scenario:none"):
        located(graph, source_node("scenario", "none"))


def test_the_graph_is_built_quickly() -> None:
    build_graph()  # reads the rules

    def processor_time() -> float:
        start = time.process_time()
        build_graph()
        return time.process_time() - start

    assert min(processor_time() for _ in range(5)) < 0.150


def test_only_the_graph_uses_networkx(repository: Path) -> None:
    using = {
        file.parent.relative_to(repository).as_posix()
        for file in (repository / "rulesdb").rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Import) and any(name.name == "networkx" for name in node.names)
    }
    assert using == {"rulesdb/graph"}
