"""The ruling on a run that has come to its end: verdict, basis, board, trace, citations, stamp."""

from __future__ import annotations

from functools import lru_cache

from judge.actions.objects import TAKEN_AS_READY
from judge.board.canonical import canonical
from judge.board.state import Board
from judge.board.table import Table
from judge.effects.catalogue import Catalogue
from judge.effects.unmodelled import unmodelled_in_play
from judge.effects.unread import caution_unread
from judge.ruling.answers import Answers
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
from judge.ruling.run import Run
from judge.unsaid import assume_unsaid
from judge.version import __version__
from rulesdb import rule
from rulesdb.overlays import stamp_overlays


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
    for identity in sorted(run.table.taken_as_ready):
        run.assume(f"objects.{identity}.exhausted", False, TAKEN_AS_READY.format(ref=identity))
    for path in sorted(run.table.taken_as_zero):
        _, player, what = path.split(".")
        words = "XP" if what == "xp" else what
        run.assume(path, 0, f"{player} is taken to have no {words}.")
    every = flat([run.root])
    assume_unsaid(run, board, every, [problems, question, refusal])
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
    cited = _citations(board.edition, every, problems, question, refusal)
    number(every[1:] if steps else [])
    if trace == "events":
        steps = [step for step in every[1:] if step.event is not None]
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


def number(every: list[Step]) -> None:
    """Give each node of a trace its id, in reading order from 1."""
    for count, step in enumerate(every, 1):
        step.id = count


def flat(steps: list[Step]) -> list[Step]:
    """The steps and all below them, in reading order."""
    found: list[Step] = []
    waiting = steps[::-1]
    while waiting:
        step = waiting.pop()
        found.append(step)
        waiting += step.children[::-1]
    return found


def _citations(
    edition: str,
    every: list[Step],
    problems: list[Problem],
    question: Question | None,
    refusal: Refusal | None,
) -> list[Citation]:
    said: list[str] = []
    for each in problems or every:
        said += each.rules
    if question is not None:
        said += question.rules
    if refusal is not None:
        said += refusal.rules
    return [_citation(edition, number) for number in dict.fromkeys(said)]


@lru_cache(maxsize=4096)
def _citation(edition: str, number: str) -> Citation:
    """A rule with its gist, which is the same in every ruling."""
    return Citation(edition=edition, rule=number, gist=rule(number).gist)


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
