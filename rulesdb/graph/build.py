"""The rule book as a graph."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from rulesdb.editions import held_edition
from rulesdb.graph.nodes import EdgeKind, Node, located, parsed, rule_node, source_node
from rulesdb.graph.was import was_edges
from rulesdb.rules import Rule, all_rules
from rulesdb.tournament import CORE_EDITION, DOCUMENT, TournamentRule, tournament_rules

if TYPE_CHECKING:
    from rulesdb.graph.nodes import RuleGraph


def build_graph(
    *,
    editions: Sequence[str] = ("core-1.4",),
    cites: Iterable[tuple[str, str, str]] = (),
) -> RuleGraph:
    """A directed multigraph of the rules of `editions`, and of what cites them.

    `editions` are names of editions of the core rules, and may include `tournament-2026-07-16`,
    whose rules `see` core rules too. Nodes and edges are described in `rulesdb.graph.nodes`; rules
    stand in the order of the document. `cites` are triples (kind of source, id of source, number),
    such as `Cite`; a citation of an edition that is not in the graph is passed over, and so is a
    `see` that leads nowhere (`rulesdb.lint` reports those). The graph is frozen, since what is
    derived from it is kept; `graph.copy()` gives one that can be changed.

    Raises `UnknownEdition`, `EditionNotHeld`, and for a citation `MalformedReference` and
    `UnknownRule`.
    """
    import networkx

    names = tuple(
        dict.fromkeys(name if name == DOCUMENT else held_edition(name).name for name in editions)
    )
    graph: RuleGraph = networkx.MultiDiGraph(editions=list(names))
    pointing: list[tuple[EdgeKind, Node, Node]] = []
    for name in names:
        pointing += _added_rules(graph, name)
    for kind, tail, head in pointing:
        if head in graph:
            graph.add_edge(tail, head, key=kind, kind=kind)
    for newer, older, how in was_edges(names):
        graph.add_edge(newer, older, key="was", kind="was", how=how)
    _add_cites(graph, cites)
    networkx.freeze(graph)
    return graph


def _added_rules(graph: RuleGraph, edition: str) -> Iterator[tuple[EdgeKind, Node, Node]]:
    """Add the rules of an edition with their parents; what they point to comes back."""
    rules: Sequence[Rule | TournamentRule] = (
        tournament_rules() if edition == DOCUMENT else all_rules(edition)
    )
    nodes = {rule.number: rule_node(edition, rule.number) for rule in rules}
    graph.add_nodes_from(
        (
            nodes[rule.number],
            {
                "document": nodes[rule.number].document,
                "edition": edition,
                "number": rule.number,
                "kind": rule.kind,
                "title": rule.title,
                "gist": rule.gist,
            },
        )
        for rule in rules
    )
    for rule in rules:
        node = nodes[rule.number]
        if rule.parent is not None:
            graph.add_edge(node, nodes[rule.parent], key="parent", kind="parent")
        for number in rule.see:
            yield "see", node, rule_node(edition, number)
        if isinstance(rule, Rule):
            for number in rule.restates:
                yield "restates", node, rule_node(edition, number)
        else:
            for number in rule.core:
                yield "see", node, rule_node(CORE_EDITION, number)


def _add_cites(graph: RuleGraph, cites: Iterable[tuple[str, str, str]]) -> None:
    counted: Counter[tuple[Node, Node]] = Counter()
    for kind, identity, reference in cites:
        node = parsed(reference)
        if node.edition in graph.graph["editions"]:
            counted[source_node(kind, identity), located(graph, node)] += 1
    for (source, rule), count in counted.items():
        if source not in graph:
            graph.add_node(
                source,
                document=source.document,
                edition="",
                number=source.number,
                kind=source.document,
                title=None,
                gist=None,
            )
        graph.add_edge(source, rule, key="cites", kind="cites", count=count)
