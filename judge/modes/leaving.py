"""Who leaves in place of an answer (649-652): the moments at which that is, within one request."""

from __future__ import annotations

from collections import defaultdict

from judge.actions.points import GameEnded
from judge.modes.conceding import concede
from judge.ruling.answers import Answers
from judge.ruling.run import IllegalAnswer, Run

#: what is said of those who leave in a game that is under way, and while one is set up
IN_A_GAME = (
    "What was under way is undone; the player is removed from the board on which somebody had "
    "Priority last, and the others go on from there."
)
IN_A_SETUP = (
    "What was under way is undone; the player is removed as the step of the setup begins that "
    "asked, and the others go on from there."
)


class Leaving:
    """Who leaves at which moment, over the runs of one request.

    What was under way as somebody conceded is undone to the last moment at which somebody had
    Priority, or to the step of a setup that asked (OP-18): the run begins anew, takes the same
    answers up to there, and goes on without them.
    """

    def __init__(self, said: str = IN_A_GAME) -> None:
        self._said = said
        self._at: defaultdict[int, list[str]] = defaultdict(list)
        self._moment = 0
        self._standing = 0

    def begin(self) -> None:
        """Begin the run, or begin it anew."""
        self._moment = self._standing = 0

    def moment(self, run: Run, answerer: Answers) -> bool:
        """Come to a moment back to which a concession undoes; whether anybody leaves at it.

        Raises `GameEnded` where nobody is left to go on, and `IllegalAnswer` where somebody who is
        out of the game concedes.
        """
        self._moment += 1
        self._standing = len(answerer.standing)
        leaving = self._at[self._moment]
        for player in leaving:
            problems = concede(run, player)
            if problems:
                raise IllegalAnswer(problems)
            answerer.told_of(player)
            if run.board.result is not None:
                raise GameEnded
            run.rests_on("OP-18", "c", self._said)
        return bool(leaving)

    def leave(self, player: str, before: Answers, answerer: Answers) -> None:
        """Have a player leave at the moment come to last, in a run with new answers."""
        self._at[self._moment].append(player)
        answerer.take_again(before, self._standing)


__all__ = ["IN_A_GAME", "IN_A_SETUP", "Leaving"]
