"""Instructions that say what the Might of things is or is increased to, give traits, and take
abilities away (477).
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from judge.actions import objects
from judge.board import events as ev
from judge.board.state import Effect, GameObject
from judge.effects import notation as n
from judge.effects.activetexts import bearing
from judge.effects.execution import Execution, meant, number_of_text
from judge.effects.performing.until import lasts, source_of
from judge.effects.unread import refused
from judge.layers.characteristics import appends_to, characteristics, is_unit


def assign(execution: Execution, instruction: n.Give) -> bool:
    """Say what things are for a duration: their traits (477.1.a), and what Might they have."""
    run = execution.run
    refs = [ref for ref in meant(execution, instruction.to) if run.table.find(ref) is not None]
    given = [change for change in instruction.changes if isinstance(change, n.Trait)]
    done = bool(given) and _give_traits(execution, instruction, given, refs)
    lost = [change for change in instruction.changes if isinstance(change, n.LoseAbilities)]
    done = (bool(lost) and _take_abilities(execution, instruction, lost, refs)) or done
    for change in instruction.changes:
        if isinstance(change, n.SetMight):
            done = _give_set_might(execution, instruction, change, refs) or done
    return done


def _give_traits(
    execution: Execution, instruction: n.Give, given: list[n.Trait], refs: list[str]
) -> bool:
    """Types, tags or domains beside the own ones of things, or instead of them (477.1.a)."""
    run = execution.run
    if not refs or not run.in_force("477.1.a"):
        return False
    if any(change.instead for change in given):
        _refuse_taken_away(execution, given, refs)
    return _begin(execution, instruction, given, refs, lasts(execution, instruction.until))


def _take_abilities(
    execution: Execution, instruction: n.Give, lost: list[n.LoseAbilities], refs: list[str]
) -> bool:
    """Abilities or a keyword are gone for a duration, or for as long as the object remains there
    (801.3.b).
    """
    run = execution.run
    if not refs or not run.in_force("477.2.a"):
        return False
    for ref in refs:
        if run.catalogue[_thing(execution, ref).name].is_rune:
            raise refused(
                "clause",
                f"{execution.name} takes abilities of {run.thing(ref)} away, which has them "
                "without a text.",
                f"{execution.name}: give",
                "164.2",
            )
    until = lasts(execution, instruction.until)
    if until == "unlimited" and not run.in_force("801.3.b.2"):
        until = "turn"
    return _begin(execution, instruction, lost, refs, until)


def _begin(
    execution: Execution,
    instruction: n.Give,
    changes: Sequence[n.Trait | n.LoseAbilities],
    refs: list[str],
    until: str,
) -> bool:
    """A lasting effect that makes such changes to things begins to apply."""
    run, item = execution.run, execution.item
    run.emit(
        ev.EffectBegan(
            effect=Effect(
                id=run.table.mint("e"),
                controller=item.controller,
                origin=execution.name,
                source=source_of(execution),
                kind="grant",
                affects=refs,
                abilities=[msgspec.to_builtins(n.Static(changes=list(changes)))],
                until=until,
            )
        ),
        by=item.controller,
    )
    execution.name_result(instruction.label, refs)
    return True


def _thing(execution: Execution, ref: str) -> GameObject:
    thing = execution.run.table.find(ref)
    assert thing is not None
    return thing


def _refuse_taken_away(execution: Execution, given: list[n.Trait], refs: list[str]) -> None:
    """Raises `Refused` where traits would be taken away that a passive ability has appended, since
    when that began to apply is not kept (480.3), and where a unit would be none that bears
    something.
    """
    run = execution.run
    types = [kind for change in given if change.instead for kind in change.types]
    for ref in refs:
        thing = run.table.find(ref)
        assert thing is not None
        unit = is_unit(run.table, run.catalogue, thing)
        stripped = unit and bool(types) and "Unit" not in types
        if appends_to(run.table, run.catalogue, thing) or (stripped and bearing(run.table, thing)):
            raise refused(
                "clause",
                f"{execution.name} takes traits of {run.thing(ref)} away, and what then becomes of "
                "what is appended or attached to it is not modelled.",
                f"{execution.name}: give",
                "480.3",
            )


def _give_set_might(
    execution: Execution, instruction: n.Give, change: n.SetMight, refs: list[str]
) -> bool:
    """Assign Might (477.1.a.1), or increase it to so much by what is missing now (477.3.b)."""
    run, item = execution.run, execution.item
    amount = number_of_text(execution, change.amount)
    if not refs or amount is None:
        return False
    if change.at_least:
        for ref in refs:
            now = characteristics(run.table, run.catalogue, ref).might_value or 0
            # it is not increased by a negative amount
            missing = max(0, amount - now) if run.in_force("477.3.c") else amount - now
            if not run.in_force("477.3.b", "477.3.e.1.b"):
                continue
            objects.give_might(
                run,
                [ref],
                missing,
                minimum=None,
                until=lasts(execution, instruction.until),
                controller=item.controller,
                origin=execution.name,
                source=source_of(execution),
            )
    elif run.in_force("477.1.a.1"):
        run.emit(
            ev.EffectBegan(
                effect=Effect(
                    id=run.table.mint("e"),
                    controller=item.controller,
                    origin=execution.name,
                    source=source_of(execution),
                    kind="grant",
                    affects=refs,
                    amounts={"might": amount},
                    until=lasts(execution, instruction.until),
                )
            ),
            by=item.controller,
        )
    execution.name_result(instruction.label, refs, amount)
    return True
