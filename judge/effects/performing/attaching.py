"""Instructions that attach and detach cards (434, 435)."""

from __future__ import annotations

from judge.abilities.attributing import keyword_of
from judge.actions import attaching
from judge.effects import notation as n
from judge.effects.execution import Execution, meant
from judge.effects.performing.registry import performs
from judge.effects.performing.responsible import performer_of


@performs(n.Attach)
def _attach(execution: Execution, instruction: n.Attach) -> bool:
    bearers = meant(execution, instruction.to)
    player = performer_of(execution, instruction)
    if not bearers or player is None:
        return False
    # 818.1.b.2: the unit that was chosen becomes the Top-Most Card
    of_equip = keyword_of(execution.run, execution.item) == "Equip"
    if of_equip and not execution.run.in_force("818.1.b.2"):
        return False
    done = [
        ref
        for ref in meant(execution, instruction.what)
        if attaching.attach(execution.run, ref, bearers[0], by=player)
    ]
    execution.name_result(instruction.label, done, len(done))
    return bool(done)


@performs(n.Detach)
def _detach(execution: Execution, instruction: n.Detach) -> bool:
    player = performer_of(execution, instruction)
    if player is None:
        return False
    refs = meant(execution, instruction.what)
    done = attaching.detach(execution.run, refs, by=player)
    execution.name_result(instruction.label, done, len(done))
    return bool(done)
