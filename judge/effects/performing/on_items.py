"""Instructions that are done to items on the chain."""

from __future__ import annotations

from judge.abilities.attributing import who_played
from judge.board import events as ev
from judge.effects import notation as n
from judge.effects.chainitems import card_to, counter, remove_item
from judge.effects.execution import Execution, meant
from judge.effects.itemchoices import item_of
from judge.effects.performing.registry import performs

#: the rules by which a card goes from the chain to another zone, by what is done to it
_RULES: dict[str, tuple[str, ...]] = {
    "banish": ("427.1", "427.2"),
    "return": ("056.2",),
    "recycle": ("416.1", "416.1.a", "416.1.c"),
    "put": ("056.2",),
}


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


def leave_chain(
    execution: Execution,
    refs: list[str],
    verb: str,
    target: str,
    *,
    by: str,
    position: str | None = None,
) -> dict[str, str]:
    """Cards of items on the chain go from there to a zone of their owners, as an instruction says,
    or where a delayed replacement puts what leaves the chain; what refers to each of them there, by
    what referred to it. A spell that does so to itself has finished resolving, and so has been
    played (359.3.e.15).
    """
    run, gone = execution.run, dict[str, str]()
    for item in [item for item in run.table.items() if item.id in refs]:
        if item.card is None or not run.in_force(*_RULES[verb]):
            continue
        own = item.id == execution.item.id
        if own and item.kind == "spell" and run.in_force("350.1"):
            player, types = who_played(run, item), run.catalogue[item.card].types
            played = ev.CardPlayed(player=player, id=item.id, card=item.card, types=types)
            run.emit(played, by=player)
        remove_item(run, item, "resolved" if own else "removed", by=by)
        card_to(run, item, verb, target, position=position, by=by, own=own)
        gone[item.id] = f"{item.id}@{item.generation + 1}"
    return gone
