"""The ten properties that hold at every board, whatever was chosen.

Each takes what was seen of one ruling and says what is wrong; nothing, if it holds. Two of the ten,
that what is offered is accepted and that games end, are about the way through a game and stand with
it in `tests.selfplay.games`. `test_invariants` shows of each that it can fail.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec

import judge
from judge.board import events as ev
from judge.board.applying import fold
from judge.board.canonical import canonical
from judge.board.state import UNKNOWN, Board
from judge.board.table import Table
from judge.effects.catalogue import Catalogue
from judge.layers.occupancy import facedown_capacity
from judge.ruling.legal import LegalActions
from judge.ruling.questions import Question
from judge.ruling.ruling import Ruling, Step
from rulesdb import exists

_EVENTS = msgspec.json.Decoder(list[ev.AnyEvent])


@dataclass
class Seen:
    """One ruling on an action that was offered, and what is needed to judge it again.

    `before` is the board the events begin from. `again(answers)` judges anew on a board that was
    read back from its document, with the answers in a list.
    """

    before: Board
    ruling: Ruling
    catalogue: Catalogue
    rng: random.Random
    again: Callable[[list[Any]], Ruling]
    answers: list[Any] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    offered: LegalActions | None = None
    #: the board has been reached by play alone, so that it must be one that can come about
    played: bool = True

    @property
    def after(self) -> Board:
        assert self.ruling.board is not None
        return self.ruling.board


def events_of(steps: list[Step]) -> Iterator[ev.AnyEvent]:
    """The events of a trace in order."""
    for step in steps:
        if step.event is not None:
            yield step.event
        yield from events_of(step.children)


def out_of(board: Board) -> set[str]:
    """The players who have been removed from the game."""
    return {removed.player for removed in board.removed}


# --- cards conserved ----------------------------------------------------------------------------


def cards_of(board: Board) -> Counter[tuple[str, str]]:
    """How many cards of each owner and name are anywhere, tokens and battlefields left out."""
    count: Counter[tuple[str, str]] = Counter()
    for name, player in board.players.items():
        loose = [*player.hand, *player.trash, *player.banished]
        for deck in (player.main_deck, player.rune_deck):
            loose += [*deck.top, *(card for group in deck.bottom for card in group)]
            for face, amount in deck.middle.items():
                count[name, face] += amount
            if deck.count:
                count[name, UNKNOWN] += deck.count
        loose += [player.champion] if player.champion is not None else []
        count.update((name, card.card) for card in loose)
        there = [*player.base, *player.legends]
        there += [player.legend] if player.legend is not None else []
        count.update((thing.owner, thing.card) for thing in there if not thing.token)
    for field_ in board.battlefields:
        count.update((thing.owner, thing.card) for thing in field_.units if not thing.token)
        count.update((card.owner, card.card) for card in field_.facedown)
    for item in board.chain.items if board.chain is not None else []:
        if item.card is not None:
            count[item.owner or item.controller, item.card] += 1
    return count


def cards_conserved(seen: Seen) -> Iterator[str]:
    """No card is lost and none comes from nowhere; what is a player's goes with them (652.3)."""
    gone = out_of(seen.after)
    before, after = cards_of(seen.before), cards_of(seen.after)
    if any(name == UNKNOWN for _, name in before):  # a face may have come to light
        before, after = (_by_owner(count) for count in (before, after))
    for key in {*before, *after}:
        if key[0] not in gone and before[key] != after[key]:
            yield f"{key[0]} had {before[key]} of {key[1] or 'all'} and has {after[key]}"
    if seen.after.result is None:
        left = _by_owner(after)
        for name in gone:
            if left[name, ""]:
                yield f"{left[name, '']} cards of {name} are left, who was removed"


def _by_owner(count: Counter[tuple[str, str]]) -> Counter[tuple[str, str]]:
    total: Counter[tuple[str, str]] = Counter()
    for (owner, _), amount in count.items():
        total[owner, ""] += amount
    return total


# --- one Priority and one Focus -----------------------------------------------------------------


def one_priority_one_focus(seen: Seen) -> Iterator[str]:
    """At most one player has Priority and at most one has Focus (312, 313): a player of the game,
    never one who has left it; while the game goes on exactly one may act.
    """
    for board in (seen.before, seen.after):
        window, gone = board.window, out_of(board)
        for what, holder in (("Priority", window.priority), ("Focus", window.focus)):
            if holder is not None and (holder not in board.players or holder in gone):
                yield f"{holder} has {what}, and is not in the game"
        if window.focus is not None and board.showdown is None:
            yield f"{window.focus} has Focus without a showdown"
        if board.result is None and window.priority is None and board is seen.after:
            yield "nobody has Priority on the board of a ruling"
        # 652.5.b: those who are left may all have passed Focus while a chain goes on
        ending = bool(gone) and board.chain is not None
        if window.priority in window.passed or (window.focus in window.focus_passed and not ending):
            yield "somebody has what they have just passed"
    if seen.after.result is None and seen.rng.random() < 0.1:
        for name in seen.after.players:
            offered = judge.legal_actions(seen.after, name, catalogue=seen.catalogue).patterns
            beside = [each.text for each in offered if not each.do.concede]
            if name != seen.after.window.priority and beside:
                yield f"{name} is offered {beside} without Priority"


