"""Facedown Zones that come to hold fewer cards than lie there (107.3.b.2)."""

from __future__ import annotations

from judge.board import events as ev
from judge.board.state import Card, FacedownCard
from judge.layers.occupancy import facedown_capacity
from judge.ruling.questions import Option, Question
from judge.ruling.run import Run


def put_away_the_excess(run: Run, at: str) -> None:
    """The controller of a Facedown Zone puts what it cannot hold any more into the trash."""
    battlefield = run.table.battlefields[at]
    room = facedown_capacity(run.table, run.catalogue, at)
    lying = sorted(battlefield.facedown, key=lambda card: card.id)
    excess = len(lying) - room
    if excess <= 0 or battlefield.controller is None or not run.in_force("107.3.b.2"):
        return
    for card in _chosen(run, battlefield.controller, at, lying, excess):
        run.emit(
            ev.FacedownLeft(
                at=at,
                id=card.id,
                owner=card.owner,
                target="trash",
                card=Card(id=card.id, card=card.card, generation=card.generation + 1),
            ),
            by=battlefield.controller,
        )


def _chosen(
    run: Run, player: str, at: str, lying: list[FacedownCard], excess: int
) -> list[FacedownCard]:
    answer = run.ask(
        Question(
            form="choose_some",
            to=player,
            prompt=f"Fewer cards can lie facedown at {run.place(at)} now. Which does {player} put "
            "into the trash?",
            slot="facedown",
            rules=["107.3.b.2"],
            options=[Option(id=card.id) for card in lying],
            min=excess,
            max=excess,
        )
    )
    return [card for card in lying if card.id in answer]
