"""Facedown Zones that come to hold fewer cards than lie there (107.3.b.2)."""

from __future__ import annotations

from judge.board import events as ev
from judge.board.state import Card, FacedownCard
from judge.layers.occupancy import facedown_capacity
from judge.ruling.questions import Option, Question
from judge.ruling.run import Run


def foresee_rooms(run: Run, event: ev.Event) -> None:
    """See how many cards can lie facedown where, before an event that may change it; nobody asks
    while none do.
    """
    if run.rooms is None:
        for battlefield in run.board.battlefields:
            if battlefield.facedown:
                run.rooms = _rooms(run)
                break


def watch_rooms(run: Run, event: ev.Event) -> None:
    """Put away what a Facedown Zone cannot hold any more as soon as it holds less (107.3.b.2);
    simultaneous events are looked at once they have all happened.
    """
    if run.rooms is None or not event.changes_objects:
        return
    if run.together_depth:
        run.rooms_unsettled = True
    else:
        settle_rooms(run, force=True)


def settle_rooms(run: Run, *, force: bool = False) -> None:
    """Compare with how many cards could lie there before, unless nothing has happened since."""
    if run.rooms is None or not (force or run.rooms_unsettled):
        return
    run.rooms_unsettled = False
    before, run.rooms = run.rooms, _rooms(run)
    for at, room in run.rooms.items():
        # a board that shows too many is left as it is until it can hold fewer than before
        if room < before.get(at, room):
            _put_away_the_excess(run, at)


def _rooms(run: Run) -> dict[str, int]:
    """How many cards can lie facedown where; kept while the layers come to the same."""
    found: dict[str, int] | None = run.table.layered.get("rooms")
    if found is None:
        found = run.table.layered["rooms"] = {
            battlefield.id: facedown_capacity(run.table, run.catalogue, battlefield.id)
            for battlefield in run.board.battlefields
        }
    return found


def _put_away_the_excess(run: Run, at: str) -> None:
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
