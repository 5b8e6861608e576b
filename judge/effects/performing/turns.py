"""Instructions about the turns of the game (734-738)."""

from __future__ import annotations

from judge.board import events as ev
from judge.effects import notation as n
from judge.effects.execution import Execution
from judge.effects.performing.registry import performs
from judge.effects.performing.responsible import performers_of
from judge.effects.unread import refused


@performs(n.TakeTurn)
def _take_turn(execution: Execution, instruction: n.TakeTurn) -> bool:
    """Insert an additional turn of the player after the current one, and so before those that are
    queued already (735, 738).
    """
    run = execution.run
    queued = False
    for player in performers_of(execution, instruction):
        additional = run.board.turn.additional
        # 737: the order goes on as it would have without the additional turns
        resume = additional.resume_after
        if resume is None and additional.now:
            raise refused(
                "missing_fact",
                "The board does not say after whom the order of turns goes on.",
                "turn.additional.resume_after",
                "737",
            )
        resume = resume or run.board.turn.player
        waiting = [name for name in additional.queue if not run.table.has_left(name)]
        if any(name != player for name in waiting):
            words = f"The additional turn of {player} comes before those that are queued already."
            run.rests_on("OP-145", "a", words)
        if run.in_force("735"):
            run.emit(ev.TurnQueued(player=player, resume_after=resume), by=player)
            queued = True
    return queued
