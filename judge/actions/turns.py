"""How far the game has come: the turns that players have begun."""

from __future__ import annotations

from judge.ruling.run import Run


def times_begun(run: Run, player: str) -> int:
    """How many turns the player has begun, this one included; assumed where the board left
    it out.
    """
    if "turn.begun" in run.board.defaulted:
        run.assume(
            "turn.begun",
            run.board.turn.begun.get(player),
            "How many turns each player has begun is taken from the number of this turn.",
        )
        number = run.board.turn.number
        run.assume_default("turn.number", number, f"This is taken to be turn {number}.")
    begun = run.board.turn.begun.get(player, 1)
    run.assume_default(
        f"turn.begun.{player}",
        begun,
        f"How many turns {player} has begun is counted back from the number of this turn.",
    )
    return begun
