"""One adjudication in progress: the table, the trace with its citations, the answers.

A rule is cited by the very statement that it governs (D4):

    if run.in_force("144.2"):
        run.emit(Exhausted(refs=refs))

`in_force` is False only where a test has switched the rule off; when it is True the number is kept
and goes into the trace with the next event, or with the step that is open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from functools import wraps
from typing import Any, TypeVar, cast

from judge.board import events as ev
from judge.board.applying import apply, copy_event
from judge.board.occasions import OCCASIONS, STATE_CHANGED
from judge.board.state import UNKNOWN, Board
from judge.board.table import Table
from judge.effects.catalogue import Catalogue
from judge.limits import ENGINE_STEPS, TRACE_NODES
from judge.ruling.openpoints import OPEN_POINTS
from judge.ruling.questions import Question
from judge.ruling.ruling import Assumption, Caveat, Problem, Refusal, Step
from judge.ruling.waiving import EDITS, NO_EFFECT, Waiver, kind_of


class Interruption(Exception):
    """The run cannot go on: a question, a refusal. Never an error of the engine."""


class Asked(Interruption):
    """The rules ask a choice for which there is no answer yet."""

    def __init__(self, question: Question) -> None:
        super().__init__(question.prompt)
        self.question = question


class Refused(Interruption):
    """The action cannot be judged."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.sentence)
        self.refusal = refusal


