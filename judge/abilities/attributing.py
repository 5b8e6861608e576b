"""To what game actions are attributed: the spell or ability that did it, the object that has the
ability, and units in combat (411.5, 411.6, 428.5).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from judge.actions.door import Attempt
from judge.board.state import ChainItem
from judge.board.table import reference
from judge.effects import notation as n
from judge.effects.keywordtexts import keyword_at
from judge.ruling.run import Run


class Killer(NamedTuple):
    """Who dealt damage last to something, and with what: an item, a unit that is its source, or
    units in combat (428.5.c).
    """

    by: str
    item: ChainItem | None
    units: tuple[str, ...] = ()
    in_combat: bool = False


def keyword_of(run: Run, item: ChainItem) -> str | None:
    """The keyword that an activated ability on the chain is (818, 827); None for any other item."""
    if item.kind != "activated" or item.of is None:
        return None
    return keyword_at(run.catalogue[item.of], (item.ability or "").rpartition("/")[2])


def objects_of(run: Run, item: ChainItem | None) -> set[str]:
    """The objects to which what an item does is attributed beside the item itself (428.5.d): the
    one that has the ability, and the one whose effect text grants it (411.6.a).
    """
    if item is None or item.source is None:
        return set()
    found = {item.source.ref}
    granting = granting_object(run, item)
    if granting is not None and run.in_force("411.6.a"):
        found.add(granting)
    return found


def granting_object(run: Run, item: ChainItem) -> str | None:
    """The attached object whose effect text gives the source of the item its ability."""
    key = (item.ability or "").rpartition("/")[2]
    if key.startswith("copied_"):
        identity = key.removeprefix("copied_").partition(":")[0]
    elif key.startswith("effect_"):
        identity = key.removeprefix("effect_").rpartition("_")[0]
    else:
        return None
    thing = run.table.objects.get(identity)
    return None if thing is None else reference(thing)


def spell_behind(run: Run, item: ChainItem, event: n.Event) -> list[ChainItem]:
    """The spell that has created an ability: what the ability does is done with it as well
    (417.6.b.2.a, 428.5.d).
    """
    if item.kind not in ("reflexive", "delayed") or item.of is None:
        return []
    definition = run.catalogue.get(item.of)
    rule = "428.5.d" if event == "kill" else "417.6.b.2.a"
    if definition is None or not definition.is_spell or not run.in_force(rule):
        return []
    return [ChainItem(id=item.id, kind="spell", controller=item.controller, card=item.of)]


def who_played(run: Run, item: ChainItem) -> str:
    """Who has played an item, as conditions ask it: who put it on the chain (419.1)."""
    if item.played_by is None:
        return item.controller
    return item.played_by if run.rely_on("OP-137") == "a" else item.controller


def done_with(run: Run, attempt: Attempt) -> Iterator[ChainItem]:
    """The spell or the ability that would do it, and the spell that has created that ability: the
    one that is resolving, or of a kill in a Cleanup the one by whose damage it is (428.5.b-d).
    What is done in place of something else is done by what replaces it.
    """
    item: ChainItem | None = None
    if attempt.other is not None:
        item = next((each for each in run.table.items() if each.id == attempt.other), None)
    elif run.resolving:
        if not (run.door is not None and run.door.is_replacing):
            item = next((each for each in reversed(run.table.items()) if not each.pending), None)
        if attempt.event == "die" and not run.in_force("428.5.b"):
            item = None
    elif attempt.event == "die":
        killer = killer_of(run, attempt)
        item = killer.item if killer is not None else None
    if item is not None:
        yield item
        word: n.Event = "kill" if attempt.event == "die" else attempt.event
        if word in ("kill", "deal"):
            yield from spell_behind(run, item, word)


def killer_of(run: Run, attempt: Attempt) -> Killer | None:
    """Who has dealt the damage of which a unit dies in a Cleanup, and with what (428.5.c)."""
    killer: Killer | None = run.killers.get(attempt.what or "")
    if run.resolving or killer is None or killer.item is None:
        return None
    return killer if run.in_force("428.5.c", "428.5.c.1") else None


__all__ = [
    "Killer",
    "done_with",
    "granting_object",
    "keyword_of",
    "killer_of",
    "objects_of",
    "spell_behind",
    "who_played",
]
