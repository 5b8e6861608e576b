"""Adjudicating: a board, an action and answers in; a ruling out (D1)."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from judge.abilities import triggers
from judge.abilities.replacing import AtTheDoor
from judge.actions.points import GameEnded
from judge.board.applying import copy_part
from judge.board.canonical import canonical
from judge.board.faults import Fault
from judge.board.state import Board
from judge.board.table import Table
from judge.board.views import view_board
from judge.effects.catalogue import Catalogue, standard_catalogue
from judge.effects.lasting import end_with
from judge.effects.unmodelled import (
    affected,
    has_unmodelled,
    refuse_affected,
    refuse_if_permitted,
    unmodelled_in_play,
    watch,
    watch_effects,
)
from judge.effects.unread import caution_unread, has_unread, watch_facts
from judge.flow import drop_pending, interrupt_resolution, pass_window, proceed
from judge.layers.characteristics import asks_about_the_turn
from judge.layers.mighty import mighty_units, settle_mighty, watch_mighty
from judge.limits import ANSWERS
from judge.modes.conceding import concede
from judge.procedure.activating import activate
from judge.procedure.cleanup import cleanup
from judge.procedure.hiding import hide
from judge.procedure.inviting import invite
from judge.procedure.leftout import assume_left_out
from judge.procedure.moving import standard_move
from judge.procedure.playing import play
from judge.procedure.timing import in_neutral_open_state, priority, standing
from judge.procedure.turn import end_turn
from judge.ruling.actions import Action, Do, MalformedAction, Then, action_faults, malformed
from judge.ruling.answers import Answers, Conceded
from judge.ruling.openpoints import OPEN_POINTS
from judge.ruling.problems import problem
from judge.ruling.questions import Question
from judge.ruling.ruling import (
    Basis,
    Citation,
    Problem,
    Refusal,
    Ruling,
    Stamp,
    Step,
    TraceLevel,
)
from judge.ruling.run import NO_EFFECT, Asked, IllegalAnswer, Refused, Run
from judge.version import __version__
from rulesdb import NEWEST, rule
from rulesdb.overlays import stamp_overlays


def new_run(
    board: Board,
    answers: Sequence[Any] | Callable[[Question], Any],
    catalogue: Catalogue,
    action: Action | None,
    *,
    readings: dict[str, str] | None = None,
    waivers: dict[str, str] | None = None,
    disabled: frozenset[str] = frozenset(),
) -> tuple[Run, Answers]:
    """A run on a copy of the board, with everything that listens to events attached."""

    def seed() -> bytes:
        public = msgspec.json.encode(canonical(view_board(board, "public", catalogue)))
        acted = msgspec.json.encode(action) if action is not None else b""
        return hashlib.sha256(public + acted).digest()

    answerer = Answers(answers, seed, list(board.players))
    run = Run(
        Table(copy_part(board), disabled),
        catalogue,
        answerer,
        disabled=disabled,
        readings=readings,
        waivers=waivers,
    )
    run.door = AtTheDoor()
    run.listeners.append(triggers.listen)
    run.listeners.append(watch_mighty)
    run.had_unmodelled = has_unmodelled(run)
    if asks_about_the_turn(run.table, run.catalogue):
        run.assume_default("this_turn", {}, "Nothing is taken to have happened this turn before.")
    if run.had_unmodelled:
        run.listeners.append(watch)
    if affected(board):
        run.listeners.append(watch_effects)
    if has_unread(run):
        run.listeners.append(watch_facts)
    run.listeners.append(end_with)
    if not run.stands("321"):
        run.listeners.append(interrupt_resolution)
    run.settlers.append(triggers.match_conditions)
    run.settlers.append(settle_mighty)
    run.mighty = mighty_units(run)
    return run, answerer


def adjudicate(
    board: Board,
    action: Action | None,
    answers: Sequence[Any] | Callable[[Question], Any] = (),
    *,
    then: Then = "nothing",
    catalogue: Catalogue | None = None,
    readings: dict[str, str] | None = None,
    waivers: dict[str, str] | None = None,
    disabled: frozenset[str] = frozenset(),
    settle: bool = False,
    trace: TraceLevel = "full",
    seen_by: str = "judge",
) -> Ruling:
    """Judge an action on a board.

    `board` is read with `judge.read_board` and never changed. `answers` are taken in order, or come
    from a function that may return None for "ask". With `action` None only `then` happens.
    `seen_by`: whom `then: to-next-decision` must not tell, by where it stops, what they do not see.
    `waivers`: what a refusal was about, by its `about`, with `no_effect` (D13).
    Raises `MalformedAction`, and `judge.MalformedAnswer` for an answer without its form's shape.
    """
    faults = request_faults(
        action,
        answers,
        then=then,
        settle=settle,
        readings=readings or {},
        waivers=waivers or {},
    )
    if action is not None and action.by not in board.players:
        message = f"there is no player {action.by!r} on this board"
        faults.append(malformed(("action", "by"), "unknown_player", message))
    if faults:
        raise MalformedAction(faults)
    cards = (catalogue or standard_catalogue()).with_inline(board.cards)
    do = _as_do(action) if action is not None else None

    def begin() -> tuple[Run, Answers]:
        return new_run(
            board, answers, cards, action, readings=readings, waivers=waivers, disabled=disabled
        )

    run, answerer = begin()
    problems: list[Problem] = []
    question: Question | None = None
    refusal: Refusal | None = None
    if settle:
        run.cleanup_due = run.board.result is None
    elif _awaits_cleanup(run):
        run, answerer = begin()
        run.caution(
            "cleanup_outstanding",
            "A Cleanup would change this board before anything is done; "
            "it is judged as it lies. `settle` performs that Cleanup first.",
        )
    leaving: list[str] = []
    while True:
        try:
            _refuse_other_editions(run)
            problems = (
                _concessions(run, leaving)
                if leaving
                else _judge(run, action, do, then=then, settle=settle, seen_by=seen_by)
            )
        except Conceded as conceded:
            # OP-18: what was under way is undone; the player leaves from the last stable board
            leaving.append(conceded.player)
            used = answerer.used
            run, answerer = begin()
            answerer.used = used
            continue
        except GameEnded:
            pass
        except Asked as asked:
            question = asked.question
        except Refused as refused:
            refusal = refused.refusal
        except IllegalAnswer as wrong:
            problems = wrong.problems
        break
    if run.board.result is not None:
        drop_pending(run)
    if not callable(answers) and question is None and answerer.used < len(answers):
        run.caution(
            "answers_unused",
            f"{len(answers)} answers were given and {answerer.used} asked for; "
            "the rest was not used.",
        )
    unused = sorted(set(run.waivers) - run.waived)
    if unused and question is None:
        run.caution("waivers_unused", f"Nothing was passed over for: {', '.join(unused)}.")
    return finish(
        board,
        run,
        answerer,
        cards,
        problems=problems,
        question=question,
        refusal=refusal,
        trace=trace,
    )


def request_faults(
    action: Action | None,
    answers: Sequence[Any] | Callable[[Question], Any],
    *,
    then: Then,
    settle: bool,
    readings: Mapping[str, str],
    waivers: Mapping[str, str],
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
    for about, taken in waivers.items():
        if taken != NO_EFFECT:
            message = f"it can be taken to have {NO_EFFECT}, not {taken!r}"
            faults.append(malformed(("waivers", about), "wrong_value", message))
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
    run: Run, action: Action | None, do: Do | None, *, then: Then, settle: bool, seen_by: str
) -> list[Problem]:
    """The action and what follows from it; the problems when it is illegal."""
    if settle:
        proceed(run)
        # an illegal action is undone as far as the board that it was judged on (358.5)
        run.settled = copy_part(run.board)
    if action is not None and do is not None:
        refuse_affected(run, _named(do))
        with run.step(*_headings(run, do), by=action.by):
            problems = _perform(run, action.by, do)
        if problems:
            assume_left_out(run, action.by, do, problems)
            refuse_if_permitted(run, action.by, problems)
            return problems
    proceed(run)
    for _ in _continue(run, then, seen_by):
        proceed(run)
    return []


def _concessions(run: Run, players: list[str]) -> list[Problem]:
    """Players who answered by conceding leave the game, from the board as it came in (650)."""
    for player in players:
        problems = concede(run, player)
        if problems or run.board.result is not None:
            return problems
    run.rests_on(
        "OP-18",
        "c",
        "What was under way is undone; the player is removed from the board as it was before, and "
        "the others go on from there.",
    )
    proceed(run)
    return []


def _as_do(action: Action) -> Do:
    """What an action does, which may be written as one word."""
    if isinstance(action.do, str):
        return Do(
            pass_=action.do == "pass",
            end_turn=action.do == "end_turn",
            concede=action.do == "concede",
        )
    return action.do


def _named(do: Do) -> list[str]:
    """The objects that an action names: what moves or is used, and what is chosen."""
    moving = do.move if isinstance(do.move, list) else [do.move]
    chosen = list(do.targets.values()) if isinstance(do.targets, dict) else [do.targets or []]
    targets = [ref for refs in chosen for ref in ([refs] if isinstance(refs, str) else refs)]
    return [ref for ref in (*moving, do.activate, *targets) if ref is not None]


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
        found.append(problem("not_turn_player", player=player))
    found += priority(run, player)
    if not in_neutral_open_state(run):
        found.append(problem("turn_not_open"))
    if run.board.turn.player == player and run.board.turn.phase != "main":
        found.append(problem("not_main_phase", player=player))
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
    return bool(run.root.children) or run.board.result is not None


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


# --- the ruling -----------------------------------------------------------------------------------


def finish(
    board: Board,
    run: Run,
    answerer: Answers,
    cards: Catalogue,
    *,
    problems: list[Problem],
    question: Question | None,
    refusal: Refusal | None,
    trace: TraceLevel = "full",
) -> Ruling:
    """The ruling on a run that has come to its end; `board` is the one that came in."""
    unmodelled = _unmodelled(run, board, refusal)
    unread = caution_unread(run, board)
    basis: Basis = "assumed" if run.assumptions or unmodelled or unread else "rules"
    if run.relied_on:
        basis = "reading"
    if run.waived:
        basis = "waived"
    result = run.board
    if problems:
        # an illegal action is undone (358.5): the board is the one that came in
        verdict, sentence = "illegal", _illegal_sentence(problems)
        result = board if run.settled is None else run.settled
    elif question is not None:
        verdict = "question"
        sentence = f"Legal so far; {question.to} is asked: {question.prompt}"
    elif refusal is not None:
        verdict, sentence = "not_adjudicable", refusal.sentence
    else:
        verdict, sentence = "legal", "Legal."
    if question is not None or refusal is not None:
        result.stable = False
    steps = run.root.children if trace in ("full", "events") else []
    cited = _citations(board.edition, run.root, problems, question, refusal)
    number(steps)
    if trace == "events":
        steps = [step for step in _flat(steps) if step.event is not None]
    return Ruling(
        verdict=verdict,  # type: ignore[arg-type]
        basis=basis,
        sentence=sentence,
        problems=problems,
        question=question,
        refusal=refusal,
        board=canonical(result),
        trace=steps,
        citations=cited if trace != "none" else [],
        assumptions=list(run.assumptions.values()),
        caveats=list(run.caveats.values()),
        stamp=_stamp(board, cards),
        answers_used=answerer.used,
    )


def _illegal_sentence(problems: list[Problem]) -> str:
    if len(problems) == 1:
        return f"Illegal: {problems[0].sentence}"
    return f"Illegal, for {len(problems)} reasons: {problems[0].sentence}"


def _unmodelled(run: Run, board: Board, refusal: Refusal | None) -> bool:
    """Add a caveat for each card in play whose text is not modelled; whether there is one.

    What the ruling was refused about or the request waives is said already.
    """
    said = set(run.waived) | ({refusal.about} if refusal is not None else set())
    # what has left the board was in play as well
    before = [Table(board)] if run.had_unmodelled else []
    seen = unmodelled_in_play(run.catalogue, *before, run.table)
    for name, ids in seen.items():
        clauses = [each for each in run.catalogue[name].clauses if f"{name}: {each}" not in said]
        if run.catalogue[name].clauses and not clauses:
            continue
        clause = ", ".join(clauses)
        run.caution(
            "unmodelled_text",
            f"The text of {name} is not modelled{f' ({clause})' if clause else ''}; "
            "this ruling holds if it does not come into play.",
            ids,
        )
    return bool(seen)


def number(steps: list[Step]) -> None:
    """Give each node of a trace its id, in reading order from 1."""
    for count, step in enumerate(_flat(steps), 1):
        step.id = count


def _flat(steps: list[Step]) -> list[Step]:
    found: list[Step] = []
    for step in steps:
        found.append(step)
        found.extend(_flat(step.children))
    return found


def _citations(
    edition: str,
    root: Step,
    problems: list[Problem],
    question: Question | None,
    refusal: Refusal | None,
) -> list[Citation]:
    numbers: dict[str, None] = {}
    for found in problems:
        numbers.update(dict.fromkeys(found.rules))
    if not problems:
        for step in _flat([root]):
            numbers.update(dict.fromkeys(step.rules))
    if question is not None:
        numbers.update(dict.fromkeys(question.rules))
    if refusal is not None:
        numbers.update(dict.fromkeys(refusal.rules))
    return [Citation(edition=edition, rule=each, gist=rule(each).gist) for each in numbers]


def _stamp(board: Board, cards: Catalogue) -> Stamp:
    applied, not_held = stamp_overlays(
        board.edition, tuple(overlay.id for overlay in board.overlays)
    )
    return Stamp(
        engine=__version__,
        edition=board.edition,
        overlays=list(applied),
        overlays_not_held=list(not_held),
        catalogue=cards.digest,
    )


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
