"""What is said of the next spell that a player plays: a delayed passive ability that waits until
one is finalized, and applies to that one alone (390.4, 391).
"""

from __future__ import annotations

from judge.board import events as ev
from judge.board.state import ChainItem, Effect
from judge.board.table import reference
from judge.effects import notation as n
from judge.effects.granted import interceding_abilities
from judge.ruling.run import Run

#: by what name the ability of such an effect means what it waited for
NEXT = "next"


def waits_for_a_spell(effect: Effect) -> bool:
    """Whether an effect waits for the next spell of its controller."""
    if effect.kind != "passive" or not effect.uses or effect.bound:
        return False
    abilities = interceding_abilities(effect) or []
    return any(isinstance(each, n.Static) and each.affects == NEXT for each in abilities)


def is_next(effect: Effect | None, item: ChainItem) -> bool:
    """Whether an effect would apply to this spell, were it the next to be played now."""
    return (
        effect is not None
        and item.kind == "spell"
        and item.controller == effect.controller
        and waits_for_a_spell(effect)
    )


def aim(run: Run, item: ChainItem) -> None:
    """A spell has been finalized: what waited for the next one applies to it from now on, and to no
    other, whatever becomes of it (391). What checks whether cards are played and does not trigger
    goes by their being finalized (419.4.b).
    """
    for effect in list(run.board.effects) if item.kind == "spell" else []:
        if is_next(effect, item) and run.in_force("391", "390.4"):
            run.emit(
                ev.EffectUsed(
                    id=effect.id,
                    bound={NEXT: [item.id]},
                    until=f"while_in:chain:{reference(item)}",
                ),
                by=effect.controller,
            )


__all__ = ["NEXT", "aim", "is_next", "waits_for_a_spell"]
