"""Items that leave the chain, and their cards (157, 340, 425)."""

from __future__ import annotations

from typing import Any

from judge.abilities.counting import say_counted_all_the_same
from judge.abilities.moments import Occurrence
from judge.abilities.triggers import happened
from judge.actions.door import let
from judge.board import events as ev
from judge.board.state import Card, ChainItem, PoolUnit
from judge.ruling.run import Run


def counter(run: Run, identity: str, *, by: str, to: str = "trash") -> bool:
    """Counter an item: it does nothing and leaves the chain, its card to the trash (425.1), or to
    where what counters it puts that instead (370.1.b); whether it was countered.
    """
    item = next((item for item in run.table.items() if item.id == identity), None)
    if item is None or not let(run, "counter", [item.id], by=by):
        return False
    if not run.in_force("425.1.a"):
        return False
    if item.card is not None and not run.in_force("425.1.b", "419.4.a.1"):
        # it would count as played all the same
        types = run.catalogue[item.card].types
        run.emit(
            ev.CardPlayed(player=item.controller, id=item.id, card=item.card, types=types), by=by
        )
    remove_item(run, item, "countered", by=by)
    say_counted_all_the_same(run, item)
    happened(run, Occurrence("counter", ("425.1.a",), item.id, by, item=item))
    if item.paid is not None and not run.in_force("425.1.c", "425.1.c.1"):
        units = [PoolUnit(kind="energy", amount=item.paid.energy)]
        run.emit(ev.ResourcesAdded(player=item.controller, units=units), by=by)
    if item.card is not None and run.in_force("425.1.a.1"):
        card_to_trash(run, item, "425.1.a.1", instead=to)
    return True


def card_to_trash(run: Run, item: ChainItem, *numbers: str, instead: str = "trash") -> None:
    """The card of an item that has left the chain goes to its owner's trash (157, 425.1.a.1), or
    where a delayed replacement puts it instead (390.3.a, 829.1.b.1). `instead`: where the text that
    countered it puts it. In whichever order the two are applied (372), the delayed one is of
    leaving the chain at all and so has the last word.
    """
    assert item.card is not None
    verb, target = "trash", "trash"
    if instead != "trash" and run.in_force("370.1.b"):
        verb, target = ("return" if instead == "hand" else "banish"), instead
    card_to(run, item, verb, target, *(numbers if target == "trash" else ()))


def card_to(
    run: Run,
    item: ChainItem,
    verb: str,
    target: str,
    *numbers: str,
    position: str | None = None,
    by: str | None = None,
    own: bool = False,
) -> None:
    """The card of an item that has left the chain goes to a zone of its owner, of a deck to its top
    or bottom, or where a delayed replacement puts what leaves the chain. `own`: its own execution
    told it to leave, which Flow does not replace (829.1.b.1).
    """
    assert item.card is not None
    if item.permission == "flow" and not own and run.in_force("829.1.b.1"):
        verb, target, position = "banish", "banishment", None
    elif item.leaves_to is not None and run.in_force("390.3.a"):
        verb = "banish" if item.leaves_to == "banishment" else "recycle"
        target, position = item.leaves_to, None
    run.emit(
        ev.CardMoved(
            verb=verb,
            player=item.owner or item.controller,
            card=Card(id=item.id, card=item.card, generation=item.generation + 1),
            source="chain",
            target=target,  # type: ignore[arg-type]  # a zone of cards
            to_position=(position or "bottom") if target == "main_deck" else None,  # type: ignore[arg-type]
        ),
        *numbers,
        by=by,
    )


def remove_item(run: Run, item: ChainItem, why: Any, *, by: str | None = None) -> None:
    """Take an item off the chain, and note what had opened the chain when it was the last
    (340.2.a).
    """
    chain = run.board.chain
    assert chain is not None
    opened_by = chain.opened_by
    if len(chain.items) == 1 and run.board.showdown is not None:  # whether Focus passes (346.1)
        sentence = f"The chain is taken to have been opened by its oldest item ({opened_by})."
        run.assume_default("chain.opened_by", opened_by, sentence)
    run.emit(ev.ItemRemoved(id=item.id, why=why), by=by)
    if run.board.chain is None:
        run.chain_closed = opened_by
