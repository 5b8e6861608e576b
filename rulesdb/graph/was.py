"""Where rules stood before: the `was` edges, from the concordance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from rulesdb import concordance
from rulesdb.editions import EDITIONS
from rulesdb.graph.nodes import Node, rule_node


class WasEdge(NamedTuple):
    """A rule, where it stood in the edition before, and `how` it came from there: a word of
    `rulesdb.concordance.How`. A rule that was put together from several has an edge to each.
    """

    newer: Node
    older: Node
    how: concordance.How


def was_edges(editions: Sequence[str]) -> Iterator[WasEdge]:
    """The edges between every two of `editions` that follow one another; those between them that
    are not among `editions` are passed through, and what is no edition of the core rules is passed
    over. Raises `EditionNotHeld` and `DamagedData`.
    """
    in_order = [name for name in EDITIONS if name in editions]
    for older, newer in pairwise(in_order):
        for link in concordance.links(older, newer):
            if link.old is not None and link.new is not None:
                yield WasEdge(rule_node(newer, link.new), rule_node(older, link.old), link.how)
