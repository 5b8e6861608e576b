"""Questions to the graph.

Each takes the graph first and then a reference: a `Node`, or text such as `465.2.c` or
`1.3:466.2`; each raises what `rulesdb.graph.nodes.located` raises. Answers are nodes and small
values, in an order that does not depend on chance.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from rulesdb.editions import NEWEST, held_edition
from rulesdb.graph.cites import SCENARIO
from rulesdb.graph.nodes import (
    BOOK_KINDS,
    EDGE_KINDS,
    EdgeKind,
    Node,
    Reference,
    is_rule,
    located,
    parsed,
    rule_node,
    source_node,
)
from rulesdb.graph.pagerank import personalised_pagerank
from rulesdb.rules import Rule, all_rules

if TYPE_CHECKING:
    from rulesdb.graph.rulegraph import RuleGraph


class Link(msgspec.Struct, frozen=True):
    """The other end of an edge; `count` is more than one only for a source that cites often."""

    node: Node
    kind: EdgeKind
    count: int = 1


class Related(msgspec.Struct, frozen=True):
    """A rule near another; `share` is how often a random walk from there is seen here."""

    node: Node
    share: float


class Step(msgspec.Struct, frozen=True):
    """One step of a path; `forward` is False where it goes against the edge's direction."""

    start: Node
    kind: EdgeKind
    end: Node
    forward: bool


class Neighbourhood(NamedTuple):
    """What lies around `centre`: its nodes by distance in steps, nearest first, and how they are
    connected; `left_out` counts the nodes within the radius for which there was no room.
    """

    centre: Node
    distances: dict[Node, int]
    graph: RuleGraph
    left_out: int


def children(graph: RuleGraph, reference: Reference) -> tuple[Node, ...]:
    """The rules that hang directly under this one, in the order of the document."""
    node = located(graph, reference)
    return tuple(edge.tail for edge in graph.in_edges(node) if edge.kind == "parent")


def path_to_section(graph: RuleGraph, reference: Reference) -> tuple[Node, ...]:
    """The way from this rule up to its chapter, both included."""
    steps = [located(graph, reference)]
    while above := [edge.head for edge in graph.out_edges(steps[-1]) if edge.kind == "parent"]:
        steps.append(above[0])
    return tuple(steps)


def referenced_by(graph: RuleGraph, reference: Reference) -> tuple[Link, ...]:
    """What points here, save the rules that hang under it; by kind of edge, then as built."""
    node = located(graph, reference)
    links = [
        Link(edge.tail, edge.kind, edge.times)
        for edge in graph.in_edges(node)
        if edge.kind != "parent"
    ]
    return tuple(sorted(links, key=lambda link: EDGE_KINDS.index(link.kind)))


def references(graph: RuleGraph, reference: Reference) -> tuple[Link, ...]:
    """What this rule points to, save what it hangs under; by kind of edge, then as built."""
    node = located(graph, reference)
    links = [
        Link(edge.head, edge.kind, edge.times)
        for edge in graph.out_edges(node)
        if edge.kind != "parent"
    ]
    return tuple(sorted(links, key=lambda link: EDGE_KINDS.index(link.kind)))


def related(graph: RuleGraph, reference: Reference, count: int = 10) -> tuple[Related, ...]:
    """The `count` rules nearest to this one by personalised PageRank, nearest first.

    Of the same document only those of the same edition: that a rule has to do with its own
    predecessors need not be said. Rules that are equally near stand in the order of the graph.
    """
    start = located(graph, reference)
    found = [
        Related(node, share)
        for node, share in personalised_pagerank(graph, start).items()
        if share and node != start and is_rule(node) and not _of_another_edition(node, start)
    ]
    found.sort(key=lambda near: -near.share)
    return tuple(found[:count])


