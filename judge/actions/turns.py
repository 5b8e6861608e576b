"""How far the game has come: the turns that players have begun."""

from __future__ import annotations

from judge.ruling.run import Run


def times_begun(run: Run, player: str, *telling: int) -> int:
    """How many turns the player has begun, this one included; assumed where the board left
    it out.

    `telling`: the numbers for which it matters whether an additional turn is one of them.
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
    turn = run.board.turn
    if turn.additional.now and turn.player == player and begun in telling:
        run.rests_on("OP-16", "a", f"The additional turn of {player} is one that they have begun.")
    run.assume_default(
        f"turn.begun.{player}",
        begun,
        f"How many turns {player} has begun is counted back from the number of this turn.",
    )
    return begun
