"""What is said of the next spell or unit that a player plays: a delayed passive ability that waits
until one is finalized, and applies to that one alone (390.4, 391).
"""

from __future__ import annotations

from collections.abc import Iterator

from judge.board import events as ev
from judge.board.state import ChainItem, Effect
from judge.board.table import reference
from judge.effects import notation as n
from judge.effects.granted import interceding_abilities
from judge.effects.supporting_gives import NEXT
from judge.ruling.run import Run


def kind_of(run: Run, item: ChainItem) -> str:
    """What an item is that is played: `spell`, `unit`, or nothing for which anything waits."""
    if item.kind == "spell":
        return "spell"
    unit = item.kind == "permanent" and item.card is not None and run.catalogue[item.card].is_unit
    return "unit" if unit else ""


def said_of_the_next(effect: Effect | None, player: str, kind: str) -> Iterator[n.Static]:
    """What an effect says of the next thing of a kind that the player plays, while it waits."""
    if effect is None or effect.kind != "passive" or effect.controller != player:
        return
    if kind not in NEXT or not effect.uses or effect.bound:
        return
    for ability in interceding_abilities(effect) or []:
        if isinstance(ability, n.Static) and ability.affects == NEXT[kind]:
            yield ability


def is_next(effect: Effect | None, player: str, kind: str) -> bool:
    """Whether an effect would apply to this, were it the next to be played now."""
    return any(True for _ in said_of_the_next(effect, player, kind))


def aim(run: Run, item: ChainItem) -> None:
    """Something has been finalized: what waited for the next one applies to it from now on, and to
    no other, whatever becomes of it (391). What checks whether cards are played and does not
    trigger goes by their being finalized (419.4.b).
    """
    if not run.board.effects:
        return
    kind = kind_of(run, item)
    for effect in list(run.board.effects):
        if is_next(effect, item.controller, kind) and run.in_force("391", "390.4"):
            run.emit(
                ev.EffectUsed(
                    id=effect.id,
                    bound={NEXT[kind]: [item.id]},
                    until=f"while_in:chain:{reference(item)}",
                ),
                by=effect.controller,
            )


__all__ = ["aim", "is_next", "kind_of", "said_of_the_next"]