# --- facedown occupancy -------------------------------------------------------------------------


def facedown_occupancy(seen: Seen) -> Iterator[str]:
    """A Facedown Zone holds one card, or what the battlefield's text says (107.3.b), of the player
    who controls the battlefield (107.3.c).
    """
    board = seen.after
    table = Table(board)
    for field_ in board.battlefields:
        if not field_.facedown:
            continue
        most = facedown_capacity(table, seen.catalogue, field_.id)
        if len(field_.facedown) > most:
            yield f"{len(field_.facedown)} cards lie facedown at {field_.id}, {most} is the most"
        for card in field_.facedown:
            if card.controller != field_.controller and board.result is None:
                yield f"a card of {card.controller} lies facedown at {field_.id} of another"


# --- points -------------------------------------------------------------------------------------


def points_never_negative(seen: Seen) -> Iterator[str]:
    """Points, XP, buffs and damage are never less than none, and a team shares its points."""
    for name, player in seen.after.players.items():
        if player.points < 0 or player.xp < 0:
            yield f"{name} has {player.points} points and {player.xp} XP"
        if any(unit.amount < 0 for unit in player.pool):
            yield f"the Rune Pool of {name} is negative"
    for thing, _ in Table(seen.after).everything():
        if min([thing.buffs, *thing.damage.values(), *thing.counters.values()]) < 0:
            yield f"{thing.id} bears less than nothing"
    for team in seen.after.teams:
        if len({seen.after.players[name].points for name in team}) > 1:
            yield f"{team} do not share their points"


# --- reproducible -------------------------------------------------------------------------------


def reproducible(seen: Seen) -> Iterator[str]:
    """The same request gets the same bytes: answers in a list as well as from a function; and with
    fewer answers the question that came next.
    """
    again = seen.again(seen.answers)
    if judge.encode(again) != judge.encode(seen.ruling):
        yield f"the same request gets another ruling: {_first_difference(seen.ruling, again)}"
    if not seen.questions or seen.rng.random() >= 0.4:
        return
    place = seen.rng.randrange(len(seen.questions))
    partly = seen.again(seen.answers[:place])
    if partly.verdict != "question" or judge.encode(partly.question) != judge.encode(
        seen.questions[place]
    ):
        yield f"with {place} answers another question is asked: {partly.sentence}"
    elif partly.board is None or partly.board.stable:
        yield "the board of a question passes for stable"


def _first_difference(one: Ruling, other: Ruling) -> str:
    for name in one.__struct_fields__:
        a, b = (judge.encode(getattr(each, name)).decode() for each in (one, other))
        if a != b:
            at = next(
                (n for n, (x, y) in enumerate(zip(a, b, strict=False)) if x != y),
                min(len(a), len(b)),
            )
            return f"{name}: ...{a[max(0, at - 60) : at + 60]} / ...{b[max(0, at - 60) : at + 60]}"
    return "nothing"


# --- events -------------------------------------------------------------------------------------


def events_fold(seen: Seen) -> Iterator[str]:
    """The events of the trace, read back from JSON, applied to the board that came in, give the
    board that came out (D14).
    """
    told = _EVENTS.decode(judge.encode(list(events_of(seen.ruling.trace))))
    folded = judge.encode(canonical(fold(seen.before, told)))
    if folded != judge.encode(seen.after):
        yield "the events do not fold to the board"


# --- citations ----------------------------------------------------------------------------------


def citations_exist(seen: Seen) -> Iterator[str]:
    """Every node of the trace, question and pattern cites, and what is cited is in the edition."""
    cited = {(each.edition, each.rule) for each in seen.ruling.citations}
    named = {rule for _, rule in cited}
    numbers = set(named)
    for step in _steps(seen.ruling.trace):
        numbers.update(step.rules)
        if not step.rules:
            yield f"a node of the trace cites nothing: {step.text or step.event}"
        elif not named >= set(step.rules):
            yield f"{set(step.rules) - named} stand in the trace and not among the citations"
    for question in seen.questions:
        numbers.update(question.rules)
        if not question.rules:
            yield f"a question cites nothing: {question.prompt}"
    for pattern in seen.offered.patterns if seen.offered is not None else []:
        numbers.update(pattern.rules)
        if not pattern.rules:
            yield f"a pattern cites nothing: {pattern.text}"
    for edition in {edition for edition, _ in cited} - {seen.before.edition}:
        yield f"a rule of {edition} is cited on a board of {seen.before.edition}"
    for number in sorted(numbers):
        if not exists(number, seen.before.edition):
            yield f"there is no rule {number} in {seen.before.edition}"


