"""A board for the command line, and what is done on it."""

from __future__ import annotations

from collections.abc import Callable

from click.testing import Result

BOARD = """\
order: [A, B]
turn: {player: A, number: 3}
cards:
  Quiet Shore: {types: [Battlefield]}
  Old Bridge: {types: [Battlefield]}
  Spark: {types: [Spell], energy: 0, chooses: {unit: {kind: unit, side: enemy}}, does: [{do: deal, amount: 2, to: unit}]}
  Rower: {types: [Unit], might: 3, energy: 1}
players:
  A: {hand: [{id: s1, card: Spark}, {id: u1, card: Rower}], deck: 20, rune_deck: 6, base: [{id: a1, card: Rower}]}
  B: {hand: 2, deck: 20, rune_deck: 6, base: [{id: b1, card: Rower}, {id: b2, card: Rower}]}
battlefields:
  - {id: shore, card: Quiet Shore, owner: A}
  - {id: bridge, card: Old Bridge, owner: B}
"""  # noqa: E501

MOVE = "{by: A, do: {move: a1, to: shore}}"
NOT_ENOUGH = "{by: A, do: {play: u1, to: base}}"
OPEN = "{by: A, do: {play: s1}}"

Invoke = Callable[..., Result]