class IllegalAnswer(Interruption):
    """An answer has the shape of its form but the rules do not allow it."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__(problems[0].sentence)
        self.problems = problems


class MalformedAnswer(ValueError):
    """An answer does not have the shape of its question's form, or names another question.

    `index` is its place among the answers; `question` is what is asked there now.
    """

    def __init__(
        self, index: int, question: Question, message: str, *, conflict: bool = False
    ) -> None:
        super().__init__(message)
        self.index = index
        self.question = question
        self.conflict = conflict


#: Gives the answer to a question, or raises `Asked`.
Answerer = Callable[[Question], Any]


class Run:
    """What every procedure is handed. `disabled` holds rules that a test has switched off."""

    __slots__ = (
        "_citing",
        "_last",
        "_made",
        "_nodes",
        "_open",
        "_steps_left",
        "acting",
        "answerer",
        "assumptions",
        "awaiting",
        "awake",
        "award_priority",
        "award_rule",
        "board",
        "catalogue",
        "caveats",
        "chain_closed",
        "cleanup_due",
        "cleanup_occasions",
        "disabled",
        "done_by_item",
        "door",
        "foreseers",
        "had_unmodelled",
        "hearers",
        "killers",
        "limited",
        "listeners",
        "lost",
        "mighty",
        "mighty_unsettled",
        "moment",
        "occurred",
        "readings",
        "relied_on",
        "removal",
        "resolving",
        "rooms",
        "rooms_unsettled",
        "root",
        "seen",
        "settled",
        "settlers",
        "table",
        "together_depth",
        "triggered",
        "waived",
        "waivers",
    )

    def __init__(
        self,
        table: Table,
        catalogue: Catalogue,
        answerer: Answerer,
        *,
        disabled: frozenset[str] = frozenset(),
        readings: Mapping[str, str] | None = None,
        waivers: Mapping[str, Waiver] | None = None,
    ) -> None:
        self.table = table
        #: that of the table, which never comes to be another
        self.board: Board = table.board
        self.catalogue = catalogue
        self.answerer = answerer
        self.disabled = disabled
        self.readings = readings or {}
        #: what a refusal would be about, and what to take instead (D13); those that were needed
        self.waivers = waivers or {}
        self.waived: set[str] = set()
        self.root = Step(rules=[])
        self._open: list[Step] = [self.root]
        self._citing: list[str] = []
        self._nodes = 0
        #: how many nodes have come about, and the last of them
        self._made = 0
        self._last: Step | None = None
        self._steps_left = ENGINE_STEPS
        #: a Cleanup is outstanding, and the rules that made it so (319)
        self.cleanup_due = False
        self.cleanup_occasions: list[str] = []
        #: an item is resolving: Cleanups wait (321)
        self.resolving = False
        #: a text that is not modelled was in play or in a hand as the run began
        self.had_unmodelled = False
        #: the board after the Cleanup that the request asked for before the action
        self.settled: Board | None = None
        #: the open points that this run rested on, with the reading taken
        self.relied_on: dict[str, str] = {}
        self.assumptions: dict[str, Assumption] = {}
        self.caveats: dict[str, Caveat] = {}
        #: what forbids and replaces what is about to happen (`judge.actions.door.Door`)
        self.door: Any = None
        #: removes a player who loses from the game (`judge.modes.conceding.lose`)
        self.removal: Callable[[Run, str], None] | None = None
        #: called when simultaneous events are all done
        self.settlers: list[Callable[[Run], None]] = []
        self.mighty_unsettled = False
        #: called with the run and each event after it was applied: trigger matching
        self.listeners: list[Callable[[Run, ev.Event], None]] = []
        #: called with the run, each question and its answer
        self.hearers: list[Callable[[Run, Question, Any], None]] = []
        #: called with the run and each event before it is applied
        self.foreseers: list[Callable[[Run, ev.Event], None]] = []
        #: events of one moment are simultaneous (370.1.a.2); what triggers on them is one batch
        self.moment = 0
        self.together_depth = 0
        #: what happened and has not been matched with conditions yet: (moment, occurrence)
        self.occurred: list[tuple[int, Any]] = []
        #: reflexive triggers that wait for the Cleanup after their item (OP-81)
        self.awaiting: list[Any] = []
        #: what the item that resolves has done so far, for its reflexive triggers (387.3)
        self.done_by_item: list[Any] = []
        #: what objects were as they left the board, by reference (359.3.e.13)
        self.seen: dict[str, Any] = {}
        #: who dealt damage last to what, and with which item (428.5.c)
        self.killers: dict[str, Any] = {}
        #: the player who performs the event that is under way (411.1)
        self.acting: str | None = None
        #: what effects said of the cards that they play, until those are final (419.3.b)
        self.limited: dict[str, Any] = {}
        #: triggered abilities that wait to be put on the chain: (moment, trigger)
        self.triggered: list[tuple[int, Any]] = []
        #: an item was finalized or resolved: Priority is to be awarded anew (337.4, 340.4)
        self.award_priority = False
        #: the rule under which: after finalizing, or after resolving
        self.award_rule = "337.4"
        #: what had opened the chain that closed since Priority was last awarded (340.2.a, 346)
        self.chain_closed: str | None = None
        #: references of the units that are Mighty, to see which become it (709); None until the
        #: first event that may change it
        self.mighty: set[str] | None = None
        #: how many cards the Facedown Zone of each battlefield can hold (107.3.b.2); None until the
        #: first event with a card in one
        self.rooms: dict[str, int] | None = None
        self.rooms_unsettled = False
        #: texts behind Legion and Level that were active before an event, by object and keywords
        self.awake: set[tuple[str, str]] = set()
        #: the objects that had lost static abilities before the event that happens
        self.lost: set[str] = set()

    # --- citations ---------------------------------------------------------------------------

    def in_force(self, *numbers: str) -> bool:
        """Cite the rules (at most three) that govern the statement; False if one is
        switched off.
        """
        for number in numbers:
            if number in self.disabled:
                return False
        self._citing.extend(numbers)
        return True

    def stands(self, *numbers: str) -> bool:
        """Whether the rules are in force, without a citation: for what is asked without anything
        having to follow from it, as when legal actions are listed, or at every step (333).
        """
        # nothing is switched off save in tests, and this is asked more often than anything else
        return not self.disabled or self.disabled.isdisjoint(numbers)

    def citing(self, cited: list[str]) -> AbstractContextManager[None]:
        """Put what is cited meanwhile into `cited`, for what it brings about later."""
        return _Citing(self, cited)

    @contextmanager
    def keeping_citations(self) -> Iterator[None]:
        """What is cited inside after the last node that came about there stands with that node, and
        not with what somebody else brings about next. Where none came about it goes on waiting.
        """
        before = self._made
        yield
        if self._made != before:
            self._cite_with_last()

    def _cite_with_last(self) -> None:
        """What has been cited since belongs to the last node."""
        if not self._citing:
            return
        taken = self._take_citations()
        if taken and self._last is not None:
            self._last.rules = list(dict.fromkeys([*self._last.rules, *taken]))

    def _made_node(self, node: Step) -> None:
        self._made += 1
        self._last = node

    def _take_citations(self) -> list[str]:
        if not self._citing:
            return []
        taken = list(dict.fromkeys(self._citing))
        self._citing.clear()
        return taken

    def step(
        self, *numbers: str, text: str | None = None, by: str | None = None
    ) -> AbstractContextManager[Step]:
        """A node of the trace around what a procedure does; dropped again if it stays empty.

        What was cited before it governs that it is done, and stands with it.
        """
        return _Around(self, Step(rules=list(numbers), text=text, by=by))

    def note(self, text: str, *numbers: str, by: str | None = None) -> None:
        """A sentence in the trace about something that is not an event, with its rules."""
        rules = list(dict.fromkeys([*self._take_citations(), *numbers]))
        if not rules:
            rules = list(self._open[-1].rules)
        node = Step(rules=rules, text=text, by=by)
        self._open[-1].children.append(node)
        self._made_node(node)

    def thing(self, ref: str) -> str:
        """What an object or an item on the chain is called in the trace: `Stalwart Poro (b1)`."""
        found = self.table.find(ref)
        card = found.card if found is not None else None
        if card is None:
            item = next((item for item in self.table.items() if item.id == ref), None)
            card = item.card if item is not None else None
        return f"{card} ({ref})" if card not in (None, UNKNOWN) else ref

    def things(self, refs: Iterable[str]) -> str:
        """The same for several; `nothing` for none."""
        return ", ".join(self.thing(ref) for ref in refs) or "nothing"

    def place(self, place: str) -> str:
        """What a location is called in the trace: `Void Gate (west)`, `A's base`."""
        if place.startswith("base:"):
            return f"{place.removeprefix('base:')}'s base"
        battlefield = self.table.battlefields.get(place)
        return place if battlefield is None else f"{battlefield.card} ({place})"

    # --- events ------------------------------------------------------------------------------

    @property
    def events(self) -> int:
        """How many events there have been."""
        return ENGINE_STEPS - self._steps_left

    def emit(self, event: ev.AnyEvent, *numbers: str, by: str | None = None) -> None:
        """Apply an event and put it into the trace with the citations gathered since the last."""
        self._steps_left -= 1
        self._nodes += 1
        if self._steps_left < 0 or self._nodes > TRACE_NODES:
            limit = "ENGINE_STEPS" if self._steps_left < 0 else "TRACE_NODES"
            raise Refused(
                Refusal(
                    reason="limit", sentence=f"The action exceeds the limit {limit}.", about=limit
                )
            )
        rules = self._take_citations() if self._citing else []
        if numbers:
            rules = list(dict.fromkeys([*rules, *numbers]))
        if not rules:
            rules = list(self._open[-1].rules)
        if self.together_depth == 0:
            self.moment += 1
        was_open = self.board.chain is None
        for foresee in self.foreseers:
            foresee(self, event)
        # the board takes the copy: a trace never shares parts with a board that goes on changing
        apply(self.table, copy_event(event))
        node = Step(rules=rules, by=by, event=event)
        self._open[-1].children.append(node)
        self._made_node(node)
        self._cleanup_is_due(event, was_open)
        self.acting = by
        for listener in self.listeners:
            listener(self, event)
        # what those who hear of it cite is about it, or about what they have done since
        self._cite_with_last()

    def _cleanup_is_due(self, event: ev.Event, was_open: bool) -> None:
        """Make a Cleanup outstanding, if a rule that is in force names the moment (319).

        While an item resolves it is only made outstanding, and waits (321.1).
        """
        named = OCCASIONS.get(type(event))
        changed = was_open is not (self.board.chain is None)
        if named is None and not changed:
            return
        moments = [] if named is None else [named]
        if changed:
            moments.insert(0, STATE_CHANGED)
        if self.disabled:
            moments = [number for number in moments if number not in self.disabled]
        if not moments or (self.resolving and "321.1" in self.disabled):
            return
        self.cleanup_due = True
        self.cleanup_occasions += [n for n in moments if n not in self.cleanup_occasions]

    def cancel_cleanup(self) -> list[str]:
        """No Cleanup is outstanding any more; what had made one so."""
        occasions, self.cleanup_occasions = self.cleanup_occasions, []
        self.cleanup_due = False
        return occasions

    def together(self) -> AbstractContextManager[None]:
        """What is emitted inside happens at one moment."""
        return _Together(self)

    # --- choices -----------------------------------------------------------------------------

    def ask(self, question: Question) -> Any:
        """The answer to the question; raises `Asked` when there is none yet."""
        answer = self.answerer(question)
        for hear in self.hearers:
            hear(self, question, answer)
        return answer

    def assume(self, path: str, value: Any, sentence: str, *, audience: str = "all") -> None:
        """Record that a step branched on a default. `audience`: the player whose hidden cards it is
        about.
        """
        found = Assumption(path=path, value=value, sentence=sentence, audience=audience)
        self.assumptions.setdefault(path, found)

    def assume_default(self, path: str, value: Any, sentence: str) -> None:
        """Record that a step branched on a default, if what stands at the path is one."""
        if path in self.board.defaulted:
            self.assume(path, value, sentence)

    def assume_untold(self, *fact: str) -> None:
        """Record that a step branched on what happened this turn before (`players`, `Ada`, `died`),
        if the board says nothing of it, or nothing of that fact.
        """
        if not self.board.defaulted:
            return
        sentence = "Nothing is taken to have happened this turn before."
        self.assume_default("this_turn", {}, sentence)
        for length in range(1, len(fact) + 1):
            path = ".".join(("this_turn", *fact[:length]))
            if path in self.board.defaulted:
                self.assume(path, None, f"Nothing is taken to have happened this turn: {path}.")

    def rely_on(self, point: str) -> str:
        """The reading of an open point that the run takes; recorded, since the ruling rests on it
        (D10).

        Raises `KeyError` for a point that `judge.ruling.openpoints` does not list.
        """
        entry = OPEN_POINTS[point]
        taken = self.readings.get(point, entry.default)
        self.relied_on[point] = taken
        self.caution("open_point", f"{point}: {entry.question} Read here: {entry.readings[taken]}")
        return taken

    def rests_on(self, point: str, reading: str, sentence: str) -> None:
        """Record that the run took a reading of an open point of which only that one is built."""
        self.relied_on[point] = reading
        self.caution("open_point", f"{point}: {sentence}")

    def waive(self, about: str) -> bool:
        """Whether the caller has said that what a refusal would be about is passed over, and
        maybe what it did to the result (D13).
        """
        waiver = self.waivers.get(about)
        kind = None if waiver is None else kind_of(waiver)
        if kind == NO_EFFECT:
            self.rest_on_waiver(about, "taken to have no effect, as the request says.")
        elif kind == EDITS:
            self.rest_on_waiver(about, "passed over; the request says what it did to the result.")
        return kind in (NO_EFFECT, EDITS)

    def rest_on_waiver(self, about: str, sentence: str) -> None:
        """Record that the run went on where it was refused, and by what the caller says."""
        self.waived.add(about)
        self.caution("waived", f"{about}: {sentence}")

    def caution(self, code: str, sentence: str, objects: list[str] | None = None) -> None:
        """Record a caveat, once per sentence."""
        self.caveats.setdefault(
            sentence, Caveat(code=code, sentence=sentence, objects=objects or [])
        )

    def refuse(self, refusal: Refusal) -> None:
        raise Refused(refusal)


# These are classes and no generators, since each ruling passes through dozens of them.


class _Citing:
    """What `Run.citing` gives: what is cited while its block runs is put aside."""

    __slots__ = ("before", "cited", "run")

    def __init__(self, run: Run, cited: list[str]) -> None:
        self.run = run
        self.cited = cited

    def __enter__(self) -> None:
        self.before = self.run._take_citations()

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self.cited.extend(self.run._take_citations())
            self.run._citing = self.before


class _Around:
    """What `Run.step` gives: the node of the trace stands open while its block runs."""

    __slots__ = ("node", "own", "parent", "pending", "run")

    def __init__(self, run: Run, node: Step) -> None:
        self.run = run
        self.node = node
        #: how many rules it has by itself
        self.own = len(node.rules)

    def __enter__(self) -> Step:
        run = self.run
        self.pending = run._take_citations()
        self.parent = run._open[-1]
        self.parent.children.append(self.node)
        run._open.append(self.node)
        return self.node

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        run, node, pending = self.run, self.node, self.pending
        run._open.pop()
        # with a question or a refusal the trace so far is shown, citations included; any other
        # exception is the end of the game in the middle of it
        goes_on = kind is None or issubclass(kind, Interruption)
        cited = run._take_citations() if goes_on else []
        if kind is not None:
            node.rules = list(dict.fromkeys([*node.rules, *pending, *cited]))
            return
        if cited:
            node.rules = list(dict.fromkeys([*node.rules, *cited]))
        if not node.children and len(node.rules) <= self.own and node.text is None:
            self.parent.children.remove(node)
            if pending:
                self.parent.rules = list(dict.fromkeys([*self.parent.rules, *pending]))
            return
        if pending:
            node.rules = list(dict.fromkeys([*node.rules, *pending]))
        run._made_node(node)


class _Together:
    """What `Run.together` gives: one moment while its block runs."""

    __slots__ = ("before", "run")

    def __init__(self, run: Run) -> None:
        self.run = run

    def __enter__(self) -> None:
        run = self.run
        self.before = run._made
        if run.together_depth == 0:
            run.moment += 1
        run.together_depth += 1

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        run = self.run
        run.together_depth -= 1
        if kind is None and run.together_depth == 0:
            for settle in run.settlers:
                settle(run)
            if run._made != self.before:
                run._cite_with_last()


F = TypeVar("F", bound=Callable[..., Any])


def keeps_citations(procedure: F) -> F:
    """What a procedure cites after the last thing that it brings about stands with that (`Run.
    keeping_citations`): what it rules out, above all, which is followed by nothing of its own. Its
    first argument is the run, or has it.
    """

    @wraps(procedure)
    def kept(first: Any, /, *args: Any, **more: Any) -> Any:
        run: Run = first if isinstance(first, Run) else first.run
        # as `keeping_citations`, without a generator: nearly every action passes through
        before = run._made
        result = procedure(first, *args, **more)
        if run._made != before:
            run._cite_with_last()
        return result

    return cast(F, kept)