def shortest_path(
    graph: RuleGraph,
    start: Reference,
    end: Reference,
    *,
    kinds: Collection[EdgeKind] = BOOK_KINDS,
) -> tuple[Step, ...] | None:
    """The fewest steps from one rule to another along edges of these kinds in either direction.

    Empty from a rule to itself; None if no way leads there.
    """
    origin, goal = located(graph, start), located(graph, end)
    reached: dict[Node, Step | None] = {origin: None}
    waiting = deque([origin])
    while waiting and goal not in reached:
        for step in _steps(graph, waiting.popleft(), kinds):
            if step.end not in reached:
                reached[step.end] = step
                waiting.append(step.end)
    if goal not in reached:
        return None
    way: list[Step] = []
    last = reached[goal]
    while last is not None:
        way.append(last)
        last = reached[last.start]
    return tuple(reversed(way))


def unexercised(cites: Iterable[tuple[str, str, str]], edition: str = NEWEST) -> tuple[Rule, ...]:
    """The rules of class `plays` that no scenario cites, in the order of the document.

    A rule counts as cited by its own number only, not by that of a rule above or below it. Raises
    `UnknownEdition`, `EditionNotHeld` and `MalformedReference`.
    """
    name = held_edition(edition).name
    exercised = {parsed(reference) for kind, _, reference in cites if kind == SCENARIO}
    return tuple(
        rule
        for rule in all_rules(name)
        if rule.rule_class == "plays" and rule_node(name, rule.number) not in exercised
    )


def exercised_by(cites: Iterable[tuple[str, str, str]], reference: Reference) -> tuple[Link, ...]:
    """The scenarios that cite this rule by its own number, as `unexercised` counts, each with how
    often, in the order of `cites`. Raises `MalformedReference` and `UnknownEdition`.
    """
    asked = reference if isinstance(reference, Node) else parsed(reference)
    found = Counter(
        source for kind, source, cited in cites if kind == SCENARIO and parsed(cited) == asked
    )
    return tuple(
        Link(source_node(SCENARIO, source), "cites", count) for source, count in found.items()
    )


def neighbourhood(
    graph: RuleGraph,
    reference: Reference,
    radius: int = 2,
    limit: int = 40,
    *,
    kinds: Collection[EdgeKind] = BOOK_KINDS,
) -> Neighbourhood:
    """What can be reached in at most `radius` steps, and of that the nearest `limit` nodes.

    The graph that comes back says of itself what it is of: `centre`, `radius`, `limit`, `shown` and
    `left_out`, how many nodes there was no room for.

    At the same distance those come first that `related` would rank higher, and of equals those
    that stand nearer in the document. Raises `ValueError` unless both numbers are positive.
    """
    if radius < 1 or limit < 1:
        raise ValueError("a neighbourhood has a radius and a limit of at least one")
    centre = located(graph, reference)
    distances = _distances(graph, centre, radius, kinds)
    shares = personalised_pagerank(graph, centre)
    places = {node: place for place, node in enumerate(graph)}
    nearest_first = sorted(
        distances,
        key=lambda node: (
            distances[node],
            -round(shares[node], 12),
            abs(places[node] - places[centre]),
        ),
    )
    kept = {node: distances[node] for node in nearest_first[:limit]}
    around = graph.part(
        kept,
        kinds,
        {
            "centre": str(centre),
            "radius": radius,
            "limit": limit,
            "shown": len(kept),
            "left_out": len(distances) - len(kept),
        },
    )
    return Neighbourhood(centre, kept, around, len(distances) - len(kept))


def _distances(
    graph: RuleGraph, centre: Node, radius: int, kinds: Collection[EdgeKind]
) -> dict[Node, int]:
    distances = {centre: 0}
    waiting = deque([centre])
    while waiting:
        node = waiting.popleft()
        if distances[node] < radius:
            for step in _steps(graph, node, kinds):
                if step.end not in distances:
                    distances[step.end] = distances[node] + 1
                    waiting.append(step.end)
    return distances


def _steps(graph: RuleGraph, node: Node, kinds: Collection[EdgeKind]) -> Iterator[Step]:
    """The steps that can be taken from a node, along the edges first."""
    for edge in graph.out_edges(node):
        if edge.kind in kinds:
            yield Step(node, edge.kind, edge.head, forward=True)
    for edge in graph.in_edges(node):
        if edge.kind in kinds:
            yield Step(node, edge.kind, edge.tail, forward=False)


def _of_another_edition(node: Node, start: Node) -> bool:
    return node.document == start.document and node.edition != start.edition
