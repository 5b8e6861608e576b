"""Loops: a board that comes again, within a ruling or over a series of them (OP-20).

The core rules do not say how a loop ends, so that it is not adjudicated; the refusal says what
repeats and who maintains it, as section 505 of the tournament rules asks, and the caller may say
how often it is gone through. What goes round and leaves more of something each time is no repeated
board: it is refused at the limit REPEATS, with what changes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from judge.board.positions import position, quantities, shape
from judge.board.state import Board
from judge.effects.catalogue import Catalogue
from judge.limits import REPEATS
from judge.ruling.actions import Action, Do
from judge.ruling.questions import CHANCE
from judge.ruling.ruling import Earlier, Loop, Refusal
from judge.ruling.run import Run
from judge.ruling.waiving import ITERATIONS_OF, Waived

#: under what a loop may be waived
LOOP = "loop"
#: passes after which the boards of a ruling are looked at, beyond those that it takes to resolve
#: what was on the chain; few chains take so many
_PASSES = 8
#: how often the same may wait for the same player within one round
_PERIODS = 8


class _Seen(NamedTuple):
    steps: int
    asked: int


class Watch:
    """Looks at the boards that one ruling comes by, at each point where somebody has Priority."""

    def __init__(self) -> None:
        self._passes = 0
        self._expected: int | None = None
        self._seen: dict[str, _Seen] = {}
        self._shapes: dict[tuple[Any, ...], list[Counter[str]]] = {}

    def is_left(self, run: Run) -> bool:
        """Whether a loop is left here, since the request says how often it is gone through.

        Raises `Refused` where a board comes again and the request does not say that.
        """
        self._passes += 1
        if self._expected is None:
            self._expected = len(run.table.items()) * len(run.board.players)
        if self._passes < _PASSES + self._expected or run.board.window.priority is None:
            return False
        asked: list[str] = getattr(run.answerer, "asked", [])
        here = position(run.board, run.catalogue)
        before = self._seen.get(here)
        if before is not None:
            steps = [step.text or "" for step in run.root.children[before.steps :]]
            deciding = asked[before.asked :]
            return _left(run, [text for text in steps if text], deciding)
        self._seen[here] = _Seen(len(run.root.children), len(asked))
        self._refuse_growing(run)
        return False

    def _refuse_growing(self, run: Run) -> None:
        history = self._shapes.setdefault(shape(run.board), [])
        history.append(quantities(run.board))
        if len(history) < REPEATS:
            return
        changes = _growing(history[-REPEATS:])
        if not changes:
            return
        said = ", ".join(f"{what} by {amount:+d}" for what, amount in sorted(changes.items()))
        run.refuse(
            Refusal(
                reason="limit",
                sentence=f"The same goes round more than REPEATS ({REPEATS}) times; no board comes "
                f"again, since each time it changes {said}.",
                about="REPEATS",
                rules=["302"],
            )
        )


def _growing(history: list[Counter[str]]) -> dict[str, int]:
    """What becomes more or less by the same in each round; nothing where it is not always so."""
    changes = [_change(*pair) for pair in pairwise(history)]
    for period in range(1, _PERIODS + 1):
        if changes[period:] == changes[:-period]:
            return _change(history[0], history[period])
    return {}


def _change(one: Counter[str], other: Counter[str]) -> dict[str, int]:
    return {what: other[what] - one[what] for what in {*one, *other} if other[what] != one[what]}


def entry(board: Board, action: Action | None, asked: Sequence[str], cards: Catalogue) -> Earlier:
    """What a caller hands on as one of the `earlier` actions: the board before it, and what was
    done by whom.
    """
    deciding = [name for name in dict.fromkeys(asked) if name != CHANCE]
    if action is not None and not _passes(action) and action.by not in deciding:
        deciding.append(action.by)
    return Earlier(
        position=position(board, cards),
        did="passes" if action is None else f"{action.by} {_words(action)}",
        decided_by=sorted(deciding),
        by_chance=CHANCE in asked,
    )


def refuse_repeated(
    run: Run, board: Board, earlier: Sequence[Earlier], this: Earlier, seen_by: str
) -> None:
    """Raises `Refused` where the board is one of the earlier ones again, and the request does not
    say how often that is gone through. Another than the judge is only told that it looks the same.
    """
    here = position(board, run.catalogue)
    series = [*earlier, this]
    for place in range(len(series) - 1, -1, -1):
        if series[place].position != here:
            continue
        if seen_by != "judge":
            run.caution(
                "board_looks_the_same",
                "As far as this viewer sees, the board is as it was before; whether that is a loop "
                "is for the judge.",
            )
            return
        again = series[place:]
        deciding = [name for each in again for name in each.decided_by]
        if any(each.by_chance for each in again):
            deciding.append(CHANCE)
        _left(run, [each.did for each in again], deciding)
        return


def _left(run: Run, steps: list[str], deciding: list[str]) -> bool:
    """Raises `Refused`, unless the request says how often the loop is gone through."""
    maintaining = sorted({name for name in deciding if name != CHANCE})
    reading = "The core rules do not say how a loop ends; it is not adjudicated."
    run.rests_on("OP-20", "a", reading)
    waiver = run.waivers.get(LOOP)
    if isinstance(waiver, Waived) and waiver.iterations is not None:
        times = "once" if waiver.iterations == 1 else f"{waiver.iterations} times"
        run.rest_on_waiver(
            LOOP,
            f"it is gone through {times} and then left; the board is the same after each time.",
        )
        return True
    who = "No player has to do anything to maintain it: all of it is mandatory, or passes."
    if maintaining:
        verb = "maintains" if len(maintaining) == 1 else "maintain"
        who = f"{' and '.join(maintaining)} {verb} it and could do otherwise."
    if CHANCE in deciding:
        who += " Chance decides in it, so that it can not be cut short."
    run.refuse(
        Refusal(
            reason="loop",
            sentence=f"The board is as it was before: {'; '.join(steps)}. {who} The core rules do "
            "not decide how often it is gone through; tournament rule 505 does.",
            about=LOOP,
            rules=["302"],
            waive=[ITERATIONS_OF],
            loop=Loop(steps=steps, maintained_by=maintaining),
        )
    )
    return False


def _passes(action: Action) -> bool:
    return action.do == "pass" or (isinstance(action.do, Do) and action.do.pass_)


def _words(action: Action) -> str:
    do = action.do
    if isinstance(do, str):
        return {"pass": "passes", "end_turn": "ends the turn", "concede": "concedes"}[do]
    if do.move is not None:
        moved = do.move if isinstance(do.move, str) else ", ".join(do.move)
        return f"moves {moved} to {do.to}" if isinstance(do.to, str) else f"moves {moved}"
    for verb, named in (("plays", do.play), ("hides", do.hide), ("activates", do.activate)):
        if named is not None:
            return f"{verb} {named}"
    return "passes" if do.pass_ else "ends the turn" if do.end_turn else "concedes"