def _steps(steps: list[Step]) -> Iterator[Step]:
    for step in steps:
        yield step
        yield from _steps(step.children)


# --- documents and views ------------------------------------------------------------------------


def reads_back(seen: Seen) -> Iterator[str]:
    """A board's document reads back as the board; what a viewer may not see changes nothing in what
    they get: the board with other faces where only others may look has the same view (D12).
    """
    document = judge.encode_board(seen.after)
    if judge.encode(seen.after) != document:
        yield "the board of a ruling is not in its canonical form"
    try:
        again = judge.read_board(json.loads(document)).board
    except judge.BoardError as error:
        yield f"a board of a ruling is refused: {error}"
        return
    if judge.encode_board(again) != document:
        yield "a board does not read back as itself"
    viewer = seen.rng.choice([*seen.after.players, "public"])
    view = judge.encode_board(judge.view_board(seen.after, viewer, seen.catalogue))
    if judge.encode_board(judge.view_board(again, viewer, seen.catalogue)) != view:
        yield f"the view of {viewer} is another after the board was read back"
    may = None
    if seen.rng.random() < 0.3 and viewer == again.window.priority and seen.after.result is None:
        may = judge.encode(judge.legal_actions(again, viewer, catalogue=seen.catalogue))
    other = twin(again, viewer, seen.rng)
    if may is not None:
        others = judge.encode(judge.legal_actions(other, viewer, catalogue=seen.catalogue))
        if others != may:
            yield f"what {viewer} may do depends on what they may not see"
    if judge.encode_board(judge.view_board(other, viewer, seen.catalogue)) != view:
        yield f"the view of {viewer} depends on what they may not see"


def twin(board: Board, viewer: str, rng: random.Random) -> Board:
    """The board with other faces where the viewer may not look: the hands, the facedown cards and
    the ordered cards of the decks of each player, changed for cards of their own.
    """
    looked_at = {
        ref
        for effect in board.effects
        if effect.kind == "look" and effect.controller == viewer
        for ref in effect.affects or []
    }
    zones = {
        (effect.open.get("zone"), effect.open.get("player"))
        for effect in board.effects
        if effect.kind == "look" and effect.controller == viewer and effect.open is not None
    }
    if zones:
        return board  # a whole zone is shown to them; that says nothing of the others
    for name, player in board.players.items():
        facedown = [
            card
            for field_ in board.battlefields
            for card in field_.facedown
            if card.controller == name and card.owner == name
        ]
        hidden: list[Any] = [*facedown, *player.hand] if name != viewer else []
        # nobody may look into a deck (108.4.d)
        hidden += player.main_deck.top
        hidden = [
            card
            for card in hidden
            if viewer not in card.known_to
            and card.card != UNKNOWN
            and not looked_at & {card.id, f"{card.id}@{card.generation}"}
        ]
        faces = [card.card for card in hidden]
        middle = player.main_deck.middle if name != viewer else {}
        spare = [face for face, count in sorted(middle.items()) for _ in range(count)]
        mixed = rng.sample(faces + spare, len(faces) + len(spare))
        for card, face in zip(hidden, mixed, strict=False):
            card.card = face
        if spare:
            player.main_deck.middle = dict(sorted(Counter(mixed[len(hidden) :]).items()))
    return board


# --- what can come about ------------------------------------------------------------------------


def can_come_about(seen: Seen) -> Iterator[str]:
    """A board reached by play has none of the warnings of boards that could not have come about,
    and no Cleanup would change it (D12). Boards that were drawn are not asked.
    """
    if not seen.played:
        return
    found = judge.check_board(seen.after, catalogue=seen.catalogue)
    for warning in found.warnings:
        yield f"{warning.code}: {warning.sentence}"
    for step in found.cleanup_would:
        yield f"a Cleanup would go on: {step.event or step.text}"


#: by name, in the order in which they are looked at
PROPERTIES: dict[str, Callable[[Seen], Iterator[str]]] = {
    "cards conserved": cards_conserved,
    "one priority and one focus": one_priority_one_focus,
    "facedown occupancy": facedown_occupancy,
    "points never negative": points_never_negative,
    "reproducible": reproducible,
    "events fold": events_fold,
    "citations exist": citations_exist,
    "reads back": reads_back,
    "can come about": can_come_about,
}
#: those that are about the way through a game
ACCEPTED, ENDS, UNCHANGED, MATCH, NO_FAULT = (
    "offered is accepted",
    "games end",
    "refused without change",
    "match",
    "no fault of the engine",
)


class BrokenProperty(AssertionError):
    """A property that does not hold, by name, and what is wrong."""

    def __init__(self, name: str, what: str) -> None:
        super().__init__(f"{name}: {what}")
        self.property = name


def hold_all(seen: Seen) -> None:
    """Raises `BrokenProperty` for the first property that does not hold."""
    for name, check in PROPERTIES.items():
        for what in check(seen):
            raise BrokenProperty(name, what)
