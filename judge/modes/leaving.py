"""Who leaves while a game is set up (649-652): the steps of a setup, and who goes before which."""

from __future__ import annotations

from collections import defaultdict

from judge.actions.points import GameEnded
from judge.modes.conceding import concede
from judge.ruling.answers import Answers
from judge.ruling.run import IllegalAnswer, Run


class Leaving:
    """Who leaves before which step of a setup, over the runs of that setup.

    Whoever concedes in place of an answer leaves before the step that asked (OP-18): the setup
    begins anew, takes the same answers up to there, and goes on without them.
    """

    def __init__(self) -> None:
        self._before: defaultdict[int, list[str]] = defaultdict(list)
        self._step = 0
        self._taken = 0

    def begin(self) -> None:
        """Begin the setup, or begin it anew."""
        self._step = self._taken = 0

    def before_step(self, run: Run, answerer: Answers) -> None:
        """Begin a step, which whoever leaves here has no part in."""
        self._step += 1
        self._taken = len(answerer.taken)
        for player in self._before[self._step]:
            problems = concede(run, player)
            if problems:
                raise IllegalAnswer(problems)
            if run.board.result is not None:
                raise GameEnded
            run.rests_on(
                "OP-18",
                "c",
                "What was under way is undone; the player is removed as the step of the setup "
                "begins that asked, and the others go on from there.",
            )

    def leave(self, player: str, run_answers: Answers, answerer: Answers) -> None:
        """Have a player leave before the step that was under way, in a run with new answers."""
        self._before[self._step].append(player)
        answerer.take_again(run_answers, self._taken)


__all__ = ["Leaving"]
