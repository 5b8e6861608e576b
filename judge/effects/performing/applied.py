"""Applied costs of moves that effects make (204.4): a hook for what pays, which stands above this
part of the house.
"""

from __future__ import annotations

from collections.abc import Callable

from judge.effects.execution import Execution

#: says which of the units, which a player would move to a location together, move there
Payer = Callable[[Execution, list[str], str, str], list[str]]

_PAYERS: list[Payer] = []


def pays_applied(payer: Payer) -> Payer:
    """Register the function that has applied costs of moves paid."""
    assert not _PAYERS
    _PAYERS.append(payer)
    return payer


def movable_together(execution: Execution, refs: list[str], to: str, player: str) -> list[str]:
    """Those of the units that move to the location, with what applied costs ask for it paid."""
    return _PAYERS[0](execution, refs, to, player)


__all__ = ["movable_together", "pays_applied"]
