"""Whether what came of a step is what was expected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Literal

from msgspec import UNSET

from api.scenarios.boards import BoardMatcher, faces_by_id, same_card_on
from api.scenarios.matching import Matcher, Mismatch, expected_but, shown
from api.scenarios.model import Expected, ExpectedQuestion, ExpectedRefusal, Step
from judge.board.events import AnyEvent
from judge.board.state import Board
from judge.effects.catalogue import Catalogue
from judge.ruling.actions import VERBS, Do
from judge.ruling.legal import BoardCheck, LegalActions, Pattern, Slot
from judge.ruling.questions import Question
from judge.ruling.ruling import Ruling, Verdict
from judge.ruling.ruling import Step as TraceStep


def expected_verdict(step: Step, following: Step | None) -> Verdict:
    """The verdict that the step must come to, written down or not (see `model.Expected`)."""
    expected = step.expected
    if expected.verdict is not UNSET:
        return expected.verdict
    if expected.refusal is not UNSET:
        return "not_adjudicable"
    if expected.question is not UNSET or is_answered(following):
        return "question"
    return "illegal" if expected.problems else "legal"


def is_answered(following: Step | None) -> bool:
    """Whether the next step answers the question of this one."""
    return following is not None and following.kind == "answer"


# --- rulings ------------------------------------------------------------------------------------


def ruling_mismatches(
    expected: Expected,
    ruling: Ruling,
    before: Board,
    catalogue: Catalogue,
    seen: frozenset[str],
) -> Iterator[Mismatch]:
    """Every way in which a ruling is not what was expected, its verdict aside.

    `before` is the board that was judged, for a ruling without a board of its own.
    """
    board = ruling.board or before
    if expected.basis is not UNSET and expected.basis != ruling.basis:
        yield Mismatch("basis", expected_but(expected.basis, ruling.basis))
    yield from _exactly("problems", expected.problems, [p.code for p in ruling.problems])
    yield from _exactly("assumptions", expected.assumptions, [a.path for a in ruling.assumptions])
    yield from _exactly("caveats", expected.caveats, [c.code for c in ruling.caveats])
    yield from _otherwise(expected, ruling)
    yield from _citations(expected, ruling)
    yield from _events(expected, list(events_of(ruling.trace)), board, catalogue)
    if expected.question is not UNSET:
        yield from _question(expected.question, ruling.question)
    if expected.refusal is not UNSET:
        yield from _refusal(expected.refusal, ruling)
    if expected.winner is not UNSET:
        yield from _winner(expected.winner, board)
    if expected.board is not UNSET:
        yield from BoardMatcher(board, catalogue, seen).mismatches(expected.board, "board")


def _otherwise(expected: Expected, ruling: Ruling) -> Iterator[Mismatch]:
    """What the ruling says of other readings, and of facts that it assumed."""
    if expected.readings is not UNSET:
        came = {each.point: any(other.differs for other in each.others) for each in ruling.readings}
        if came != expected.readings:
            yield Mismatch("readings", expected_but(expected.readings, came))
    sensitive = [turned.path for turned in ruling.sensitivity if turned.differs]
    yield from _exactly("sensitive", expected.sensitive, sensitive)


def events_of(trace: Iterable[TraceStep]) -> Iterator[AnyEvent]:
    """The events of a trace, in the order in which they happened."""
    for step in trace:
        if step.event is not None:
            yield step.event
        yield from events_of(step.children)


def _exactly(name: str, expected: Any, came: list[str]) -> Iterator[Mismatch]:
    """The same codes, in any order; how often one came does not count."""
    if expected is UNSET or set(expected) == set(came):
        return
    missing = [code for code in expected if code not in came]
    surplus = sorted(set(came) - set(expected))
    parts = [f"missing {', '.join(missing)}"] if missing else []
    parts += [f"not expected {', '.join(surplus)}"] if surplus else []
    yield Mismatch(name, "; ".join(parts))


def _citations(expected: Expected, ruling: Ruling) -> Iterator[Mismatch]:
    cited = [citation.rule for citation in ruling.citations]
    for number in expected.cites or []:
        if number not in cited:
            listed = f"cited are {', '.join(cited) or 'none'}"
            yield Mismatch("cites", f"{number} is not cited", listed)
    for number in expected.not_cites or []:
        if number in cited:
            yield Mismatch("not_cites", f"{number} is cited")


def _type_of(event: Any) -> str:
    return str(event.__struct_config__.tag)


def _events(
    expected: Expected, came: list[AnyEvent], board: Board, catalogue: Catalogue
) -> Iterator[Mismatch]:
    """The expected events must be a subsequence of those that came."""
    matcher = Matcher(same_card_on(board, catalogue))
    start = 0
    for index, wanted in enumerate(expected.events or []):
        rest = range(start, len(came))
        found = next((at for at in rest if matcher.contains(wanted, came[at])), None)
        if found is None:
            yield Mismatch(f"events.{index}", *_event_missing(wanted, came, start))
            break
        start = found + 1
    counts = Counter(_type_of(event) for event in came)
    for kind in expected.no_events or []:
        if counts[kind]:
            same = [event for event in came if _type_of(event) == kind]
            happened = "; ".join(map(shown, same))
            yield Mismatch("no_events", f"{kind} happened, {counts[kind]} times", happened)


def _event_missing(wanted: Mapping[str, Any], came: list[AnyEvent], start: int) -> tuple[str, str]:
    """Why an event was not found, in short, and what of its type came instead, or all that came."""
    after = " after those before it" if start else ""
    same = [event for event in came[start:] if _type_of(event) == wanted["type"]]
    earlier = [event for event in came[:start] if _type_of(event) == wanted["type"]]
    if same:
        instead, more = f"{len(same)} of this type came", "; ".join(map(shown, same))
    elif earlier:
        instead = f"{len(earlier)} of this type came, but earlier"
        more = "; ".join(map(shown, earlier))
    else:
        instead, more = "none of this type came", ", ".join(map(_type_of, came)) or "no events"
    return f"{shown(wanted)} did not happen{after}; {instead}", f"came {more}"


def _question(expected: ExpectedQuestion, question: Question | None) -> Iterator[Mismatch]:
    if question is None:
        yield Mismatch("question", "no question is asked")
        return
    for name in ("form", "to", "slot", "min", "max", "amount"):
        wanted, came = getattr(expected, name), getattr(question, name)
        if wanted is not UNSET and wanted != came:
            yield Mismatch(f"question.{name}", f"{expected_but(wanted, came)} ({question.prompt})")
    for name in ("options", "targets"):
        yield from _exactly(
            f"question.{name}",
            getattr(expected, name),
            [option.id for option in getattr(question, name)],
        )


def _refusal(expected: ExpectedRefusal, ruling: Ruling) -> Iterator[Mismatch]:
    if ruling.refusal is None:
        yield Mismatch("refusal", "nothing is refused")
        return
    for name in ("reason", "about"):
        wanted, came = getattr(expected, name), getattr(ruling.refusal, name)
        if wanted is not UNSET and wanted != came:
            sentence = ruling.refusal.sentence
            yield Mismatch(f"refusal.{name}", f"{expected_but(wanted, came)} ({sentence})")
    yield from _exactly("refusal.waive", expected.waive, ruling.refusal.waive)
    loop = ruling.refusal.loop
    maintained = [] if loop is None else loop.maintained_by
    yield from _exactly("refusal.maintained_by", expected.maintained_by, maintained)


def _winner(expected: str | list[str] | None, board: Board) -> Iterator[Mismatch]:
    wanted = [] if expected is None else [expected] if isinstance(expected, str) else expected
    came = board.result.winners if board.result else []
    if sorted(wanted) != sorted(came):
        yield Mismatch("winner", expected_but(wanted, came))


# --- legal actions ------------------------------------------------------------------------------

#: Judges an action on the board of the step: None when it is accepted, else why it is not.
Trial = Callable[[Do | str], str | None]


def legal_mismatches(
    expected: Expected, legal: LegalActions, board: Board, catalogue: Catalogue, trial: Trial
) -> Iterator[Mismatch]:
    """What is not offered and should be, and the other way round.

    Each action is judged as well, since what is offered and what is accepted must be the same.
    """
    offers = _Offers(legal, board, catalogue)
    for name in ("offers", "not_offers"):
        for index, do in enumerate(getattr(expected, name) or []):
            fit, refused = offers.fit(do), trial(do)
            text = do if isinstance(do, str) else shown(do)
            message, more = None, ""
            if fit == "no" and refused is None:
                message = f"{text} is not offered, and yet accepted"
            elif fit == "yes" and refused is not None:
                message = f"{text} is offered, and yet refused: {refused}"
            elif name == "offers" and refused is not None:
                texts = "; ".join(pattern.text for pattern in legal.patterns) or "nothing"
                message, more = f"{text} is not offered: {refused}", f"offered is {texts}"
            elif name == "not_offers" and refused is None:
                message = f"{text} is offered"
            if message is not None:
                yield Mismatch(f"{name}.{index}", message, more)


#: yes: a pattern is the action; no: none is; open: it names what a pattern leaves to a later choice
Fit = Literal["yes", "open", "no"]


class _Offers:
    """The legal actions of a player, to ask whether an action is among them."""

    def __init__(self, legal: LegalActions, board: Board, catalogue: Catalogue) -> None:
        self.legal = legal
        self.matcher = Matcher(same_card_on(board, catalogue))
        self.cards = _cards_by_id(board)

    def fit(self, do: Do | str) -> Fit:
        """Whether some pattern is this action, or becomes it when its slots are filled."""
        wanted = Do(pass_=do == "pass", end_turn=do == "end_turn", concede=do == "concede")
        wanted = do if isinstance(do, Do) else wanted
        fits = {self._fit(wanted, pattern) for pattern in self.legal.patterns}
        return "yes" if "yes" in fits else "open" if "open" in fits else "no"

    def _fit(self, do: Do, pattern: Pattern) -> Fit:
        verb = next(verb for verb in VERBS if _verb(do, verb))
        if not _verb(pattern.do, verb):
            return "no"
        for name in ("play", "hide", "activate", "ability", "invite"):
            wanted, offered = getattr(do, name), getattr(pattern.do, name)
            if wanted is not None and not self._is_thing(wanted, offered):
                return "no"
        fits = list(self._slot_fits(do, pattern))
        return "no" if "no" in fits else "open" if "open" in fits else "yes"

    def _slot_fits(self, do: Do, pattern: Pattern) -> Iterator[Fit]:
        slots = {slot.name: slot for slot in pattern.slots}
        own_base = f"base:{self.legal.player}"
        destinations = do.to if isinstance(do.to, dict) else {"": do.to}
        for slot, destination in destinations.items():
            to = [own_base if place == "base" else place for place in _ids(destination)]
            offered = [] if isinstance(pattern.do.to, dict) else _ids(pattern.do.to)
            yield _filled(to, offered, slots.get(f"to.{slot}" if slot else "to"))
        yield _filled(_ids(do.move), _ids(pattern.do.move), slots.get("move"))
        spent = do.spend if isinstance(do.spend, dict) else {"": do.spend or []}
        for what, given in spent.items():
            yield _filled(given, [], slots.get(f"spend.{what}" if what else "spend"))
        yield _filled(_ids(do.modes), [], slots.get("modes"))
        if isinstance(do.targets, dict):
            for name, ids in do.targets.items():
                yield _filled(_ids(ids), [], slots.get(f"targets.{name}"))
        elif do.targets:
            of_targets = [slot for name, slot in slots.items() if name.startswith("targets.")]
            yield _filled(do.targets, [], of_targets[0] if len(of_targets) == 1 else None)
        for name, value in (do.additional or {}).items():
            if value and f"additional.{name}" not in slots:
                yield "open"
        if do.source is not None or do.pay != "auto":
            yield "open"

    def _is_thing(self, wanted: Any, offered: Any) -> bool:
        """The same id, or the same card: copies in one zone are offered once."""
        if wanted == offered:
            return True
        card = self.cards.get(str(offered), str(offered))
        meant = self.cards.get(str(wanted), str(wanted))
        return isinstance(wanted, str) and self.matcher.same_card(meant, card)


def _filled(wanted: list[str], offered: list[str], slot: Slot | None) -> Fit:
    """Whether what is wanted is what the pattern says, or may fill its slot."""
    if not wanted or sorted(wanted) == sorted(offered):
        return "yes"
    if slot is None:
        return "no" if offered else "open"
    enough = slot.min is None or len(wanted) >= slot.min
    not_too_many = slot.max is None or len(wanted) <= slot.max
    is_option = {option.id for option in slot.options}.issuperset(wanted)
    return "yes" if enough and not_too_many and is_option else "no"


def _verb(do: Do, verb: str) -> bool:
    return getattr(do, "pass_" if verb == "pass" else verb) not in (None, False)


def _ids(value: str | list[str] | None) -> list[str]:
    return [] if value is None else [value] if isinstance(value, str) else value


def _cards_by_id(board: Board) -> dict[str, str]:
    """The cards that may be played, by id; objects are left out, since no two are alike."""
    cards = {}
    for player in board.players.values():
        for card in [*player.hand, *([player.champion] if player.champion else [])]:
            cards[card.id] = card.card
    for battlefield in board.battlefields:
        for facedown in battlefield.facedown:
            cards[facedown.id] = facedown.card
    return cards


# --- views and decks ----------------------------------------------------------------------------


def view_mismatches(
    expected: Expected, view: Board, board: Board, catalogue: Catalogue, seen: frozenset[str]
) -> Iterator[Mismatch]:
    """Every way in which what a viewer sees of a board is not what was expected.

    A card whose face the viewer does not see has another id in the view, so that its own stands
    there only with its face.
    """
    shown_there, there = faces_by_id(view), faces_by_id(board)
    for ref, wanted in (expected.sees or {}).items():
        path = f"sees.{ref}"
        if ref not in there:
            yield Mismatch(path, f"there is no card {ref} on this board")
        elif wanted and shown_there.get(ref) != there[ref]:
            yield Mismatch(path, "the face is hidden")
        elif not wanted and ref in shown_there:
            yield Mismatch(path, f"it is there under its own id: {shown_there[ref]}")
    if expected.board is not UNSET:
        yield from BoardMatcher(view, catalogue, seen).mismatches(expected.board, "board")


def deck_mismatches(expected: Expected, faults: list[str]) -> Iterator[Mismatch]:
    """Every way in which the faults of deck lists are not those that were expected."""
    yield from _exactly("faults", expected.faults, faults)


# --- checks -------------------------------------------------------------------------------------


def check_mismatches(
    expected: Expected,
    check: BoardCheck,
    board: Board,
    catalogue: Catalogue,
    seen: frozenset[str],
) -> Iterator[Mismatch]:
    """Every way in which the look at a board does not come out as expected."""
    yield from _exactly("warnings", expected.warnings, [w.code for w in check.warnings])
    yield from _exactly("assumptions", expected.assumptions, [a.path for a in check.assumptions])
    yield from _exactly("caveats", expected.caveats, [c.code for c in check.caveats])
    if expected.board is not UNSET:
        yield from BoardMatcher(board, catalogue, seen).mismatches(expected.board, "board")
