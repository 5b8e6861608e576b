"""Adjudicating: a board, an action and answers in; a ruling out (D1)."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec.structs import replace

from judge.abilities import triggers
from judge.abilities.replacing import AtTheDoor
from judge.actions.facedown import foresee_rooms, settle_rooms, watch_rooms
from judge.actions.points import GameEnded
from judge.board.applying import copy_board
from judge.board.canonical import encode_board
from judge.board.faults import Fault
from judge.board.state import Board
from judge.board.table import Table
from judge.board.views import view_board
from judge.cautions import caution_at_first, caution_open
from judge.course import Course
from judge.editing import edit_result
from judge.effects.catalogue import Catalogue, standard_catalogue
from judge.effects.lasting import end_with
from judge.effects.notation import CardDefinition
from judge.effects.reaching import MoreWatch
from judge.effects.readtexts import caution_read
from judge.effects.standins import notation_faults, stand_in
from judge.effects.unmodelled import (
    affected,
    has_unmodelled,
    refuse_affected,
    refuse_if_permitted,
    watch,
    watch_effects,
)
from judge.effects.unread import has_unread, watch_facts
from judge.finishing import finish
from judge.flow import drop_pending, interrupt_resolution, pass_window, proceed
from judge.layers.dependent import assume_asked, foresee_texts, watch_texts
from judge.layers.mighty import foresee_mighty, settle_mighty, watch_mighty
from judge.limits import ANSWERS, EARLIER
from judge.loops import Watch, entry, refuse_repeated
from judge.modes.conceding import concede, lose
from judge.modes.leaving import Leaving
from judge.otherwise import other_readings, with_assumptions_turned
from judge.procedure.activating import activate
from judge.procedure.cleanup import cleanup
from judge.procedure.hiding import hide
from judge.procedure.inviting import invite
from judge.procedure.leftout import assume_left_out
from judge.procedure.moving import standard_move
from judge.procedure.playing import play
from judge.procedure.timing import in_neutral_open_state, priority, standing
from judge.procedure.turn import end_turn
from judge.ruling.actions import (
    Action,
    Do,
    MalformedAction,
    Then,
    action_faults,
    as_do,
    malformed,
    named,
)
from judge.ruling.answers import Answers, Conceded
from judge.ruling.openpoints import OPEN_POINTS
from judge.ruling.problems import problem
from judge.ruling.questions import Question
from judge.ruling.ruling import Earlier, Problem, Refusal, Ruling, Step, TraceLevel
from judge.ruling.run import Asked, IllegalAnswer, MalformedAnswer, Refused, Run
from judge.ruling.waiving import (
    EDITS,
    FACT,
    NO_EFFECT,
    NOTATION,
    Waived,
    Waiver,
    kind_of,
    waiver_faults,
)
from judge.spare import hear_spare
from judge.supplying import ways_on, with_fact
from rulesdb import NEWEST
from rulesdb.uncollected import uncollected


def new_run(
    board: Board,
    answers: Sequence[Any] | Callable[[Question], Any],
    catalogue: Catalogue,
    action: Action | None,
    *,
    readings: Mapping[str, str] | None = None,
    waivers: Mapping[str, Waiver] | None = None,
    disabled: frozenset[str] = frozenset(),
) -> tuple[Run, Answers]:
    """A run on a copy of the board, with everything that listens to events attached."""

    def seed() -> bytes:
        # the same whatever the order in which a table was filled
        public = encode_board(view_board(board, "public", catalogue))
        acted = b"" if action is None else msgspec.json.encode(action, order="deterministic")
        return hashlib.sha256(public + acted).digest()

    answerer = Answers(answers, seed, list(board.players))
    run = Run(
        Table(copy_board(board), disabled),
        catalogue,
        answerer,
        disabled=disabled,
        readings=readings,
        waivers=waivers,
    )
    run.door = AtTheDoor()
    run.removal = lose
    run.listeners.append(triggers.listen)
    run.foreseers.append(foresee_mighty)
    run.foreseers.append(foresee_texts)
    run.listeners.append(watch_texts)
    run.listeners.append(watch_mighty)
    run.foreseers.append(foresee_rooms)
    run.listeners.append(watch_rooms)
    run.had_unmodelled = has_unmodelled(run)
    assume_asked(run)
    if run.had_unmodelled:
        run.listeners.append(watch)
        run.listeners.append(MoreWatch())
    if affected(board):
        run.listeners.append(watch_effects)
    if has_unread(run):
        run.listeners.append(watch_facts)
    run.listeners.append(end_with)
    if not run.stands("321"):
        run.listeners.append(interrupt_resolution)
    run.settlers.append(triggers.match_conditions)
    run.settlers.append(settle_mighty)
    run.settlers.append(settle_rooms)
    run.hearers.append(hear_spare)
    return run, answerer


@uncollected()
def adjudicate(
    board: Board,
    action: Action | None,
    answers: Sequence[Any] | Callable[[Question], Any] = (),
    *,
    then: Then = "nothing",
    catalogue: Catalogue | None = None,
    readings: dict[str, str] | None = None,
    waivers: Mapping[str, Waiver] | None = None,
    disabled: frozenset[str] = frozenset(),
    settle: bool = False,
    sensitivity: bool = False,
    earlier: Sequence[Earlier] | None = None,
    trace: TraceLevel = "full",
    seen_by: str = "judge",
) -> Ruling:
    """Judge an action on a board.

    `board` is read with `judge.read_board` and never changed. `answers` are taken in order, or come
    from a function that may return None for "ask". With `action` None only `then` happens.
    `seen_by`: whom `then: to-next-decision` must not tell, by where it stops, what they do not see.
    `waivers`: what a refusal was about, by its `about`, with what to take instead (D13).
    `sensitivity`: judge again with each assumption of the ruling turned.
    `earlier`: what the rulings on the actions before gave as `position`, to see whether one of
    their boards comes again.
    Raises `MalformedAction`, and `judge.MalformedAnswer` for an answer without its form's shape.
    """
    faults = request_faults(
        action,
        answers,
        then=then,
        settle=settle,
        readings=readings or {},
        waivers=waivers or {},
        earlier=earlier,
    )
    if action is not None and action.by not in board.players:
        message = f"there is no player {action.by!r} on this board"
        faults.append(malformed(("action", "by"), "unknown_player", message))
    cards = (catalogue or standard_catalogue()).with_inline(board.cards)
    for about, waiver in (waivers or {}).items():
        faults += notation_faults(cards, about, waiver)
    if faults:
        raise MalformedAction(faults)
    course = Course(
        board=board,
        action=action,
        answers=answers,
        then=then,
        cards=cards,
        readings=readings or {},
        waivers=waivers or {},
        disabled=disabled,
        settle=settle,
        seen_by=seen_by,
        earlier=earlier,
    )
    ruling, run, answerer = judged(course, trace)
    if not run.relied_on and not (sensitivity and run.assumptions):
        return ruling
    taken = replace(course, answers=answerer.taken)

    def again(changed: Course) -> Ruling | Question:
        """The ruling on the same action; where the answers do not fit, the question."""
        try:
            return judged(changed, "full")[0]
        except MalformedAnswer as error:
            return error.question

    ruling.readings = other_readings(taken, ruling, run.relied_on, again)
    if sensitivity and run.assumptions:
        full = ruling if trace == "full" else judged(taken, "full")[0]
        ruling.sensitivity = with_assumptions_turned(taken, full, again)
    return ruling


def judged(course: Course, trace: TraceLevel = "full") -> tuple[Ruling, Run, Answers]:
    """The ruling on a course, with its run and the answers that it took.

    A waiver that gives what a text says is taken up only where the ruling would be refused for that
    text: the run begins anew with it. Raises `MalformedAnswer`.
    """
    stand_ins: dict[str, CardDefinition] = {}
    before: Answers | None = None
    taken: dict[str, str] = {}
    board = course.board
    while True:
        cards = course.cards.with_definitions(list(stand_ins.values()))
        run, answerer, ended = _run_of(course, cards, taken, before)
        if ended.refusal is not None:
            ended.refusal = ways_on(course.board, ended.refusal)
        refusal = ended.refusal
        about = None if refusal is None else refusal.about
        waiver = None if about is None else course.waivers.get(about)
        if refusal is not None and about is not None and waiver is not None:
            kind = kind_of(waiver) or NO_EFFECT
            if isinstance(waiver, Waived) and kind in refusal.waive and about not in taken:
                if kind == FACT:
                    taken[about] = FACT
                    told = with_fact(course.board, about, waiver.fact, cards)
                    course, before = replace(course, board=told), answerer
                    continue
                if kind == EDITS and refusal.reason in ("missing_fact", "limit"):
                    taken[about] = _INSTEAD
                    before = answerer
                    continue
            given = stand_in(cards, about, waiver)
            if given is not None and kind_of(waiver) in refusal.waive:
                stand_ins[about] = given
                taken[about] = kind
                before = answerer
                continue
            run.caution(
                "waiver_does_not_fit",
                f"{about}: what the request says of it ({kind_of(waiver)}) is nothing by which the "
                "ruling could go on.",
            )
        break
    if run.board.result is not None:
        drop_pending(run)
    answers = course.answers
    if not callable(answers) and ended.question is None and answerer.used < len(answers):
        run.caution(
            "answers_unused",
            f"{len(answers)} answers were given and {answerer.used} asked for; "
            "the rest was not used.",
        )
    unused = sorted(set(course.waivers) - run.waived - {about})
    if unused and ended.question is None:
        run.caution("waivers_unused", f"Nothing was passed over for: {', '.join(unused)}.")
    caution_read(run, board, course.action)
    ruling = finish(
        board,
        run,
        answerer,
        cards,
        problems=ended.problems,
        question=ended.question,
        refusal=ended.refusal,
        trace=trace,
    )
    if course.earlier is not None and ruling.verdict == "legal":
        ruling.position = entry(seen(board, course), course.action, answerer.asked, cards)
    run.table.forget()
    return ruling, run, answerer


@dataclass(slots=True)
class _Ended:
    """How a run came to its end: with problems, a question, a refusal, or nothing of them."""

    problems: list[Problem] = field(default_factory=list)
    question: Question | None = None
    refusal: Refusal | None = None


def _run_of(
    course: Course,
    cards: Catalogue,
    taken: Mapping[str, str],
    before: Answers | None,
) -> tuple[Run, Answers, _Ended]:
    """One run through the course. `taken`: what of its waivers has been taken up, and how;
    `before`: the answers that a run took which was given up.
    """
    board, action = course.board, course.action
    do = as_do(action) if action is not None else None
    answers = course.answers
    if callable(answers) and before is not None:
        answers = _first(before.taken, answers)

    def begin() -> tuple[Run, Answers]:
        run, answerer = new_run(
            board,
            answers,
            cards,
            action,
            readings=course.readings,
            waivers=course.waivers,
            disabled=course.disabled,
        )
        for about, kind in taken.items():
            run.rest_on_waiver(about, _STANDS_IN[kind])
        if outstanding:
            run.caution("cleanup_outstanding", _OUTSTANDING)
        return run, answerer

    outstanding = False
    run, answerer = begin()
    if not course.settle and _awaits_cleanup(run):
        outstanding = True
        run, answerer = begin()
    ended = _Ended()
    leaving = Leaving()
    while True:
        leaving.begin()
        try:
            _refuse_other_editions(run)
            if _INSTEAD not in taken.values():
                ended.problems = _judge(run, course, do, answerer, leaving)
            elif leaving.moment(run, answerer):
                proceed(run)
            else:
                edit_result(run)
                proceed(run)
            if course.earlier is not None and not ended.problems and run.board.result is None:
                this = entry(seen(board, course), action, answerer.asked, cards)
                refuse_repeated(run, seen(run.board, course), course.earlier, this, course.seen_by)
        except Conceded as conceded:
            before_it = answerer
            run, answerer = begin()
            leaving.leave(conceded.player, before_it, answerer)
            continue
        except GameEnded:
            pass
        except Asked as asked:
            ended.question = asked.question
        except Refused as refused:
            ended.refusal = refused.refusal
        except IllegalAnswer as wrong:
            ended.problems = wrong.problems
        return run, answerer, ended


_OUTSTANDING = (
    "A Cleanup would change this board before anything is done; it is judged as it lies. "
    "`settle` performs that Cleanup first."
)
#: edits that stand in the place of the whole action
_INSTEAD = "instead"
#: how a text stands in for one that is not modelled, by what the waiver says
_STANDS_IN = {
    NO_EFFECT: "taken to have no effect, as the request says.",
    NOTATION: "taken to say what the request gives in notation.",
    EDITS: "passed over; the request says what it did to the result.",
    FACT: "taken to be as the request says.",
    _INSTEAD: "the action is not carried out; the request says what came of it.",
}


def _first(taken: Sequence[Any], answers: Callable[[Question], Any]) -> Callable[[Question], Any]:
    """Answers that were taken already, and then those of the function."""
    waiting = list(taken)
    return lambda question: waiting.pop(0) if waiting else answers(question)


def request_faults(
    action: Action | None,
    answers: Sequence[Any] | Callable[[Question], Any],
    *,
    then: Then,
    settle: bool,
    readings: Mapping[str, str],
    waivers: Mapping[str, Waiver],
    earlier: Sequence[Earlier] | None = None,
) -> list[Fault]:
    """What means nothing beside the board, whatever lies on it: every reason, each with its path
    from the request.
    """
    faults = action_faults(action) if action is not None else []
    if action is None and then == "nothing" and not settle:
        message = "there is nothing to judge: give an action, `then` or `settle`"
        faults.append(malformed(("action",), "missing_key", message))
    if not callable(answers) and len(answers) > ANSWERS:
        message = f"{len(answers)} answers are more than the limit ANSWERS ({ANSWERS})"
        faults.append(malformed(("answers",), "limit", message))
    if earlier is not None and len(earlier) > EARLIER:
        message = f"{len(earlier)} actions before are more than the limit EARLIER ({EARLIER})"
        faults.append(malformed(("earlier",), "limit", message))
    for about, taken in waivers.items():
        faults += waiver_faults(about, taken)
    for point, reading in readings.items():
        entry = OPEN_POINTS.get(point)
        if entry is None:
            message = f"{point!r} is not an open point that can be switched; {_listed(OPEN_POINTS)}"
        elif reading not in entry.readings:
            message = f"{point} has no reading {reading!r}; {_listed(entry.readings)}"
        else:
            continue
        faults.append(malformed(("readings", point), "wrong_value", message))
    return faults


def _listed(known: Iterable[str]) -> str:
    return f"there are {', '.join(known)}"


def _judge(
    run: Run, course: Course, do: Do | None, answerer: Answers, leaving: Leaving
) -> list[Problem]:
    """The action and what follows from it; the problems when it is illegal.

    Whoever conceded in place of an answer leaves at the last moment at which somebody had Priority
    (OP-18): on the board as it came in, or once something has been handled to the end.
    """
    caution_at_first(run)
    action = course.action
    undone = leaving.moment(run, answerer)
    if course.settle:
        run.cleanup_due = run.board.result is None
        proceed(run)
        # an illegal action is undone as far as the board that it was judged on (358.5)
        run.settled = copy_board(run.board)
        undone = leaving.moment(run, answerer)
    if action is not None and do is not None and not undone:
        refuse_affected(run, named(do))
        with run.step(*_headings(run, do), by=action.by):
            problems = _perform(run, action.by, do)
        if problems:
            assume_left_out(run, action.by, do, problems)
            refuse_if_permitted(run, action.by, problems)
            return problems

    def handle() -> None:
        proceed(run)
        while leaving.moment(run, answerer):
            proceed(run)

    handle()
    if undone and not _passes_follow(run, action, do):
        return []
    watch = Watch()
    for _ in _continue(run, course.then, course.seen_by):
        handle()
        if watch.is_left(run):
            break
    if edit_result(run):
        proceed(run)
    caution_open(run)
    return []


def _passes_follow(run: Run, action: Action | None, do: Do | None) -> bool:
    """Whether the passes that `then` asks for follow on an action that was undone since somebody
    conceded: not where its player is to decide anew what to do.
    """
    if action is None or do is None or do.pass_:
        return True
    return run.table.has_left(action.by)


def _headings(run: Run, do: Do) -> list[str]:
    if do.play is not None:
        return ["419"]
    if do.hide is not None:
        return ["421"]
    if do.activate is not None:
        return ["376"]
    if do.move is not None:
        return ["448"]
    if do.pass_:
        return ["339" if run.board.chain is not None else "347"]
    if do.invite is not None:
        return ["316.5.b.1"]
    return ["316.9"] if do.end_turn else ["650"]


def _perform(run: Run, player: str, do: Do) -> list[Problem]:
    """Perform the action, up to where what it leaves outstanding begins; or say why it is
    illegal.
    """
    if do.play is not None:
        return play(run, player, do)
    if do.hide is not None:
        return hide(run, player, do)
    if do.activate is not None:
        return activate(run, player, do)
    if do.move is not None:
        return standard_move(run, player, do)
    if do.pass_:
        return pass_window(run, player)
    if do.invite is not None:
        return invite(run, player, do.invite)
    if do.end_turn:
        return _end_turn(run, player)
    return concede(run, player)


def _end_turn(run: Run, player: str) -> list[Problem]:
    found = standing(run, player)
    if found:
        return found
    if run.board.turn.player != player:
        found.append(problem("not_turn_player", player=player, rules=["316.9", "409"]))
    found += priority(run, player)
    if not in_neutral_open_state(run):
        found.append(problem("turn_not_open"))
    if run.board.turn.player == player and run.board.turn.phase != "main":
        found.append(problem("not_main_phase", player=player, rules=["316.9"]))
    if not found:
        end_turn(run)
    return found


def _awaits_cleanup(run: Run) -> bool:
    """Whether a Cleanup would change the board as it came in (D8). The run is spent if it would."""
    if run.board.result is not None:
        return False

    def nobody(question: Question) -> None:
        raise Asked(question)

    answerer, run.answerer = (
        run.answerer,
        nobody,
    )  # the answers are for the action, not for this look
    try:
        cleanup(run)
    except (Asked, Refused):
        return True
    finally:
        run.answerer = answerer
    return _tells_of_an_event(run.root) or run.board.result is not None


def _tells_of_an_event(node: Step) -> bool:
    """Whether something happened in this part of a trace, and was not only looked at."""
    return node.event is not None or any(map(_tells_of_an_event, node.children))


def _continue(run: Run, then: Then, seen_by: str) -> Iterator[None]:
    """Passes that `then` asks for; the caller proceeds after each."""
    while run.board.result is None and run.board.window.priority is not None:
        player = run.board.window.priority
        if then == "resolve-chain":
            if run.board.chain is None:
                return
        elif then == "to-next-decision":
            if run.board.chain is None and run.board.showdown is None:
                return
            from judge.legal import can_only_pass

            board = run.board
            if seen_by != "judge":
                board = view_board(board, seen_by, run.catalogue)
            if not can_only_pass(board, player, run.catalogue, run.readings, run.disabled):
                return
            path = f"players.{player}.hand"
            if path in run.board.defaulted:
                run.assume(path, 0, f"{player} is taken to have no cards in hand, and passes.")
        else:
            return
        if pass_window(run, player):
            return  # nothing that may be passed on
        yield


def seen(board: Board, course: Course) -> Board:
    """The board as the viewer of the course sees it: a digest must not betray a face (D12)."""
    return board if course.seen_by == "judge" else view_board(board, course.seen_by, course.cards)


def _refuse_other_editions(run: Run) -> None:
    """Raises `Refused` where the board names another edition than the one that is played."""
    named = run.board.edition
    if named != NEWEST:
        run.refuse(
            Refusal(
                reason="edition_not_played",
                sentence=f"The board names {named}; this release plays {NEWEST}.",
                about="edition",
            )
        )
