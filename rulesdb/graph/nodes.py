"""The nodes and edges of the graph: what they are called, and how they are found.

A node is a triple (document, edition, number), and its attributes (`rulesdb.graph.rulegraph`) are
`document`, `edition`, `number`, `kind`, `title`, `gist`:

- a **rule** has the document `core` or `tournament`, an edition such as `core-1.4` or
  `tournament-2026-07-16`, and the kind `heading` or `rule`; `title` and `gist` are None where
  there is none
- a **source**, something that cites rules, has its own kind as document and kind (`code`,
  `problem`, `scenario`, `card`, `doc`), no edition, and its id as number

An edge reads in the direction it points, "tail KIND head". Two nodes have at most one edge of a
kind in a direction, so that the kind is the key which networkx wants for it:

| kind | tail and head |
|---|---|
| `parent` | a rule, and what it hangs under |
| `see` | a rule, and one that the official text points to |
| `restates` | a rule, and one that already says the same |
| `was` | a rule, and where it stood in the edition before; `how` says what happened to it |
| `cites` | a source, and a rule; `count` says how often |
"""

from __future__ import annotations

from collections.abc import Container
from typing import Literal, NamedTuple, TypeAlias

from rulesdb.numbering import is_rule_number
from rulesdb.rules import parse_reference
from rulesdb.rules import rule as core_rule
from rulesdb.tournament import DOCUMENT, tournament_rule

EdgeKind = Literal["parent", "see", "restates", "was", "cites"]

EDGE_KINDS: tuple[EdgeKind, ...] = ("parent", "see", "restates", "was", "cites")

# What connects rules with one another. Two rules cited by the same file are not thereby connected.
BOOK_KINDS: tuple[EdgeKind, ...] = ("parent", "see", "restates", "was")

RULE_KINDS = frozenset({"heading", "rule"})


class Node(NamedTuple):
    """The identity of a node; as text `core-1.4:465.2.c` or, for a source, `scenario:its-id`."""

    document: str
    edition: str
    number: str

    def __str__(self) -> str:
        return f"{self.edition or self.document}:{self.number}"


Reference: TypeAlias = Node | str


def rule_node(edition: str, number: str) -> Node:
    """The node of a rule, by the full name of its edition."""
    return Node(edition.partition("-")[0], edition, number)


def source_node(kind: str, identity: str) -> Node:
    """The node of something that cites rules."""
    return Node(kind, "", identity)


def is_rule(node: Node) -> bool:
    """Whether the node is a rule or a heading, and not a source."""
    return bool(node.edition)


def parsed(reference: str) -> Node:
    """The node that a text names, whether or not there is such a rule: `465.2.c`, `1.3:466.2`,
    `tournament-2026-07-16:702.9`. Raises `MalformedReference` and `UnknownEdition`.
    """
    edition, _, number = reference.strip().rpartition(":")
    if edition == DOCUMENT and is_rule_number(number):
        return rule_node(edition, number)
    return rule_node(*parse_reference(reference))


def located(graph: Container[Node], reference: Reference) -> Node:
    """The node of a graph that `reference` names: a node, or text as `parsed` takes it.

    Raises `MalformedReference`, `UnknownEdition`, `EditionNotHeld`, `UnknownRule` and, for what
    exists but was not put into this graph, `LookupError`, of which all but the first are kinds.
    """
    node = reference if isinstance(reference, Node) else parsed(reference)
    if node not in graph:
        if node.edition == DOCUMENT:
            tournament_rule(node.number)
        elif is_rule(node):
            core_rule(node.number, node.edition)
        raise LookupError(f"this graph was built without {node}")
    return node
