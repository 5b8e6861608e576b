"""Instructions that are done to items on the chain."""

from __future__ import annotations

from judge.board import events as ev
from judge.board.state import Card
from judge.effects import notation as n
from judge.effects.chainitems import card_to_trash, counter, remove_item
from judge.effects.execution import Execution, meant
from judge.effects.itemchoices import item_of
from judge.effects.performing.registry import performs
from judge.ruling.run import Run


@performs(n.Counter)
def _counter(execution: Execution, instruction: n.Counter) -> bool:
    refs = meant(execution, instruction.what)
    done = []
    for ref in refs:
        item = item_of(execution.run, ref)
        by, to = execution.item.controller, instruction.to
        if item is not None and counter(execution.run, ref, by=by, to=to):
            execution.countered[ref] = item
            done.append(ref)
    if refs and not done:
        execution.mark_averted(instruction.label)
    execution.name_result(instruction.label, done, len(done))
    return bool(refs)


def return_items(execution: Execution, refs: list[str], *, by: str) -> dict[str, str]:
    """Cards on the chain go to their owners' hands (056.2), or where a delayed replacement puts
    what leaves the chain; what refers to each of them there, by what referred to it.
    """
    run, gone = execution.run, dict[str, str]()
    for item in [item for item in run.table.items() if item.id in refs]:
        if item.card is not None and item.id != execution.item.id and run.in_force("056.2"):
            remove_item(run, item, "removed", by=by)
            card_to_trash(run, item, instead="hand")
            gone[item.id] = f"{item.id}@{item.generation + 1}"
    return gone


def banish_items(execution: Execution, refs: list[str], *, by: str) -> bool:
    """Cards on the chain are banished from there (427.1, 427.2); whether there was one. A spell
    that banishes itself has finished resolving, and so has been played (359.3.e.15).
    """
    run = execution.run
    done = False
    for item in [item for item in run.table.items() if item.id in refs]:
        if item.card is None or not run.in_force("427.1", "427.2"):
            continue
        own = item.id == execution.item.id
        if own and item.kind == "spell" and run.in_force("350.1"):
            _played(run, item.controller, item.id, item.card)
        remove_item(run, item, "resolved" if own else "removed", by=by)
        run.emit(
            ev.CardMoved(
                verb="banish",
                player=item.owner or item.controller,
                card=Card(id=item.id, card=item.card, generation=item.generation + 1),
                source="chain",
                target="banishment",
            ),
            by=by,
        )
        done = True
    return done


def _played(run: Run, player: str, identity: str, card: str) -> None:
    types = run.catalogue[card].types
    run.emit(ev.CardPlayed(player=player, id=identity, card=card, types=types), by=player)
