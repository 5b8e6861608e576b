"""The graph itself: a directed multigraph over `Node` that does not change once it is made.

It is a class of ours so that whoever asks the rule book something need not load networkx, whose
import alone takes two thirds of what loading all data may. `as_networkx` gives the same graph to
those who want the algorithms of that library.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from rulesdb.concordance import How
from rulesdb.graph.nodes import EdgeKind, Node
from rulesdb.rules import Rule
from rulesdb.tournament import TournamentRule

if TYPE_CHECKING:
    import networkx

#: What a graph says of itself: `editions`, or of a part `centre`, `radius` and so on.
Facts: TypeAlias = Mapping[str, int | str | tuple[str, ...]]


class Edge(NamedTuple):
    """An edge in the direction it points. `times` is how often a source cites, and one for every
    other kind; `how` is what happened to a rule since it stood elsewhere, otherwise None.
    """

    tail: Node
    head: Node
    kind: EdgeKind
    times: int = 1
    how: How | None = None


#: An `Edge` or a tuple of the same fields, of which tens of thousands are made in a third of the
#: time.
PlainEdge: TypeAlias = tuple[Node, Node, EdgeKind, int, How | None]


class Attributes(NamedTuple):
    """What a graph says of a node; `rulesdb.graph.nodes` says what the fields hold."""

    document: str
    edition: str
    number: str
    kind: str
    title: str | None
    gist: str | None


class RuleGraph:
    """Nodes in the order of their document, and the edges between them.

    Between two nodes there is at most one edge of a kind in a direction. Edges of a node stand in
    the order in which they were given.
    """

    __slots__ = ("__weakref__", "_facts", "_inwards", "_outwards", "_rules")

    def __init__(
        self,
        nodes: Mapping[Node, Rule | TournamentRule | None],
        edges: Iterable[PlainEdge] = (),
        facts: Facts = MappingProxyType({}),
    ) -> None:
        """A graph of `nodes`, each with its rule or, for a source, None.

        Raises `KeyError` for an edge from or to what is not among them. That no edge is given
        twice is for the caller to see to.
        """
        self._facts: Facts = MappingProxyType(dict(facts))
        self._rules = dict(nodes)
        self._outwards: dict[Node, list[PlainEdge]] = {node: [] for node in self._rules}
        self._inwards: dict[Node, list[PlainEdge]] = {node: [] for node in self._rules}
        outwards, inwards = self._outwards, self._inwards
        for edge in edges:
            outwards[edge[0]].append(edge)
            inwards[edge[1]].append(edge)

    @property
    def facts(self) -> Facts:
        """What the graph says of itself."""
        return self._facts

    def __len__(self) -> int:
        return len(self._rules)

    def __iter__(self) -> Iterator[Node]:
        return iter(self._rules)

    def __contains__(self, node: object) -> bool:
        return node in self._rules

    def out_edges(self, node: Node) -> tuple[Edge, ...]:
        """The edges that begin at a node. Raises `KeyError`."""
        return tuple(map(Edge._make, self._outwards[node]))

    def in_edges(self, node: Node) -> tuple[Edge, ...]:
        """The edges that end at a node. Raises `KeyError`."""
        return tuple(map(Edge._make, self._inwards[node]))

    def edges(self) -> Iterator[Edge]:
        """Every edge, by where it begins."""
        for found in self._outwards.values():
            yield from map(Edge._make, found)

    def attributes(self, node: Node) -> Attributes:
        """What is known of a node. Raises `KeyError`."""
        rule = self._rules[node]
        if rule is None:
            return Attributes(*node, kind=node.document, title=None, gist=None)
        return Attributes(*node, kind=rule.kind, title=rule.title, gist=rule.gist)

    def part(self, nodes: Iterable[Node], kinds: Collection[EdgeKind], facts: Facts) -> RuleGraph:
        """The graph of these nodes, in their order, and of the edges of these kinds between them.

        Raises `KeyError` for a node that is not here.
        """
        rules = {node: self._rules[node] for node in nodes}
        edges = (
            edge
            for node in rules
            for edge in self._outwards[node]
            if edge[1] in rules and edge[2] in kinds
        )
        return RuleGraph(rules, edges, facts)

    def as_networkx(self) -> networkx.MultiDiGraph[Node]:
        """The same graph as one of networkx, which the caller may change.

        Attributes of the graph are the `facts`, those of a node the fields of `Attributes`. The key
        of an edge is its kind; its attributes are `kind`, for `was` also `how`, and for `cites`
        `count`.
        """
        import networkx

        graph: networkx.MultiDiGraph[Node] = networkx.MultiDiGraph()
        for name, value in self._facts.items():
            graph.graph[name] = list(value) if isinstance(value, tuple) else value
        graph.add_nodes_from((node, self.attributes(node)._asdict()) for node in self)
        for tail, head, kind, times, how in self.edges():
            attributes: dict[str, object] = {"kind": kind}
            if kind == "cites":
                attributes["count"] = times
            if how is not None:
                attributes["how"] = how
            graph.add_edge(tail, head, key=kind, **attributes)
        return graph
