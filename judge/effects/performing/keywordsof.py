"""Things get the keywords of another (801), as they are when that is executed."""

from __future__ import annotations

from judge.actions import objects
from judge.effects import notation as n
from judge.effects.execution import Execution, meant
from judge.effects.performing.until import lasts, source_of
from judge.effects.unread import refused
from judge.layers.characteristics import of


def give_keywords_of(execution: Execution, instruction: n.Give, original: n.Objects) -> bool:
    """Give each keyword that the other has now, with its value; later changes of it do not matter
    (359.3.f.2). Nothing is given where the other is gone (359.3.e.12).

    Raises `Refused` where it has a keyword that is not executed where it is granted.
    """
    run = execution.run
    things = [thing for ref in meant(execution, original) if (thing := run.table.find(ref))]
    refs = [ref for ref in meant(execution, instruction.to) if run.table.find(ref) is not None]
    if not things or not refs or not run.in_force("359.3.f.2"):
        return False
    for thing in things:
        for keyword, value in sorted(of(run.table, run.catalogue, thing).keywords.items()):
            if keyword not in n.KEYWORDS_MODELLED - {"Repeat"}:
                raise refused(
                    "clause",
                    f"{execution.name} gives {keyword}, which is not modelled where it is granted.",
                    f"{execution.name}: give {keyword}",
                    "801",
                )
            objects.give_keyword(
                run,
                refs,
                keyword,
                value,
                until=lasts(execution, instruction.until),
                controller=execution.item.controller,
                origin=execution.name,
                source=source_of(execution),
            )
    execution.name_result(instruction.label, refs)
    return True


__all__ = ["give_keywords_of"]
