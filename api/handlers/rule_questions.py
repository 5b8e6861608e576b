"""Questions to the graph of the rule book (`GET /v1/rules/.../links`, `/way`, `unexercised`)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Literal, get_args

import msgspec

import rulesdb
from api.handlers.rule_cites import project_cites
from api.handlers.rule_graph import cited_graph, whole_graph
from api.handlers.rules import named_rule
from rulesdb import Rule, TournamentRule
from rulesdb.graph import (
    BOOK_KINDS,
    EDGE_KINDS,
    EdgeKind,
    Link,
    Node,
    Related,
    exercised_by,
    referenced_by,
    references,
    related,
    rule_node,
    shortest_path,
    unexercised,
)
from rulesdb.graph.nodes import Reference, is_rule
from rulesdb.tournament import DOCUMENT, tournament_children, tournament_path, tournament_rule

#: - `children`: the rules directly under it
#: - `path`: the way up to its chapter, itself first
#: - `references`: what it points to, repeats, and where it stood before
#: - `referenced-by`: what points to it, repeats it, stood where it was, or cites it
#: - `related`: the rules that have most to do with it
#: - `exercised`: the scenarios that cite it by its own number
Question = Literal["children", "path", "references", "referenced-by", "related", "exercised"]
QUESTIONS: tuple[Question, ...] = get_args(Question)

#: answers of one reply
MOST_ANSWERS = 400


class Place(msgspec.Struct, frozen=True):
    """A rule, or something that cites rules: then it has no edition, title or gist, and `number`
    is its id. `document` is `core`, `tournament`, or the kind of the source.
    """

    document: str
    edition: str | None
    number: str
    title: str | None
    gist: str | None


class Answered(msgspec.Struct, frozen=True):
    """One answer. `kind` is that of the edge, `count` how often a source cites, `share` how near a
    related rule is (of one reply they can be compared); each None where it does not apply.
    """

    place: Place
    kind: EdgeKind | None = None
    count: int | None = None
    share: float | None = None


class Answers(msgspec.Struct, frozen=True):
    """The answers to a question, at most as many as were asked for; `total` is how many there are,
    None for `related`, to which everything is an answer.
    """

    reference: str
    ask: Question
    total: int | None
    answers: tuple[Answered, ...]


class WayStep(msgspec.Struct, frozen=True):
    """A step of a way; `forward` is False where it goes against the edge's direction."""

    start: Place
    kind: EdgeKind
    end: Place
    forward: bool


class Way(msgspec.Struct, frozen=True):
    """The fewest steps from one rule to another; `steps` is None if no way leads there."""

    start: str
    end: str
    steps: tuple[WayStep, ...] | None


class Unexercised(msgspec.Struct, frozen=True):
    """The rules of class `plays` that no scenario cites by their own number, and how many rules of
    that class there are.
    """

    edition: str
    plays: int
    rules: tuple[Rule, ...]


def answered(reference: str, ask: Question, limit: int = MOST_ANSWERS) -> Answers:
    """The answers to a question about a rule, in the order of the document, the nearest first for
    `related`, by kind of edge for references. The graph is built for what cannot do without it.

    Raises `ValueError` for a limit out of bounds, `rulesdb.MalformedReference`, `UnknownEdition`,
    `EditionNotHeld` and `UnknownRule`.
    """
    if not 1 <= limit <= MOST_ANSWERS:
        raise ValueError(f"limit: a whole number from 1 to {MOST_ANSWERS}")
    node = existing(reference)
    found: tuple[Answered, ...]
    if ask == "related":
        found = tuple(
            Answered(_place(near.node), share=near.share) for near in _nearest(node)[:limit]
        )
        return Answers(str(node), ask, None, found)
    if ask == "children":
        found = tuple(_rules(node.edition, _children_of(node)))
    elif ask == "path":
        found = tuple(_rules(node.edition, reversed(_path_of(node))))
    elif ask == "exercised":
        found = tuple(map(_link, exercised_by(project_cites(), node)))
    else:
        ends = references if ask == "references" else referenced_by
        found = tuple(map(_link, ends(whole_graph(), node)))
    return Answers(str(node), ask, len(found), found[:limit])


def existing(reference: str) -> Node:
    """The rule that a text names; of a case in the text of a rule, that rule.

    Raises what `answered` raises, save `ValueError`, and `rulesdb.UnknownCase`.
    """
    node, _ = named_rule(reference)
    _rule_of(node)
    return node


def way(start: Reference, end: Reference, kinds: Iterable[EdgeKind] = BOOK_KINDS) -> Way:
    """The fewest steps from one rule to another, of whatever editions.

    Raises what `answered` raises, save `ValueError`.
    """
    origin, goal = (each if isinstance(each, Node) else existing(each) for each in (start, end))
    steps = shortest_path(
        whole_graph(), origin, goal, kinds=[kind for kind in EDGE_KINDS if kind in frozenset(kinds)]
    )
    if steps is None:
        return Way(str(origin), str(goal), None)
    shown = (
        WayStep(_place(each.start), each.kind, _place(each.end), each.forward) for each in steps
    )
    return Way(str(origin), str(goal), tuple(shown))


def not_exercised() -> Unexercised:
    """What no scenario of this release exercises, of the newest edition."""
    plays = sum(rule.rule_class == "plays" for rule in rulesdb.all_rules())
    return Unexercised(rulesdb.NEWEST, plays, unexercised(project_cites()))


@lru_cache(maxsize=512)
def _nearest(node: Node) -> tuple[Related, ...]:
    # rules of other editions are no answers to this
    return related(cited_graph(node.edition), node, count=MOST_ANSWERS)


def _link(link: Link) -> Answered:
    is_cited = link.kind == "cites"
    return Answered(_place(link.node), link.kind, link.count if is_cited else None)


def _rules(edition: str, rules: Iterable[Rule | TournamentRule]) -> Iterable[Answered]:
    return (Answered(_place(rule_node(edition, rule.number)), "parent") for rule in rules)


def _place(node: Node) -> Place:
    if not is_rule(node):
        return Place(node.document, None, node.number, None, None)
    rule = _rule_of(node)
    return Place(node.document, node.edition, node.number, rule.title, rule.gist)


def _rule_of(node: Node) -> Rule | TournamentRule:
    if node.edition == DOCUMENT:
        return tournament_rule(node.number)
    return rulesdb.rule(node.number, node.edition)


def _children_of(node: Node) -> tuple[Rule | TournamentRule, ...]:
    if node.edition == DOCUMENT:
        return tournament_children(node.number)
    return rulesdb.children(node.number, node.edition)


def _path_of(node: Node) -> tuple[Rule | TournamentRule, ...]:
    if node.edition == DOCUMENT:
        return tournament_path(node.number)
    return rulesdb.path(node.number, node.edition)
