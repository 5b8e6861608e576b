"""Which nodes of a card's text have run, shown by leaving them out.

A node is proved where the card without it gets another ruling (`requests.print_of`) on some
request: of a scenario in which the card lies, or of a board laid for it. What is only shown by what
is offered is tried: the action that is offered with or without the node has to be judged otherwise.
A node without which the card is no text any more (`nodes.is_meaningless`), and of which nothing
else is shown, counts as `structure`.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgspec

import judge
from judge.board.state import Board
from judge.effects.catalogue import Catalogue
from judge.effects.notation import CardDefinition
from tests.cards.runner.laid import around, is_weighed
from tests.cards.runner.nodes import Node, blank, changed_by, is_meaningless, nodes_of, without
from tests.cards.runner.playing import decided, way, weighed
from tests.cards.runner.requests import (
    NotJudged,
    Print,
    Request,
    print_of,
    print_of_ruling,
    ruling_on,
)
from tests.cards.runner.verbs import kinds_in, missing, named_verbs

#: boards that are laid for a card before what is left counts as unproved
WAYS = 80
#: boards in a row that show nothing new, after which no more are laid
PATIENCE = 14


class Executed(msgspec.Struct, kw_only=True):
    """What was found of one card: by node, the request that shows it (a scenario or a way), or
    `structure`; the nodes of which nothing shows; the printed verbs of which no event came; and
    faults of the engine. `used`: how many rulings are others when the card is blank.
    """

    name: str
    nodes: int
    proved: dict[str, str] = {}
    structure: list[str] = []
    unproved: list[str] = []
    unheard: list[str] = []
    used: int = 0
    faults: list[str] = []


class Wanted(NamedTuple):
    """Nodes by name, and game actions, that are looked for."""

    nodes: frozenset[str]
    verbs: frozenset[str]


class Attempt:
    """The search for one card."""

    def __init__(self, card: CardDefinition, only: Wanted | None = None) -> None:
        self.card = card
        self.around = around(card)
        self.found = Executed(name=card.name, nodes=0)
        nodes = nodes_of(card)
        self.found.nodes = len(nodes)
        self.left: dict[Node, list[Catalogue]] = {
            node: list(map(self._laid, changed_by(card, node))) for node in nodes
        }
        if only is not None:
            wanted = {node for node in self.left if node.name in only.nodes}
            self.left = {node: cards for node, cards in self.left.items() if node in wanted}
        self.meaningless = {node for node in self.left if is_meaningless(card, node)}
        self.blank = self._laid(blank(card))
        self.is_weighed = is_weighed(card)
        self.verbs = named_verbs(card)
        if only is not None:
            self.verbs = self.verbs[0] & only.verbs, self.verbs[1] & only.verbs
        #: kinds of events that came in rulings on the card; those that came from its text
        self.met: set[str] = set()
        self.caused: set[str] = set()
        self.parts = {
            node.part: self._laid(without(card, node))
            for node in nodes
            if len(node.path) == 2 and node.part[0] in ("abilities", "effect_text")
        }

    def _laid(self, card: CardDefinition) -> Catalogue:
        return self.around.with_definitions([card])

    @property
    def unheard(self) -> set[str]:
        """The verbs of the printed text of which no event has come yet."""
        told, waited = self.verbs
        return missing(told, self.caused) | missing(waited, self.met)

    def _hear(self, request: Request) -> None:
        """Take in the events of a ruling, and which of them come from the text."""
        full = kinds_in(ruling_on(request, self.around, trace="events").trace)
        self.met |= {*full}
        try:
            less = ruling_on(request, self.blank, trace="events")
        except judge.MalformedAnswer:
            rng = random.Random(request.source)
            less = ruling_on(
                request, self.blank, lambda question: decided(question, rng), trace="events"
            )
        self.caused |= {*(full - kinds_in(less.trace))}

    @property
    def is_done(self) -> bool:
        """Whether nothing is left that could be shown by a ruling."""
        return not self.unheard and not any(node not in self.meaningless for node in self.left)

    def try_all(self, request: Request, before: Print | None = None) -> None:
        """Look at one request for what is left."""
        if not self.left and not self.unheard:
            return
        try:
            if before is None:
                before = print_of(request, self.around)
        except (NotJudged, judge.MalformedAction):
            return
        if not self._differs(request, self.blank, before):
            return
        self.found.used += 1
        if self.unheard and request.offers is None:
            self._hear(request)
        silent = {
            part
            for part, cards in self.parts.items()
            if any(node.part == part for node in self.left)
            and not self._differs(request, cards, before)
        }
        for node in list(self.left):
            if node.part in silent or node not in self.left:
                continue
            if any(self._differs(request, cards, before, node) for cards in self.left[node]):
                self.found.proved[node.name] = request.source
                del self.left[node]

    def _differs(
        self, request: Request, cards: Catalogue, before: Print, node: Node | None = None
    ) -> bool:
        """Whether the ruling is another with these cards. One that the engine refuses, or breaks
        down at, shows nothing; but a text that it takes for one that it executes must not break it.
        """
        try:
            after = print_of(request, cards)
        except (NotJudged, judge.MalformedAction):
            return False
        except Exception as error:
            if node is not None and node not in self.meaningless and node.path[-1] != "kind":
                what = f"{type(error).__name__}: {str(error)[:200]}"
                self.found.faults.append(f"without {node.name}, {request.source}: {what}")
                self.meaningless.add(node)  # said once
            return False
        if after == before:
            return False
        return request.offers is None or self._is_judged_otherwise(request, cards, before, after)

    def _is_judged_otherwise(
        self, request: Request, cards: Catalogue, before: Print, after: Print
    ) -> bool:
        """Whether one of the actions offered with one text alone is judged otherwise by both."""
        for pattern in sorted({*before} ^ {*after})[:6]:
            by, do, _ = msgspec.json.decode(pattern)
            action = msgspec.convert({"by": by, "do": do}, judge.Action)
            tried = msgspec.structs.replace(request, offers=None, action=action, answers=())
            try:
                if print_of(tried, self.around) != print_of(tried, cards):
                    return True
            except (NotJudged, judge.MalformedAction):
                continue
        return False

    def finished(self) -> Executed:
        """What was found."""
        self.found.structure = [node.name for node in self.left if node in self.meaningless]
        self.found.unheard = sorted(self.unheard)
        self.found.unproved = [node.name for node in self.left if node not in self.meaningless]
        return self.found


def attempt(
    card: CardDefinition,
    of_scenarios: Iterable[Request] = (),
    ways: int = WAYS,
    first: int = 0,
    only: Wanted | None = None,
) -> Executed:
    """Look for what shows each node of the card: in these requests, then on boards laid for it.
    `only`: what is looked for; all without it.
    """
    search = Attempt(card, only)
    for request in of_scenarios:
        search.try_all(request)
    last = first
    for number in range(first, first + ways):
        if search.is_done or number - last > PATIENCE:
            break
        left = len(search.left), len(search.unheard)
        looked_at: Board | None = None
        for request, before in _of_way(search, number):
            search.try_all(request, before)
            if request.board is not looked_at:
                looked_at = request.board
                weighing = weighed(request.board) if search.is_weighed else None
                if weighing is not None:
                    search.try_all(msgspec.structs.replace(weighing, source=request.source))
        if left != (len(search.left), len(search.unheard)):
            last = number
    return search.finished()


def _of_way(search: Attempt, number: int) -> Iterator[tuple[Request, Print]]:
    try:
        for request, ruling in way(search.card, number, search.around):
            try:
                printed: Any = print_of_ruling(ruling)
            except NotJudged:
                return
            yield request, printed
    except Exception as error:
        search.found.faults.append(f"way {number}: {type(error).__name__}: {str(error)[:300]}")
