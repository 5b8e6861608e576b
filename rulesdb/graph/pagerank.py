"""What lies near a rule: personalised PageRank by power iteration.

Somebody walks over the graph at random, along edges of either direction, and at each step goes
back to the start with probability 1 - damping. How often they are seen at a rule says how near it
is to the start: by how many ways, how short, and how exclusive. (Page, Brin, Motwani, Winograd,
"The PageRank Citation Ranking", 1999, section 6.)

Edges count by kind. A reference that somebody wrote down (`see`, `restates`) says more than that
two rules stand in the same section. That the same rule stood elsewhere before says little of what
it has to do with. One file that cites two rules connects them, but many files cite many.

The damping is less than the 0.85 that is usual for the web: what a reader calls related lies a few
steps away, and a book of rules is a tree, in which a long walk ends in the large sections.
"""

from __future__ import annotations

from operator import sub
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakKeyDictionary

from rulesdb.graph.nodes import EdgeKind, Node

if TYPE_CHECKING:
    from rulesdb.graph.rulegraph import RuleGraph

WEIGHTS: MappingProxyType[EdgeKind, float] = MappingProxyType(
    {"see": 4.0, "restates": 4.0, "parent": 1.0, "was": 0.5, "cites": 0.25}
)

DAMPING = 0.7
TOLERANCE = 1e-7
MOST_ROUNDS = 200


class _Ways(NamedTuple):
    """The undirected weighted graph: for each node by position, where a step leads how likely."""

    positions: dict[Node, int]
    steps: list[tuple[tuple[int, float], ...]]


_ways_of: WeakKeyDictionary[RuleGraph, _Ways] = WeakKeyDictionary()


def personalised_pagerank(
    graph: RuleGraph,
    start: Node,
    *,
    damping: float = DAMPING,
    tolerance: float = TOLERANCE,
) -> dict[Node, float]:
    """How often the walk is seen at each node; the shares add up to one.

    Ends when a round changes the shares by less than `tolerance` in sum, which is after
    log(tolerance) / log(damping) rounds at the latest. Raises `KeyError` for a node that is not
    in the graph.
    """
    ways = _ways(graph)
    origin = ways.positions[start]
    shares = [0.0] * len(ways.positions)
    shares[origin] = 1.0
    for _ in range(MOST_ROUNDS):
        following = [0.0] * len(shares)
        following[origin] = 1.0 - damping
        for position, share in enumerate(shares):
            if share:
                moving = damping * share
                for target, likelihood in ways.steps[position]:
                    following[target] += moving * likelihood
                if not ways.steps[position]:  # nowhere to go but back
                    following[origin] += moving
        change = sum(map(abs, map(sub, following, shares)))
        shares = following
        if change < tolerance:
            break
    return dict(zip(ways.positions, shares, strict=True))


def _ways(graph: RuleGraph) -> _Ways:
    known = _ways_of.get(graph)
    if known is not None:
        return known
    positions = {node: position for position, node in enumerate(graph)}
    weights: list[dict[int, float]] = [{} for _ in positions]
    for tail, head, kind, *_ in graph.edges():
        one, other = positions[tail], positions[head]
        if one != other:
            weight = WEIGHTS[kind]
            weights[one][other] = weights[one].get(other, 0.0) + weight
            weights[other][one] = weights[other].get(one, 0.0) + weight
    steps = []
    for around in weights:
        total = sum(around.values())
        steps.append(tuple((target, weight / total) for target, weight in around.items()))
    ways = _ways_of[graph] = _Ways(positions, steps)
    return ways
