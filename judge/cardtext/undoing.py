"""Game actions in words that take something back: control that is lost, Equipment detached, a spell
countered, buffs spent.
"""

from __future__ import annotations

from msgspec.structs import replace

from judge.cardtext.instructions import done_to
from judge.cardtext.scene import Clause, Scene, clause
from judge.cardtext.selectors import meant, phrase
from judge.cardtext.values import so_many
from judge.effects import notation as n


@clause.register
def _lose_control(node: n.LoseControl, scene: Scene) -> Clause:
    return Clause("lose", f"control of {done_to(node.what, scene)}")


@clause.register
def _counter(node: n.Counter, scene: Scene) -> Clause:
    what = done_to(node.what, scene)
    if node.to == "hand":
        home = "Return it to its owner's hand"
        return Clause("counter", f"{what}. {home} instead of putting it in their trash")
    if node.to == "banishment":
        return Clause("counter", f"{what}. Banish it instead of putting it in its owner's trash")
    return Clause("counter", what)


@clause.register
def _detach(node: n.Detach, scene: Scene) -> Clause:
    if isinstance(node.what, n.Selector) and node.what.the and node.what.attached_to:
        thing = meant(node.what.the, scene).object
        return Clause("detach", f"{thing} from {meant(node.what.attached_to, scene).object}")
    chosen = scene.labels.get(node.what) if isinstance(node.what, str) else None
    bearer = chosen.from_.attached_to if isinstance(chosen, n.Choose) else None
    if not isinstance(chosen, n.Choose) or not isinstance(bearer, str):
        return Clause("detach", done_to(node.what, scene))
    one = phrase(replace(chosen.from_, attached_to=None), scene, "chosen")
    # there is but one thing that has some, where the text asks for one that is equipped
    slot = scene.slots.get(bearer, n.Selector())
    it = "it" if "equipped" in slot.state else meant(bearer, scene).object
    return Clause("detach", f"{one} from {it}")


@clause.register
def _spend_buff(node: n.SpendBuff, scene: Scene) -> Clause:
    if isinstance(node.what, n.Selector) and node.what.the is None:
        number = "all buffs" if node.amount is None else so_many(node.amount, "buff", scene)
        return Clause("spend", f"{number} of {phrase(node.what, scene, 'several')}")
    chosen = scene.labels.get(node.what) if isinstance(node.what, str) else None
    if isinstance(chosen, n.Choose) and chosen.from_.any_number and chosen.label is None:
        return Clause("spend", "any number of buffs")
    owner = meant(node.what, scene).possessive
    if node.amount is None:
        return Clause("spend", f"{owner} buffs")
    return Clause(
        "spend",
        f"{owner} buff"
        if node.amount == 1
        else f"{so_many(node.amount, 'buff', scene)} of {owner}",
    )
