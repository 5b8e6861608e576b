"""The rule book as a graph."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TypeAlias

from rulesdb import concordance
from rulesdb.editions import EDITIONS, held_edition
from rulesdb.graph.nodes import EdgeKind, Node, located, parsed, source_node
from rulesdb.graph.rulegraph import PlainEdge, RuleGraph
from rulesdb.rules import Rule, all_rules
from rulesdb.tournament import CORE_EDITION, DOCUMENT, TournamentRule, tournament_rules
from rulesdb.uncollected import uncollected


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
    `see` that leads nowhere (`rulesdb.lint` reports those). The graph loads no networkx;
    `build_graph(...).as_networkx()` is the same as a graph of that library.

    Raises `UnknownEdition`, `EditionNotHeld`, `DamagedData`, and for a citation
    `MalformedReference` and `UnknownRule`.
    """
    names = tuple(
        dict.fromkeys(name if name == DOCUMENT else held_edition(name).name for name in editions)
    )
    with uncollected():
        return _built(names, cites)


def _built(names: tuple[str, ...], cites: Iterable[tuple[str, str, str]]) -> RuleGraph:
    nodes: dict[Node, Rule | TournamentRule | None] = {}
    books: dict[str, _Book] = {}
    for name in names:
        document = name.partition("-")[0]
        rules = tournament_rules() if name == DOCUMENT else all_rules(name)
        books[name] = {rule.number: Node(document, name, rule.number) for rule in rules}
        nodes.update(zip(books[name].values(), rules, strict=True))
    edges: list[PlainEdge] = []
    for name in names:
        edges += (
            _tournament_edges(books[name], books.get(CORE_EDITION, {}))
            if name == DOCUMENT
            else _core_edges(name, books[name])
        )
    edges += _was_edges(books)
    for source, rule, count in _counted(cites, nodes, books):
        nodes.setdefault(source, None)
        edges.append((source, rule, "cites", count, None))
    return RuleGraph(nodes, edges, {"editions": names})


#: The nodes of one edition by their number. Thousands of references lead to them, and a node is
#: found more quickly than made.
_Book: TypeAlias = Mapping[str, Node]


def _core_edges(edition: str, book: _Book) -> Iterator[PlainEdge]:
    for rule in all_rules(edition):
        node = book[rule.number]
        if rule.parent is not None:
            yield node, book[rule.parent], "parent", 1, None
        if rule.see:
            yield from _pointing(node, "see", rule.see, book)
        if rule.restates:
            yield from _pointing(node, "restates", rule.restates, book)


def _tournament_edges(book: _Book, core: _Book) -> Iterator[PlainEdge]:
    for rule in tournament_rules():
        node = book[rule.number]
        if rule.parent is not None:
            yield node, book[rule.parent], "parent", 1, None
        yield from _pointing(node, "see", rule.see, book)
        yield from _pointing(node, "see", rule.core, core)


def _pointing(
    node: Node, kind: EdgeKind, numbers: Iterable[str], book: _Book
) -> Iterator[PlainEdge]:
    for number in dict.fromkeys(numbers):
        if number in book:
            yield node, book[number], kind, 1, None


def _was_edges(books: Mapping[str, _Book]) -> Iterator[PlainEdge]:
    """The edges between every two editions that follow one another; those between them that are
    not in the graph are passed through. A rule that was put together from several has an edge to
    each.
    """
    in_order = [name for name in EDITIONS if name in books]
    for older, newer in pairwise(in_order):
        before, after = books[older], books[newer]
        for link in concordance.links(older, newer):
            if link.old is not None and link.new is not None:
                yield after[link.new], before[link.old], "was", 1, link.how


def _counted(
    cites: Iterable[tuple[str, str, str]],
    nodes: Container[Node],
    books: Container[str],
) -> Iterator[tuple[Node, Node, int]]:
    """Who cites which rule of these editions how often, in the order of the first citation."""
    named: dict[str, Node | None] = {}
    counts: dict[tuple[Node, Node], int] = {}
    for (kind, identity, reference), count in Counter(cites).items():
        if reference not in named:
            node = parsed(reference)
            named[reference] = located(nodes, node) if node.edition in books else None
        rule = named[reference]
        if rule is not None:
            # one rule may be cited by several texts, such as `1.4:465` and `465`
            pair = source_node(kind, identity), rule
            counts[pair] = counts.get(pair, 0) + count
    return ((source, rule, count) for (source, rule), count in counts.items())
