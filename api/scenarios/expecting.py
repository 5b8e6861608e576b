"""Whether what came of a step is what was expected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import UNSET

from api.scenarios.boards import BoardMatcher, same_card_on
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
            yield Mismatch(
                "cites", f"{number} is not cited; cited are {', '.join(cited) or 'none'}"
            )
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
            yield Mismatch(f"events.{index}", _event_missing(wanted, came, start))
            break
        start = found + 1
    counts = Counter(_type_of(event) for event in came)
    for kind in expected.no_events or []:
        if counts[kind]:
            same = [event for event in came if _type_of(event) == kind]
            yield Mismatch("no_events", f"{kind} happened: {'; '.join(map(shown, same))}")


def _event_missing(wanted: Mapping[str, Any], came: list[AnyEvent], start: int) -> str:
    """Why an event was not found: what of its type came instead, or all that came."""
    after = " after those before it" if start else ""
    same = [event for event in came[start:] if _type_of(event) == wanted["type"]]
    earlier = [event for event in came[:start] if _type_of(event) == wanted["type"]]
    if same:
        instead = "of this type came " + "; ".join(map(shown, same))
    elif earlier:
        instead = "of this type came, but earlier, " + "; ".join(map(shown, earlier))
    else:
        instead = "came " + (", ".join(map(_type_of, came)) or "no events")
    return f"{shown(wanted)} did not happen{after}; {instead}"


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


def _winner(expected: str | list[str] | None, board: Board) -> Iterator[Mismatch]:
    wanted = [] if expected is None else [expected] if isinstance(expected, str) else expected
    came = board.result.winners if board.result else []
    if sorted(wanted) != sorted(came):
        yield Mismatch("winner", expected_but(wanted, came))


# --- legal actions ------------------------------------------------------------------------------


def legal_mismatches(
    expected: Expected, legal: LegalActions, board: Board, catalogue: Catalogue
) -> Iterator[Mismatch]:
    """What is not offered and should be, and the other way round."""
    offers = _Offers(legal, board, catalogue)
    for index, do in enumerate(expected.offers or []):
        if not offers.hold(do):
            texts = "; ".join(pattern.text for pattern in legal.patterns) or "nothing"
            message = f"{_do_text(do)} is not offered; offered is {texts}"
            yield Mismatch(f"offers.{index}", message)
    for index, do in enumerate(expected.not_offers or []):
        if offers.hold(do):
            yield Mismatch(f"not_offers.{index}", f"{_do_text(do)} is offered")


def _do_text(do: Do | str) -> str:
    return do if isinstance(do, str) else shown(do)


class _Offers:
    """The legal actions of a player, to ask whether an action is among them."""

    def __init__(self, legal: LegalActions, board: Board, catalogue: Catalogue) -> None:
        self.legal = legal
        self.matcher = Matcher(same_card_on(board, catalogue))
        self.cards = _cards_by_id(board)

    def hold(self, do: Do | str) -> bool:
        """Whether some pattern is this action, or becomes it when its slots are filled."""
        wanted = Do(pass_=do == "pass", end_turn=do == "end_turn", concede=do == "concede")
        wanted = do if isinstance(do, Do) else wanted
        return any(self._fits(wanted, pattern) for pattern in self.legal.patterns)

    def _fits(self, do: Do, pattern: Pattern) -> bool:
        slots = {slot.name: slot for slot in pattern.slots}
        verb = next(verb for verb in VERBS if _verb(do, verb))
        if not (_verb(pattern.do, verb) or verb in slots):
            return False
        for name in ("play", "hide", "activate", "ability", "source"):
            wanted, offered = getattr(do, name), getattr(pattern.do, name)
            if wanted is not None and not self._is_thing(wanted, offered):
                return False
        return (
            self._fills(_ids(do.move), _ids(pattern.do.move), slots.get("move"))
            and self._fills(_ids(do.to), _ids(pattern.do.to), slots.get("to"), do.to)
            and self._fills(_ids(do.spend), _ids(pattern.do.spend), slots.get("spend"))
            and self._targets_fit(do, pattern, slots)
            and all(
                (pattern.do.additional or {}).get(name) == value
                or f"additional.{name}" in slots
                or not value
                for name, value in (do.additional or {}).items()
            )
        )

    def _is_thing(self, wanted: Any, offered: Any) -> bool:
        """The same id, or a name of the card that the offered id has."""
        if wanted == offered:
            return True
        card = self.cards.get(str(offered), str(offered))
        return isinstance(wanted, str) and self.matcher.same_card(wanted, card)

    def _fills(
        self, wanted: list[str], offered: list[str], slot: Slot | None, place: str | None = None
    ) -> bool:
        """Whether what is wanted is what the pattern says, or may fill its slot."""
        if not wanted or sorted(wanted) == sorted(offered):
            return True
        if slot is None:
            return False
        options = {option.id for option in slot.options}
        if place == "base" and any(option.startswith("base:") for option in options):
            return True
        enough = slot.min is None or len(wanted) >= slot.min
        not_too_many = slot.max is None or len(wanted) <= slot.max
        return enough and not_too_many and options.issuperset(wanted)

    def _targets_fit(self, do: Do, pattern: Pattern, slots: dict[str, Slot]) -> bool:
        if do.targets is None:
            return True
        of_targets = [slot for name, slot in slots.items() if name.startswith("targets")]
        if isinstance(do.targets, dict):
            named = pattern.do.targets if isinstance(pattern.do.targets, dict) else {}
            return all(
                self._fills(_ids(ids), _ids(named.get(name)), slots.get(f"targets.{name}"))
                for name, ids in do.targets.items()
            )
        offered = pattern.do.targets if isinstance(pattern.do.targets, list) else []
        if offered:
            return sorted(offered) == sorted(do.targets)
        return any(self._fills(do.targets, [], slot) for slot in of_targets)


def _verb(do: Do, verb: str) -> bool:
    return getattr(do, "pass_" if verb == "pass" else verb) not in (None, False)


def _ids(value: str | list[str] | None) -> list[str]:
    return [] if value is None else [value] if isinstance(value, str) else value


def _cards_by_id(board: Board) -> dict[str, str]:
    cards = {}
    for player in board.players.values():
        for card in [*player.hand, *([player.champion] if player.champion else [])]:
            cards[card.id] = card.card
    for battlefield in board.battlefields:
        for facedown in battlefield.facedown:
            cards[facedown.id] = facedown.card
    return cards


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
